import * as z from 'zod/mini';
import { headKey, prefix, standardKey, standardsPartition, unitsPartition } from '../../tables/keys.ts';
import { demandStorable, Standard } from '../domain/standard.ts';
import { type Change, isUnchanged, withChange } from '../domain/values/change.ts';
import { searchFor } from '../domain/values/keyword.ts';
import {
  MOST_MEMBER_READ_UNITS,
  type Page,
  type PageRequest,
  READ_UNIT_BYTES,
  WRITE_UNIT_BYTES,
} from '../domain/values/page.ts';
import { AppError, badField } from '../errors.ts';
import { Allowance } from '../table/allowance.ts';
import { readIdleHead } from '../table/collection/blocks.ts';
import { type Collection, changeSteps, type Head, readHead, rowSteps } from '../table/collection/collection.ts';
import { findRows, type RowFilter, readPage } from '../table/collection/page.ts';
import type { Database } from '../table/database.ts';
import { LostRace } from '../table/faults.ts';
import { insert, remove, replace, type Step, steady } from '../table/steps.ts';
import { normaliseKey } from '../text/normal-form.ts';
import { demandAnswerable, itemSize } from './item-size.ts';
import { units } from './unit/unit.ts';

/** A standard before it has an id. */
export type StandardDraft = Pick<Standard, 'name' | 'vendors' | 'overflow'>;

/** The change of a standard; absent parts stay. */
export type StandardChange = Change<Omit<Standard, 'version' | 'id'>>;

/** The filter of standards: by name and, where a unit is given, only those assigned to it. */
export interface StandardFilter {
  readonly keyword?: string | undefined;
  readonly vender?: number | undefined;
}

/** The most bytes of a unit's id in an item. */
const BYTES_PER_UNIT_ID = 5;

/**
 * The row of a standard. It holds the assignments, so that finding a unit's standards needs no read of each standard.
 */
const StandardRow = z.object({
  number: z.int(),
  name: z.string(),
  vendors: z.array(z.int()),
  /**
   * About the bytes of the standard's item without its units, so that the cost of reading it is known before. Absent in
   * a table before version 4.
   */
  size: z.optional(z.int()),
  pinyin: z.optional(z.string()),
});
type StandardRow = z.output<typeof StandardRow>;

export const standards: Collection<StandardRow, Standard> = {
  partition: standardsPartition,
  Row: StandardRow,
  Member: Standard,
  kind: 'standard',
  memberPrefix: prefix.standard,
  memberKey: ({ number }) => standardKey(number),
  toRow,
  textOf: ({ name }) => normaliseKey(name),
  nameOf: ({ name }) => name,
};

/** Reads the head of the standards, beside the caller's check. */
export async function readStandardsHead(db: Database): Promise<Head> {
  return readHead(db, standardsPartition);
}

/** One page of the standards that pass the filter, newest first. */
export async function listStandards(
  db: Database,
  request: PageRequest,
  filter: StandardFilter,
  firstHead?: Head,
  most?: number,
): Promise<Page<Standard>> {
  return readPage(db, standards, request, {
    firstHead,
    filter: toFilter(filter),
    most,
    rowOf: toRow,
    readMembers: (rows) => {
      demandReadable(rows, most !== undefined);
      return readStandards(db, rows);
    },
  });
}

/**
 * The standards that pass the filter, newest first.
 * @throws AppError `too_many_matches` beyond `most`.
 */
export async function selectStandards(
  db: Database,
  filter: StandardFilter,
  most: number,
  head?: Head,
): Promise<Standard[]> {
  return (await listStandards(db, { pageNo: 0, pageSize: most }, filter, head, most)).content;
}

/** Ids of the standards that are assigned to a unit, as of the head or later. */
export async function listAssignedStandards(db: Database, unit: number, head: Head): Promise<number[]> {
  const rows = await findRows(db, standards, ({ vendors }) => vendors.includes(unit), head);
  return rows.map(({ number }) => number);
}

/** A standard; undefined where none has that id. */
export async function findStandard(db: Database, id: number): Promise<Standard | undefined> {
  const item = await db.get(standardKey(id));
  return item && Standard.parse(item);
}

/**
 * A standard.
 * @throws AppError `standard_not_found`.
 */
export async function getStandard(db: Database, id: number): Promise<Standard> {
  const standard = await findStandard(db, id);
  if (!standard) throw new AppError('standard_not_found');
  return standard;
}

/**
 * Creates a standard and returns its id.
 * @throws AppError `unknown_unit` naming in field `vendors` the units that do not exist.
 */
export async function createStandard(db: Database, draft: StandardDraft): Promise<number> {
  return db.retryLostRaces(async () => {
    const [head, assigned] = await Promise.all([readHead(db, standardsPartition), assign(db, draft.vendors)]);
    const standard = Standard.parse({ ...draft, vendors: assigned.vendors, version: 1, id: head.next });
    await db.write([
      insert({ ...standardKey(standard.id), ...standard }),
      ...rowSteps(standards, { add: [standard] }, head),
      ...assigned.steps,
    ]);
    return standard.id;
  });
}

/**
 * Changes a standard whose version is meant. Assignments change for all units at the same moment. A change that changes
 * nothing writes nothing.
 * @throws AppError `standard_not_found`; `unknown_unit` naming in field `vendors` the units that do not exist;
 * `payload_too_large`.
 */
export async function updateStandard(
  db: Database,
  id: number,
  change: StandardChange,
  isMeant: (version: number) => boolean = () => true,
): Promise<void> {
  await db.retryLostRaces(async () => {
    const assigning = change.vendors === undefined ? undefined : assign(db, change.vendors);
    // If the standard does not exist either, the caller is told so, whichever read ends first.
    assigning?.catch(() => {});
    const standard = await getStandard(db, id);
    const assigned = await assigning;
    if (!isMeant(standard.version)) throw new AppError('changed_meanwhile');
    const next = withChange(standard, { ...change, vendors: assigned?.vendors });
    if (isUnchanged(standard, next)) return;
    demandStorable(next);
    await db.write([...replaceSteps(standard, next), ...(assigned?.steps ?? [])]);
  });
}

/**
 * Deletes a standard. All units lose it.
 * @throws AppError `standard_not_found`.
 */
export async function deleteStandard(db: Database, id: number): Promise<void> {
  await db.retryLostRaces(async () => {
    const standard = await getStandard(db, id);
    await db.write([remove(standardKey(id), standard.version), ...rowSteps(standards, { remove: [standard] })]);
  });
}

/**
 * Takes a unit out of all standards; false where the next one would cost more than the allowance. Nobody can assign to
 * the unit any more, but the last assignment may not be wholly visible yet: so head and standards are read while no
 * transaction is changing them.
 */
export async function unassignUnit(db: Database, unit: number, allowance = new Allowance(db)): Promise<boolean> {
  const head = await db.retryLostRaces(async () => orLost(await readIdleHead(db, standardsPartition)));
  const rows = await findRows(db, standards, (row) => row.vendors.includes(unit), head);
  for (const row of rows) {
    // Reading with `getIdle` costs twice as much as a plain read.
    if (costOfChange(row) > allowance.writeUnits || 2 * costOfReading(row) > allowance.readUnits) return false;
    const { number } = row;
    await db.retryLostRaces(async () => {
      const [item] = orLost(await db.getIdle([standardKey(number)]));
      const standard = item && Standard.parse(item);
      if (!standard?.vendors.includes(unit)) return;
      await db.write(replaceSteps(standard, { ...standard, vendors: standard.vendors.filter((id) => id !== unit) }));
    });
  }
  return true;
}

/** About the bytes of the standard's item. */
function bytesOf({ size = 0, vendors }: StandardRow): number {
  return size + vendors.length * BYTES_PER_UNIT_ID;
}

function costOfReading(row: StandardRow): number {
  return Math.max(1, Math.ceil(bytesOf(row) / READ_UNIT_BYTES));
}

/** Write units of changing the units of a standard: its item, its row and their head. */
function costOfChange(row: StandardRow): number {
  const kilobytes = (bytes: number) => Math.ceil(bytes / WRITE_UNIT_BYTES);
  return 2 * (kilobytes(bytesOf(row)) + kilobytes(itemSize(row)) + 1);
}

/**
 * The result of `getIdle`.
 * @throws LostRace where a transaction was changing it.
 */
function orLost<T>(found: T | undefined): T {
  if (found === undefined) throw new LostRace('changed_meanwhile');
  return found;
}

/**
 * The units to assign to, ascending, and a step that fails if one of them is deleted meanwhile: each deletion changes
 * the head of the units.
 */
async function assign(db: Database, ids: readonly number[]): Promise<{ vendors: number[]; steps: Step[] }> {
  if (ids.length === 0) return { vendors: [], steps: [] };
  const head = await readHead(db, unitsPartition);
  const wanted = new Set(ids);
  const rows = await findRows(db, units, (row) => wanted.has(row.number), head);
  const known = new Set(rows.map((row) => row.number));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) {
    const names = unknown.slice(0, 100).join(', ');
    throw badField('vendors', { code: 'unknown', names }, 'unknown_unit');
  }
  const vendors = [...known].sort((a, b) => a - b);
  return { vendors, steps: [steady(headKey(unitsPartition), { next: head.next, total: head.total })] };
}

function replaceSteps(standard: Standard, next: Standard): Step[] {
  const raised = { ...next, version: standard.version + 1 };
  return [
    replace({ ...standardKey(standard.id), ...raised }, standard.version),
    ...changeSteps(standards, standard, raised),
  ];
}

function toRow(standard: Standard): StandardRow {
  const { version: _version, id, vendors, ...content } = standard;
  return { number: id, name: standard.name, vendors, size: itemSize(content) };
}

/**
 * Demands that the standards of these rows can be read.
 * @throws AppError `page_too_large` where they do not fit into one answer; `too_many_matches` where they are all
 * matches and reading them would cost too much.
 */
function demandReadable(rows: readonly StandardRow[], isAll: boolean): void {
  const units = rows.reduce((sum, row) => sum + costOfReading(row), 0);
  if (isAll && units > MOST_MEMBER_READ_UNITS) throw new AppError('too_many_matches');
  demandAnswerable(rows, bytesOf);
}

async function readStandards(db: Database, rows: readonly StandardRow[]): Promise<(Standard | undefined)[]> {
  const items = await db.getMany(rows.map((row) => standardKey(row.number)));
  return items.map((item) => item && Standard.parse(item));
}

function toFilter({ keyword, vender }: StandardFilter): RowFilter<StandardRow> | undefined {
  if (keyword === undefined && vender === undefined) return undefined;
  const isFound = searchFor(keyword);
  return (row, text) => isFound(text, row.pinyin) && (vender === undefined || row.vendors.includes(vender));
}
