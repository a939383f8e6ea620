import { paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { platformCollections, unitCollections } from '../../lib/store/nouns.ts';
import { openClient, type TableSettings } from '../../lib/table/client.ts';
import { nowInSeconds } from '../../lib/table/clock.ts';
import { type AnyCollection, type CollectionRow, toStoredRow } from '../../lib/table/collection/collection.ts';
import type { Item } from '../../lib/table/steps.ts';
import { type ItemIdentity, type ItemKind, identifyKey } from '../../tables/item-kinds.ts';
import { type Key, unitKey } from '../../tables/keys.ts';
import { type Content, findSchema, type ReadKind } from './item-schemas.ts';

/** A defect of the table. */
export interface Finding {
  /** The kind of item that is wrong. */
  readonly about: ItemKind | 'item';
  readonly key: Key;
  readonly problem: string;
  /** The collection whose head and rows can be rebuilt. */
  readonly rebuildable?: AnyCollection;
}

/** An item whose content could be read. */
export interface SurveyedItem<K extends ReadKind> {
  readonly key: Key;
  readonly identity: ItemIdentity;
  readonly content: Content<K>;
}

/** The head and the rows of a collection. Rows are texts by number. */
export interface SurveyedCollection {
  readonly collection: AnyCollection;
  /** The unit that owns it; undefined for a collection of the platform. */
  readonly unit: number | undefined;
  head: Item | undefined;
  readonly storedRows: Map<number, string>;
  /** The rows that the members demand. */
  readonly expectedRows: Map<number, string>;
  /** Whether all members could be read and have different numbers. Otherwise the expected rows prove nothing. */
  isCertain: boolean;
}

/** All items of a table, as far as the checks need them. */
export class Survey {
  readonly findings: Finding[] = [];
  readonly collectionByPartition = new Map<string, SurveyedCollection>();
  readonly #items = new Map<string, SurveyedItem<ReadKind>>();

  /** Adds an item. An expired item counts as absent. */
  add(item: Item): void {
    const { ttl } = item;
    if (typeof ttl === 'number' && ttl <= nowInSeconds()) return;
    const key = { pk: item.pk, sk: item.sk };
    const identity = identifyKey(key);
    const surveyed = identity && this.#findCollection(identity);
    if (!identity || !(surveyed || findSchema(identity.kind))) {
      this.findings.push({ about: 'item', key, problem: 'no kind of item has this key' });
      return;
    }
    if (identity.kind === 'head' && surveyed) surveyed.head = item;
    else if (identity.kind === 'row' && surveyed) surveyed.storedRows.set(identity.number, toRowText(item));
    else this.#read(item, identity, surveyed);
  }

  /** Lists all items but heads and rows. */
  listItems(): Iterable<SurveyedItem<ReadKind>> {
    return this.#items.values();
  }

  /** Lists all items of a kind. */
  *listByKind<K extends ReadKind>(kind: K): Iterable<SurveyedItem<K>> {
    for (const item of this.#items.values()) if (item.identity.kind === kind) yield item as SurveyedItem<K>;
  }

  /** Finds the content of an item; undefined where it is absent, or of another kind. */
  find<K extends ReadKind>(kind: K, key: Key): Content<K> | undefined {
    const item = this.#items.get(printKey(key));
    // Items of a kind are parsed by the schema of that kind.
    return item?.identity.kind === kind ? (item.content as Content<K>) : undefined;
  }

  /** Returns the state of a unit. One that cannot be read counts as absent. */
  getUnitState(unit: number): 'alive' | 'deleting' | 'absent' {
    const content = this.find('unit', unitKey(unit));
    if (!content) return 'absent';
    return content.deleting ? 'deleting' : 'alive';
  }

  #read(item: Item, identity: ItemIdentity, surveyed: SurveyedCollection | undefined): void {
    const key = { pk: item.pk, sk: item.sk };
    try {
      const row = surveyed && toStoredRow(surveyed.collection, item);
      const ownKey = row && surveyed.collection.memberKey(row);
      if (ownKey && printKey(ownKey) !== printKey(key)) {
        surveyed.isCertain = false;
        this.findings.push({ about: 'item', key, problem: `says that it is ${printKey(ownKey)}` });
      }
      if (row) surveyed.expectedRows.set(row.number, toRowText(row));
      this.#items.set(printKey(key), { key, identity, content: findSchema(identity.kind)?.parse(item) ?? {} });
    } catch (error) {
      if (!(error instanceof z.core.$ZodError)) throw error;
      const issues = error.issues.map(({ path, message, code }) => `${path.join('.') || 'item'}: ${message || code}`);
      this.findings.push({ about: 'item', key, problem: `cannot be read: ${issues.join('; ')}` });
      if (surveyed) surveyed.isCertain = false;
    }
  }

  /** Finds the collection of a head, a row or a member, and begins its survey at the first of them. */
  #findCollection({ kind, unit, partition }: ItemIdentity): SurveyedCollection | undefined {
    const collections = [...platformCollections, ...(unit === undefined ? [] : unitCollections(unit))];
    const isHeadOrRow = kind === 'head' || kind === 'row';
    const collection = collections.find((known) => (isHeadOrRow ? known.partition === partition : known.kind === kind));
    if (!collection) return undefined;
    const ownerUnit = platformCollections.includes(collection) ? undefined : unit;
    const empty = { head: undefined, storedRows: new Map(), expectedRows: new Map(), isCertain: true };
    const surveyed = this.collectionByPartition.get(collection.partition) ?? { collection, unit: ownerUnit, ...empty };
    this.collectionByPartition.set(collection.partition, surveyed);
    return surveyed;
  }
}

/** Reads every item of a table. */
export async function* scan(settings: TableSettings): AsyncIterable<Item> {
  const pages = paginateScan({ client: openClient(settings) }, { TableName: settings.table, ConsistentRead: true });
  for await (const { Items = [] } of pages) yield* Items as Item[];
}

/** Prints a key for people. */
export function printKey({ pk, sk }: Key): string {
  return `${pk} ${sk}`;
}

/** Converts a row to text, with its fields in a fixed order. */
export function toRowText(row: Item | CollectionRow): string {
  const fields = Object.entries(row).filter(([name, value]) => name !== 'pk' && name !== 'sk' && value !== undefined);
  return JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}
