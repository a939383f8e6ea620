import * as z from 'zod/mini';
import { servingKey, servingPartition, unitsPartition } from '../../../tables/keys.ts';
import type { Calendar } from '../../domain/calendar.ts';
import type { Unit } from '../../domain/unit.ts';
import { type CollectionRow, type Head, invalidateBlock, type RowSet } from '../../table/collection/collection.ts';
import { readBlocks } from '../../table/collection/rows.ts';
import type { Database } from '../../table/database.ts';
import { insert, remove, type Step, update } from '../../table/steps.ts';

/** What decides on which days a unit serves, and how its weeks are found. */
export const Serving = z.object({
  category: z.string(),
  /** Its last day of use, `YYYY-MM-DD`; empty where it is closed. */
  until: z.string(),
  /** Its calendar; absent where it has never had one. */
  off: z._default(z.array(z.string()), []),
  on: z._default(z.array(z.string()), []),
});
export type Serving = z.output<typeof Serving>;

type ServingRow = Serving & CollectionRow;

/** Beside the rows of the units, which have four times as much, and under their head: they change together. */
const servings: RowSet<ServingRow> = {
  partition: servingPartition,
  Row: z.pipe(
    z.extend(Serving, { sk: z.string() }),
    z.transform(({ sk, ...serving }) => ({ ...serving, number: Number(sk) })),
  ),
  rowKey: servingKey,
  searchText: () => '',
};

/** What decides on which days each unit serves, newest first, as of the head of the units. */
export async function listServings(db: Database, head: Head): Promise<ServingRow[]> {
  const blocks = await readBlocks(db, servings, head);
  return blocks.flatMap(({ rows }) => rows);
}

/** The step that tells it of a new unit. The row of the unit must be written with it. */
export function insertServing(unit: Unit): Step {
  return insert({ ...servingKey(unit.id), ...servingFacts(unit) });
}

/** The steps that tell the change of a unit; none where it concerns something else. Its row must be written with it. */
export function changeServing(before: Unit, after: Unit): Step[] {
  const { category, until } = servingFacts(after);
  if (JSON.stringify(servingFacts(before)) === JSON.stringify({ category, until })) return [];
  return [
    update(servingKey(after.id), {
      set: '#category = :category, #until = :until',
      condition: 'attribute_exists(pk)',
      names: { '#category': 'category', '#until': 'until' },
      values: { ':category': category, ':until': until },
    }),
  ];
}

/** The steps that tell a unit's new calendar. */
export function changeServedDays(unit: number, { off, on }: Pick<Calendar, 'off' | 'on'>): Step[] {
  return [
    update(servingKey(unit), {
      set: '#off = :off, #on = :on',
      condition: 'attribute_exists(pk)',
      names: { '#off': 'off', '#on': 'on' },
      values: { ':off': off, ':on': on },
    }),
    invalidateBlock(unitsPartition, unit),
  ];
}

/** The step that forgets a unit. */
export function removeServing(unit: number): Step {
  return remove(servingKey(unit));
}

/** What it says of a unit itself. */
export function servingFacts({ category, status, expire = '' }: Unit): Pick<Serving, 'category' | 'until'> {
  return { category, until: status ? expire : '' };
}
