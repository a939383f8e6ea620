import { type Frame, type Item, isSamePlace, keyOf, placeName } from './week.ts';

/** The most changes that are told one by one. */
const MOST_TOLD = 2;

/** An item that two people have set differently; undefined: removed. */
export type Clash = Readonly<Record<Choice, Item | undefined>>;

/** Whose setting of an item stays. */
export type Choice = 'mine' | 'theirs';

/** What both began with, and what each has made of it. */
export type Versions = Readonly<Record<'base' | 'mine' | 'theirs', readonly Item[]>>;

/** What two people's changes are together, and where both have set the same item differently. */
export interface Merged {
  /** With the own setting where a choice is still open. */
  readonly items: readonly Item[];
  readonly clashes: readonly Clash[];
}

/** Puts two people's changes together, item by item. The choice says whose stays where both have set the same one. */
export function merge({ base, mine, theirs }: Versions, chosen?: Choice): Merged {
  const [before, here, there] = [byKey(base), byKey(mine), byKey(theirs)];
  const clashes: Clash[] = [];
  const kept = new Map<string, Item>();
  for (const key of new Set([...here.keys(), ...there.keys()])) {
    const [old, own, other] = [before.get(key), here.get(key), there.get(key)];
    const isMine = isSameItem(other, old) || isSameItem(own, other);
    const choice = isMine ? 'mine' : isSameItem(own, old) ? 'theirs' : chosen;
    if (choice === undefined) clashes.push({ mine: own, theirs: other });
    const item = choice === 'theirs' ? other && { ...other, ...(own?.locked && { locked: true }) } : own;
    if (item) kept.set(key, item);
  }
  // Who has moved dishes within a meal decides upon their order.
  const [first, second] = isSameOrder(base, mine) ? [theirs, mine] : [mine, theirs];
  const items = weave(first, second).flatMap((item) => kept.get(keyOf(item)) ?? []);
  return { items, clashes };
}

/**
 * What the other one has begun with, where what was sent may have arrived unanswered: what stands there as it was sent is
 * no change of theirs.
 */
export function withArrived({ base, theirs }: Omit<Versions, 'mine'>, sent = base): Item[] {
  const [before, there, tried] = [byKey(base), byKey(theirs), byKey(sent)];
  const hasArrived = (key: string) => isSameItem(tried.get(key), there.get(key));
  const added = theirs.filter((item) => !before.has(keyOf(item)) && hasArrived(keyOf(item)));
  return [...base.flatMap((item) => (hasArrived(keyOf(item)) ? (there.get(keyOf(item)) ?? []) : item)), ...added];
}

/** Whether the service keeps both alike: locks are known here alone, and the order counts within a meal. */
export function isSame(one: readonly Item[], other: readonly Item[]): boolean {
  const there = byKey(other);
  return (
    one.length === other.length &&
    one.every((item) => isSameItem(item, there.get(keyOf(item)))) &&
    isSameOrder(one, other)
  );
}

/** Whether both are served alike: as much of the dish, to the same people. */
function isSameItem(one: Item | undefined, other: Item | undefined): boolean {
  if (!one || !other) return one === other;
  return one.portion === other.portion && whom(one) === whom(other);
}

/** Whether what stands in both stands in the same order, meal by meal. */
function isSameOrder(one: readonly Item[], other: readonly Item[]): boolean {
  return tellOrder(one, byKey(other)) === tellOrder(other, byKey(one));
}

function tellOrder(items: readonly Item[], among: ReadonlyMap<string, Item>): string {
  const places = new Map<string, number[]>();
  for (const item of items) {
    const place = `${item.day} ${item.meal}`;
    if (among.has(keyOf(item))) places.set(place, [...(places.get(place) ?? []), item.dish]);
  }
  return JSON.stringify([...places].sort());
}

function whom({ groups = [] }: Item): string {
  return JSON.stringify([...groups].sort());
}

/** The items by their keys. */
function byKey(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [keyOf(item), item]));
}

/** The first items, and what the second ones have beside: each before what it is served before there. */
function weave(first: readonly Item[], second: readonly Item[]): readonly Item[] {
  const woven = [...first];
  const known = byKey(first);
  for (const [index, item] of [...second.entries()].reverse()) {
    if (known.has(keyOf(item))) continue;
    const next = second.slice(index + 1).find((one) => isSamePlace(one, item));
    const at = next ? woven.findIndex((one) => keyOf(one) === keyOf(next)) : woven.length;
    woven.splice(at, 0, item);
  }
  return woven;
}

/** What was changed from one state of a week to another, as one sentence; empty where nothing was. */
export function tellChanges(frame: Pick<Frame, 'start'>, before: readonly Item[], after: readonly Item[]): string {
  const [then, now] = [byKey(before), byKey(after)];
  const told = [
    ...after.flatMap((item) => {
      const old = then.get(keyOf(item));
      if (isSameItem(old, item)) return [];
      const what = !old ? '添加' : old.portion === item.portion ? '改了人群：' : `改为 ${item.portion} 份：`;
      return [`${placeName(frame, item)}${what}${item.name}`];
    }),
    ...before.flatMap((item) => (now.has(keyOf(item)) ? [] : [`${placeName(frame, item)}移除${item.name}`])),
  ];
  return told.length > MOST_TOLD ? `${told.slice(0, MOST_TOLD).join('，')}，共 ${told.length} 处` : told.join('，');
}

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
  const follower = items.slice(items.indexOf(item) + 1).find((one) => isSamePlace(one, item));
  return { kind: 'set', item, ...(follower && !there.has(keyOf(item)) && { before: follower.dish }) };
}
