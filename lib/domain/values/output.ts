import * as z from 'zod/mini';
import { type Ratio, ratio } from './ratio.ts';

/** JSON text of one value, which `JSON.stringify` prints as it is. */
export interface RawJson {
  readonly rawJSON: string;
}

/** TypeScript's library does not know yet what JavaScript has since V8 11.4. */
const json = JSON as typeof JSON & { rawJSON(text: string): RawJson; isRawJSON(value: unknown): value is RawJson };

/** Makes a number that JSON prints with exactly the decimals of its text: `'0.30'` → `0.30`. */
export function exactNumber(text: string): RawJson {
  return json.rawJSON(text);
}

/** Converts a ratio to a JSON number with two decimals, rounded half up. */
export function toTwoDecimals(number: Ratio): RawJson {
  return exactNumber(number.toFixed(2));
}

/** Converts a share to the JSON number of its per cent, without rounding. */
export function toPercent({ rawJSON }: RawJson): RawJson {
  return exactNumber(ratio(rawJSON).times(100).toText());
}

/** The schema of a number with exactly the decimals of its text. */
export const ExactNumber = z.custom<RawJson>(json.isRawJSON).check(z.meta({ type: 'number' }));

/** Rounds a figure for people: from 100 on to an integer, from 10 on to one decimal, else to two. Trailing zeros are dropped. */
export function formatFigure(text: string): string {
  const figure = ratio(text);
  const decimals = figure.isBelow(10) ? 2 : figure.isBelow(100) ? 1 : 0;
  return ratio(figure.toFixed(decimals)).toText();
}

/** Makes an object with these names. `make` makes the value of each. */
export function mapNames<Name extends string, T>(names: readonly Name[], make: (name: Name) => T) {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, T>;
}

/** Gives schemas the names that they have in the document, and so in every client that is made of it. */
export function nameSchemas(schemas: Readonly<Record<string, z.ZodMiniType>>): void {
  for (const [id, schema] of Object.entries(schemas)) z.globalRegistry.add(schema, { id });
}
