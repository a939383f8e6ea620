import { keysElsewhere, stepsElsewhere } from '../../lib/store/nouns.ts';
import {
  type AnyCollection,
  type CollectionRow,
  nowInSeconds,
  parseHead,
  toStoredRow,
} from '../../lib/table/collection/collection.ts';
import type { Database } from '../../lib/table/database.ts';
import { LostRace } from '../../lib/table/faults.ts';
import { type Item, insert, put, type Step } from '../../lib/table/steps.ts';
import { identifyKey } from '../../tables/item-kinds.ts';
import { blockNumber, headKey, type Key, rowKey } from '../../tables/keys.ts';
import { replaceHead } from '../doctor/collections.ts';
import { Problem } from '../start/problem.ts';

/** Two tables, and the unit that is brought back from one to the other. */
export interface Returning {
  /** The stage's own table. */
  readonly db: Database;
  /** An earlier state of it. */
  readonly source: Database;
  readonly unit: number;
  /** Whether the unit itself was deleted. Then nobody works in it until all is there. */
  readonly isWhole: boolean;
}

/** What of one noun comes back. */
export interface Share {
  readonly noun: string;
  readonly missing: number;
  /** How many the stage's own table has. */
  readonly there: number;
  /** What cannot come back, and why. */
  readonly refused?: readonly string[];
  /** Whether it comes back when the unit is open again, as the service's own calls would do it. */
  readonly isLast?: boolean;
  /**
   * Writes what is missing. Each transaction has the step `guard`, which fails where the unit is deleted meanwhile;
   * `onDone` is told how many are done.
   */
  readonly bringBack: (guard: Step, onDone: (count: number) => void) => Promise<void>;
}

/** What fits into one transaction: actions beside a guard, a head and an entry of the log, and bytes. */
const [MOST_ACTIONS, MOST_BYTES] = [80, 2_500_000];
/** Sorts after every other character. */
const LAST = '\u{10FFFF}';

/**
 * The members of a collection that are missing, with all that belongs to them: parts beside them, rows, the head, and
 * what lies in other partitions.
 * @throws Problem where the other table is no earlier state of this one.
 */
export async function planMembers(between: Returning, collection: AnyCollection): Promise<Share> {
  const { db, source, isWhole } = between;
  const { partition, memberPrefix: prefix = '', kind } = collection;
  const is = new Set((await db.query(partition, { prefix })).map(({ sk }) => sk));
  const missing = (await source.query(partition, { prefix })).filter(({ sk }) => !is.has(sk));
  const numbers = new Set(missing.map((item) => toStoredRow(collection, item)?.number ?? 0));
  const { next } = parseHead(await db.get(headKey(partition)));
  const unknown = [...numbers].find((number) => number >= next);
  if (!isWhole && unknown !== undefined)
    throw new Problem(`The other table is no earlier state of this one, which never had a ${kind} ${unknown}`);
  const bringBack: Share['bringBack'] = async (guard, onDone) => {
    await db.retryLostRaces(() => beginHead(between, partition, guard));
    const others = numbers.size > 0 ? await returnParts(between, collection, numbers, guard) : [];
    // Itself and its row, perhaps another item, and each place elsewhere with a head.
    for (const some of batchesOfItems(missing, (item) => 3 + 2 * keysElsewhere(item).length)) {
      await db.retryLostRaces(() => returnBatch(between, collection, { some, others, guard }));
      onDone(some.length);
    }
  };
  return { noun: kind, missing: missing.length, there: is.size, bringBack };
}

/**
 * Gives a collection that was emptied a head again, so that numbers that were given stay given. Who has kept rows of it
 * kept them under lower versions.
 */
async function beginHead({ db, source }: Returning, partition: string, guard: Step): Promise<void> {
  const [was, is] = await Promise.all([source, db].map((one) => one.get(headKey(partition))));
  if (is || !was) return;
  const { next } = parseHead(was);
  const blocks = { [blockNumber(next)]: [0, Date.now(), nowInSeconds()] };
  await db.write([guard, insert({ ...headKey(partition), next, total: 0, blocks })]);
}

/**
 * Writes the parts of members that lie beside them under their numbers, whatever they are. Nobody finds them before the
 * members are there, so they come first, however many they are. Answers the parts that lie under something else, such as
 * a date; those are few and small.
 */
async function returnParts(
  { db, source }: Returning,
  { partition, kind }: AnyCollection,
  numbers: ReadonlySet<number>,
  guard: Step,
): Promise<Item[]> {
  const others: Item[] = [];
  for (let from = ' '; ; ) {
    const page = await source.query(partition, { between: [from, LAST], isOnePage: true });
    const parts = page.filter((item) => {
      const place = identifyKey(item);
      return place && !['head', 'row', kind].includes(place.kind) && numbers.has(place.number);
    });
    const isNumbered = ({ sk }: Item) => /^[A-Z]+#\d+(?:#|$)/.test(sk);
    others.push(...parts.filter((item) => !isNumbered(item)));
    for (const some of batchesOfItems(parts.filter(isNumbered)))
      await db.retryLostRaces(() => db.write([guard, ...some.map(put)]));
    const last = page.at(-1);
    if (!last) return others;
    from = `${last.sk} `;
  }
}

interface Batch {
  readonly some: readonly Item[];
  readonly others: readonly Item[];
  readonly guard: Step;
}

/** Writes members with their rows, the head, and what else names them, unless they are there. */
async function returnBatch({ db, unit }: Returning, collection: AnyCollection, { some, others, guard }: Batch) {
  const [head, ...found] = await db.getMany([headKey(collection.partition), ...some.map(keyOf)]);
  const absent = some.filter((_, index) => !found[index]);
  if (absent.length === 0) return;
  const numbers = new Set(absent.map((item) => identifyKey(item)?.number));
  await db.write([
    guard,
    ...absent.map((item) => insert(item)),
    ...others.filter((item) => numbers.has(identifyKey(item)?.number)).map(put),
    ...returnRows(collection, absent, head),
    ...(await stepsElsewhere(db, unit, absent)),
  ]);
}

/**
 * The steps that write the rows of members that come back, and the head, which must be as it was read: its blocks get
 * higher versions, so nobody goes on believing rows that he kept.
 */
export function returnRows(collection: AnyCollection, members: readonly Item[], before: Item | undefined): Step[] {
  if (!before) throw new LostRace('changed_meanwhile');
  const { partition } = collection;
  const { next, total, blocks: read } = parseHead(before);
  const rows = members.flatMap((item): CollectionRow | CollectionRow[] => toStoredRow(collection, item) ?? []);
  const blocks = { ...read };
  for (const { number } of rows) {
    const [count, version] = blocks[blockNumber(number)] ?? [0, Date.now()];
    blocks[blockNumber(number)] = [count + 1, version + 1, nowInSeconds()];
  }
  const after = Math.max(next, ...rows.map(({ number }) => number + 1));
  return [
    replaceHead({ ...headKey(partition), next: after, total: total + rows.length, blocks }, before),
    ...(collection.rowKey ? [] : rows.map((row) => put({ ...rowKey(partition, row.number), ...row }))),
  ];
}

/** The key of an item, alone. */
export function keyOf({ pk, sk }: Item): Key {
  return { pk, sk };
}

/** Splits items so that each batch fits into one transaction, where an item takes so many actions. */
export function batchesOfItems(items: readonly Item[], actionsOf: (item: Item) => number = () => 1): Item[][] {
  const batches: Item[][] = [];
  let [actions, bytes] = [0, 0];
  for (const item of items) {
    const [more, size] = [actionsOf(item), bytesOf(item)];
    const isFull = batches.length === 0 || actions + more > MOST_ACTIONS || bytes + size > MOST_BYTES;
    if (isFull) batches.push([]);
    [actions, bytes] = isFull ? [more, size] : [actions + more, bytes + size];
    batches.at(-1)?.push(item);
  }
  return batches;
}

function bytesOf(item: Item): number {
  const sizeOf = (value: unknown) => (value instanceof Uint8Array ? value.length : JSON.stringify(value).length * 3);
  return Object.values(item).reduce((sum: number, value) => sum + sizeOf(value), 0);
}
