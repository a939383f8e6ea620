import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import * as z from 'zod/mini';
import type { Caller } from '../../lib/auth/caller.ts';
import { allItemIds } from '../../lib/auth/permissions.ts';
import { toIngredientDetail } from '../../lib/domain/ingredient/ingredient.ts';
import type { Unit } from '../../lib/domain/unit.ts';
import { systemRoleId } from '../../lib/domain/user/role.ts';
import { idOf } from '../../lib/domain/values/id.ts';
import { AppError } from '../../lib/errors.ts';
import type { Endpoint } from '../../lib/http/endpoint.ts';
import { checkInput } from '../../lib/http/middleware/validate.ts';
import { Bare, Versioned } from '../../lib/http/reply.ts';
import type { Deps } from '../../lib/runtime/deps.ts';
import { dishCollection } from '../../lib/store/dish/dish.ts';
import { listOwnFoods } from '../../lib/store/ingredient/ingredient.ts';
import { menuCollection } from '../../lib/store/menu/menu.ts';
import { getUnit } from '../../lib/store/unit/unit.ts';
import { splitIntoBatches } from '../../lib/table/batches.ts';
import type { AnyCollection } from '../../lib/table/collection/collection.ts';
import { findRows } from '../../lib/table/collection/page.ts';
import { printJson } from '../../lib/text/json-text.ts';
import { type ReportProgress, showProgress } from '../command/progress.ts';
import { toTextTable } from '../command/text-table.ts';
import { describeError, Problem } from '../start/problem.ts';

/** How many things are asked for one by one at the same moment. */
const AT_ONCE = 25;

/** Asks an endpoint, named by its file, as the unit's main account would, and answers the body as the document has it. */
type Ask = (file: string, parameters?: Readonly<Record<string, string>>) => Promise<unknown>;
/** Things that are read one after the other, since all of them may be too many at once. */
type Things = AsyncIterable<unknown>;
type Nouns = Readonly<Record<string, () => Things | Promise<unknown>>>;

const PageOfThings = z.object({ content: z.array(z.unknown()), totalPages: z.int() });
const LogPage = z.object({ content: z.array(z.unknown()), next: z.string() });
const Submitted = z.object({ revision: z.int() });

/**
 * Writes all that the service keeps of a unit into a new zip, one JSON file a noun, and tells how much there is.
 * @throws AppError `unit_not_found`; Problem where the file cannot be made anew.
 */
export async function exportUnit(deps: Deps, id: number, path: string): Promise<string[]> {
  const unit = await getUnit(deps.db, id);
  const file = openNew(path);
  try {
    const counts = await showProgress((tell) => writeZip(file, nounsOf(deps, unit), tell));
    return [`${unit.name} (unit ${id}) is in ${path}`, ...toTextTable(['file', 'things'], counts)];
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** The file has personal data: only its owner may read it. */
function openNew(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    throw new Problem(`${path} cannot be made: ${describeError(error)}`, { cause: error });
  }
}

function nounsOf(deps: Deps, unit: Unit): Nouns {
  const ask = askAs(deps, unit);
  const menu = (id: string) => ask('menu/find-menus', { id });
  const eachMenu = (read: Read) => eachOf(deps, unit.id, menuCollection(unit.id), read);
  return {
    unit: () => ask('unit/get-info'),
    configuration: () => ask('unit/get-config'),
    calendar: () => ask('unit/get-calendar'),
    users: () => ask('user/list-users'),
    roles: () => ask('role/list-roles'),
    standards: () => pagesOf(ask, 'standard/list-standards', '10'),
    marks: () => ask('mark/list-marks'),
    prices: () => ask('price/list-prices'),
    foods: async () =>
      [...(await listOwnFoods(deps.db, unit.id)).values()].map((food) => toIngredientDetail(food, true)),
    dishes: () => eachOf(deps, unit.id, dishCollection(unit.id), (id) => ask('dish/find-dishes', { id })),
    menus: () => eachMenu(menu),
    revisions: () => eachMenu(async (id) => revisionsOf(ask, id, Submitted.parse(await menu(id)).revision)),
    people: () => eachMenu(async (id) => ({ menu: Number(id), people: await ask('menu/list-menu-people', { id }) })),
    records: () => pagesOf(ask, 'review/list-reviews', '200'),
    screens: () => ask('screen/find-screens'),
    log: () => logOf(ask),
  };
}

function askAs(deps: Deps, { id: vender, name: venderName, account: uid }: Unit): Ask {
  const named = { uid, name: '', phone: '', vender, venderName, venderExpire: undefined };
  const role = { roleId: systemRoleId(vender), roleName: '', items: new Set(allItemIds('business')), isMain: true };
  const caller: Caller = { ...named, side: 'business', ...role, sessionId: '', epoch: '', expire: 0 };
  const request = { caller, deps, headers: new Map(), language: 'zh', address: '', files: [] } as const;
  const rest = {
    isTimeUp: () => false,
    isExpectedVersion: () => true,
    isCachedByClient: () => false,
    identify: () => {},
  };
  return async (file, parameters = {}) => {
    const { endpoint }: { endpoint: Endpoint } = await import(
      new URL(`../../functions/${file}.ts`, import.meta.url).href
    );
    const input = checkInput(endpoint, { parameters, repeated: [], files: [] });
    const told = await endpoint.handle({ ...request, ...rest, input });
    const result = told instanceof Versioned ? told.result : told;
    return result instanceof Bare ? endpoint.bareOutput?.parse(result.body) : endpoint.output?.parse(result);
  };
}

type Read = (id: string) => Promise<unknown>;

/** Reads members one by one, newest first: so no change beside it moves a page. What is deleted meanwhile is left out. */
async function* eachOf({ db }: Deps, unit: number, collection: AnyCollection, read: Read): Things {
  const rows = await findRows(db, collection, () => true);
  for (const some of splitIntoBatches(rows, AT_ONCE)) {
    const reading = some.map(({ number }) => read(String(idOf(unit, number))).catch(passOver));
    for (const found of await Promise.all(reading)) yield* [found ?? []].flat();
  }
}

function passOver(error: unknown): undefined {
  if (!(error instanceof AppError && error.reason.endsWith('_not_found'))) throw error;
}

/** A menu as it was submitted each time. */
async function revisionsOf(ask: Ask, id: string, last: number): Promise<unknown[]> {
  const numbers = Array.from({ length: last }, (_, index) => index + 1);
  const read = async (revision: number) => ({
    revision,
    menu: await ask('menu/find-menus', { id, revision: `${revision}` }),
  });
  return (await Promise.all(numbers.map((revision) => read(revision).catch(passOver)))).flatMap((one) => one ?? []);
}

/** Reads page by page. What a new thing moves to the next page is not told twice. */
async function* pagesOf(ask: Ask, file: string, pageSize: string): Things {
  let before = new Set<string>();
  for (let pageNo = 0, pages = 1; pageNo < pages; pageNo++) {
    const { content, totalPages } = PageOfThings.parse(await ask(file, { pageSize, pageNo: String(pageNo) }));
    yield* content.filter((thing) => !before.has(printJson(thing)));
    before = new Set(content.map(printJson));
    pages = totalPages;
  }
}

async function* logOf(ask: Ask): Things {
  for (let from: string | undefined; from !== ''; ) {
    const page = LogPage.parse(await ask('operation/list-operations', { pageSize: '200', ...(from ? { from } : {}) }));
    yield* page.content;
    from = page.next;
  }
}

/** Writes the files one after the other, and answers how many things each has. */
async function writeZip(file: number, nouns: Nouns, tell: ReportProgress): Promise<string[][]> {
  const zip = new Zip((fault, bytes) => {
    if (fault) throw fault;
    writeSync(file, bytes);
  });
  const counts: string[][] = [];
  for (const [noun, read] of Object.entries(nouns)) {
    const entry = new ZipDeflate(`${noun}.json`);
    zip.add(entry);
    const things = read();
    let count = 0;
    if (Symbol.asyncIterator in things) {
      for await (const thing of things) {
        entry.push(strToU8(`${count === 0 ? '[' : ','}\n${printJson(thing)}`));
        tell(noun, ++count);
      }
      entry.push(strToU8(count === 0 ? '[]\n' : '\n]\n'), true);
    } else {
      const answer = await things;
      entry.push(strToU8(`${printJson(answer)}\n`), true);
      count = Array.isArray(answer) ? answer.length : 1;
    }
    counts.push([`${noun}.json`, String(count)]);
  }
  zip.end();
  return counts;
}
