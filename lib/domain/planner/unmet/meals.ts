import { isDaily, isOfMonth, monthOf } from '../../analysis/warnings/warnings.ts';
import { type Meal, type MenuItem, meals } from '../../menu/menu.ts';
import { exactNumber } from '../../values/decimal.ts';
import type { Course } from '../courses.ts';
import { assignRows } from '../places.ts';
import type { PlanProblem, TemplateRow } from '../problem.ts';
import { avoidedIn } from '../traits.ts';
import { textsOf } from './texts.ts';
import type { Found } from './why.ts';

/** What meals lack or have too much of, and dishes that should not be there or not again. */
export function findUnmetMeals(problem: PlanProblem, items: readonly MenuItem[]): Found[] {
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

function judgeMeal(day: number, meal: Meal, problem: PlanProblem, items: readonly MenuItem[]): Found[] {
  const { template, dishes } = problem;
  const rows = template[meal] ?? [];
  const here = items.filter((item) => item.day === day && item.meal === meal);
  const rowOf = assignRows(
    here.map(({ dish }) => dishes.get(dish)?.mark),
    rows,
  );
  const say = textsOf(problem);
  const lacking = rows.flatMap(({ marks, min }, row): Found[] => {
    const by = min - rowOf.filter((one) => one === row).length;
    if (by <= 0) return [];
    const text = say.lacking(day, meal, by, marks);
    return [
      {
        unmet: { rule: 'template', text, day, meal, by: exactNumber(String(by)) },
        why: whyLacking(day, { marks, min }, problem),
      },
    ];
  });
  const beside = here.flatMap(({ dish }, index): Found[] => {
    if (rowOf[index] !== undefined) return [];
    return [{ unmet: { rule: 'template', text: say.beside(day, meal, nameOf(dish, dishes)), day, meal, dish } }];
  });
  if (here.length > 0 || lacking.length > 0) return [...lacking, ...beside];
  const why =
    rows.length === 0 ? say.notAsked : whyLacking(day, { marks: rows.flatMap(({ marks }) => marks), min: 1 }, problem);
  return [{ unmet: { rule: 'template', text: say.empty(day, meal), day, meal, by: exactNumber('1') }, why }];
}

/** How many dishes of these marks there are for the day, and why others may not be served. */
function whyLacking(day: number, { marks, min }: Omit<TemplateRow, 'max'>, problem: PlanProblem): string {
  const { content, dishes } = problem;
  const month = monthOf(content, day);
  const found = { usable: 0, asked: min, avoided: 0, outOfSeason: 0, bare: 0 };
  for (const dish of dishes.values()) {
    if (!marks.includes(dish.mark)) continue;
    if (dish.ingredient.length === 0) found.bare += 1;
    else if (avoidedIn(dish, problem.marks).length > 0) found.avoided += 1;
    else if (isOfMonth(dish, month)) found.usable += 1;
    else found.outOfSeason += 1;
  }
  return textsOf(problem).unusable(found);
}

function nameOf(dish: number, dishes: PlanProblem['dishes']): string {
  return dishes.get(dish)?.name ?? String(dish);
}

/** Only what is locked can be such a dish. */
function judgeDish({ day, meal, dish: id }: MenuItem, problem: PlanProblem): Found[] {
  const { content, dishes, marks, foods } = problem;
  const say = textsOf(problem);
  const dish = dishes.get(id);
  if (!dish) return [];
  const month = monthOf(content, day);
  const locked = say.locked(day, meal, dish.name);
  const avoided = avoidedIn(dish, marks);
  return [
    ...avoided.map((key): Found => {
      const text = say.avoided(locked, foods.get(key)?.name ?? key);
      return { unmet: { rule: 'avoided', text, day, meal, dish: id, of: key } };
    }),
    ...(isOfMonth(dish, month)
      ? []
      : [{ unmet: { rule: 'season' as const, text: say.outOfSeason(locked, month), day, meal, dish: id } }]),
  ];
}

/** A dish is too soon by the days that are missing since it was last served. */
function judgeRepeat({ day, meal, dish: id }: MenuItem, problem: PlanProblem, items: readonly MenuItem[]): Found[] {
  const { dishes, rules } = problem;
  const dish = dishes.get(id);
  if (!dish || isDaily(dish.mark)) return [];
  const before = items.filter(
    (one) => one.dish === id && isBefore(one, { day, meal }) && day - one.day < rules.repeatDays,
  );
  if (before.length === 0) return [];
  const last = Math.max(...before.map((one) => one.day));
  const text = textsOf(problem).repeated(day, meal, dish.name, rules.repeatDays, last);
  const by = exactNumber(String(rules.repeatDays - (day - last)));
  const isMeant = (course: Course, on: number) => course.dish === id && (on === day || on === last);
  return [{ unmet: { rule: 'repeat', text, day, meal, dish: id, by }, wrong: { kind: 'servings', isMeant, gap: 1 } }];
}

function isBefore(a: Pick<MenuItem, 'day' | 'meal'>, b: Pick<MenuItem, 'day' | 'meal'>): boolean {
  return a.day === b.day ? meals.indexOf(a.meal) < meals.indexOf(b.meal) : a.day < b.day;
}

function judgeOften(problem: PlanProblem, items: readonly MenuItem[]): Found[] {
  const { dishes, rules } = problem;
  return [...Map.groupBy(items, ({ dish }) => dish)].flatMap(([id, servings]): Found[] => {
    const dish = dishes.get(id);
    const most = dish && Object.hasOwn(rules.perWeek, dish.mark) ? rules.perWeek[dish.mark] : undefined;
    if (!dish || most === undefined || servings.length <= most) return [];
    const text = textsOf(problem).tooOften(dish.name, dish.mark, servings.length, most);
    const by = servings.length - most;
    const wrong = { kind: 'servings', isMeant: (course: Course) => course.dish === id, gap: by } as const;
    return [{ unmet: { rule: 'perWeek', text, dish: id, by: exactNumber(String(by)) }, wrong }];
  });
}
