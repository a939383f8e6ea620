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
  return [
    ...problem.content.groups.flatMap((group, index) => {
      const level = analysis.levels[index];
      if (!level) return [];
      const shares = eatenBy(group, input.content, problem.shares, weighed).map(({ share }) => share);
      const figures = figuresOf(level).flatMap((figure) =>
        judgeFigure(figure, level.level, (day, of) => reach(index, day, of)),
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
  readonly when: string;
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

/** All figures of a level, the main ones first. */
function figuresOf({ average, week, days }: Level): Figure[] {
  const categories = (found: readonly CategoryFinding[], when: { when: string; day?: number; days: number }) =>
    found.map(({ name, amount, ...rest }) => ({
      rule: 'category' as const,
      of: name,
      name,
      unit: '克',
      bound: amount,
      ...rest,
      ...when,
    }));
  const nutrients = (found: readonly NutrientFinding[], when: { when: string; day?: number; days: number }) =>
    found.map(({ key, min, max, ...rest }) => {
      return { rule: 'nutrient' as const, of: key, bound: rest.judgement === '不足' ? min : max, ...rest, ...when };
    });
  const [mean, all] = [
    { when: '日均', days: 1 },
    { when: '一周', days: days.length },
  ];
  return [
    ...nutrients(average.nutrients, mean),
    ...categories(average.categories, mean),
    ...categories(week.categories, all),
    ...days.flatMap((found) => {
      const when = { when: `第 ${found.day} 天`, day: found.day, days: 1 };
      return [...nutrients(found.nutrients, when), ...categories(found.categories, when)];
    }),
  ];
}

function judgeFigure(
  { rule, when, day, days, of, name, unit, value, bound, judgement }: Figure,
  level: string,
  reach: (day: number | undefined, of: string) => Reach | undefined,
): Unmet[] {
  if (!bound || (judgement !== '不足' && judgement !== '过量')) return [];
  const isShort = judgement === '不足';
  const [found, limit] = [readDecimal(value.rawJSON), readDecimal(bound.rawJSON)];
  const range = `${isShort ? '至少' : '至多'} ${bound.rawJSON}`;
  const why = explain(isShort, Number(bound.rawJSON), days, reach(day, of));
  const text = `${level}${when}${name} ${value.rawJSON} ${unit}，${judgement}（${range}）：${why}`;
  return [toUnmet(rule, text, level, day, of, isShort ? minus(limit, found) : minus(found, limit))];
}

/** Whether no choice of dishes would do, or only one that breaks other rules. */
function explain(isShort: boolean, bound: number, days: number, reach: Reach | undefined): string {
  const [most, least] = [(reach?.most ?? 0) * days, (reach?.least ?? 0) * days];
  if (reach && isShort && most < bound) return `可选菜品最多只有 ${most.toFixed(2)}`;
  if (reach && !isShort && least > bound) return `可选菜品最少也有 ${least.toFixed(2)}`;
  return '与其他要求不能同时满足';
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
function judgeKinds({ level, days, week }: Level, shares: readonly Ratio[], { rules }: PlanProblem): Unmet[] {
  const ofDays = days.flatMap(({ day, kinds }, index) => {
    const least = times({ over: BigInt(rules.kindsPerDay), under: 1n }, shares[index] ?? ZERO);
    return judgeCount(kinds, least, level, day);
  });
  if (days.length < DAYS_OF_WEEK) return ofDays;
  const all = shares.reduce(plus, ZERO);
  const least = { over: BigInt(rules.kindsPerWeek) * all.over, under: all.under * BigInt(days.length) };
  return [...judgeCount(week.kinds, least, level), ...ofDays];
}

function judgeCount(kinds: number, least: Ratio, level: string, day?: number): Unmet[] {
  const found = { over: BigInt(kinds), under: 1n };
  if (!isBelow(found, least)) return [];
  const when = day === undefined ? '一周' : `第 ${day} 天`;
  const text = `${level}${when}食物 ${kinds} 种，少于 ${toTwoDecimals(least)} 种`;
  return [toUnmet('kinds', text, level, day, undefined, minus(least, found))];
}

function judgeCost(problem: PlanProblem, items: readonly MenuItem[]): Unmet[] {
  const { budget } = problem.rules;
  const { value } = costOf(items, problem);
  if (budget === undefined || !isBelow(readDecimal(budget), value)) return [];
  const text = `每人每日 ${toTwoDecimals(value)} 元，超过预算 ${budget} 元`;
  return [{ rule: 'budget', text, by: exactNumber(toTwoDecimals(minus(value, readDecimal(budget)))) }];
}
