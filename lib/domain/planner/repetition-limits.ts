import { dailyMarks } from '../analysis/warnings/warnings.ts';
import { addDays, toMonday } from '../values/calendar.ts';
import type { AdjacentServing, PlannerDish, PlanProblem } from './problem.ts';
import { isNamed, isRice, RICE_NAME } from './traits.ts';

type Foods = PlanProblem['foods'];

/** How near to each other, and how often, a dish may be served. Each limit follows from settings, see `RuleSettings`. */
export interface RepetitionLimits {
  /** The minimum distance in days between two servings. 1 means once a day at most; 0, for plain rice, any meal. */
  readonly minDaysApart: number;
  /** The usual number of servings in the menu (`perDish`) and in four weeks (`perCycle`). Where other dishes are too few, it is exceeded. */
  readonly usualPerWeek: number;
  readonly usualInFourWeeks: number;
  /** The maximum number of servings in the menu, in any case. */
  readonly maxPerWeek: number;
}

/** The value of a limit that does not limit. */
export const UNLIMITED = Number.MAX_SAFE_INTEGER;
/** Where there are too few dishes, a dish may come this often in the menu, even if `perDish` is less. */
const MAX_PER_WEEK_WITH_FEW_DISHES = 2;
/** The maximum grams of yeast and sugar in a plain bun. */
const MAX_BUN_ADDITION_GRAMS = 5;
/** Names of the flour of plain buns. */
const WHEAT_FLOUR_NAME = /^(小麦粉|面粉|标准粉|富强粉)/;

/** The days before the menu that are in the same four weeks as its first week. */
const DAYS_BEFORE_IN_FOUR_WEEKS = 21;
/** Whether the serving is in the four weeks that end with the first week of the menu, or after them. The day before the menu is 0. */
export const isInFourWeeks = ({ day }: AdjacentServing) => day > -DAYS_BEFORE_IN_FOUR_WEEKS;

/** The limits of a dish without any. */
export const NO_LIMITS: RepetitionLimits = {
  minDaysApart: 0,
  usualPerWeek: UNLIMITED,
  usualInFourWeeks: UNLIMITED,
  maxPerWeek: UNLIMITED,
};

/**
 * Turns the settings into the limits of a dish's servings. Plain rice has none. The `perWeek` of its mark comes before all else that
 * limits how often a dish is served. Without it a plain dish may come each day, and any other as often as `perDish` and `perCycle` say.
 */
export function toRepetitionLimits(dish: PlannerDish, { foods, rules }: Pick<PlanProblem, 'foods' | 'rules'>) {
  const { perDish, perCycle, perWeek, repeatDays } = rules;
  if (isPlainRice(dish, foods)) return NO_LIMITS;
  const minDaysApart = dailyMarks.has(dish.mark) ? Math.min(1, repeatDays) : repeatDays;
  const maxOfMark = Object.hasOwn(perWeek, dish.mark) ? perWeek[dish.mark] : undefined;
  if (maxOfMark !== undefined) return { ...NO_LIMITS, minDaysApart, maxPerWeek: maxOfMark };
  if (isPlain(dish, foods)) return { ...NO_LIMITS, minDaysApart };
  const maxPerWeek = Math.max(MAX_PER_WEEK_WITH_FEW_DISHES, perDish);
  return { minDaysApart, usualPerWeek: perDish, usualInFourWeeks: perCycle, maxPerWeek };
}

/** Whether the dish is rice and nothing else. Plain rice may come at each lunch and dinner. */
const isPlainRice = (dish: PlannerDish, foods: Foods) =>
  isRice(dish, foods) && dish.ingredient.every(({ key }) => isNamed(RICE_NAME, key, foods));

/** Whether the dish is milk, a drink or a plain steamed bun. These may come on each day. */
function isPlain({ mark, poly, ingredient }: PlannerDish, foods: Foods): boolean {
  if (mark === '奶类' || mark === '饮品') return true;
  const isFlour = ({ key }: PlannerDish['ingredient'][number]) => isNamed(WHEAT_FLOUR_NAME, key, foods);
  const additions = ingredient.filter((entry) => !isFlour(entry));
  const additionGrams = additions.reduce((sum, { value }) => sum + Number(value), 0);
  return mark === '主食' && poly === '蒸' && ingredient.some(isFlour) && additionGrams <= MAX_BUN_ADDITION_GRAMS;
}

/**
 * Lists the adjacent servings in the calendar week of the menu. They count among the servings of a dish in a week. For a menu in two
 * calendar weeks there are none, because menu and servings together would be longer than a week.
 */
export function listServingsOfSameWeek({ content, adjacentServings = [] }: PlanProblem): readonly AdjacentServing[] {
  const { start, days } = content;
  const monday = toMonday(start);
  if (toMonday(addDays(start, days - 1)) !== monday) return [];
  return adjacentServings.filter(({ day }) => toMonday(addDays(start, day - 1)) === monday);
}
