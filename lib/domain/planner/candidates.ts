import { type Food, menuNutrients, nutrientIndex, readFoods } from '../analysis/foods.ts';
import { Prices } from './menu-cost.ts';
import type { PlanProblem } from './problem.ts';
import { findExcessEnergy } from './rules/energy-shares.ts';
import type { Slot } from './slots.ts';
import { findMaxServings, findMinDaysApart, hasDarkVegetables, NO_TRAITS, type Traits, toTraits } from './traits.ts';

/** A dish in a portion that may fill a slot, as numbers for one head with factor 1. */
export interface Candidate extends Traits {
  readonly dish: number;
  /** As decimal text. */
  readonly portion: string;
  /** In the order of the measures. */
  readonly amounts: readonly number[];
  /** Yuan, with an estimate for foods without a price. */
  readonly cost: number;
  /** The grams of each kind of food. */
  readonly gramsByKind: ReadonlyMap<string, number>;
  /** The minimum distance in days between two servings of its dish. */
  readonly minDaysApart: number;
  /** The maximum number of servings of its dish in the menu. */
  readonly maxServings: number;
  readonly hasDarkVegetables: boolean;
  /** Whether it has no food that the unit marks as commonly used, although the unit marks some. */
  readonly isUncommon: boolean;
}

/** Finds the candidates that fit any slot, and those that are locked. No two have the same `candidateKey`. */
export function findCandidates(problem: PlanProblem, slots: readonly Slot[], measures: readonly string[]): Candidate[] {
  const portionByKey = new Map<string, readonly [dish: number, portion: string]>();
  const seenLists = new Set<readonly number[]>();
  for (const { fittingDishes, locked } of slots) {
    for (const dish of seenLists.has(fittingDishes) ? [] : fittingDishes)
      portionByKey.set(candidateKey(dish, '1'), [dish, '1']);
    seenLists.add(fittingDishes);
    if (locked) portionByKey.set(candidateKey(locked.dish, locked.portion), [locked.dish, locked.portion]);
  }
  const figures = readFigures(problem, new Set([...portionByKey.values()].map(([dish]) => dish)), measures);
  return [...portionByKey.values()].map(([dish, portion]) => toCandidate(dish, portion, problem, figures));
}

/** A text that is different for each candidate. */
export function candidateKey(dish: number, portion: string): string {
  return `${dish} ${portion}`;
}

/** A food as numbers. */
interface FoodFigures {
  /** Per gram, in the order of the measures; 0 where unknown. */
  readonly amounts: readonly number[];
  /** Yuan per gram. */
  readonly cost: number;
  /** The kind of food that it is; undefined where it does not count as one. */
  readonly kind: string | undefined;
  readonly isCommon: boolean;
}

/** The figures of the foods that candidates are made of. */
interface Figures {
  readonly byCode: ReadonlyMap<string, FoodFigures>;
  readonly measures: readonly string[];
  /** Whether the unit marks any food as commonly used. */
  readonly hasCommonFoods: boolean;
}

function readFigures(problem: PlanProblem, ids: ReadonlySet<number>, measures: readonly string[]): Figures {
  const dishes = new Map([...problem.dishes].filter(([id]) => ids.has(id)));
  const { byCode, valueDenominator, countDenominator } = readFoods({ dishes, foods: problem.foods });
  const columns = measures.map((measure) => menuNutrients.findIndex(({ key }) => key === measure));
  const toAmounts = ({ values, counts }: Food) => {
    const countByCategory = new Map(counts);
    const nutrientAmount = (key: string) => Number(values[nutrientIndex(key)] ?? 0n) / Number(valueDenominator);
    return measures.map((measure, index) => {
      const excessEnergy = findExcessEnergy(measure, nutrientAmount);
      if (excessEnergy !== undefined) return excessEnergy;
      const value = values[columns[index] ?? -1];
      return value === undefined
        ? Number(countByCategory.get(measure) ?? 0n) / Number(countDenominator)
        : Number(value) / Number(valueDenominator);
    });
  };
  const prices = new Prices(problem);
  const figuresOfFoods = [...byCode].map(([code, food]): [string, FoodFigures] => {
    const isCommon = problem.marks.get(code) === '常用';
    return [code, { amounts: toAmounts(food), cost: prices.estimate(code).toNumber(), kind: food.kind, isCommon }];
  });
  return { byCode: new Map(figuresOfFoods), measures, hasCommonFoods: [...problem.marks.values()].includes('常用') };
}

function sumByKind(parts: readonly { readonly grams: number; readonly food: FoodFigures }[]): Map<string, number> {
  const gramsByKind = new Map<string, number>();
  for (const { grams, food } of parts) {
    if (food.kind !== undefined) gramsByKind.set(food.kind, (gramsByKind.get(food.kind) ?? 0) + grams);
  }
  return gramsByKind;
}

function toCandidate(dish: number, portion: string, problem: PlanProblem, figures: Figures): Candidate {
  // A locked dish may have been deleted since: it then has no figures.
  const found = problem.dishes.get(dish);
  const parts = (found?.ingredient ?? []).flatMap(({ key, value }) => {
    const food = figures.byCode.get(key);
    return food ? [{ grams: Number(value) * Number(portion), food }] : [];
  });
  const amounts = figures.measures.map(() => 0);
  for (const { grams, food } of parts) {
    for (let index = 0; index < amounts.length; index += 1) {
      amounts[index] = (amounts[index] ?? 0) + grams * (food.amounts[index] ?? 0);
    }
  }
  return {
    dish,
    portion,
    amounts,
    cost: parts.reduce((total, { grams, food }) => total + grams * food.cost, 0),
    gramsByKind: sumByKind(parts),
    ...(found ? toTraits(found) : NO_TRAITS),
    minDaysApart: found ? findMinDaysApart(found, problem) : 0,
    hasDarkVegetables: found !== undefined && hasDarkVegetables(found, problem.foods),
    isUncommon: figures.hasCommonFoods && !parts.some(({ food }) => food.isCommon),
    maxServings: found ? findMaxServings(found, problem) : Number.MAX_SAFE_INTEGER,
  };
}
