import { type Frame, type Item, isSameSlot, itemKey, slotName } from './week.ts';

/** The most changes that are described one by one. */
const MAX_CHANGES = 2;

/** An item that two people have changed differently; undefined: removed. */
export type ItemConflict = Readonly<Record<Choice, Item | undefined>>;

/** Whose version of an item stays. */
export type Choice = 'mine' | 'theirs';

/** The common ancestor and both changed versions. */
export type Versions = Readonly<Record<'base' | 'mine' | 'theirs', readonly Item[]>>;

/** The result of a three-way merge. */
export interface Merged {
  /** The merged items. An unresolved conflict has the own version. */
  readonly items: readonly Item[];
  readonly conflicts: readonly ItemConflict[];
}

/** Merges two people's changes item by item. `chosen` resolves conflicts; without it they are returned. */
export function merge({ base, mine, theirs }: Versions, chosen?: Choice): Merged {
  const [before, here, there] = [byKey(base), byKey(mine), byKey(theirs)];
  const conflicts: ItemConflict[] = [];
  const merged = new Map<string, Item>();
  for (const key of new Set([...here.keys(), ...there.keys()])) {
    const [old, own, other] = [before.get(key), here.get(key), there.get(key)];
    const isMine = isSameItem(other, old) || isSameItem(own, other);
    const choice = isMine ? 'mine' : isSameItem(own, old) ? 'theirs' : chosen;
    if (choice === undefined) conflicts.push({ mine: own, theirs: other });
    const item = choice === 'theirs' ? other && { ...other, ...(own?.locked && { locked: true }) } : own;
    if (item) merged.set(key, item);
  }
  // The order within meals comes from whoever has changed it.
  const [first, second] = isSameOrder(base, mine) ? [theirs, mine] : [mine, theirs];
  const items = interleave(first, second).flatMap((item) => merged.get(itemKey(item)) ?? []);
  return { items, conflicts };
}

/**
 * The base with the changes that this tab has sent and the service has. The answer to a request may be lost, and the
 * own changes must then not look like another person's.
 */
export function includeDelivered({ base, theirs }: Omit<Versions, 'mine'>, sent = base): Item[] {
  const [before, there, tried] = [byKey(base), byKey(theirs), byKey(sent)];
  const isDelivered = (key: string) => isSameItem(tried.get(key), there.get(key));
  const added = theirs.filter((item) => !before.has(itemKey(item)) && isDelivered(itemKey(item)));
  return [...base.flatMap((item) => (isDelivered(itemKey(item)) ? (there.get(itemKey(item)) ?? []) : item)), ...added];
}

/** Whether the service stores both alike. It does not store locks, and order counts only within a meal. */
export function isSame(one: readonly Item[], other: readonly Item[]): boolean {
  const there = byKey(other);
  return (
    one.length === other.length &&
    one.every((item) => isSameItem(item, there.get(itemKey(item)))) &&
    isSameOrder(one, other)
  );
}

/** Whether both have the same portion and groups. */
function isSameItem(one: Item | undefined, other: Item | undefined): boolean {
  if (!one || !other) return one === other;
  return one.portion === other.portion && groupsKey(one) === groupsKey(other);
}

/** Whether the common items have the same order in each meal. */
function isSameOrder(one: readonly Item[], other: readonly Item[]): boolean {
  return orderSignature(one, byKey(other)) === orderSignature(other, byKey(one));
}

function orderSignature(items: readonly Item[], common: ReadonlyMap<string, Item>): string {
  const dishesBySlot = new Map<string, number[]>();
  for (const item of items) {
    const slot = `${item.day} ${item.meal}`;
    if (common.has(itemKey(item))) dishesBySlot.set(slot, [...(dishesBySlot.get(slot) ?? []), item.dish]);
  }
  return JSON.stringify([...dishesBySlot].sort());
}

function groupsKey({ groups = [] }: Item): string {
  return JSON.stringify([...groups].sort());
}

/** The items by their keys. */
function byKey(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [itemKey(item), item]));
}

/** The first items, with the additional second ones inserted before their successors. */
function interleave(first: readonly Item[], second: readonly Item[]): readonly Item[] {
  const items = [...first];
  const known = byKey(first);
  for (const [index, item] of [...second.entries()].reverse()) {
    if (known.has(itemKey(item))) continue;
    const next = second.slice(index + 1).find((one) => isSameSlot(one, item));
    const at = next ? items.findIndex((one) => itemKey(one) === itemKey(next)) : items.length;
    items.splice(at, 0, item);
  }
  return items;
}

/** Describes the changes between two states of a week in one sentence; empty without changes. */
export function describeChanges(frame: Pick<Frame, 'start'>, before: readonly Item[], after: readonly Item[]): string {
  const [then, now] = [byKey(before), byKey(after)];
  const texts = [
    ...after.flatMap((item) => {
      const old = then.get(itemKey(item));
      if (isSameItem(old, item)) return [];
      const what = !old ? '添加' : old.portion === item.portion ? '改了人群：' : `改为 ${item.portion} 份：`;
      return [`${slotName(frame, item)}${what}${item.name}`];
    }),
    ...before.flatMap((item) => (now.has(itemKey(item)) ? [] : [`${slotName(frame, item)}移除${item.name}`])),
  ];
  return texts.length > MAX_CHANGES
    ? `${texts.slice(0, MAX_CHANGES).join('，')}，共 ${texts.length} 处`
    : texts.join('，');
}

/** A call that saves changes: it sets or removes one item, or sends all items. */
export type Change =
  | { readonly kind: 'set'; readonly item: Item; readonly before?: number }
  | { readonly kind: 'remove'; readonly item: Item }
  | { readonly kind: 'all'; readonly items: readonly Item[] };

/** The smallest call that saves the changes; undefined without changes. */
export function findChange(saved: readonly Item[], items: readonly Item[]): Change | undefined {
  if (isSame(saved, items)) return undefined;
  const [there, here] = [byKey(saved), byKey(items)];
  const set = items.filter((item) => !isSameItem(item, there.get(itemKey(item))));
  const removed = saved.filter((item) => !here.has(itemKey(item)));
  const [item] = [...set, ...removed];
  if (!item || set.length + removed.length > 1 || !isSameOrder(saved, items)) return { kind: 'all', items };
  if (removed.length > 0) return { kind: 'remove', item };
  const follower = items.slice(items.indexOf(item) + 1).find((one) => isSameSlot(one, item));
  return { kind: 'set', item, ...(follower && !there.has(itemKey(item)) && { before: follower.dish }) };
}
