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
import { isSameAs, searchFor } from '../../domain/values/keyword.ts';
import type { Page, PageRequest } from '../../domain/values/page.ts';
import { AppError } from '../../errors.ts';
import { findRows, type RowFilter, readPage } from '../../table/collection/page.ts';
import type { Database } from '../../table/database.ts';
import { pageTooLarge } from '../../text/answer-size.ts';
import { iconOf } from '../icon.ts';
import { demandAnswerable, leastAnswered } from '../item-size.ts';
import { toUnitRow, type UnitRow, units } from './unit.ts';

/** The most bytes of an answered unit beside its icon. */
const MOST_TEXT_BYTES = 18_000;

/** A unit with the data string of its icon, empty where it has none. */
interface UnitWithIcon {
  readonly unit: Unit;
  readonly icon: string;
}

/** The unit with its icon; undefined where the unit is gone. */
export async function findUnitWithIcon(db: Database, id: number): Promise<UnitWithIcon | undefined> {
  const [found] = await readUnits(db, [{ number: id, hasIcon: true }]);
  return found;
}

/** One page of the units that pass the filter, newest first. */
export async function listUnits(
  db: Database,
  request: PageRequest,
  filter: UnitFilter,
  withIcons = true,
): Promise<Page<UnitRecord>> {
  return readPage(db, units, request, {
    filter: rowFilterOfUnits(filter),
    // No filter asks for the icon.
    toRow: ({ expire, ...facts }) => toUnitRow({ ...facts, expire: lastDayOf(expire), hasIcon: facts.icon !== '' }),
    readMembers: async (rows) => {
      if (withIcons) demandFitting(rows);
      const found = await readUnits(db, withIcons ? rows : rows.map(({ number }) => ({ number, hasIcon: false })));
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
  most = Number.POSITIVE_INFINITY,
): Promise<UnitChoice[]> {
  const byName = rowFilterOfUnits({ keyword }) ?? (() => true);
  const ids = vendors && new Set(vendors);
  const rows = await findRows(db, units, (row, text) => (ids?.has(row.number) ?? true) && byName(row, text));
  if (rows.length > most) throw new AppError('too_many_matches');
  return rows.map(({ account, category, number, name }) => ({ account, category, id: number, name }));
}

/** Which rows a search finds; undefined: all. */
function rowFilterOfUnits({ keyword, category, status, expireBefore }: UnitFilter): RowFilter<UnitRow> | undefined {
  if ([keyword, category, status, expireBefore].every((wanted) => wanted === undefined)) return undefined;
  const [isFound, isMeant] = [searchFor(keyword), isSameAs(category)];
  return (row, text) =>
    isMeant(row.category) &&
    (status === undefined || row.status === status) &&
    (expireBefore === undefined || (row.expire !== undefined && row.expire < expireBefore)) &&
    isFound(text, row.pinyin);
}

/** Demands that the units fit into one answer with their icons, before they are read. */
function demandFitting(rows: readonly UnitRow[]): void {
  const most = rows.map(({ iconSize = 0 }) => iconSize + MOST_TEXT_BYTES);
  demandAnswerable(
    rows,
    ({ iconSize }) => leastAnswered(iconSize),
    () => pageTooLarge(most, true),
  );
}

async function readUnits(
  db: Database,
  places: readonly Pick<UnitRow, 'number' | 'hasIcon'>[],
): Promise<(UnitWithIcon | undefined)[]> {
  const pictured = places.filter(({ hasIcon }) => hasIcon);
  const members = places.map(({ number }) => unitKey(number));
  const items = await db.getMany([...members, ...pictured.map(({ number }) => unitIconKey(number))]);
  const icons = new Map(items.slice(places.length).map((item) => [item?.pk, item]));
  return items.slice(0, places.length).map((item) => {
    const unit = item && Unit.parse(item);
    return unit && !unit.deleting ? { unit, icon: unit.hasIcon ? iconOf(icons.get(item.pk)) : '' } : undefined;
  });
}
