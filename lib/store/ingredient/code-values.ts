import * as z from 'zod/mini';
import {
  type Key,
  markBucketKey,
  markCountKey,
  prefixes,
  priceBucketKey,
  priceCountKey,
  toBucketNumber,
  unitKey,
  unitPartition,
} from '../../../tables/keys.ts';
import { Mark } from '../../domain/ingredient/mark.ts';
import { padCode, type ValueOutcome } from '../../domain/ingredient/named-code.ts';
import { Price } from '../../domain/ingredient/price.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { checkExistsStep, insertStep, replaceStep, type Step } from '../../table/steps.ts';
import { findListedCodes } from './food-list.ts';

/**
 * A bucket of a unit's values. `pairs` alternates codes and values: an object by code would not do, since tenants choose
 * the codes and may choose `__proto__`. All values are in a few buckets: an upload of thousands fits into one transaction,
 * and setting a single value rewrites one bucket.
 */
export const Bucket = z.object({ version: z.int(), pairs: z.array(z.string()) });

/** The number of a unit's codes that have a value. Each change raises the version. */
export const CodeCount = z.object({ version: z.int(), count: z.int() });

/** The maximum bytes of a bucket. Only codes that were chosen to share a bucket come near it. */
const MAX_BUCKET_BYTES = 300 * 1024;

/** A kind of value that a unit sets for codes: its marks or its prices. */
export interface ValueKind<Value extends string> {
  readonly Value: z.core.$ZodType<Value>;
  /** The prefix of the sort keys of all buckets. */
  readonly prefix: string;
  readonly bucketKey: (unit: number, bucketNumber: number) => Key;
  readonly countKey: (unit: number) => Key;
  readonly quota: 'marks' | 'prices';
}

export const markKind: ValueKind<Mark> = {
  Value: Mark,
  prefix: prefixes.marks,
  bucketKey: markBucketKey,
  countKey: markCountKey,
  quota: 'marks',
};

export const priceKind: ValueKind<Price> = {
  Value: Price,
  prefix: prefixes.prices,
  bucketKey: priceBucketKey,
  countKey: priceCountKey,
  quota: 'prices',
};

/** The new value of each code; undefined removes it. */
export type ValueChanges<Value extends string> = ReadonlyMap<string, Value | undefined>;

/** Makes the error for conflicts: two sent codes mean one ingredient but have different values. */
type ToConflictError = (conflicts: readonly (readonly [code: string, earlierCode: string])[]) => AppError;

/** The buckets of some codes as they were read, and the count of all values of the unit. */
type StoredValues = Awaited<ReturnType<typeof readStoredValues>>;

/** Reads all values of a unit by code, ordered by code. An unreadable one is left out: the others stay usable. */
export async function readValues<Value extends string>(
  db: Database,
  unit: number,
  { Value, prefix: bucketPrefix }: ValueKind<Value>,
): Promise<ReadonlyMap<string, Value>> {
  const items = await db.query(unitPartition(unit), { prefix: bucketPrefix });
  const storedEntries = items.flatMap((item) => [...toEntries(Bucket.parse(item).pairs)]);
  const entries = storedEntries.flatMap(([code, text]): [string, Value][] => {
    const value = z.safeParse(Value, text);
    return value.success ? [[code, value.data]] : [];
  });
  return new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Reads how many codes of a unit have a value. */
export async function countValues(db: Database, unit: number, { countKey }: ValueKind<string>): Promise<number> {
  const item = await db.get(countKey(unit));
  return item ? CodeCount.parse(item).count : 0;
}

/**
 * Sets and removes values of a unit, all or none. A value that stays the same is not counted and not written. Without
 * `toConflictError` the first of two conflicting codes wins.
 * @throws AppError `quota_reached`, `unit_not_found`, and the error of `toConflictError`.
 */
export async function changeValues<Value extends string>(
  db: Database,
  unit: number,
  kind: ValueKind<Value>,
  sentChanges: ValueChanges<Value>,
  toConflictError?: ToConflictError,
): Promise<ValueOutcome> {
  return db.retryLostRaces(async () => {
    const valuesPromise = readStoredValues(db, unit, kind, listPossibleCodes(sentChanges));
    const { paddedBySentCode, unknownCodes } = await readMeanings(db, unit, sentChanges, valuesPromise);
    const storedValues = await valuesPromise;
    const changes = [...resolveCodes(sentChanges, paddedBySentCode, toConflictError)];
    const realChanges = changes.filter(([code, value]) => storedValues.valueByCode.get(code) !== value);
    if (realChanges.length > 0) {
      await db.write([
        checkExistsStep(unitKey(unit), 'unit_not_found'),
        ...valueSteps(db, unit, kind, storedValues, realChanges),
      ]);
    }
    const setCodes = realChanges.filter(([, value]) => value !== undefined).map(([code]) => code);
    const removedCount = realChanges.length - setCodes.length;
    return { setCount: setCodes.length, removedCount, unknownCodes: setCodes.filter((code) => unknownCodes.has(code)) };
  });
}

function listPossibleCodes(sentChanges: ValueChanges<string>): string[] {
  return [...sentChanges.keys()].flatMap((code) => [code, padCode(code) ?? code]);
}

function* toEntries(texts: readonly string[]): Iterable<readonly [code: string, value: string]> {
  for (let index = 0; index < texts.length; index += 2) yield [texts[index] ?? '', texts[index + 1] ?? ''];
}

async function readStoredValues(
  db: Database,
  unit: number,
  { bucketKey, countKey }: ValueKind<string>,
  codes: readonly string[],
) {
  const bucketNumbers = [...new Set(codes.map(toBucketNumber))];
  const bucketKeys = bucketNumbers.map((bucketNumber) => bucketKey(unit, bucketNumber));
  const [countItem, ...items] = await db.getMany([countKey(unit), ...bucketKeys]);
  const bucketEntries = items.flatMap((item, index) =>
    item ? [[bucketNumbers[index] ?? 0, Bucket.parse(item)] as const] : [],
  );
  return {
    storedCount: countItem && CodeCount.parse(countItem),
    versionByBucket: new Map(bucketEntries.map(([bucketNumber, { version }]) => [bucketNumber, version])),
    valueByCode: new Map(bucketEntries.flatMap(([, { pairs }]) => [...toEntries(pairs)])),
  };
}

/**
 * Finds the sent codes that mean another code, and those that nobody knows. A code means itself where it is listed or has
 * a value already. Any other code means the listed code with leading zeros, if there is one.
 */
async function readMeanings(
  db: Database,
  unit: number,
  sentChanges: ValueChanges<string>,
  valuesPromise: Promise<StoredValues>,
) {
  const [{ valueByCode }, listedCodes] = await Promise.all([
    valuesPromise,
    findListedCodes(db, unit, listPossibleCodes(sentChanges)),
  ]);
  const paddedBySentCode = new Map<string, string>();
  const unknownCodes = new Set<string>();
  for (const code of sentChanges.keys()) {
    if (listedCodes.has(code) || valueByCode.has(code)) continue;
    const padded = padCode(code);
    if (padded !== undefined && listedCodes.has(padded)) paddedBySentCode.set(code, padded);
    else unknownCodes.add(code);
  }
  return { paddedBySentCode, unknownCodes };
}

/**
 * Returns the changes by the codes that the sent codes mean. Of several sent codes with one meaning, the first wins.
 * @throws what `toConflictError` makes for codes with one meaning and different values.
 */
function resolveCodes<Value extends string>(
  sentChanges: ValueChanges<Value>,
  paddedBySentCode: ReadonlyMap<string, string>,
  toConflictError: ToConflictError | undefined,
): ValueChanges<Value> {
  const sentCodeByMeaning = new Map<string, string>();
  const conflicts: [code: string, earlierCode: string][] = [];
  for (const code of sentChanges.keys()) {
    const meaning = paddedBySentCode.get(code) ?? code;
    const earlierCode = sentCodeByMeaning.get(meaning);
    if (earlierCode === undefined) sentCodeByMeaning.set(meaning, code);
    else if (sentChanges.get(earlierCode) !== sentChanges.get(code)) conflicts.push([code, earlierCode]);
  }
  if (conflicts.length > 0 && toConflictError) throw toConflictError(conflicts);
  return new Map([...sentCodeByMeaning].map(([meaning, code]) => [meaning, sentChanges.get(code)]));
}

/** The steps that write the changed buckets and the count; throws `quota_reached`. */
function valueSteps(
  db: Database,
  unit: number,
  { bucketKey, countKey, quota }: ValueKind<string>,
  { storedCount, versionByBucket, valueByCode }: StoredValues,
  changes: readonly (readonly [code: string, value: string | undefined])[],
): Step[] {
  const valueByCodeAfter = new Map(valueByCode);
  for (const [code, value] of changes) {
    if (value === undefined) valueByCodeAfter.delete(code);
    else valueByCodeAfter.set(code, value);
  }
  const growth = valueByCodeAfter.size - valueByCode.size;
  const total = (storedCount?.count ?? 0) + growth;
  if (growth > 0 && total > db.quotas[quota]) throw new AppError('quota_reached');
  const pairsBeforeByBucket = groupPairs(valueByCode);
  const pairsAfterByBucket = groupPairs(valueByCodeAfter);
  const bucketSteps = [...new Set(changes.map(([code]) => toBucketNumber(code)))].map((bucketNumber) => {
    const pairs = pairsAfterByBucket.get(bucketNumber) ?? [];
    const bytes = byteLength(pairs);
    const hasGrown = bytes > byteLength(pairsBeforeByBucket.get(bucketNumber) ?? []);
    // A bucket that is too large may still shrink.
    if (bytes > MAX_BUCKET_BYTES && hasGrown) throw new AppError('quota_reached');
    return nextVersionStep({ ...bucketKey(unit, bucketNumber), pairs }, versionByBucket.get(bucketNumber));
  });
  return [...bucketSteps, nextVersionStep({ ...countKey(unit), count: total }, storedCount?.version)];
}

/** The alternating codes and values of each bucket, by its number. */
function groupPairs(valueByCode: ReadonlyMap<string, string>): ReadonlyMap<number, string[]> {
  const entriesByBucket = Map.groupBy(valueByCode, ([code]) => toBucketNumber(code));
  return new Map([...entriesByBucket].map(([bucketNumber, entries]) => [bucketNumber, entries.flat()]));
}

/** The step that writes the next version of an item. `version` is the present one; undefined where the item is new. */
function nextVersionStep<T extends Key>(item: T, version: number | undefined): Step {
  if (version === undefined) return insertStep({ ...item, version: 1 });
  return replaceStep({ ...item, version: version + 1 }, version);
}

function byteLength(texts: readonly string[]): number {
  // DynamoDB adds a byte for each element.
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);
}
