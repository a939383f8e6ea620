import { setTimeout as sleep } from 'node:timers/promises';
import { isConditionFailure, isConflict, RepeatableError, translateFault, unavailableError } from './faults.ts';

/**
 * How long a request retries lost races and unprocessed items before it fails. This is much shorter than the timeout of
 * a function.
 */
export const RETRY_TIME_MS = 10_000;
const FIRST_BACKOFF_MS = 25;
const MAX_BACKOFF_MS = 400;

/**
 * Repeats `transact`, which reads and then writes, until no other writer has changed what it read.
 * @throws what `transact` throws; a `RepeatableError` only after the deadline.
 */
export async function retryLostRaces<T>(transact: () => Promise<T>, deadline: number): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await transact();
    } catch (error) {
      if (!(error instanceof RepeatableError) || Date.now() > deadline) throw error;
      await waitWithJitter(attempt);
    }
  }
}

/**
 * Repeats a call while a transaction is changing its item, and returns the call's answer.
 * @throws AppError `unavailable` after the deadline; the call's fault as `translateFault` returns it.
 */
export async function retryConflicts<T>(call: () => Promise<T>, deadline: number): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call();
    } catch (fault) {
      if (!isConflict(fault)) throw translateFault(fault);
      if (Date.now() > deadline) throw unavailableError(fault);
      await waitWithJitter(attempt);
    }
  }
}

/** Whether a conditional write was applied; false where its condition did not hold. */
export async function isApplied(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (fault) {
    if (isConditionFailure(fault)) return false;
    throw fault;
  }
}

/**
 * Sends a batch, then repeatedly the part that the table has not processed, until none is left.
 * @throws AppError `unavailable` after the deadline.
 */
export async function retryUnprocessed<T>(
  batch: readonly T[],
  deadline: number,
  send: (remaining: readonly T[]) => Promise<readonly T[]>,
): Promise<void> {
  let remaining = batch;
  for (let attempt = 0; remaining.length > 0; attempt++) {
    if (attempt > 0) {
      if (Date.now() > deadline) throw unavailableError();
      await waitWithJitter(attempt);
    }
    remaining = await send(remaining);
  }
}

/** Waits before the next attempt: exponential backoff with full jitter. */
export async function waitWithJitter(attempt: number): Promise<void> {
  await sleep(Math.random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** attempt));
}
