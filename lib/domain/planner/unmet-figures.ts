import { weigh } from '../analysis/amounts.ts';
import { eatenBy } from '../analysis/days.ts';
import { isBelow, minus, plus, type Ratio, readDecimal, times, toTwoDecimals, ZERO } from '../analysis/ratio.ts';
import type { Analysis, CategoryFinding, Level, NutrientFinding } from '../analysis/shape.ts';
import { exactNumber } from '../decimal.ts';
import type { MenuItem } from '../menu.ts';
import type { Unmet } from './answer.ts';
import { costOf } from './cost.ts';
import type { PlanProblem } from './problem.ts';

/** Nutrients and categories outside their ranges, too few kinds of food, too much money. */
export function findUnmetFigures(problem: PlanProblem, items: readonly MenuItem[], analysis: Analysis): Unmet[] {
  const input = { ...problem, content: { ...problem.content, items } };
  const weighed = weigh(input);
  return [
    ...problem.content.groups.flatMap((group, index) => {
      const level = analysis.levels[index];
      if (!level) return [];
      const shares = eatenBy(group, input.content, problem.shares, weighed).map(({ share }) => share);
      return [...judgeFigures(level), ...judgeKinds(level, shares, problem)];
    }),
    ...judgeCost(problem, items),
  ];
}

/** The main figures first, then those of each day. */
function judgeFigures({ level, average, week, days }: Level): Unmet[] {
  return [
    ...average.nutrients.flatMap((found) => judgeNutrient(found, level)),
    ...average.categories.flatMap((found) => judgeCategory(found, level, '日均')),
    ...week.categories.flatMap((found) => judgeCategory(found, level, '一周')),
    ...days.flatMap(({ day, nutrients, categories }) => [
      ...nutrients.flatMap((found) => judgeNutrient(found, level, day)),
      ...categories.flatMap((found) => judgeCategory(found, level, `第 ${day} 天`, day)),
    ]),
  ];
}

type Printed = ReturnType<typeof exactNumber>;
const read = ({ rawJSON }: Printed) => readDecimal(rawJSON);

function judgeNutrient({ key, name, unit, value, min, max, judgement }: NutrientFinding, level: string, day?: number) {
  const bound = judgement === '不足' ? min : judgement === '过量' ? max : undefined;
  if (!bound) return [];
  const when = day === undefined ? '日均' : `第 ${day} 天`;
  const text = `${level}${when}${name} ${value.rawJSON} ${unit}，${judgement}（${judgement === '不足' ? '至少' : '至多'} ${bound.rawJSON}）`;
  return [toUnmet('nutrient', text, level, day, key, between(read(value), read(bound)))];
}

function judgeCategory({ name, value, amount, judgement }: CategoryFinding, level: string, when: string, day?: number) {
  if (judgement !== '不足' && judgement !== '过量') return [];
  const text = `${level}${when}${name} ${value.rawJSON} 克，${judgement}（${judgement === '不足' ? '至少' : '至多'} ${amount.rawJSON}）`;
  return [toUnmet('category', text, level, day, name, between(read(value), read(amount)))];
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

function between(a: Ratio, b: Ratio): Ratio {
  return isBelow(a, b) ? minus(b, a) : minus(a, b);
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

/** A menu of so many days is one of a week. */
const DAYS_OF_WEEK = 5;

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
