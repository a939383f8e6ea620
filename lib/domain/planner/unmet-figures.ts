import { weigh } from '../analysis/amounts.ts';
import { eatenBy } from '../analysis/days.ts';
import { isBelow, minus, plus, type Ratio, readDecimal, times, toTwoDecimals, ZERO } from '../analysis/ratio.ts';
import type { Analysis, CategoryFinding, Level, NutrientFinding } from '../analysis/shape.ts';
import { exactNumber } from '../decimal.ts';
import type { MenuItem } from '../menu.ts';
import type { Unmet } from './answer.ts';
import type { Board } from './board.ts';
import { costOf } from './cost.ts';
import { DAYS_OF_WEEK } from './kinds-part.ts';
import type { PlanProblem } from './problem.ts';
import { type Reach, reachOf } from './reach.ts';
import { textsOf, type When } from './unmet-texts.ts';

/** Nutrients and categories outside their ranges and why, too few kinds of food, too much money. */
export function findUnmetFigures(
  problem: PlanProblem,
  board: Board,
  items: readonly MenuItem[],
  analysis: Analysis,
): Unmet[] {
  const input = { ...problem, content: { ...problem.content, items } };
  const weighed = weigh(input);
  const reach = reachOf(problem, board);
  const say = textsOf(problem);
  return [
    ...problem.content.groups.flatMap((group, index) => {
      const level = analysis.levels[index];
      if (!level) return [];
      const shares = eatenBy(group, input.content, problem.shares, weighed).map(({ share }) => share);
      const figures = figuresOf(level, say.grams).flatMap((figure) =>
        judgeFigure(figure, level.level, say, (day, of) => reach(index, day, of)),
      );
      return [...figures, ...judgeKinds(level, shares, problem)];
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
  /** How many days the figure is of. */
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
    { when: 'mean', days: 1 },
    { when: 'all', days: days.length },
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
  level: string,
  say: ReturnType<typeof textsOf>,
  reach: (day: number | undefined, of: string) => Reach | undefined,
): Unmet[] {
  if (!bound || (judgement !== '不足' && judgement !== '过量')) return [];
  const isShort = judgement === '不足';
  const [found, limit] = [readDecimal(value.rawJSON), readDecimal(bound.rawJSON)];
  const limits = {
    isShort,
    bound: bound.rawJSON,
    reach: limitOf(isShort, Number(bound.rawJSON), days, reach(day, of)),
  };
  const text = say.outside({ level, when, name, value: value.rawJSON, unit, ...limits });
  return [toUnmet(rule, text, level, day, of, isShort ? minus(limit, found) : minus(found, limit))];
}

/** How far the dishes could bring it, where no choice of them would do. */
function limitOf(isShort: boolean, bound: number, days: number, reach: Reach | undefined): string | undefined {
  const [most, least] = [(reach?.most ?? 0) * days, (reach?.least ?? 0) * days];
  if (!reach || (isShort ? most >= bound : least <= bound)) return undefined;
  return (isShort ? most : least).toFixed(2);
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
function judgeKinds({ level, days, week }: Level, shares: readonly Ratio[], problem: PlanProblem): Unmet[] {
  const { rules } = problem;
  const say = textsOf(problem);
  const ofDays = days.flatMap(({ day, kinds }, index) => {
    const least = times({ over: BigInt(rules.kindsPerDay), under: 1n }, shares[index] ?? ZERO);
    return judgeCount(kinds, least, (told) => say.kinds(level, day, kinds, told), { level, day });
  });
  if (days.length < DAYS_OF_WEEK) return ofDays;
  const all = shares.reduce(plus, ZERO);
  const least = { over: BigInt(rules.kindsPerWeek) * all.over, under: all.under * BigInt(days.length) };
  const ofWeek = judgeCount(week.kinds, least, (told) => say.kinds(level, 'all', week.kinds, told), { level });
  return [...ofWeek, ...ofDays];
}

function judgeCount(
  kinds: number,
  least: Ratio,
  say: (least: string) => string,
  { level, day }: { level: string; day?: number },
): Unmet[] {
  const found = { over: BigInt(kinds), under: 1n };
  if (!isBelow(found, least)) return [];
  return [toUnmet('kinds', say(toTwoDecimals(least)), level, day, undefined, minus(least, found))];
}

function judgeCost(problem: PlanProblem, items: readonly MenuItem[]): Unmet[] {
  const { budget } = problem.rules;
  const { value } = costOf(items, problem);
  if (budget === undefined || !isBelow(readDecimal(budget), value)) return [];
  const text = textsOf(problem).budget(toTwoDecimals(value), budget);
  return [{ rule: 'budget', text, by: exactNumber(toTwoDecimals(minus(value, readDecimal(budget)))) }];
}
