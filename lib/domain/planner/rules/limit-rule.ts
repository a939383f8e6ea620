import type { Language } from '../../../errors.ts';
import { meals } from '../../meal.ts';
import type { MenuItem } from '../../menu/menu.ts';
import { exactNumber } from '../../values/decimal.ts';
import type { PlannedMenu, Unmet } from '../answer.ts';
import type { Model } from '../model.ts';
import type { PlanProblem, Setting } from '../problem.ts';
import { type Traits, toTraits } from '../traits.ts';
import type { Limit } from './limits.ts';
import { inLanguage, type Span } from './phrases.ts';
import type { Rule } from './rule.ts';

const spanKinds = ['meal', 'day', 'week'] as const;
type SpanKind = (typeof spanKinds)[number];

/** A limit in spans of one kind. A tag is a fact of a dish that is counted, such as a main ingredient. */
interface LimitDefinition {
  /** The setting with the maximum number of each tag, or the one that has a maximum by tag. */
  readonly setting: Setting | 'classPerWeek' | 'capacity';
  /** Lists the tags that are counted of a dish. */
  readonly listTags: (traits: Traits) => readonly string[];
}

/** A tag that occurs too often in a span. */
interface Excess {
  readonly span: Span;
  readonly tag: string;
  readonly count: number;
  readonly max: number;
}

/** A rule that limits tags in spans of each kind, with the text of `unmet` about an excess. */
interface LimitRuleDefinition<Weights> {
  readonly rule: Unmet['rule'];
  /** The penalty for a serving too many. */
  readonly weights: Weights;
  readonly schedule?: Rule['schedule'];
  readonly limitBySpan: { readonly [kind in keyof Weights]: LimitDefinition };
  readonly describeExcess: Readonly<Record<Language, (excess: Excess, problem: PlanProblem) => string>>;
}

/** Makes a rule that limits how often tags occur. */
export function createLimitRule<Weights extends Partial<Record<SpanKind, number>>>(
  definition: LimitRuleDefinition<Weights>,
) {
  const { rule, weights, schedule, describeExcess } = definition;
  const limitBySpan: Partial<Record<SpanKind, LimitDefinition>> = definition.limitBySpan;
  return {
    weights,
    ...(schedule ? { schedule } : {}),
    listLimits: (model: Model) =>
      spanKinds.flatMap((kind) => {
        const limitDefinition = limitBySpan[kind];
        return limitDefinition ? toLimits(kind, limitDefinition, weights[kind] ?? 0, model) : [];
      }),
    listUnmet: (menu: PlannedMenu) =>
      listSpans(menu).map(({ kind, span, dishTraits }) => {
        const limitDefinition = limitBySpan[kind];
        if (!limitDefinition) return [];
        const setting = menu.problem.rules[limitDefinition.setting];
        return countTags(dishTraits.flatMap(limitDefinition.listTags)).flatMap(([tag, count]): Unmet[] => {
          const max = typeof setting === 'number' ? setting : setting[tag];
          if (max === undefined || count <= max) return [];
          const text = inLanguage(menu.problem, describeExcess)({ span, tag, count, max }, menu.problem);
          return [{ rule, text, ...span, of: tag, by: exactNumber(String(count - max)) }];
        });
      }),
  } satisfies Rule;
}

function toLimits(kind: SpanKind, { setting, listTags }: LimitDefinition, weight: number, model: Model): Limit[] {
  const { candidates, rules } = model;
  const common = { ...toSpans(kind, model), weight };
  const max = rules[setting];
  if (typeof max === 'number') return [{ ...common, tagsByCandidate: candidates.map(listTags), max }];
  return Object.entries(max).map(([tag, maxOfTag]) => {
    const tagsByCandidate = candidates.map((candidate) => listTags(candidate).filter((other) => other === tag));
    return { ...common, tagsByCandidate, max: maxOfTag };
  });
}

function toSpans(
  kind: SpanKind,
  { dayCount, dayBySlot, dayMealBySlot }: Model,
): Pick<Limit, 'spanBySlot' | 'spanCount'> {
  if (kind === 'meal') return { spanBySlot: dayMealBySlot, spanCount: dayCount * meals.length };
  if (kind === 'day') return { spanBySlot: dayBySlot, spanCount: dayCount };
  return { spanBySlot: new Int32Array(dayBySlot.length), spanCount: 1 };
}

/**
 * Lists the spans of the menu with the traits of their dishes: all meals, then all days, then the whole menu. They are judged by
 * the dishes that the largest group of each meal gets.
 */
function listSpans({ problem: { dishes, foods }, largestGroupItems }: PlannedMenu) {
  const knownItems = largestGroupItems.filter(({ dish }) => dishes.has(dish));
  const listTraits = (items: readonly MenuItem[]) =>
    items.flatMap(({ dish: id }) => {
      const dish = dishes.get(id);
      return dish ? [toTraits(dish, foods)] : [];
    });
  const itemsByMeal = Map.groupBy(knownItems, ({ day, meal }) => `${day} ${meal}`);
  const itemsByDay = [...Map.groupBy(knownItems, ({ day }) => day)].sort(([a], [b]) => a - b);
  const mealSpan = ([first]: readonly MenuItem[]): Span => (first ? { day: first.day, meal: first.meal } : {});
  return [
    ...[...itemsByMeal.values()].map((items) => {
      return { kind: 'meal' as const, span: mealSpan(items), dishTraits: listTraits(items) };
    }),
    ...itemsByDay.map(([day, items]) => ({ kind: 'day' as const, span: { day }, dishTraits: listTraits(items) })),
    { kind: 'week' as const, span: {}, dishTraits: listTraits(knownItems) },
  ];
}

/** Counts how often each tag occurs, in the order of the first occurrences. */
function countTags(tags: readonly string[]): [tag: string, count: number][] {
  return [...Map.groupBy(tags, (tag) => tag)].map(([tag, { length }]) => [tag, length]);
}
