import { MOST_FOODS, standardOf } from '../../analysis/content.ts';
import { shareOf } from '../../analysis/days.ts';
import { MOST_NAMED } from '../../analysis/findings.ts';
import type { CategoryFinding, Level, NutrientFinding } from '../../analysis/shape.ts';
import { kitchenName } from '../../ingredient/ingredient.ts';
import type { MenuGroup } from '../../menu/menu.ts';
import { exactNumber, type RawJson } from '../../values/decimal.ts';
import { type Ratio, ratio, sumOf, ZERO } from '../../values/ratio.ts';
import type { Planned, Unmet } from '../answer.ts';
import { costOf } from '../cost.ts';
import type { PlanProblem } from '../problem.ts';
import { LEAST_DAYS_OF_WEEK } from '../search/kinds-part.ts';
import { Reach } from './reach.ts';
import { textsOf, type When } from './texts.ts';

/** Nutrients and categories outside their ranges, or not judged; too few kinds of food; too much money. */
export function findUnmetFigures(planned: Planned): Unmet[] {
  const { problem, analysis } = planned;
  const reach = new Reach(planned.board);
  return [
    ...problem.content.groups.flatMap((group, index) => {
      const level = analysis.levels[index];
      return level ? [...judgeFigures(level, group, problem, reach), ...judgeKinds(level, group, problem, reach)] : [];
    }),
    ...judgeCost(planned, reach),
    ...findUnjudged(planned),
  ];
}

/** Something that was judged, with the bound that it is outside of. */
interface Figure {
  readonly rule: 'nutrient' | 'category';
  readonly when: When;
  readonly of: string;
  readonly name: string;
  readonly unit: string;
  readonly value: RawJson;
  readonly bound: RawJson | undefined;
  readonly judgement?: string | undefined;
}

/** All figures of a level, the main ones first. */
function figuresOf({ average, week, days }: Level, grams: string): Figure[] {
  const categories = (found: readonly CategoryFinding[], when: When) =>
    found.map(({ name, value, amount: bound, judgement }): Figure => {
      return { rule: 'category', when, of: name, name, unit: grams, value, bound, judgement };
    });
  const nutrients = (found: readonly NutrientFinding[], when: When) =>
    found.map(({ key, name, unit, value, min, max, judgement }): Figure => {
      return { rule: 'nutrient', when, of: key, name, unit, value, bound: judgement === '不足' ? min : max, judgement };
    });
  return [
    ...nutrients(average.nutrients, 'mean'),
    ...categories(average.categories, 'mean'),
    ...categories(week.categories, 'all'),
    ...days.flatMap((found) => [...nutrients(found.nutrients, found.day), ...categories(found.categories, found.day)]),
  ];
}

function judgeFigures(level: Level, group: MenuGroup, problem: PlanProblem, reach: Reach): Unmet[] {
  const say = textsOf(problem);
  const figures = figuresOf(level, say.grams);
  const unknown = new Set(
    figures.flatMap(({ when, of, judgement }) => {
      return when === 'mean' && judgement === '数据不足' ? [of] : [];
    }),
  );
  return figures.flatMap(({ rule, when, of, name, unit, value, bound, judgement }): Unmet[] => {
    const day = typeof when === 'number' ? when : undefined;
    const where = { level: group.level, group: group.name, ...(day === undefined ? {} : { day }), of };
    if (judgement === '数据不足') {
      // What the mean does not tell no day tells either.
      if (when !== 'mean' && unknown.has(of)) return [];
      return [{ rule, text: say.unknown(group.name, when, name), ...where }];
    }
    const isShort = judgement === '不足';
    if (!bound || !(isShort || judgement === '过量')) return [];
    const [found, limit] = [ratio(value.rawJSON), ratio(bound.rawJSON)];
    const by = exactNumber(limit.minus(found).abs().toFixed(2));
    const outside = { group: group.name, when, name, value: value.rawJSON, unit, isShort, bound: bound.rawJSON };
    const scale = Number(group.factor) / (when === 'mean' ? level.days.length : 1);
    const reached = { ...outside, reach: reach.ofMeasure(of, isShort, { meals: group.meals, day }) * scale };
    return [{ rule, text: tellReach(say.outside(outside), reached, say), ...where, by }];
  });
}

/** How far the dishes go, if that is not as far as the bound. */
interface Reached {
  readonly value: string;
  readonly bound: string;
  readonly unit: string;
  readonly isShort: boolean;
  readonly reach: number;
}

function tellReach(
  text: string,
  { value, bound, unit, isShort, reach }: Reached,
  say: ReturnType<typeof textsOf>,
  digits = 2,
): string {
  if (isShort ? reach >= Number(bound) : reach <= Number(bound)) return text;
  // Rounded otherwise, it would be less than what is there.
  const told = isShort ? Math.max(reach, Number(value)) : Math.min(reach, Number(value));
  return say.reach(text, isShort, told.toFixed(digits), unit);
}

/** Kinds of food, against the part of a whole day that the meals are; of a menu of a few days nobody asks for a week's. */
function judgeKinds({ days, week }: Level, group: MenuGroup, problem: PlanProblem, reach: Reach): Unmet[] {
  const { rules, shares } = problem;
  const say = textsOf(problem);
  const judge = (kinds: number, asked: number, share: Ratio, day?: number): Unmet[] => {
    // Kinds are whole.
    const least = share.times(asked).toFixedUp(0);
    const by = Number(least) - kinds;
    if (by <= 0) return [];
    const { name, level, factor, meals } = group;
    const reached = { value: String(kinds), bound: least, unit: say.kindsUnit, isShort: true };
    const told = { ...reached, reach: reach.ofKinds(factor, { meals, day }) };
    const text = tellReach(say.kinds(name, day ?? 'all', kinds, least), told, say, 0);
    const where = { level, group: name, ...(day === undefined ? {} : { day }) };
    return [{ rule: 'kinds', text, ...where, by: exactNumber(String(by)) }];
  };
  const ofDays = days.map(({ meals }) => shareOf(meals, shares));
  const perDay = days.flatMap(({ day, kinds }, index) => judge(kinds, rules.kindsPerDay, ofDays[index] ?? ZERO, day));
  if (days.length < LEAST_DAYS_OF_WEEK) return perDay;
  return [...judge(week.kinds, rules.kindsPerWeek, sumOf(ofDays).per(days.length)), ...perDay];
}

/** Where a budget was asked for: whether it is passed, foods without a price estimated, and which foods these are. */
function judgeCost({ problem, served }: Planned, reach: Reach): Unmet[] {
  const { budget: asked } = problem.rules;
  if (asked === undefined) return [];
  const say = textsOf(problem);
  const { estimated: value, missing } = costOf(served, problem);
  const named = missing.slice(0, MOST_NAMED).map((code) => kitchenName(problem.foods.get(code), code));
  const by = exactNumber(String(missing.length));
  const unpriced =
    missing.length > 0 ? [{ rule: 'price' as const, text: say.unpriced(named, missing.length), by }] : [];
  return [...unpriced, ...judgeBudget(asked, value, reach, say)];
}

function judgeBudget(asked: string, value: Ratio, reach: Reach, say: ReturnType<typeof textsOf>): Unmet[] {
  if (!value.isAbove(asked)) return [];
  const [cost, budget] = [value.toFixed(2), ratio(asked).toFixed(2)];
  const text = say.budget(cost, budget);
  const reached = { value: cost, bound: budget, unit: say.yuan, isShort: false, reach: reach.ofCost() };
  return [{ rule: 'budget', text: tellReach(text, reached, say), by: exactNumber(value.minus(asked).toFixed(2)) }];
}

/** What could not be considered, or judged for want of a standard. */
function findUnjudged({ problem, analysis }: Planned): Unmet[] {
  const say = textsOf(problem);
  const { leftOut = 0 } = problem;
  const foods: Unmet = { rule: 'foods', text: say.leftOut(leftOut, MOST_FOODS), by: exactNumber(String(leftOut)) };
  const hasStandard = problem.content.groups.map((group) => standardOf(group, problem) !== undefined);
  const unjudged = new Set(
    analysis.levels.flatMap(({ level, judged }, index) => (judged || !hasStandard[index] ? [] : [level])),
  );
  const levels = [...unjudged].map((level): Unmet => ({ rule: 'standard', text: say.unjudged(level), level }));
  return [
    ...(leftOut > 0 ? [foods] : []),
    ...(hasStandard.every(Boolean) ? [] : [{ rule: 'standard' as const, text: say.unjudged(undefined) }]),
    ...levels,
  ];
}
