import * as z from 'zod/mini';
import { idempotencyClaimKey, type Key } from '../../tables/keys.ts';
import type { Database } from '../table/database.ts';
import { waitWithJitter } from '../table/retry.ts';
import { claimStep, type Step } from '../table/steps.ts';
import { normaliseKey } from '../text/normal-form.ts';

/** How long a request is remembered, in seconds. */
const LIFETIME_S = 24 * 3600;

/** How long repetitions wait for the facts of the first answer, which are written shortly after the claim. */
const MAX_WAIT_MS = 2000;

/** The claim on an idempotency key: which request has it, and what was answered first. */
export const FirstAnswer = z.object({
  /** The stored word for the `inputHash` of the request. */
  hash: z.string(),
  /** The stored word for the `callId` of the call that was carried out. */
  call: z.string(),
  /** The stored word for the `AnswerFacts`; absent until the call has ended. */
  told: z.optional(z.record(z.string(), z.string())),
  /** Until when the request is remembered, in seconds since the epoch. */
  ttl: z.int(),
});
export type FirstAnswer = z.output<typeof FirstAnswer>;

/** The facts of an answer, beyond its success, that a repeated request is answered with: texts by name. */
export type AnswerFacts = NonNullable<FirstAnswer['told']>;

/** A request with an `Idempotency-Key`: it is carried out once, however often it is sent. */
export interface IdempotentRequest {
  readonly unit: number;
  readonly uid: string;
  /** Hash of the request's route and `Idempotency-Key`. */
  readonly keyHash: string;
  /** Hash of the request's parameters and files. */
  readonly inputHash: string;
  /** Distinguishes this call from others of the same request. */
  readonly callId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Finds the answer of a request that was carried out under this key in the last 24 hours. Waits for the end of
 * another call that is carrying it out. The answer has no facts where that call was cut off after its write. The key is
 * read as a snapshot: a caller who has seen anything that the first call wrote then also finds its claim.
 */
export async function findFirstAnswer(db: Database, request: IdempotentRequest): Promise<FirstAnswer | undefined> {
  const deadline = Date.now() + MAX_WAIT_MS;
  for (let attempt = 0; ; attempt++) {
    const [item] = await db.retryLostRaces(() => db.getSnapshot([toKey(request)]));
    const answer = item && FirstAnswer.parse(item);
    if (!answer || answer.ttl <= request.now / 1000) return undefined;
    const isFinal = answer.told !== undefined || answer.hash !== request.inputHash || answer.call === request.callId;
    if (isFinal || Date.now() > deadline) return answer;
    await waitWithJitter(attempt);
  }
}

/** The step that claims the key. It fails as `repeated_request` where the key is taken. */
export function claimKeyStep(request: IdempotentRequest, facts?: AnswerFacts): Step {
  const nowSeconds = Math.floor(request.now / 1000);
  const ttl = nowSeconds + LIFETIME_S;
  const item = { ...toKey(request), hash: request.inputHash, call: request.callId, told: facts, ttl };
  return claimStep(item, nowSeconds, 'repeated_request');
}

/**
 * Stores the facts of the answer for repetitions. A request that has written nothing claims its key now, without an
 * entry in the log of operations; throws `repeated_request` where the key has been taken meanwhile.
 */
export async function storeAnswer(db: Database, request: IdempotentRequest, facts: AnswerFacts): Promise<void> {
  // No transaction has written the attached steps yet, and the claim is one of them.
  if (db.requestState.hasAttachedSteps) {
    db.requestState.detachSteps();
    await db.retryLostRaces(() => db.write([claimKeyStep(request, facts)]));
  } else await storeAnswerFacts(db, request, facts);
}

/** Adds the facts to the claim of this call. If this fails, repetitions learn only that the request was carried out. */
export async function storeAnswerFacts(db: Database, request: IdempotentRequest, facts: AnswerFacts): Promise<void> {
  const change = { set: { told: facts }, condition: '#call = :call', values: { ':call': request.callId } };
  await db.update(toKey(request), change).catch(() => false);
}

function toKey({ unit, uid, keyHash }: IdempotentRequest): Key {
  return idempotencyClaimKey(unit, normaliseKey(uid), keyHash);
}
