import { exactNumber } from '../decimal.ts';
import type { MenuItem } from '../menu.ts';
import type { Unmet } from './answer.ts';
import type { PlanProblem } from './problem.ts';
import { type Traits, traitsOf } from './traits.ts';
import { textsOf } from './unmet-texts.ts';

/** A dish in one meal with what it repeats. */
interface Serving extends Traits {
  readonly day: number;
}

/** Which foods and ways of cooking come too often. */
export function findUnmetVariety(problem: PlanProblem, items: readonly MenuItem[]): Unmet[] {
  const { dishes, foods, rules } = problem;
  const say = textsOf(problem);
  const servings = items.flatMap(({ day, dish }): Serving[] => {
    const known = dishes.get(dish);
    return known ? [{ day, ...traitsOf(known) }] : [];
  });
  const days = [...Map.groupBy(servings, ({ day }) => day)].sort(([a], [b]) => a - b);
  const nameOf = (code: string) => foods.get(code)?.name ?? code;
  const mains = (some: readonly Serving[]) => some.flatMap(({ main }) => main ?? []);
  const methods = (some: readonly Serving[]) => some.flatMap(({ method }) => (method === '' ? [] : [method]));
  return [
    ...days.flatMap(([day, some]) => [
      ...tooOften(mains(some), rules.mainPerDay).map((found): Unmet => {
        return { rule: 'main', text: say.main(day, nameOf(found.of), found.times), day, ...found.unmet };
      }),
      ...tooOften(methods(some), rules.methodPerDay).map((found): Unmet => {
        return { rule: 'method', text: say.method(day, found.of, found.times), day, ...found.unmet };
      }),
    ]),
    ...tooOften(mains(servings), rules.mainPerWeek).map((found): Unmet => {
      return { rule: 'main', text: say.main(undefined, nameOf(found.of), found.times), ...found.unmet };
    }),
    ...tooOften(
      servings.flatMap(({ isFried }) => (isFried ? ['炸'] : [])),
      rules.friedPerWeek,
    ).map((found): Unmet => {
      return { rule: 'fried', text: say.fried(found.times), ...found.unmet };
    }),
  ];
}

/** What comes more often than that, in the order in which it comes first. */
function tooOften(names: readonly string[], most: number) {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .filter(([, times]) => times > most)
    .map(([of, times]) => ({ of, times, unmet: { of, by: exactNumber(String(times - most)) } }));
}
