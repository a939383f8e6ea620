import { isDigest, toPlainField } from './passwords.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * The document for the renderer: examples of parameters are shown, but not filled in. Otherwise listing units would use
 * an example's filter, and creating would send a used `Idempotency-Key`. Passwords are plain, and described so.
 */
export function showExamples(value: unknown, plain: string): unknown {
  if (Array.isArray(value)) return value.map((one) => showExamples(one, plain));
  if (!isJson(value)) return value;
  if (isDigest(value)) return toPlainField(value, plain);
  const { example, ...others } = value;
  const isShown = example !== undefined && 'in' in value && 'schema' in value;
  const members = Object.entries(isShown ? others : value).map(([key, member]) => [key, showExamples(member, plain)]);
  return { ...Object.fromEntries(members), ...(isShown ? { 'x-example': example } : {}) };
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
