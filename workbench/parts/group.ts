/** Groups items by a key, in the order of their first items. */
export function groupBy<Item>(items: readonly Item[], toKey: (item: Item) => string): [key: string, group: Item[]][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(toKey(item), [...(groups.get(toKey(item)) ?? []), item]);
  return [...groups];
}
