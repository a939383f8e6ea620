import * as z from 'zod';

/** How long failures count, and so how long a lock lasts. */
export const FAILURE_LIFE_S = 15 * 60;

/** Failures in a row that lock a uid for one address, and for all. */
const MOST_FROM_ONE_ADDRESS = 5;
const MOST_FROM_ANYWHERE = 20;

/** Failed sign-ins for one uid since the last success. */
export const Failures = z.object({
  count: z.int(),
  /** Seconds since the epoch after which they are forgotten. */
  ttl: z.int(),
});
export type Failures = z.output<typeof Failures>;

/** Failures for one uid, from the caller's address and from anywhere; undefined where there are none. */
export interface FailureCounts {
  readonly fromAddress: Failures | undefined;
  readonly fromAnywhere: Failures | undefined;
}

/** Seconds for which the uid is still locked for the address; 0 where it is not locked. */
export function lockedFor({ fromAddress, fromAnywhere }: FailureCounts, now: number): number {
  return Math.max(remaining(fromAddress, MOST_FROM_ONE_ADDRESS, now), remaining(fromAnywhere, MOST_FROM_ANYWHERE, now));
}

function remaining(failures: Failures | undefined, most: number, now: number): number {
  if (!failures || failures.count < most) return 0;
  return Math.max(0, failures.ttl - Math.floor(now / 1000));
}
