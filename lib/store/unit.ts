import * as z from 'zod/mini';
import {
  type Key,
  prefix,
  unitIconKey,
  unitKey,
  unitNameClaimKey,
  unitPartition,
  unitsPartition,
} from '../../tables/keys.ts';
import { isUnchanged, withChange } from '../domain/change.ts';
import { searchFor } from '../domain/keyword.ts';
import type { Page, PageRequest } from '../domain/page.ts';
import { initialRoster, systemRoleId } from '../domain/role.ts';
import {
  INITIAL_CONFIG,
  lastDayOf,
  type MealConfig,
  PLATFORM,
  toUnitRecord,
  Unit,
  type UnitChoice,
  type UnitFilter,
  type UnitRecord,
  type UnitSearch,
  type UnitText,
} from '../domain/unit.ts';
import type { User } from '../domain/user.ts';
import { AppError } from '../errors.ts';
import { type Collection, changeSteps, type Head, readHead, rowSteps } from '../table/collection/collection.ts';
import { findRows, type RowFilter, readPage } from '../table/collection/page.ts';
import type { Database } from '../table/database.ts';
import { insert, put, remove, replace, type Step } from '../table/steps.ts';
import { MOST_ANSWER_BYTES } from '../text/answer-size.ts';
import { normaliseKey } from '../text/normal-form.ts';
import { belongs, iconOf, readFitting, stampOf } from './icon.ts';
import { iconSize } from './item-size.ts';
import { readRoster, rosterItem } from './roster.ts';
import { rebind } from './unit-account.ts';
import { demandDistinct, insertUser } from './user.ts';

/** Most units one transaction creates: for each unit, user, two claims, roles, icon and row, beside the head. */
export const UNITS_PER_TRANSACTION = 14;

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
  /** The main user; absent: named as the unit, from now on. */
  readonly main?: Pick<User, 'name' | 'phone' | 'time'>;
  /** Absent: open. */
  readonly status?: boolean;
  /** Absent: `INITIAL_CONFIG`. */
  readonly config?: MealConfig;
  /** See `Unit`. */
  readonly importing?: string;
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

/** How a unit is changed. */
interface UnitUpdate {
  /** The unit as it was read beside the caller's check; it is read anew if it has changed since. */
  readonly found?: Unit | undefined;
  /** Whether the change is meant for a unit of this version; absent: for any. */
  readonly isMeant?: (version: number) => boolean;
}

/** A unit with the data string of its icon, empty where it has none. */
interface UnitWithIcon {
  readonly unit: Unit;
  readonly icon: string;
}

const UnitRow = z.object({
  number: z.int(),
  name: z.string(),
  account: z.string(),
  category: z.string(),
  /** Absent in a table before version 6, as the last day is. */
  status: z.optional(z.boolean()),
  expire: z.optional(z.string()),
  hasIcon: z.boolean(),
  /** Bytes of the item that its icon is, about; absent where it has none, and in a table before version 4. */
  iconSize: z.optional(z.int()),
  pinyin: z.optional(z.string()),
});
type UnitRow = z.output<typeof UnitRow>;

/** The collection of all units. */
export const units: Collection<UnitRow, Unit> = {
  partition: unitsPartition,
  Row: UnitRow,
  Member: Unit,
  kind: 'unit',
  memberKey: ({ number }) => unitKey(number),
  toRow,
  isListed: ({ id, deleting }) => id !== PLATFORM && !deleting,
  textOf: ({ name }) => normaliseKey(name),
  nameOf: ({ name }) => name,
};

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
  const [unit] = await findUnits(db, [id]);
  return unit;
}

/** The units of these ids in the ids' order, `undefined` where there is none or it is deleted. */
export async function findUnits(db: Database, ids: readonly number[]): Promise<(Unit | undefined)[]> {
  const items = await db.getMany(ids.map((id) => unitKey(id)));
  return items.map((item) => {
    const unit = item && Unit.parse(item);
    return unit?.deleting ? undefined : unit;
  });
}

/** A unit that is not deleted. @throws AppError `unit_not_found`. */
export async function getUnit(db: Database, id: number): Promise<Unit> {
  const unit = await findUnit(db, id);
  if (!unit) throw new AppError('unit_not_found');
  return unit;
}

/**
 * Makes sure that there is the unit that somebody of the platform asks for; what a unit may ask for is no matter of
 * this. @throws AppError `unit_not_found`.
 */
export async function demandAskedUnit(db: Database, caller: number, asked: number | undefined): Promise<void> {
  if (caller === PLATFORM && asked !== undefined && asked !== PLATFORM) await getUnit(db, asked);
}

/** The unit with its icon: as it was read, or as it is by now where its icon is another; nothing where it is gone. */
export async function findUnitWithIcon(db: Database, unit: Unit): Promise<UnitWithIcon | undefined> {
  const item = unit.hasIcon ? await db.get(unitIconKey(unit.id)) : undefined;
  if (belongs(item, unit)) return { unit, icon: iconOf(item) };
  const [found] = await readUnits(db, [{ number: unit.id, hasIcon: true }]);
  return found;
}

/** How many users and roles a unit has. @throws AppError `unit_not_found`. */
export async function countPeople(db: Database, id: number): Promise<{ users: number; roles: number }> {
  const [users, roster] = await Promise.all([db.query(unitPartition(id), { prefix: prefix.user }), readRoster(db, id)]);
  return { users: users.length, roles: roster.roles.length };
}

/** One page of units, newest first, out of what the filter lets through. */
export async function listUnits(
  db: Database,
  request: PageRequest,
  filter: UnitFilter,
  firstHead?: Head,
): Promise<Page<UnitRecord>> {
  return readPage(db, units, request, {
    firstHead,
    filter: toFilter(filter),
    rowOf: ({ icon, expire, ...facts }) =>
      toRow({ ...facts, expire: lastDayOf(expire), hasIcon: icon !== '', iconSize: iconSize(icon) }),
    readMembers: async (rows) => {
      demandAnswerable(rows);
      const found = await readUnits(db, rows);
      return found.map((one) => one && toUnitRecord(one.unit, one.icon));
    },
  });
}

/**
 * Units that the keyword finds, by name or pinyin, newest first; of those only the ones with these ids where given.
 * @throws AppError `too_many_matches` beyond `most`.
 */
export async function selectUnits(
  db: Database,
  { keyword, vendors }: UnitSearch,
  head: Head,
  most = Number.POSITIVE_INFINITY,
): Promise<UnitChoice[]> {
  const byName = toFilter({ keyword }) ?? (() => true);
  const ids = vendors && new Set(vendors);
  const rows = await findRows(db, units, (row, text) => (ids?.has(row.number) ?? true) && byName(row, text), head);
  if (rows.length > most) throw new AppError('too_many_matches');
  return rows.map(({ account, category, number, name }) => ({ account, category, id: number, name }));
}

/**
 * Creates a unit with main user, system role and first configuration, all or nothing, and returns its id.
 * @throws AppError `duplicate_account`, `duplicate_unit_name`.
 */
export async function createUnit(db: Database, draft: NewUnit, now: number): Promise<number> {
  return createUnits(db, [draft], now);
}

/**
 * Creates 1 to `UNITS_PER_TRANSACTION` units as `createUnit` does, all or none, and returns the id of the first: the
 * others follow on it in the order of the drafts.
 * @throws AppError `duplicate_account`, `duplicate_unit_name`, of two drafts among themselves too.
 */
export async function createUnits(db: Database, drafts: readonly NewUnit[], now: number): Promise<number> {
  demandDistinct(
    drafts.map(({ account }) => account),
    'duplicate_account',
  );
  demandDistinct(
    drafts.map(({ name }) => name),
    'duplicate_unit_name',
  );
  return db.retryLostRaces(async () => {
    const head = await readHead(db, unitsPartition);
    const additions = drafts.map((draft, index) => ({ draft, unit: toUnit(head.next + index, draft) }));
    await db.write([
      ...additions.flatMap(({ draft, unit }) => insertUnit(unit, draft, now)),
      ...rowSteps(units, { add: additions.map(({ unit }) => unit) }, head),
    ]);
    return head.next;
  });
}

/**
 * Changes a unit; another account rebinds it, see `rebind`. Where nothing would be other than it is, nothing is written.
 * @throws AppError `unit_not_found`; `changed_meanwhile` where its version is not meant; `duplicate_account`, `duplicate_unit_name`.
 */
export async function updateUnit(
  db: Database,
  id: number,
  change: UnitChange,
  { found, isMeant = () => true }: UnitUpdate = {},
): Promise<void> {
  let known = found;
  await db.retryLostRaces(async () => {
    const unit = known ?? (await getUnit(db, id));
    known = undefined;
    if (!isMeant(unit.version)) throw new AppError('changed_meanwhile');
    const rebinding = change.account === undefined ? undefined : await rebind(db, unit, change.account);
    const next = applyChange(unit, { ...change, account: rebinding?.account });
    const isRebound = rebinding !== undefined && rebinding.steps.length > 0;
    if (!isRebound && isSameUnit(unit, next) && (await hasThisIcon(db, unit, change.icon))) return;
    await db.write([
      ...replaceUnit(unit, next),
      ...renameSteps(unit, next),
      ...(rebinding?.steps ?? []),
      ...iconSteps(next, change.icon),
    ]);
  });
}

/** Steps that put a unit in place of what it was, its row with it. */
export function replaceUnit(unit: Unit, next: Unit): Step[] {
  return [replace(unitItem(next), unit.version), ...changeSteps(units, unit, next)];
}

/** Sets the three meal values of a unit; writes nothing where they are so already. @throws AppError `unit_not_found`. */
export async function configureUnit(db: Database, id: number, config: MealConfig): Promise<void> {
  await db.retryLostRaces(async () => {
    const unit = await getUnit(db, id);
    if (isUnchanged(unit.config, config)) return;
    await db.write([replace(unitItem({ ...unit, version: unit.version + 1, config }), unit.version)]);
  });
}

/** The item of a unit. */
export function unitItem(unit: Unit): Key & Unit {
  return { ...unitKey(unit.id), ...unit };
}

function toUnit(id: number, draft: NewUnit): Unit {
  const { hash: _hash, allItems: _allItems, main: _main, icon, ...facts } = draft;
  return Unit.parse({
    status: true,
    config: INITIAL_CONFIG,
    ...facts,
    id,
    version: 1,
    hasIcon: Boolean(icon),
    iconSize: iconSize(icon ?? ''),
    iconVersion: stampOf(icon ?? '', 1),
  });
}

/** Steps that make a unit with its main user, system role and icon; its row goes with the head. */
function insertUnit(unit: Unit, draft: NewUnit, now: number): Step[] {
  const { name, phone, time } = draft.main ?? { name: draft.name, phone: draft.phone ?? '', time: now };
  const main = { uid: draft.account, name, phone, roleId: systemRoleId(unit.id), hash: draft.hash };
  return [
    insert(unitItem(unit)),
    ...insertUser(unit.id, main, time, 'duplicate_account'),
    insertNameClaim(unit),
    insert(rosterItem(unit.id, initialRoster(unit.id, draft.allItems))),
    ...(draft.icon ? [put({ ...unitIconKey(unit.id), icon: draft.icon, version: unit.version })] : []),
  ];
}

function applyChange(unit: Unit, change: UnitChange): Unit {
  const { icon, ...facts } = change;
  const hasIcon = icon === undefined ? unit.hasIcon : icon !== '';
  const size = icon === undefined ? unit.iconSize : iconSize(icon);
  const version = unit.version + 1;
  const iconVersion = icon === undefined ? unit.iconVersion : stampOf(icon, version);
  return { ...withChange(unit, facts), hasIcon, iconSize: size, iconVersion, version };
}

/** Whether all but the version, and that of the icon, is as it was. */
function isSameUnit(unit: Unit, next: Unit): boolean {
  const same = { ...next, version: unit.version, iconVersion: unit.iconVersion };
  return JSON.stringify(same) === JSON.stringify({ ...same, ...unit });
}

/** Whether a unit whose size of icon stays has this icon already. */
async function hasThisIcon(db: Database, unit: Unit, icon: string | undefined): Promise<boolean> {
  if (icon === undefined || !unit.hasIcon) return true;
  return icon === iconOf(await db.get(unitIconKey(unit.id)));
}

function toRow(unit: Omit<UnitRow, 'number'> & { id: number }): UnitRow {
  const { id, name, account, category, status, expire, hasIcon, iconSize: size } = unit;
  const row: UnitRow = { number: id, name, account, category, status, hasIcon };
  if (expire !== undefined) row.expire = expire;
  if (size !== undefined) row.iconSize = size;
  return row;
}

/** @throws AppError `page_too_large` where the icons of these rows cannot fit into one answer. */
function demandAnswerable(rows: readonly UnitRow[]): void {
  const bytes = rows.reduce((sum, row) => sum + (row.iconSize ?? 0), 0);
  if (bytes > MOST_ANSWER_BYTES) throw new AppError('page_too_large');
}

/** A row that does not say yet whether its unit is open, or its last day, is found by neither. */
function toFilter({ keyword, category, status, expireBefore }: UnitFilter): RowFilter<UnitRow> | undefined {
  if ([keyword, category, status, expireBefore].every((wanted) => wanted === undefined)) return undefined;
  const isFound = searchFor(keyword);
  return (row, text) =>
    (category === undefined || row.category === category) &&
    (status === undefined || row.status === status) &&
    (expireBefore === undefined || (row.expire !== undefined && row.expire < expireBefore)) &&
    isFound(text, row.pinyin);
}

function insertNameClaim(unit: Unit): Step {
  return insert({ ...unitNameClaimKey(normaliseKey(unit.name)), unit: unit.id }, 'duplicate_unit_name');
}

function renameSteps(unit: Unit, next: Unit): Step[] {
  if (normaliseKey(unit.name) === normaliseKey(next.name)) return [];
  return [insertNameClaim(next), remove(unitNameClaimKey(normaliseKey(unit.name)))];
}

function iconSteps({ id, version }: Unit, icon: string | undefined): Step[] {
  if (icon === undefined) return [];
  return [icon === '' ? remove(unitIconKey(id)) : put({ ...unitIconKey(id), icon, version })];
}

/** Members and their icons in one read; those that do not fit together in another. */
async function readUnits(
  db: Database,
  places: readonly Pick<UnitRow, 'number' | 'hasIcon'>[],
): Promise<(UnitWithIcon | undefined)[]> {
  const found = await readFitting(places, async (some) => {
    const pictured = some.filter(({ hasIcon }) => hasIcon);
    const members = some.map(({ number }) => unitKey(number));
    const items = await db.getMany([...members, ...pictured.map(({ number }) => unitIconKey(number))]);
    const icons = new Map(items.slice(some.length).map((item) => [item?.pk, item]));
    return items.slice(0, some.length).map((item) => {
      const unit = item && Unit.parse(item);
      if (!unit || unit.deleting) return { fits: true, content: undefined };
      const icon = icons.get(item.pk);
      return { fits: belongs(icon, unit), content: { unit, icon: unit.hasIcon ? iconOf(icon) : '' } };
    });
  });
  return found.map((one) => one?.content);
}
