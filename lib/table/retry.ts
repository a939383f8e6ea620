import { setTimeout as sleep } from 'node:timers/promises';
import { isConditionFailure, isConflict, LostRace, translateFault, unavailable } from './faults.ts';

/**
 * How long a request tries lost races and unprocessed rests again before its caller is told. It is much shorter than a
 * function may run.
 */
export const RETRY_TIME_MS = 10_000;
const FIRST_WAIT_MS = 25;
const LONGEST_WAIT_MS = 400;

/**
 * Repeats an attempt that reads and then writes, until nobody has changed meanwhile what it read.
 * @throws the attempt's error; a `LostRace` only where time is over.
 */
export async function retryLostRaces<T>(attempt: () => Promise<T>, deadline: number): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof LostRace) || Date.now() > deadline) throw error;
      await waitWithJitter(tries);
    }
  }
}

/**
 * Repeats a single call while a transaction is changing its item, and returns its answer.
 * @throws the call's fault, translated.
 */
export async function retryConflicts<T>(call: () => Promise<T>, deadline: number): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await call();
    } catch (fault) {
      if (!isConflict(fault)) throw translateFault(fault);
      if (Date.now() > deadline) throw unavailable(fault);
      await waitWithJitter(tries);
    }
  }
}

/** Whether a conditional call has changed something; false where its condition did not hold. */
export async function conditional(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (fault) {
    if (isConditionFailure(fault)) return false;
    throw fault;
  }
}

/**
 * Sends a batch, then repeatedly what the table has left undone, until nothing is left.
 * @throws AppError `unavailable` where the time for it is over.
 */
export async function retryRest<T>(
  batch: readonly T[],
  deadline: number,
  send: (rest: readonly T[]) => Promise<readonly T[]>,
): Promise<void> {
  let rest = batch;
  for (let tries = 0; rest.length > 0; tries++) {
    if (tries > 0) {
      if (Date.now() > deadline) throw unavailable();
      await waitWithJitter(tries);
    }
    rest = await send(rest);
  }
}

/** Waits a random time up to a bound that doubles with each try (full jitter). */
export async function waitWithJitter(tries: number): Promise<void> {
  await sleep(Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries));
}
