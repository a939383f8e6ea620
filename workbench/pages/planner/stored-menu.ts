import type { components } from '../../../.build/workbench/api.ts';
import { type Answer, api, send } from '../../api/client.ts';
import { type Change, toSent } from './change.ts';
import type { Item } from './week.ts';

/** A menu as the service tells it. */
type Menu = components['schemas']['Menu'];

/** What a menu says beside its items. */
export type Head = Omit<Menu, 'items'>;

/** A menu as it was read, with its version. */
export interface Read {
  readonly head: Head;
  readonly items: readonly Item[];
  readonly etag: string;
}

/** Saves a change of the menu that was read with this `ETag`. */
export function sendChange(id: number, change: Change, etag: string): Promise<Answer<unknown>> {
  const params = { header: { 'If-Match': etag } };
  if (change.kind === 'all')
    return send(api.POST('/api/menu', { params, body: { id, items: change.items.map(toSent) } }));
  const { kind, item, ...place } = change;
  if (kind === 'remove') {
    const { day, meal, dish } = item;
    return send(api.DELETE('/api/menu/dish', { params, body: { id, day, meal, dish } }));
  }
  return send(api.PUT('/api/menu/dish', { params, body: { id, groups: [], ...toSent(item), ...place } }));
}

/** Reads a menu; undefined where it is as it was with this `ETag`. */
export async function readMenu(id: number, known: string): Promise<Read | undefined> {
  const call = await api.GET('/api/menu', {
    params: { query: { id }, header: known === '' ? {} : { 'If-None-Match': known } },
  });
  if (call.response.status === 304) return undefined;
  const { body, etag = '' } = await send(Promise.resolve(call));
  if (!('items' in body)) throw new TypeError('A page of menus was answered');
  const { items, ...head } = body;
  return { head, items, etag };
}
