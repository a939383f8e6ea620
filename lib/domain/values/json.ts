import * as z from 'zod/mini';
import { JsonText } from '../../text/json-text.ts';
import { type JsonFinding, normaliseJson } from './json-names.ts';

/** Output schema of a value that is answered as its JSON text; `shape` tells the document what that holds. */
export function jsonTextOutput(shape: z.ZodMiniType) {
  return z.instanceof(JsonText).check(z.meta({ contentSchema: shape }));
}

/** The own properties of a JSON object, `__proto__` among them; undefined where the value is not an object. */
export function readProperties(value: unknown): [string, unknown][] | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : undefined;
}

/** Whether the value is a finite number. `1e400` is parsed as infinity and is not. */
export function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/**
 * A form field with JSON text of at most `max` characters. `read` reads it and reports through `find` what is wrong;
 * `shape` tells the document what it may hold. Its names are normalised before. `null` counts as absent, both as a
 * member and as the whole text. The empty string, which clears an optional field, means `empty`.
 */
export function json<T>(
  { max, empty, shape }: { readonly max: number; readonly empty: string; readonly shape: z.ZodMiniType },
  read: (value: unknown, text: string, find: (finding: JsonFinding) => void) => T,
) {
  return z.pipe(
    z.string().check(z.meta({ maxLength: max, contentMediaType: 'application/json', contentSchema: shape })),
    z.transform((sent, context): T | undefined => {
      const find = ({ path, problem }: JsonFinding) => {
        context.issues.push({
          code: 'custom',
          input: sent,
          message: problem.code,
          path: [...path],
          params: { problem },
        });
      };
      if (sent.length > max) {
        find({ path: [], problem: { code: 'too_long', max } });
        return z.NEVER;
      }
      if (!isJson(sent || empty)) {
        find({ path: [], problem: { code: 'json' } });
        return z.NEVER;
      }
      const text = normaliseJson(sent || empty, find);
      const value: unknown = JSON.parse(text);
      return value === null ? undefined : read(value, text, find);
    }),
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Reports what is wrong with a value in JSON. */
export type Find = (finding: JsonFinding) => void;
export type Path = readonly (string | number)[];

/** A list of at most `most` members; undefined where the value is not a list. */
export function readList(value: unknown, most: number, path: Path, find: Find): unknown[] | undefined {
  if (!Array.isArray(value)) {
    find({ path, problem: { code: 'list' } });
    return undefined;
  }
  if (value.length > most) find({ path, problem: { code: 'too_many', max: most } });
  return value.slice(0, most);
}

/** The members of an object; undefined where the value is not an object. */
export function readObject(value: unknown, path: Path, find: Find): Readonly<Record<string, unknown>> | undefined {
  const entries = readProperties(value);
  if (!entries) find({ path, problem: { code: 'object' } });
  return entries && Object.fromEntries(entries);
}

/** An integer; where the value is wrong, the least one. */
export function readInteger(value: unknown, min: number, max: number, path: Path, find: Find): number {
  const isInside = isFiniteNumber(value) && Number.isInteger(value) && value >= min && value <= max;
  if (!isInside) find({ path, problem: { code: 'integer', min, max } });
  return isInside ? value : min;
}

/** A number as decimal text; where the value is wrong, the least one. */
export function readNumber(value: unknown, bounds: { min: number; max: number }, path: Path, find: Find): string {
  const isInside = isFiniteNumber(value) && value >= bounds.min && value <= bounds.max;
  if (!isInside) find({ path, problem: { code: 'between', ...bounds } });
  return String(isInside ? value : bounds.min);
}
