import * as z from 'zod/mini';

/** How long failures count, and so how long a lock lasts. */
const FAILURE_LIFE_S = 15 * 60;

/** The number of failures in a row that lock a uid for one address, and the number that lock it for all. */
const MOST_FROM_ONE_ADDRESS = 5;
const MOST_FROM_ANYWHERE = 20;

/** No call lives longer than this, in seconds. An attempt that is pending longer has died and counts as failed. */
const LONGEST_CALL_S = 30;

/** How long an address stays known after a sign-in, and how many addresses of a user are known. */
const KNOWN_LIFE_S = 30 * 24 * 3600;
const MOST_KNOWN = 10;

/** Attempts from one address since its last success. */
const AddressAttempts = z.object({
  failed: z.int(),
  /** Ids of the attempts that are reserved and not judged yet. */
  pending: z.array(z.string()),
  /** Seconds since the epoch after which they are forgotten. */
  until: z.int(),
});
type AddressAttempts = z.output<typeof AddressAttempts>;

/** Attempts to sign in with one uid. `version` grows with every change. */
export const Attempts = z.object({
  version: z.int(),
  /** Failures from anywhere. */
  failed: z.int(),
  byAddress: z.record(z.string(), AddressAttempts),
  /** Seconds since the epoch after which all are forgotten. */
  ttl: z.int(),
});
export type Attempts = z.output<typeof Attempts>;

/** The attempts with a uid that nobody has used. */
export const NO_ATTEMPTS: Attempts = { version: 0, failed: 0, byAddress: {}, ttl: 0 };

/** Addresses from which a user has signed in, with the seconds since the epoch until which they are known. */
export const KnownAddresses = z.record(z.string(), z.int());
export type KnownAddresses = z.output<typeof KnownAddresses>;

/** A lock: nobody may sign in now. */
export interface Lock {
  /** Seconds for which it lasts. */
  readonly seconds: number;
  /** Whether the lock is certain. It is not while attempts are not judged yet: it ends if one of them is right. */
  readonly isCertain: boolean;
}

/** An address from which a uid is locked, and the seconds since the epoch at which that ends. */
export interface LockedPlace {
  /** Undefined where it is locked for all. */
  readonly address: string | undefined;
  readonly until: number;
}

/** One attempt from an address. */
export interface Attempt {
  readonly address: string;
  readonly id: string;
}

/** The lock that an attempt from the address meets. A known address is locked only by its own failures. */
export function findLock(attempts: Attempts, address: string, isKnown: boolean, second: number): Lock | undefined {
  const current = forgetOld(attempts, second);
  const own = current.byAddress[address];
  const fromAnywhere = { failed: current.failed, pending: pendingOf(current), until: current.ttl };
  const locks = [
    own && lockOf(own, MOST_FROM_ONE_ADDRESS, second),
    isKnown ? undefined : lockOf(fromAnywhere, MOST_FROM_ANYWHERE, second),
  ].filter((lock) => lock !== undefined);
  if (locks.length === 0) return undefined;
  const seconds = Math.max(...locks.map((lock) => lock.seconds));
  return { seconds, isCertain: locks.some((lock) => lock.isCertain) };
}

/** All locks, the one for every address first. */
export function listLocks(attempts: Attempts, second: number): LockedPlace[] {
  const { failed, byAddress, ttl } = forgetOld(attempts, second);
  const places = Object.entries(byAddress).filter(([, ofAddress]) => ofAddress.failed >= MOST_FROM_ONE_ADDRESS);
  return [
    ...(failed >= MOST_FROM_ANYWHERE ? [{ address: undefined, until: ttl }] : []),
    ...places.map(([address, { until }]) => ({ address, until })).sort((a, b) => (a.address < b.address ? -1 : 1)),
  ];
}

/** The attempts with one more, which counts until it is judged. */
export function withReserved(attempts: Attempts, { address, id }: Attempt, second: number): Attempts {
  const current = forgetOld(attempts, second);
  const own = current.byAddress[address];
  const until = second + FAILURE_LIFE_S;
  const ofAddress = { failed: own?.failed ?? 0, pending: [...(own?.pending ?? []), id], until };
  return changed(current, address, ofAddress, { ttl: until });
}

/** Whether an attempt is reserved and not judged yet. */
export function isPending({ byAddress }: Attempts, { address, id }: Attempt): boolean {
  return byAddress[address]?.pending.includes(id) ?? false;
}

/** The attempts after a reserved one has failed. */
export function withFailed(attempts: Attempts, one: Attempt, second: number): Attempts {
  const own = attempts.byAddress[one.address];
  if (!own) return attempts;
  const until = second + FAILURE_LIFE_S;
  const ofAddress = { failed: own.failed + 1, pending: without(own, one.id), until };
  return changed(attempts, one.address, ofAddress, { failed: attempts.failed + 1, ttl: until });
}

/** The attempts without a reserved one that is not a failure. */
export function withReleased(attempts: Attempts, one: Attempt): Attempts {
  const own = attempts.byAddress[one.address];
  return own ? changed(attempts, one.address, { ...own, pending: without(own, one.id) }) : attempts;
}

/** The attempts after one was right. Failures from its address are forgotten, others are not. */
export function withSucceeded(attempts: Attempts, one: Attempt): Attempts {
  const own = attempts.byAddress[one.address];
  if (!own) return attempts;
  const failed = Math.max(0, attempts.failed - own.failed);
  return changed(attempts, one.address, { ...own, failed: 0, pending: without(own, one.id) }, { failed });
}

/** Whether the user has lately signed in from the address. */
export function isKnownAddress(known: KnownAddresses, address: string, second: number): boolean {
  return (known[address] ?? 0) > second;
}

/** The known addresses with this one. If there are too many, the oldest is forgotten. */
export function withKnownAddress(known: KnownAddresses, address: string, second: number): KnownAddresses {
  const others = Object.entries(known).filter(([other, until]) => other !== address && until > second);
  const newest = others.sort(([, a], [, b]) => b - a).slice(0, MOST_KNOWN - 1);
  return Object.fromEntries([[address, second + KNOWN_LIFE_S], ...newest]);
}

/** Leaves out what is old, whether or not the table has dropped it. */
function forgetOld(attempts: Attempts, second: number): Attempts {
  if (attempts.ttl <= second) return { ...NO_ATTEMPTS, version: attempts.version };
  const current = Object.entries(attempts.byAddress).filter(([, { until }]) => until > second);
  return { ...attempts, byAddress: Object.fromEntries(current) };
}

function lockOf({ failed, pending, until }: AddressAttempts, most: number, second: number): Lock | undefined {
  if (failed + pending.length < most) return undefined;
  const isOver = second - (until - FAILURE_LIFE_S) >= LONGEST_CALL_S;
  return { seconds: until - second, isCertain: failed >= most || isOver };
}

function pendingOf({ byAddress }: Attempts): string[] {
  return Object.values(byAddress).flatMap(({ pending }) => pending);
}

function without({ pending }: AddressAttempts, id: string): string[] {
  return pending.filter((other) => other !== id);
}

/** The attempts with an address changed. An address with nothing to count is left out. */
function changed(
  attempts: Attempts,
  address: string,
  ofAddress: AddressAttempts,
  rest: Partial<Attempts> = {},
): Attempts {
  const { [address]: _, ...others } = attempts.byAddress;
  const isEmpty = ofAddress.failed === 0 && ofAddress.pending.length === 0;
  const byAddress = isEmpty ? others : { ...others, [address]: ofAddress };
  return { ...attempts, ...rest, version: attempts.version + 1, byAddress };
}
