import * as z from 'zod/mini';
import { AppError } from '../errors.ts';
import { JsonText } from '../text/json-text.ts';
import type { ChangeFields } from './values/change.ts';
import { ExactNumber, exactNumber } from './values/decimal.ts';
import { about, decimal, idList, NAME_MAX, requiredText } from './values/fields.ts';
import { entriesOf, isFiniteNumber, json, jsonTextOutput } from './values/json.ts';
import type { JsonFinding } from './values/json-names.ts';
import { nameSchemas } from './values/schema-name.ts';

/** The most units that one standard is assigned to. */
export const MOST_VENDORS = 10_000;

const MOST_CATEGORIES = 100;
const MOST_LEVELS = 30;
const MOST_NUTRIENTS = 60;
const LABEL_MAX = 50;
const OVERFLOW_DIGITS = 4;
const AMOUNTS_TEXT_MAX = 20_000;
const RANGES_TEXT_MAX = 250_000;
/**
 * The most bytes of all JSON texts together, in UTF-8: an item holds 400 KB, and 10,000 units take up to 60 KB of it.
 */
const MOST_FIGURE_BYTES = 340_000;

/** The figures of a standard before anything is set. */
const NOTHING = '{}';

/** What the JSON texts hold: amounts by category, and ranges by level and nutrient. */
const Amount = z.number().check(z.minimum(0));
const CategoryAmounts = z.record(z.string(), Amount);
const NutrientRange = z.object({ min: z.optional(Amount), max: z.optional(Amount), ul: z.optional(Amount) });
const NutrientRanges = z.record(z.string(), z.record(z.string(), NutrientRange));

/** The figures of a standard: JSON texts with their numbers as they were sent. This is what each holds. */
const figures = { foodCategoryDay: CategoryAmounts, foodCategoryWeek: CategoryAmounts, ingredient: NutrientRanges };
type Figure = keyof typeof figures;

/** Makes something for each of the figures. */
function eachFigure<T>(make: (name: Figure) => T): Record<Figure, T> {
  const made = Object.keys(figures).map((name) => [name, make(name as Figure)] as const);
  return Object.fromEntries(made) as Record<Figure, T>;
}

/**
 * The facts of a standard. This is the one list of them: store, sizes and revisions go by it, and the input does not
 * compile without one of them. One that a standard may lack is optional.
 */
const standardFacts = {
  name: z.string(),
  /** Ids of the units it is assigned to, ascending. */
  vendors: z.array(z.int()),
  /** The tolerated relative deviation from the nearest bound of a range, as decimal text: `0.5` is 50 %. */
  overflow: z.string(),
  ...eachFigure(() => z._default(z.string(), NOTHING)),
};
const StandardFacts = z.object(standardFacts);
export type StandardFacts = z.output<typeof StandardFacts>;

export const Standard = z.object({ id: z.int().check(z.minimum(1)), ...standardFacts, version: z.int() });
export type Standard = z.output<typeof Standard>;

/** A standard as the contract answers it. */
export const StandardRecord = z.object({
  id: z.int(),
  ...standardFacts,
  overflow: ExactNumber,
  ...eachFigure((name) => jsonTextOutput(figures[name])),
});
nameSchemas({ CategoryAmounts, NutrientRange, NutrientRanges, Standard: StandardRecord });

/** The record of a standard. A unit sees only itself among `vendors`. */
export function toStandardRecord(
  { version: _version, ...standard }: Standard,
  onlyUnit?: number,
): z.input<typeof StandardRecord> {
  const { vendors, overflow } = standard;
  return {
    ...standard,
    vendors: onlyUnit === undefined ? vendors : vendors.filter((unit) => unit === onlyUnit),
    overflow: exactNumber(overflow),
    ...eachFigure((name) => new JsonText(standard[name])),
  };
}

/**
 * Demands that the unit may see the standard: a unit sees only those assigned to it.
 * @throws AppError `standard_not_found`.
 */
export function demandAssigned(standard: Standard, onlyUnit: number | undefined): void {
  if (onlyUnit !== undefined && !standard.vendors.includes(onlyUnit)) throw new AppError('standard_not_found');
}

/**
 * Demands that the standard fits into one item of the table.
 * @throws AppError `payload_too_large`.
 */
export function demandStorable({ id: _, version: _v, vendors: _u, name: _n, overflow: _o, ...facts }: Standard): void {
  const bytes = new TextEncoder().encode(Object.values(facts).join('')).length;
  if (bytes > MOST_FIGURE_BYTES) throw new AppError('payload_too_large');
}

/** Input of a standard. The endpoint for new standards demands what a new one must have. */
export const standardFields = {
  name: z.optional(about('Name of the standard.', requiredText(NAME_MAX))),
  vendors: about('Units that it is assigned to.', z.optional(idList(MOST_VENDORS))),
  overflow: z.optional(overflow()),
  foodCategoryDay: about('Grams of each food category a day, by name.', z.optional(categoryAmounts())),
  foodCategoryWeek: about('Grams of each food category a week, by name.', z.optional(categoryAmounts())),
  ingredient: about(
    'Recommended daily amounts by level of activity and nutrient; `ul` is the tolerable upper level.',
    z.optional(nutrientRanges()),
  ),
} satisfies ChangeFields<StandardFacts>;

/** The overflow of a standard, as decimal text with as many decimals as it needs: `0.50` → `'0.5'`. */
function overflow() {
  return about(
    'Tolerated deviation from the nearest bound of a range; 0.5 is 50 %.',
    z.pipe(
      decimal(OVERFLOW_DIGITS),
      z.transform((value) => value.replace(/\.?0+$/, '')),
    ),
  );
}

type Find = (finding: JsonFinding) => void;

/** Amounts per food category: `{"谷类": 250, …}`, with figures as they were sent. */
function categoryAmounts() {
  return json({ max: AMOUNTS_TEXT_MAX, empty: NOTHING, shape: CategoryAmounts }, (value, text, find) => {
    const entries = readEntries(value, MOST_CATEGORIES, [], find);
    for (const [name, amount] of entries) checkAmount(amount, [name], find);
    return text;
  });
}

/**
 * Ranges per activity level and nutrient: `{"轻体力": {"蛋白质": {"min": 1, "max": 2, "ul": 3}}}`, with figures as they were
 * sent.
 */
function nutrientRanges() {
  return json({ max: RANGES_TEXT_MAX, empty: NOTHING, shape: NutrientRanges }, (value, text, find) => {
    for (const [level, nutrients] of readEntries(value, MOST_LEVELS, [], find)) {
      for (const [nutrient, range] of readEntries(nutrients, MOST_NUTRIENTS, [level], find)) {
        checkRange(range, [level, nutrient], find);
      }
    }
    return text;
  });
}

function readEntries(value: unknown, most: number, path: readonly string[], find: Find): [string, unknown][] {
  const entries = entriesOf(value);
  if (!entries) {
    find({ path, problem: { code: 'object' } });
    return [];
  }
  if (entries.length > most) find({ path, problem: { code: 'too_many', max: most } });
  for (const [name] of entries) checkName(name, [...path, name], find);
  return entries.slice(0, most);
}

function checkName(name: string, path: readonly string[], find: Find): void {
  const length = [...name].length;
  if (length === 0) find({ path, problem: { code: 'empty' } });
  if (length > LABEL_MAX) find({ path: path.slice(0, -1), problem: { code: 'too_long', max: LABEL_MAX } });
}

function checkAmount(amount: unknown, path: readonly string[], find: Find): void {
  if (!isFiniteNumber(amount) || amount < 0) find({ path, problem: { code: 'amount' } });
}

/**
 * Checks a range. One bound is enough. `ul`, the tolerable upper level, does not depend on `max`, the recommended one.
 */
function checkRange(range: unknown, path: readonly string[], find: Find): void {
  const entries = entriesOf(range);
  if (!entries) {
    find({ path, problem: { code: 'object' } });
    return;
  }
  const { min, max, ul } = Object.fromEntries(entries);
  for (const [name, amount] of Object.entries({ min, max, ul })) {
    if (amount !== undefined) checkAmount(amount, [...path, name], find);
  }
  if (min === undefined && max === undefined) find({ path, problem: { code: 'no_bound' } });
  if (isFiniteNumber(min) && isFiniteNumber(max) && min > max) find({ path, problem: { code: 'min_over_max' } });
  const unknown = entries.map(([name]) => name).filter((name) => !['min', 'max', 'ul'].includes(name));
  if (unknown.length > 0) find({ path, problem: { code: 'not_allowed', names: unknown.slice(0, 5).join(', ') } });
}
