import { markBucketKey, markCountKey, prefix } from '../../../tables/keys.ts';
import { Mark, type Marks } from '../../domain/ingredient/mark.ts';
import type { Database } from '../../table/database.ts';
import { readValues, type ValueKind } from './code-values.ts';

export const markKind: ValueKind<Mark> = {
  Value: Mark,
  prefix: prefix.marks,
  bucketKey: markBucketKey,
  countKey: markCountKey,
  quota: 'marks',
};

/** Reads all marks of a unit by code, ordered by code. */
export async function listMarksByUnit(db: Database, unit: number): Promise<Marks> {
  return readValues(db, unit, markKind);
}
