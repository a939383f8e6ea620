import * as z from 'zod';
import { dishesOf } from '../../../lib/store/dish/dish.ts';
import { parseHead } from '../../../lib/table/collection/collection.ts';
import { decodeCopy } from '../../../lib/table/collection/copies.ts';
import type { Item } from '../../../lib/table/steps.ts';
import { blockOf, copiesPartition, headKey } from '../../../tables/keys.ts';
import type { DumpedItem } from '../../support/service/table-dump.ts';
import type { History, Sighting } from './history.ts';
import { isSame } from './state.ts';
import type { Subject } from './subject.ts';

/** What the whole table says about a collection after the last write. */
export interface Census {
  /** The members by its rows, newest first. */
  readonly members: readonly Sighting[];
  readonly copies: { readonly current: number; readonly stale: number };
  /** Where the table contradicts itself or what was written. */
  readonly faults: readonly string[];
}

const Rows = z.looseObject({ number: z.int(), name: z.string() });
/** The fields that copies for all searches leave out. Copies of a view have them. */
const LEFT_OUT = dishesOf(0).leftOut ?? [];
const Copy = z.object({ sk: z.string(), version: z.int() });

/** Compares head, rows, members, copies and history with each other. */
export function takeCensus(
  subject: Pick<Subject, 'partition' | 'readRow' | 'readMember'>,
  history: Pick<History, 'members'>,
  items: readonly DumpedItem[],
): Census {
  const head = items.find((item) => item['pk'] === subject.partition && item['sk'] === headKey('').sk);
  const rows = items.filter((item) => item['pk'] === subject.partition && String(item['sk']).startsWith('ROW#'));
  const members = rows.map((row) => subject.readRow(row)).sort((a, b) => b.id - a.id);
  const copies = checkCopies(subject.partition, items, head, rows);
  return {
    members,
    copies: { current: copies.current, stale: copies.stale },
    faults: [
      ...checkHead(head, rows),
      ...compare(
        'a member item',
        members,
        items.flatMap((item) => subject.readMember(item) ?? []),
      ),
      ...checkHistory(history, members),
      ...copies.faults,
    ],
  };
}

function checkHead(item: DumpedItem | undefined, rows: readonly DumpedItem[]): string[] {
  const { total, next, blocks } = parseHead(asItem(item));
  const numbers = rows.map((row) => Rows.parse(row).number);
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(blockOf(number), (counts.get(blockOf(number)) ?? 0) + 1);
  const told = new Map(Object.entries(blocks).map(([block, [count]]) => [Number(block), count]));
  const all = [...new Set([...counts.keys(), ...told.keys()])];
  const wrong = all.filter((block) => (counts.get(block) ?? 0) !== (told.get(block) ?? 0));
  return [
    ...(total === rows.length ? [] : [`the head counts ${total}, there are ${rows.length} rows`]),
    ...wrong.map((block) => `block ${block}: the head counts ${told.get(block)}, there are ${counts.get(block)} rows`),
    ...numbers.filter((number) => number >= next).map((number) => `row ${number} is not below the next number ${next}`),
  ];
}

/** The differences between two lists of members. */
export function compare(what: string, members: readonly Sighting[], others: readonly Sighting[]): string[] {
  const byId = new Map(others.map((other) => [other.id, other]));
  const found = members.flatMap(({ id, tag, facts }) => {
    const other = byId.get(id);
    byId.delete(id);
    if (!other) return [`${tag} (${id}) has a row and not ${what}`];
    return isSame(other.facts, facts) && other.tag === tag ? [] : [`${tag} (${id}): ${what} differs from its row`];
  });
  return [...found, ...[...byId.values()].map(({ id, tag }) => `${tag} (${id}) has ${what} and no row`)];
}

/** A member whose last write has returned is as that write left it. Another one may be so, or as it was before. */
function checkHistory(history: Pick<History, 'members'>, members: readonly Sighting[]): string[] {
  const byTag = new Map(members.map((member) => [member.tag, member]));
  const faults = members
    .filter(({ tag }) => !history.members.has(tag))
    .map(({ tag, id }) => `${tag} (${id}) has a row and was never created`);
  for (const { tag, writes } of history.members.values()) {
    const last = writes.at(-1);
    const possible = [last?.after, ...(last?.end === Number.POSITIVE_INFINITY ? [writes.at(-2)?.after] : [])];
    const facts = byTag.get(tag)?.facts;
    const fits = possible.some((one) => (facts && one ? isSame(one, facts) : facts === one));
    if (!fits)
      faults.push(`${tag}: the last write left ${JSON.stringify(last?.after)}, the row has ${JSON.stringify(facts)}`);
  }
  return faults;
}

/** A copy of its block's version must hold exactly the rows of the block. */
function checkCopies(
  partition: string,
  items: readonly DumpedItem[],
  headItem: DumpedItem | undefined,
  rows: readonly DumpedItem[],
): { current: number; stale: number; faults: string[] } {
  const { blocks } = parseHead(asItem(headItem));
  const counted = { current: 0, stale: 0, faults: [] as string[] };
  for (const item of items.filter((one) => one['pk'] === copiesPartition(partition))) {
    const { sk, version } = Copy.parse(item);
    const [place = '', view] = sk.split('#');
    const block = Number(place);
    const current = blocks[block]?.[1] ?? 0;
    if (version > current)
      counted.faults.push(`the copy of block ${block} is of version ${version}, beyond ${current}`);
    if (version !== current) {
      counted.stale += 1;
      continue;
    }
    counted.current += 1;
    const left = view === undefined ? LEFT_OUT : [];
    const expected = rows
      .filter((row) => blockOf(Rows.parse(row).number) === block)
      .map((row) => withoutKey(row, left));
    const decoded = decodeCopy(asItem(item), version, { Row: Rows });
    if (toText(decoded ?? []) !== toText(expected)) {
      counted.faults.push(`the copy of block ${block} is of its version ${version} and differs from its rows`);
    }
  }
  return counted;
}

function withoutKey({ pk: _pk, sk: _sk, ...row }: DumpedItem, left: readonly string[]): DumpedItem {
  return Object.fromEntries(Object.entries(row).filter(([field]) => !left.includes(field)));
}

/** One text for equal rows, whatever the order of their fields. */
function toText(rows: readonly DumpedItem[]): string {
  const sorted = rows.map((row) => Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
  return JSON.stringify(sorted);
}

/** An item of the dump in the form in which the store reads it. */
function asItem(item: DumpedItem | undefined): Item | undefined {
  return item && { ...item, pk: String(item['pk']), sk: String(item['sk']) };
}
