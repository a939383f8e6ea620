import * as z from 'zod';
import type { Problem } from '../errors.ts';
import { JsonText } from '../json-text.ts';

/** Output schema of a value printed from its text. */
export const JsonTextOutput = z.instanceof(JsonText).meta({ type: 'object' });

/** What a check of parsed JSON finds wrong, by the path below the field; an empty list means nothing. */
export interface JsonFinding {
  /** Such as `['轻体力', '蛋白质', 'min']` or `[0, 'key']`. */
  readonly path: readonly (string | number)[];
  readonly problem: Problem;
}

/** Own properties of a JSON object, `__proto__` like any other; undefined where it is no object. */
export function entriesOf(value: unknown): [string, unknown][] | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : undefined;
}

/** Whether the value is a number that JSON can hold: `1e400` is read as infinity and is none. */
export function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/**
 * A form field with JSON text of at most `max` characters, read by `read`, which reports what is wrong through `find`.
 * The empty string, which clears an optional field, stands for `empty`.
 */
export function json<T>(
  max: number,
  empty: string,
  read: (value: unknown, text: string, find: (finding: JsonFinding) => void) => T,
) {
  return z
    .string()
    .meta({ maxLength: max, contentMediaType: 'application/json' })
    .transform((sent, context): T => {
      const text = sent || empty;
      const find = ({ path, problem }: JsonFinding) => {
        context.addIssue({ code: 'custom', message: problem.code, path: [...path], params: { problem } });
      };
      if (text.length > max) {
        find({ path: [], problem: { code: 'too_long', max } });
        return z.NEVER;
      }
      const parsed = parseJson(text);
      if (parsed === undefined) {
        find({ path: [], problem: { code: 'json' } });
        return z.NEVER;
      }
      return read(parsed.value, text, find);
    });
}

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
