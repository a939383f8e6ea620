import * as z from 'zod/mini';
import type { Problem } from '../../errors.ts';
import { JsonText } from '../../text/json-text.ts';
import { type JsonFinding, normaliseJson, type ReportProblem } from './json-names.ts';

/** A place in the JSON text of a field. Problems are reported with its path below the field. */
export class JsonPlace {
  readonly #report: ReportProblem;
  readonly #path: JsonFinding['path'];

  constructor(report: ReportProblem, path: JsonFinding['path'] = []) {
    this.#report = report;
    this.#path = path;
  }

  /** Returns the place of a member by its name or index or, with several of them, of a member of that member. */
  at(...names: JsonFinding['path']): JsonPlace {
    return new JsonPlace(this.#report, [...this.#path, ...names]);
  }

  report(problem: Problem): void {
    this.#report({ path: this.#path, problem });
  }
}

/** Makes the output schema of a value that is answered as its JSON text. `shape` describes the value in the document. */
export function jsonTextOutput(shape: z.ZodMiniType) {
  return z.instanceof(JsonText).check(z.meta({ contentSchema: shape }));
}

/** Finds the names and values of a JSON object's members, `__proto__` among them; undefined if the value is not an object. */
export function findMembers(value: unknown): [string, unknown][] | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : undefined;
}

/** Whether the value is a finite number. `1e400` is parsed as infinity and is not. */
export function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/**
 * Makes the field of JSON text of at most `max` characters. `read` gets the value and its text, both with normalised names, and
 * reports problems at `place` or below it. `shape` describes the value in the document. `null` counts as absent, both as a
 * member and as the whole text. The empty string, which clears an optional field, means `empty`.
 */
export function json<T>(
  { max, empty, shape }: { readonly max: number; readonly empty: string; readonly shape: z.ZodMiniType },
  read: (value: unknown, text: string, place: JsonPlace) => T,
) {
  return z.pipe(
    z.string().check(z.meta({ maxLength: max, contentMediaType: 'application/json', contentSchema: shape })),
    z.transform((sent, context): T | undefined => {
      const report = ({ path, problem }: JsonFinding) => {
        const params = { problem };
        context.issues.push({ code: 'custom', input: sent, message: problem.code, path: [...path], params });
      };
      const place = new JsonPlace(report);
      const sentJson = sent || empty;
      if (sent.length > max) place.report({ code: 'too_long', max });
      else if (!isJson(sentJson)) place.report({ code: 'json' });
      if (context.issues.length > 0) return z.NEVER;
      const text = normaliseJson(sentJson, report);
      const value: unknown = JSON.parse(text);
      return value === null ? undefined : read(value, text, place);
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

/** Reads a list. What is no list is reported and read as the empty one. Members beyond `max` are reported and left out. */
export function readList(value: unknown, max: number, place: JsonPlace): unknown[] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  if (list !== value) place.report({ code: 'list' });
  if (list.length > max) place.report({ code: 'too_many', max });
  return list.slice(0, max);
}

/** The members of an object in a list, and its place, at which problems are reported. */
export type PlacedObject = ReturnType<typeof readObjects>[number];

/** Reads a list of at most `max` objects. A member that is no object is reported and left out. */
export function readObjects(value: unknown, max: number, place: JsonPlace) {
  return readList(value, max, place).flatMap((member, index) => {
    const members = readObject(member, place.at(index));
    return members ? [{ members, place: place.at(index) }] : [];
  });
}

/** Reads the members of an object by name. A value that is no object is reported and read as undefined. */
export function readObject(value: unknown, place: JsonPlace): Readonly<Record<string, unknown>> | undefined {
  const entries = findMembers(value);
  if (!entries) place.report({ code: 'object' });
  return entries && Object.fromEntries(entries);
}

/** Reads one of the choices. A value that is none of them is reported and read as undefined. */
export function readChoice<const Choice extends string>(
  value: unknown,
  choices: readonly Choice[],
  place: JsonPlace,
): Choice | undefined {
  const choice = choices.find((candidate) => candidate === value);
  if (choice === undefined) place.report({ code: 'choice', names: choices.join(' ') });
  return choice;
}

interface NumberRange {
  readonly min: number;
  readonly max: number;
}

/** Reads an integer. A wrong value is reported and read as `min`. */
export function readInteger(value: unknown, { min, max }: NumberRange, place: JsonPlace): number {
  const isInside = isFiniteNumber(value) && Number.isInteger(value) && value >= min && value <= max;
  if (!isInside) place.report({ code: 'integer', min, max });
  return isInside ? value : min;
}

/** Reads an id. A wrong one is reported and read as 1. */
export function readId(value: unknown, place: JsonPlace): number {
  return readInteger(value, { min: 1, max: Number.MAX_SAFE_INTEGER }, place);
}

/** Reads a number as decimal text. A wrong value is reported and read as `min`. */
export function readNumber(value: unknown, { min, max }: NumberRange, place: JsonPlace): string {
  const isInside = isFiniteNumber(value) && value >= min && value <= max;
  if (!isInside) place.report({ code: 'between', min, max });
  return String(isInside ? value : min);
}
