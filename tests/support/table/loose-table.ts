import { setTimeout as sleep } from 'node:timers/promises';
import { BatchGetCommand, type BatchGetCommandInput } from '@aws-sdk/lib-dynamodb';
import { Random } from '../../../lib/domain/values/random.ts';
import { openClient, type TableClient, type TableSettings } from '../../../lib/table/client.ts';
import type { Key } from '../../../tables/keys.ts';
import { addLayer, faultNamed, type Next, type TableOperation } from './layer.ts';
import { type Image, ImageTrail } from './loose-images.ts';
import {
  type BatchReadInput,
  type BatchWriteInput,
  type Item,
  inOrder,
  inputKey,
  keyText,
  makeWindow,
  type RangeInput,
  type RangeOutput,
  type SingleInput,
  type TransactionInput,
  transactionKeys,
} from './loose-input.ts';

/** How loose a table is. Each time is drawn at random, from 0 to the longest. */
export interface Looseness {
  readonly seed: number;
  /** How long every call takes to arrive, in milliseconds. */
  readonly callMs?: () => number;
  /** The longest time from a transaction's arrival until it is applied. */
  readonly inFlightMs?: number;
  /** The longest time from there until an item of it becomes visible. Each item has its own. */
  readonly apartMs?: number;
  /** How long an inconsistent read may still see the state of an item before its change. */
  readonly staleMs?: number;
  /** How long after its transaction an item becomes visible, instead of a random time. */
  readonly lateMs?: (key: Key) => number;
}

/** What a loose table has done to its callers. */
export interface LooseDeeds {
  /** Calls that were refused because a transaction was changing the same item. */
  conflicts: number;
  /** Transactions that were applied. */
  transactions: number;
  /** Items that a read saw in the state before a transaction that had already been applied. */
  oldImages: number;
  /** Items that an inconsistent read saw in an older state than the visible one. */
  staleImages: number;
}

const TIMES = { inFlightMs: 8, apartMs: 8, staleMs: 40 };
/** The share of items that an inconsistent read sees in an older state. */
const STALE = 0.5;
const CONFLICT = 'Transaction is ongoing for the item';

/**
 * DynamoDB's isolation, as a layer before the embedded table, which has stricter one. A transaction holds its items
 * while it runs: another write of one of them is refused with TransactionConflict. After it has been applied, each of
 * its items becomes visible and free at a moment of its own, and the writer is answered only after the last one. So a
 * read of several items beside it may see some of them in their former state. All clients that use one layer are
 * callers of one table.
 */
export class LooseTable {
  readonly done: LooseDeeds = { conflicts: 0, transactions: 0, oldImages: 0, staleImages: 0 };
  readonly #random: Random;
  readonly #times: typeof TIMES;
  readonly #lateMs: Looseness['lateMs'];
  readonly #callMs: () => number;
  readonly #table: string;
  readonly #plain: TableClient;
  /** The items of running transactions. */
  readonly #held = new Set<string>();
  /** Items that a single write is changing. A transaction waits for it. */
  readonly #changing = new Map<string, Promise<unknown>>();
  /** What readers see of items that a transaction is changing. */
  readonly #before = new Map<string, Image>();
  readonly #trail: ImageTrail;

  constructor(place: TableSettings, how: Looseness) {
    const { seed, lateMs, callMs = () => 0, ...times } = how;
    this.#random = new Random(seed);
    this.#times = { ...TIMES, ...times };
    this.#lateMs = lateMs;
    this.#callMs = callMs;
    this.#table = place.table;
    this.#plain = openClient(place);
    this.#trail = new ImageTrail(this.#times.staleMs);
  }

  /** The number of items of which it remembers something. */
  get remembered(): number {
    return new Set([...this.#held, ...this.#changing.keys(), ...this.#before.keys()]).size + this.#trail.size;
  }

  /** Hooks into a client of the service, inside of layers that watch it or inject faults. */
  observe(client: TableClient): void {
    addLayer(client, (operation, input, next) => this.#handle(operation, input, next));
  }

  async #handle(operation: TableOperation, input: object, next: Next): Promise<object> {
    const callMs = this.#callMs();
    if (callMs > 0) await sleep(callMs);
    switch (operation) {
      case 'TransactWriteItems':
        return this.#transact(input as TransactionInput, next);
      case 'TransactGetItems':
        return this.#readTogether(input as TransactionInput, next);
      case 'PutItem':
      case 'UpdateItem':
      case 'DeleteItem':
        return this.#writeOne(inputKey(input as SingleInput), () => next(input));
      case 'BatchWriteItem':
        return this.#writeBatch(input as BatchWriteInput, next);
      case 'GetItem':
        return this.#readOne(input as SingleInput, next);
      case 'BatchGetItem':
        return this.#readBatch(input as BatchReadInput, next);
      case 'Query':
      case 'Scan':
        return this.#readRange(input as RangeInput, next);
      default:
        return next(input);
    }
  }

  async #transact(input: TransactionInput, next: Next): Promise<object> {
    const { keys, written } = transactionKeys(input);
    this.#requireFree(keys);
    const names = keys.map(keyText);
    for (const name of names) this.#held.add(name);
    let answer: object;
    let images: readonly Image[];
    try {
      await Promise.all(names.map((name) => this.#changing.get(name)));
      images = await this.#readImages(written);
      for (const image of images) this.#before.set(keyText(image.key), image);
      await this.#pause(this.#times.inFlightMs);
      answer = await next(input);
    } catch (fault) {
      // Whether it was applied or not, it is over now: after a lost answer nobody knows when.
      for (const name of names) this.#release(name);
      throw fault;
    }
    this.done.transactions += 1;
    await Promise.all(keys.map((key) => this.#becomeVisible(key)));
    return answer;
  }

  /**
   * Demands that no running transaction holds these keys.
   * @throws TransactionCanceledException that names them, in the order of the actions.
   */
  #requireFree(keys: readonly Key[]): void {
    const reasons = keys.map((key) =>
      this.#held.has(keyText(key)) ? { Code: 'TransactionConflict', Message: CONFLICT } : { Code: 'None' },
    );
    const codes = reasons.map(({ Code }) => Code);
    if (!codes.includes('TransactionConflict')) return;
    this.done.conflicts += 1;
    throw faultNamed('TransactionCanceledException', {
      message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`,
      reasons,
    });
  }

  async #readImages(keys: readonly Key[]): Promise<Image[]> {
    if (keys.length === 0) return [];
    const request = { [this.#table]: { Keys: keys.map(({ pk, sk }) => ({ pk, sk })), ConsistentRead: true } };
    const found = new Map<string, Item>();
    let rest: typeof request | undefined = request;
    while (rest) {
      const { Responses, UnprocessedKeys } = await this.#readPlain(rest);
      for (const item of (Responses?.[this.#table] ?? []) as Item[]) found.set(keyText(item), item);
      const left = (UnprocessedKeys?.[this.#table]?.Keys ?? []) as { pk: string; sk: string }[];
      rest = left.length > 0 ? { [this.#table]: { Keys: left, ConsistentRead: true } } : undefined;
    }
    return keys.map((key) => ({ key, item: found.get(keyText(key)) }));
  }

  #readPlain(RequestItems: BatchGetCommandInput['RequestItems']) {
    return this.#plain.send(new BatchGetCommand({ RequestItems }));
  }

  async #becomeVisible(key: Key): Promise<void> {
    const lateMs = this.#lateMs?.(key);
    if (lateMs === undefined) await this.#pause(this.#times.apartMs);
    else if (lateMs > 0) await sleep(lateMs);
    this.#release(keyText(key));
  }

  #release(name: string): void {
    const image = this.#before.get(name);
    if (image) this.#trail.leave(image);
    this.#before.delete(name);
    this.#held.delete(name);
  }

  async #writeOne(key: Key, send: () => Promise<object>): Promise<object> {
    const name = keyText(key);
    if (this.#held.has(name)) {
      this.done.conflicts += 1;
      throw faultNamed('TransactionConflictException', { message: CONFLICT });
    }
    return this.#serially([key], send);
  }

  /** Sends a change of these keys after the running changes of the same items. */
  async #serially(keys: readonly Key[], send: () => Promise<object>): Promise<object> {
    const names = keys.map(keyText);
    const before = Promise.all(names.map((name) => this.#changing.get(name)));
    const change = before.then(async () => {
      const images = await this.#readImages(keys);
      const answer = await send();
      for (const image of images) this.#trail.leave(image);
      return answer;
    });
    const over = change.then(
      () => {},
      () => {},
    );
    for (const name of names) this.#changing.set(name, over);
    try {
      return await change;
    } finally {
      for (const name of names) if (this.#changing.get(name) === over) this.#changing.delete(name);
    }
  }

  /** Writes a batch. Items of a running transaction stay unprocessed. */
  async #writeBatch(input: BatchWriteInput, next: Next): Promise<object> {
    const requests = input.RequestItems[this.#table] ?? [];
    const isHeld = (one: (typeof requests)[number]) => this.#held.has(keyText(keyOfRequest(one)));
    const refused = requests.filter(isHeld);
    const free = requests.filter((one) => !isHeld(one));
    this.done.conflicts += refused.length;
    const rest = { [this.#table]: refused };
    if (free.length === 0) return { UnprocessedItems: rest };
    const answer = await this.#serially(free.map(keyOfRequest), () =>
      next({ ...input, RequestItems: { [this.#table]: free } }),
    );
    if (refused.length === 0) return answer;
    const { UnprocessedItems } = answer as { UnprocessedItems?: Readonly<Record<string, typeof requests>> };
    const left = [...(UnprocessedItems?.[this.#table] ?? []), ...refused];
    return { ...answer, UnprocessedItems: { [this.#table]: left } };
  }

  /** A reading transaction sees one moment, or is cancelled. */
  async #readTogether(input: TransactionInput, next: Next): Promise<object> {
    const { keys } = transactionKeys(input);
    this.#requireFree(keys);
    const answer = await next(input);
    this.#requireFree(keys);
    return answer;
  }

  async #readOne(input: SingleInput, next: Next): Promise<object> {
    const answer = await next(input);
    const image = this.#findImage(inputKey(input), input.ConsistentRead === true);
    if (!image) return answer;
    const { Item: _, ...rest } = answer as { Item?: Item };
    return { ...rest, ...(image.item ? { Item: image.item } : {}) };
  }

  async #readBatch(input: BatchReadInput, next: Next): Promise<object> {
    const { Keys = [], ConsistentRead = false } = input.RequestItems[this.#table] ?? {};
    const output = (await next(input)) as {
      Responses?: Readonly<Record<string, Item[]>>;
      UnprocessedKeys?: Readonly<Record<string, { readonly Keys?: readonly Key[] }>>;
    };
    const left = new Set((output.UnprocessedKeys?.[this.#table]?.Keys ?? []).map(keyText));
    const images = Keys.filter((key) => !left.has(keyText(key))).flatMap(
      (key) => this.#findImage(key, ConsistentRead) ?? [],
    );
    const items = overlay(output.Responses?.[this.#table] ?? [], images);
    return { ...output, Responses: { ...output.Responses, [this.#table]: items } };
  }

  async #readRange(input: RangeInput, next: Next): Promise<object> {
    const output = (await next(input)) as RangeOutput;
    const { Items: read = [], LastEvaluatedKey } = output;
    const isCovered = makeWindow(input, output);
    const known = new Set(read.map(keyText));
    const candidates = [...this.#before.values(), ...this.#trail.all()].map(({ key }) => key);
    const keys = [...new Map(candidates.map((key) => [keyText(key), key])).values()];
    const images = keys
      .filter((key) => known.has(keyText(key)) || isCovered(key))
      .flatMap((key) => this.#findImage(key, input.ConsistentRead === true) ?? []);
    const all = inOrder(overlay(read, images), input);
    const items = all.slice(0, input.Limit ?? all.length);
    const last = items.at(-1);
    const isCut = items.length < all.length && last !== undefined;
    const from = isCut ? { pk: last.pk, sk: last.sk } : LastEvaluatedKey;
    return { ...output, Items: items, Count: items.length, LastEvaluatedKey: from };
  }

  /** What a reader sees instead of the item in the table. */
  #findImage(key: Key, isConsistent: boolean): Image | undefined {
    const name = keyText(key);
    const image = this.#before.get(name);
    if (image) {
      this.done.oldImages += 1;
      return image;
    }
    if (isConsistent || !this.#random.chance(STALE)) return undefined;
    const stale = this.#trail.find(name);
    if (stale) this.done.staleImages += 1;
    return stale;
  }

  async #pause(longestMs: number): Promise<void> {
    const ms = this.#random.fraction() * longestMs;
    if (longestMs > 0) await sleep(ms);
  }
}

function keyOfRequest({ PutRequest, DeleteRequest }: { PutRequest?: SingleInput; DeleteRequest?: SingleInput }): Key {
  return inputKey(PutRequest ?? DeleteRequest ?? {});
}

/** The items, some of them in their former state. */
function overlay(items: readonly Item[], images: readonly Image[]): Item[] {
  const byName = new Map(items.map((item) => [keyText(item), item]));
  for (const { key, item } of images) {
    if (item) byName.set(keyText(key), item);
    else byName.delete(keyText(key));
  }
  return [...byName.values()];
}
