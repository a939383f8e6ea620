import type { Language } from '../../../errors.ts';
import { meals } from '../../meal.ts';
import type { MenuItem } from '../../menu/menu.ts';
import { exactNumber } from '../../values/decimal.ts';
import type { Planned, Unmet } from '../answer.ts';
import type { Model } from '../model.ts';
import type { PlanProblem, Setting } from '../problem.ts';
import { type Traits, toTraits } from '../traits.ts';
import type { Limit } from './limits.ts';
import { type At, inLanguage } from './phrases.ts';
import type { Rule } from './rule.ts';

const spans = ['meal', 'day', 'week'] as const;
type Span = (typeof spans)[number];

/** What is counted within a span. */
interface Counted {
  /** The setting that says how often a name may come. */
  readonly setting: Setting;
  /** The names that are counted of a dish. */
  readonly namesOf: (traits: Traits) => readonly string[];
}

/** A name that comes too often. */
interface Excess {
  readonly at: At;
  readonly name: string;
  readonly times: number;
  readonly most: number;
}

/** What a rule limits in a meal, on a day or in the week, and how `unmet` says that it comes too often. */
interface LimitRuleDefinition<Weights> {
  readonly rule: Unmet['rule'];
  readonly weights: Weights;
  readonly counted: { readonly [span in keyof Weights]: Counted };
  readonly text: Readonly<Record<Language, (excess: Excess, problem: PlanProblem) => string>>;
}

/** Makes a rule that limits how often names come. Its weights are what one time too many costs. */
export function makeLimitRule<Weights extends Partial<Record<Span, number>>>(definition: LimitRuleDefinition<Weights>) {
  const { rule, weights, text } = definition;
  const counted: Partial<Record<Span, Counted>> = definition.counted;
  return {
    weights,
    limits: (model: Model) =>
      spans.flatMap((span) => (counted[span] ? [toLimit(span, counted[span], weights[span] ?? 0, model)] : [])),
    unmet: (planned: Planned) =>
      listServings(planned).map(({ span, at, servings }) => {
        const spanCounted = counted[span];
        if (!spanCounted) return [];
        const most = planned.problem.rules[spanCounted.setting];
        return countNames(servings.flatMap(spanCounted.namesOf)).flatMap(([name, times]): Unmet[] => {
          if (times <= most) return [];
          const sentence = inLanguage(planned.problem, text)({ at, name, times, most }, planned.problem);
          return [{ rule, text: sentence, ...at, of: name, by: exactNumber(String(times - most)) }];
        });
      }),
  } satisfies Rule;
}

function toLimit(span: Span, { setting, namesOf }: Counted, weight: number, model: Model): Limit {
  const { days, dayOf, mealOf, courses, rules } = model;
  const common = { names: courses.map(namesOf), most: rules[setting], weight };
  if (span === 'meal') return { ...common, spanOf: mealOf, spans: days * meals.length };
  if (span === 'day') return { ...common, spanOf: dayOf, spans: days };
  return { ...common, spanOf: new Int32Array(dayOf.length), spans: 1 };
}

/** The traits of what is served in each meal, then on each day, then in the whole menu. */
function listServings({ problem: { dishes }, items }: Planned) {
  const knownItems = items.filter(({ dish }) => dishes.has(dish));
  const listTraits = (served: readonly MenuItem[]) =>
    served.flatMap(({ dish }) => {
      const found = dishes.get(dish);
      return found ? [toTraits(found)] : [];
    });
  const inMeals = [...Map.groupBy(knownItems, ({ day, meal }) => `${day} ${meal}`).values()];
  const inDays = [...Map.groupBy(knownItems, ({ day }) => day)].sort(([a], [b]) => a - b);
  const mealAt = ([first]: readonly MenuItem[]): At => (first ? { day: first.day, meal: first.meal } : {});
  return [
    ...inMeals.map((served) => ({ span: 'meal' as const, at: mealAt(served), servings: listTraits(served) })),
    ...inDays.map(([day, served]) => ({ span: 'day' as const, at: { day }, servings: listTraits(served) })),
    { span: 'week' as const, at: {}, servings: listTraits(knownItems) },
  ];
}

/** How often each name comes, in the order of the first times. */
function countNames(names: readonly string[]): [name: string, times: number][] {
  return [...Map.groupBy(names, (name) => name)].map(([name, same]) => [name, same.length]);
}
