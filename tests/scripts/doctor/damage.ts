import type { StoreSettings } from '../../../lib/table/client.ts';
import type { Item } from '../../../lib/table/steps.ts';
import type { Invariant } from '../../../scripts/doctor/finding.ts';
import type { Key } from '../../../tables/keys.ts';
import type { TestService } from '../../support/service/service.ts';
import { dumpTable } from '../../support/service/table-dump.ts';
import { loadItems } from '../../support/table/bulk.ts';
import type { LivelyTable } from './lively-table.ts';

/** The thing that should be damaged does not exist. */
export class NothingThere extends Error {}

/** The items of a table by key, which can be damaged. */
export class Items {
  readonly #items: Map<string, Item>;

  constructor(items: Iterable<Item>) {
    this.#items = new Map([...items].map((item) => [nameOf(item), item]));
  }

  all(): Item[] {
    return [...this.#items.values()];
  }

  find(key: Key): Item | undefined {
    return this.#items.get(nameOf(key));
  }

  /** The first item of a partition with this beginning of its sort key that passes. */
  first(pk: string, sk: string, passes: (item: Item) => boolean = () => true): Item {
    const found = this.all().find((item) => item.pk === pk && item.sk.startsWith(sk) && passes(item));
    if (!found) throw new NothingThere(`nothing at ${pk} / ${sk}`);
    return found;
  }

  change(item: Item, facts: Readonly<Record<string, unknown>>): void {
    this.put({ ...item, ...facts });
  }

  put(item: Item): void {
    this.#items.set(nameOf(item), item);
  }

  remove(key: Key): void {
    this.#items.delete(nameOf(key));
  }
}

/** Every item of a service's table, in the order of their keys. */
export async function readItems(service: TestService): Promise<Item[]> {
  // The table guarantees the form of keys.
  return [...((await dumpTable(service)) as readonly Item[])];
}

/** One thing that is wrong with a table, and the only finding about it. */
export interface Damage {
  readonly title: string;
  readonly invariant: Invariant;
  /** The result of a repair: everything as before, healthy but different, or not repaired. */
  readonly repair: 'as before' | 'healthy' | 'left';
  /** Damages the items and returns the key of the finding. */
  readonly inflict: (items: Items, table: LivelyTable) => Key;
}

/** The id of a unit that does not exist. */
export const MISSING = 777;

function nameOf({ pk, sk }: Key): string {
  return `${pk}\n${sk}`;
}

/** Changes the first such item. */
export function changing(
  pk: (table: LivelyTable) => string,
  sk: string,
  facts: Readonly<Record<string, unknown>>,
  passes?: (item: Item) => boolean,
): Damage['inflict'] {
  return (items, table) => {
    const item = items.first(pk(table), sk, passes);
    items.change(item, facts);
    return item;
  };
}

/** Removes the first such item. The finding is about another one if `about` says so. */
export function removing(
  pk: (table: LivelyTable) => string,
  sk: string,
  about?: (item: Item, items: Items, table: LivelyTable) => Key,
): Damage['inflict'] {
  return (items, table) => {
    const item = items.first(pk(table), sk);
    items.remove(item);
    return about?.(item, items, table) ?? item;
  };
}

/** Adds an item. */
export function adding(make: (table: LivelyTable, items: Items) => Item): Damage['inflict'] {
  return (items, table) => {
    const item = make(table, items);
    items.put(item);
    return item;
  };
}

/** The school's partition. */
export const unit = ({ school }: LivelyTable) => `V#${school.id}`;
export const dishes = ({ school }: LivelyTable) => `V#${school.id}#DISH`;
export const menus = ({ school }: LivelyTable) => `V#${school.id}#MENU`;
export const at = (pk: string) => () => pk;
/** The school's own item. */
export const unitItem = (_: Item, items: Items, table: LivelyTable) => items.first(unit(table), 'UNIT');

/** An item as text, with sorted attributes at every depth, since the table has no order. */
export const textOf = (item: Item) =>
  JSON.stringify(item, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** Items without what grows with every change. */
export function withoutVersions(items: readonly Item[]) {
  return items.map(({ version, blocks, ...rest }) => ({ ...rest, counts: countsOf(blocks) }));
}

/** The number of members of each block of a head. */
function countsOf(blocks: unknown): unknown[] {
  return Object.entries(blocks ?? {}).map(([block, [count]]) => [block, count]);
}

/** Makes a table that holds some items hold other items instead. */
export async function writeItems(place: StoreSettings, held: readonly Item[], wanted: readonly Item[]): Promise<void> {
  const texts = new Map(held.map((item) => [nameOf(item), textOf(item)]));
  const names = new Set(wanted.map(nameOf));
  const others = wanted.filter((item) => texts.get(nameOf(item)) !== textOf(item));
  await loadItems(
    place,
    others,
    held.filter((item) => !names.has(nameOf(item))),
  );
}
