import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { AppError } from '../../../lib/errors.ts';
import type { Database } from '../../../lib/table/database.ts';
import type { Key } from '../../../tables/keys.ts';
import { LIGHT_COST, startService } from '../../support/service/service.ts';

/** How long each call takes to arrive. */
export const CALL_MS = 30;
/** How much later than the others of its transaction an item becomes visible. */
const APART_MS = 45;
export const STEP_MS = 9;

/** Whether a call has succeeded. It has not if it was refused with a reason. */
export async function hasDone(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

type Call = () => Promise<unknown>;

/** Makes two calls, the second some time after the first, and returns whether each has succeeded. */
type Together = (first: Call, second: Call) => Promise<readonly [first: boolean, second: boolean]>;

/** Runs a trial for shifts of two calls such that each part of one meets each part of the other. */
export async function atEachShift(trial: (together: Together) => Promise<void>): Promise<void> {
  for (let afterMs = 0; afterMs <= 3 * CALL_MS + APART_MS; afterMs += STEP_MS) {
    await trial((first, second) => Promise.all([hasDone(first()), sleep(afterMs).then(() => hasDone(second()))]));
  }
}

/**
 * A table for the tests of one file. After `late` each call takes 30 ms to arrive, and these items become visible 45 ms,
 * or another time, after the others of their transaction: a read in between sees half of a change, and a write that
 * follows it arrives when the other half is visible, too. Before that, and after `atOnce`, nothing takes time.
 */
export async function openHalfSeen(): Promise<{
  readonly db: Database;
  readonly late: (items: (key: Key) => boolean, ms?: number) => void;
  readonly atOnce: () => void;
}> {
  let delayMs = (_: Key) => 0;
  let callMs = 0;
  const service = await startService(LIGHT_COST, {
    seed: 3,
    callMs: () => callMs,
    inFlightMs: 0,
    delayMs: (key) => delayMs(key),
  });
  afterAll(() => service.stop());
  return {
    db: service.deps.db,
    late: (items, ms = APART_MS) => {
      callMs = CALL_MS;
      delayMs = (key) => (items(key) ? ms : 0);
    },
    atOnce: () => {
      callMs = 0;
      delayMs = () => 0;
    },
  };
}
