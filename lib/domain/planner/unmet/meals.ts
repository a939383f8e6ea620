import { isOfMonth, monthOf } from '../../analysis/warnings/warnings.ts';
import { kitchenName } from '../../ingredient/ingredient.ts';
import { type Meal, meals, suitsMeal } from '../../meal.ts';
import type { MenuItem } from '../../menu/menu.ts';
import { dayAfter } from '../../values/calendar.ts';
import { exactNumber } from '../../values/decimal.ts';
import type { Planned, Unmet } from '../answer.ts';
import { findInSameWeek } from '../near.ts';
import { assignRows, isOutOfPlace } from '../places.ts';
import type { PlannedDish, PlanProblem } from '../problem.ts';
import { avoidedIn, daysApart, mostOf } from '../traits.ts';
import { textsOf } from './texts.ts';

/** What meals lack or have too much of, and dishes that should not be there or not again. */
export function findUnmetMeals(planned: Planned): Unmet[] {
  const { problem, items } = planned;
  const { days, meals: served } = problem.content;
  const inDay = meals.filter((meal) => served.includes(meal));
  const working = Array.from({ length: days }, (_, index) => index + 1).filter(
    (day) => !problem.daysOff?.includes(day),
  );
  const places = working.flatMap((day) => inDay.map((meal) => [day, meal] as const));
  return [
    ...places.flatMap(([day, meal]) => judgeMeal(day, meal, planned)),
    ...items.flatMap((item) => judgeDish(item, problem)),
    ...items.flatMap((item) => judgeRepeat(item, problem, items)),
    ...judgeOften(problem, items),
  ];
}

function judgeMeal(day: number, meal: Meal, { problem, board, items }: Planned): Unmet[] {
  const { template, dishes } = problem;
  const say = textsOf(problem);
  const rows = template[meal] ?? [];
  const here = items.filter((item) => item.day === day && item.meal === meal);
  const rowOf = assignRows(
    here.map(({ dish }) => dishes.get(dish)?.mark),
    rows,
  );
  const lacking = rows.flatMap(({ marks, min }, row): Unmet[] => {
    const by = min - rowOf.filter((one) => one === row).length;
    if (by <= 0) return [];
    const place = board.places.find((one) => one.day === day && one.meal === meal && one.row === row && !one.locked);
    const text = say.lacking(day, meal, by, marks, place?.fits.length ?? 0);
    return [{ rule: 'template', text, day, meal, by: exactNumber(String(by)) }];
  });
  const beside = here.flatMap(({ dish }, index): Unmet[] => {
    if (rowOf[index] !== undefined) return [];
    return [{ rule: 'template', text: say.beside(day, meal, dishes.get(dish)?.name ?? String(dish)), day, meal, dish }];
  });
  if (here.length > 0 || lacking.length > 0) return [...lacking, ...beside];
  return [{ rule: 'template', text: say.empty(day, meal), day, meal, by: exactNumber('1') }];
}

/** Only what is locked can be such a dish. */
function judgeDish({ day, meal, dish: id }: MenuItem, problem: PlanProblem): Unmet[] {
  const { content, dishes, marks, foods } = problem;
  const say = textsOf(problem);
  const dish = dishes.get(id);
  if (!dish) return [];
  const month = monthOf(content, day);
  const locked = say.locked(day, meal, dish.name);
  const avoided = avoidedIn(dish, marks).map((key): Unmet => {
    const text = say.avoided(locked, kitchenName(foods.get(key), key));
    return { rule: 'avoided', text, day, meal, dish: id, of: key };
  });
  const at = { day, meal, dish: id };
  return [
    ...avoided,
    ...(isOfMonth(dish, month) ? [] : [{ rule: 'season', text: say.outOfSeason(locked, month), ...at } as const]),
    ...(suitsMeal(dish, meal) ? [] : [{ rule: 'meal', text: say.unsuited(locked), ...at } as const]),
    ...judgePlace(dish, locked, at, problem),
  ];
}

function judgePlace(
  dish: PlannedDish,
  locked: string,
  at: Pick<MenuItem, 'day' | 'meal' | 'dish'>,
  problem: PlanProblem,
): Unmet[] {
  if (!isOutOfPlace(dish, at.meal, problem)) return [];
  const rule = at.meal === 'lunch' ? 'porridge' : 'rice';
  return [{ rule, text: textsOf(problem)[rule](locked), ...at }];
}

/** A dish is too soon by the days that are missing since it was last served. */
function judgeRepeat({ day, meal, dish: id }: MenuItem, problem: PlanProblem, items: readonly MenuItem[]): Unmet[] {
  const dish = problem.dishes.get(id);
  if (!dish) return [];
  const apart = daysApart(dish, problem);
  const before = items.filter((one) => one.dish === id && isBefore(one, { day, meal }));
  const near = (problem.near ?? []).filter((one) => one.dish === id);
  const distances = [...before, ...near].map((one) => one.day - day).filter((days) => Math.abs(days) < apart);
  if (distances.length === 0) return [];
  const closest = distances.reduce((one, other) => (Math.abs(other) < Math.abs(one) ? other : one));
  const text = textsOf(problem).repeated({ day, meal }, dish.name, apart, sayWhen(day + closest, problem));
  return [{ rule: 'repeat', text, day, meal, dish: id, by: exactNumber(String(apart - Math.abs(closest))) }];
}

/** A day of the menu by its number, another one as a date. */
function sayWhen(day: number, { content: { start, days } }: PlanProblem): number | string {
  return day >= 1 && day <= days ? day : dayAfter(start, day - 1);
}

function isBefore(a: Pick<MenuItem, 'day' | 'meal'>, b: Pick<MenuItem, 'day' | 'meal'>): boolean {
  return a.day === b.day ? meals.indexOf(a.meal) < meals.indexOf(b.meal) : a.day < b.day;
}

function judgeOften(problem: PlanProblem, items: readonly MenuItem[]): Unmet[] {
  const { dishes } = problem;
  const inWeek = findInSameWeek(problem);
  return [...Map.groupBy(items, ({ dish }) => dish)].flatMap(([id, servings]): Unmet[] => {
    const dish = dishes.get(id);
    const most = dish ? mostOf(dish, problem) : 0;
    const times = servings.length + inWeek.filter((one) => one.dish === id).length;
    if (!dish || times <= most) return [];
    const text = textsOf(problem).tooOften(dish.name, dish.mark, times, most);
    return [{ rule: 'perWeek', text, dish: id, by: exactNumber(String(times - most)) }];
  });
}
