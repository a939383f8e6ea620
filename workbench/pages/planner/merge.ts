import { groupBy } from '../../parts/group.ts';
import { describeSlot, type Frame, type Item, isIn, partKey } from './week.ts';

/** The maximum number of changes that are described one by one. */
const MAX_DESCRIBED = 2;

/** An item that two people have changed differently; undefined: removed. */
export type ItemConflict = Readonly<Record<Choice, Item | undefined>>;

/** The person whose version of an item stays. */
export type Choice = 'mine' | 'theirs';

/** The common ancestor and both changed versions. */
export type Versions = Readonly<Record<'base' | 'mine' | 'theirs', readonly Item[]>>;

/** Merges two people's changes item by item. `chosen` resolves conflicts; without it they are returned, and mine stay. */
export function mergeItems({ base, mine, theirs }: Versions, chosen?: Choice) {
  const [baseByKey, mineByKey, theirsByKey] = [indexByKey(base), indexByKey(mine), indexByKey(theirs)];
  const conflicts: ItemConflict[] = [];
  const mergedByKey = new Map<string, Item>();
  for (const key of new Set([...mineByKey.keys(), ...theirsByKey.keys()])) {
    const [baseItem, myItem, theirItem] = [baseByKey.get(key), mineByKey.get(key), theirsByKey.get(key)];
    const isMine = isSameItem(theirItem, baseItem) || isSameItem(myItem, theirItem);
    const choice = isMine ? 'mine' : isSameItem(myItem, baseItem) ? 'theirs' : chosen;
    if (choice === undefined) conflicts.push({ mine: myItem, theirs: theirItem });
    const item = choice === 'theirs' ? theirItem && { ...theirItem, ...(myItem?.locked && { locked: true }) } : myItem;
    if (item) mergedByKey.set(key, item);
  }
  // Whoever has changed the order within meals decides it; where both have, mine stays.
  const [first, second] = isSameOrder(base, mine) ? [theirs, mine] : [mine, theirs];
  return { items: insertMissing(first, second).flatMap((item) => mergedByKey.get(partKey(item)) ?? []), conflicts };
}

/** The base with the delivered changes of this tab: after a lost answer they must not look like another person's. */
export function includeDelivered({ base, theirs }: Omit<Versions, 'mine'>, sentItems = base): Item[] {
  const [baseByKey, theirsByKey, sentByKey] = [indexByKey(base), indexByKey(theirs), indexByKey(sentItems)];
  const isDelivered = (key: string) => isSameItem(sentByKey.get(key), theirsByKey.get(key));
  const added = theirs.filter((item) => !baseByKey.has(partKey(item)) && isDelivered(partKey(item)));
  const kept = base.flatMap((item) => (isDelivered(partKey(item)) ? (theirsByKey.get(partKey(item)) ?? []) : item));
  return [...kept, ...added];
}

/** Whether the service stores both lists alike. It does not store locks, and order matters only within a meal. */
export function isSavedAlike(one: readonly Item[], other: readonly Item[]): boolean {
  const otherByKey = indexByKey(other);
  const hasSameItems = one.every((item) => isSameItem(item, otherByKey.get(partKey(item))));
  return one.length === other.length && hasSameItems && isSameOrder(one, other);
}

function isSameItem(one: Item | undefined, other: Item | undefined): boolean {
  if (!one || !other) return one === other;
  return one.portion === other.portion && toGroupsText(one) === toGroupsText(other);
}

/** Whether the common items have the same order in each meal. */
const isSameOrder = (one: readonly Item[], other: readonly Item[]): boolean =>
  toOrderText(one, indexByKey(other)) === toOrderText(other, indexByKey(one));

function toOrderText(items: readonly Item[], commonByKey: ReadonlyMap<string, Item>): string {
  const common = items.filter((item) => commonByKey.has(partKey(item)));
  const slots = groupBy(common, ({ day, meal }) => partKey({ day, meal }));
  return JSON.stringify(slots.map(([slot, inSlot]) => [slot, inSlot.map(({ dish }) => dish)]).sort());
}

const toGroupsText = ({ groups = [] }: Item): string => JSON.stringify([...groups].sort());

const indexByKey = (items: readonly Item[]): Map<string, Item> => new Map(items.map((item) => [partKey(item), item]));

/** The first items, with the additional second ones inserted before their successors. */
function insertMissing(first: readonly Item[], second: readonly Item[]): readonly Item[] {
  const items = [...first];
  const firstByKey = indexByKey(first);
  for (const [secondIndex, item] of [...second.entries()].reverse()) {
    if (firstByKey.has(partKey(item))) continue;
    const next = second.slice(secondIndex + 1).find((later) => isIn(later, item));
    const index = next ? items.findIndex((candidate) => partKey(candidate) === partKey(next)) : items.length;
    items.splice(index, 0, item);
  }
  return items;
}

/** Describes the changes between two states of a week in one sentence; empty without changes. */
export function describeChanges(frame: Pick<Frame, 'start'>, before: readonly Item[], after: readonly Item[]): string {
  const [beforeByKey, afterByKey] = [indexByKey(before), indexByKey(after)];
  const texts = [
    ...after.flatMap((item) => {
      const oldItem = beforeByKey.get(partKey(item));
      if (isSameItem(oldItem, item)) return [];
      const change = !oldItem ? '添加' : oldItem.portion === item.portion ? '改了人群：' : `改为 ${item.portion} 份：`;
      return [`${describeSlot(frame, item)}${change}${item.name}`];
    }),
    ...before.flatMap((item) => (afterByKey.has(partKey(item)) ? [] : `${describeSlot(frame, item)}移除${item.name}`)),
  ];
  const described = texts.slice(0, MAX_DESCRIBED).join('，');
  return texts.length > MAX_DESCRIBED ? `${described}，共 ${texts.length} 处` : described;
}

/** A call that saves changes: it sets one item (before the dish `before`, if any), removes one, or sends all items. */
export type Change =
  | { readonly kind: 'set'; readonly item: Item; readonly before?: number }
  | { readonly kind: 'remove'; readonly item: Item }
  | { readonly kind: 'all'; readonly items: readonly Item[] };

/** The smallest call that saves the changes; undefined without changes. */
export function findChange(saved: readonly Item[], items: readonly Item[]): Change | undefined {
  if (isSavedAlike(saved, items)) return undefined;
  const [savedByKey, itemByKey] = [indexByKey(saved), indexByKey(items)];
  const changed = items.filter((item) => !isSameItem(item, savedByKey.get(partKey(item))));
  const removed = saved.filter((item) => !itemByKey.has(partKey(item)));
  const [item] = [...changed, ...removed];
  if (!item || changed.length + removed.length > 1 || !isSameOrder(saved, items)) return { kind: 'all', items };
  if (removed.length > 0) return { kind: 'remove', item };
  const follower = items.slice(items.indexOf(item) + 1).find((later) => isIn(later, item));
  return { kind: 'set', item, ...(follower && !savedByKey.has(partKey(item)) && { before: follower.dish }) };
}
