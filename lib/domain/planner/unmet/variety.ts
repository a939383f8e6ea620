import { kitchenName } from '../../ingredient/ingredient.ts';
import { exactNumber } from '../../values/decimal.ts';
import type { Planned, Unmet } from '../answer.ts';
import { FRIED, type Traits, traitsOf } from '../traits.ts';
import { textsOf } from './texts.ts';

/** A dish in one meal with what it repeats. */
interface Serving extends Traits {
  readonly day: number;
}

/** What may not come more often than that. */
interface Limit {
  readonly rule: 'main' | 'method' | 'fried';
  readonly most: number;
  /** What is counted of a serving, if anything. */
  readonly of: (serving: Serving) => string | undefined;
  readonly text: (of: string, times: number, day?: number) => string;
}

/** Which foods and ways of cooking come too often. */
export function findUnmetVariety({ problem, items }: Planned): Unmet[] {
  const { dishes, foods, rules } = problem;
  const say = textsOf(problem);
  const servings = items.flatMap(({ day, dish }): Serving[] => {
    const known = dishes.get(dish);
    return known ? [{ day, ...traitsOf(known) }] : [];
  });
  const ofMains = (most: number): Limit => ({
    rule: 'main',
    most,
    of: ({ main }) => main,
    text: (code, times, day) => say.main(day, kitchenName(foods.get(code), code), times, most),
  });
  const ofMethods: Limit = {
    rule: 'method',
    most: rules.methodPerDay,
    of: ({ method }) => method || undefined,
    text: (method, times, day) => say.method(day, method, times, rules.methodPerDay),
  };
  const ofFried: Limit = {
    rule: 'fried',
    most: rules.friedPerWeek,
    of: ({ isFried }) => (isFried ? FRIED : undefined),
    text: (_, times) => say.fried(times, rules.friedPerWeek),
  };
  const days = [...Map.groupBy(servings, ({ day }) => day)].sort(([a], [b]) => a - b);
  return [
    ...days.flatMap(([day, some]) => [ofMains(rules.mainPerDay), ofMethods].flatMap((one) => passed(one, some, day))),
    ...[ofMains(rules.mainPerWeek), ofFried].flatMap((one) => passed(one, servings)),
  ];
}

/** What comes more often than that, in the order in which it comes first. */
function passed({ rule, most, of, text }: Limit, servings: readonly Serving[], day?: number): Unmet[] {
  const counts = new Map<string, number>();
  for (const name of servings.flatMap((one) => of(one) ?? [])) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].flatMap(([name, times]): Unmet[] => {
    if (times <= most) return [];
    const on = day === undefined ? {} : { day };
    return [{ rule, text: text(name, times, day), ...on, of: name, by: exactNumber(String(times - most)) }];
  });
}
