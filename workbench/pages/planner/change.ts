import { byKey, isSame, isSameItem, isSameOrder } from './merge.ts';
import { isSamePlace } from './place.ts';
import { type Item, keyOf } from './week.ts';

/** What makes the saved items those that are here: one of them set or removed, or all sent anew. */
export type Change =
  | { readonly kind: 'set'; readonly item: Item; readonly before?: number }
  | { readonly kind: 'remove'; readonly item: Item }
  | { readonly kind: 'all'; readonly items: readonly Item[] };

/** The smallest call that saves what is here; undefined: all is saved. */
export function findChange(saved: readonly Item[], items: readonly Item[]): Change | undefined {
  if (isSame(saved, items)) return undefined;
  const [there, here] = [byKey(saved), byKey(items)];
  const set = items.filter((item) => !isSameItem(item, there.get(keyOf(item))));
  const removed = saved.filter((item) => !here.has(keyOf(item)));
  const [item] = [...set, ...removed];
  if (!item || set.length + removed.length > 1 || !isSameOrder(saved, items)) return { kind: 'all', items };
  if (removed.length > 0) return { kind: 'remove', item };
  const follower = there.has(keyOf(item)) ? undefined : followerOf(items, item);
  return { kind: 'set', item, ...(follower && { before: follower.dish }) };
}

/** What follows an item in its meal. */
function followerOf(items: readonly Item[], item: Item): Item | undefined {
  return items.slice(items.indexOf(item) + 1).find((one) => isSamePlace(one, item));
}

/** An item as calls take it. */
export function toSent({ day, meal, dish, portion, groups }: Item) {
  return { day, meal, dish, portion, ...(groups && { groups: [...groups] }) };
}
