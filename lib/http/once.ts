import { createHash, randomUUID } from 'node:crypto';
import { AppError, badField } from '../errors.ts';
import {
  type FirstAnswer,
  findFirstAnswer,
  keepAnswer,
  noteTold,
  type OnceRequest,
  type Told,
} from '../store/idempotency.ts';
import type { Endpoint } from './endpoint.ts';
import type { Exchange } from './exchange.ts';
import { Created, Described, Versioned } from './reply.ts';

const HEADER = 'Idempotency-Key';
const KEY_MAX = 64;

/**
 * The request as it is carried out once; undefined where its sender gave it no key.
 * @throws AppError `invalid_input` naming the header, where the key is not of the right form.
 */
export function readOnce({ route }: Endpoint, exchange: Exchange): OnceRequest | undefined {
  const { headers, caller, deps } = exchange;
  const key = headers.get(HEADER.toLowerCase());
  if (key === undefined || !caller) return undefined;
  if (key.length > KEY_MAX || !/^[!-~]+$/.test(key)) throw badField(HEADER, { code: 'printable', max: KEY_MAX });
  return {
    unit: caller.vender,
    uid: caller.uid,
    keyHash: hashParts([route, key]),
    hash: hashParts(listContent(exchange)),
    call: randomUUID(),
    now: deps.now(),
  };
}

/**
 * Runs once for each caller, route and key: returns what `run` returns. The first transaction of `run` takes the key along, and fails
 * where the key is taken. If a request under the same key was carried out in the last 24 hours, returns what that one
 * returned, for whatever reason `run` has failed: what it was to create may exist already.
 * @throws AppError `repeated_request` where the key was used for another request.
 */
export async function answerOnce({ once, deps }: Exchange, run: () => Promise<unknown>): Promise<unknown> {
  if (!once) return run();
  try {
    const result = await run();
    await keepAnswer(deps.db, once, describeResult(result));
    return result;
  } catch (error) {
    const first = error instanceof AppError ? await findFirstAnswer(deps.db, once) : undefined;
    if (!first) throw error;
    // The call itself has taken the key: it was carried out, but failed to learn that, or later.
    if (first.call === once.call) await noteTold(deps.db, once, {});
    return repeat(first, once);
  }
}

/** What an answer tells beyond its success, as it is kept for repetitions. */
function describeResult(result: unknown): Told {
  if (result instanceof Versioned) return { ...describeResult(result.result), version: String(result.version) };
  if (result instanceof Described) return { ...result.desc };
  return result instanceof Created ? { ids: result.ids, location: result.location, ...result.desc } : {};
}

function repeat({ hash, told = {} }: FirstAnswer, request: OnceRequest): Created | Versioned {
  if (hash !== request.hash) throw new AppError('repeated_request');
  const { zh, en, ids = '', location = '', version } = told;
  const desc = zh === undefined || en === undefined ? undefined : { zh, en };
  const created = new Created(ids, location, { desc });
  return version === undefined ? created : new Versioned(created, Number(version));
}

/** What a request asks for. The order of its parameters and the boundary of its parts do not matter. */
function listContent({ parameters, files }: Exchange): string[] {
  const fields = Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [
    ...fields.flat(),
    ...files.flatMap(({ name, bytes }) => [name, createHash('sha256').update(bytes).digest('hex')]),
  ];
}

function hashParts(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
