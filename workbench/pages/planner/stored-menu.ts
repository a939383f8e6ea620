import type { paths } from '../../../.build/workbench/api.ts';
import { type Answer, api, NONE, type Schemas, send } from '../../api/client.ts';
import type { Change } from './merge.ts';
import type { Item } from './week.ts';

/** What a menu says beside its items. */
export type Head = Omit<Schemas['Menu'], 'items'>;

/** How each state reads: still to be worked on, waiting, refused, or done. */
export const stateTones = { 草稿: 'low', 待审核: '', 已驳回: 'high', 已发布: 'good' } as const;

/** What the week gives, as the service judges it. */
export type Analysis = Schemas['Analysis'];

/** A dish that may be served, with what a portion of it brings. */
export type Dish = Schemas['DishChoice'];

/** The dishes that a menu may serve, by id: the unit's own first, then the library's. */
export type Dishes = ReadonlyMap<number, Dish>;

/** A menu as it was read, with its version. */
export interface Read {
  readonly head: Head;
  readonly items: readonly Item[];
  readonly etag: string;
}

/** An item as calls take it. */
export function toSent({ day, meal, dish, portion, groups }: Item) {
  return { day, meal, dish, portion, ...(groups && { groups }) };
}

/** What calls take of a menu that the service does not have so. */
export function toDraft({ name, start, days, meals, groups, standard }: Head) {
  const told = { name, start, days, meals: meals.join(','), groups, standard: standard ?? NONE };
  return told satisfies Record<Exclude<keyof Schemas['CreateMenuForm'], 'items'>, unknown>;
}

/** Saves a change of the menu that was read with this `ETag`. */
export function sendChange(id: number, change: Change, etag: string): Promise<Answer<unknown>> {
  const params = { header: { 'If-Match': etag } };
  if (change.kind === 'all') {
    return send(api.POST('/api/menu', { params, body: { id, items: change.items.map(toSent) } }));
  }
  const { kind, item, ...place } = change;
  if (kind === 'remove') {
    const { day, meal, dish } = item;
    return send(api.DELETE('/api/menu/dish', { params, body: { id, day, meal, dish } }));
  }
  return send(api.PUT('/api/menu/dish', { params, body: { id, groups: [], ...toSent(item), ...place } }));
}

/** One menu, as it is now or as it was submitted. */
export async function askMenu(query: { readonly id: number; readonly revision?: number }): Promise<Schemas['Menu']> {
  const { body } = await send(api.GET('/api/menu', { params: { query } }));
  if (!('items' in body)) throw new TypeError('A page of menus was answered');
  return body;
}

/** A page of menus, the newest first. */
export async function listMenus(query: NonNullable<paths['/api/menu']['get']['parameters']['query']>) {
  const { body } = await send(api.GET('/api/menu', { params: { query } }));
  if ('items' in body) throw new TypeError('One menu was answered');
  return body;
}

/** The order of weeks, the latest first, whenever they were made. */
export function latestFirst(one: Pick<Head, 'start'>, other: Pick<Head, 'start'>): number {
  return one.start < other.start ? 1 : -1;
}

/** Reads a menu; undefined where it is as it was with this `ETag`. */
export async function readMenu(id: number, known = ''): Promise<Read | undefined> {
  const header = known === '' ? {} : { 'If-None-Match': known };
  const call = await api.GET('/api/menu', { params: { query: { id }, header } });
  if (call.response.status === 304) return undefined;
  const { body, etag = '' } = await send(Promise.resolve(call));
  if (!('items' in body)) throw new TypeError('A page of menus was answered');
  const { items, ...head } = body;
  return { head, items, etag };
}

/** Reads the dishes whose name has a word or its pinyin; all of them without one. */
export async function readDishes(keyword?: string): Promise<Dishes> {
  const query = { figures: 'true', ...(keyword && { keyword }) } as const;
  const [own, library] = await Promise.all([
    send(api.GET('/api/dish/select', { params: { query } })),
    send(api.GET('/api/dish/select', { params: { query: { ...query, vender: 0 } } })),
  ]);
  return new Map([...own.body, ...library.body].map((dish) => [dish.id, dish]));
}
