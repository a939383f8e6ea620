import type { Language } from '../../../errors.ts';
import { meals } from '../../meal.ts';
import type { MenuItem } from '../../menu/menu.ts';
import { exactNumber } from '../../values/decimal.ts';
import type { Planned, Unmet } from '../answer.ts';
import type { Model } from '../model.ts';
import type { PlanProblem, Setting } from '../problem.ts';
import { type Traits, traitsOf } from '../traits.ts';
import type { Limit } from './limits.ts';
import { type At, inLanguage } from './phrases.ts';
import type { Rule } from './rule.ts';

/** How often a name may come within a meal, a day, or the whole menu. */
interface AtMost {
  /** The setting that says how often. */
  readonly setting: Setting;
  /** What one time more costs. */
  readonly weight: number;
  /** What is counted of a dish. */
  readonly namesOf: (traits: Traits) => readonly string[];
}

const spans = ['meal', 'day', 'week'] as const;
type Span = (typeof spans)[number];

/** What comes too often. */
interface Excess {
  readonly at: At;
  readonly name: string;
  readonly times: number;
  readonly most: number;
}

/** A rule of what may come only so often: its penalty and what is said of it. */
interface LimitRule<S extends Span> {
  readonly rule: Unmet['rule'];
  readonly spans: Readonly<Record<S, AtMost>>;
  readonly text: Readonly<Record<Language, (excess: Excess, problem: PlanProblem) => string>>;
}

/** Makes such a rule of what it counts. */
export function limitRule<S extends Span>({ rule, spans: counted, text }: LimitRule<S>) {
  const atMost: Partial<Record<Span, AtMost>> = counted;
  const weights = Object.fromEntries(spans.flatMap((span) => (atMost[span] ? [[span, atMost[span].weight]] : [])));
  return {
    weights: weights as Readonly<Record<S, number>>,
    limits: (model: Model) => spans.flatMap((span) => (atMost[span] ? [toLimit(span, atMost[span], model)] : [])),
    unmet: (planned: Planned) =>
      listServings(planned).map(({ span, at, servings }) => {
        const limit = atMost[span];
        if (!limit) return [];
        const most = planned.problem.rules[limit.setting];
        return countNames(servings.flatMap(limit.namesOf)).flatMap(([name, times]): Unmet[] => {
          if (times <= most) return [];
          const said = inLanguage(planned.problem, text)({ at, name, times, most }, planned.problem);
          return [{ rule, text: said, ...at, of: name, by: exactNumber(String(times - most)) }];
        });
      }),
  } satisfies Rule;
}

function toLimit(span: Span, { setting, weight, namesOf }: AtMost, model: Model): Limit {
  const { days, dayOf, mealOf, courses, rules } = model;
  const counted = { names: courses.map(namesOf), most: rules[setting], weight };
  if (span === 'meal') return { ...counted, spanOf: mealOf, spans: days * meals.length };
  if (span === 'day') return { ...counted, spanOf: dayOf, spans: days };
  return { ...counted, spanOf: new Int32Array(dayOf.length), spans: 1 };
}

/** What is served of known dishes in each meal, then on each day, then in the whole menu. */
function listServings({ problem: { dishes }, items }: Planned) {
  const known = items.filter(({ dish }) => dishes.has(dish));
  const toTraits = (some: readonly MenuItem[]) =>
    some.flatMap(({ dish }) => {
      const found = dishes.get(dish);
      return found ? [traitsOf(found)] : [];
    });
  const inMeals = [...Map.groupBy(known, ({ day, meal }) => `${day} ${meal}`).values()];
  const inDays = [...Map.groupBy(known, ({ day }) => day)].sort(([a], [b]) => a - b);
  const ofMeal = ([first]: readonly MenuItem[]): At => (first ? { day: first.day, meal: first.meal } : {});
  return [
    ...inMeals.map((some) => ({ span: 'meal' as const, at: ofMeal(some), servings: toTraits(some) })),
    ...inDays.map(([day, some]) => ({ span: 'day' as const, at: { day }, servings: toTraits(some) })),
    { span: 'week' as const, at: {}, servings: toTraits(known) },
  ];
}

/** How often each name comes, in the order in which it comes first. */
function countNames(names: readonly string[]): [name: string, times: number][] {
  return [...Map.groupBy(names, (name) => name)].map(([name, same]) => [name, same.length]);
}
