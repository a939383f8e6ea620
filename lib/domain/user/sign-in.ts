import * as z from 'zod/mini';

/** How long an attempt counts, in seconds, and so how long a lock lasts. */
const ATTEMPT_LIFE_S = 15 * 60;
/** The number of failures in a row from one address that lock the uid for that address. */
const MAX_FROM_ONE_ADDRESS = 5;
/** The number of failures in a row from all addresses together that lock the uid for every unknown address. */
const MAX_FROM_ANYWHERE = 20;
/** How long an address stays known after a sign-in, in seconds. */
const KNOWN_LIFE_S = 30 * 24 * 3600;
const MAX_KNOWN_ADDRESSES = 10;

/**
 * Attempts to sign in with one uid. Each counts as a failure until its password is found right. A locked uid accepts no
 * attempts, so `places`, with an entry for each address, stays short.
 */
export const Attempts = z.object({
  /** Id of the latest change. A change demands the id that it has read. */
  id: z.string(),
  /** How many came from all addresses together. */
  count: z.int(),
  /** By address, the attempts since the last right password, and the seconds since the epoch until which they count. */
  places: z.array(z.object({ address: z.string(), count: z.int(), until: z.int() })),
  /** Seconds since the epoch at which all are forgotten. */
  ttl: z.int(),
});
export type Attempts = z.output<typeof Attempts>;

/** The attempts with a uid that has not been used. The empty id means that no item is stored. */
export const NO_ATTEMPTS: Attempts = { id: '', count: 0, places: [], ttl: 0 };

/** Addresses from which a user has signed in, with the seconds since the epoch until which they are known. */
export const KnownAddresses = z.record(z.string(), z.int());
export type KnownAddresses = z.output<typeof KnownAddresses>;

/** Finds the seconds for which an address is locked out, else undefined. Only its own failures lock a known address. */
export function findLockSeconds(
  attempts: Attempts,
  { ipAddress, isKnown }: { readonly ipAddress: string; readonly isKnown: boolean },
  nowInSeconds: number,
): number | undefined {
  const applicable = listLocks(attempts, nowInSeconds).filter((lock) =>
    lock.address === undefined ? !isKnown : lock.address === ipAddress,
  );
  return applicable.length > 0 ? Math.max(...applicable.map(({ until }) => until - nowInSeconds)) : undefined;
}

/** Lists all locks: the address, and the end in seconds since the epoch. The one for every address comes first. */
export function listLocks(attempts: Attempts, nowInSeconds: number) {
  const { count, places, ttl } = forgetOld(attempts, nowInSeconds);
  const locked = places.filter(({ count: failures }) => failures >= MAX_FROM_ONE_ADDRESS);
  return [
    ...(count >= MAX_FROM_ANYWHERE ? [{ address: undefined, until: ttl }] : []),
    ...locked.map(({ address, until }) => ({ address, until })).sort((a, b) => (a.address < b.address ? -1 : 1)),
  ];
}

/** Counts an attempt from the address, and forgets old ones. */
export function withAttempt(attempts: Attempts, address: string, nowInSeconds: number): Attempts {
  const { id, count, places } = forgetOld(attempts, nowInSeconds);
  const own = places.find((place) => place.address === address);
  const others = places.filter((place) => place !== own);
  const until = nowInSeconds + ATTEMPT_LIFE_S;
  return { id, count: count + 1, places: [...others, { address, count: (own?.count ?? 0) + 1, until }], ttl: until };
}

/** Forgets the attempts from an address from which a password was right. Others stay. */
export function withoutAddress(attempts: Attempts, address: string): Attempts {
  const own = attempts.places.find((place) => place.address === address);
  const places = attempts.places.filter((place) => place !== own);
  return { ...attempts, count: Math.max(0, attempts.count - (own?.count ?? 0)), places };
}

/** Whether a password was right from the address lately. The attempts of others do not lock such an address out. */
export function isKnownAddress(known: KnownAddresses, address: string, nowInSeconds: number): boolean {
  return (known[address] ?? 0) > nowInSeconds;
}

/** Adds an address to the known ones. If there are too many, the oldest is forgotten. */
export function withKnownAddress(known: KnownAddresses, address: string, nowInSeconds: number): KnownAddresses {
  const others = Object.entries(known).filter(([other, until]) => other !== address && until > nowInSeconds);
  const newest = others.sort(([, a], [, b]) => b - a).slice(0, MAX_KNOWN_ADDRESSES - 1);
  return Object.fromEntries([[address, nowInSeconds + KNOWN_LIFE_S], ...newest]);
}

/** Forgets expired attempts, which the table may still have. */
function forgetOld(attempts: Attempts, nowInSeconds: number): Attempts {
  if (attempts.ttl <= nowInSeconds) return { ...NO_ATTEMPTS, id: attempts.id };
  return { ...attempts, places: attempts.places.filter(({ until }) => until > nowInSeconds) };
}
