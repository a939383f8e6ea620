import { randomUUID } from 'node:crypto';
import { type ConsumedCapacity, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { Key } from '../../tables/keys.ts';
import { type Quotas, USUAL_QUOTAS } from '../domain/quota.ts';
import { explainCancellation } from './cancellation.ts';
import { LostRace, translateFault } from './faults.ts';
import { type Range, toQuery } from './range.ts';
import { conditional, RETRY_TIME_MS, settle, waitForRest, waitWithJitter } from './retry.ts';
import { Scope } from './scope.ts';
import { type Item, type Step, toExpressions, type Update } from './steps.ts';
import { type Attributes, CLOSE_TRIES, Turns } from './turns.ts';

/** Most keys of one BatchGetItem, and of one BatchWriteItem. */
const BATCH_GET_MAX = 100;
const BATCH_WRITE_MAX = 25;

interface ReadOptions {
  /** Whether everything that was written before is seen; true unless told otherwise. */
  readonly isConsistent?: boolean;
}

/** The table, in the words of its access: reads are consistent unless told otherwise, every fault is an `AppError`. */
export class Database {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #scope: Scope;
  /** The table that this is a view of, or itself: what is kept in memory is kept for all views. */
  readonly root: Database;
  /** Of the root: who writes where, as far as this function knows. */
  readonly turns = new Turns();

  /** How much of what one unit may hold in it. */
  readonly quotas: Quotas;

  constructor(
    client: DynamoDBDocumentClient,
    table: string,
    scope = new Scope(),
    root?: Database,
    quotas = root?.quotas ?? USUAL_QUOTAS,
  ) {
    this.#client = client;
    this.#table = table;
    this.#scope = scope;
    this.root = root ?? this;
    this.quotas = quotas;
  }

  /** Read units that the request has cost so far, or all requests where this is no view. */
  get readUnits(): number {
    return this.#scope.usage.readUnits;
  }

  /** The same of write units. */
  get writeUnits(): number {
    return this.#scope.usage.writeUnits;
  }

  /** A view of the table for one request: its capacity is added up, and its companions are written with it. */
  during(scope: Scope): Database {
    return new Database(this.#client, this.#table, scope, this.root);
  }

  /** The items of the keys in the keys' order, `undefined` where there is none. */
  async getMany(keys: readonly Key[], { isConsistent = true }: ReadOptions = {}): Promise<(Item | undefined)[]> {
    const found = new Map<string, Item>();
    const distinct = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
    await Promise.all(chunk(distinct, BATCH_GET_MAX).map((batch) => this.#getBatch(batch, isConsistent, found)));
    return keys.map((key) => found.get(nameOf(key)));
  }

  /** The item of the key, `undefined` where there is none. */
  async get(key: Key): Promise<Item | undefined> {
    const [item] = await this.getMany([key]);
    return item;
  }

  /**
   * The items of the keys as they are at one moment, in the keys' order, undefined inside where there is none; nothing
   * where a transaction is changing one of them.
   */
  async getIdle(keys: readonly Key[]): Promise<readonly (Item | undefined)[] | undefined> {
    const TransactItems = keys.map(({ pk, sk }) => ({ Get: { TableName: this.#table, Key: { pk, sk } } }));
    try {
      const answer = await this.#client.send(
        new TransactGetCommand({ TransactItems, ReturnConsumedCapacity: 'TOTAL' }),
      );
      this.#scope.read(answer.ConsumedCapacity);
      return keys.map((_, index) => answer.Responses?.[index]?.Item as Item | undefined);
    } catch (fault) {
      if (fault instanceof TransactionCanceledException && explainCancellation(fault, []) instanceof LostRace) {
        return undefined;
      }
      throw translateFault(fault);
    }
  }

  /** The items of a partition in the order of their sort keys. */
  async query(pk: string, range: Range = {}): Promise<Item[]> {
    const items: Item[] = [];
    let from: Record<string, unknown> | undefined;
    do {
      const page = await this.#settle(() =>
        this.#client.send(new QueryCommand(toQuery(this.#table, pk, range, { read: items.length, from }))),
      );
      this.#scope.read(page.ConsumedCapacity);
      items.push(...((page.Items ?? []) as Item[]));
      from = page.LastEvaluatedKey;
    } while (from && !range.isAtOnce && items.length < (range.limit ?? Number.POSITIVE_INFINITY));
    return items;
  }

  /**
   * Writes all steps or none, at most 98 of them: the companions of the request go with its first ones.
   * @throws AppError with the reason of the first step whose condition failed; `LostRace` where reading again helps.
   */
  async write(steps: readonly Step[]): Promise<void> {
    const all = [...this.#scope.companionsOf(steps), ...steps];
    const line = this.#scope.hasTurn ? undefined : this.root.turns.findCrowded(all);
    if (line !== undefined) throw new LostRace('changed_meanwhile', { line });
    const command = new TransactWriteCommand({
      TransactItems: all.map((step) => step.action(this.#table)),
      ClientRequestToken: randomUUID(),
      ReturnConsumedCapacity: 'TOTAL',
    });
    try {
      const answer = await this.#client.send(command);
      this.#scope.wrote(answer.ConsumedCapacity);
    } catch (fault) {
      throw fault instanceof TransactionCanceledException ? explainCancellation(fault, all) : translateFault(fault);
    }
    this.#scope.leaveCompanions();
  }

  /** Changes one item in place; false where its condition does not hold. */
  async update(key: Key, change: Update): Promise<boolean> {
    return (await this.#updateAndRead(key, change)) !== undefined;
  }

  /** Writes an item unless one of the same or a later version is there. */
  async putNewer<T extends Key & { readonly version: number }>(item: T): Promise<void> {
    const command = new PutCommand({
      TableName: this.#table,
      Item: { ...item },
      ConditionExpression: 'attribute_not_exists(pk) OR #version < :version',
      ExpressionAttributeNames: { '#version': 'version' },
      ExpressionAttributeValues: { ':version': item.version },
      ReturnConsumedCapacity: 'TOTAL',
    });
    await this.#change(() => this.#client.send(command));
  }

  /** Removes an item while an attribute has a value; false where it has not. */
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

  /** Removes the items of the keys; absent ones do not matter. */
  async removeMany(keys: readonly Key[]): Promise<void> {
    for (const batch of chunk(keys, BATCH_WRITE_MAX)) {
      await this.#writeBatch(batch.map((key) => ({ DeleteRequest: { Key: { pk: key.pk, sk: key.sk } } })));
    }
  }

  /**
   * Repeats an attempt that reads and then writes while others change what it read: in turns with them.
   * @throws AppError `changed_meanwhile` where it keeps losing, `unavailable` where it keeps being throttled.
   */
  async retryLostRaces<T>(attempt: () => Promise<T>): Promise<T> {
    const deadline = this.#deadline;
    for (let tries = 0, closeTries = 0; ; tries++) {
      try {
        return await (this.#scope.hasTurn ? this.#useTurn(attempt) : attempt());
      } catch (error) {
        if (!(error instanceof LostRace) || Date.now() > deadline) throw error;
        if (error.line === undefined) await waitWithJitter(tries);
        else {
          if (closeTries > 0) await this.root.turns.stayClose();
          else if (!(await this.#waitForTurn(error.line, deadline))) throw error;
          this.#scope.hasTurn = true;
        }
        closeTries = closeTries > 0 ? closeTries - 1 : CLOSE_TRIES;
      }
    }
  }

  #waitForTurn(line: string, deadline: number): Promise<boolean> {
    return this.root.turns.wait(line, deadline, (key, change) => this.#updateAndRead(key, change));
  }

  async #useTurn<T>(attempt: () => Promise<T>): Promise<T> {
    const began = Date.now();
    try {
      return await attempt();
    } finally {
      this.#scope.hasTurn = false;
      this.root.turns.learn(Date.now() - began);
    }
  }

  /** What of an item is new after a change in place; undefined where its condition does not hold. */
  async #updateAndRead(key: Key, change: Update): Promise<Attributes | undefined> {
    const command = new UpdateCommand({
      TableName: this.#table,
      Key: key,
      ...toExpressions(change),
      ReturnValues: 'UPDATED_NEW',
      ReturnConsumedCapacity: 'TOTAL',
    });
    let changed: Attributes | undefined;
    await this.#change(async () => {
      const answer = await this.#client.send(command);
      changed = answer.Attributes ?? {};
      return answer;
    });
    return changed;
  }

  /** Whether a single conditional write has done something. */
  async #change(send: () => Promise<{ ConsumedCapacity?: ConsumedCapacity | undefined }>): Promise<boolean> {
    return conditional(this.#settle(send).then((answer) => this.#scope.wrote(answer.ConsumedCapacity)));
  }

  async #settle<T>(call: () => Promise<T>): Promise<T> {
    return settle(call, this.#deadline);
  }

  get #deadline(): number {
    return this.#scope.deadline ?? Date.now() + RETRY_TIME_MS;
  }

  async #getBatch(keys: readonly Key[], ConsistentRead: boolean, found: Map<string, Item>): Promise<void> {
    let rest: Record<string, unknown>[] = keys.map((key) => ({ ...key }));
    const deadline = this.#deadline;
    for (let tries = 0; rest.length > 0; tries++) {
      if (tries > 0) await waitForRest(tries, deadline);
      const request = { [this.#table]: { Keys: rest, ConsistentRead } };
      const answer = await this.#settle(() =>
        this.#client.send(new BatchGetCommand({ RequestItems: request, ReturnConsumedCapacity: 'TOTAL' })),
      );
      this.#scope.read(answer.ConsumedCapacity);
      for (const item of (answer.Responses?.[this.#table] ?? []) as Item[]) found.set(nameOf(item), item);
      rest = answer.UnprocessedKeys?.[this.#table]?.Keys ?? [];
    }
  }

  async #writeBatch(requests: Record<string, unknown>[]): Promise<void> {
    let rest = requests;
    const deadline = this.#deadline;
    for (let tries = 0; rest.length > 0; tries++) {
      if (tries > 0) await waitForRest(tries, deadline);
      const RequestItems = { [this.#table]: rest };
      const command = new BatchWriteCommand({ RequestItems, ReturnConsumedCapacity: 'TOTAL' });
      const answer = await this.#settle(() => this.#client.send(command));
      this.#scope.wrote(answer.ConsumedCapacity);
      rest = answer.UnprocessedItems?.[this.#table] ?? [];
    }
  }
}

/** Splits a list into lists of at most `size`. */
export function chunk<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}

function nameOf({ pk, sk }: Key): string {
  return `${pk}\n${sk}`;
}
