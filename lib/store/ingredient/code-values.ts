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
 * A bucket of a unit's values. All values are in a few buckets: an upload of thousands fits into one transaction, and
 * setting a single value rewrites one bucket. `pairs` is the stored word for a flat list in which each code is followed by
 * its value. An object by code would not do, since tenants choose the codes and may choose `__proto__`.
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

/** Makes the error for pairs of sent codes that mean the same ingredient and have different values. */
type MakeConflictError = (conflicts: readonly (readonly [code: string, earlierCode: string])[]) => AppError;

/** The buckets of some codes as they were read, and the count of all values of the unit. */
interface StoredValues {
  /** Undefined where the unit has never had a value. */
  readonly storedCount: z.output<typeof CodeCount> | undefined;
  /** By the number of a bucket; it lacks buckets that have never been written. */
  readonly versionByBucket: ReadonlyMap<number, number>;
  readonly valueByCode: ReadonlyMap<string, string>;
}

/** Reads all values of a unit by code, ordered by code. An unreadable one is left out, so that the others stay usable. */
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
 * Sets and removes values of a unit, all or none. A value that stays the same is not counted and not written. A sent code
 * means itself where it is listed or has a value. Otherwise it means the listed code with leading zeros, if there is one.
 * Without `makeConflictError` the first of two conflicting codes wins.
 * @throws AppError `quota_reached`, `unit_not_found`, and the error of `makeConflictError`.
 */
export async function changeValues<Value extends string>(
  db: Database,
  unit: number,
  kind: ValueKind<Value>,
  sentChanges: ValueChanges<Value>,
  makeConflictError?: MakeConflictError,
): Promise<ValueOutcome> {
  // Each sent code, and the code that it may mean.
  const possibleCodes = [...sentChanges.keys()].flatMap((code) => [code, padCode(code) ?? code]);
  return db.retryLostRaces(async () => {
    const [storedValues, listedCodes] = await Promise.all([
      readStoredValues(db, unit, kind, possibleCodes),
      findListedCodes(db, unit, possibleCodes),
    ]);
    const { valueByCode } = storedValues;
    const isKnown = (code: string) => listedCodes.has(code) || valueByCode.has(code);
    const toMeantCode = (sentCode: string) => {
      const paddedCode = isKnown(sentCode) ? undefined : padCode(sentCode);
      return paddedCode !== undefined && listedCodes.has(paddedCode) ? paddedCode : sentCode;
    };
    const changes = [...resolveSentCodes(sentChanges, toMeantCode, makeConflictError)];
    const realChanges = changes.filter(([code, value]) => valueByCode.get(code) !== value);
    if (realChanges.length > 0) {
      await db.write([
        checkExistsStep(unitKey(unit), 'unit_not_found'),
        ...valueSteps(db, unit, kind, storedValues, realChanges),
      ]);
    }
    const setCodes = realChanges.filter(([, value]) => value !== undefined).map(([code]) => code);
    const removedCount = realChanges.length - setCodes.length;
    return { setCount: setCodes.length, removedCount, unknownCodes: setCodes.filter((code) => !isKnown(code)) };
  });
}

function* toEntries(pairs: readonly string[]): Iterable<readonly [code: string, value: string]> {
  for (let index = 0; index < pairs.length; index += 2) yield [pairs[index] ?? '', pairs[index + 1] ?? ''];
}

async function readStoredValues(
  db: Database,
  unit: number,
  { bucketKey, countKey }: ValueKind<string>,
  codes: readonly string[],
): Promise<StoredValues> {
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
 * Returns the changes by the codes that the sent codes mean. Of several sent codes that mean the same one, the first wins.
 * @throws what `makeConflictError` makes where such codes have different values.
 */
function resolveSentCodes<Value extends string>(
  sentChanges: ValueChanges<Value>,
  toMeantCode: (sentCode: string) => string,
  makeConflictError: MakeConflictError | undefined,
): ValueChanges<Value> {
  const sentCodeByCode = new Map<string, string>();
  const conflicts: [code: string, earlierCode: string][] = [];
  for (const [sentCode, value] of sentChanges) {
    const code = toMeantCode(sentCode);
    const earlierCode = sentCodeByCode.get(code);
    if (earlierCode === undefined) sentCodeByCode.set(code, sentCode);
    else if (sentChanges.get(earlierCode) !== value) conflicts.push([sentCode, earlierCode]);
  }
  if (conflicts.length > 0 && makeConflictError) throw makeConflictError(conflicts);
  return new Map([...sentCodeByCode].map(([code, sentCode]) => [code, sentChanges.get(sentCode)]));
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

/** The `pairs` of each bucket, by its number. */
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
