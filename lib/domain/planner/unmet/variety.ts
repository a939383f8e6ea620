import type { MenuItem } from '../../menu/menu.ts';
import { exactNumber } from '../../values/decimal.ts';
import type { PlanProblem } from '../problem.ts';
import { FRIED, type Traits, traitsOf } from '../traits.ts';
import { textsOf } from './texts.ts';
import type { Found } from './why.ts';

/** A dish in one meal with what it repeats. */
interface Serving extends Traits {
  readonly day: number;
}

/** Which foods and ways of cooking come too often. */
export function findUnmetVariety(problem: PlanProblem, items: readonly MenuItem[]): Found[] {
  const { dishes, foods, rules } = problem;
  const say = textsOf(problem);
  const servings = items.flatMap(({ day, dish }): Serving[] => {
    const known = dishes.get(dish);
    return known ? [{ day, ...traitsOf(known) }] : [];
  });
  const days = [...Map.groupBy(servings, ({ day }) => day)].sort(([a], [b]) => a - b);
  const nameOf = (code: string) => foods.get(code)?.name ?? code;
  const judgeMains = (some: readonly Serving[], most: number, on?: number) => {
    return tooOften(some, most, ({ main }) => main).map(({ of, times, ...found }): Found => {
      const wrong = servingsOf(({ main }) => main === of, times - most, on);
      return {
        unmet: { rule: 'main', text: say.main(on, nameOf(of), times, most), ...dayOf(on), ...found.unmet },
        wrong,
      };
    });
  };
  const judgeMethods = (some: readonly Serving[], on: number) => {
    const most = rules.methodPerDay;
    return tooOften(some, most, ({ method }) => method || undefined).map(({ of, times, ...found }): Found => {
      const wrong = servingsOf(({ method }) => method === of, times - most, on);
      return { unmet: { rule: 'method', text: say.method(on, of, times, most), ...dayOf(on), ...found.unmet }, wrong };
    });
  };
  const most = rules.friedPerWeek;
  return [
    ...days.flatMap(([day, some]) => [...judgeMains(some, rules.mainPerDay, day), ...judgeMethods(some, day)]),
    ...judgeMains(servings, rules.mainPerWeek),
    ...tooOften(servings, most, ({ isFried }) => (isFried ? FRIED : undefined)).map(({ times, unmet }): Found => {
      const wrong = servingsOf(({ isFried }) => isFried, times - most);
      return { unmet: { rule: 'fried', text: say.fried(times, most), ...unmet }, wrong };
    }),
  ];
}

function dayOf(day: number | undefined): { readonly day?: number } {
  return day === undefined ? {} : { day };
}

/** So many courses like that are too many, on a day or in all. */
function servingsOf(isMeant: (course: Traits) => boolean, gap: number, on?: number): Found['wrong'] {
  return { kind: 'servings', isMeant: (course, day) => isMeant(course) && (on === undefined || on === day), gap };
}

/** What comes more often than that, in the order in which it comes first. */
function tooOften(some: readonly Serving[], most: number, nameOf: (serving: Serving) => string | undefined) {
  const counts = new Map<string, number>();
  for (const name of some.flatMap((serving) => nameOf(serving) ?? [])) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .filter(([, times]) => times > most)
    .map(([of, times]) => ({ of, times, unmet: { of, by: exactNumber(String(times - most)) } }));
}
