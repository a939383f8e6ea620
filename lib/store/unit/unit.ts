import * as z from 'zod/mini';
import { type Key, prefixes, unitKey, unitNameClaimKey, unitPartition, unitsPartition } from '../../../tables/keys.ts';
import { PLATFORM, Unit } from '../../domain/unit.ts';
import { AppError } from '../../errors.ts';
import { type Collection, collectionSteps, type Head, readHead } from '../../table/collection/collection.ts';
import type { Database } from '../../table/database.ts';
import { replaceStep, type Step } from '../../table/steps.ts';
import { normaliseKey } from '../../text/normal-form.ts';
import { getUnitRoles } from '../user/unit-roles.ts';
import { changeServiceFactsSteps } from './service-facts.ts';

const UnitRow = z.object({
  number: z.int(),
  name: z.string(),
  account: z.string(),
  category: z.string(),
  /** The stored word for whether the unit is open. */
  status: z.boolean(),
  /** The last day of its use, `YYYY-MM-DD`; absent for the platform. */
  expire: z.optional(z.string()),
  hasIcon: z.boolean(),
  /** The estimated bytes of its icon's item; absent where it has no icon. */
  iconSize: z.optional(z.int()),
  pinyin: z.optional(z.string()),
});
export type UnitRow = z.output<typeof UnitRow>;

/** The collection of all units but the platform and those that are being deleted. */
export const unitsCollection: Collection<UnitRow, Unit> = {
  partition: unitsPartition,
  Row: UnitRow,
  Member: Unit,
  kind: 'unit',
  memberKey: ({ number }) => unitKey(number),
  toRow: toUnitRow,
  hasRow: ({ id, deleting }) => id !== PLATFORM && !deleting,
  searchText: ({ name }) => normaliseKey(name),
  nameForPinyin: ({ name }) => name,
};

export const readUnitsHead = (db: Database): Promise<Head> => readHead(db, unitsPartition);

/** Whether the name, as `normaliseKey` returns it, is free. */
export async function isUnitNameFree(db: Database, name: string): Promise<boolean> {
  return (await db.get(unitNameClaimKey(normaliseKey(name)))) === undefined;
}

/** Reads a unit; undefined where none has the id or the unit is being deleted. */
export async function findUnit(db: Database, id: number): Promise<Unit | undefined> {
  return (await findUnits(db, [id]))[0];
}

/** Reads the units with these ids, in the order of the ids; `undefined` as in `findUnit`. */
export async function findUnits(db: Database, ids: readonly number[]): Promise<(Unit | undefined)[]> {
  const items = await db.getMany(ids.map((id) => unitKey(id)));
  return items.map((item) => {
    const unit = item && Unit.parse(item);
    return unit?.deleting ? undefined : unit;
  });
}

/** Reads a unit that is not being deleted; throws `unit_not_found`. */
export async function getUnit(db: Database, id: number): Promise<Unit> {
  const unit = await findUnit(db, id);
  if (!unit) throw new AppError('unit_not_found');
  return unit;
}

/** Throws `unit_not_found` where the platform names an absent unit. `admit` has checked any other caller's unit. */
export async function requireRequestedUnit(db: Database, callerUnit: number, unit?: number): Promise<void> {
  if (callerUnit === PLATFORM && unit !== undefined && unit !== PLATFORM) await getUnit(db, unit);
}

/** Counts the users of a unit, whose stored count may be absent, and its roles; throws `unit_not_found`. */
export async function countUsersAndRoles(db: Database, unit: number): Promise<{ users: number; roles: number }> {
  const [users, unitRoles] = await Promise.all([
    db.query(unitPartition(unit), { prefix: prefixes.user }),
    getUnitRoles(db, unit),
  ]);
  return { users: users.length, roles: unitRoles.roles.length };
}

/** The steps that replace a unit that is still `before`, with its row and service facts. `after` must have the next version. */
export function replaceUnitSteps(before: Unit, after: Unit): Step[] {
  return [
    replaceStep(toUnitItem(after), before.version),
    ...collectionSteps(unitsCollection, { change: [{ before, after }] }),
    ...changeServiceFactsSteps(before, after),
  ];
}

export function toUnitItem(unit: Unit): Key & Unit {
  return { ...unitKey(unit.id), ...unit };
}

/** Makes the row of a unit, of which it needs no more than these fields. */
export function toUnitRow({ id, ...facts }: Omit<UnitRow, 'number'> & { id: number }): UnitRow {
  const { name, account, category, status, expire, hasIcon, iconSize } = facts;
  return { number: id, name, account, category, status, expire, hasIcon, iconSize };
}
