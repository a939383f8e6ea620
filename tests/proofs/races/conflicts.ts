import type { Random } from '../../../lib/domain/values/random.ts';
import type { TableClient } from '../../../lib/table/client.ts';
import { addLayer, makeTableFault, type TableOperation } from '../../support/table/layer.ts';
import type { Disturbance } from '../disturbance.ts';

/** The share of transactions, and of single writes, that are refused because of a conflict. */
const CONFLICTS = 0.05;

const SINGLE_WRITE = /^(Put|Update|Delete)Item$/;

/**
 * Delays calls like any disturbance, and lets writes fail as the real store does where two of them meet: the embedded
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

  observe(client: TableClient): void {
    addLayer(client, async (operation, input, next) => {
      const fault = this.#isOn ? makeFault(operation, input) : undefined;
      if (fault && this.#random.happens(CONFLICTS)) {
        this.count += 1;
        throw fault;
      }
      return next(input);
    });
    this.#disturbance.observe(client);
  }
}

function makeFault(operation: TableOperation, input: object): Error | undefined {
  if (SINGLE_WRITE.test(operation)) return makeTableFault('TransactionConflictException');
  if (operation !== 'TransactWriteItems') return undefined;
  const actions = 'TransactItems' in input && Array.isArray(input.TransactItems) ? input.TransactItems : [];
  const reasons = actions.map((_, index) => ({ Code: index === 0 ? 'TransactionConflict' : 'None' }));
  return makeTableFault('TransactionCanceledException', { reasons });
}
