import { randomUUID } from 'node:crypto';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { Key } from '../../tables/keys.ts';
import { QUOTAS, type Quotas } from '../domain/quota.ts';
import { splitIntoBatches } from './batches.ts';
import type { TableClient } from './client.ts';
import { isConditionFailure, translateFault } from './faults.ts';
import { type KeyRange, toKeyCondition } from './query.ts';
import { type ConsumedCapacities, RequestState } from './request-state.ts';
import { retryLostRaces, retryUnprocessed } from './retry.ts';
import { type Item, type Step, toCondition, toExpressions, type Update } from './steps.ts';

/** DynamoDB's maximum number of keys of one BatchGetItem. */
const MAX_KEYS_PER_GET = 100;
/** DynamoDB's maximum number of keys of one BatchWriteItem. */
const MAX_KEYS_PER_WRITE = 25;

interface DatabaseOptions {
  readonly requestState?: RequestState;
  readonly root?: Database | undefined;
  /** Absent: the root's quotas, or the default ones. */
  readonly quotas?: Quotas;
  readonly onUnreadable?: OnUnreadable | undefined;
  /** Whether reads see every earlier write. Other reads cost half, and may be a second behind. */
  readonly isConsistent?: boolean;
}

type CountedAnswer = { readonly ConsumedCapacity?: ConsumedCapacities };
type CapacityKind = keyof RequestState['usage'];

/** Receives the key of each item that is skipped because it cannot be parsed. */
type OnUnreadable = (key: Key, cause: unknown) => void;

/**
 * The table as the store uses it. All reads are strongly consistent, except those of pages on display. Expected faults are
 * thrown as `AppError`s.
 */
export class Database {
  readonly #client: Pick<TableClient, 'send'>;
  readonly #tableName: string;
  /** The state of the request that this view is for. The table itself has one for all calls outside of a view. */
  readonly requestState: RequestState;
  /** The table of which this is a view, or the table itself. Caches use it as their key, so that all views share them. */
  readonly root: Database;
  /** The quotas of a unit. All writers of the table check the same ones; tests give it small ones. */
  readonly quotas: Quotas;
  readonly #onUnreadable: OnUnreadable | undefined;
  readonly #isConsistent: boolean;
  /** Whether `parseOrSkip` of this view has skipped an item. */
  hasSkippedItems = false;

  constructor(client: Pick<TableClient, 'send'>, tableName: string, options: DatabaseOptions = {}) {
    const { requestState = new RequestState(), root, quotas = root?.quotas ?? QUOTAS } = options;
    this.#client = client;
    this.#tableName = tableName;
    this.requestState = requestState;
    this.root = root ?? this;
    this.quotas = quotas;
    this.#onUnreadable = options.onUnreadable;
    this.#isConsistent = options.isConsistent ?? true;
  }

  /** A view of the table for one request. `beganAt` is by `Date.now()`, like the deadline of its retries. */
  forRequest(beganAt: number): Database {
    return new Database(this.#client, this.#tableName, { requestState: new RequestState(beganAt), root: this.root });
  }

  /** A view of the table whose `parseOrSkip` skips items that cannot be parsed, and reports them to `onUnreadable`. */
  skippingUnreadable(onUnreadable: OnUnreadable, isConsistent: boolean): Database {
    const { requestState, root } = this;
    return new Database(this.#client, this.#tableName, { requestState, root, onUnreadable, isConsistent });
  }

  /** A view of the table whose reads see every earlier write. */
  consistent(): Database {
    return new Database(this.#client, this.#tableName, { requestState: this.requestState, root: this.root });
  }

  /**
   * Parses one item of a list; undefined where that fails and this view skips unreadable items.
   * @throws what `parse` throws, where this view does not skip.
   */
  parseOrSkip<T>(item: Item, parse: (item: Item) => T): T | undefined {
    try {
      return parse(item);
    } catch (cause) {
      if (!this.#onUnreadable) throw cause;
      this.hasSkippedItems = true;
      this.#onUnreadable({ pk: item.pk, sk: item.sk }, cause);
      return undefined;
    }
  }

  /** Reads the items with these keys, in the order of the keys; `undefined` for an absent item. */
  async getMany(keys: readonly Key[]): Promise<(Item | undefined)[]> {
    const batches = splitIntoBatches(withoutDuplicates(keys), MAX_KEYS_PER_GET);
    const items = (await Promise.all(batches.map((batch) => this.#getBatch(batch)))).flat();
    const itemByKey = new Map(items.map((item) => [toKeyText(item), item]));
    return keys.map((key) => itemByKey.get(toKeyText(key)));
  }

  /** Reads like `getMany` the two items of each of these pairs of keys, in the order of the pairs. */
  async getPairs(pairs: readonly (readonly [Key, Key])[]): Promise<[Item | undefined, Item | undefined][]> {
    const items = await this.getMany(pairs.flat());
    return pairs.map((_, index) => [items[2 * index], items[2 * index + 1]]);
  }

  /** Reads like `getMany`, and also finds what was written just now: items that an inconsistent read lacks are read again. */
  async getManyJustWritten(keys: readonly Key[]): Promise<(Item | undefined)[]> {
    const items = await this.getMany(keys);
    const missingKeys = this.#isConsistent ? [] : keys.filter((_, index) => !items[index]);
    const foundItems = await this.consistent().getMany(missingKeys);
    const foundItemByKey = new Map(missingKeys.map((key, index) => [key, foundItems[index]]));
    return keys.map((key, index) => items[index] ?? foundItemByKey.get(key));
  }

  /** Reads the item with this key; `undefined` where it is absent. */
  async get(key: Key): Promise<Item | undefined> {
    return (await this.getMany([key]))[0];
  }

  /**
   * Reads the items with these keys as of one moment, in the order of the keys; `undefined` for an absent item.
   * @throws RepeatableError while a transaction is changing one of them.
   */
  async getSnapshot(keys: readonly Key[]): Promise<(Item | undefined)[]> {
    const TransactItems = keys.map(({ pk, sk }) => ({ Get: { TableName: this.#tableName, Key: { pk, sk } } }));
    const command = new TransactGetCommand({ TransactItems, ReturnConsumedCapacity: 'TOTAL' });
    const { Responses } = await this.#sendOnce('readCapacity', () => this.#client.send(command));
    return keys.map((_, index) => Responses?.[index]?.Item as Item | undefined);
  }

  /** Reads items of a partition, in the order of their sort keys. */
  async query(pk: string, range: KeyRange = {}): Promise<Item[]> {
    const { limit = Number.POSITIVE_INFINITY, descending, isOnePage } = range;
    const items: Item[] = [];
    let lastKey: Record<string, unknown> | undefined;
    do {
      const command = new QueryCommand({
        TableName: this.#tableName,
        ...toKeyCondition(pk, range),
        ScanIndexForward: !descending,
        ConsistentRead: this.#isConsistent,
        ReturnConsumedCapacity: 'TOTAL',
        Limit: Number.isFinite(limit) ? limit - items.length : undefined,
        ExclusiveStartKey: lastKey,
      });
      const page = await this.#send('readCapacity', () => this.#client.send(command));
      items.push(...((page.Items ?? []) as Item[]));
      lastKey = page.LastEvaluatedKey;
    } while (lastKey && !isOnePage && items.length < limit);
    return items;
  }

  /**
   * Writes all steps or none: at most 98, because DynamoDB takes 100, and two may be attached. The first write of a request
   * also writes the steps attached to it. A lost race is not repeated here: the caller must read again first.
   * @throws AppError with the reason of the first step whose condition failed; `RepeatableError` where a retry may succeed.
   */
  async write(steps: readonly Step[]): Promise<void> {
    const allSteps = [...this.requestState.makeAttachedSteps(steps), ...steps];
    const TransactItems = allSteps.map((step) => step.makeAction(this.#tableName));
    const options = { ClientRequestToken: randomUUID(), ReturnConsumedCapacity: 'TOTAL' } as const;
    const command = new TransactWriteCommand({ TransactItems, ...options });
    await this.#sendOnce('writeCapacity', () => this.#client.send(command), allSteps);
    this.requestState.detachSteps();
  }

  /** Updates one item in place; false where the condition does not hold. */
  async update(key: Key, change: Update): Promise<boolean> {
    const options = { TableName: this.#tableName, Key: key, ReturnConsumedCapacity: 'TOTAL' } as const;
    const command = new UpdateCommand({ ...options, ...toExpressions(change) });
    return this.#writeIf(() => this.#client.send(command));
  }

  /** Removes an item whose attribute has this value; false where it does not. */
  async removeIf(key: Key, attribute: string, value: unknown): Promise<boolean> {
    const options = { TableName: this.#tableName, Key: key, ReturnConsumedCapacity: 'TOTAL' } as const;
    const command = new DeleteCommand({ ...options, ...toCondition(`#${attribute} = :value`, { ':value': value }) });
    return this.#writeIf(() => this.#client.send(command));
  }

  /** Removes the items with these keys. Absent items and repeated keys are no error. */
  async removeMany(keys: readonly Key[]): Promise<void> {
    const requests = withoutDuplicates(keys).map(
      ({ pk, sk }): Record<string, unknown> => ({ DeleteRequest: { Key: { pk, sk } } }),
    );
    for (const batch of splitIntoBatches(requests, MAX_KEYS_PER_WRITE)) {
      await retryUnprocessed(batch, this.requestState.deadline, async (remaining) => {
        const RequestItems = { [this.#tableName]: [...remaining] };
        const command = new BatchWriteCommand({ RequestItems, ReturnConsumedCapacity: 'TOTAL' });
        const { UnprocessedItems } = await this.#send('writeCapacity', () => this.#client.send(command));
        return UnprocessedItems?.[this.#tableName] ?? [];
      });
    }
  }

  /**
   * Repeats `transact`, which reads and then writes, until no other writer has changed what it read.
   * @throws AppError at the deadline: `changed_meanwhile` where it keeps losing, `unavailable` where it is throttled.
   */
  retryLostRaces<T>(transact: () => Promise<T>): Promise<T> {
    return retryLostRaces(transact, this.requestState.deadline);
  }

  /** Sends one conditional write; false where the condition does not hold. */
  async #writeIf(call: () => Promise<CountedAnswer>): Promise<boolean> {
    try {
      await this.#send('writeCapacity', call);
      return true;
    } catch (fault) {
      if (isConditionFailure(fault)) return false;
      throw fault;
    }
  }

  /** Sends a call, and repeats it while a transaction is changing its item. */
  #send<T extends CountedAnswer>(kind: CapacityKind, call: () => Promise<T>): Promise<T> {
    return this.retryLostRaces(() => this.#sendOnce(kind, call));
  }

  /** Sends a call and counts the capacity that it consumes. `steps` are those of a transaction. */
  async #sendOnce<T extends CountedAnswer>(kind: CapacityKind, call: () => Promise<T>, steps?: readonly Step[]) {
    try {
      const answer = await call();
      this.requestState.addCapacity(kind, answer.ConsumedCapacity);
      return answer;
    } catch (fault) {
      throw translateFault(fault, steps);
    }
  }

  async #getBatch(keys: readonly Key[]): Promise<Item[]> {
    const items: Item[] = [];
    const batch = keys.map((key): Record<string, unknown> => ({ ...key }));
    await retryUnprocessed(batch, this.requestState.deadline, async (remaining) => {
      const RequestItems = { [this.#tableName]: { Keys: [...remaining], ConsistentRead: this.#isConsistent } };
      const command = new BatchGetCommand({ RequestItems, ReturnConsumedCapacity: 'TOTAL' });
      const answer = await this.#send('readCapacity', () => this.#client.send(command));
      items.push(...((answer.Responses?.[this.#tableName] ?? []) as Item[]));
      return answer.UnprocessedKeys?.[this.#tableName]?.Keys ?? [];
    });
    return items;
  }
}

const toKeyText = ({ pk, sk }: Key) => `${pk}\n${sk}`;
/** DynamoDB refuses a batch that names a key twice. */
const withoutDuplicates = (keys: readonly Key[]) => [...new Map(keys.map((key) => [toKeyText(key), key])).values()];
