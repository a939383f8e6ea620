import * as z from 'zod/mini';
import {
  type Key,
  markBucketKey,
  markBucketOf,
  markCountKey,
  prefix,
  unitKey,
  unitPartition,
} from '../../tables/keys.ts';
import { placeOf } from '../../tables/place.ts';
import { type Mark, type Marks, MOST_MARK_BYTES, marks } from '../domain/mark.ts';
import { quotas } from '../domain/quota.ts';
import { AppError } from '../errors.ts';
import type { Head } from '../table/collection/collection.ts';
import type { Database } from '../table/database.ts';
import { alive, type Item, insert, remove, replace, type Step, update } from '../table/steps.ts';
import { readDishesHead } from './dish.ts';
import { readListedCodes } from './ingredient.ts';
import { explainCodes, type Meaning, padToListed } from './mark-code.ts';

/**
 * A bucket of marks by code. Since a unit's marks are packed in buckets, an upload of thousands costs little; since
 * there are many buckets, so does one mark. The number of marks and their bytes are counted in an item of their own:
 * whoever sets one mark reads only its bucket.
 */
export const Bucket = z.object({ version: z.int(), codes: z.record(z.string(), z.array(z.string())) });
type Bucket = z.output<typeof Bucket>;

/** How many marks a unit has, and their bytes. */
export const MarkCount = z.object({ count: z.int(), bytes: z.int() });
type MarkCount = z.output<typeof MarkCount>;

/** Most bytes of the codes in a bucket: twice as many as there are on average in a full unit. */
const MOST_BUCKET_BYTES = 64 * 1024;

/** From so many buckets on, all are read together: buckets that do not exist cost nothing then. */
const MANY_BUCKETS = 16;

/** Marks to set, by code; undefined removes. */
export type MarkChanges = ReadonlyMap<string, Mark | undefined>;

/** What reading codes as people send them needs. */
export interface CodeReading {
  /** Head of the catalogue whose codes may be meant. */
  readonly catalogue: Head;
  /** Makes the failure for codes that mean the same and whose marks differ, each with the earlier code. */
  readonly refuse?: (conflicts: readonly (readonly [code: string, earlier: string])[]) => AppError;
}

/** How many marks a change has set, whether new or changed, and how many it has removed. */
export interface MarkOutcome {
  readonly set: number;
  readonly removed: number;
  /** Codes that were set although nobody knows them; none where codes are taken as they are. */
  readonly unknown: readonly string[];
}

/** A bucket as it was read. */
interface PresentBucket extends Bucket {
  readonly key: Key;
}

/** All marks of a unit by ingredient code, in the order of the codes. */
export async function listMarksByUnit(db: Database, unit: number): Promise<Marks> {
  const { buckets, earlier } = sortOut(await db.query(unitPartition(unit), { prefix: ANY_MARKS }));
  return new Map([...collect([...buckets, ...earlier])].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Sets and removes marks of a unit, all or none. Marks that are as wanted are not counted and cost nothing. Codes are
 * taken as they are, or, with `reading`, for what people mean by them.
 * @throws AppError `quota_reached`, `too_many_marks`, `unit_not_found`, and what `reading` refuses.
 */
export async function changeMarks(
  db: Database,
  unit: number,
  sent: MarkChanges,
  reading?: CodeReading,
): Promise<MarkOutcome> {
  const listed = reading && (await readListedCodes(db, reading.catalogue));
  const unlisted = listed ? [...sent.keys()].filter((code) => !listed.has(code)) : [];
  const padded = listed ? unlisted.flatMap((code) => padToListed(code, listed) ?? []) : [];
  // Where a mark goes does not depend on whether anybody knows its code, if that has no zeros to lose.
  const doubted = unlisted.filter((code) => sent.get(code) !== undefined || (listed && padToListed(code, listed)));
  return db.retryLostRaces(async () => {
    const [{ buckets, earlier }, dishes] = await Promise.all([
      readTouched(db, unit, [...sent.keys(), ...padded]),
      doubted.length > 0 ? readDishesHead(db, unit) : undefined,
    ]);
    const before = collect(buckets);
    const seen = collect([...buckets, ...earlier]);
    const meaning = listed && dishes ? await explainCodes(db, unit, doubted, { listed, marks: seen, dishes }) : AS_SENT;
    const changes = merge(sent, meaning, reading);
    const after = new Map(seen);
    for (const [code, mark] of changes) {
      if (mark === undefined) after.delete(code);
      else after.set(code, mark);
    }
    const changed = [...changes].filter(([code, mark]) => seen.get(code) !== mark);
    if (changed.length > 0) {
      await db.write([
        alive(unitKey(unit), 'unit_not_found'),
        ...changeSteps(unit, buckets, before, after, db.quotas.marks),
        ...removeSteps(earlier),
      ]);
    }
    const set = changed.filter(([, mark]) => mark !== undefined).length;
    const unknown = changed.flatMap(([code, mark]) => (mark !== undefined && meaning.unknown.has(code) ? [code] : []));
    return { set, removed: changed.length - set, unknown };
  });
}

const AS_SENT: Meaning = { meant: new Map(), unknown: new Set() };

/** The changes, by the codes that are meant. */
function merge(sent: MarkChanges, { meant }: Meaning, reading: CodeReading | undefined): MarkChanges {
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

/** Moves a unit's marks out of the buckets of a table before version 2; false where there are none. */
export async function moveMarks(db: Database, unit: number): Promise<boolean> {
  return db.retryLostRaces(async () => {
    const { buckets, earlier } = await readTouched(db, unit, []);
    if (earlier.length === 0) return false;
    // These marks are there already: moving them adds none.
    const steps = changeSteps(unit, buckets, collect(buckets), collect([...buckets, ...earlier]), quotas.marks.most);
    await db.write([alive(unitKey(unit)), ...steps, ...removeSteps(earlier)]);
    return true;
  });
}

/** The beginning of the sort keys of buckets, in every version of the table. */
const ANY_MARKS = 'MARK';

/** The buckets of these codes; where the unit has buckets of an earlier version of the table, all of them. */
async function readTouched(db: Database, unit: number, codes: readonly string[]) {
  const numbers = [...new Set(codes.map(markBucketOf))];
  const pk = unitPartition(unit);
  if (numbers.length >= MANY_BUCKETS) return sortOut(await db.query(pk, { prefix: ANY_MARKS }));
  const [earlier, touched] = await Promise.all([
    db.query(pk, { prefix: prefix.earlierMarks }),
    db.getMany(numbers.map((number) => markBucketKey(unit, number))),
  ]);
  if (earlier.length > 0) return sortOut(await db.query(pk, { prefix: ANY_MARKS }));
  return sortOut(touched.filter((item) => item !== undefined));
}

/**
 * Sorts the buckets into those of today and those of an earlier version of the table. A function of an earlier release
 * may have written the latter last.
 */
function sortOut(items: readonly Item[]): { buckets: readonly PresentBucket[]; earlier: readonly PresentBucket[] } {
  const present = items
    .filter((item) => placeOf(item)?.kind !== 'mark count')
    .map(({ pk, sk, ...content }) => ({ key: { pk, sk }, ...Bucket.parse(content) }));
  const isEarlier = ({ key }: PresentBucket) => placeOf(key)?.kind === 'earlier marks';
  return { buckets: present.filter((one) => !isEarlier(one)), earlier: present.filter(isEarlier) };
}

/** All marks in the buckets. Where a code is in several, the last one counts. */
function collect(buckets: readonly Bucket[]): Map<string, Mark> {
  const found = new Map<string, Mark>();
  for (const bucket of buckets) {
    for (const mark of marks) for (const code of bucket.codes[mark] ?? []) found.set(code, mark);
  }
  return found;
}

function removeSteps(buckets: readonly PresentBucket[]): Step[] {
  return buckets.map(({ key, version }) => remove(key, version));
}

/**
 * The steps for buckets whose marks differ, and for the count.
 * @throws AppError `too_many_marks`, `quota_reached`.
 */
function changeSteps(
  unit: number,
  buckets: readonly PresentBucket[],
  before: Marks,
  after: Marks,
  most: number,
): Step[] {
  const present = new Map(buckets.map((bucket) => [bucket.key.sk, bucket]));
  const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
    (code) => before.get(code) !== after.get(code),
  );
  const codes = Map.groupBy(after.keys(), markBucketOf);
  const steps = [...new Set(differing.map(markBucketOf))].map((number) => {
    const key = markBucketKey(unit, number);
    return bucketStep(key, present.get(key.sk), codes.get(number) ?? [], after);
  });
  return [...steps, ...countSteps(unit, measureMarks(before.keys()), measureMarks(after.keys()), most)];
}

function bucketStep(key: Key, present: Bucket | undefined, own: readonly string[], after: Marks): Step {
  const had = measureMarks(collect(present ? [present] : []).keys()).bytes;
  const { bytes } = measureMarks(own);
  if (bytes > MOST_BUCKET_BYTES && bytes > had) throw new AppError('too_many_marks');
  const codes = Object.fromEntries(marks.map((mark) => [mark, own.filter((code) => after.get(code) === mark)]));
  const item: Key & Bucket = { ...key, version: (present?.version ?? 0) + 1, codes };
  return present ? replace(item, present.version) : insert(item);
}

/** How much codes add to the count. */
export function measureMarks(codes: Iterable<string>): MarkCount {
  let [count, bytes] = [0, 0];
  for (const code of codes) {
    count += 1;
    bytes += Buffer.byteLength(code) + 1;
  }
  return { count, bytes };
}

/**
 * The steps that change the count, which is not read before. The table refuses to let it grow beyond what a unit may
 * have.
 */
function countSteps(unit: number, before: MarkCount, after: MarkCount, most: number): Step[] {
  const [count, bytes] = [after.count - before.count, after.bytes - before.bytes];
  if (count === 0 && bytes === 0) return [];
  if (count > most || bytes > MOST_MARK_BYTES) throw new AppError('quota_reached');
  const rooms = [...(count > 0 ? ['#count <= :countRoom'] : []), ...(bytes > 0 ? ['#bytes <= :bytesRoom'] : [])];
  const set = '#count = if_not_exists(#count, :none) + :count, #bytes = if_not_exists(#bytes, :none) + :bytes';
  const condition = rooms.length > 0 ? `attribute_not_exists(pk) OR (${rooms.join(' AND ')})` : 'attribute_exists(pk)';
  const values = {
    ':none': 0,
    ':count': count,
    ':bytes': bytes,
    ...(count > 0 ? { ':countRoom': most - count } : {}),
    ...(bytes > 0 ? { ':bytesRoom': MOST_MARK_BYTES - bytes } : {}),
  };
  const change = { set, condition, names: { '#count': 'count', '#bytes': 'bytes' }, values };
  return [update(markCountKey(unit), change, 'quota_reached')];
}
