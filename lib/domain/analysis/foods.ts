import { kitchenName } from '../ingredient/food.ts';
import { countsAsKind, findKind, isCondiment, isFat, isWater } from '../ingredient/kind.ts';
import { type Nutrient, nutrients } from '../nutrient/nutrient.ts';
import { commonDenominator, ratio } from '../values/ratio.ts';
import { listGramsByCategory } from './categories.ts';
import { type AnalysedFood, type AnalysisInput, isBeforeVersion3 } from './content.ts';

/** The nutrients of menus. Vitamin A is counted in μg RAE, as WS/T 554 does; the μg RE of labels is left out. */
export const menuNutrients: readonly Nutrient[] = nutrients.filter(({ key }) => key !== 'vitamin-a');

const indexByKey = new Map(menuNutrients.map(({ key }, index) => [key, index]));

/** @throws RangeError where menus have no nutrient with this key. */
export function nutrientIndex(key: string): number {
  const index = indexByKey.get(key);
  if (index === undefined) throw new RangeError(`no nutrient of menus: ${key}`);
  return index;
}

/** The figures of a food in an analysis. Its numbers are integers: `Foods` has their denominators. */
export interface Food {
  readonly code: string;
  /** What kitchens call it; the code where the catalogue does not have the food. */
  readonly name: string;
  /** The amount of each nutrient in one gram, in the order of `menuNutrients`; undefined where unknown. */
  readonly values: readonly (bigint | undefined)[];
  /** How many grams of each category one gram counts for. */
  readonly gramsByCategory: readonly (readonly [category: string, gramsPerGram: bigint])[];
  /** Its kind, such as that of all rices; undefined where it does not count as one. */
  readonly kind: string | undefined;
  /** The category of a standard that the catalogue gives it; undefined where it has none. */
  readonly className: string | undefined;
  /** Keys of nutrients whose unknown value matters however little the food weighs: sodium of a condiment, energy and fat of a fat. */
  readonly decisiveGaps: readonly string[];
  /** Whether it counts for no category. */
  readonly isUnassigned: boolean;
  /** Whether it is water: it has weight, but no nutrients. */
  readonly isWater: boolean;
}

/** Foods by code. `Food.values` are multiples of `1 / valueDenominator`, `Food.gramsByCategory` of `1 / categoryDenominator`. */
export interface Foods {
  readonly byCode: ReadonlyMap<string, Food>;
  readonly valueDenominator: bigint;
  readonly categoryDenominator: bigint;
}

/** A value of the catalogue is for so many grams, a value of `Food` for one. */
const CATALOGUE_GRAMS = 100n;
const FAT_KEYS = ['energy', 'fat'];

/** Reads the figures of the foods in the menu's dishes. */
export function readFoods(input: Pick<AnalysisInput, 'dishes' | 'foods' | 'rulesVersion'>): Foods {
  const { dishes, foods } = input;
  const hasOldRules = isBeforeVersion3(input);
  const codes = new Set([...dishes.values()].flatMap(({ ingredient }) => ingredient.map(({ key }) => key)));
  const exactFoods = [...codes].map((code) => readExactFood(code, foods.get(code), hasOldRules));
  const allValues = exactFoods.flatMap(({ exactValues }) => exactValues.flatMap((value) => value ?? []));
  const allCategoryGrams = exactFoods.flatMap(({ exactGrams }) => exactGrams.map(([, grams]) => grams));
  const catalogueDenominator = commonDenominator(allValues);
  const categoryDenominator = commonDenominator(allCategoryGrams);
  const byCode = exactFoods.map(({ exactValues, exactGrams, ...facts }): [string, Food] => {
    const values = exactValues.map((value) => value?.numeratorOver(catalogueDenominator));
    const gramsByCategory = exactGrams.map(([name, part]) => [name, part.numeratorOver(categoryDenominator)] as const);
    return [facts.code, { ...facts, values, gramsByCategory }];
  });
  return { byCode: new Map(byCode), valueDenominator: catalogueDenominator * CATALOGUE_GRAMS, categoryDenominator };
}

/** Reads the figures of one food, with exact values per 100 g and exact grams by category. */
function readExactFood(code: string, food: AnalysedFood | undefined, hasOldRules: boolean) {
  const exactValues = menuNutrients.map(({ key }) => {
    const value = food?.nutrients[key];
    return value === undefined ? undefined : ratio(value);
  });
  const isSeasoning = food !== undefined && isCondiment(food);
  const sodium = isSeasoning ? exactValues[nutrientIndex('sodium')] : undefined;
  const decisiveKeys = [...(isSeasoning ? ['sodium'] : []), ...(food && isFat(food) && !hasOldRules ? FAT_KEYS : [])];
  return {
    code,
    name: kitchenName(food, code),
    exactValues,
    exactGrams: listGramsByCategory(food, { sodium, hasOldRules }),
    kind: findFoodKind(code, food, hasOldRules),
    className: food?.foodCategory?.name,
    decisiveGaps: decisiveKeys.filter((key) => exactValues[nutrientIndex(key)] === undefined),
    isUnassigned: food?.foodCategory === undefined && !isSeasoning && !isWater(food),
    isWater: isWater(food),
  };
}

/** Finds the kind of a food. One outside the catalogue is a kind of its own, as every food that counts was before version 3. */
function findFoodKind(code: string, food: AnalysedFood | undefined, hasOldRules: boolean): string | undefined {
  if (food && !hasOldRules) return findKind(food);
  return !food || countsAsKind(food) ? code : undefined;
}
