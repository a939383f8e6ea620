import { type Answer, api, type GetQuery, NO_NUMBER, read, type Schemas, send } from '../../api/client.ts';
import { addDays, formatDaySpan } from '../../parts/dates.ts';
import type { Change } from './merge.ts';
import type { Item, Selection } from './week.ts';

/** The facts of a menu: all but its items. */
export type MenuFacts = Omit<Schemas['Menu'], 'items'>;

export const stateTones = { 草稿: 'low', 待审核: '', 已驳回: 'high', 已发布: 'good' } as const;

export type Analysis = Schemas['Analysis'];
/** The analysis of a group of people. Its `level` is their activity level. */
export type GroupAnalysis = Analysis['levels'][number];

/** A dish that can be served, with its figures per portion. */
export type Dish = Schemas['DishChoice'];

/** The dishes that a menu can serve, by id: the unit's own first, then the library's. */
export type Dishes = ReadonlyMap<number, Dish>;

/** A menu as it was read, with its version. */
export type MenuVersion = { readonly facts: MenuFacts; readonly items: readonly Item[]; readonly etag: string };

export const toItemInput = ({ day, meal, dish, portion, groups }: Item) => ({
  ...{ day, meal, dish, portion },
  ...(groups && { groups }),
});

/** Converts a menu to the form of calls that take an unsaved menu. */
export function toDraft({ name, start, days, meals, groups, standard }: MenuFacts) {
  const draft = { name, start, days, meals: meals.join(','), groups, standard: standard ?? NO_NUMBER };
  return draft satisfies Record<Exclude<keyof Schemas['CreateMenuForm'], 'items'>, unknown>;
}

/** The name of a new menu: 11月30日–12月4日食谱, or with `（2）` if a menu of these days has that name. */
export function makeMenuName(start: string, days: number, menus: readonly Pick<MenuFacts, 'name'>[] = []): string {
  const name = `${formatDaySpan(start, addDays(start, days - 1))}食谱`;
  const count = menus.filter((menu) => menu.name.startsWith(name)).length;
  return count === 0 ? name : `${name}（${count + 1}）`;
}

/** Saves a change of the version `etag`. An item without groups is sent with `[]`: otherwise its old groups would stay. */
export function sendChange(id: number, change: Change, etag: string): Promise<Answer<unknown>> {
  const params = { header: { 'If-Match': etag } };
  if (change.kind === 'all')
    return send(api.POST('/api/menu', { params, body: { id, items: change.items.map(toItemInput) } }));
  const { kind, item, ...position } = change;
  if (kind === 'remove') {
    const { day, meal, dish } = item;
    return send(api.DELETE('/api/menu/dish', { params, body: { id, day, meal, dish } }));
  }
  return send(api.PUT('/api/menu/dish', { params, body: { id, groups: [], ...toItemInput(item), ...position } }));
}

/** Reads a menu, as it is now or as it was submitted. */
export async function readMenu(query: { readonly id: number; readonly revision?: number }): Promise<Schemas['Menu']> {
  const menu = await read('/api/menu', query);
  if (!('items' in menu)) throw new TypeError('A page of menus was answered');
  return menu;
}

/** Reads a page of menus, the newest first. */
export async function listMenus(query: GetQuery<'/api/menu'>) {
  const page = await read('/api/menu', query);
  if ('items' in page) throw new TypeError('One menu was answered');
  return page;
}

/** Compares menus by their first day; the latest comes first. */
export const compareLatestFirst = (one: Pick<MenuFacts, 'start'>, other: Pick<MenuFacts, 'start'>): number =>
  other.start.localeCompare(one.start);

/** Reads a menu; undefined if it still has the known version. */
export async function readMenuIfChanged(id: number, knownEtag = ''): Promise<MenuVersion | undefined> {
  const header = knownEtag === '' ? {} : { 'If-None-Match': knownEtag };
  const call = await api.GET('/api/menu', { params: { query: { id }, header } });
  if (call.response.status === 304) return undefined;
  // `send` opens the envelope, and takes a promise.
  const { body, etag = '' } = await send(Promise.resolve(call));
  if (!('items' in body)) throw new TypeError('A page of menus was answered');
  const { items, ...facts } = body;
  return { facts, items, etag };
}

/** Reads the dishes that suit a slot best, or with `dish` those that suit it better than that dish. */
export function readAlternatives(id: number, { day, meal, dish }: Selection, limit?: number) {
  const options = { ...(dish !== undefined && { dish }), ...(limit !== undefined && { limit }) };
  return read('/api/menu/alternatives', { id, day, meal, library: 'true', ...options });
}

type Judged = Pick<MenuFacts, 'standard' | 'groups'>;

/** The standards, joined by commas, of the groups that an item reaches; without an item those of all groups. */
export function joinStandards({ standard, groups }: Judged, item?: Pick<Item, 'meal' | 'groups'>): string {
  const isReached = ({ name, meals }: Judged['groups'][number]) =>
    !item || (meals.includes(item.meal) && (item.groups?.includes(name) ?? true));
  return [...new Set(groups.filter(isReached).flatMap((group) => group.standard ?? standard ?? []))].join();
}

/** Reads the dishes that match a keyword, also by pinyin; without one all. Their figures say what the standards forbid. */
export async function readDishes(standards: string, keyword = ''): Promise<Dishes> {
  const query = { figures: 'true', ...(standards && { standards }), ...(keyword && { keyword }) } as const;
  const [own, library] = await Promise.all([
    read('/api/dish/select', query),
    read('/api/dish/select', { ...query, vender: 0 }),
  ]);
  return new Map([...own, ...library].map((dish) => [dish.id, dish]));
}

type Confirmation = NonNullable<Schemas['SubmitMenuForm']['confirm']>;
/** The kinds of warnings that a person must confirm before a menu is submitted. */
export const confirmationKinds = ['allergen', 'forbidden'] as const;
export type ConfirmationKind = (typeof confirmationKinds)[number];

/** Whether a warning must be confirmed. It is red wherever it is shown. */
export const isUrgent = ({ kind }: Pick<Schemas['AnalysisWarning'], 'kind'>): boolean =>
  confirmationKinds.some((confirmed) => confirmed === kind);

export const toConfirmation = (kinds: readonly ConfirmationKind[]): Confirmation =>
  confirmationKinds.filter((kind) => kinds.includes(kind)).join() as Confirmation;

const textByKind = { allergen: '忌口人群的菜', forbidden: '标准禁止供应的菜' };

/** Describes the dishes that a value of `confirm` is about. */
export function describeConfirmation(confirmation: string): string {
  const kinds = confirmationKinds.filter((kind) => confirmation.split(',').includes(kind));
  return kinds.map((kind) => textByKind[kind]).join('和');
}
