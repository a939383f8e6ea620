import { kitchenName } from '../ingredient/food.ts';
import { countsAsKind, findKind, isCondiment, isFat, isWater } from '../ingredient/kind.ts';
import { type Nutrient, nutrients } from '../nutrient/nutrient.ts';
import { commonDenominator, type Ratio, ratio } from '../values/ratio.ts';
import { listCategoryCounts } from './categories.ts';
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
  /** The code where the catalogue does not have the food. */
  readonly name: string;
  /** Per gram, in the order of `menuNutrients`; undefined where unknown. */
  readonly values: readonly (bigint | undefined)[];
  /** How much one gram counts for each category. */
  readonly counts: readonly (readonly [category: string, count: bigint])[];
  /** The kind of food that it is; undefined where it does not count as one. */
  readonly kind: string | undefined;
  /** The class that the catalogue gives it; undefined where it has none. */
  readonly className: string | undefined;
  /** Keys of nutrients whose unknown value matters however little the food weighs: sodium of a condiment, energy and fat of a fat. */
  readonly decisiveGaps: readonly string[];
  /** Whether it counts for no category. */
  readonly isUnassigned: boolean;
  /** Whether it is water: it has weight, but no nutrients. */
  readonly isWater: boolean;
}

/** Foods by code. `Food.values` are multiples of `1 / valueDenominator`, `Food.counts` of `1 / countDenominator`. */
export interface Foods {
  readonly byCode: ReadonlyMap<string, Food>;
  readonly valueDenominator: bigint;
  readonly countDenominator: bigint;
}

/** The catalogue gives values per 100 g. */
const CATALOGUE_GRAMS = 100n;
const sodiumIndex = nutrientIndex('sodium');
const FAT_KEYS = ['energy', 'fat'];

/** Reads the figures of the foods in the menu's dishes. */
export function readFoods(input: Pick<AnalysisInput, 'dishes' | 'foods' | 'rulesVersion'>): Foods {
  const { dishes, foods } = input;
  const isOld = isBeforeVersion3(input);
  const codes = new Set([...dishes.values()].flatMap(({ ingredient }) => ingredient.map(({ key }) => key)));
  const exactFoods = [...codes].map((code) => {
    const food = foods.get(code);
    const values = menuNutrients.map(({ key }) => readValue(food?.nutrients, key));
    const isSeasoning = food !== undefined && isCondiment(food);
    const counts = listCategoryCounts(food, { sodium: isSeasoning ? values[sodiumIndex] : undefined, isOld });
    return { code, food, values, isSeasoning, counts };
  });
  const valueDenominator = commonDenominator(
    exactFoods.flatMap(({ values }) => values.flatMap((value) => value ?? [])),
  );
  const countDenominator = commonDenominator(exactFoods.flatMap(({ counts }) => counts.map(([, count]) => count)));
  const byCode = exactFoods.map(({ code, food, values, isSeasoning, counts }): [string, Food] => {
    const requiredKeys = [...(isSeasoning ? ['sodium'] : []), ...(food && isFat(food) && !isOld ? FAT_KEYS : [])];
    const figures = {
      code,
      name: kitchenName(food, code),
      values: values.map((value) => value?.numeratorOver(valueDenominator)),
      counts: counts.map(([category, count]) => [category, count.numeratorOver(countDenominator)] as const),
      kind: findFoodKind(code, food, isOld),
      className: food?.foodCategory?.name,
      decisiveGaps: requiredKeys.filter((key) => values[nutrientIndex(key)] === undefined),
      isUnassigned: food?.foodCategory === undefined && !isSeasoning && !isWater(food),
      isWater: isWater(food),
    };
    return [code, figures];
  });
  return { byCode: new Map(byCode), valueDenominator: valueDenominator * CATALOGUE_GRAMS, countDenominator };
}

/** Finds the kind of a food. By the rules from before version 3 each code was one. An unknown food is one by its code. */
function findFoodKind(code: string, food: AnalysedFood | undefined, isOld: boolean): string | undefined {
  if (food && !isOld) return findKind(food);
  return !food || countsAsKind(food) ? code : undefined;
}

function readValue(values: Readonly<Record<string, string>> | undefined, key: string): Ratio | undefined {
  const text = values && Object.hasOwn(values, key) ? values[key] : undefined;
  return text === undefined ? undefined : ratio(text);
}
