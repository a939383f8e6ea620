import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { Key } from '../../tables/keys.ts';
import { AppError } from '../errors.ts';
import { isConditionFailure, isConflict, isThrottling, LostRace, RETRY_AFTER_S, translateFault } from './faults.ts';
import { type Item, LOST_RACE, type Step, toExpressions, type Update } from './steps.ts';

/** Most keys of one BatchGetItem, and of one BatchWriteItem. */
const BATCH_GET_MAX = 100;
const BATCH_WRITE_MAX = 25;
/** How long a lost race or an unprocessed rest is tried again before the caller is told. */
const RETRY_TIME_MS = 6000;
const FIRST_WAIT_MS = 25;
const LONGEST_WAIT_MS = 800;

/** Which items of a partition a query reads. */
export interface Range {
  readonly prefix?: string;
  /** First and last sort key, both included. */
  readonly between?: readonly [string, string];
  readonly descending?: boolean;
  /** Most items to read; absent: all. */
  readonly limit?: number;
}

/** The table, in the words of its access: every read is consistent, every fault an `AppError`. */
export class Database {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** The items of the keys in the keys' order, `undefined` where there is none. */
  async getMany(keys: readonly Key[]): Promise<(Item | undefined)[]> {
    const found = new Map<string, Item>();
    const distinct = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
    await Promise.all(chunk(distinct, BATCH_GET_MAX).map((batch) => this.#getBatch(batch, found)));
    return keys.map((key) => found.get(nameOf(key)));
  }

  /** The item of the key, `undefined` where there is none. */
  async get(key: Key): Promise<Item | undefined> {
    const [item] = await this.getMany([key]);
    return item;
  }

  /** The items of a partition in the order of their sort keys. */
  async query(pk: string, range: Range = {}): Promise<Item[]> {
    const items: Item[] = [];
    let from: Record<string, unknown> | undefined;
    do {
      const page = await settle(() =>
        this.#client.send(new QueryCommand(this.#toQuery(pk, range, items.length, from))),
      );
      items.push(...((page.Items ?? []) as Item[]));
      from = page.LastEvaluatedKey;
    } while (from && items.length < (range.limit ?? Number.POSITIVE_INFINITY));
    return items;
  }

  #toQuery(pk: string, range: Range, read: number, from: Record<string, unknown> | undefined) {
    const { descending = false, limit } = range;
    const sortKey = sortKeyCondition(range);
    return {
      TableName: this.#table,
      ConsistentRead: true,
      KeyConditionExpression: `pk = :pk${sortKey.expression}`,
      ExpressionAttributeValues: { ':pk': pk, ...sortKey.values },
      ScanIndexForward: !descending,
      ...(limit === undefined ? {} : { Limit: limit - read }),
      ...(from ? { ExclusiveStartKey: from } : {}),
    };
  }

  /**
   * Writes all steps or none, at most 100 of them.
   * @throws AppError with the reason of the first step whose condition failed; `LostRace` where reading again helps.
   */
  async write(steps: readonly Step[]): Promise<void> {
    const command = new TransactWriteCommand({
      TransactItems: steps.map((step) => step.action(this.#table)),
      ClientRequestToken: randomUUID(),
    });
    try {
      await this.#client.send(command);
    } catch (fault) {
      throw fault instanceof TransactionCanceledException ? explainCancellation(fault, steps) : translateFault(fault);
    }
  }

  /** Changes one item in place; false where its condition does not hold. */
  async update(key: Key, change: Update): Promise<boolean> {
    const command = new UpdateCommand({ TableName: this.#table, Key: key, ...toExpressions(change) });
    return conditional(settle(() => this.#client.send(command)));
  }

  /** Removes an item while an attribute has a value; false where it has not. */
  async removeIf(key: Key, name: string, value: unknown): Promise<boolean> {
    const command = new DeleteCommand({
      TableName: this.#table,
      Key: key,
      ConditionExpression: '#name = :value',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value },
    });
    return conditional(settle(() => this.#client.send(command)));
  }

  /** Removes the items of the keys; absent ones do not matter. */
  async removeMany(keys: readonly Key[]): Promise<void> {
    for (const batch of chunk(keys, BATCH_WRITE_MAX)) {
      await this.#writeBatch(batch.map((key) => ({ DeleteRequest: { Key: { pk: key.pk, sk: key.sk } } })));
    }
  }

  /**
   * Repeats an attempt that reads and then writes while others change what it read.
   * @throws AppError `changed_meanwhile` where it keeps losing, `unavailable` where it keeps being throttled.
   */
  async retryLostRaces<T>(attempt: () => Promise<T>): Promise<T> {
    const deadline = Date.now() + RETRY_TIME_MS;
    for (let tries = 0; ; tries++) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof LostRace)) throw error;
        if (Date.now() > deadline) throw error;
        await waitWithJitter(tries);
      }
    }
  }

  async #getBatch(keys: readonly Key[], found: Map<string, Item>): Promise<void> {
    let rest: Record<string, unknown>[] = keys.map((key) => ({ ...key }));
    const deadline = Date.now() + RETRY_TIME_MS;
    for (let tries = 0; rest.length > 0; tries++) {
      if (tries > 0) await waitForRest(tries, deadline);
      const request = { [this.#table]: { Keys: rest, ConsistentRead: true } };
      const answer = await settle(() => this.#client.send(new BatchGetCommand({ RequestItems: request })));
      for (const item of (answer.Responses?.[this.#table] ?? []) as Item[]) found.set(nameOf(item), item);
      rest = answer.UnprocessedKeys?.[this.#table]?.Keys ?? [];
    }
  }

  async #writeBatch(requests: Record<string, unknown>[]): Promise<void> {
    let rest = requests;
    const deadline = Date.now() + RETRY_TIME_MS;
    for (let tries = 0; rest.length > 0; tries++) {
      if (tries > 0) await waitForRest(tries, deadline);
      const command = new BatchWriteCommand({ RequestItems: { [this.#table]: rest } });
      const answer = await settle(() => this.#client.send(command));
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

function sortKeyCondition({ prefix, between }: Range): { expression: string; values: Record<string, string> } {
  if (between) {
    return { expression: ' AND sk BETWEEN :first AND :last', values: { ':first': between[0], ':last': between[1] } };
  }
  return prefix === undefined
    ? { expression: '', values: {} }
    : { expression: ' AND begins_with(sk, :prefix)', values: { ':prefix': prefix } };
}

function explainCancellation(fault: TransactionCanceledException, steps: readonly Step[]): Error {
  const codes = (fault.CancellationReasons ?? []).map((reason) => reason.Code ?? 'None');
  const failed = steps.filter((_, index) => codes[index] === 'ConditionalCheckFailed');
  for (const { otherwise } of failed) {
    if (otherwise !== LOST_RACE) return new AppError(otherwise, { cause: fault });
  }
  if (failed.length > 0 || codes.includes('TransactionConflict')) return new LostRace('changed_meanwhile', fault);
  return codes.some(isThrottling) ? new LostRace('unavailable', fault) : fault;
}

/**
 * The answer of a single call, repeated while a transaction is changing its item.
 * @throws its fault, translated.
 */
async function settle<T>(call: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + RETRY_TIME_MS;
  for (let tries = 0; ; tries++) {
    try {
      return await call();
    } catch (fault) {
      if (!isConflict(fault)) throw translateFault(fault);
      if (Date.now() > deadline) throw new AppError('unavailable', { retryAfter: RETRY_AFTER_S, cause: fault });
      await waitWithJitter(tries);
    }
  }
}

/** Whether a conditional call has done something; false where its condition did not hold. */
async function conditional(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (fault) {
    if (isConditionFailure(fault)) return false;
    throw fault;
  }
}

async function waitForRest(tries: number, deadline: number): Promise<void> {
  if (Date.now() > deadline) throw new AppError('unavailable', { retryAfter: RETRY_AFTER_S });
  await waitWithJitter(tries);
}

/** Full jitter: any time up to an exponentially growing bound. */
async function waitWithJitter(tries: number): Promise<void> {
  await sleep(Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries));
}

function nameOf({ pk, sk }: Key): string {
  return `${pk}\n${sk}`;
}
