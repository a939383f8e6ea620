import * as z from 'zod/mini';
import { bandOrNone } from './enum.ts';
import {
  CategoryAmounts,
  EnergyShareRanges,
  energySources,
  forbiddenMarks,
  MAX_UNITS_OF_STANDARD,
  NO_FIGURES,
  NutrientRanges,
  type StandardFacts,
} from './standard.ts';
import type { ChangeFields } from './values/change.ts';
import {
  about,
  decimal,
  MAX_CODE_LENGTH,
  MAX_FREE_TEXT_LENGTH,
  MAX_NAME_LENGTH,
  readText,
  requiredText,
  toCode,
} from './values/fields.ts';
import { isFiniteNumber, type JsonPlace, json, readObject } from './values/json.ts';
import { idList, listOf, wordList } from './values/list-fields.ts';

const MAX_CATEGORIES = 100;
const MAX_LEVELS = 30;
const MAX_NUTRIENTS = 60;
/** The maximum characters of the name of a food category, a level or a nutrient. */
const MAX_FIGURE_NAME_LENGTH = 50;
const MAX_FORBIDDEN = 500;
const MAX_UNIT_CATEGORIES = 50;
const MAX_NAMES_IN_PROBLEM = 5;
const TOLERANCE_DECIMALS = 4;
/** The maximum characters of amounts, or of shares of the energy, as JSON text. */
const MAX_AMOUNTS_LENGTH = 20_000;
/** The maximum characters of all ranges of nutrients as JSON text. */
const MAX_RANGES_LENGTH = 250_000;

/** Input of a standard. The endpoint for new standards demands what a new one must have. */
export const standardFields = {
  name: z.optional(about('Name of the standard.', requiredText(MAX_NAME_LENGTH))),
  vendors: about('Units that it is assigned to.', z.optional(idList(MAX_UNITS_OF_STANDARD))),
  overflow: z.optional(about('Tolerated deviation from the nearest bound of a range; 0.5 is 50 %.', tolerance())),
  foodCategoryDay: about('Grams of each food category a day, by name.', z.optional(categoryAmounts())),
  foodCategoryWeek: about('Grams of each food category a week, by name.', z.optional(categoryAmounts())),
  foodCategoryDayMax: about('The most grams of a food category a day, by name.', orNoFigures(categoryAmounts())),
  foodCategoryWeekMax: about('The most grams of a food category a week, by name.', orNoFigures(categoryAmounts())),
  energyShares: about(
    'The least and the most of the energy that protein, fat and carbohydrate give together; 0.3 is 30 %.',
    orNoFigures(energyShares()),
  ),
  ingredient: about(
    'Recommended daily amounts by level of activity and nutrient; `ul` is the tolerable upper level.',
    z.optional(nutrientRanges()),
  ),
  forbidden: about(
    'Codes of foods that are not served, separated by commas.',
    z.optional(wordList(MAX_FORBIDDEN, (word, fail) => toCode(word) ?? fail({ code: 'code', max: MAX_CODE_LENGTH }))),
  ),
  forbiddenMarks: about(
    'Marks of dishes that are not served, separated by commas; 冷荤: cold dishes (凉菜) of meat, poultry, fish or shellfish.',
    z.optional(
      wordList(
        forbiddenMarks.length,
        (word, fail) =>
          forbiddenMarks.find((mark) => mark === word) ?? fail({ code: 'choice', names: forbiddenMarks.join(' ') }),
        listOf(forbiddenMarks.join('|')),
      ),
    ),
  ),
  band: about('The band of age that it is for.', z.optional(bandOrNone())),
  unitCategories: about(
    'Categories of units, separated by commas: a new unit of one of them gets the standard, of several the newest.',
    z.optional(wordList(MAX_UNIT_CATEGORIES, (word, fail) => readText(word, MAX_FREE_TEXT_LENGTH, fail))),
  ),
} satisfies ChangeFields<StandardFacts>;

/** Makes the field of a tolerance. It is stored with as many decimals as it needs: `0.50` as `0.5`. */
function tolerance() {
  const withoutZeros = z.transform((value: string) => value.replace(/\.?0+$/, ''));
  return z.pipe(decimal({ decimals: TOLERANCE_DECIMALS }), withoutZeros);
}

// The fields of figures keep them as they were sent.

/** Makes the field of amounts by food category: `{"谷类": 250, …}`. */
function categoryAmounts() {
  return json({ max: MAX_AMOUNTS_LENGTH, empty: NO_FIGURES, shape: CategoryAmounts }, (value, text, place) => {
    const entries = readEntries(value, MAX_CATEGORIES, place);
    for (const [name, amount] of entries) checkAmount(amount, place.at(name));
    return text;
  });
}

/** Makes the field of the ranges of parts of the energy: `{"fat": {"min": 0.2, "max": 0.3}}`. */
function energyShares() {
  return json({ max: MAX_AMOUNTS_LENGTH, empty: NO_FIGURES, shape: EnergyShareRanges }, (value, text, place) => {
    const entries = readEntries(value, energySources.length, place);
    checkNames(Object.fromEntries(entries), energySources, place);
    for (const [name, range] of entries) checkRange(range, SHARE_RANGE, place.at(name));
    return text;
  });
}

/** Makes the field of figures that a standard may lack. An empty object is null, which takes them away. */
function orNoFigures(figures: ReturnType<typeof categoryAmounts>) {
  const isEmpty = (text: string) => Object.keys(JSON.parse(text)).length === 0;
  const emptyToNull = z.transform((text: string | undefined) => (text !== undefined && isEmpty(text) ? null : text));
  return z.optional(z.pipe(figures, emptyToNull));
}

/** Makes the field of ranges by level of activity and nutrient: `{"轻体力": {"蛋白质": {"min": 1, "max": 2, "ul": 3}}}`. */
function nutrientRanges() {
  return json({ max: MAX_RANGES_LENGTH, empty: NO_FIGURES, shape: NutrientRanges }, (value, text, place) => {
    for (const [level, nutrients] of readEntries(value, MAX_LEVELS, place)) {
      for (const [nutrient, range] of readEntries(nutrients, MAX_NUTRIENTS, place.at(level))) {
        checkRange(range, NUTRIENT_RANGE, place.at(level, nutrient));
      }
    }
    return text;
  });
}

function readEntries(value: unknown, max: number, place: JsonPlace): [string, unknown][] {
  const entries = Object.entries(readObject(value, place) ?? {});
  if (entries.length > max) place.report({ code: 'too_many', max });
  for (const [name] of entries) {
    if (name === '') place.at(name).report({ code: 'empty' });
    // The name is too long to be a part of the reported path.
    if ([...name].length > MAX_FIGURE_NAME_LENGTH) place.report({ code: 'too_long', max: MAX_FIGURE_NAME_LENGTH });
  }
  return entries.slice(0, max);
}

function checkAmount(amount: unknown, place: JsonPlace): void {
  if (!isFiniteNumber(amount) || amount < 0) place.report({ code: 'amount' });
}

/** The names of the bounds that a range may have, and the maximum of a bound. */
type RangeRules = Readonly<{ names: readonly string[]; maxBound: number }>;
const NUTRIENT_RANGE: RangeRules = { names: ['min', 'max', 'ul'], maxBound: Number.POSITIVE_INFINITY };
/** The bounds of a share of the energy. A share is at most 1. */
const SHARE_RANGE: RangeRules = { names: ['min', 'max'], maxBound: 1 };

/** Checks a range, which needs a `min` or a `max`. `ul`, the tolerable level, does not depend on `max`, the recommended one. */
function checkRange(range: unknown, { names, maxBound }: RangeRules, place: JsonPlace): void {
  const bounds = readObject(range, place);
  if (!bounds) return;
  for (const name of names) {
    const bound = bounds[name];
    if (bound !== undefined) checkAmount(bound, place.at(name));
    if (isFiniteNumber(bound) && bound > maxBound) place.at(name).report({ code: 'between', min: 0, max: maxBound });
  }
  const { min, max } = bounds;
  if (min === undefined && max === undefined) place.report({ code: 'no_bound' });
  if (isFiniteNumber(min) && isFiniteNumber(max) && min > max) place.report({ code: 'min_over_max' });
  checkNames(bounds, names, place);
}

function checkNames(members: object, allowed: readonly string[], place: JsonPlace): void {
  const unknown = Object.keys(members).filter((name) => !allowed.includes(name));
  if (unknown.length > 0)
    place.report({ code: 'not_allowed', names: unknown.slice(0, MAX_NAMES_IN_PROBLEM).join(', ') });
}
