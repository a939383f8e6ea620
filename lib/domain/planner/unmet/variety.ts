import { kitchenName } from '../../ingredient/ingredient.ts';
import type { MenuItem } from '../../menu/menu.ts';
import { exactNumber } from '../../values/decimal.ts';
import type { Planned, Unmet } from '../answer.ts';
import type { PlanProblem } from '../problem.ts';
import { FRIED, isDark, type Traits, traitsOf } from '../traits.ts';
import { textsOf } from './texts.ts';

/** A dish in one meal with what it repeats. */
interface Serving extends Traits, Pick<MenuItem, 'day' | 'meal'> {
  readonly isDark: boolean;
}

/** Where something is counted; absent: in the whole menu. */
type At = Partial<Pick<MenuItem, 'day' | 'meal'>>;

/** What may not come more often than that. */
interface Limit {
  readonly rule: 'main' | 'method' | 'fried';
  readonly most: number;
  /** What is counted of a serving, if anything. */
  readonly of: (serving: Serving) => readonly string[];
  readonly text: (of: string, times: number, at: At) => string;
}

/** Which foods and ways of cooking come too often, and which lunches lack dark vegetables. */
export function findUnmetVariety({ problem, items }: Planned): Unmet[] {
  const { dishes, foods, rules } = problem;
  const servings = items.flatMap(({ day, meal, dish }): Serving[] => {
    const known = dishes.get(dish);
    return known ? [{ day, meal, ...traitsOf(known), isDark: isDark(known, foods) }] : [];
  });
  const { ofMains, ofMethods, ofFried } = limitsOf(problem);
  const inMeals = [...Map.groupBy(servings, ({ day, meal }) => `${day} ${meal}`).values()];
  const inDays = [...Map.groupBy(servings, ({ day }) => day)].sort(([a], [b]) => a - b);
  const perMeal = [ofMains(rules.mainPerMeal, ({ mains }) => mains), ofMethods(rules.methodPerMeal)];
  const perDay = [ofMains(rules.mainPerDay), ofMethods(rules.methodPerDay)];
  const atOf = ([first]: readonly Serving[]): At => (first ? { day: first.day, meal: first.meal } : {});
  return [
    ...inMeals.flatMap((some) => perMeal.flatMap((one) => passed(one, some, atOf(some)))),
    ...inDays.flatMap(([day, some]) => perDay.flatMap((one) => passed(one, some, { day }))),
    ...[ofMains(rules.mainPerWeek), ofFried].flatMap((one) => passed(one, servings, {})),
    ...judgeDark(problem, servings),
  ];
}

function limitsOf(problem: PlanProblem) {
  const { foods, rules } = problem;
  const say = textsOf(problem);
  const ofMains = (most: number, of: Limit['of'] = ({ main }) => (main === undefined ? [] : [main])): Limit => ({
    rule: 'main',
    most,
    of,
    text: (code, times, at) => say.main(at, kitchenName(foods.get(code), code), times, most),
  });
  const ofMethods = (most: number): Limit => ({
    rule: 'method',
    most,
    of: ({ method }) => (method === '' ? [] : [method]),
    text: (method, times, at) => say.method(at, method, times, most),
  });
  const ofFried: Limit = {
    rule: 'fried',
    most: rules.friedPerWeek,
    of: ({ isFried }) => (isFried ? [FRIED] : []),
    text: (_, times) => say.fried(times, rules.friedPerWeek),
  };
  return { ofMains, ofMethods, ofFried };
}

/** The lunches that have dishes, and too few of dark vegetables. */
function judgeDark(problem: PlanProblem, servings: readonly Serving[]): Unmet[] {
  const least = problem.rules.darkAtLunch;
  const lunches = Map.groupBy(
    servings.filter(({ meal }) => meal === 'lunch'),
    ({ day }) => day,
  );
  return [...lunches].flatMap(([day, served]): Unmet[] => {
    const dishes = served.filter(({ isDark: dark }) => dark).length;
    if (dishes >= least) return [];
    const text = textsOf(problem).dark(day, dishes, least);
    return [{ rule: 'dark', text, day, meal: 'lunch', by: exactNumber(String(least - dishes)) }];
  });
}

/** What comes more often than that, in the order in which it comes first. */
function passed({ rule, most, of, text }: Limit, servings: readonly Serving[], at: At): Unmet[] {
  const counts = new Map<string, number>();
  for (const name of servings.flatMap(of)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].flatMap(([name, times]): Unmet[] => {
    if (times <= most) return [];
    return [{ rule, text: text(name, times, at), ...at, of: name, by: exactNumber(String(times - most)) }];
  });
}
