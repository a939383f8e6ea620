import { counted, type Food, nutrientIndex, readFoods } from '../analysis/foods.ts';
import { Prices } from './cost.ts';
import type { PlanProblem } from './problem.ts';
import { energyBeyond } from './rules/energy-shares.ts';
import type { Slot } from './slots.ts';
import { daysApart, isDark, mostServings, NO_TRAITS, type Traits, toTraits } from './traits.ts';

/** A dish with a portion, as numbers for one head with factor 1. */
export interface Course extends Traits {
  readonly dish: number;
  /** As decimal text. */
  readonly portion: string;
  /** In the order of the measures. */
  readonly amounts: readonly number[];
  /** Yuan, with an estimate for foods without a price. */
  readonly cost: number;
  /** Grams of each food that may be a kind. */
  readonly kinds: ReadonlyMap<string, number>;
  /** In so many days in a row its dish is served once. */
  readonly daysApart: number;
  /** Whether it brings a helping of dark vegetables. */
  readonly isDark: boolean;
  /** Whether it has no food that the unit marks as commonly used, where the unit marks any. */
  readonly isUnusual: boolean;
  /** How often its dish may be served in the menu. */
  readonly maxServings: number;
}

/** The courses that fit any slot, and those that are locked. No two have the same `courseKey`. */
export function findCourses(problem: PlanProblem, slots: readonly Slot[], measures: readonly string[]): Course[] {
  const portions = new Map<string, readonly [dish: number, portion: string]>();
  const seen = new Set<readonly number[]>();
  for (const { fitting, locked } of slots) {
    for (const dish of seen.has(fitting) ? [] : fitting) portions.set(courseKey(dish, '1'), [dish, '1']);
    seen.add(fitting);
    if (locked) portions.set(courseKey(locked.dish, locked.portion), [locked.dish, locked.portion]);
  }
  const figures = readFigures(problem, new Set([...portions.values()].map(([dish]) => dish)), measures);
  return [...portions.values()].map(([dish, portion]) => toCourse(dish, portion, problem, figures));
}

/** A text that is different for each course. */
export function courseKey(dish: number, portion: string): string {
  return `${dish} ${portion}`;
}

/** A food as numbers. */
interface FoodFigures {
  /** Per gram, in the order of the measures; 0 where unknown. */
  readonly amounts: readonly number[];
  /** Yuan per gram. */
  readonly cost: number;
  readonly kind: string | undefined;
  readonly isUsual: boolean;
}

/** The figures of the foods that courses are made of. */
interface Figures {
  readonly foods: ReadonlyMap<string, FoodFigures>;
  readonly measures: readonly string[];
  /** Whether the unit marks any food as commonly used. */
  readonly hasUsual: boolean;
}

function readFigures(problem: PlanProblem, ids: ReadonlySet<number>, measures: readonly string[]): Figures {
  const dishes = new Map([...problem.dishes].filter(([id]) => ids.has(id)));
  const { byCode, valueDenominator, countDenominator } = readFoods({ dishes, foods: problem.foods });
  const columns = measures.map((measure) => counted.findIndex(({ key }) => key === measure));
  const [perValue, perCount] = [Number(valueDenominator), Number(countDenominator)];
  const toAmounts = ({ values, counts }: Food) => {
    const byCategory = new Map(counts);
    const amount = (key: string) => Number(values[nutrientIndex(key)] ?? 0n) / perValue;
    return measures.map((measure, index) => {
      const beyond = energyBeyond(measure, amount);
      if (beyond !== undefined) return beyond;
      const value = values[columns[index] ?? -1];
      return value === undefined ? Number(byCategory.get(measure) ?? 0n) / perCount : Number(value) / perValue;
    });
  };
  const prices = new Prices(problem);
  const figures = [...byCode].map(([code, food]): [string, FoodFigures] => {
    const isUsual = problem.marks.get(code) === '常用';
    return [code, { amounts: toAmounts(food), cost: prices.estimated(code).toNumber(), kind: food.kind, isUsual }];
  });
  return { foods: new Map(figures), measures, hasUsual: [...problem.marks.values()].includes('常用') };
}

function gramsByKind(parts: readonly { grams: number; food: FoodFigures }[]): Map<string, number> {
  const grams = new Map<string, number>();
  for (const part of parts) {
    const { kind } = part.food;
    if (kind !== undefined) grams.set(kind, (grams.get(kind) ?? 0) + part.grams);
  }
  return grams;
}

function toCourse(dish: number, portion: string, problem: PlanProblem, figures: Figures): Course {
  // A locked dish may have been deleted since: it then has no figures.
  const known = problem.dishes.get(dish);
  const parts = (known?.ingredient ?? []).flatMap(({ key, value }) => {
    const food = figures.foods.get(key);
    return food ? [{ code: key, grams: Number(value) * Number(portion), food }] : [];
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
    kinds: gramsByKind(parts),
    ...(known ? toTraits(known) : NO_TRAITS),
    daysApart: known ? daysApart(known, problem) : 0,
    isDark: known !== undefined && isDark(known, problem.foods),
    isUnusual: figures.hasUsual && !parts.some(({ food }) => food.isUsual),
    maxServings: known ? mostServings(known, problem) : Number.MAX_SAFE_INTEGER,
  };
}
