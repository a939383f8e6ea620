import type { components } from '../../../.build/workbench/api.ts';
import { api, send } from '../../api/client.ts';
import { holds } from '../../api/session.ts';
import { findingsOf } from '../../parts/findings.tsx';
import { yuan } from '../../parts/format.ts';
import type { Query } from '../../parts/query.ts';

type Schemas = components['schemas'];

/** A menu as lists tell it. */
export type Menu = Schemas['Menu'];

/** What a list tells of weeks beside the menus themselves, by their ids. */
export type Figures = Awaited<ReturnType<typeof readFigures>>;

/** So many weeks are on a page: each of them is judged. */
const PAGE_SIZE = 10;

/** The states in which a menu may be. */
export const states: readonly Menu['state'][] = ['草稿', '待审核', '已驳回', '已发布'];

/** The filters of an address, as the call takes them. */
export function toFilter({ keyword, state, from, to, page }: Query) {
  const known = states.find((one) => one === state);
  return {
    pageSize: PAGE_SIZE,
    pageNo: Number(page ?? 0),
    ...(keyword ? { keyword } : {}),
    ...(known ? { state: known } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
}

/** A page of menus, the latest week first. */
export async function listMenus(query: ReturnType<typeof toFilter>) {
  const { body } = await send(api.GET('/api/menu', { params: { query } }));
  if ('items' in body) throw new TypeError('One menu was answered');
  return { ...body, content: body.content.sort((a, b) => (a.start < b.start ? 1 : -1)) };
}

/** The figures of menus by their ids; what is live as it was frozen. */
export async function readFigures(menus: readonly Menu[]) {
  return new Map(await Promise.all(menus.map(async (menu) => [menu.id, await readFiguresOf(menu)] as const)));
}

async function readFiguresOf({ id, state, published }: Menu) {
  const query = { id, ...(state === '已发布' && published !== undefined ? { revision: published } : {}) };
  const [{ body }, rejection] = await Promise.all([
    send(api.GET('/api/menu/analysis', { params: { query } })),
    state === '已驳回' && holds(33) ? readRejection(id) : undefined,
  ]);
  return { groups: findingsOf(body), cost: costOf(body), rejection };
}

/** What a head costs a day over all groups; undefined for who may not see prices. */
function costOf({ levels }: Schemas['Analysis']): string | undefined {
  const heads = levels.reduce((sum, { people }) => sum + people, 0);
  if (heads === 0 || levels.some(({ average }) => average.cost === undefined)) return undefined;
  return yuan(levels.reduce((sum, { people, average }) => sum + people * (average.cost?.value ?? 0), 0) / heads);
}

/** Why the platform has rejected a menu. */
async function readRejection(menu: number) {
  const query = { menu, action: '驳回', pageSize: 1 } as const;
  const [last] = (await send(api.GET('/api/menu/review', { params: { query } }))).body.content;
  return last && 'comment' in last ? last.comment : undefined;
}
