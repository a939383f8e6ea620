import { markBucketKey, markCountKey, prefix } from '../../../tables/keys.ts';
import { Mark, type Marks } from '../../domain/ingredient/mark.ts';
import type { ValueOutcome } from '../../domain/ingredient/named-code.ts';
import type { Database } from '../../table/database.ts';
import {
  type CodeInterpretation,
  changeValues,
  countValues,
  readValues,
  type ValueChanges,
  type ValueKind,
} from './code-values.ts';

const markKind: ValueKind<Mark> = {
  Value: Mark,
  prefix: prefix.marks,
  bucketKey: markBucketKey,
  countKey: markCountKey,
  quota: 'marks',
};

/** Reads all marks of a unit by code, ordered by code. */
export async function listMarksByUnit(db: Database, unit: number): Promise<Marks> {
  return readValues(markKind, db, unit);
}

/** Reads how many marks a unit has. */
export async function countMarks(db: Database, unit: number): Promise<number> {
  return countValues(markKind, db, unit);
}

/**
 * Sets and removes marks of a unit, all or none: see `changeValues`.
 * @throws AppError `quota_reached`, `unit_not_found`, and the error of `toConflictError`.
 */
export async function changeMarks(
  db: Database,
  unit: number,
  changes: ValueChanges<Mark>,
  interpretation?: CodeInterpretation,
): Promise<ValueOutcome> {
  return changeValues(markKind, db, unit, changes, interpretation);
}
