import { isDaily, isOfMonth, monthOf } from '../analysis/warnings.ts';
import { exactNumber } from '../decimal.ts';
import { type Meal, type MenuItem, mealNames, meals } from '../menu.ts';
import type { Unmet } from './answer.ts';
import { assignRows } from './places.ts';
import type { PlanProblem } from './problem.ts';

/** What meals lack or have too much of, and dishes that should not be there or not again. */
export function findUnmetMeals(problem: PlanProblem, items: readonly MenuItem[]): Unmet[] {
  const { days, meals: served } = problem.content;
  const inDay = meals.filter((meal) => served.includes(meal));
  const places = Array.from({ length: days }, (_, index) => inDay.map((meal) => [index + 1, meal] as const)).flat();
  return [
    ...places.flatMap(([day, meal]) => judgeMeal(day, meal, problem, items)),
    ...items.flatMap((item) => judgeDish(item, problem)),
    ...items.flatMap((item) => judgeRepeat(item, problem, items)),
    ...judgeOften(problem, items),
  ];
}

function judgeMeal(day: number, meal: Meal, { template, dishes }: PlanProblem, items: readonly MenuItem[]): Unmet[] {
  const rows = template[meal] ?? [];
  const here = items.filter((item) => item.day === day && item.meal === meal);
  const rowOf = assignRows(
    here.map(({ dish }) => dishes.get(dish)?.mark),
    rows,
  );
  const where = `第 ${day} 天${mealNames[meal]}`;
  const lacking = rows.flatMap(({ marks, min }, row): Unmet[] => {
    const by = min - rowOf.filter((one) => one === row).length;
    const text = `${where}缺少 ${by} 道菜品（${marks.join('、')}）`;
    return by > 0 ? [{ rule: 'template', text, day, meal, by: exactNumber(String(by)) }] : [];
  });
  const beside = here.flatMap(({ dish }, index): Unmet[] => {
    if (rowOf[index] !== undefined) return [];
    return [{ rule: 'template', text: `${where}的锁定菜品“${nameOf(dish, dishes)}”不在模板之内`, day, meal, dish }];
  });
  if (here.length > 0 || lacking.length > 0) return [...lacking, ...beside];
  return [{ rule: 'template', text: `${where}没有菜品`, day, meal, by: exactNumber('1') }];
}

function nameOf(dish: number, dishes: PlanProblem['dishes']): string {
  return dishes.get(dish)?.name ?? String(dish);
}

/** Only what is locked can be such a dish. */
function judgeDish({ day, meal, dish: id }: MenuItem, { content, dishes, marks, foods }: PlanProblem): Unmet[] {
  const dish = dishes.get(id);
  if (!dish) return [];
  const month = monthOf(content, day);
  const avoided = dish.ingredient.filter(({ key }) => marks.get(key) === '忌用');
  return [
    ...avoided.map(({ key }): Unmet => {
      const text = `锁定的“${dish.name}”含有忌用食材“${foods.get(key)?.name ?? key}”`;
      return { rule: 'avoided', text, day, meal, dish: id, of: key };
    }),
    ...(isOfMonth(dish, month)
      ? []
      : [{ rule: 'season' as const, text: `锁定的“${dish.name}”不适合 ${month} 月`, day, meal, dish: id }]),
  ];
}

/** A dish is too soon by the days that are missing since it was last served. */
function judgeRepeat({ day, meal, dish: id }: MenuItem, { dishes, rules }: PlanProblem, items: readonly MenuItem[]) {
  const dish = dishes.get(id);
  if (!dish || isDaily(dish.mark)) return [];
  const before = items.filter(
    (one) => one.dish === id && isBefore(one, { day, meal }) && day - one.day < rules.repeatDays,
  );
  if (before.length === 0) return [];
  const last = Math.max(...before.map((one) => one.day));
  const text = `“${dish.name}”${rules.repeatDays} 天内重复：第 ${last} 天已有`;
  const by = exactNumber(String(rules.repeatDays - (day - last)));
  return [{ rule: 'repeat', text, day, meal, dish: id, by } satisfies Unmet];
}

function isBefore(a: Pick<MenuItem, 'day' | 'meal'>, b: Pick<MenuItem, 'day' | 'meal'>): boolean {
  return a.day === b.day ? meals.indexOf(a.meal) < meals.indexOf(b.meal) : a.day < b.day;
}

function judgeOften({ dishes, rules }: PlanProblem, items: readonly MenuItem[]): Unmet[] {
  return [...Map.groupBy(items, ({ dish }) => dish)].flatMap(([id, servings]): Unmet[] => {
    const dish = dishes.get(id);
    const most = dish && Object.hasOwn(rules.perWeek, dish.mark) ? rules.perWeek[dish.mark] : undefined;
    if (!dish || most === undefined || servings.length <= most) return [];
    const text = `“${dish.name}”（${dish.mark}）共 ${servings.length} 次，超过 ${most} 次`;
    return [{ rule: 'perWeek', text, dish: id, by: exactNumber(String(servings.length - most)) }];
  });
}
