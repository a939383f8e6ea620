import * as z from 'zod/mini';
import { servingKey, servingPartition, unitsPartition } from '../../../tables/keys.ts';
import type { Calendar } from '../../domain/calendar.ts';
import type { Unit } from '../../domain/unit.ts';
import { type CollectionRow, type Head, invalidateBlockStep, type RowSet } from '../../table/collection/collection.ts';
import { readBlocks } from '../../table/collection/rows.ts';
import type { Database } from '../../table/database.ts';
import { insert, remove, type Step, update } from '../../table/steps.ts';

/** The facts that decide on which days a unit serves. */
export const Serving = z.object({
  category: z.string(),
  /** The unit's last day of use, `YYYY-MM-DD`; empty where the unit is closed. */
  until: z.string(),
  /** The unit's calendar. */
  off: z._default(z.array(z.string()), []),
  on: z._default(z.array(z.string()), []),
});
export type Serving = z.output<typeof Serving>;

type ServingRow = Serving & CollectionRow;

/**
 * The servings of all units, under the head of the units. They are separate from the units' rows, which are four times
 * as large.
 */
const servings: RowSet<ServingRow> = {
  partition: servingPartition,
  Row: z.pipe(
    z.extend(Serving, { sk: z.string() }),
    z.transform(({ sk, ...serving }) => ({ ...serving, number: Number(sk) })),
  ),
  ownRowKey: servingKey,
  searchText: () => '',
};

/** Reads the servings of all units that the head of the units counts, newest first. */
export async function listServings(db: Database, head: Head): Promise<ServingRow[]> {
  const blocks = await readBlocks(db, servings, head);
  return blocks.flatMap(({ rows }) => rows);
}

/** The step that inserts the serving of a new unit. The same transaction must write the unit's row. */
export function insertServingStep(unit: Unit): Step {
  return insert({ ...servingKey(unit.id), ...toServingFacts(unit) });
}

/** The steps that update the serving of a changed unit, if it changes. The same transaction must write the unit's row. */
export function changeServingSteps(before: Unit, after: Unit): Step[] {
  const { category, until } = toServingFacts(after);
  if (JSON.stringify(toServingFacts(before)) === JSON.stringify({ category, until })) return [];
  return [
    update(servingKey(after.id), {
      set: '#category = :category, #until = :until',
      condition: 'attribute_exists(pk)',
      names: { '#category': 'category', '#until': 'until' },
      values: { ':category': category, ':until': until },
    }),
  ];
}

/** The steps that store a unit's new calendar in its serving. */
export function changeServingDaysSteps(unit: number, { off, on }: Pick<Calendar, 'off' | 'on'>): Step[] {
  return [
    update(servingKey(unit), {
      set: '#off = :off, #on = :on',
      condition: 'attribute_exists(pk)',
      names: { '#off': 'off', '#on': 'on' },
      values: { ':off': off, ':on': on },
    }),
    invalidateBlockStep(unitsPartition, unit),
  ];
}

/** The step that removes the serving of a unit. */
export function removeServingStep(unit: number): Step {
  return remove(servingKey(unit));
}

/** The facts of a serving that follow from the unit. */
export function toServingFacts({ category, status, expire = '' }: Unit): Pick<Serving, 'category' | 'until'> {
  return { category, until: status ? expire : '' };
}
