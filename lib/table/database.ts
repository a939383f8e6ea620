import { randomUUID } from 'node:crypto';
import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
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
import { explainCancellation, isCancellation, translateFault } from './faults.ts';
import { type KeyRange, toQuery } from './query.ts';
import { RequestState } from './request.ts';
import { isApplied, retryConflicts, retryLostRaces, retryUnprocessed } from './retry.ts';
import { type Item, type Step, toCondition, toExpressions, type Update } from './steps.ts';

/** The limits of DynamoDB: the maximum number of keys of one BatchGetItem, and of one BatchWriteItem. */
const MAX_BATCH_GET = 100;
const MAX_BATCH_WRITE = 25;

/** The options of a table, or of a view of it. */
interface DatabaseOptions {
  readonly requestState?: RequestState;
  readonly root?: Database | undefined;
  /** Absent: the root's quotas, or the default ones. */
  readonly quotas?: Quotas;
  readonly onUnreadable?: OnUnreadable | undefined;
  /** Whether reads see every earlier write. Others cost half, and may be a second behind. */
  readonly isConsistent?: boolean;
}

/** Receives the key of each item that is skipped because it cannot be parsed. */
type OnUnreadable = (key: Key, cause: unknown) => void;

/**
 * The table as the store uses it. All reads are strongly consistent, except those of pages on display. Expected faults are
 * thrown as `AppError`s.
 */
export class Database {
  readonly #client: Pick<TableClient, 'send'>;
  readonly #table: string;
  /** The state of the request that this view is for. The table itself has one for all calls outside of a view. */
  readonly requestState: RequestState;
  /**
   * The table of which this is a view, or the table itself. Caches use it as their key, so that all views share them.
   */
  readonly root: Database;

  /** The quotas of a unit. All writers of the table check the same ones; tests give it small ones. */
  readonly quotas: Quotas;
  readonly #onUnreadable: OnUnreadable | undefined;
  readonly #isConsistent: boolean;
  #hasSkippedItems = false;

  constructor(client: Pick<TableClient, 'send'>, table: string, options: DatabaseOptions = {}) {
    const { requestState = new RequestState(), root, quotas = root?.quotas ?? QUOTAS } = options;
    this.#client = client;
    this.#table = table;
    this.requestState = requestState;
    this.root = root ?? this;
    this.quotas = quotas;
    this.#onUnreadable = options.onUnreadable;
    this.#isConsistent = options.isConsistent ?? true;
  }

  /** A view of the table for one request. `beganAt` is in milliseconds since the epoch. */
  forRequest(beganAt: number): Database {
    return new Database(this.#client, this.#table, { requestState: new RequestState(beganAt), root: this.root });
  }

  /** A view of the table whose `parseOrSkip` skips items that cannot be parsed, and reports them to `onUnreadable`. */
  skippingUnreadable(onUnreadable: OnUnreadable, isConsistent: boolean): Database {
    const { requestState, root } = this;
    return new Database(this.#client, this.#table, { requestState, root, onUnreadable, isConsistent });
  }

  /** A view of the table whose reads see every earlier write. */
  consistent(): Database {
    return new Database(this.#client, this.#table, { requestState: this.requestState, root: this.root });
  }

  /** Whether this view has skipped an item. */
  get hasSkippedItems(): boolean {
    return this.#hasSkippedItems;
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
      this.#hasSkippedItems = true;
      this.#onUnreadable({ pk: item.pk, sk: item.sk }, cause);
      return undefined;
    }
  }

  /** Reads the items with these keys, in the order of the keys; `undefined` for an absent item. */
  async getMany(keys: readonly Key[]): Promise<(Item | undefined)[]> {
    return this.#getAll(keys, this.#isConsistent);
  }

  /** Reads like `getMany`, also what was written just now: what a read that is behind lacks is read again. */
  async getManyJustWritten(keys: readonly Key[]): Promise<(Item | undefined)[]> {
    const items = await this.getMany(keys);
    const missingKeys = this.#isConsistent ? [] : keys.filter((_, index) => !items[index]);
    const foundItems = await this.#getAll(missingKeys, true);
    const foundByKey = new Map(missingKeys.map((key, index) => [key, foundItems[index]]));
    return keys.map((key, index) => items[index] ?? foundByKey.get(key));
  }

  /** Reads the item with this key; `undefined` where it is absent. */
  async get(key: Key): Promise<Item | undefined> {
    const [item] = await this.getMany([key]);
    return item;
  }

  /**
   * Reads the items with these keys as of one moment, in the order of the keys; `undefined` for an absent item.
   * @throws RepeatableError while a transaction is changing one of them.
   */
  async getSnapshot(keys: readonly Key[]): Promise<(Item | undefined)[]> {
    const TransactItems = keys.map(({ pk, sk }) => ({ Get: { TableName: this.#table, Key: { pk, sk } } }));
    try {
      const answer = await this.#client.send(
        new TransactGetCommand({ TransactItems, ReturnConsumedCapacity: 'TOTAL' }),
      );
      this.requestState.addReadCapacity(answer.ConsumedCapacity);
      return keys.map((_, index) => answer.Responses?.[index]?.Item as Item | undefined);
    } catch (fault) {
      throw isCancellation(fault) ? explainCancellation(fault, []) : translateFault(fault);
    }
  }

  /** Reads items of a partition, in the order of their sort keys. */
  async query(pk: string, range: KeyRange = {}): Promise<Item[]> {
    const items: Item[] = [];
    let lastKey: Record<string, unknown> | undefined;
    do {
      const query = toQuery(this.#table, pk, range, { readCount: items.length, lastKey });
      const page = await this.#retryConflicts(() =>
        this.#client.send(new QueryCommand({ ...query, ConsistentRead: this.#isConsistent })),
      );
      this.requestState.addReadCapacity(page.ConsumedCapacity);
      items.push(...((page.Items ?? []) as Item[]));
      lastKey = page.LastEvaluatedKey;
    } while (lastKey && !range.isOnePage && items.length < (range.limit ?? Number.POSITIVE_INFINITY));
    return items;
  }

  /**
   * Writes all steps or none: at most 98, since DynamoDB takes 100, and two may be attached. The first write of a request
   * also writes the steps attached to it. It is not sent again here: after a conflict the caller must read anew.
   * @throws AppError with the reason of the first step whose condition failed; `RepeatableError` where a retry may succeed.
   */
  async write(steps: readonly Step[]): Promise<void> {
    const allSteps = [...this.requestState.makeAttachedSteps(steps), ...steps];
    const TransactItems = allSteps.map((step) => step.action(this.#table));
    const options = { ClientRequestToken: randomUUID(), ReturnConsumedCapacity: 'TOTAL' } as const;
    try {
      const answer = await this.#client.send(new TransactWriteCommand({ TransactItems, ...options }));
      this.requestState.addWriteCapacity(answer.ConsumedCapacity);
    } catch (fault) {
      throw isCancellation(fault) ? explainCancellation(fault, allSteps) : translateFault(fault);
    }
    this.requestState.detachSteps();
  }

  /** Updates one item in place; false where the condition does not hold. */
  async update(key: Key, change: Update): Promise<boolean> {
    const command = new UpdateCommand({
      TableName: this.#table,
      Key: key,
      ...toExpressions(change),
      ReturnConsumedCapacity: 'TOTAL',
    });
    return this.#writeIf(() => this.#client.send(command));
  }

  /** Removes an item whose attribute has this value; false where it does not. */
  async removeIf(key: Key, attribute: string, value: unknown): Promise<boolean> {
    const command = new DeleteCommand({
      TableName: this.#table,
      Key: key,
      ...toCondition(`#${attribute} = :value`, { ':value': value }),
      ReturnConsumedCapacity: 'TOTAL',
    });
    return this.#writeIf(() => this.#client.send(command));
  }

  /** Removes the items with these keys. Absent items are no error. */
  async removeMany(keys: readonly Key[]): Promise<void> {
    for (const batch of splitIntoBatches(keys, MAX_BATCH_WRITE)) {
      await this.#writeBatch(batch.map((key) => ({ DeleteRequest: { Key: { pk: key.pk, sk: key.sk } } })));
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
  async #writeIf(send: () => Promise<{ ConsumedCapacity?: ConsumedCapacity | undefined }>): Promise<boolean> {
    return isApplied(
      this.#retryConflicts(send).then((answer) => this.requestState.addWriteCapacity(answer.ConsumedCapacity)),
    );
  }

  async #retryConflicts<T>(call: () => Promise<T>): Promise<T> {
    return retryConflicts(call, this.requestState.deadline);
  }

  async #getAll(keys: readonly Key[], isConsistent: boolean): Promise<(Item | undefined)[]> {
    const distinctKeys = [...new Map(keys.map((key) => [toKeyText(key), key])).values()];
    const batches = splitIntoBatches(distinctKeys, MAX_BATCH_GET);
    const items = (await Promise.all(batches.map((batch) => this.#getBatch(batch, isConsistent)))).flat();
    const itemByKey = new Map(items.map((item) => [toKeyText(item), item]));
    return keys.map((key) => itemByKey.get(toKeyText(key)));
  }

  async #getBatch(keys: readonly Key[], isConsistent: boolean): Promise<Item[]> {
    const items: Item[] = [];
    const batch = keys.map((key): Record<string, unknown> => ({ ...key }));
    await retryUnprocessed(batch, this.requestState.deadline, async (remaining) => {
      const RequestItems = { [this.#table]: { Keys: [...remaining], ConsistentRead: isConsistent } };
      const input = { RequestItems, ReturnConsumedCapacity: 'TOTAL' } as const;
      const answer = await this.#retryConflicts(() => this.#client.send(new BatchGetCommand(input)));
      this.requestState.addReadCapacity(answer.ConsumedCapacity);
      items.push(...((answer.Responses?.[this.#table] ?? []) as Item[]));
      return answer.UnprocessedKeys?.[this.#table]?.Keys ?? [];
    });
    return items;
  }

  async #writeBatch(requests: readonly Record<string, unknown>[]): Promise<void> {
    await retryUnprocessed(requests, this.requestState.deadline, async (remaining) => {
      const RequestItems = { [this.#table]: [...remaining] };
      const input = { RequestItems, ReturnConsumedCapacity: 'TOTAL' } as const;
      const answer = await this.#retryConflicts(() => this.#client.send(new BatchWriteCommand(input)));
      this.requestState.addWriteCapacity(answer.ConsumedCapacity);
      return answer.UnprocessedItems?.[this.#table] ?? [];
    });
  }
}

function toKeyText({ pk, sk }: Key): string {
  return `${pk}\n${sk}`;
}
