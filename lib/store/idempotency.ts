import * as z from 'zod/mini';
import { idempotencyKey, type Key } from '../../tables/keys.ts';
import type { Database } from '../table/database.ts';
import { waitWithJitter } from '../table/retry.ts';
import { claim, type Step } from '../table/steps.ts';
import { normaliseKey } from '../text/normal-form.ts';

/** How long a request is remembered, in seconds. */
const LIFE_S = 24 * 3600;

/** How long repetitions wait for what the first call told. It follows its write by one call to the table. */
const MOST_WAIT_MS = 2000;

export const FirstAnswer = z.object({
  /** Hash of the request that was answered. */
  hash: z.string(),
  /** Which call of it was carried out. */
  call: z.string(),
  /** What the answer told beyond its success, by name; absent until the call has ended. */
  told: z.optional(z.record(z.string(), z.string())),
  ttl: z.int(),
});
export type FirstAnswer = z.output<typeof FirstAnswer>;

/** What an answer tells beyond its success. */
export type Told = NonNullable<FirstAnswer['told']>;

/** A request that is carried out once, however often it is sent. */
export interface OnceRequest {
  readonly unit: number;
  readonly uid: string;
  /** Hash of the route and the key that its sender gave it. */
  readonly keyHash: string;
  /** Hash of everything that it asks for. */
  readonly hash: string;
  /** Tells this call from others of the same request. */
  readonly call: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Finds the answer of a request that was carried out under this key in the last 24 hours. If that call is still running,
 * waits for its end; one that was cut off after its write has told nothing. The read is of one moment: whoever has seen
 * anything that the first call wrote finds its claim, too.
 */
export async function findFirstAnswer(db: Database, once: OnceRequest): Promise<FirstAnswer | undefined> {
  const latest = Date.now() + MOST_WAIT_MS;
  for (let tries = 0; ; tries++) {
    const [item] = await db.retryLostRaces(() => db.getSnapshot([keyOf(once)]));
    const answer = item && FirstAnswer.parse(item);
    if (!answer || answer.ttl <= once.now / 1000) return undefined;
    const isOver = answer.told !== undefined || answer.hash !== once.hash || answer.call === once.call;
    if (isOver || Date.now() > latest) return answer;
    await waitWithJitter(tries);
  }
}

/** The step that takes the key. It fails as `repeated_request` where the key is taken. */
export function claimKey(once: OnceRequest, told?: Told): Step {
  const now = Math.floor(once.now / 1000);
  const { hash, call } = once;
  return claim({ ...keyOf(once), hash, call, told, ttl: now + LIFE_S }, now, 'repeated_request');
}

/**
 * Keeps for repetitions that the request was answered, and what the answer told. A request that has written nothing
 * takes its key now, without an entry in the log of operations.
 * @throws AppError `repeated_request` where the key has been taken meanwhile.
 */
export async function keepAnswer(db: Database, once: OnceRequest, told: Told): Promise<void> {
  if (db.request.hasAttachedSteps) {
    db.request.detachSteps();
    await db.retryLostRaces(() => db.write([claimKey(once, told)]));
  } else await noteTold(db, once, told);
}

/** Notes beside the key what the call that has taken it told. If this fails, repetitions learn only that it was done. */
export async function noteTold(db: Database, once: OnceRequest, told: Told): Promise<void> {
  const noting = db.update(keyOf(once), {
    set: '#told = :told',
    condition: '#call = :call',
    names: { '#told': 'told', '#call': 'call' },
    values: { ':told': told, ':call': once.call },
  });
  await noting.catch(() => false);
}

function keyOf({ unit, uid, keyHash }: OnceRequest): Key {
  return idempotencyKey(unit, normaliseKey(uid), keyHash);
}
