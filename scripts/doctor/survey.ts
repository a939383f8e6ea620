import { paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { platformCollections, unitCollections } from '../../lib/store/nouns.ts';
import { openClient, type StoreSettings } from '../../lib/table/client.ts';
import {
  type AnyCollection,
  type CollectionRow,
  nowInSeconds,
  storedRowOf,
} from '../../lib/table/collection/collection.ts';
import type { Item } from '../../lib/table/steps.ts';
import { type Key, unitKey } from '../../tables/keys.ts';
import { type Kind, type Place, placeOf } from '../../tables/place.ts';
import { type Content, type ReadKind, readerOf } from './readers.ts';

/** Something that is wrong. */
export interface Finding {
  /** What kind of item is wrong. */
  readonly about: Kind | 'item';
  readonly key: Key;
  readonly problem: string;
  /** The collection whose head and rows can be made again from its members. */
  readonly rebuild?: AnyCollection;
}

/** An item whose content could be read. */
export interface Seen<K extends ReadKind> {
  readonly key: Key;
  readonly place: Place;
  readonly content: Content<K>;
}

/** What was seen of a collection: rows as texts by number, as they are and as the members would have them. */
export interface SeenCollection {
  readonly collection: AnyCollection;
  readonly unit: number | undefined;
  head: Item | undefined;
  readonly rows: Map<number, string>;
  readonly wanted: Map<number, string>;
  /** Whether all members can be read and have numbers of their own. Otherwise their number proves nothing. */
  isCertain: boolean;
}

/** Everything that was seen of a table. */
export class Survey {
  readonly findings: Finding[] = [];
  readonly collections = new Map<string, SeenCollection>();
  readonly #seen = new Map<string, Seen<ReadKind>>();

  /** Adds an item. What has expired counts as gone. */
  add(item: Item): void {
    const { ttl } = item;
    if (typeof ttl === 'number' && ttl <= nowInSeconds()) return;
    const key = { pk: item.pk, sk: item.sk };
    const place = placeOf(key);
    const seen = place && this.#collectionOf(place);
    if (!place || !(seen || readerOf(place.kind))) {
      this.findings.push({ about: 'item', key, problem: 'no kind of item has this key' });
      return;
    }
    if (place.kind === 'head' && seen) seen.head = item;
    else if (place.kind === 'row' && seen) seen.rows.set(place.number, textOf(item));
    else this.#read(item, place, seen);
  }

  /** All items without heads and rows. */
  all(): Iterable<Seen<ReadKind>> {
    return this.#seen.values();
  }

  /** All items of a kind. */
  *of<K extends ReadKind>(kind: K): Iterable<Seen<K>> {
    for (const one of this.#seen.values()) if (one.place.kind === kind) yield one as Seen<K>;
  }

  find<K extends ReadKind>(kind: K, key: Key): Content<K> | undefined {
    const seen = this.#seen.get(nameOf(key));
    // The key says the kind, and only the reader of a kind adds items of that kind.
    return seen?.place.kind === kind ? (seen.content as Content<K>) : undefined;
  }

  /** The state of a unit; one that cannot be read counts as absent. */
  stateOf(unit: number): 'alive' | 'deleting' | 'absent' {
    const found = this.find('unit', unitKey(unit));
    if (!found) return 'absent';
    return found.deleting ? 'deleting' : 'alive';
  }

  #read(item: Item, place: Place, seen: SeenCollection | undefined): void {
    const key = { pk: item.pk, sk: item.sk };
    try {
      const row = seen && storedRowOf(seen.collection, item);
      const own = row && seen.collection.memberKey(row);
      if (own && nameOf(own) !== nameOf(key)) {
        seen.isCertain = false;
        this.findings.push({ about: 'item', key, problem: `says that it is ${nameOf(own)}` });
      }
      if (row) seen.wanted.set(row.number, textOf(row));
      this.#seen.set(nameOf(key), { key, place, content: readerOf(place.kind)?.parse(item) ?? {} });
    } catch (error) {
      if (!(error instanceof z.core.$ZodError)) throw error;
      const issues = error.issues.map(({ path, message, code }) => `${path.join('.') || 'item'}: ${message || code}`);
      this.findings.push({ about: 'item', key, problem: `cannot be read: ${issues.join('; ')}` });
      if (seen) seen.isCertain = false;
    }
  }

  /** The collection of a head, a row or a member. */
  #collectionOf({ kind, unit, partition }: Place): SeenCollection | undefined {
    const all = [...platformCollections, ...(unit === undefined ? [] : unitCollections(unit))];
    const isPart = kind === 'head' || kind === 'row';
    const collection = all.find((one) => (isPart ? one.partition === partition : one.kind === kind));
    if (!collection) return undefined;
    const owner = platformCollections.includes(collection) ? undefined : unit;
    const empty = { head: undefined, rows: new Map(), wanted: new Map(), isCertain: true };
    const seen = this.collections.get(collection.partition) ?? { collection, unit: owner, ...empty };
    this.collections.set(collection.partition, seen);
    return seen;
  }
}

/** Every item of a table. */
export async function* scan(settings: StoreSettings): AsyncIterable<Item> {
  const pages = paginateScan({ client: openClient(settings) }, { TableName: settings.table, ConsistentRead: true });
  for await (const { Items = [] } of pages) yield* Items as Item[];
}

/** The key as a person reads it. */
export function nameOf({ pk, sk }: Key): string {
  return `${pk} ${sk}`;
}

/** A row as text, with its fields in a fixed order. */
export function textOf(row: Item | CollectionRow): string {
  const fields = Object.entries(row).filter(([name, value]) => name !== 'pk' && name !== 'sk' && value !== undefined);
  return JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}
