import {
  type DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import type { Random } from '../../../lib/domain/random.ts';
import type { Disturbance } from '../disturbance.ts';

/** Share of transactions, and of single writes, that are told that another one holds an item. */
const CONFLICTS = 0.05;

const TRANSACTION = /^TransactWrite/;
const SINGLE_WRITE = /^(Put|Update|Delete)(Item)?Command$/;

/**
 * Delays as any disturbance does, and lets writes fail the way the real store lets them where two meet: the embedded
 * one never does. Such a write is not sent.
 */
export class Conflicts {
  readonly #disturbance: Disturbance;
  readonly #random: Random;
  #isOn = false;
  count = 0;

  constructor(disturbance: Disturbance, random: Random) {
    this.#disturbance = disturbance;
    this.#random = random;
  }

  /** Lets writes fail while an action runs. */
  async during<T>(action: () => Promise<T>): Promise<T> {
    this.#isOn = true;
    try {
      return await action();
    } finally {
      this.#isOn = false;
    }
  }

  observe(client: DynamoDBClient): void {
    client.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (args) => {
          const fault = this.#isOn ? makeFault(commandName, args.input) : undefined;
          if (fault && this.#random.chance(CONFLICTS)) {
            this.count += 1;
            throw fault;
          }
          return next(args);
        },
      { step: 'initialize', name: 'conflicts' },
    );
    this.#disturbance.observe(client);
  }
}

function makeFault(command: string, input: object): Error | undefined {
  const $metadata = { httpStatusCode: 400 };
  if (SINGLE_WRITE.test(command)) return new TransactionConflictException({ $metadata, message: 'injected' });
  if (!TRANSACTION.test(command)) return undefined;
  const actions = 'TransactItems' in input && Array.isArray(input.TransactItems) ? input.TransactItems : [];
  const CancellationReasons = actions.map((_, index) => ({ Code: index === 0 ? 'TransactionConflict' : 'None' }));
  return new TransactionCanceledException({ $metadata, message: 'injected', CancellationReasons });
}
