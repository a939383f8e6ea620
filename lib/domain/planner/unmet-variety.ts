import { exactNumber } from '../decimal.ts';
import type { MenuItem } from '../menu.ts';
import type { Unmet } from './answer.ts';
import type { PlanProblem } from './problem.ts';
import { type Traits, traitsOf } from './traits.ts';

/** A dish in one meal with what it repeats. */
interface Serving extends Traits {
  readonly day: number;
}

/** Which foods and ways of cooking come too often. */
export function findUnmetVariety({ dishes, foods, rules }: PlanProblem, items: readonly MenuItem[]): Unmet[] {
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
        return {
          rule: 'main',
          text: `第 ${day} 天主料“${nameOf(found.of)}”出现 ${found.times} 次`,
          day,
          ...found.unmet,
        };
      }),
      ...tooOften(methods(some), rules.methodPerDay).map((found): Unmet => {
        return { rule: 'method', text: `第 ${day} 天烹调方式“${found.of}”出现 ${found.times} 次`, day, ...found.unmet };
      }),
    ]),
    ...tooOften(mains(servings), rules.mainPerWeek).map((found): Unmet => {
      return { rule: 'main', text: `主料“${nameOf(found.of)}”共出现 ${found.times} 次`, ...found.unmet };
    }),
    ...tooOften(
      servings.flatMap(({ isFried }) => (isFried ? ['炸'] : [])),
      rules.friedPerWeek,
    ).map((found): Unmet => {
      return { rule: 'fried', text: `油炸菜品共 ${found.times} 次`, ...found.unmet };
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
