import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { undertakingKey, undertakingsPartition } from '../../tables/keys.ts';
import { Dish } from '../domain/dish.ts';
import type { Database } from './database.ts';
import { insert, remove, replace, type Step } from './steps.ts';

const base = { version: z.int(), id: z.string() };

/**
 * What one transaction cannot hold. The undertaking is written in the first transaction, which decides that all of it
 * will be done; then it is done part by part, each in one transaction with the undertaking's own progress, so that
 * none is done twice. What is cut short is taken up by the sweep.
 */
export const Undertaking = z.discriminatedUnion('kind', [
  z.object({
    ...base,
    kind: z.literal('place-dishes'),
    /** What each unit gets; the number is given when it is placed. */
    content: Dish.omit({ version: true, number: true, vender: true }),
    /** Data string; empty where there is none. */
    icon: z.string(),
    /** Units that have not got it yet. */
    units: z.array(z.int()),
  }),
  z.object({ ...base, kind: z.literal('remove-dishes'), /** Dishes that are still there. */ ids: z.array(z.int()) }),
]);
export type Undertaking = z.output<typeof Undertaking>;
export type PlaceDishes = Extract<Undertaking, { kind: 'place-dishes' }>;
export type RemoveDishes = Extract<Undertaking, { kind: 'remove-dishes' }>;

/** Id and version of a new undertaking. */
export function newUndertaking(): { id: string; version: number } {
  return { id: randomUUID(), version: 1 };
}

/** A step that begins an undertaking. */
export function beginUndertaking(undertaking: Undertaking): Step {
  return insert({ ...undertakingKey(undertaking.id), ...undertaking });
}

/** A step that notes what is left to do, `undefined` where nothing is. */
export function continueUndertaking(before: Undertaking, rest: Undertaking | undefined): Step {
  const key = undertakingKey(before.id);
  return rest ? replace({ ...key, ...rest, version: before.version + 1 }, before.version) : remove(key, before.version);
}

/** All undertakings that are not finished. */
export async function listUndertakings(db: Database): Promise<Undertaking[]> {
  const items = await db.query(undertakingsPartition);
  return items.map((item) => Undertaking.parse(item));
}

/** An undertaking as it is now, undefined where it is finished. */
export async function findUndertaking(db: Database, id: string): Promise<Undertaking | undefined> {
  const item = await db.get(undertakingKey(id));
  return item && Undertaking.parse(item);
}
