import { MAX_NAMED } from '../../analysis/findings.ts';
import { mealNames, meals, toEnglish } from '../../meal.ts';
import type { MenuItem } from '../../menu/menu.ts';
import { addDays } from '../../values/calendar.ts';
import { exactNumber } from '../../values/output.ts';
import type { Unmet } from '../answer.ts';
import type { AdjacentServing, PlannerDish, PlanProblem } from '../problem.ts';
import {
  isInFourWeeks,
  listServingsOfSameWeek,
  type RepetitionLimits,
  toRepetitionLimits,
} from '../repetition-limits.ts';
import type { DayMeal } from '../slots.ts';
import { describeTimesEn, inLanguage, joinNames } from './phrases.ts';
import { REPETITION_WEIGHTS, RepetitionPenalty } from './repetition-penalty.ts';
import type { Rule } from './rule.ts';

/** A hard rule: no dish is served again too soon, or too often in a week or in four weeks. */
export const repetitionRule = {
  weights: REPETITION_WEIGHTS,
  createPenalty: (model) => new RepetitionPenalty(model),
  schedule: 'repeats',
  listUnmet: ({ problem, largestGroupItems }) => [
    [
      ...largestGroupItems.flatMap((item) => judgeDaysApart(item, problem, largestGroupItems)),
      ...judgeFrequency(problem, largestGroupItems),
    ],
  ],
} satisfies Rule;

/** The day of another serving of a dish: a number if it is of the menu, otherwise a date, `YYYY-MM-DD`. */
type OtherDay = number | string;

function otherDayZh(day: number, otherDay: OtherDay): string {
  if (otherDay === day) return '当天';
  return typeof otherDay === 'number' ? `第 ${otherDay} 天` : otherDay;
}

function otherDayEn(day: number, otherDay: OtherDay): string {
  if (otherDay === day) return 'was on the same day';
  return typeof otherDay === 'number' ? `was on day ${otherDay}` : `is on ${otherDay}`;
}

const texts = {
  zh: {
    tooSoon: ({ day, meal }: DayMeal, dishName: string, minDaysApart: number, otherDay: OtherDay) =>
      `第 ${day} 天${mealNames[meal]}“${dishName}” ${minDaysApart} 天内重复（${otherDayZh(day, otherDay)}已有）`,
    aboveMax: ({ dish: { name, mark }, weekCount, maxPerWeek }: ServedDish) =>
      `“${name}”（${mark}）共 ${weekCount} 次，超过 ${maxPerWeek} 次`,
    perDish: (names: readonly string[], count: number, max: number) =>
      `${count} 道菜品一周超过 ${max} 次：${joinNames.zh(names, count)}`,
    perCycle: (names: readonly string[], count: number, max: number) =>
      `${count} 道菜品四周内超过 ${max} 次：${joinNames.zh(names, count)}`,
  },
  en: {
    tooSoon: ({ day, meal }: DayMeal, dishName: string, minDaysApart: number, otherDay: OtherDay) =>
      `"${dishName}" comes again within ${minDaysApart} days for ${toEnglish(meal)} on day ${day} (it ${otherDayEn(day, otherDay)})`,
    aboveMax: ({ dish: { name, mark }, weekCount, maxPerWeek }: ServedDish) =>
      `"${name}" (${mark}) comes ${describeTimesEn(weekCount)}, more than ${describeTimesEn(maxPerWeek)}`,
    perDish: (names: readonly string[], count: number, max: number) =>
      `Dishes that come more than ${describeTimesEn(max)} in the week: ${joinNames.en(names, count)}`,
    perCycle: (names: readonly string[], count: number, max: number) =>
      `Dishes that come more than ${describeTimesEn(max)} in four weeks: ${joinNames.en(names, count)}`,
  },
};

/** Reports an item that comes too soon after or before another serving. `by` is the number of days that are missing between them. */
function judgeDaysApart(item: MenuItem, problem: PlanProblem, items: readonly MenuItem[]): Unmet[] {
  const { day, meal, dish: dishId } = item;
  const { start, days } = problem.content;
  const dish = problem.dishes.get(dishId);
  if (!dish) return [];
  const { minDaysApart } = toRepetitionLimits(dish, problem);
  // So that two items are reported once, at the later one.
  const earlierItems = items.filter((other) => isBefore(other, item));
  const [offsetToNearest] = [...earlierItems, ...(problem.adjacentServings ?? [])]
    .flatMap((serving) => (serving.dish === dishId ? [serving.day - day] : []))
    .filter((offset) => Math.abs(offset) < minDaysApart)
    .sort((a, b) => Math.abs(a) - Math.abs(b));
  if (offsetToNearest === undefined) return [];
  const nearestDay = day + offsetToNearest;
  const otherDay = nearestDay >= 1 && nearestDay <= days ? nearestDay : addDays(start, nearestDay - 1);
  const text = inLanguage(problem, texts).tooSoon({ day, meal }, dish.name, minDaysApart, otherDay);
  const by = exactNumber(String(minDaysApart - Math.abs(offsetToNearest)));
  return [{ rule: 'repeat', text, day, meal, dish: dishId, by }];
}

const isBefore = (a: DayMeal, b: DayMeal) =>
  a.day === b.day ? meals.indexOf(a.meal) < meals.indexOf(b.meal) : a.day < b.day;

/** A dish with the numbers of its servings, those of adjacent menus included, and its limits. */
interface ServedDish extends RepetitionLimits {
  readonly dishId: number;
  readonly dish: PlannerDish;
  readonly weekCount: number;
  readonly fourWeekCount: number;
}

/** Reports each dish above its maximum. Then reports together the dishes above the usual number in the week, and in four weeks. */
function judgeFrequency(problem: PlanProblem, items: readonly MenuItem[]): Unmet[] {
  const servedDishes = countServings(problem, items);
  const phrases = inLanguage(problem, texts);
  const aboveMax = servedDishes.flatMap((served): Unmet[] => {
    const excess = served.weekCount - served.maxPerWeek;
    if (excess <= 0) return [];
    return [{ rule: 'perWeek', text: phrases.aboveMax(served), dish: served.dishId, by: exactNumber(String(excess)) }];
  });
  const withinMax = servedDishes.filter(({ weekCount, maxPerWeek }) => weekCount <= maxPerWeek);
  const unusualInWeek = withinMax.filter(({ weekCount, usualPerWeek }) => weekCount > usualPerWeek);
  const unusualInFourWeeks = withinMax.filter((served) => served.fourWeekCount > served.usualInFourWeeks);
  return [
    ...aboveMax,
    ...reportTogether('perDish', unusualInWeek, problem),
    ...reportTogether('perCycle', unusualInFourWeeks, problem),
  ];
}

/** Counts the servings of each dish. A deleted dish is left out. */
function countServings(problem: PlanProblem, items: readonly MenuItem[]): ServedDish[] {
  const servingsInWeek = listServingsOfSameWeek(problem);
  const servingsInFourWeeks = (problem.adjacentServings ?? []).filter(isInFourWeeks);
  return [...Map.groupBy(items, ({ dish }) => dish)].flatMap(([dishId, servings]) => {
    const dish = problem.dishes.get(dishId);
    if (!dish) return [];
    const countWith = (adjacentServings: readonly AdjacentServing[]) =>
      servings.length + adjacentServings.filter((serving) => serving.dish === dishId).length;
    const weekCount = countWith(servingsInWeek);
    const fourWeekCount = countWith(servingsInFourWeeks);
    return [{ dishId, dish, weekCount, fourWeekCount, ...toRepetitionLimits(dish, problem) }];
  });
}

function reportTogether(rule: 'perDish' | 'perCycle', dishes: readonly ServedDish[], problem: PlanProblem): Unmet[] {
  if (dishes.length === 0) return [];
  const names = dishes.slice(0, MAX_NAMED).map(({ dish }) => dish.name);
  const text = inLanguage(problem, texts)[rule](names, dishes.length, problem.rules[rule]);
  return [{ rule, text, by: exactNumber(String(dishes.length)) }];
}
