import * as z from 'zod';
import { type Key, MARK_BUCKETS, markBucketKey, markBucketOf, unitKey } from '../../tables/keys.ts';
import { type Mark, type Marks, MOST_MARKS, marks } from '../domain/mark.ts';
import { AppError } from '../errors.ts';
import type { Database } from './database.ts';
import { alive, insert, replace, type Step } from './steps.ts';

/** A unit's marks lie packed in buckets by code: codes by mark, so that an upload of thousands costs little. */
export const Bucket = z.object({ version: z.int(), codes: z.record(z.string(), z.array(z.string())) });
type Bucket = z.output<typeof Bucket>;

/** Most bytes of codes in a bucket: the store takes items of up to 400 KB. */
const MOST_BUCKET_BYTES = 380 * 1024;

/** Marks to set by code; undefined removes. */
export type MarkChanges = ReadonlyMap<string, Mark | undefined>;

/** How many marks a change has set, new or in place of the other, and how many it has removed. */
export interface MarkOutcome {
  readonly set: number;
  readonly removed: number;
}

/** All marks of a unit by ingredient code, in the order of the codes. */
export async function listMarksByUnit(db: Database, unit: number): Promise<Marks> {
  const buckets = await readBuckets(db, unit);
  return new Map([...collect(buckets)].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Sets and removes marks of a unit, all or none. What is as wanted already is not counted and costs nothing.
 * @throws AppError `too_many_marks`, `unit_not_found`.
 */
export async function changeMarks(db: Database, unit: number, changes: MarkChanges): Promise<MarkOutcome> {
  return db.retryLostRaces(async () => {
    const buckets = await readBuckets(db, unit);
    const before = collect(buckets);
    const after = new Map(before);
    for (const [code, mark] of changes) {
      if (mark === undefined) after.delete(code);
      else after.set(code, mark);
    }
    if (after.size > MOST_MARKS && after.size > before.size) throw new AppError('too_many_marks');
    const changed = [...changes].filter(([code, mark]) => before.get(code) !== mark);
    const touched = new Set(changed.map(([code]) => markBucketOf(code)));
    const steps = [...touched].map((number) => bucketStep(unit, number, buckets[number], after));
    if (steps.length > 0) await db.write([alive(unitKey(unit), 'unit_not_found'), ...steps]);
    const set = changed.filter(([, mark]) => mark !== undefined).length;
    return { set, removed: changed.length - set };
  });
}

async function readBuckets(db: Database, unit: number): Promise<(Bucket | undefined)[]> {
  const items = await db.getMany(Array.from({ length: MARK_BUCKETS }, (_, number) => markBucketKey(unit, number)));
  return items.map((item) => item && Bucket.parse(item));
}

function collect(buckets: readonly (Bucket | undefined)[]): Map<string, Mark> {
  const found = new Map<string, Mark>();
  for (const bucket of buckets) {
    for (const mark of marks) for (const code of bucket?.codes[mark] ?? []) found.set(code, mark);
  }
  return found;
}

function bucketStep(unit: number, number: number, present: Bucket | undefined, after: ReadonlyMap<string, Mark>): Step {
  const own = [...after].filter(([code]) => markBucketOf(code) === number);
  const bytes = own.reduce((sum, [code]) => sum + Buffer.byteLength(code) + 1, 0);
  if (bytes > MOST_BUCKET_BYTES) throw new AppError('too_many_marks');
  const codes = Object.fromEntries(
    marks.map((mark) => [mark, own.filter(([, other]) => other === mark).map(([code]) => code)]),
  );
  const item: Key & Bucket = { ...markBucketKey(unit, number), version: (present?.version ?? 0) + 1, codes };
  return present ? replace(item, present.version) : insert(item);
}
