import { randomUUID } from 'node:crypto';
import { AppError, describeProblem, describeReason, type Language, statusOf } from '../errors.ts';
import { JsonText } from '../json-text.ts';
import type { Reply } from './exchange.ts';

/** Lambda answers at most 6 MB; what comes near is refused with advice instead of being cut off. */
const MAX_REPLY_BYTES = 5_500_000;

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** Stands for a `JsonText` until it is put in; nobody can guess it, and it never leaves this process. */
const MARK = randomUUID();

/** What a handler returns to answer without the envelope. */
export class Bare {
  readonly body: unknown;

  constructor(body: unknown) {
    this.body = body;
  }
}

/** What a handler returns to say in `desc` more than that it went well. */
export class Described {
  readonly desc: Readonly<Record<Language, string>>;

  constructor(desc: Readonly<Record<Language, string>>) {
    this.desc = desc;
  }
}

/**
 * The envelope of a success; `body` is left out where there is none.
 * @throws AppError `page_too_large` where the body does not fit into one answer.
 */
export function replySuccess(result: unknown, language: Language): Reply {
  const text = print(result instanceof Bare ? result.body : envelop(result, language));
  if (Buffer.byteLength(text) > MAX_REPLY_BYTES) throw new AppError('page_too_large');
  return { statusCode: 200, headers: { ...headers }, body: text };
}

function envelop(result: unknown, language: Language): object {
  if (result instanceof Described) return { code: 200, desc: result.desc[language], success: true };
  const desc = language === 'en' ? 'OK' : '成功';
  return { code: 200, desc, success: true, ...(result === undefined ? {} : { body: result }) };
}

/** JSON of a value; a `JsonText` within it stands as it is. */
function print(value: unknown): string {
  const texts: string[] = [];
  const draft = JSON.stringify(value, (_, part: unknown) =>
    part instanceof JsonText ? `${MARK}${texts.push(part.text) - 1}` : part,
  );
  if (texts.length === 0) return draft;
  return draft.replace(new RegExp(`"${MARK}(\\d+)"`, 'g'), (_, index: string) => texts[Number(index)] ?? 'null');
}

/** The envelope of a failure, with every bad field. */
export function replyFailure(error: AppError, language: Language): Reply {
  const code = statusOf(error.reason);
  const errors = error.fields.map(({ field, problem }) => ({ field, message: describeProblem(problem, language) }));
  const text = JSON.stringify({
    code,
    desc: describeReason(error.reason, language),
    success: false,
    reason: error.reason,
    ...(errors.length > 0 ? { errors } : {}),
  });
  return {
    statusCode: code,
    headers: {
      ...headers,
      ...(code === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      ...(error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) }),
    },
    body: text,
  };
}
