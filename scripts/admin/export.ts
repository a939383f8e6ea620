import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import * as z from 'zod/mini';
import type { Caller } from '../../lib/auth/caller.ts';
import { listItemIds } from '../../lib/auth/permissions.ts';
import { toIngredientDetail } from '../../lib/domain/ingredient/food.ts';
import { ReviewRecord, toReviewRecord } from '../../lib/domain/menu/review.ts';
import { StandardRecord, toStandardRecord } from '../../lib/domain/standard.ts';
import type { Unit } from '../../lib/domain/unit.ts';
import { systemRoleId } from '../../lib/domain/user/role.ts';
import { toId } from '../../lib/domain/values/id.ts';
import { AppError } from '../../lib/errors.ts';
import { answerBodyForCaller } from '../../lib/http/answer-as.ts';
import type { Endpoint } from '../../lib/http/endpoint.ts';
import type { Deps } from '../../lib/runtime/deps.ts';
import { dishCollection } from '../../lib/store/dish/dish.ts';
import { readOwnFoods } from '../../lib/store/ingredient/food.ts';
import { menuCollection } from '../../lib/store/menu/menu.ts';
import { listReviews } from '../../lib/store/menu/review.ts';
import { listOperations } from '../../lib/store/operation.ts';
import { selectStandards } from '../../lib/store/standard.ts';
import { getUnit } from '../../lib/store/unit/unit.ts';
import { splitIntoBatches } from '../../lib/table/batches.ts';
import type { AnyCollection } from '../../lib/table/collection/collection.ts';
import { findRows } from '../../lib/table/collection/page.ts';
import { printJson } from '../../lib/text/json-text.ts';
import { type ReportProgress, showProgress } from '../command/progress.ts';
import { toTextTable } from '../command/text-table.ts';
import { CommandProblem, describeError } from '../start/problem.ts';

/** The number of dishes, menus or revisions of a menu that are read at the same time. */
const READS_AT_ONCE = 25;
/** No list has so many rows: a page of this size has everything. */
const MAX_ROWS = 1_000_000_000;

/** Calls an endpoint, named by its file such as `menu/find-menus`, as the unit's main account. Returns the answer's body. */
type Call = (endpointFile: string, parameters?: Readonly<Record<string, string>>) => Promise<unknown>;
/** A reader for each file, by noun. It reads one thing, a list, or many things one after the other. */
type NounReaders = Readonly<Record<string, () => AsyncIterable<unknown> | Promise<unknown>>>;

/** A menu's `revision` is the number of its last submission; 0 if there is none. */
const MenuRevision = z.object({ revision: z.int() });

/**
 * Writes all data of a unit into a new zip with one JSON file per noun, and returns lines with the number of things in
 * each file. The zip has personal data: only its owner may read it.
 * @throws AppError `unit_not_found`; CommandProblem where the file exists or cannot be made.
 */
export async function exportUnit(deps: Deps, unitId: number, path: string): Promise<string[]> {
  const unit = await getUnit(deps.db, unitId);
  const descriptor = openNewFile(path);
  try {
    const counts = await showProgress((report) => writeZip(descriptor, makeReaders(deps, unit), report));
    return [`${unit.name} (unit ${unitId}) is in ${path}`, ...toTextTable(['file', 'things'], counts)];
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Returns the descriptor of a new file, which only its owner may read. */
function openNewFile(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    throw new CommandProblem(`${path} cannot be made: ${describeError(error)}`, { cause: error });
  }
}

/** Makes the readers of all nouns. Their order is that of the files. A test finds a collection of a unit without a file. */
function makeReaders(deps: Deps, unit: Unit): NounReaders {
  const { db } = deps;
  const { id: unitId } = unit;
  const wholePage = { pageNo: 0, pageSize: MAX_ROWS };
  const call = makeCall(deps, unit);
  const findMenu = (id: string) => call('menu/find-menus', { id });
  const eachMenu = (read: ReadById) => readEach(deps, unitId, menuCollection(unitId), read);
  return {
    unit: () => call('unit/get-info'),
    configuration: () => call('unit/get-config'),
    calendar: () => call('unit/get-calendar'),
    users: () => call('user/list-users'),
    roles: () => call('role/list-roles'),
    standards: async () =>
      (await selectStandards(db, { vender: unitId }, MAX_ROWS)).map((row) =>
        z.parse(StandardRecord, toStandardRecord(row, unitId)),
      ),
    marks: () => call('mark/list-marks'),
    prices: () => call('price/list-prices'),
    foods: async () =>
      [...(await readOwnFoods(db, unitId)).values()].map((food) => toIngredientDetail(food, { isOwn: true })),
    dishes: () => readEach(deps, unitId, dishCollection(unitId), (id) => call('dish/find-dishes', { id })),
    menus: () => eachMenu(findMenu),
    revisions: () => eachMenu(async (id) => readRevisions(call, id, MenuRevision.parse(await findMenu(id)).revision)),
    people: () => eachMenu(async (id) => ({ menu: Number(id), people: await call('menu/list-menu-people', { id }) })),
    records: async () =>
      (await listReviews(db, unitId, wholePage, {})).content.map((row) =>
        z.parse(ReviewRecord, toReviewRecord(row, unitId)),
      ),
    screens: () => call('screen/find-screens'),
    log: async () => (await listOperations(db, unitId, { from: undefined, size: MAX_ROWS })).content,
  };
}

/** Makes the function that calls endpoints as the main account. No answer depends on its name, phone, role name or session. */
function makeCall(deps: Deps, { id: vender, name: venderName, account: uid }: Unit): Call {
  const user = { uid, name: '', phone: '', vender, venderName, venderExpire: undefined };
  const role = { roleId: systemRoleId(vender), roleName: '', itemIds: new Set(listItemIds('business')), isMain: true };
  const caller: Caller = { ...user, side: 'business', ...role, sessionId: '', epoch: '', expire: 0 };
  const request = { deps, headers: new Map(), language: 'zh', ipAddress: '', files: [], identify: () => {} } as const;
  const requestChecks = { isTimeUp: () => false, isExpectedVersion: () => true, isCachedByClient: () => false };
  return async (endpointFile, parameters = {}) => {
    const file = new URL(`../../functions/${endpointFile}.ts`, import.meta.url).href;
    const { endpoint }: { readonly endpoint: Endpoint } = await import(file);
    return answerBodyForCaller(endpoint, parameters, { ...request, ...requestChecks, caller });
  };
}

type ReadById = (id: string) => Promise<unknown>;

/** Reads members, newest first. Where `read` answers a list, such as the revisions of a menu, its things follow one another. */
async function* readEach({ db }: Deps, unitId: number, members: AnyCollection, read: ReadById): AsyncIterable<unknown> {
  const rows = await findRows(db, members, () => true);
  const contents = readInBatches(rows, ({ number }) => read(String(toId(unitId, number))));
  for await (const content of contents) yield* [content].flat();
}

/** Reads something of each value, a batch at a time. What somebody deletes meanwhile is left out. */
async function* readInBatches<T>(values: readonly T[], read: (value: T) => Promise<unknown>): AsyncIterable<unknown> {
  for (const batch of splitIntoBatches(values, READS_AT_ONCE)) {
    const contents = await Promise.all(batch.map((value) => read(value).catch(ignoreDeleted)));
    yield* contents.filter((content) => content !== undefined);
  }
}

function ignoreDeleted(error: unknown): undefined {
  if (!(error instanceof AppError && error.reason.endsWith('_not_found'))) throw error;
}

/** Reads all submitted revisions of a menu, of which the last one is `lastRevision`. */
async function readRevisions(call: Call, id: string, lastRevision: number): Promise<unknown[]> {
  const revisions = Array.from({ length: lastRevision }, (_, index) => index + 1);
  const read = async (revision: number) => {
    return { revision, menu: await call('menu/find-menus', { id, revision: String(revision) }) };
  };
  const contents: unknown[] = [];
  for await (const content of readInBatches(revisions, read)) contents.push(content);
  return contents;
}

/** Writes the files one after the other, and returns a row for each: its name and the number of its things. */
async function writeZip(descriptor: number, readers: NounReaders, report: ReportProgress): Promise<string[][]> {
  const zip = new Zip((fault, bytes) => {
    if (fault) throw fault;
    writeSync(descriptor, bytes);
  });
  const counts: string[][] = [];
  for (const [noun, read] of Object.entries(readers)) {
    const entry = new ZipDeflate(`${noun}.json`);
    zip.add(entry);
    const things = await read();
    let count = 0;
    if (isList(things)) {
      for await (const thing of things) {
        entry.push(strToU8(`${count === 0 ? '[' : ','}\n${printJson(thing)}`));
        report(noun, ++count);
      }
      entry.push(strToU8(count === 0 ? '[]\n' : '\n]\n'), true);
    } else entry.push(strToU8(`${printJson(things)}\n`), true);
    counts.push([`${noun}.json`, String(isList(things) ? count : 1)]);
  }
  zip.end();
  return counts;
}

function isList(things: unknown): things is AsyncIterable<unknown> | readonly unknown[] {
  return Array.isArray(things) || (typeof things === 'object' && things !== null && Symbol.asyncIterator in things);
}
