import { reaches } from '../menu/menu.ts';
import type { GroupSummary } from '../menu/review.ts';
import { exactNumber, toTwoDecimals } from '../values/output.ts';
import { Ratio, sumRatios, ZERO } from '../values/ratio.ts';
import { scaledFactor, type WeighedMenu, weigh } from './amounts.ts';
import { saltFromSodium } from './categories.ts';
import { type AnalysedStandard, type AnalysisInput, findGroupStandard, type Group } from './content.ts';
import { findCost, type GramPrices, readGramPrices } from './cost.ts';
import { type EatenDay, type EatenFood, listEatenDays, sumDays } from './days.ts';
import { describeShares, listShareRanges } from './energy.ts';
import { evaluateDay } from './evaluation.ts';
import { describeEvaluation } from './evaluation-figures.ts';
import { type Figures, readFigures } from './figures.ts';
import { chooseNutrients, eatenAmount, listFindings, listWeekCategoryFindings, measureNutrient } from './findings.ts';
import { type Foods, nutrientIndex } from './foods.ts';
import { listKinds } from './kinds.ts';
import type { Analysis, Day, GroupAnalysis, Judgement } from './shape.ts';
import type { EatingGroup } from './warnings/standard-warnings.ts';
import { listWarnings } from './warnings/warnings.ts';

/** Analyses a menu. Sums and comparisons are exact; numbers are rounded half up only in the result. */
export function analyse(input: AnalysisInput): Analysis {
  const { eatingGroups, ...context } = weighAndListEating(input);
  return {
    levels: eatingGroups.map((eatingGroup) => describeGroup(eatingGroup, { ...input, ...context })),
    warnings: listWarnings(input, eatingGroups),
  };
}

/** The part of an analysis by which menus that differ in one dish are compared. */
export type MeanAnalysis = ReturnType<typeof analyseMean>;

/** Analyses only the mean of the days. `foods` are read once for all compared menus, because that takes most of the time. */
export function analyseMean(input: AnalysisInput, foods: Foods) {
  const weighed = weigh(input, foods);
  const eatingGroups = listEatingGroups(input, weighed);
  const levels = eatingGroups.map((eatingGroup) => {
    const { name, level } = eatingGroup.group;
    const basis = toBasis(eatingGroup, weighed);
    const findings = eatingGroup.days.length === 0 ? NOTHING_EATEN : listFindings(basis.eaten, basis);
    return { name, level, nutrients: findings.nutrients, categories: findings.categories };
  });
  return { levels, warnings: listWarnings(input, eatingGroups) };
}

/** Weighs a menu, lists what each of its groups eats, and reads the prices of the foods. */
export function weighAndListEating(input: AnalysisInput) {
  const weighed = weigh(input);
  return { eatingGroups: listEatingGroups(input, weighed), weighed, prices: readGramPrices(input) };
}

function listEatingGroups(input: AnalysisInput, weighed: WeighedMenu): EatingGroup[] {
  const figuresByStandard = new Map<AnalysedStandard | undefined, Figures>();
  return input.content.groups.map((group) => {
    const standard = findGroupStandard(group, input);
    const figures = figuresByStandard.get(standard) ?? readFigures(standard);
    figuresByStandard.set(standard, figures);
    return { group, figures, days: listEatenDays(group, input, weighed) };
  });
}

type GroupContext = Pick<AnalysisInput, 'dishes' | 'nutrient'> &
  Omit<ReturnType<typeof weighAndListEating>, 'eatingGroups'>;

type GroupBasis = ReturnType<typeof toBasis>;

/** Returns the basis of a group's findings, and `eaten`: the sums of all its days. */
function toBasis({ group, figures, days }: EatingGroup, weighed: WeighedMenu) {
  const levelFigures = figures.findLevel(group.level);
  const eaten = sumDays(days);
  return { weighed, figures, levelFigures, nutrients: chooseNutrients(eaten, levelFigures), eaten };
}

function describeGroup(eatingGroup: EatingGroup, context: GroupContext): GroupAnalysis {
  const { weighed, prices, nutrient: nutrientKey, dishes } = context;
  const { group, days } = eatingGroup;
  const basis = toBasis(eatingGroup, weighed);
  const { levelFigures, eaten } = basis;
  const describedDays = days.map((day) => describeDay(day, basis, prices));
  return {
    name: group.name,
    level: group.level,
    ...(group.standard === undefined ? {} : { standard: group.standard }),
    people: group.people,
    factor: exactNumber(group.factor),
    judged: levelFigures !== undefined,
    average: {
      ...describeAverage(describedDays, basis, prices),
      evaluation: describeEvaluation(days.map((day) => evaluateDay(day, group, { weighed, dishes }))),
    },
    days: describedDays,
    week: {
      categories: listWeekCategoryFindings(eaten, basis),
      kinds: new Set(days.flatMap((day) => listKinds(day.sums.gramsByCode, weighed))).size,
    },
    unassigned: [...eaten.sums.gramsByCode.keys()]
      .filter((code) => weighed.foods.byCode.get(code)?.isUnassigned)
      .sort(),
    ...(nutrientKey === undefined ? {} : { contributions: listContributions(nutrientKey, group, weighed) }),
  };
}

function describeEaten(eaten: EatenFood, basis: GroupBasis, prices: GramPrices) {
  const cost = findCost(eaten, basis.weighed, prices);
  const salt = toTwoDecimals(saltFromSodium(eatenAmount('sodium', eaten, basis.weighed)));
  return { ...listFindings(eaten, basis), salt, ...(cost ? { cost } : {}) };
}

function describeDay(eaten: EatenDay, basis: GroupBasis, prices: GramPrices): Day {
  return {
    day: eaten.day,
    date: eaten.date,
    meals: eaten.meals.map(({ meal, sums }) => {
      return { meal, energy: toTwoDecimals(eatenAmount('energy', { ...eaten, sums }, basis.weighed)) };
    }),
    ...describeEaten(eaten, basis, prices),
    kinds: listKinds(eaten.sums.gramsByCode, basis.weighed).length,
  };
}

/** The mean of no days, without any amount or range. */
const NOTHING_EATEN = {
  nutrients: [],
  categories: [],
  salt: toTwoDecimals(ZERO),
  kinds: toTwoDecimals(ZERO),
  ...describeShares(() => undefined, new Map()),
};

function describeAverage(days: readonly Day[], basis: GroupBasis, prices: GramPrices) {
  if (days.length === 0) return NOTHING_EATEN;
  return {
    ...describeEaten(basis.eaten, basis, prices),
    ...describeShares((key) => measureNutrient(key, basis.eaten, basis), listShareRanges(basis)),
    kinds: toTwoDecimals(sumRatios(days.map(({ kinds: kindCount }) => kindCount)).per(days.length)),
  };
}

/** The maximum number of contributions that are listed one by one. */
const MAX_LISTED = 20;

/** Lists the foods in dishes that give a group most of a nutrient: the largest first, equal ones in the order served. */
function listContributions(key: string, group: Group, weighed: WeighedMenu): GroupAnalysis['contributions'] {
  const { foods, servings, recipeByDish, amountDenominator } = weighed;
  const index = nutrientIndex(key);
  const factor = scaledFactor(group, weighed);
  const contributions = servings
    .filter((serving) => reaches(serving, group))
    .flatMap(({ day, meal, dish, portions }) =>
      (recipeByDish.get(dish) ?? []).flatMap(([ingredient, grams]) => {
        const food = foods.byCode.get(ingredient);
        const numerator = (food?.values[index] ?? 0n) * grams * portions * factor;
        return food && numerator > 0n ? [{ day, meal, dish, ingredient, name: food.name, numerator }] : [];
      }),
    )
    .sort((a, b) => Number(b.numerator - a.numerator));
  const restNumerator = contributions.slice(MAX_LISTED).reduce((sum, { numerator }) => sum + numerator, 0n);
  return {
    key,
    largest: contributions.slice(0, MAX_LISTED).map(({ numerator, ...contribution }) => ({
      ...contribution,
      value: toTwoDecimals(new Ratio(numerator, amountDenominator)),
    })),
    rest: toTwoDecimals(new Ratio(restNumerator, amountDenominator)),
  };
}

/** Summarises an analysis: what the mean of each group lacks, has too much of, and costs. */
export function summariseGroups({ levels }: Analysis): GroupSummary[] {
  return levels.map(({ name, level, people, judged, average: { nutrients, categories, judgedShares = [], cost } }) => {
    const findings = [...nutrients, ...categories, ...judgedShares];
    const listNames = (judgement: Judgement) =>
      findings.filter((finding) => finding.judgement === judgement).map((finding) => finding.name);
    const summary = { name, level, people, judged, shortfalls: listNames('不足'), excesses: listNames('过量') };
    return cost ? { ...summary, cost: { value: cost.value.rawJSON, missingCount: cost.missingCount } } : summary;
  });
}
