import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type AnyCollection, type CollectionRow, type Head, parseHead } from '../../lib/table/collection/collection.ts';
import type { Item } from '../../lib/table/steps.ts';
import { headKey, type Key } from '../../tables/keys.ts';
import { type Place, placeOf } from '../../tables/place.ts';
import { inLanguage } from '../command/language.ts';
import { collectionAt, readCopy, readRow, textOf } from './seen-row.ts';

/** Stands for a head or row that cannot be parsed. */
export const UNREADABLE = 'unreadable';

/** What was seen of a collection: the rows that its members must have, and the items in its partition. */
export interface CollectionFacts {
  readonly collection: AnyCollection;
  /** The unit of the collection; undefined for the platform's. */
  readonly unit: number | undefined;
  head: Head | typeof UNREADABLE | undefined;
  /** Rows as texts, by number. */
  readonly members: Map<number, string>;
  readonly rows: Map<number, string>;
  /** Texts about rows with wrong pinyin, by number. */
  readonly wrongPinyin: Map<number, string>;
  /** By block and view, as in their sort keys. */
  readonly copies: Map<string, CopyFacts>;
  /** Members that share their number with another one. */
  readonly twice: { readonly key: Key; readonly number: number }[];
  /** How many members cannot be parsed. Because of them the head's count proves nothing. */
  unread: number;
}

interface CopyFacts {
  readonly block: number;
  /** The view: which fields the copy leaves out. */
  readonly view: string;
  readonly version: number;
  readonly digest: string;
  /** Whether all its rows have the pinyin of their names. */
  readonly hasPinyin: boolean;
}

const Versioned = z.object({ version: z.int() });

/** A digest of rows as texts, in their order. */
export function digestOf(texts: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\n');
  return hash.digest('base64');
}

/** The facts of all collections of a table. */
export class Collections {
  readonly #byPartition = new Map<string, CollectionFacts>();

  values(): Iterable<CollectionFacts> {
    return this.#byPartition.values();
  }

  /** Adds a head, a row or a copy. */
  add(item: Item, place: Place): void {
    const facts = this.#of(place);
    if (!facts) return;
    if (place.kind === 'head') facts.head = orUnreadable(() => parseHead(item));
    if (place.kind === 'row') addRow(facts, item, place.number);
    if (place.kind === 'copy') addCopy(facts, item, place);
  }

  /** Adds a member by the row that it must have. */
  addMember(place: Place, row: CollectionRow, key: Key): void {
    const facts = this.#of(place);
    if (facts?.members.has(row.number)) facts.twice.push({ key, number: row.number });
    else facts?.members.set(row.number, textOf(row));
  }

  /** Adds an item that cannot be parsed, which may have been a member. */
  addUnread(place: Place): void {
    const facts = this.#of(place);
    if (facts) facts.unread += 1;
  }

  #of(place: Place): CollectionFacts | undefined {
    const collection = collectionAt(place);
    const present = collection && this.#byPartition.get(collection.partition);
    if (!collection || present) return present;
    const { partition } = collection;
    // Units have partitions of their own, but their collection is the platform's.
    const unit = placeOf(headKey(partition))?.unit;
    const maps = { members: new Map(), rows: new Map(), wrongPinyin: new Map(), copies: new Map() };
    const empty = { ...maps, twice: [], unread: 0 };
    const facts: CollectionFacts = { collection, unit, head: undefined, ...empty };
    this.#byPartition.set(partition, facts);
    return facts;
  }
}

function addRow(facts: CollectionFacts, item: Item, number: number): void {
  const row = orUnreadable(() => readRow(facts.collection, item));
  facts.rows.set(number, row === UNREADABLE ? row : row.text);
  if (row === UNREADABLE || row.pinyin === row.wanted) return;
  facts.wrongPinyin.set(
    number,
    inLanguage({
      en: `has the pinyin ${row.pinyin}, but its name has ${row.wanted}`,
      zh: `拼音为 ${row.pinyin}，而名称的拼音为 ${row.wanted}`,
    }),
  );
}

function addCopy(facts: CollectionFacts, item: Item, { number: block, text: view }: Place): void {
  const { data } = Versioned.safeParse(item);
  const rows = data && readCopy(facts.collection, item, data.version);
  // A copy that readers cannot read does no harm.
  if (!rows) return;
  const hasPinyin = rows.every(({ pinyin, wanted }) => pinyin === wanted);
  const digest = digestOf(rows.map(({ text }) => text));
  facts.copies.set(item.sk, { block, view, version: data.version, digest, hasPinyin });
}

function orUnreadable<T>(read: () => T): T | typeof UNREADABLE {
  try {
    return read();
  } catch (error) {
    if (error instanceof z.core.$ZodError) return UNREADABLE;
    throw error;
  }
}
