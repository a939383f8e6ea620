import * as z from 'zod/mini';
import { codeBucketOf, type Key, unitKey, unitPartition } from '../../../tables/keys.ts';
import { type Kind, placeOf } from '../../../tables/place.ts';
import type { CodeOutcome } from '../../domain/ingredient/named-code.ts';
import type { Quotas } from '../../domain/quota.ts';
import { AppError, type Reason } from '../../errors.ts';
import type { Head } from '../../table/collection/collection.ts';
import type { Database } from '../../table/database.ts';
import { alive, type Item, insert, remove, replace, type Step, update } from '../../table/steps.ts';
import { readDishesHead } from '../dish/dish.ts';
import { readListedCodes } from './ingredient.ts';
import { explainCodes, type Meaning, padToListed } from './sent-code.ts';

/**
 * A bucket of codes, grouped by their value. The values of a unit are packed in buckets, so that an upload of thousands
 * costs little. There are many buckets, so that setting one value costs little, too. The number of codes and their
 * bytes are counted in an item of their own: setting one value reads only its bucket.
 */
export const Bucket = z.object({ version: z.int(), codes: z.record(z.string(), z.array(z.string())) });
type Bucket = z.output<typeof Bucket>;

/** How many codes of a unit have a value, and how many bytes they have. */
export const CodeCount = z.object({ count: z.int(), bytes: z.int() });
type CodeCount = z.output<typeof CodeCount>;

/** The most bytes of the codes in one bucket: twice the average of a full unit. */
const MOST_BUCKET_BYTES = 64 * 1024;

/** From this number of buckets on, all are read by one query: buckets that do not exist cost nothing then. */
const MANY_BUCKETS = 16;

/** What a unit notes about ingredients: for each code one of the values that a bucket may hold. */
export interface CodeBook<Value extends string> {
  readonly Value: z.core.$ZodType<Value>;
  readonly bucketKey: (unit: number, bucket: number) => Key;
  readonly countKey: (unit: number) => Key;
  /** The prefix of the sort keys of all buckets and of the count. */
  readonly prefix: string;
  readonly countKind: Kind;
  /** The buckets of an earlier version of the table; absent where that version had none. */
  readonly earlier?: { readonly prefix: string; readonly kind: Kind };
  readonly quota: keyof Quotas;
  /** The most bytes of all codes together. */
  readonly mostBytes: number;
  /** The reason for which a bucket refuses one more code. */
  readonly tooMany: Reason;
}

/** The value to set for each code; undefined removes the value. */
export type CodeChanges<Value extends string> = ReadonlyMap<string, Value | undefined>;

/** What is needed to read codes as people send them. */
export interface CodeReading {
  /** The head of the catalogue in which the codes are looked up. */
  readonly catalogue: Head;
  /** Makes the failure for two codes that mean the same and have different values. Each comes with the earlier code. */
  readonly refuse?: (conflicts: readonly (readonly [code: string, earlier: string])[]) => AppError;
}

/** A bucket as it was read. */
interface PresentBucket extends Bucket {
  readonly key: Key;
}

/** All values of a unit by ingredient code, ordered by code. */
export async function readCodeBook<Value extends string>(
  book: CodeBook<Value>,
  db: Database,
  unit: number,
): Promise<ReadonlyMap<string, Value>> {
  const { buckets, earlier } = sortOut(await db.query(unitPartition(unit), { prefix: book.prefix }), book);
  return new Map([...collect([...buckets, ...earlier], book)].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Sets and removes values of a unit, all or none. A value that is set already is not counted and costs nothing. With
 * `reading`, each code is taken for what people mean by it; otherwise it is taken as it is.
 * @throws AppError `quota_reached`, the book's `tooMany`, `unit_not_found`, and what `reading` refuses.
 */
export async function changeCodeBook<Value extends string>(
  book: CodeBook<Value>,
  db: Database,
  unit: number,
  sent: CodeChanges<Value>,
  reading?: CodeReading,
): Promise<CodeOutcome> {
  const listed = reading && (await readListedCodes(db, reading.catalogue));
  const unlisted = listed ? [...sent.keys()].filter((code) => !listed.has(code)) : [];
  const padded = listed ? unlisted.flatMap((code) => padToListed(code, listed) ?? []) : [];
  // A code without leading zeros to restore needs no look-up, unless a value is set for it.
  const doubted = unlisted.filter((code) => sent.get(code) !== undefined || (listed && padToListed(code, listed)));
  return db.retryLostRaces(async () => {
    const [{ buckets, earlier }, dishes] = await Promise.all([
      readTouched(db, unit, book, [...sent.keys(), ...padded]),
      doubted.length > 0 ? readDishesHead(db, unit) : undefined,
    ]);
    const before = collect(buckets, book);
    const seen = collect([...buckets, ...earlier], book);
    const meaning = listed && dishes ? await explainCodes(db, unit, doubted, { listed, own: seen, dishes }) : AS_SENT;
    const changes = merge(sent, meaning, reading);
    const changed = [...changes].filter(([code, value]) => seen.get(code) !== value);
    if (changed.length > 0) {
      await db.write([
        alive(unitKey(unit), 'unit_not_found'),
        ...changeSteps(unit, book, buckets, [before, withChanges(seen, changes)], db.quotas[book.quota]),
        ...removeSteps(earlier),
      ]);
    }
    const set = changed.filter(([, value]) => value !== undefined);
    const unknown = set.map(([code]) => code).filter((code) => meaning.unknown.has(code));
    return { set: set.length, removed: changed.length - set.length, unknown };
  });
}

const AS_SENT: Meaning = { meant: new Map(), unknown: new Set() };

/** The changes by the codes that are meant. */
function merge<Value extends string>(
  sent: CodeChanges<Value>,
  { meant }: Meaning,
  reading: CodeReading | undefined,
): CodeChanges<Value> {
  const firstSent = new Map<string, string>();
  const conflicts: [string, string][] = [];
  for (const code of sent.keys()) {
    const earlier = firstSent.get(meant.get(code) ?? code);
    if (earlier === undefined) firstSent.set(meant.get(code) ?? code, code);
    else if (sent.get(earlier) !== sent.get(code)) conflicts.push([code, earlier]);
  }
  if (conflicts.length > 0 && reading?.refuse) throw reading.refuse(conflicts);
  return new Map([...firstSent].map(([code, first]) => [code, sent.get(first)]));
}

function withChanges<Value extends string>(
  seen: ReadonlyMap<string, Value>,
  changes: CodeChanges<Value>,
): ReadonlyMap<string, Value> {
  const after = new Map(seen);
  for (const [code, value] of changes) {
    if (value === undefined) after.delete(code);
    else after.set(code, value);
  }
  return after;
}

/** Moves a unit's values out of the buckets of an earlier version of the table; false where there are none. */
export async function moveEarlierBuckets<Value extends string>(
  book: CodeBook<Value>,
  db: Database,
  unit: number,
): Promise<boolean> {
  return db.retryLostRaces(async () => {
    const { buckets, earlier } = await readTouched(db, unit, book, []);
    if (earlier.length === 0) return false;
    const change = [collect(buckets, book), collect([...buckets, ...earlier], book)] as const;
    // These values exist already, so that moving them adds none.
    const steps = changeSteps(unit, book, buckets, change, Number.MAX_SAFE_INTEGER);
    await db.write([alive(unitKey(unit)), ...steps, ...removeSteps(earlier)]);
    return true;
  });
}

/**
 * Reads the buckets of these codes. Where the unit still has buckets of an earlier version of the table, all buckets
 * are read.
 */
async function readTouched<Value extends string>(
  db: Database,
  unit: number,
  book: CodeBook<Value>,
  codes: readonly string[],
) {
  const numbers = [...new Set(codes.map(codeBucketOf))];
  const readAll = async () => sortOut(await db.query(unitPartition(unit), { prefix: book.prefix }), book);
  if (numbers.length >= MANY_BUCKETS) return readAll();
  const [earlier, touched] = await Promise.all([
    book.earlier ? db.query(unitPartition(unit), { prefix: book.earlier.prefix }) : [],
    db.getMany(numbers.map((number) => book.bucketKey(unit, number))),
  ]);
  return earlier.length > 0
    ? readAll()
    : sortOut(
        touched.filter((item) => item !== undefined),
        book,
      );
}

/**
 * Sorts the buckets into those of today and those of an earlier version of the table. A function of an earlier release
 * may have written the latter after the former.
 */
function sortOut(
  items: readonly Item[],
  { countKind, earlier }: Pick<CodeBook<string>, 'countKind' | 'earlier'>,
): { buckets: readonly PresentBucket[]; earlier: readonly PresentBucket[] } {
  const present = items
    .filter((item) => placeOf(item)?.kind !== countKind)
    .map(({ pk, sk, ...content }) => ({ key: { pk, sk }, ...Bucket.parse(content) }));
  const isEarlier = ({ key }: PresentBucket) => earlier !== undefined && placeOf(key)?.kind === earlier.kind;
  return { buckets: present.filter((one) => !isEarlier(one)), earlier: present.filter(isEarlier) };
}

/** All values in the buckets. Where several buckets have a code, the last one counts. */
function collect<Value extends string>(buckets: readonly Bucket[], { Value }: CodeBook<Value>): Map<string, Value> {
  const found = new Map<string, Value>();
  for (const bucket of buckets) {
    for (const [text, codes] of Object.entries(bucket.codes)) {
      const value = z.safeParse(Value, text);
      if (value.success) for (const code of codes) found.set(code, value.data);
    }
  }
  return found;
}

function removeSteps(buckets: readonly PresentBucket[]): Step[] {
  return buckets.map(({ key, version }) => remove(key, version));
}

type Values = ReadonlyMap<string, string>;

/**
 * The steps that write the changed buckets and the count.
 * @throws AppError `tooMany` of the book, `quota_reached`.
 */
function changeSteps(
  unit: number,
  book: Omit<CodeBook<string>, 'Value'>,
  buckets: readonly PresentBucket[],
  [before, after]: readonly [Values, Values],
  most: number,
): Step[] {
  const present = new Map(buckets.map((bucket) => [bucket.key.sk, bucket]));
  const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
    (code) => before.get(code) !== after.get(code),
  );
  const had = Map.groupBy(before.keys(), codeBucketOf);
  const codes = Map.groupBy(after.keys(), codeBucketOf);
  const steps = [...new Set(differing.map(codeBucketOf))].map((number) => {
    const key = book.bucketKey(unit, number);
    const own = codes.get(number) ?? [];
    const { bytes } = measureCodes(own);
    if (bytes > MOST_BUCKET_BYTES && bytes > measureCodes(had.get(number) ?? []).bytes)
      throw new AppError(book.tooMany);
    return bucketStep(key, present.get(key.sk), own, after);
  });
  return [...steps, ...countSteps(unit, book, [measureCodes(before.keys()), measureCodes(after.keys())], most)];
}

function bucketStep(key: Key, present: Bucket | undefined, own: readonly string[], after: Values): Step {
  const codes = Object.fromEntries(Map.groupBy(own, (code) => after.get(code) ?? ''));
  const item: Key & Bucket = { ...key, version: (present?.version ?? 0) + 1, codes };
  return present ? replace(item, present.version) : insert(item);
}

/** The number of these codes, and their bytes. */
export function measureCodes(codes: Iterable<string>): CodeCount {
  let [count, bytes] = [0, 0];
  for (const code of codes) {
    count += 1;
    bytes += Buffer.byteLength(code) + 1;
  }
  return { count, bytes };
}

/** The steps that change the count. The count is not read before: the table refuses to let it grow beyond the quota. */
function countSteps(
  unit: number,
  { countKey, mostBytes }: Pick<CodeBook<string>, 'countKey' | 'mostBytes'>,
  [before, after]: readonly [CodeCount, CodeCount],
  most: number,
): Step[] {
  const [count, bytes] = [after.count - before.count, after.bytes - before.bytes];
  if (count === 0 && bytes === 0) return [];
  if (count > most || bytes > mostBytes) throw new AppError('quota_reached');
  const rooms = [...(count > 0 ? ['#count <= :countRoom'] : []), ...(bytes > 0 ? ['#bytes <= :bytesRoom'] : [])];
  const set = '#count = if_not_exists(#count, :none) + :count, #bytes = if_not_exists(#bytes, :none) + :bytes';
  const condition = rooms.length > 0 ? `attribute_not_exists(pk) OR (${rooms.join(' AND ')})` : 'attribute_exists(pk)';
  const values = {
    ':none': 0,
    ':count': count,
    ':bytes': bytes,
    ...(count > 0 ? { ':countRoom': most - count } : {}),
    ...(bytes > 0 ? { ':bytesRoom': mostBytes - bytes } : {}),
  };
  const change = { set, condition, names: { '#count': 'count', '#bytes': 'bytes' }, values };
  return [update(countKey(unit), change, 'quota_reached')];
}
