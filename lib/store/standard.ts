import * as z from 'zod/mini';
import { headKey, prefixes, standardKey, standardsPartition, unitsPartition } from '../../tables/keys.ts';
import { requireStorable, Standard, type StandardFacts } from '../domain/standard.ts';
import {
  type Change,
  type IsExpectedVersion,
  isSame,
  requireExpectedVersion,
  withChange,
} from '../domain/values/change.ts';
import { makeKeywordMatcher } from '../domain/values/keyword.ts';
import type { PageRequest } from '../domain/values/page.ts';
import { AppError, badField } from '../errors.ts';
import { type Collection, collectionSteps, readHead, readHeadSnapshot } from '../table/collection/collection.ts';
import { findRows, type RowFilter, readPage } from '../table/collection/page.ts';
import type { Database } from '../table/database.ts';
import { checkMembersUnchangedStep, insertStep, removeStep, replaceStep, type Step } from '../table/steps.ts';
import { normaliseKey } from '../text/normal-form.ts';
import { estimateItemSize, fitOneAnswer } from './item-size.ts';
import { unitsCollection } from './unit/unit.ts';

/** A new standard. What it does not name is copied from the standard with the id `from`. */
export interface StandardDraft extends Pick<Standard, 'name' | 'vendors' | 'overflow'> {
  readonly from?: number | undefined;
}

/** The filter of standards: by name and, where a unit is given, only those assigned to it. */
export interface StandardFilter {
  readonly keyword?: string | undefined;
  readonly vender?: number | undefined;
}

/** The maximum bytes that the id of one assigned unit takes in an answer. */
const BYTES_PER_UNIT_ID = 5;
/** The maximum number of unknown units that an error names. */
const MAX_NAMED_UNITS = 100;

/** The row of a standard. With the assignments in it, finding a unit's standards needs no read of each standard. */
const StandardRow = z.object({
  number: z.int(),
  name: z.string(),
  vendors: z.array(z.int()),
  /** The estimated bytes of the standard's item without its units. They bound a page before its items are read. */
  size: z.int(),
  /** The categories of units whose new units get it. */
  unitCategories: z.optional(z.array(z.string())),
  pinyin: z.optional(z.string()),
});
type StandardRow = z.output<typeof StandardRow>;

export const standardsCollection: Collection<StandardRow, Standard> = {
  partition: standardsPartition,
  Row: StandardRow,
  Member: Standard,
  kind: 'standard',
  memberPrefix: prefixes.standard,
  memberKey: ({ number }) => standardKey(number),
  toRow,
  searchText: ({ name }) => normaliseKey(name),
  nameForPinyin: ({ name }) => name,
};

/** Reads one page of the standards that pass the filter, newest first. Beyond `maxMatches` it throws `too_many_matches`. */
export async function listStandards(db: Database, request: PageRequest, filter: StandardFilter, maxMatches?: number) {
  return readPage(db, standardsCollection, request, {
    filter: makeRowFilter(filter),
    maxMatches,
    toRow,
    readMembers: async (rows) => {
      const fits = fitOneAnswer(rows, ({ size, vendors }) => size + vendors.length * BYTES_PER_UNIT_ID);
      // Where all matches are wanted, a smaller page is no help.
      if (!fits) throw new AppError(maxMatches === undefined ? 'page_too_large' : 'too_many_matches');
      const items = await db.getMany(rows.map(({ number }) => standardKey(number)));
      return items.map((item) => item && Standard.parse(item));
    },
  });
}

/** Reads the standards that pass the filter, newest first; throws `too_many_matches` beyond `maxMatches`. */
export async function selectStandards(db: Database, filter: StandardFilter, maxMatches: number): Promise<Standard[]> {
  return (await listStandards(db, { pageNo: 0, pageSize: maxMatches }, filter, maxMatches)).content;
}

/** Lists the ids of the standards that are assigned to a unit. */
export async function listAssignedStandardIds(db: Database, unit: number): Promise<number[]> {
  const rows = await findRows(db, standardsCollection, ({ vendors }) => vendors.includes(unit));
  return rows.map(({ number }) => number);
}

/** Reads the standards with these ids that exist. Where a unit is given, reads only those that are assigned to it. */
export async function findStandards(db: Database, ids: readonly number[], unit?: number): Promise<Standard[]> {
  const items = await db.getMany(ids.map(standardKey));
  const standards = items.flatMap((item) => (item ? [Standard.parse(item)] : []));
  return standards.filter(({ vendors }) => unit === undefined || vendors.includes(unit));
}

/** Reads a standard; undefined where none has the id. */
export async function findStandard(db: Database, id: number): Promise<Standard | undefined> {
  const item = await db.get(standardKey(id));
  return item && Standard.parse(item);
}

/** Reads a standard; throws `standard_not_found`. */
export async function getStandard(db: Database, id: number): Promise<Standard> {
  const standard = await findStandard(db, id);
  if (!standard) throw new AppError('standard_not_found');
  return standard;
}

/**
 * Creates a standard and returns its id. A copy has no unit categories: new units still get its source.
 * @throws AppError `standard_not_found` where there is nothing to copy; `unknown_unit` naming absent `vendors`.
 */
export async function createStandard(db: Database, { from, ...draft }: StandardDraft): Promise<number> {
  return db.retryLostRaces(async () => {
    const source = from === undefined ? undefined : await getStandard(db, from);
    const [head, { vendors, steps }] = await Promise.all([
      readHead(db, standardsPartition),
      planAssignment(db, draft.vendors),
    ]);
    const ownFacts = { ...draft, unitCategories: undefined, vendors, version: 1, id: head.next };
    const standard = Standard.parse({ ...source, ...ownFacts });
    requireStorable(standard);
    await db.write([
      insertStep({ ...standardKey(standard.id), ...standard }),
      ...collectionSteps(standardsCollection, { add: [standard] }, head),
      ...steps,
    ]);
    return standard.id;
  });
}

/** Creates these standards if there has never been a standard, and returns how many were created. */
export async function createFirstStandards(db: Database, facts: readonly StandardFacts[]): Promise<number> {
  return db.retryLostRaces(async () => {
    const head = await readHead(db, standardsPartition);
    if (head.next > 1) return 0;
    const added = facts.map((standard, index) => Standard.parse({ ...standard, version: 1, id: index + 1 }));
    await db.write([
      ...added.map((standard) => insertStep({ ...standardKey(standard.id), ...standard })),
      ...collectionSteps(standardsCollection, { add: added }, head),
    ]);
    return added.length;
  });
}

/**
 * Changes a standard and returns its version. New assignments take effect for all units at once.
 * @throws AppError `standard_not_found`, `changed_meanwhile`, `payload_too_large`; `unknown_unit` naming in field
 * `vendors` the units that do not exist.
 */
export async function updateStandard(
  db: Database,
  id: number,
  change: Change<StandardFacts>,
  isExpectedVersion?: IsExpectedVersion,
): Promise<number> {
  return db.retryLostRaces(async () => {
    const assignmentPromise = change.vendors === undefined ? undefined : planAssignment(db, change.vendors);
    // It is awaited late: `standard_not_found` comes before `unknown_unit`. Unhandled, its rejection would end the process.
    assignmentPromise?.catch(() => {});
    const standard = await getStandard(db, id);
    const assignment = await assignmentPromise;
    requireExpectedVersion(standard.version, isExpectedVersion);
    const changed = withChange(standard, { ...change, vendors: assignment?.vendors });
    if (isSame(standard, changed)) return standard.version;
    requireStorable(changed);
    await db.write([...replaceStandardSteps(standard, changed), ...(assignment?.steps ?? [])]);
    return standard.version + 1;
  });
}

/** Deletes a standard, for all units; throws `standard_not_found`. */
export async function deleteStandard(db: Database, id: number): Promise<void> {
  await db.retryLostRaces(async () => {
    const standard = await getStandard(db, id);
    await db.write([
      removeStep(standardKey(id), standard.version),
      ...collectionSteps(standardsCollection, { remove: [standard] }),
    ]);
  });
}

/** Lists the ids of all units that have a standard. */
export async function listUnitIdsWithStandard(db: Database): Promise<ReadonlySet<number>> {
  const rows = await findRows(db, standardsCollection);
  return new Set(rows.flatMap(({ vendors }) => vendors));
}

/**
 * Plans an assignment: the ids of the units, ascending, and the step that fails if a unit was created or deleted meanwhile.
 * @throws AppError `unknown_unit` naming in field `vendors` the units that do not exist.
 */
async function planAssignment(db: Database, ids: readonly number[]): Promise<{ vendors: number[]; steps: Step[] }> {
  if (ids.length === 0) return { vendors: [], steps: [] };
  // With the head as a snapshot, every unit is found.
  const head = await readHeadSnapshot(db, unitsPartition);
  const requestedIds = new Set(ids);
  const rows = await findRows(db, unitsCollection, (row) => requestedIds.has(row.number), head);
  const knownIds = new Set(rows.map((row) => row.number));
  const unknownIds = ids.filter((id) => !knownIds.has(id));
  if (unknownIds.length > 0) {
    const names = unknownIds.slice(0, MAX_NAMED_UNITS).join(', ');
    throw badField('vendors', { code: 'unknown', names }, 'unknown_unit');
  }
  const vendors = [...knownIds].sort((a, b) => a - b);
  return { vendors, steps: [checkMembersUnchangedStep(headKey(unitsPartition), head)] };
}

/** The steps that replace a standard and its row, under the next version. They fail where it is no longer `before`. */
export function replaceStandardSteps(before: Standard, withChanges: Standard): Step[] {
  const after = { ...withChanges, version: before.version + 1 };
  return [
    replaceStep({ ...standardKey(before.id), ...after }, before.version),
    ...collectionSteps(standardsCollection, { change: [{ before, after }] }),
  ];
}

function toRow(standard: Standard): StandardRow {
  const { version: _version, id, vendors, ...content } = standard;
  const { name, unitCategories } = content;
  return { number: id, name, vendors, size: estimateItemSize(content), unitCategories };
}

function makeRowFilter({ keyword, vender }: StandardFilter): RowFilter<StandardRow> | undefined {
  if (keyword === undefined && vender === undefined) return undefined;
  const hasKeyword = makeKeywordMatcher(keyword);
  return (row, searchText) =>
    hasKeyword(searchText, row.pinyin) && (vender === undefined || row.vendors.includes(vender));
}
