import { unitIconKey, unitKey } from '../../../tables/keys.ts';
import { toUnitRecord, Unit, type UnitChoice, type UnitFilter, type UnitSearch } from '../../domain/unit.ts';
import { makeKeywordMatcher, makeTextMatcher } from '../../domain/values/keyword.ts';
import type { PageRequest } from '../../domain/values/page.ts';
import { AppError } from '../../errors.ts';
import type { Head } from '../../table/collection/collection.ts';
import { findRows, type RowFilter, readPage } from '../../table/collection/page.ts';
import type { Database } from '../../table/database.ts';
import { pageTooLarge } from '../../text/answer-size.ts';
import { parseIcon } from '../icon.ts';
import { fitOneAnswer, toMinAnswerBytes } from '../item-size.ts';
import { listServiceFacts, type ServiceFacts } from './service-facts.ts';
import { readUnitsHead, toUnitRow, type UnitRow, unitsCollection } from './unit.ts';

/** The maximum bytes of a unit in an answer, without its icon. */
const MAX_TEXT_BYTES = 18_000;

/** Reads a unit with its icon; undefined where no unit has the id, or it is being deleted. */
export async function findUnitAndIcon(db: Database, id: number) {
  return (await readUnits(db, [{ id, withIcon: true }]))[0];
}

/** Reads one page of the units that pass the filter, newest first. */
export async function listUnits(db: Database, request: PageRequest, filter: UnitFilter, withIcons = true) {
  const head = await readUnitsHead(db);
  const page = await readPage(db, unitsCollection, request, {
    knownHead: head,
    filter: makeRowFilter(filter, await makeFactsFilter(db, filter, head)),
    readMembers: async (rows) => {
      if (withIcons && !fitOneAnswer(rows, ({ iconSize }) => toMinAnswerBytes(iconSize))) {
        const maxBytes = rows.map(({ iconSize = 0 }) => iconSize + MAX_TEXT_BYTES);
        throw pageTooLarge(maxBytes, { hasPictures: true });
      }
      const requests = rows.map(({ number, hasIcon }) => ({ id: number, withIcon: withIcons && hasIcon }));
      return readUnits(db, requests);
    },
    toRow: ({ unit }) => toUnitRow(unit),
  });
  return { ...page, content: page.content.map(({ unit, icon }) => toUnitRecord(unit, icon)) };
}

/** Finds units by a keyword, newest first, among `vendors` if given; throws `too_many_matches` beyond `maxMatches`. */
export async function selectUnits(
  db: Database,
  { keyword, vendors }: UnitSearch,
  maxMatches = Number.POSITIVE_INFINITY,
): Promise<UnitChoice[]> {
  const allowedUnits = vendors && new Set(vendors);
  const rowFilter = makeRowFilter({ keyword }, allowedUnits && ((unit) => allowedUnits.has(unit)));
  const rows = await findRows(db, unitsCollection, rowFilter);
  if (rows.length > maxMatches) throw new AppError('too_many_matches');
  return rows.map(({ account, category, number, name }) => ({ account, category, id: number, name }));
}

/** Makes the part of the filter that needs facts which rows do not have; undefined where every unit passes. */
async function makeFactsFilter(db: Database, { isListedId, signedIn }: UnitFilter, head: Head) {
  if (signedIn === undefined) return isListedId;
  const factsOfUnits = await listServiceFacts(db, head);
  const isUnused = ({ since, signedIn: hasSignedIn }: ServiceFacts) => since !== undefined && !hasSignedIn;
  const unusedUnits = new Set(factsOfUnits.filter(isUnused).map(({ number }) => number));
  return (unit: number) => (isListedId?.(unit) ?? true) && unusedUnits.has(unit) !== signedIn;
}

function makeRowFilter(
  { keyword, category, status, expireBefore }: UnitFilter,
  isPassingId?: (unit: number) => boolean,
): RowFilter<UnitRow> | undefined {
  const criteria = [keyword, category, status, expireBefore, isPassingId];
  if (criteria.every((criterion) => criterion === undefined)) return undefined;
  const hasKeyword = makeKeywordMatcher(keyword);
  const isInCategory = makeTextMatcher(category);
  return (row, searchText) =>
    isInCategory(row.category) &&
    (status === undefined || row.status === status) &&
    (expireBefore === undefined || (row.expire !== undefined && row.expire < expireBefore)) &&
    (isPassingId?.(row.number) ?? true) &&
    hasKeyword(searchText, row.pinyin);
}

/** Reads units, each with the data URL of its icon if `withIcon` is true. A unit that is gone or being deleted is undefined. */
async function readUnits(db: Database, requests: readonly { readonly id: number; readonly withIcon: boolean }[]) {
  const iconRequests = requests.filter(({ withIcon }) => withIcon);
  const keys = requests.map(({ id }) => unitKey(id));
  const items = await db.getMany([...keys, ...iconRequests.map(({ id }) => unitIconKey(id))]);
  // A unit and its icon are in the same partition.
  const iconItemByPartition = new Map(items.slice(requests.length).map((item) => [item?.pk, item]));
  return items.slice(0, requests.length).map((item) => {
    const unit = item && Unit.parse(item);
    if (!unit || unit.deleting) return undefined;
    return { unit, icon: unit.hasIcon ? parseIcon(iconItemByPartition.get(item?.pk)) : '' };
  });
}
