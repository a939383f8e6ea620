import * as z from 'zod/mini';
import { compareNutrients } from '../nutrient/nutrient.ts';
import { isSame } from '../values/change.ts';
import { about, choice, filterText, keyword, MAX_NAME_LENGTH } from '../values/fields.ts';
import { ExactNumber, exactNumber, nameSchemas } from '../values/output.ts';
import { AllergenName } from './allergen.ts';
import { foodMarks, Mark } from './mark.ts';

/** Grams above 0 as decimal text. */
const Grams = z.string().check(z.regex(/^(?!0*(?:\.0*)?$)\d{1,6}(?:\.\d{1,6})?$/));

/** Which category of a standard a food counts for: `amount` grams of it count as `counts` grams of the category `name`. */
const FoodCategory = z.object({ name: z.string(), amount: Grams, counts: Grams });

/**
 * The facts of a food. This is the one list of them: store, comparisons, answers and revisions go by it, and the input
 * does not compile without one of them. A fact is absent if it is unknown or the food lacks it. The import derives facts
 * that a food table lacks from category and name: see `classify`.
 */
const foodFacts = {
  code: z.string(),
  name: z.string(),
  /** The name that kitchens use. */
  alias: z.optional(z.string()),
  category: z.string(),
  /** Edible share of the food as bought, in per cent as decimal text; absent if unknown. */
  edible: z.optional(z.string()),
  /** Absent if it counts for no category. */
  foodCategory: z.optional(FoodCategory),
  /** Whether it is a dark vegetable. */
  dark: z.optional(z.boolean()),
  /** Absent if nobody knows. */
  allergens: z.optional(z.array(AllergenName)),
  /** Whether it may have other allergens, too. */
  mayHaveOthers: z.optional(z.boolean()),
  /** By nutrient key as decimal text, per 100 g edible portion. An unknown value is absent, never 0. */
  nutrients: z.record(z.string(), z.string()),
  /** Keys of nutrients found in traces, which count as 0. */
  traces: z._default(z.array(z.string()), []),
};

/** The sources of values, in their order in answers; see `StoredFood`. */
const valueSources = ['print', 'usda', 'own', 'import'] as const;
export type ValueSources = Partial<Record<(typeof valueSources)[number], string[]>>;

/** A food of the catalogue or of a unit's own. A dish's use of it is a `DishIngredient`; calls name both `ingredient`. */
export const StoredFood = z.object({
  ...foodFacts,
  version: z.int(),
  /** Its number in its collection. */
  number: z.int(),
  /**
   * By source, the keys of its values: a printed food table, the tables of the USDA, a person (`own`), an imported file. A
   * value without a source is older than this record. `own` also has the keys of facts, and of values that a person removed.
   */
  source: z.optional(z.record(z.string(), z.array(z.string()))),
});
export type StoredFood = z.output<typeof StoredFood>;

/** A food as a food table has it, without its version and number in the catalogue. */
export type FoodFacts = Omit<StoredFood, 'version' | 'number'>;

/** Makes a record of the keys of each source. A source without keys is absent. */
export function toValueSources(listKeys: (source: keyof ValueSources) => readonly string[]): ValueSources {
  const entries = valueSources.map((source) => [source, listKeys(source)] as const);
  return Object.fromEntries(entries.filter(([, keys]) => keys.length > 0));
}

/** Returns the name of a food for people, on all that is printed or shown: that of kitchens, else its own, else its code. */
export function kitchenName(food: Pick<StoredFood, 'alias' | 'name'> | undefined, code: string): string {
  return food?.alias ?? food?.name ?? code;
}

/** The names by which a food is found. */
export interface FoodNames {
  /** The one that kitchens use. */
  readonly name: string;
  readonly others: readonly string[];
  readonly category?: string;
  readonly pinyin?: string | undefined;
}

/** Whether two states of a food have the same facts. Their sources do not count. */
export function isSameFood(old: FoodFacts, food: FoodFacts): boolean {
  return isSame(toComparable(old), toComparable(food));
}

/** Returns the facts of a food for a comparison: with lists in a fixed order, and without flags that are false. */
function toComparable({ version: _, number: __, source: ___, ...facts }: FoodFacts & Partial<StoredFood>): object {
  const { traces, allergens, dark, mayHaveOthers } = facts;
  const flags = { dark: dark || undefined, mayHaveOthers: mayHaveOthers || undefined };
  return { ...facts, ...flags, traces: traces.toSorted(), allergens: allergens?.toSorted() };
}

/** In the filter by mark: finds foods without a mark. */
export const UNMARKED = 'none';

export const foodFilter = {
  keyword: keyword(),
  category: about('Only ingredients of this category, by its whole name.', filterText(MAX_NAME_LENGTH)),
  mark: about(
    'Only ingredients with this mark of the own unit; `none`: only those without a mark.',
    z.optional(choice([...foodMarks, UNMARKED])),
  ),
};

const FoodCategoryRecord = z.object({ name: z.string(), amount: ExactNumber, counts: ExactNumber });

const Keys = z.optional(z.array(z.string()));
const ValueSourcesRecord = z.object({ print: Keys, usda: Keys, own: Keys, import: Keys });

const { code, name, alias, category, edible, nutrients, traces, allergens } = foodFacts;

/** A food with its values per 100 g edible portion, as answers show it: these facts first, then the others. */
export const IngredientDetail = z.object({
  ...{ code, name, alias, category, edible, nutrients, traces, allergens },
  ...foodFacts,
  /** The name that kitchens use; null if it is `name`. */
  alias: z.nullable(z.string()),
  edible: z.nullable(ExactNumber),
  nutrients: z.record(z.string(), ExactNumber),
  traces: z.array(z.string()),
  /** Null if nobody knows. */
  allergens: z.nullable(z.array(AllergenName)),
  foodCategory: z.nullable(FoodCategoryRecord),
  dark: z.boolean(),
  mayHaveOthers: z.boolean(),
  /** Whether it is the unit's own, which no other unit sees. */
  own: z.boolean(),
  source: ValueSourcesRecord,
});

/** A food as it is listed, with the mark of the caller's unit. */
export const IngredientRecord = z.extend(IngredientDetail, { mark: z.nullable(Mark) });
nameSchemas({ Ingredient: IngredientRecord, IngredientDetail });
nameSchemas({ FoodCategory: FoodCategoryRecord, ValueSources: ValueSourcesRecord });

/** Makes the record of a food, with its values in the order of the nutrients. */
export function toIngredientDetail(food: StoredFood, { isOwn }: { readonly isOwn: boolean }) {
  const { version: _version, number: _number, ...facts } = food;
  const { alias = null, allergens = null, dark = false, mayHaveOthers = false, edible, foodCategory } = facts;
  // The table does not preserve the order of a map.
  const values = Object.entries(facts.nutrients).sort(([a], [b]) => compareNutrients(a, b));
  return {
    ...facts,
    ...{ alias, allergens, dark, mayHaveOthers },
    edible: edible === undefined ? null : exactNumber(edible),
    nutrients: Object.fromEntries(values.map(([key, value]) => [key, exactNumber(value)])),
    traces: facts.traces.toSorted(compareNutrients),
    foodCategory: foodCategory
      ? { ...foodCategory, amount: exactNumber(foodCategory.amount), counts: exactNumber(foodCategory.counts) }
      : null,
    own: isOwn,
    source: listSources(food),
  };
}

/** Lists the sources of the values that the food has, in the order of the nutrients. */
function listSources({ source = {}, nutrients, edible }: FoodFacts): ValueSources {
  const isValue = (key: string) => key in nutrients || (key === 'edible' && edible !== undefined);
  return toValueSources((name) => (source[name] ?? []).filter(isValue).sort(compareNutrients));
}
