import { hash as digest, randomUUID } from 'node:crypto';
import { AppError, badField } from '../errors.ts';
import {
  type AnswerFacts,
  type FirstAnswer,
  findFirstAnswer,
  type IdempotentRequest,
  storeAnswer,
  storeAnswerFacts,
} from '../store/idempotency.ts';
import type { Endpoint } from './endpoint.ts';
import type { Exchange } from './exchange.ts';
import { Answer } from './reply.ts';

const KEY_HEADER = 'Idempotency-Key';
const MAX_KEY_LENGTH = 64;

/**
 * Reads what identifies a request that is to be carried out once; undefined if it has no key.
 * @throws AppError `invalid_input` naming the header if the key is malformed.
 */
export function readIdempotentRequest({ route }: Endpoint, exchange: Exchange): IdempotentRequest | undefined {
  const { headers, caller, deps } = exchange;
  const key = headers.get(KEY_HEADER.toLowerCase());
  if (key === undefined || !caller) return undefined;
  if (key.length > MAX_KEY_LENGTH || !/^[!-~]+$/.test(key))
    throw badField(KEY_HEADER, { code: 'printable', max: MAX_KEY_LENGTH });
  return {
    unit: caller.vender,
    uid: caller.uid,
    keyHash: hashParts([route, key]),
    inputHash: hashParts(listContent(exchange)),
    callId: randomUUID(),
    now: deps.now(),
  };
}

/**
 * Carries out a request once for each caller, route and key. The first transaction of `run` also claims the key, and
 * fails if the key is taken. If `run` fails and a request under the same key was carried out in the last 24 hours,
 * the answer is the one of that request, because what `run` was to create may exist already.
 * @throws AppError `repeated_request` if the key was used for another request.
 */
export async function answerOnce({ idempotentRequest, deps }: Exchange, run: () => Promise<unknown>): Promise<unknown> {
  if (!idempotentRequest) return run();
  try {
    const result = await run();
    await storeAnswer(deps.db, idempotentRequest, toAnswerFacts(result));
    return result;
  } catch (error) {
    const firstAnswer = error instanceof AppError ? await findFirstAnswer(deps.db, idempotentRequest) : undefined;
    if (!firstAnswer) throw error;
    // This call claimed the key, wrote, and failed after that. Without facts, repetitions would wait for them in vain.
    if (firstAnswer.call === idempotentRequest.callId) await storeAnswerFacts(deps.db, idempotentRequest, {});
    return repeatAnswer(firstAnswer, idempotentRequest);
  }
}

function toAnswerFacts(result: unknown): AnswerFacts {
  const { created, desc, version } = Answer.of(result).facts;
  return { ...created, ...desc, ...(version === undefined ? {} : { version: String(version) }) };
}

function repeatAnswer({ hash, told: facts = {} }: FirstAnswer, request: IdempotentRequest) {
  if (hash !== request.inputHash) throw new AppError('repeated_request');
  const { zh, en, ids = '', location = '', version } = facts;
  const desc = zh === undefined || en === undefined ? undefined : { zh, en };
  return new Answer({ created: { ids, location }, desc, version: version === undefined ? undefined : Number(version) });
}

/** Lists the content of a request. The order of its parameters and the boundary of its parts do not matter. */
function listContent({ parameters, files }: Exchange): string[] {
  const fields = Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [...fields.flat(), ...files.flatMap(({ name, bytes }) => [name, digest('sha256', bytes, 'hex')])];
}

const hashParts = (parts: readonly string[]) => digest('sha256', JSON.stringify(parts), 'base64url');
