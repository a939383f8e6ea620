import * as z from 'zod/mini';
import { idempotencyKey, type Key } from '../../tables/keys.ts';
import type { Database } from '../table/database.ts';
import { claim, type Step } from '../table/steps.ts';
import { normaliseKey } from '../text/normal-form.ts';

/** How long a request is remembered, in seconds. */
const LIFE_S = 24 * 3600;

export const FirstAnswer = z.object({
  /** Hash of the request that was answered. */
  hash: z.string(),
  /** The text that the answer told beyond its success, by language. */
  desc: z.optional(z.record(z.string(), z.string())),
  ttl: z.int(),
});
export type FirstAnswer = z.output<typeof FirstAnswer>;

/** A request that is carried out once, however often it is sent. */
export interface OnceRequest {
  readonly unit: number;
  readonly uid: string;
  /** Hash of the key that its sender gave it. */
  readonly keyHash: string;
  /** Hash of everything that it asks for. */
  readonly hash: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Finds the answer of a request that was carried out under this key in the last 24 hours. */
export async function findFirstAnswer(db: Database, once: OnceRequest): Promise<FirstAnswer | undefined> {
  const item = await db.get(keyOf(once));
  const answer = item && FirstAnswer.parse(item);
  return answer && answer.ttl > once.now / 1000 ? answer : undefined;
}

/**
 * The step that takes the key. It fails as `repeated_request` where the key is taken. `desc` is the text of the answer.
 */
export function claimKey(once: OnceRequest, desc?: FirstAnswer['desc']): Step {
  const now = Math.floor(once.now / 1000);
  const item = { ...keyOf(once), hash: once.hash, ttl: now + LIFE_S };
  return claim(desc ? { ...item, desc } : item, now, 'repeated_request');
}

/**
 * Keeps for repetitions that the request was answered, and the text of its answer. A request that has written nothing
 * takes its key now, without an entry in the log of operations.
 * @throws AppError `repeated_request` where the key has been taken meanwhile.
 */
export async function keepAnswer(db: Database, once: OnceRequest, desc: FirstAnswer['desc']): Promise<void> {
  if (db.request.isAccompanied) {
    db.request.leaveCompanions();
    await db.retryLostRaces(() => db.write([claimKey(once, desc)]));
  } else if (desc) await keepDescription(db, once, desc);
}

async function keepDescription(db: Database, once: OnceRequest, desc: Readonly<Record<string, string>>): Promise<void> {
  await db.update(keyOf(once), {
    set: '#desc = :desc',
    condition: '#hash = :hash',
    names: { '#desc': 'desc', '#hash': 'hash' },
    values: { ':desc': desc, ':hash': once.hash },
  });
}

function keyOf({ unit, uid, keyHash }: OnceRequest): Key {
  return idempotencyKey(unit, normaliseKey(uid), keyHash);
}
