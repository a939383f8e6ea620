import { kitchenName } from '../ingredient/ingredient.ts';
import { isCondiment, isKindOfFood } from '../ingredient/kind.ts';
import { type Nutrient, nutrients } from '../nutrient/nutrient.ts';
import { commonUnder, type Ratio, ratio } from '../values/ratio.ts';
import { countsOf } from './categories.ts';
import type { AnalysisInput } from './content.ts';

/** The nutrients of menus. Vitamin A is counted in μg RAE, as WS/T 554 does; the μg RE of labels is left out. */
export const counted: readonly Nutrient[] = nutrients.filter(({ key }) => key !== 'vitamin-a');

const places = new Map(counted.map(({ key }, place) => [key, place]));

/** The index of a nutrient among those of menus. */
export function placeOf(key: string): number {
  const place = places.get(key);
  if (place === undefined) throw new RangeError(`no nutrient of menus: ${key}`);
  return place;
}

/** What an analysis knows of a food. Its numbers are integers: `Foods` tells their denominators. */
export interface Food {
  readonly code: string;
  /** The code where the catalogue does not have the food. */
  readonly name: string;
  /** Per gram, in the order of `counted`; undefined where unknown. */
  readonly values: readonly (bigint | undefined)[];
  /** How much one gram counts for each category. */
  readonly counts: readonly (readonly [category: string, parts: bigint])[];
  readonly isKind: boolean;
  /** Whether it is a condiment of unknown sodium. */
  readonly hidesSalt: boolean;
  readonly isUnassigned: boolean;
}

/** Foods by code. `Food.values` are multiples of `1 / valueUnder`, `Food.counts` are multiples of `1 / countUnder`. */
export interface Foods {
  readonly byCode: ReadonlyMap<string, Food>;
  readonly valueUnder: bigint;
  readonly countUnder: bigint;
}

/** Values are given per 100 g and kept per gram. */
const HUNDRED = 100n;
const sodium = placeOf('sodium');

/** Reads the figures of the foods in the menu's dishes. */
export function readFoods({ dishes, foods }: Pick<AnalysisInput, 'dishes' | 'foods'>): Foods {
  const codes = new Set([...dishes.values()].flatMap(({ ingredient }) => ingredient.map(({ key }) => key)));
  const read = [...codes].map((code) => {
    const food = foods.get(code);
    const values = counted.map(({ key }) => ownDecimal(food?.nutrients, key));
    const seasons = food !== undefined && isCondiment(food);
    return { code, food, values, seasons, counts: countsOf(food, seasons ? values[sodium] : undefined) };
  });
  const valueUnder = commonUnder(read.flatMap(({ values }) => values.filter((value) => value !== undefined)));
  const countUnder = commonUnder(read.flatMap(({ counts }) => counts.map(([, count]) => count)));
  const byCode = read.map(({ code, food, values, seasons, counts }): [string, Food] => {
    const result = {
      code,
      name: kitchenName(food, code),
      values: values.map((value) => value?.parts(valueUnder)),
      counts: counts.map(([category, count]) => [category, count.parts(countUnder)] as const),
      isKind: food === undefined || isKindOfFood(food),
      hidesSalt: seasons && values[sodium] === undefined,
      isUnassigned: food?.foodCategory === undefined && !seasons,
    };
    return [code, result];
  });
  return { byCode: new Map(byCode), valueUnder: valueUnder * HUNDRED, countUnder };
}

function ownDecimal(values: Readonly<Record<string, string>> | undefined, key: string): Ratio | undefined {
  const text = values && Object.hasOwn(values, key) ? values[key] : undefined;
  return text === undefined ? undefined : ratio(text);
}
