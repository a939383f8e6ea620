import { weigh } from '../../analysis/amounts.ts';
import { eatenBy } from '../../analysis/days.ts';
import type { Analysis, CategoryFinding, Level, NutrientFinding } from '../../analysis/shape.ts';
import type { MenuGroup, MenuItem } from '../../menu/menu.ts';
import { exactNumber } from '../../values/decimal.ts';
import {
  isBelow,
  minus,
  plus,
  type Ratio,
  readDecimal,
  times,
  toNumber,
  toTwoDecimals,
  ZERO,
} from '../../values/ratio.ts';
import type { Unmet } from '../answer.ts';
import { costOf } from '../cost.ts';
import type { PlanProblem } from '../problem.ts';
import { LEAST_DAYS_OF_WEEK } from '../search/kinds-part.ts';
import { textsOf, type When } from './texts.ts';
import type { Found } from './why.ts';

/** Nutrients and categories outside their ranges, too few kinds of food, too much money. */
export function findUnmetFigures(problem: PlanProblem, items: readonly MenuItem[], analysis: Analysis): Found[] {
  const input = { ...problem, content: { ...problem.content, items } };
  const weighed = weigh(input);
  const say = textsOf(problem);
  return [
    ...problem.content.groups.flatMap((group, index) => {
      const level = analysis.levels[index];
      if (!level) return [];
      const shares = eatenBy(group, input.content, problem.shares, weighed).map(({ share }) => share);
      const figures = figuresOf(level, say.grams).flatMap((figure) => judgeFigure(figure, group, say));
      return [...figures, ...judgeKinds(level, shares, group, problem)];
    }),
    ...judgeCost(problem, items),
  ];
}

type Printed = ReturnType<typeof exactNumber>;

/** Something that was judged, with the bound that it is outside of. */
interface Figure {
  readonly rule: 'nutrient' | 'category';
  readonly when: When;
  readonly day?: number | undefined;
  /** Of how many days together the figure is the mean. */
  readonly days: number;
  readonly of: string;
  readonly name: string;
  readonly unit: string;
  readonly value: Printed;
  readonly bound: Printed | undefined;
  readonly judgement?: string | undefined;
}

type Time = Pick<Figure, 'when' | 'day' | 'days'>;

/** All figures of a level, the main ones first. */
function figuresOf({ average, week, days }: Level, grams: string): Figure[] {
  const categories = (found: readonly CategoryFinding[], when: Time) =>
    found.map(({ name, amount, ...rest }) => ({
      rule: 'category' as const,
      of: name,
      name,
      unit: grams,
      bound: amount,
      ...rest,
      ...when,
    }));
  const nutrients = (found: readonly NutrientFinding[], when: Time) =>
    found.map(({ key, min, max, ...rest }) => {
      return { rule: 'nutrient' as const, of: key, bound: rest.judgement === '不足' ? min : max, ...rest, ...when };
    });
  const [mean, all] = [
    { when: 'mean', days: days.length },
    { when: 'all', days: 1 },
  ] as const;
  return [
    ...nutrients(average.nutrients, mean),
    ...categories(average.categories, mean),
    ...categories(week.categories, all),
    ...days.flatMap((found) => {
      const when = { when: found.day, day: found.day, days: 1 };
      return [...nutrients(found.nutrients, when), ...categories(found.categories, when)];
    }),
  ];
}

function judgeFigure(
  { rule, when, day, days, of, name, unit, value, bound, judgement }: Figure,
  { level, factor, meals }: MenuGroup,
  say: ReturnType<typeof textsOf>,
): Found[] {
  if (!bound || (judgement !== '不足' && judgement !== '过量')) return [];
  const isShort = judgement === '不足';
  const [found, limit] = [readDecimal(value.rawJSON), readDecimal(bound.rawJSON)];
  const by = isShort ? minus(limit, found) : minus(found, limit);
  const text = say.outside({ level, when, name, value: value.rawJSON, unit, isShort, bound: bound.rawJSON });
  const scale = Number(factor) / days;
  const wrong = { kind: 'figure', meals, day, measure: of, isShort, gap: toNumber(by) / scale } as const;
  const shown = { value: Number(value.rawJSON), bound: Number(bound.rawJSON), unit, scale };
  return [{ unmet: toUnmet(rule, text, level, day, of, by), wrong, shown }];
}

function toUnmet(
  rule: Unmet['rule'],
  text: string,
  level: string,
  day: number | undefined,
  of: string | undefined,
  by: Ratio,
): Unmet {
  return {
    rule,
    text,
    level,
    ...(day === undefined ? {} : { day }),
    ...(of === undefined ? {} : { of }),
    by: exactNumber(toTwoDecimals(by)),
  };
}

/** Kinds of food, against the part of a whole day that the meals are; of a menu of a few days nobody asks for a week's. */
function judgeKinds({ days, week }: Level, shares: readonly Ratio[], group: MenuGroup, problem: PlanProblem): Found[] {
  const { rules } = problem;
  const say = textsOf(problem);
  const ofDays = days.flatMap(({ day, kinds }, index) => {
    const least = times({ over: BigInt(rules.kindsPerDay), under: 1n }, shares[index] ?? ZERO);
    return judgeCount({ kinds, least, group, day }, say);
  });
  if (days.length < LEAST_DAYS_OF_WEEK) return ofDays;
  const all = shares.reduce(plus, ZERO);
  const least = { over: BigInt(rules.kindsPerWeek) * all.over, under: all.under * BigInt(days.length) };
  return [...judgeCount({ kinds: week.kinds, least, group, day: undefined }, say), ...ofDays];
}

/** Kinds of food that a group eats on a day, or in all. */
interface Count {
  readonly kinds: number;
  readonly least: Ratio;
  readonly group: MenuGroup;
  readonly day: number | undefined;
}

function judgeCount({ kinds, least, group, day }: Count, say: ReturnType<typeof textsOf>): Found[] {
  const { level, factor, meals } = group;
  // Kinds are whole.
  const whole = (least.over + least.under - 1n) / least.under;
  const by = whole - BigInt(kinds);
  if (by <= 0n) return [];
  const on = day === undefined ? {} : { day };
  const text = say.kinds(level, day ?? 'all', kinds, String(whole));
  const unmet: Unmet = { rule: 'kinds', text, level, ...on, by: exactNumber(String(by)) };
  const wrong = { kind: 'kinds', meals, day, factor, gap: Number(by) } as const;
  return [{ unmet, wrong, shown: { value: kinds, bound: Number(whole), unit: say.kindsUnit, scale: 1 } }];
}

function judgeCost(problem: PlanProblem, items: readonly MenuItem[]): Found[] {
  const { budget } = problem.rules;
  const { value, missing } = costOf(items, problem);
  if (budget === undefined || !isBelow(readDecimal(budget), value)) return [];
  const say = textsOf(problem);
  const by = minus(value, readDecimal(budget));
  const unmet: Unmet = {
    rule: 'budget',
    text: say.budget(toTwoDecimals(value), toTwoDecimals(readDecimal(budget))),
    by: exactNumber(toTwoDecimals(by)),
  };
  // Where prices are missing nobody knows how cheap it could be.
  const [told, unit] = [Number(toTwoDecimals(value)), say.yuan];
  const shown = missing.length > 0 ? undefined : { value: told, bound: Number(budget), unit, scale: 1 };
  return [{ unmet, wrong: { kind: 'cost', gap: toNumber(by) }, shown }];
}
