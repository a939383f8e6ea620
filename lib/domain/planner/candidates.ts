import { type Food, menuNutrients, nutrientIndex, readFoods } from '../analysis/foods.ts';
import { countDaysBetween } from '../values/calendar.ts';
import { Random } from '../values/random.ts';
import { PriceEstimator } from './menu-cost.ts';
import type { PlanProblem } from './problem.ts';
import { NO_LIMITS, type RepetitionLimits, toRepetitionLimits } from './repetition-limits.ts';
import { findExcessEnergy } from './rules/soft-bounds.ts';
import { tuned } from './search/tuned.ts';
import type { Slot } from './slots.ts';
import { NO_TRAITS, type Traits, toTraits } from './traits.ts';

/** A dish in a portion, as numbers for one person with factor 1. It may fill a slot, or is locked in one. */
export interface Candidate extends Traits, RepetitionLimits {
  readonly dishId: number;
  /** As decimal text. */
  readonly portion: string;
  /** By index of `Model.measures`. */
  readonly amounts: readonly number[];
  /** The cost, with an estimate for foods without a price. */
  readonly yuan: number;
  readonly gramsByKind: ReadonlyMap<string, number>;
  /** From 0 to 5, plus or minus an offset that the seed draws, see `drawLiking`. */
  readonly liking: number;
  /** Whether it has no food that the unit marks as commonly used, although the unit marks some. */
  readonly isUncommon: boolean;
}

/** The liking of a dish that has none of its own. */
export const USUAL_LIKING = 3;
/** The maximum change of a liking by a seed, chosen, not measured. Without it, all weeks of a school would have the same favourites. */
const MAX_LIKING_OFFSET = tuned(2, [0, 5]);

/** The candidate that stands for an empty slot. */
export function createEmptyCandidate(measures: readonly string[]): Candidate {
  const nothing = { dishId: 0, portion: '', yuan: 0, gramsByKind: new Map(), isUncommon: false };
  return { ...NO_TRAITS, ...NO_LIMITS, ...nothing, liking: USUAL_LIKING, amounts: measures.map(() => 0) };
}

/** Lists the candidates that fit any slot, and those that are locked. No two have the same `candidateKey`. */
export function listCandidates(problem: PlanProblem, slots: readonly Slot[], measures: readonly string[]): Candidate[] {
  const portionedDishByKey = new Map<string, PortionedDish>();
  const add = (dishId: number, portion: string) =>
    portionedDishByKey.set(candidateKey(dishId, portion), { dishId, portion });
  // Many slots share one list of thousands of ids, so each list is added only once.
  const addedLists = new Set<readonly number[]>();
  for (const { fittingDishIds, lockedItem } of slots) {
    if (!addedLists.has(fittingDishIds)) for (const dishId of fittingDishIds) add(dishId, '1');
    addedLists.add(fittingDishIds);
    if (lockedItem) add(lockedItem.dish, lockedItem.portion);
  }
  const portionedDishes = [...portionedDishByKey.values()];
  const figures = readFoodFigures(problem, new Set(portionedDishes.map(({ dishId }) => dishId)), measures);
  return portionedDishes.map((portionedDish) => toCandidate(portionedDish, problem, figures));
}

type PortionedDish = Pick<Candidate, 'dishId' | 'portion'>;

/** A text that is different for each candidate. */
export const candidateKey = (dishId: number, portion: string) => `${dishId} ${portion}`;

const nutrientKeys = new Set(menuNutrients.map(({ key }) => key));

/**
 * Reads the figures of one gram of each food of these dishes, by code. An amount that is unknown is 0, and a price is estimated.
 * `hasCommonFoods`: the unit marks some of its foods as commonly used.
 */
function readFoodFigures(problem: PlanProblem, dishIds: ReadonlySet<number>, measures: readonly string[]) {
  const dishes = new Map([...problem.dishes].filter(([dishId]) => dishIds.has(dishId)));
  const { byCode, valueDenominator, categoryDenominator } = readFoods({ dishes, foods: problem.foods });
  const toAmounts = ({ values, gramsByCategory }: Food) => {
    const gramsPerGram = new Map(gramsByCategory);
    const nutrientAmount = (key: string) => Number(values[nutrientIndex(key)] ?? 0n) / Number(valueDenominator);
    const categoryAmount = (name: string) => Number(gramsPerGram.get(name) ?? 0n) / Number(categoryDenominator);
    return measures.map((measure) => {
      if (nutrientKeys.has(measure)) return nutrientAmount(measure);
      return findExcessEnergy(measure, nutrientAmount) ?? categoryAmount(measure);
    });
  };
  const prices = new PriceEstimator(problem);
  const toFigures = (code: string, food: Food) => {
    return { amounts: toAmounts(food), yuanPerGram: prices.estimatePerGram(code).toNumber(), kind: food.kind };
  };
  const figuresByCode = new Map([...byCode].map(([code, food]) => [code, toFigures(code, food)]));
  return { byCode: figuresByCode, measures, hasCommonFoods: [...problem.marks.values()].includes('常用') };
}

const EPOCH = '1970-01-01';

/** Draws how much a dish is liked in this menu. Each seed and each first day of a menu has its own favourites. */
export function drawLiking(dishId: number, { dishes, seed, content: { start } }: PlanProblem): number {
  const offset = (2 * new Random(seed, countDaysBetween(EPOCH, start), dishId).fraction() - 1) * MAX_LIKING_OFFSET;
  return (dishes.get(dishId)?.liking ?? USUAL_LIKING) + offset;
}

type FoodFigures = ReturnType<typeof readFoodFigures>;

function toCandidate({ dishId, portion }: PortionedDish, problem: PlanProblem, figures: FoodFigures): Candidate {
  // A locked dish may have been deleted since. It then has no figures.
  const dish = problem.dishes.get(dishId);
  const amounts = figures.measures.map(() => 0);
  const gramsByKind = new Map<string, number>();
  let yuan = 0;
  let isCommon = false;
  for (const { key, value } of dish?.ingredient ?? []) {
    const food = figures.byCode.get(key);
    if (!food) continue;
    const grams = Number(value) * Number(portion);
    for (let index = 0; index < amounts.length; index += 1) {
      amounts[index] = (amounts[index] ?? 0) + grams * (food.amounts[index] ?? 0);
    }
    if (food.kind !== undefined) gramsByKind.set(food.kind, (gramsByKind.get(food.kind) ?? 0) + grams);
    yuan += grams * food.yuanPerGram;
    isCommon ||= problem.marks.get(key) === '常用';
  }
  return {
    ...{ dishId, portion, amounts, yuan, gramsByKind },
    ...(dish ? toTraits(dish, problem.foods) : NO_TRAITS),
    ...(dish ? toRepetitionLimits(dish, problem) : NO_LIMITS),
    liking: drawLiking(dishId, problem),
    isUncommon: figures.hasCommonFoods && !isCommon,
  };
}
