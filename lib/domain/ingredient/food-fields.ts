import * as z from 'zod/mini';
import lists from '../../../tables/starter/enums.json' with { type: 'json' };
import { badField, type Text } from '../../errors.ts';
import { comparableText, normaliseKey } from '../../text/normal-form.ts';
import { nutrients } from '../nutrient/nutrient.ts';
import { toRetinolActivity, toRetinolEquivalents } from '../nutrient/vitamin.ts';
import { type Change, type ChangeFields, withChange } from '../values/change.ts';
import {
  about,
  boolean,
  field,
  isPlain,
  MAX_NAME_LENGTH,
  orNone,
  requiredText,
  text,
  withoutBlanks,
} from '../values/fields.ts';
import { findMembers, isFiniteNumber, type JsonPlace, json, readObject } from '../values/json.ts';
import { listOf } from '../values/list-fields.ts';
import { nameSchemas } from '../values/output.ts';
import { type Allergen, AllergenName } from './allergen.ts';
import type { FoodFacts } from './food.ts';
import { findDoubts, findImpossible } from './plausibility.ts';
import { withSource } from './value-sources.ts';

// The maximum characters of JSON texts: all values of nutrients, and the class.
const MAX_FIGURES_LENGTH = 5000;
const MAX_CLASS_LENGTH = 500;
/** The maximum grams of an equivalent. */
const MAX_GRAMS = 100_000;

const classNames = new Set(lists.foodCategory.map(({ key }) => key));
const allergens = Object.values(AllergenName.def.entries);
/** The keys of nutrients by code and by Chinese name. */
const keyByName = new Map(nutrients.flatMap(({ key, value }) => [key, value].map((name) => [normaliseKey(name), key])));
/** The value of the field for a food without allergens. */
const NO_ALLERGENS = '无';

/** The facts of a food that a caller may set, apart from the code and the figures. */
type EditableFacts = Omit<FoodFacts, 'code' | 'nutrients' | 'traces' | 'source'>;
type FoodChange = Change<EditableFacts> & { readonly nutrient?: FoodFacts['nutrients'] | undefined };

const ClassAmount = z.number().check(z.gt(0));
const FoodClass = z.object({ name: z.string(), amount: z.optional(ClassAmount), counts: z.optional(ClassAmount) });
nameSchemas({ FoodClass });

/** Input of a food. The endpoint for new foods demands a name and a category. */
export const foodFields = {
  alias: about('What kitchens call it; shown instead of the name.', z.optional(orNone(text(MAX_NAME_LENGTH)))),
  foodCategory: about(
    'Which category of a standard it counts for: `amount` grams of it count as `counts` grams of the category `name`.',
    z.optional(classField()),
  ),
  dark: about('Whether it is a dark vegetable.', z.optional(trueOrNone())),
  edible: about('Edible share of the food as bought, in per cent; empty: unknown.', z.optional(orNone(edibleShare()))),
  allergens: about(
    `Its allergens, separated by commas; \`${NO_ALLERGENS}\`: it has none; empty: nobody knows.`,
    z.optional(allergenList()),
  ),
  mayHaveOthers: about(
    'Whether it may have other allergens, too; by default not, where `allergens` are given.',
    z.optional(boolean()),
  ),
  nutrient: about(
    'Values per 100 g edible portion by the code or name of the nutrient, in its unit. What is unknown is left out.',
    z.optional(nutrientValues()),
  ),
} satisfies Omit<ChangeFields<EditableFacts>, 'name' | 'category'> & { nutrient: z.ZodMiniType };
/** Makes the field of a food's name. */
export const foodName = requiredText(MAX_NAME_LENGTH);

/** Makes the field of a fact that a food has or lacks: true, or null, which takes the fact away. */
function trueOrNone() {
  return z.pipe(
    boolean(),
    z.transform((isTrue) => isTrue || null),
  );
}

function classField() {
  return json({ max: MAX_CLASS_LENGTH, empty: '{}', shape: FoodClass }, (value, _, place) => {
    const { name, amount, counts } = readObject(value, place) ?? {};
    if (name === undefined && amount === undefined && counts === undefined) return null;
    if (typeof name !== 'string' || !classNames.has(name)) {
      place.at('name').report({ code: 'choice', names: [...classNames].join(' ') });
    }
    return {
      name: String(name),
      amount: readGrams(amount, place.at('amount')),
      counts: readGrams(counts, place.at('counts')),
    };
  });
}

/** Reads the grams of an equivalent, by default 100. */
function readGrams(value: unknown, place: JsonPlace): string {
  if (value === undefined) return '100';
  const grams = toDecimal(value);
  const isGrams = grams !== undefined && Number(grams) > 0 && Number(grams) <= MAX_GRAMS;
  if (!isGrams) place.report({ code: 'grams', max: MAX_GRAMS });
  return grams ?? '100';
}

/** Converts a number that is not below 0 to plain decimal text with at most six decimals; undefined for anything else. */
function toDecimal(value: unknown): string | undefined {
  return isFiniteNumber(value) && /^\d{1,12}(?:\.\d{1,6})?$/.test(String(value)) ? String(value) : undefined;
}

function edibleShare() {
  return field({ pattern: '^(100|\\d{1,2}(\\.\\d{1,2})?)?$' }, (value, fail) => {
    const sent = withoutBlanks(value);
    const isShare = /^\d{1,3}(?:\.\d{1,2})?$/.test(sent) && Number(sent) <= 100;
    return isShare ? sent : fail({ code: 'between', min: 0, max: 100 });
  });
}

function allergenList() {
  const { pattern } = listOf(allergens.join('|'));
  return field({ pattern: `^${NO_ALLERGENS}$|${pattern}` }, (value, fail): Allergen[] | null => {
    const words = isPlain(value) ? comparableText(value).split(',').map(withoutBlanks).filter(Boolean) : [''];
    if (words.length === 0) return null;
    if (words.join() === NO_ALLERGENS) return [];
    const named = allergens.filter((allergen) => words.includes(allergen));
    const isKnown = named.length === new Set(words).size;
    return isKnown ? named : fail({ code: 'choice', names: [...allergens, NO_ALLERGENS].join(' ') });
  });
}

function nutrientValues() {
  const shape = z.record(z.string(), z.number().check(z.minimum(0)));
  return json({ max: MAX_FIGURES_LENGTH, empty: '{}', shape }, (value, _, place): FoodFacts['nutrients'] => {
    const members = findMembers(readObject(value, place) ?? {}) ?? [];
    const amountByKey = new Map<string, string>();
    for (const [name, figure] of members) {
      const key = keyByName.get(normaliseKey(name));
      const amount = toDecimal(figure);
      if (key === undefined) place.at(name).report({ code: 'unknown', names: name });
      else if (amountByKey.has(key)) place.at(name).report({ code: 'repeated' });
      else if (amount === undefined) place.at(name).report({ code: 'amount' });
      else amountByKey.set(key, amount);
    }
    return withVitaminA(Object.fromEntries(amountByKey));
  });
}

/** Adds vitamin A in its other unit if it follows from the values. */
function withVitaminA(values: Record<string, string>): Record<string, string> {
  const { 'vitamin-a': equivalents, 'vitamin-a-rae': activity, retinol } = values;
  const re = equivalents ?? (activity === undefined ? undefined : toRetinolEquivalents(activity, retinol));
  const rae = activity ?? (equivalents === undefined ? undefined : toRetinolActivity(equivalents, retinol));
  return {
    ...values,
    ...(re === undefined ? {} : { 'vitamin-a': re }),
    ...(rae === undefined ? {} : { 'vitamin-a-rae': rae }),
  };
}

/** Makes a new food. @throws AppError as `changeFood` does. */
export function newFood(code: string, change: FoodChange): FoodFacts {
  return changeFood({ code, name: '', category: '', nutrients: {}, traces: [] }, change);
}

/** Changes facts of a food; others stay. @throws AppError `invalid_input` with the figures that no food can have. */
export function changeFood(old: FoodFacts, { nutrient, ...facts }: FoodChange): FoodFacts {
  const figures = nutrient && { nutrients: nutrient, traces: [] };
  const mayHaveOthers = facts.mayHaveOthers ?? (facts.allergens === undefined ? undefined : false);
  const food = withChange(old, { ...facts, ...figures, mayHaveOthers });
  const wrongKeys = findImpossible(food).flatMap(({ keys }) => keys);
  if (wrongKeys.length > 0)
    throw badField('nutrient', { code: 'implausible', names: toNutrientNames(wrongKeys).join('、') });
  return withSource(old, food, 'own');
}

/** Describes the figures of a food that hardly go together; undefined if there are none. */
export function toDoubtText(food: FoodFacts): Text | undefined {
  const keys = [...new Set(findDoubts(food).flatMap((doubt) => doubt.keys))];
  if (keys.length === 0) return undefined;
  return {
    zh: `成功；以下数值互不相符，请核对：${toNutrientNames(keys).join('、')}`,
    en: `OK; these figures hardly go together, please check them: ${keys.join(', ')}`,
  };
}

function toNutrientNames(keys: readonly string[]): string[] {
  return [...new Set(keys)].map((key) => nutrients.find((nutrient) => nutrient.key === key)?.value ?? key);
}
