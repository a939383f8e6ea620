import { unzipSync } from 'fflate';
import type { Endpoint, Example } from '../../lib/http/endpoint.ts';
import { Examples, toParameters } from '../support/service/examples.ts';
import type { Answer, TestService } from '../support/service/service.ts';
import { type DumpedItem, dumpTable } from '../support/service/table-dump.ts';
import { loadItems } from '../support/table/bulk.ts';
import {
  describeKind,
  type RecordedAnswer,
  type RecordedCall,
  type RecordedTable,
} from '../support/table/recorded-table.ts';
import { FULL_UNIT, screenTokens } from './full-world.ts';
import type { Person, World } from './world.ts';

/** A hundred years in seconds. */
const CENTURY_S = 3_155_760_000;

/** Records the table of the full world, and what its service answers on it. */
export async function recordTable(world: World): Promise<RecordedTable> {
  const { service } = world;
  const items = (await dumpTable(service)).map(postponeExpiry);
  await loadItems(service.deps.env, items);
  const calls = listCalls(service, items);
  const examples = Examples.from(world, items);
  const recorded: RecordedCall[] = [];
  for (const call of calls) {
    if (isWriting(call)) await examples.rewind();
    const answer = await sendRecorded(world, call);
    recorded.push({ ...call, status: answer.status, ...toRecordedPart(call, answer, { service, items }) });
  }
  const failed = recorded.filter(({ status }) => status >= 400).map(({ route }) => route);
  // Only the address of the deleted screen may fail.
  if (failed.join() !== 'GET /screen/{token}') throw new Error(`not all requests succeed: ${failed.join()}`);
  return { now: service.stoppedAt ?? 0, tokens: [...world.tokens], items, calls: recorded };
}

/** Sends a recorded request again. */
export function sendRecorded({ service, tokens }: World, { route, person, parameters }: Request): Promise<Answer> {
  return service.call(route, toParameters(route, parameters), { token: person && tokens.get(person) });
}

/** Whether a request may write, so that it must be sent to the table as it was recorded. */
export function isWriting({ route }: Pick<RecordedCall, 'route'>): boolean {
  return !route.startsWith('GET ');
}

/** The part of an answer that every later release must give again, as `told`; nothing where no such part is compared. */
export function toRecordedPart(
  call: Request,
  { json, headers, bytes, status }: Answer,
  { service, items }: { readonly service: TestService; readonly items: readonly DumpedItem[] },
): { told?: RecordedAnswer } {
  if (isWriting(call) || isComputed(call) || !/^GET \/(?:api|screen|print)\//.test(call.route)) return {};
  const { output, bareOutput } = service.endpoints.get(call.route) ?? {};
  if (status !== 200) return { told: { json: { reason: json?.reason } } };
  if (json !== undefined) return (output ?? bareOutput) ? { told: { json: 'success' in json ? json.body : json } } : {};
  const type = String(headers['content-type']);
  if (type.startsWith('image/') && !type.includes('svg')) return { told: { picture: bytes.toString('base64') } };
  const text = type.includes('openxml') ? readPackage(bytes) : String(bytes);
  return { told: { names: listNames(items).filter((name) => text.includes(name)) } };
}

/** Whether the answer is calculated by rules that a release may improve. A frozen revision keeps the rules of its time. */
function isComputed({ route, parameters }: Request): boolean {
  const isFrozen = route === 'GET /api/menu/analysis' && parameters['revision'] !== undefined;
  return !isFrozen && /\/(?:dish\/label|menu\/analysis|menu\/alternatives|guide)$/.test(route);
}

function readPackage(bytes: Uint8Array): string {
  return Object.values(unzipSync(bytes))
    .map((part) => Buffer.from(part).toString())
    .join('\n');
}

type Request = Omit<RecordedCall, 'status' | 'told'>;

/** Returns the item with a later time to live, so that it does not expire before a later release reads it. */
function postponeExpiry(item: DumpedItem): DumpedItem {
  return typeof item['ttl'] === 'number' ? { ...item, ttl: item['ttl'] + CENTURY_S } : item;
}

/** The kinds of items whose names pages and workbooks must continue to show. */
const NAMED_KINDS = ['dish', 'menu', 'unit', 'user', 'food'];

function listNames(items: readonly DumpedItem[]): string[] {
  return [
    ...new Set(items.filter((item) => NAMED_KINDS.includes(describeKind(item))).map(({ name }) => String(name))),
  ].sort();
}

/** The reads of the examples, then reads of all that the full unit has, then the writes of the examples. */
function listCalls(service: TestService, items: readonly DumpedItem[]): Request[] {
  const examples = listExamples(service);
  const [reads, writes] = [examples.filter((call) => !isWriting(call)), examples.filter(isWriting)];
  return [...reads, ...listReads(items), ...writes];
}

export function listExamples({ endpoints }: TestService): Request[] {
  return [...endpoints.values()].flatMap(({ route, callers, examples }) =>
    route === '$default' ? [] : examples.map((parameters) => ({ route, person: findSender(callers), parameters })),
  );
}

/** The person who sends the examples: one of the endpoint's callers. */
function findSender(callers: Endpoint['callers']): Person | undefined {
  if (callers === 'public') return undefined;
  return callers === 'admin' ? 'admin' : 'hongqi';
}

function listReads(items: readonly DumpedItem[]): Request[] {
  const listIds = (name: string) =>
    items
      .filter(({ pk, sk }) => pk === `V#${FULL_UNIT}#${name}` && /^(?:DISH|STATE)#/.test(String(sk)))
      .map(({ number }) => String(FULL_UNIT * 1_000_000 + Number(number)));
  const [dishes, menus] = [listIds('DISH'), listIds('MENU')];
  const readAs =
    (person: Person | undefined) =>
    (route: string, parameters: Example = {}) => ({ ...{ route: `GET ${route}`, person }, parameters });
  const [readOwn, readAdmin, readPublic] = [readAs('qiquan'), readAs('admin'), readAs(undefined)];
  const largestPage = { pageSize: '200' };
  const weeks = ['2026-08-31', '2026-09-07', '2026-09-21', '2026-09-28', '2026-10-19'];
  return [
    ...['/api/dish', '/api/menu', '/api/menu/review', '/api/log', '/api/ingredient'].map((path) =>
      readOwn(path, largestPage),
    ),
    ...['/api/me', '/api/user', '/api/role', '/api/ingredient/mark', '/api/ingredient/price', '/api/screen'].map(
      (path) => readOwn(path),
    ),
    ...['/api/vender/info', '/api/vender/config', '/api/vender/calendar', '/api/nutrition/select'].map((path) =>
      readOwn(path),
    ),
    ...['/api/ingredient/price/template', '/api/user/sheet.xlsx', '/api/dish/sheet.xlsx', '/api/guide'].map((path) =>
      readOwn(path),
    ),
    readOwn('/api/nutrition', largestPage),
    readOwn('/api/dish/label', { ids: dishes.join() }),
    ...dishes.map((id) => readOwn('/api/dish', { id })),
    ...menus.flatMap((id) => [
      readOwn('/api/menu', { id }),
      readOwn('/api/menu/analysis', { id }),
      readOwn('/api/menu/people', { id }),
      readOwn('/api/menu/purchase', { id }),
      readOwn('/api/menu/sheet.html', { id }),
    ]),
    ...items.flatMap(({ pk, sk }) => {
      const [, menu, revision] = pk === `V#${FULL_UNIT}#MENU` ? (/^REVISION#(\d+)#(\d+)$/.exec(String(sk)) ?? []) : [];
      const id = String(FULL_UNIT * 1_000_000 + Number(menu));
      const frozen = { id, revision: String(Number(revision)) };
      return revision ? ['/api/menu', '/api/menu/analysis'].map((path) => readOwn(path, frozen)) : [];
    }),
    ...weeks.map((from) => readOwn('/api/menu/live', { from })),
    ...weeks.map((week) => readAdmin('/api/menu/overview', { week, ...largestPage })),
    ...['/api/vender', '/api/nutrition', '/api/menu/review', '/api/dish'].map((path) => readAdmin(path, largestPage)),
    readAdmin('/api/vender/calendar'),
    readAdmin('/api/menu/review', { pending: 'true' }),
    readAdmin('/api/log', { vender: String(FULL_UNIT), ...largestPage }),
    ...screenTokens.map((token) => readPublic('/screen/{token}', { token })),
  ];
}
