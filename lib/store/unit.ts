import * as z from 'zod';
import { type Key, unitIconKey, unitKey, unitNameClaimKey, unitsPartition } from '../../tables/keys.ts';
import { withChange } from '../domain/change.ts';
import { normaliseKey } from '../domain/fields.ts';
import { matches, type Page, type PageRequest } from '../domain/page.ts';
import { initialRoster, systemRoleId } from '../domain/role.ts';
import {
  INITIAL_CONFIG,
  type MealConfig,
  toUnitRecord,
  Unit,
  type UnitChoice,
  type UnitRecord,
  type UnitText,
} from '../domain/unit.ts';
import { AppError } from '../errors.ts';
import { type Collection, type Head, readHead, rowSteps } from './collection.ts';
import { findRows, readPage } from './collection-page.ts';
import type { Database } from './database.ts';
import { rosterItem } from './roster.ts';
import { insert, put, remove, replace, type Step } from './steps.ts';
import { rebind } from './unit-account.ts';
import { insertUser } from './user.ts';

/** A unit about to be created, with its main user. */
export interface NewUnit extends Partial<Record<UnitText, string | undefined>> {
  readonly account: string;
  /** PHC string of the main user's password digest. */
  readonly hash: string;
  readonly name: string;
  readonly category: string;
  /** Last day of use, `YYYY-MM-DD`. */
  readonly expire: string;
  readonly icon?: string | undefined;
  /** Permission items of the system role. */
  readonly allItems: readonly number[];
}

/** What changes of a unit; absent parts stay. */
export interface UnitChange extends Partial<Record<UnitText, string | undefined>> {
  readonly account?: string | undefined;
  readonly name?: string | undefined;
  readonly category?: string | undefined;
  readonly expire?: string | undefined;
  readonly status?: boolean | undefined;
  /** The empty string removes it. */
  readonly icon?: string | undefined;
}

const UnitRow = z.object({
  number: z.int(),
  name: z.string(),
  account: z.string(),
  category: z.string(),
  hasIcon: z.boolean(),
});
type UnitRow = z.output<typeof UnitRow>;

/** The collection of all units. */
export const units: Collection<UnitRow> = { partition: unitsPartition, Row: UnitRow };

/** Head of the collection of units, for a page that is read beside the caller's check. */
export async function readUnitsHead(db: Database): Promise<Head> {
  return readHead(db, unitsPartition);
}

/** Whether no unit has the name. */
export async function isUnitNameFree(db: Database, name: string): Promise<boolean> {
  return (await db.get(unitNameClaimKey(normaliseKey(name)))) === undefined;
}

/** A unit that is not deleted, where there is one. */
export async function findUnit(db: Database, id: number): Promise<Unit | undefined> {
  const item = await db.get(unitKey(id));
  const unit = item && Unit.parse(item);
  return unit?.deleting ? undefined : unit;
}

/** A unit that is not deleted. @throws AppError `unit_not_found`. */
export async function getUnit(db: Database, id: number): Promise<Unit> {
  const unit = await findUnit(db, id);
  if (!unit) throw new AppError('unit_not_found');
  return unit;
}

/** One page of units, newest first, out of those whose name contains the keyword. */
export async function listUnits(
  db: Database,
  request: PageRequest,
  keyword: string | undefined,
  firstHead?: Head,
): Promise<Page<UnitRecord>> {
  return readPage(db, units, request, {
    firstHead,
    filter: nameFilter(keyword),
    readMembers: (rows) => readUnitRecords(db, rows),
  });
}

/** Units whose name contains the keyword, newest first; of those only the ones with these ids where ids are given. */
export async function selectUnits(
  db: Database,
  choice: { keyword?: string | undefined; ids?: readonly number[] | undefined },
  head: Head,
): Promise<UnitChoice[]> {
  const byName = nameFilter(choice.keyword) ?? (() => true);
  const ids = choice.ids && new Set(choice.ids);
  const rows = await findRows(db, units, (row) => (ids?.has(row.number) ?? true) && byName(row), head);
  return rows.map(({ account, category, number, name }) => ({ account, category, id: number, name }));
}

/**
 * Creates a unit with main user, system role and first configuration, all or nothing, and returns its id.
 * @throws AppError `duplicate_account`, `duplicate_unit_name`.
 */
export async function createUnit(db: Database, draft: NewUnit, now: number): Promise<number> {
  return db.retryLostRaces(async () => {
    const head = await readHead(db, unitsPartition);
    const unit = toUnit(head.next, draft);
    const main = { uid: draft.account, name: draft.name, phone: draft.phone ?? '', hash: draft.hash };
    await db.write([
      insert(unitItem(unit)),
      ...insertUser(unit.id, { ...main, roleId: systemRoleId(unit.id) }, now, 'duplicate_account'),
      insertNameClaim(unit),
      insert(rosterItem(unit.id, initialRoster(unit.id, draft.allItems))),
      ...rowSteps(units, { add: [toRow(unit)] }, head),
      ...(draft.icon ? [put({ ...unitIconKey(unit.id), icon: draft.icon })] : []),
    ]);
    return unit.id;
  });
}

/**
 * Changes a unit; another account rebinds it, see `rebind`. `found` is the unit as it was read beside the
 * caller's check; it is read anew if it has changed since.
 * @throws AppError `unit_not_found`, `duplicate_account`, `duplicate_unit_name`.
 */
export async function updateUnit(db: Database, id: number, change: UnitChange, found?: Unit): Promise<void> {
  let known = found;
  await db.retryLostRaces(async () => {
    const unit = known ?? (await getUnit(db, id));
    known = undefined;
    const rebinding = change.account === undefined ? undefined : await rebind(db, unit, change.account);
    const next = applyChange(unit, { ...change, account: rebinding?.account });
    const rowChanges = JSON.stringify(toRow(next)) !== JSON.stringify(toRow(unit));
    await db.write([
      replace(unitItem(next), unit.version),
      ...renameSteps(unit, next),
      ...(rebinding?.steps ?? []),
      ...(rowChanges ? rowSteps(units, { change: [toRow(next)] }) : []),
      ...iconSteps(id, change.icon),
    ]);
  });
}

/** Sets the three meal values of a unit. @throws AppError `unit_not_found`. */
export async function configureUnit(db: Database, id: number, config: MealConfig): Promise<void> {
  await db.retryLostRaces(async () => {
    const unit = await getUnit(db, id);
    await db.write([replace(unitItem({ ...unit, version: unit.version + 1, config }), unit.version)]);
  });
}

/** The item of a unit. */
export function unitItem(unit: Unit): Key & Unit {
  return { ...unitKey(unit.id), ...unit };
}

function toUnit(id: number, draft: NewUnit): Unit {
  const { hash: _hash, allItems: _allItems, icon, ...facts } = draft;
  return Unit.parse({ ...facts, id, version: 1, status: true, hasIcon: Boolean(icon), config: INITIAL_CONFIG });
}

function applyChange(unit: Unit, change: UnitChange): Unit {
  const { icon, ...facts } = change;
  const hasIcon = icon === undefined ? unit.hasIcon : icon !== '';
  return { ...withChange(unit, facts), hasIcon, version: unit.version + 1 };
}

function toRow({ id, name, account, category, hasIcon }: Unit): UnitRow {
  return { number: id, name, account, category, hasIcon };
}

function nameFilter(keyword: string | undefined): ((row: UnitRow) => boolean) | undefined {
  if (keyword === undefined) return undefined;
  const word = normaliseKey(keyword);
  return (row) => matches(normaliseKey(row.name), word);
}

function insertNameClaim(unit: Unit): Step {
  return insert({ ...unitNameClaimKey(normaliseKey(unit.name)), unit: unit.id }, 'duplicate_unit_name');
}

function renameSteps(unit: Unit, next: Unit): Step[] {
  if (normaliseKey(unit.name) === normaliseKey(next.name)) return [];
  return [insertNameClaim(next), remove(unitNameClaimKey(normaliseKey(unit.name)))];
}

function iconSteps(id: number, icon: string | undefined): Step[] {
  if (icon === undefined) return [];
  return [icon === '' ? remove(unitIconKey(id)) : put({ ...unitIconKey(id), icon })];
}

/** Members and their icons in one read. */
async function readUnitRecords(db: Database, rows: readonly UnitRow[]): Promise<(UnitRecord | undefined)[]> {
  const iconKeys = rows.filter((row) => row.hasIcon).map((row) => unitIconKey(row.number));
  const items = await db.getMany([...rows.map((row) => unitKey(row.number)), ...iconKeys]);
  const icons = new Map(items.slice(rows.length).map((item) => [item?.pk, String(item?.['icon'] ?? '')]));
  return items.slice(0, rows.length).map((item) => {
    const unit = item && Unit.parse(item);
    return unit && !unit.deleting ? toUnitRecord(unit, icons.get(item.pk) ?? '') : undefined;
  });
}
