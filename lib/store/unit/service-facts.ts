import * as z from 'zod/mini';
import { serviceFactsKey, serviceFactsPartition, unitsPartition } from '../../../tables/keys.ts';
import type { Calendar } from '../../domain/calendar.ts';
import type { Unit } from '../../domain/unit.ts';
import { isSame } from '../../domain/values/change.ts';
import { type CollectionRow, type Head, invalidateBlockStep, type RowSet } from '../../table/collection/collection.ts';
import { readBlocks } from '../../table/collection/rows.ts';
import type { Database } from '../../table/database.ts';
import { EXISTS, type Step, updateStep } from '../../table/steps.ts';

/** What lists and overviews need of all units: the category, the days on which a unit serves, whether it was ever used. */
export const ServiceFacts = z.object({
  category: z.string(),
  /** The unit's last day of use, `YYYY-MM-DD`; empty where the unit is closed. */
  until: z.string(),
  /** The day on which the unit was created, `YYYY-MM-DD`; absent where an earlier release created it. */
  since: z.optional(z.string()),
  /** The stored word for whether its main account has ever signed in. Of a unit without `since` nobody knows. */
  signedIn: z.optional(z.boolean()),
  /** The days of the unit's own calendar, `YYYY-MM-DD`, on which it has no meals. */
  off: z._default(z.array(z.string()), []),
  /** The days of that calendar on which the unit has meals although most units have none. */
  on: z._default(z.array(z.string()), []),
});
export type ServiceFacts = z.output<typeof ServiceFacts>;

type ServiceFactsRow = ServiceFacts & CollectionRow;

/** The service facts of all units, under the units' head. The units' own rows are four times as large. */
const serviceFactsRows: RowSet<ServiceFactsRow> = {
  partition: serviceFactsPartition,
  Row: z.pipe(
    z.extend(ServiceFacts, { sk: z.string() }),
    z.transform(({ sk, ...facts }) => ({ ...facts, number: Number(sk) })),
  ),
  externalRowKey: serviceFactsKey,
  searchText: () => '',
};

/** Reads the service facts of all units that the head of the units counts, newest first. */
export async function listServiceFacts(db: Database, head: Head): Promise<ServiceFactsRow[]> {
  const blocks = await readBlocks(db, serviceFactsRows, head);
  return blocks.flatMap(({ rows }) => rows);
}

/** The steps that store that the main account of a unit has signed in. A unit without service facts has been deleted. */
export function noteSignInSteps(unit: number): Step[] {
  return [
    updateStep(serviceFactsKey(unit), { set: { signedIn: true }, condition: EXISTS }, 'bad_credentials'),
    invalidateBlockStep(unitsPartition, unit),
  ];
}

/**
 * The steps that update the service facts of a changed unit; none where they stay the same. The same transaction must write the
 * unit's row, whose step also makes the cached block of service facts stale.
 */
export function changeServiceFactsSteps(before: Unit, after: Unit): Step[] {
  const facts = serviceFactsOfUnit(after);
  if (isSame(serviceFactsOfUnit(before), facts)) return [];
  return [updateStep(serviceFactsKey(after.id), { set: facts, condition: EXISTS })];
}

/**
 * The steps that store the days of a unit's new calendar in its service facts. They do not write the unit's row, so they
 * themselves make the cached block stale.
 */
export function changeServiceCalendarSteps(unit: number, { off, on }: Pick<Calendar, 'off' | 'on'>): Step[] {
  return [
    updateStep(serviceFactsKey(unit), { set: { off, on }, condition: EXISTS }),
    invalidateBlockStep(unitsPartition, unit),
  ];
}

/** The service facts that follow from the unit itself. The others have steps of their own. */
export function serviceFactsOfUnit({ category, status, expire = '' }: Unit): Pick<ServiceFacts, 'category' | 'until'> {
  return { category, until: status ? expire : '' };
}
