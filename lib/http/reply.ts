import { AppError, describeProblem, describeReason, type Language, statusOf } from '../errors.ts';
import type { Reply } from './exchange.ts';

/** Lambda answers at most 6 MB; what comes near is refused with advice instead of being cut off. */
const MAX_REPLY_BYTES = 5_500_000;

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/**
 * The envelope of a success; `body` is left out where there is none.
 * @throws AppError `page_too_large` where the body does not fit into one answer.
 */
export function replySuccess(body: unknown, language: Language): Reply {
  const desc = language === 'en' ? 'OK' : '成功';
  const text = JSON.stringify({ code: 200, desc, success: true, ...(body === undefined ? {} : { body }) });
  if (Buffer.byteLength(text) > MAX_REPLY_BYTES) throw new AppError('page_too_large');
  return { statusCode: 200, headers: { ...headers }, body: text };
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
