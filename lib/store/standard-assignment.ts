import { standardsPartition, unitKey } from '../../tables/keys.ts';
import { MAX_UNITS_OF_STANDARD, type Standard } from '../domain/standard.ts';
import { AppError } from '../errors.ts';
import { readHeadSnapshot } from '../table/collection/collection.ts';
import { findRows } from '../table/collection/page.ts';
import type { Database } from '../table/database.ts';
import { checkExistsStep } from '../table/steps.ts';
import { comparableText } from '../text/normal-form.ts';
import { findStandard, getStandard, replaceStandardSteps, standardsCollection } from './standard.ts';
import { createUnits, type NewUnit } from './unit/unit-change.ts';

/** Assigns a standard to one more unit; throws `standard_not_found`, `unit_not_found`, `payload_too_large`. */
export async function assignUnit(db: Database, id: number, unit: number): Promise<void> {
  await db.retryLostRaces(async () => {
    const standard = await getStandard(db, id);
    if (standard.vendors.includes(unit)) return;
    await db.write([
      checkExistsStep(unitKey(unit), 'unit_not_found'),
      ...replaceStandardSteps(standard, withUnit(standard, unit)),
    ]);
  });
}

/** Returns the standard with one more unit; throws `payload_too_large` where its item has no room for another. */
function withUnit(standard: Standard, unit: number): Standard {
  if (standard.vendors.length >= MAX_UNITS_OF_STANDARD) throw new AppError('payload_too_large');
  return { ...standard, vendors: [...standard.vendors, unit].sort((a, b) => a - b) };
}

/**
 * Creates a unit as `createUnits` does, and assigns it the standard with this id in the same transaction. Null: no
 * standard; absent: the newest one for the unit's category that has room, if any.
 * @throws AppError as `createUnits` does; `standard_not_found`, `payload_too_large`.
 */
export async function createUnitWithStandard(
  db: Database,
  { standard: id, ...newUnit }: NewUnit & { readonly standard?: number | null | undefined },
  now: number,
): Promise<number> {
  return createUnits(db, [newUnit], now, async (unit) => {
    if (id === null) return [];
    const standard = id === undefined ? await findStandardWithRoom(db, newUnit.category) : await getStandard(db, id);
    return standard ? replaceStandardSteps(standard, withUnit(standard, unit)) : [];
  });
}

/** Finds the newest standard for a category of units that has room for one more unit. */
async function findStandardWithRoom(db: Database, categoryOfUnit: string): Promise<Standard | undefined> {
  const category = comparableText(categoryOfUnit);
  const isSameCategory = (other: string) => comparableText(other) === category;
  const rows = await findRows(db, standardsCollection, ({ unitCategories = [], vendors }) => {
    return vendors.length < MAX_UNITS_OF_STANDARD && unitCategories.some(isSameCategory);
  });
  return rows[0] && findStandard(db, rows[0].number);
}

/**
 * Removes a unit that is being deleted from all standards. No assignment begins any more, but one may still be in
 * progress, so the head is read as a snapshot.
 */
export async function unassignUnitFromAll(db: Database, unit: number): Promise<void> {
  const rows = await db.retryLostRaces(async () => {
    const head = await readHeadSnapshot(db, standardsPartition);
    return findRows(db, standardsCollection, (row) => row.vendors.includes(unit), head);
  });
  for (const { number } of rows) {
    await db.retryLostRaces(async () => {
      const standard = await findStandard(db, number);
      if (!standard?.vendors.includes(unit)) return;
      const vendors = standard.vendors.filter((id) => id !== unit);
      await db.write(replaceStandardSteps(standard, { ...standard, vendors }));
    });
  }
}
