import { entriesOf, isFiniteNumber } from './json.ts';
import type { JsonFinding } from './json-names.ts';

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
  const entries = entriesOf(value);
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
