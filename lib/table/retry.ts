import { setTimeout as sleep } from 'node:timers/promises';
import { RepeatableError } from './faults.ts';

/** How long a request retries lost races and unprocessed items before it fails: much less than the timeout of a function. */
export const RETRY_TIME_MS = 10_000;
/** The longest wait before the first repetition. It doubles with each further one. */
const FIRST_BACKOFF_MS = 25;
/** The longest wait before any repetition. */
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

/** Sends a batch, then again what the table has not processed. @throws AppError `unavailable` after the deadline. */
export async function retryUnprocessed<T>(
  batch: readonly T[],
  deadline: number,
  send: (remaining: readonly T[]) => Promise<readonly T[]>,
): Promise<void> {
  let remaining = batch;
  await retryLostRaces(async () => {
    remaining = await send(remaining);
    if (remaining.length > 0) throw new RepeatableError('unavailable');
  }, deadline);
}

/** Waits before the next attempt: exponential backoff with full jitter. `attempt` counts from 0. */
export async function waitWithJitter(attempt: number): Promise<void> {
  await sleep(Math.random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** attempt));
}
