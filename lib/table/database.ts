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
import { batchesOf } from './batches.ts';
import type { TableClient } from './client.ts';
import { explainCancellation, isCancellation, translateFault } from './faults.ts';
import { type KeyRange, toQuery } from './query.ts';
import { TableRequest } from './request.ts';
import { conditional, retryConflicts, retryLostRaces, retryRest } from './retry.ts';
import { type Item, type Step, toExpressions, type Update } from './steps.ts';

/** The most keys of one BatchGetItem, and of one BatchWriteItem. */
const BATCH_GET_MAX = 100;
const BATCH_WRITE_MAX = 25;

/** How a view of the table differs from the table itself. */
interface View {
  readonly request?: TableRequest;
  readonly root?: Database | undefined;
  /** Absent: the root's quotas, or the usual ones. */
  readonly quotas?: Quotas;
  readonly leaveOut?: LeaveOut | undefined;
}

/** Gets told of an item that cannot be read, and so is left out. */
type LeaveOut = (key: Key, cause: unknown) => void;

/**
 * The table as the store uses it. Reads are consistent. Every fault is thrown as an `AppError`.
 */
export class Database {
  readonly #client: Pick<TableClient, 'send'>;
  readonly #table: string;
  /** The request of this view. The table itself has one for all requests without a view. */
  readonly request: TableRequest;
  /**
   * The table of which this is a view, or itself. What a function remembers, it remembers for the table and all its
   * views.
   */
  readonly root: Database;

  /** How many of each thing one unit may hold. */
  readonly quotas: Quotas;
  readonly #leaveOut: LeaveOut | undefined;
  #hasLeftOut = false;

  constructor(
    client: Pick<TableClient, 'send'>,
    table: string,
    { request = new TableRequest(), root, quotas = root?.quotas ?? QUOTAS, leaveOut }: View = {},
  ) {
    this.#client = client;
    this.#table = table;
    this.request = request;
    this.root = root ?? this;
    this.quotas = quotas;
    this.#leaveOut = leaveOut;
  }

  /** A view of the table for a request that began then (milliseconds since the epoch). */
  forRequest(beganAt: number): Database {
    return new Database(this.#client, this.#table, { request: new TableRequest(beganAt), root: this.root });
  }

  /** A view of the table that leaves out what `readListed` cannot read, and tells of it. */
  leavingOut(leaveOut: LeaveOut): Database {
    return new Database(this.#client, this.#table, { request: this.request, root: this.root, leaveOut });
  }

  /** Whether this view has left something out. */
  get hasLeftOut(): boolean {
    return this.#hasLeftOut;
  }

  /**
   * Reads one of several items that are answered together; undefined where it cannot be read and is left out.
   * @throws what `read` throws, unless this view leaves such items out.
   */
  readListed<T>(item: Item, read: (item: Item) => T): T | undefined {
    try {
      return read(item);
    } catch (cause) {
      if (!this.#leaveOut) throw cause;
      this.#hasLeftOut = true;
      this.#leaveOut({ pk: item.pk, sk: item.sk }, cause);
      return undefined;
    }
  }

  /** The items of the keys in the keys' order, `undefined` where there is none. */
  async getMany(keys: readonly Key[]): Promise<(Item | undefined)[]> {
    const found = new Map<string, Item>();
    const distinct = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
    await Promise.all(batchesOf(distinct, BATCH_GET_MAX).map((batch) => this.#getBatch(batch, found)));
    return keys.map((key) => found.get(nameOf(key)));
  }

  /** The item of the key, `undefined` where there is none. */
  async get(key: Key): Promise<Item | undefined> {
    const [item] = await this.getMany([key]);
    return item;
  }

  /**
   * The items of the keys as of one moment, in the keys' order; `undefined` stands for an item that is absent.
   * @throws LostRace while a transaction is changing one of them.
   */
  async getIdle(keys: readonly Key[]): Promise<(Item | undefined)[]> {
    const TransactItems = keys.map(({ pk, sk }) => ({ Get: { TableName: this.#table, Key: { pk, sk } } }));
    try {
      const answer = await this.#client.send(
        new TransactGetCommand({ TransactItems, ReturnConsumedCapacity: 'TOTAL' }),
      );
      this.request.read(answer.ConsumedCapacity);
      return keys.map((_, index) => answer.Responses?.[index]?.Item as Item | undefined);
    } catch (fault) {
      throw isCancellation(fault) ? explainCancellation(fault, []) : translateFault(fault);
    }
  }

  /** The items of a partition in the order of their sort keys. */
  async query(pk: string, range: KeyRange = {}): Promise<Item[]> {
    const items: Item[] = [];
    let from: Record<string, unknown> | undefined;
    do {
      const page = await this.#retry(() =>
        this.#client.send(new QueryCommand(toQuery(this.#table, pk, range, { read: items.length, from }))),
      );
      this.request.read(page.ConsumedCapacity);
      items.push(...((page.Items ?? []) as Item[]));
      from = page.LastEvaluatedKey;
    } while (from && !range.isAtOnce && items.length < (range.limit ?? Number.POSITIVE_INFINITY));
    return items;
  }

  /**
   * Writes all steps or none, at most 98. The first write of a request also writes its companions.
   * @throws AppError with the reason of the first step whose condition failed; `LostRace` where reading again helps.
   */
  async write(steps: readonly Step[]): Promise<void> {
    const all = [...this.request.companionsOf(steps), ...steps];
    const TransactItems = all.map((step) => step.action(this.#table));
    const once = { ClientRequestToken: randomUUID(), ReturnConsumedCapacity: 'TOTAL' } as const;
    try {
      const answer = await this.#client.send(new TransactWriteCommand({ TransactItems, ...once }));
      this.request.wrote(answer.ConsumedCapacity);
    } catch (fault) {
      throw isCancellation(fault) ? explainCancellation(fault, all) : translateFault(fault);
    }
    this.request.leaveCompanions();
  }

  /** Changes one item in place; false where its condition does not hold. */
  async update(key: Key, change: Update): Promise<boolean> {
    const command = new UpdateCommand({
      TableName: this.#table,
      Key: key,
      ...toExpressions(change),
      ReturnConsumedCapacity: 'TOTAL',
    });
    return this.#change(() => this.#client.send(command));
  }

  /** Removes an item if its attribute has this value; false where it does not. */
  async removeIf(key: Key, name: string, value: unknown): Promise<boolean> {
    const command = new DeleteCommand({
      TableName: this.#table,
      Key: key,
      ConditionExpression: '#name = :value',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value },
      ReturnConsumedCapacity: 'TOTAL',
    });
    return this.#change(() => this.#client.send(command));
  }

  /** Removes the items of the keys. Absent items are no error. */
  async removeMany(keys: readonly Key[]): Promise<void> {
    for (const batch of batchesOf(keys, BATCH_WRITE_MAX)) {
      await this.#writeBatch(batch.map((key) => ({ DeleteRequest: { Key: { pk: key.pk, sk: key.sk } } })));
    }
  }

  /**
   * Repeats an attempt that reads and then writes, until nobody has changed meanwhile what it read.
   * @throws AppError `changed_meanwhile` where it keeps losing, `unavailable` where it keeps being throttled.
   */
  retryLostRaces<T>(attempt: () => Promise<T>): Promise<T> {
    return retryLostRaces(attempt, this.request.deadline);
  }

  /** Sends a single conditional write; false where its condition does not hold. */
  async #change(send: () => Promise<{ ConsumedCapacity?: ConsumedCapacity | undefined }>): Promise<boolean> {
    return conditional(this.#retry(send).then((answer) => this.request.wrote(answer.ConsumedCapacity)));
  }

  async #retry<T>(call: () => Promise<T>): Promise<T> {
    return retryConflicts(call, this.request.deadline);
  }

  async #getBatch(keys: readonly Key[], found: Map<string, Item>): Promise<void> {
    const batch = keys.map((key): Record<string, unknown> => ({ ...key }));
    await retryRest(batch, this.request.deadline, async (rest) => {
      const RequestItems = { [this.#table]: { Keys: [...rest], ConsistentRead: true } };
      const input = { RequestItems, ReturnConsumedCapacity: 'TOTAL' } as const;
      const answer = await this.#retry(() => this.#client.send(new BatchGetCommand(input)));
      this.request.read(answer.ConsumedCapacity);
      for (const item of (answer.Responses?.[this.#table] ?? []) as Item[]) found.set(nameOf(item), item);
      return answer.UnprocessedKeys?.[this.#table]?.Keys ?? [];
    });
  }

  async #writeBatch(requests: readonly Record<string, unknown>[]): Promise<void> {
    await retryRest(requests, this.request.deadline, async (rest) => {
      const RequestItems = { [this.#table]: [...rest] };
      const input = { RequestItems, ReturnConsumedCapacity: 'TOTAL' } as const;
      const answer = await this.#retry(() => this.#client.send(new BatchWriteCommand(input)));
      this.request.wrote(answer.ConsumedCapacity);
      return answer.UnprocessedItems?.[this.#table] ?? [];
    });
  }
}

function nameOf({ pk, sk }: Key): string {
  return `${pk}\n${sk}`;
}
