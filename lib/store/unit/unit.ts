import * as z from 'zod/mini';
import { type Key, prefix, unitKey, unitNameClaimKey, unitPartition, unitsPartition } from '../../../tables/keys.ts';
import { PLATFORM, Unit } from '../../domain/unit.ts';
import { AppError } from '../../errors.ts';
import { type Collection, type Head, readHead, rowSteps } from '../../table/collection/collection.ts';
import type { Database } from '../../table/database.ts';
import { replace, type Step } from '../../table/steps.ts';
import { normaliseKey } from '../../text/normal-form.ts';
import { readRoster } from '../user/roster.ts';
import { changeServing } from './serving.ts';

const UnitRow = z.object({
  number: z.int(),
  name: z.string(),
  account: z.string(),
  category: z.string(),
  status: z.boolean(),
  /** The last day; absent for the platform. */
  expire: z.optional(z.string()),
  hasIcon: z.boolean(),
  /** About the bytes of its icon's item; absent where it has no icon. */
  iconSize: z.optional(z.int()),
  pinyin: z.optional(z.string()),
});
export type UnitRow = z.output<typeof UnitRow>;

/** The collection of all units. */
export const units: Collection<UnitRow, Unit> = {
  partition: unitsPartition,
  Row: UnitRow,
  Member: Unit,
  kind: 'unit',
  memberKey: ({ number }) => unitKey(number),
  toRow: toUnitRow,
  isListed: ({ id, deleting }) => id !== PLATFORM && !deleting,
  searchText: ({ name }) => normaliseKey(name),
  nameForPinyin: ({ name }) => name,
};

/** The head of the units. */
export async function readUnitsHead(db: Database): Promise<Head> {
  return readHead(db, unitsPartition);
}

/** Whether no unit has the name. */
export async function isUnitNameFree(db: Database, name: string): Promise<boolean> {
  return (await db.get(unitNameClaimKey(normaliseKey(name)))) === undefined;
}

/** A unit that is not deleted; undefined where none has that id. */
export async function findUnit(db: Database, id: number): Promise<Unit | undefined> {
  const [unit] = await findUnits(db, [id]);
  return unit;
}

/** The units of these ids in their order; `undefined` stands for one that does not exist or is deleted. */
export async function findUnits(db: Database, ids: readonly number[]): Promise<(Unit | undefined)[]> {
  const items = await db.getMany(ids.map((id) => unitKey(id)));
  return items.map((item) => {
    const unit = item && Unit.parse(item);
    return unit?.deleting ? undefined : unit;
  });
}

/**
 * A unit that is not deleted.
 * @throws AppError `unit_not_found`.
 */
export async function getUnit(db: Database, id: number): Promise<Unit> {
  const unit = await findUnit(db, id);
  if (!unit) throw new AppError('unit_not_found');
  return unit;
}

/**
 * Demands that the unit exists that a caller of the platform asks for. Callers of a unit pass: other rules bound them.
 * @throws AppError `unit_not_found`.
 */
export async function demandAskedUnit(db: Database, caller: number, asked: number | undefined): Promise<void> {
  if (caller === PLATFORM && asked !== undefined && asked !== PLATFORM) await getUnit(db, asked);
}

/**
 * How many users and roles a unit has.
 * @throws AppError `unit_not_found`.
 */
export async function countPeople(db: Database, id: number): Promise<{ users: number; roles: number }> {
  const [users, roster] = await Promise.all([db.query(unitPartition(id), { prefix: prefix.user }), readRoster(db, id)]);
  return { users: users.length, roles: roster.roles.length };
}

/** The steps that replace a unit and its rows. */
export function replaceUnit(unit: Unit, next: Unit): Step[] {
  return [
    replace(unitItem(next), unit.version),
    ...rowSteps(units, { change: [{ before: unit, after: next }] }),
    ...changeServing(unit, next),
  ];
}

/** The item of a unit. */
export function unitItem(unit: Unit): Key & Unit {
  return { ...unitKey(unit.id), ...unit };
}

/** The row of a unit, or of the facts that a row has. */
export function toUnitRow({ id, ...facts }: Omit<UnitRow, 'number'> & { id: number }): UnitRow {
  const { name, account, category, status, expire, hasIcon, iconSize } = facts;
  return { number: id, name, account, category, status, expire, hasIcon, iconSize };
}
