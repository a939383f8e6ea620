import { unitIconKey, unitKey } from '../../../tables/keys.ts';
import {
  lastDayOf,
  toUnitRecord,
  Unit,
  type UnitChoice,
  type UnitFilter,
  type UnitRecord,
  type UnitSearch,
} from '../../domain/unit.ts';
import { searchFor } from '../../domain/values/keyword.ts';
import type { Page, PageRequest } from '../../domain/values/page.ts';
import { AppError } from '../../errors.ts';
import type { Head } from '../../table/collection/collection.ts';
import { findRows, type RowFilter, readPage } from '../../table/collection/page.ts';
import type { Database } from '../../table/database.ts';
import { belongs, iconOf, readFitting } from '../icon.ts';
import { demandAnswerable, iconSize } from '../item-size.ts';
import { toUnitRow, type UnitRow, units } from './unit.ts';

/** A unit with the data string of its icon, empty where it has none. */
interface UnitWithIcon {
  readonly unit: Unit;
  readonly icon: string;
}

/**
 * The unit with its icon. If the icon has changed since the unit was read, the unit is read again; undefined where the
 * unit is gone.
 */
export async function findUnitWithIcon(db: Database, unit: Unit): Promise<UnitWithIcon | undefined> {
  const item = unit.hasIcon ? await db.get(unitIconKey(unit.id)) : undefined;
  if (belongs(item, unit)) return { unit, icon: iconOf(item) };
  const [found] = await readUnits(db, [{ number: unit.id, hasIcon: true }]);
  return found;
}

/** One page of the units that pass the filter, newest first. */
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
      toUnitRow({ ...facts, expire: lastDayOf(expire), hasIcon: icon !== '', iconSize: iconSize(icon) }),
    readMembers: async (rows) => {
      demandAnswerable(rows, (row) => row.iconSize ?? 0);
      const found = await readUnits(db, rows);
      return found.map((one) => one && toUnitRecord(one.unit, one.icon));
    },
  });
}

/**
 * The units that the keyword finds by name or pinyin, newest first; with `ids` only those of them.
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

/** Which rows a search finds. An old row without a state or a last day is found by neither. */
function toFilter({ keyword, category, status, expireBefore }: UnitFilter): RowFilter<UnitRow> | undefined {
  if ([keyword, category, status, expireBefore].every((wanted) => wanted === undefined)) return undefined;
  const isFound = searchFor(keyword);
  return (row, text) =>
    (category === undefined || row.category === category) &&
    (status === undefined || row.status === status) &&
    (expireBefore === undefined || (row.expire !== undefined && row.expire < expireBefore)) &&
    isFound(text, row.pinyin);
}

/** Reads units together with their icons. What does not fit into one batch is read by another. */
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
