import { isDaily, isOfMonth, monthOf } from '../analysis/warnings.ts';
import { exactNumber } from '../decimal.ts';
import { type Meal, type MenuItem, meals } from '../menu.ts';
import type { Unmet } from './answer.ts';
import { assignRows } from './places.ts';
import type { PlanProblem } from './problem.ts';
import { textsOf } from './unmet-texts.ts';

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

function judgeMeal(day: number, meal: Meal, problem: PlanProblem, items: readonly MenuItem[]): Unmet[] {
  const { template, dishes } = problem;
  const rows = template[meal] ?? [];
  const here = items.filter((item) => item.day === day && item.meal === meal);
  const rowOf = assignRows(
    here.map(({ dish }) => dishes.get(dish)?.mark),
    rows,
  );
  const say = textsOf(problem);
  const lacking = rows.flatMap(({ marks, min }, row): Unmet[] => {
    const by = min - rowOf.filter((one) => one === row).length;
    const text = say.lacking(day, meal, by, marks);
    return by > 0 ? [{ rule: 'template', text, day, meal, by: exactNumber(String(by)) }] : [];
  });
  const beside = here.flatMap(({ dish }, index): Unmet[] => {
    if (rowOf[index] !== undefined) return [];
    return [{ rule: 'template', text: say.beside(day, meal, nameOf(dish, dishes)), day, meal, dish }];
  });
  if (here.length > 0 || lacking.length > 0) return [...lacking, ...beside];
  return [{ rule: 'template', text: say.empty(day, meal), day, meal, by: exactNumber('1') }];
}

function nameOf(dish: number, dishes: PlanProblem['dishes']): string {
  return dishes.get(dish)?.name ?? String(dish);
}

/** Only what is locked can be such a dish. */
function judgeDish({ day, meal, dish: id }: MenuItem, problem: PlanProblem): Unmet[] {
  const { content, dishes, marks, foods } = problem;
  const say = textsOf(problem);
  const dish = dishes.get(id);
  if (!dish) return [];
  const month = monthOf(content, day);
  const avoided = dish.ingredient.filter(({ key }) => marks.get(key) === '忌用');
  return [
    ...avoided.map(({ key }): Unmet => {
      const text = say.avoided(dish.name, foods.get(key)?.name ?? key);
      return { rule: 'avoided', text, day, meal, dish: id, of: key };
    }),
    ...(isOfMonth(dish, month)
      ? []
      : [{ rule: 'season' as const, text: say.outOfSeason(dish.name, month), day, meal, dish: id }]),
  ];
}

/** A dish is too soon by the days that are missing since it was last served. */
function judgeRepeat({ day, meal, dish: id }: MenuItem, problem: PlanProblem, items: readonly MenuItem[]) {
  const { dishes, rules } = problem;
  const dish = dishes.get(id);
  if (!dish || isDaily(dish.mark)) return [];
  const before = items.filter(
    (one) => one.dish === id && isBefore(one, { day, meal }) && day - one.day < rules.repeatDays,
  );
  if (before.length === 0) return [];
  const last = Math.max(...before.map((one) => one.day));
  const text = textsOf(problem).repeated(dish.name, rules.repeatDays, last);
  const by = exactNumber(String(rules.repeatDays - (day - last)));
  return [{ rule: 'repeat', text, day, meal, dish: id, by } satisfies Unmet];
}

function isBefore(a: Pick<MenuItem, 'day' | 'meal'>, b: Pick<MenuItem, 'day' | 'meal'>): boolean {
  return a.day === b.day ? meals.indexOf(a.meal) < meals.indexOf(b.meal) : a.day < b.day;
}

function judgeOften(problem: PlanProblem, items: readonly MenuItem[]): Unmet[] {
  const { dishes, rules } = problem;
  return [...Map.groupBy(items, ({ dish }) => dish)].flatMap(([id, servings]): Unmet[] => {
    const dish = dishes.get(id);
    const most = dish && Object.hasOwn(rules.perWeek, dish.mark) ? rules.perWeek[dish.mark] : undefined;
    if (!dish || most === undefined || servings.length <= most) return [];
    const text = textsOf(problem).tooOften(dish.name, dish.mark, servings.length, most);
    return [{ rule: 'perWeek', text, dish: id, by: exactNumber(String(servings.length - most)) }];
  });
}
