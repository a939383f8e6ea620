import { type Food, menuNutrients, nutrientIndex, readFoods } from '../analysis/foods.ts';
import { countDaysBetween } from '../values/calendar.ts';
import { Random } from '../values/random.ts';
import { Prices } from './menu-cost.ts';
import type { PlanProblem } from './problem.ts';
import { findExcessEnergy } from './rules/energy-shares.ts';
import { tuned } from './search/tuned.ts';
import type { Slot } from './slots.ts';
import {
  type Frequency,
  findFrequency,
  findMinDaysApart,
  hasDarkVegetables,
  NO_TRAITS,
  type Traits,
  toTraits,
} from './traits.ts';

/** A dish in a portion that may fill a slot, as numbers for one person with factor 1. */
export interface Candidate extends Traits, Frequency {
  readonly dish: number;
  /** As decimal text. */
  readonly portion: string;
  /** The amount of each of `Model.measures`, in their order. */
  readonly amounts: readonly number[];
  /** Yuan, with an estimate for foods without a price. */
  readonly cost: number;
  /** The grams of each kind of food. */
  readonly gramsByKind: ReadonlyMap<string, number>;
  /** The minimum distance in days between two servings of its dish. */
  readonly minDaysApart: number;
  /** From 0 to 5, plus or minus the mood of the seed, see `findLiking`. */
  readonly liking: number;
  readonly hasDarkVegetables: boolean;
  /** Whether it has no food that the unit marks as commonly used, although the unit marks some. */
  readonly isUncommon: boolean;
}

/** Finds the candidates that fit any slot, and those that are locked. No two have the same `candidateKey`. */
export function findCandidates(problem: PlanProblem, slots: readonly Slot[], measures: readonly string[]): Candidate[] {
  const dishAndPortionByKey = new Map<string, readonly [dish: number, portion: string]>();
  const add = (dish: number, portion: string) => dishAndPortionByKey.set(candidateKey(dish, portion), [dish, portion]);
  // Many slots share one list of thousands of ids, so each list is added only once.
  const addedLists = new Set<readonly number[]>();
  for (const { fittingDishIds, lockedItem } of slots) {
    if (!addedLists.has(fittingDishIds)) for (const dish of fittingDishIds) add(dish, '1');
    addedLists.add(fittingDishIds);
    if (lockedItem) add(lockedItem.dish, lockedItem.portion);
  }
  const dishesWithPortions = [...dishAndPortionByKey.values()];
  const foods = readFoodFigures(problem, new Set(dishesWithPortions.map(([dish]) => dish)), measures);
  return dishesWithPortions.map(([dish, portion]) => toCandidate(dish, portion, problem, foods));
}

/** A text that is different for each candidate. */
export function candidateKey(dish: number, portion: string): string {
  return `${dish} ${portion}`;
}

const nutrientKeys = new Set(menuNutrients.map(({ key }) => key));

/** A food as numbers, for one gram. */
interface FoodFigures {
  /** The amount of each measure; 0 where it is unknown. */
  readonly amounts: readonly number[];
  /** Yuan, with an estimate where there is no price. */
  readonly cost: number;
  /** The kind of food that it is; undefined where it does not count as one. */
  readonly kind: string | undefined;
  readonly isCommon: boolean;
}

/** The foods that candidates are made of. */
interface CandidateFoods {
  readonly byCode: ReadonlyMap<string, FoodFigures>;
  readonly measures: readonly string[];
  /** Whether the unit marks any food as commonly used. */
  readonly hasCommonFoods: boolean;
}

function readFoodFigures(problem: PlanProblem, ids: ReadonlySet<number>, measures: readonly string[]): CandidateFoods {
  const dishes = new Map([...problem.dishes].filter(([id]) => ids.has(id)));
  const { byCode, valueDenominator, countDenominator } = readFoods({ dishes, foods: problem.foods });
  const toAmounts = ({ values, counts }: Food) => {
    const countByCategory = new Map(counts);
    const findNutrientAmount = (key: string) => Number(values[nutrientIndex(key)] ?? 0n) / Number(valueDenominator);
    const findCategoryAmount = (name: string) => Number(countByCategory.get(name) ?? 0n) / Number(countDenominator);
    const findAmount = (measure: string) =>
      nutrientKeys.has(measure) ? findNutrientAmount(measure) : findCategoryAmount(measure);
    return measures.map((measure) => findExcessEnergy(measure, findNutrientAmount) ?? findAmount(measure));
  };
  const prices = new Prices(problem);
  const figuresOfFoods = [...byCode].map(([code, food]): [string, FoodFigures] => {
    const isCommon = problem.marks.get(code) === '常用';
    return [code, { amounts: toAmounts(food), cost: prices.estimate(code).toNumber(), kind: food.kind, isCommon }];
  });
  return { byCode: new Map(figuresOfFoods), measures, hasCommonFoods: [...problem.marks.values()].includes('常用') };
}

/** The liking of a dish that has none of its own. */
export const USUAL_LIKING = 3;
/** The maximum change of a liking by a seed. Without it, all weeks of a school would have the same favourites. */
const MOOD = tuned(2, [0, 5]);

const EPOCH = '1970-01-01';

/** Finds how much a dish is liked in this menu. Each seed and each first day of a menu has its own favourites. */
export function findLiking(dish: number, { dishes, seed, content: { start } }: PlanProblem): number {
  const mood = (2 * new Random(seed, countDaysBetween(EPOCH, start), dish).fraction() - 1) * MOOD;
  return (dishes.get(dish)?.liking ?? USUAL_LIKING) + mood;
}

function sumByKind(parts: readonly { readonly grams: number; readonly food: FoodFigures }[]): Map<string, number> {
  const gramsByKind = new Map<string, number>();
  for (const { grams, food } of parts) {
    if (food.kind !== undefined) gramsByKind.set(food.kind, (gramsByKind.get(food.kind) ?? 0) + grams);
  }
  return gramsByKind;
}

function toCandidate(id: number, portion: string, problem: PlanProblem, foods: CandidateFoods): Candidate {
  // A locked dish may have been deleted since: it then has no figures.
  const dish = problem.dishes.get(id);
  const parts = (dish?.ingredient ?? []).flatMap(({ key, value }) => {
    const food = foods.byCode.get(key);
    return food ? [{ grams: Number(value) * Number(portion), food }] : [];
  });
  const amounts = foods.measures.map(() => 0);
  for (const { grams, food } of parts) {
    for (let index = 0; index < amounts.length; index += 1) {
      amounts[index] = (amounts[index] ?? 0) + grams * (food.amounts[index] ?? 0);
    }
  }
  return {
    dish: id,
    portion,
    amounts,
    cost: parts.reduce((total, { grams, food }) => total + grams * food.cost, 0),
    gramsByKind: sumByKind(parts),
    ...NO_TRAITS,
    ...(dish ? { ...toTraits(dish, problem.foods), ...findFrequency(dish, problem) } : {}),
    liking: findLiking(id, problem),
    minDaysApart: dish ? findMinDaysApart(dish, problem) : 0,
    hasDarkVegetables: dish !== undefined && hasDarkVegetables(dish, problem.foods),
    isUncommon: foods.hasCommonFoods && !parts.some(({ food }) => food.isCommon),
  };
}
