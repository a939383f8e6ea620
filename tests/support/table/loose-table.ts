import { setTimeout as sleep } from 'node:timers/promises';
import { BatchGetCommand, type BatchGetCommandInput } from '@aws-sdk/lib-dynamodb';
import { Random } from '../../../lib/domain/values/random.ts';
import { openClient, type TableClient, type TableSettings } from '../../../lib/table/client.ts';
import type { Key } from '../../../tables/keys.ts';
import { addLayer, makeTableFault, type Next, type TableOperation } from './layer.ts';
import { type Image, ImageTrail } from './loose-images.ts';
import {
  type BatchReadInput,
  type BatchWriteInput,
  type Item,
  inputKey,
  makeKeyTest,
  type RangeInput,
  type RangeOutput,
  type SingleInput,
  sortItems,
  type TransactionInput,
  toKeyText,
  transactionKeys,
} from './loose-input.ts';

/** How loosely a table isolates its transactions. Each time is drawn at random, from 0 to the maximum. */
export interface Looseness {
  readonly seed: number;
  /** The time in milliseconds that every call takes to arrive. */
  readonly callMs?: () => number;
  /** The maximum time from the arrival of a transaction until it is applied. */
  readonly inFlightMs?: number;
  /** The maximum time from its application until one of its items becomes visible. Each item has its own time. */
  readonly spreadMs?: number;
  /** The time for which an inconsistent read may still see the state of an item before its change. */
  readonly staleMs?: number;
  /** The time until the item with this key becomes visible, instead of a random one up to `spreadMs`. */
  readonly delayMs?: (key: Key) => number;
}

/** How often the looseness of a table had an effect on its callers. */
export interface LooseCounts {
  /** Calls that were refused because a transaction was changing the same item. */
  conflicts: number;
  /** Transactions that were applied. */
  transactions: number;
  /** Items that a read saw in the state before a transaction that had already been applied. */
  oldImages: number;
  /** Items that an inconsistent read saw in an older state than the visible one. */
  staleImages: number;
}

const TIMES = { inFlightMs: 8, spreadMs: 8, staleMs: 40 };
/** The share of items that an inconsistent read sees in an older state. */
const STALE_SHARE = 0.5;
const CONFLICT = 'Transaction is ongoing for the item';

/**
 * DynamoDB's isolation, as a layer before the embedded table, whose own isolation is stricter. A transaction holds its items
 * while it runs: another write of one of them is refused with TransactionConflict. After it has been applied, each of
 * its items becomes visible and free at a moment of its own, and the writer is answered only after the last one. So a
 * concurrent read of several items may see some of them in their former state. All clients that use one layer are
 * callers of one table.
 */
export class LooseTable {
  readonly counts: LooseCounts = { conflicts: 0, transactions: 0, oldImages: 0, staleImages: 0 };
  readonly #random: Random;
  readonly #times: typeof TIMES;
  readonly #delayMs: Looseness['delayMs'];
  readonly #callMs: () => number;
  readonly #table: string;
  readonly #plain: TableClient;
  /** The items of running transactions. */
  readonly #heldKeys = new Set<string>();
  /** Items that a single write is changing. A transaction waits for it. */
  readonly #runningWrites = new Map<string, Promise<unknown>>();
  /** The states that readers see of items that a transaction is changing. */
  readonly #earlierImages = new Map<string, Image>();
  readonly #trail: ImageTrail;

  constructor(settings: TableSettings, looseness: Looseness) {
    const { seed, delayMs, callMs = () => 0, ...times } = looseness;
    this.#random = new Random(seed);
    this.#times = { ...TIMES, ...times };
    this.#delayMs = delayMs;
    this.#callMs = callMs;
    this.#table = settings.table;
    this.#plain = openClient(settings);
    this.#trail = new ImageTrail(this.#times.staleMs);
  }

  /** The number of items whose locks, running writes or earlier images the table holds in memory. */
  get rememberedCount(): number {
    return (
      new Set([...this.#heldKeys, ...this.#runningWrites.keys(), ...this.#earlierImages.keys()]).size + this.#trail.size
    );
  }

  /** Adds the layer to a client of the service, inside of layers that watch it or inject faults. */
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
        return this.#readTransaction(input as TransactionInput, next);
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
    const { keys, notOnlyChecked } = transactionKeys(input);
    this.#requireFree(keys);
    const keyTexts = keys.map(toKeyText);
    for (const keyText of keyTexts) this.#heldKeys.add(keyText);
    let answer: object;
    let images: readonly Image[];
    try {
      await Promise.all(keyTexts.map((keyText) => this.#runningWrites.get(keyText)));
      images = await this.#readImages(notOnlyChecked);
      for (const image of images) this.#earlierImages.set(toKeyText(image.key), image);
      await this.#pause(this.#times.inFlightMs);
      answer = await next(input);
    } catch (fault) {
      // The transaction is over, whether or not it was applied: after a lost answer nobody knows.
      for (const keyText of keyTexts) this.#release(keyText);
      throw fault;
    }
    this.counts.transactions += 1;
    await Promise.all(keys.map((key) => this.#becomeVisible(key)));
    return answer;
  }

  /**
   * Requires that no running transaction holds these keys.
   * @throws TransactionCanceledException with a reason for each action, in their order.
   */
  #requireFree(keys: readonly Key[]): void {
    const reasons = keys.map((key) =>
      this.#heldKeys.has(toKeyText(key)) ? { Code: 'TransactionConflict', Message: CONFLICT } : { Code: 'None' },
    );
    const codes = reasons.map(({ Code }) => Code);
    if (!codes.includes('TransactionConflict')) return;
    this.counts.conflicts += 1;
    throw makeTableFault('TransactionCanceledException', {
      message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`,
      reasons,
    });
  }

  async #readImages(keys: readonly Key[]): Promise<Image[]> {
    if (keys.length === 0) return [];
    const request = { [this.#table]: { Keys: keys.map(({ pk, sk }) => ({ pk, sk })), ConsistentRead: true } };
    const itemByKey = new Map<string, Item>();
    let nextRequest: typeof request | undefined = request;
    while (nextRequest) {
      const { Responses, UnprocessedKeys } = await this.#readPlain(nextRequest);
      for (const item of (Responses?.[this.#table] ?? []) as Item[]) itemByKey.set(toKeyText(item), item);
      const unread = (UnprocessedKeys?.[this.#table]?.Keys ?? []) as { pk: string; sk: string }[];
      nextRequest = unread.length > 0 ? { [this.#table]: { Keys: unread, ConsistentRead: true } } : undefined;
    }
    return keys.map((key) => ({ key, item: itemByKey.get(toKeyText(key)) }));
  }

  #readPlain(RequestItems: BatchGetCommandInput['RequestItems']) {
    return this.#plain.send(new BatchGetCommand({ RequestItems }));
  }

  async #becomeVisible(key: Key): Promise<void> {
    const delayMs = this.#delayMs?.(key);
    if (delayMs === undefined) await this.#pause(this.#times.spreadMs);
    else if (delayMs > 0) await sleep(delayMs);
    this.#release(toKeyText(key));
  }

  #release(keyText: string): void {
    const image = this.#earlierImages.get(keyText);
    if (image) this.#trail.add(image);
    this.#earlierImages.delete(keyText);
    this.#heldKeys.delete(keyText);
  }

  async #writeOne(key: Key, send: () => Promise<object>): Promise<object> {
    const keyText = toKeyText(key);
    if (this.#heldKeys.has(keyText)) {
      this.counts.conflicts += 1;
      throw makeTableFault('TransactionConflictException', { message: CONFLICT });
    }
    return this.#writeSerially([key], send);
  }

  /** Sends a change of these keys after the running changes of the same items. */
  async #writeSerially(keys: readonly Key[], send: () => Promise<object>): Promise<object> {
    const keyTexts = keys.map(toKeyText);
    const earlierWrites = Promise.all(keyTexts.map((keyText) => this.#runningWrites.get(keyText)));
    const change = earlierWrites.then(async () => {
      const images = await this.#readImages(keys);
      const answer = await send();
      for (const image of images) this.#trail.add(image);
      return answer;
    });
    const ended = change.then(
      () => {},
      () => {},
    );
    for (const keyText of keyTexts) this.#runningWrites.set(keyText, ended);
    try {
      return await change;
    } finally {
      for (const keyText of keyTexts)
        if (this.#runningWrites.get(keyText) === ended) this.#runningWrites.delete(keyText);
    }
  }

  /** Writes a batch. Items of a running transaction stay unprocessed. */
  async #writeBatch(input: BatchWriteInput, next: Next): Promise<object> {
    const requests = input.RequestItems[this.#table] ?? [];
    const isHeld = (request: (typeof requests)[number]) => this.#heldKeys.has(toKeyText(requestKey(request)));
    const refused = requests.filter(isHeld);
    const free = requests.filter((request) => !isHeld(request));
    this.counts.conflicts += refused.length;
    if (free.length === 0) return { UnprocessedItems: { [this.#table]: refused } };
    const answer = await this.#writeSerially(free.map(requestKey), () =>
      next({ ...input, RequestItems: { [this.#table]: free } }),
    );
    if (refused.length === 0) return answer;
    const { UnprocessedItems } = answer as { UnprocessedItems?: Readonly<Record<string, typeof requests>> };
    const unwritten = [...(UnprocessedItems?.[this.#table] ?? []), ...refused];
    return { ...answer, UnprocessedItems: { [this.#table]: unwritten } };
  }

  /** A reading transaction sees one moment, or is cancelled. */
  async #readTransaction(input: TransactionInput, next: Next): Promise<object> {
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
    const { Item: _, ...withoutItem } = answer as { Item?: Item };
    return { ...withoutItem, ...(image.item ? { Item: image.item } : {}) };
  }

  async #readBatch(input: BatchReadInput, next: Next): Promise<object> {
    const { Keys = [], ConsistentRead = false } = input.RequestItems[this.#table] ?? {};
    const output = (await next(input)) as {
      Responses?: Readonly<Record<string, Item[]>>;
      UnprocessedKeys?: Readonly<Record<string, { readonly Keys?: readonly Key[] }>>;
    };
    const unreadKeys = new Set((output.UnprocessedKeys?.[this.#table]?.Keys ?? []).map(toKeyText));
    const images = Keys.filter((key) => !unreadKeys.has(toKeyText(key))).flatMap(
      (key) => this.#findImage(key, ConsistentRead) ?? [],
    );
    const items = overlay(output.Responses?.[this.#table] ?? [], images);
    return { ...output, Responses: { ...output.Responses, [this.#table]: items } };
  }

  async #readRange(input: RangeInput, next: Next): Promise<object> {
    const output = (await next(input)) as RangeOutput;
    const { Items: stored = [], LastEvaluatedKey } = output;
    const isCovered = makeKeyTest(input, output);
    const readKeys = new Set(stored.map(toKeyText));
    const candidates = [...this.#earlierImages.values(), ...this.#trail.list()].map(({ key }) => key);
    const keys = [...new Map(candidates.map((key) => [toKeyText(key), key])).values()];
    const images = keys
      .filter((key) => readKeys.has(toKeyText(key)) || isCovered(key))
      .flatMap((key) => this.#findImage(key, input.ConsistentRead === true) ?? []);
    const all = sortItems(overlay(stored, images), input);
    const items = all.slice(0, input.Limit ?? all.length);
    const last = items.at(-1);
    const isCut = items.length < all.length && last !== undefined;
    const lastKey = isCut ? { pk: last.pk, sk: last.sk } : LastEvaluatedKey;
    return { ...output, Items: items, Count: items.length, LastEvaluatedKey: lastKey };
  }

  /** Returns the state that a reader sees instead of the item in the table, if any. */
  #findImage(key: Key, isConsistent: boolean): Image | undefined {
    const keyText = toKeyText(key);
    const image = this.#earlierImages.get(keyText);
    if (image) {
      this.counts.oldImages += 1;
      return image;
    }
    if (isConsistent || !this.#random.happens(STALE_SHARE)) return undefined;
    const staleImage = this.#trail.find(keyText);
    if (staleImage) this.counts.staleImages += 1;
    return staleImage;
  }

  async #pause(maxMs: number): Promise<void> {
    const ms = this.#random.fraction() * maxMs;
    if (maxMs > 0) await sleep(ms);
  }
}

function requestKey({ PutRequest, DeleteRequest }: { PutRequest?: SingleInput; DeleteRequest?: SingleInput }): Key {
  return inputKey(PutRequest ?? DeleteRequest ?? {});
}

/** Replaces some of the items by their former states. */
function overlay(items: readonly Item[], images: readonly Image[]): Item[] {
  const itemByKey = new Map(items.map((item) => [toKeyText(item), item]));
  for (const { key, item } of images) {
    if (item) itemByKey.set(toKeyText(key), item);
    else itemByKey.delete(toKeyText(key));
  }
  return [...itemByKey.values()];
}
