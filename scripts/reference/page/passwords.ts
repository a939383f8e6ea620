import { digestPassword } from '../../../functions/catering.generated.ts';

type Json = Readonly<Record<string, unknown>>;

interface Request {
  readonly url: string;
  body?: unknown;
}

/** The pattern of a password's digest in the document. */
const DIGEST = '^[0-9A-F]{16}$';
const FIELD = /^(password|oldPassword|newPassword)$/;

/** Whether a schema of the document is that of a digest. */
export function isDigest({ pattern }: Json): boolean {
  return pattern === DIGEST;
}

/** The field of a password as it is shown: it takes the plain password, says so, and hides it. */
export function toPlainField({ pattern: _, ...schema }: Json, description: string): Json {
  return { ...schema, type: 'string', format: 'password', description };
}

/** The request with digests instead of plain passwords. Digests, which the examples have, stay. */
export function digestPasswords<R extends Request>(request: R): R {
  if (typeof request.body !== 'string' || !URL.canParse(request.url)) return request;
  const form = new URLSearchParams(request.body);
  const plain = [...form].filter(
    ([name, value]) => FIELD.test(name) && value !== '' && !new RegExp(DIGEST).test(value),
  );
  if (plain.length === 0) return request;
  for (const [name, value] of plain) form.set(name, digestPassword(value));
  request.body = String(form);
  return request;
}
