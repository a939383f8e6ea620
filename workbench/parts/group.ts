/** Groups items by a key, in the order of their first items. */
export function groupBy<Item>(items: readonly Item[], toKey: (item: Item) => string): [key: string, group: Item[]][] {
  const groupByKey = new Map<string, Item[]>();
  for (const item of items) groupByKey.set(toKey(item), [...(groupByKey.get(toKey(item)) ?? []), item]);
  return [...groupByKey];
}
