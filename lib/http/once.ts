import { createHash } from 'node:crypto';
import type { SessionName } from '../auth/token.ts';
import { AppError, badField } from '../errors.ts';
import { type FirstAnswer, findFirstAnswer, keepAnswer, type OnceRequest } from '../store/idempotency.ts';
import { type Endpoint, takesIdempotencyKey } from './endpoint.ts';
import type { Exchange, Once } from './exchange.ts';
import { Created, Described } from './reply.ts';

const HEADER = 'Idempotency-Key';
const KEY_MAX = 255;

/** Begins to look for the first answer, if the request creates something and has a key; otherwise undefined. */
export function lookForFirst(endpoint: Endpoint, exchange: Exchange, session: SessionName): Once | undefined {
  const key = exchange.headers.get(HEADER.toLowerCase());
  if (key === undefined || !isKey(key) || !takesIdempotencyKey(endpoint)) return undefined;
  const { deps } = exchange;
  const request = {
    unit: session.vender,
    uid: session.uid,
    keyHash: hashOf([key]),
    hash: hashOf([endpoint.route, ...contentOf(exchange)]),
    now: deps.now(),
  };
  const first = findFirstAnswer(deps.db, request);
  // A failure is reported where the answer is awaited. Until then it must not end the process.
  first.catch(() => {});
  return { request, first };
}

/**
 * Demands that the key of a request, if it has one, is of the right form.
 * @throws AppError `invalid_input` naming the header.
 */
export function demandKey({ headers }: Exchange): void {
  const key = headers.get(HEADER.toLowerCase());
  if (key !== undefined && !isKey(key)) throw badField(HEADER, { code: 'printable', max: KEY_MAX });
}

/**
 * Runs once for each key: returns what `run` returns. If a request under the same key was carried out in the last 24
 * hours, returns what that one returned.
 * @throws AppError `repeated_request` where the key was used for another request.
 */
export async function answerOnce({ once, deps }: Exchange, run: () => Promise<unknown>): Promise<unknown> {
  if (!once) return run();
  const first = await once.first;
  if (first) return repeat(first, once.request);
  try {
    const result = await run();
    await keepAnswer(deps.db, once.request, toldBy(result));
    return result;
  } catch (error) {
    if (!(error instanceof AppError && error.reason === 'repeated_request')) throw error;
    // The same request was sent twice at the same moment, and the other one has been carried out.
    const other = await findFirstAnswer(deps.db, once.request);
    if (!other) throw error;
    return repeat(other, once.request);
  }
}

/** The text that an answer tells beyond its success, as it is kept for repetitions. */
function toldBy(result: unknown): FirstAnswer['desc'] {
  if (result instanceof Described) return result.desc;
  return result instanceof Created ? { ids: result.ids, location: result.location } : undefined;
}

function repeat({ hash, desc }: FirstAnswer, request: OnceRequest): Created | Described {
  if (hash !== request.hash) throw new AppError('repeated_request');
  // If the call ended before it could keep its text, only its success is known.
  if (!desc) return new Created('', '');
  if (desc['ids'] !== undefined) return new Created(desc['ids'], desc['location'] ?? '');
  return new Described({ zh: desc['zh'] ?? '', en: desc['en'] ?? '' });
}

function isKey(text: string): boolean {
  return text.length <= KEY_MAX && /^[!-~]+$/.test(text);
}

/** What a request asks for. The order of its parameters and the boundary of its parts do not matter. */
function contentOf({ parameters, files }: Exchange): string[] {
  const fields = Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [
    ...fields.flat(),
    ...files.flatMap(({ name, bytes }) => [name, createHash('sha256').update(bytes).digest('hex')]),
  ];
}

function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
