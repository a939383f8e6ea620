import { comparableText } from '../../text/normal-form.ts';
import { saltFromSodium } from '../analysis/categories.ts';
import { describeCost, kilogramsToBuyPerGram } from '../analysis/cost.ts';
import { describeShares } from '../analysis/energy.ts';
import { describeEvaluation } from '../analysis/evaluation-figures.ts';
import { describeCategory, describeNutrient } from '../analysis/findings.ts';
import { menuNutrients } from '../analysis/foods.ts';
import { type MeasuredDay, measureDays } from '../analysis/measured-days.ts';
import type { Average, Judgement } from '../analysis/shape.ts';
import { type Calendars, isOff } from '../calendar.ts';
import { kitchenName } from '../ingredient/food.ts';
import { isWater } from '../ingredient/kind.ts';
import { listGroupsOfDay, type PeopleEntries } from '../menu/day-people.ts';
import type { MenuGroup } from '../menu/menu.ts';
import { isServingDay, type UseSpan } from '../menu/week.ts';
import { listServings } from '../purchase/servings.ts';
import type { ResolvedMenu } from '../revision.ts';
import { addDays, findMonday } from '../values/calendar.ts';
import { exactNumber, toTwoDecimals } from '../values/output.ts';
import { Ratio, ZERO } from '../values/ratio.ts';
import { averageCategory, averageCost, averageNutrient, averageShareRanges } from './mean.ts';
import type { Report, ReportGroup } from './shape.ts';

/** A live menu as it was frozen, and the numbers of people who ate on its single days. */
export interface ReportedMenu {
  readonly menu: ResolvedMenu;
  readonly people: PeopleEntries;
}

interface ReportInput {
  /** All dates of the span, in their order. */
  readonly dates: readonly string[];
  /** The earliest first. */
  readonly menus: readonly ReportedMenu[];
  readonly calendars: Calendars;
  readonly useSpan: UseSpan;
  /** The number of dishes that were swapped. */
  readonly swapCount: number;
}

export interface ReportRequest {
  /** The level whose groups are reported; absent for all groups. */
  readonly level?: string | undefined;
  /** Whether costs are answered. */
  readonly isPriced: boolean;
}

/** A day of a menu on which something was served. */
type ReportedDay = ReturnType<typeof listDays>[number];

/** Reports what live menus served. Each day is judged by the standard of its time. Sums and means are exact. */
export function makeReport(input: ReportInput, request: ReportRequest): Report {
  const { dates, calendars, useSpan, swapCount } = input;
  const menus = input.menus.map((reportedMenu) => narrowToRequest(reportedMenu, request));
  const reportedDays = menus.flatMap((reportedMenu) => listDays(reportedMenu, input));
  const servedDates = new Set(reportedDays.map(({ date }) => date));
  return {
    from: dates[0] ?? '',
    to: dates.at(-1) ?? '',
    days: servedDates.size,
    levels: describeGroups(menus, reportedDays),
    dishes: countDishes(reportedDays),
    foods: weighFoods(reportedDays),
    swaps: swapCount,
    notServed: dates.filter((date) => isServingDay(calendars, date, useSpan) && !servedDates.has(date)),
  };
}

/** Removes the groups that are not requested, and the prices if the caller may not see them. */
function narrowToRequest({ menu, people }: ReportedMenu, { level, isPriced }: ReportRequest): ReportedMenu {
  const { prices: _, ...unpricedMenu } = menu;
  const isRequested = (group: MenuGroup) =>
    level === undefined || comparableText(group.level) === comparableText(level);
  const content = { ...menu.content, groups: menu.content.groups.filter(isRequested) };
  return { menu: { ...(isPriced ? menu : unpricedMenu), content }, people };
}

/** Lists the days of a menu on which somebody was served. */
function listDays({ menu, people }: ReportedMenu, { dates, calendars }: ReportInput) {
  const { start, days } = menu.content;
  return Array.from({ length: days }, (_, index) => ({ menu, people, day: index + 1, date: addDays(start, index) }))
    .filter(({ date }) => dates.includes(date) && !isOff(calendars, date))
    .filter(({ day }) => listServings({ content: menu.content }, day).some(({ eaters }) => eaters.length > 0));
}

type GroupDay = ReturnType<typeof listGroupDays>[number];

/** Describes the groups that were served. Groups with the same name and level are one, whatever their menus. */
function describeGroups(menus: readonly ReportedMenu[], reportedDays: readonly ReportedDay[]): ReportGroup[] {
  const groupDays = menus.flatMap((reportedMenu) => listGroupDays(reportedMenu, reportedDays));
  const daysByGroup = Map.groupBy(groupDays, ({ group }) => JSON.stringify([group.name, group.level]));
  return [...daysByGroup.values()].flatMap((sameGroup) =>
    sameGroup.slice(0, 1).map(({ group }) => describeGroup(group, sameGroup)),
  );
}

/** Lists the days of each group on which it was served, with the number of its people who ate. */
function listGroupDays({ menu, people }: ReportedMenu, reportedDays: readonly ReportedDay[]) {
  const menuDays = reportedDays.filter((reportedDay) => reportedDay.menu === menu);
  const dayByDate = new Map(menuDays.map(({ date, day }) => [date, day]));
  return measureDays(menu).flatMap(({ group, days }, index) =>
    days.flatMap((measuredDay) => {
      const day = dayByDate.get(measuredDay.date);
      if (day === undefined) return [];
      return [{ group, measuredDay, people: listGroupsOfDay(menu.content, day, people)[index]?.people ?? 0 }];
    }),
  );
}

function describeGroup({ name, level }: MenuGroup, groupDays: readonly GroupDay[]): ReportGroup {
  const measuredDays = groupDays.map(({ measuredDay }) => measuredDay);
  const figures = measuredDays.flatMap(listJudgedFigures);
  return {
    name,
    level,
    judged: measuredDays.every(({ isJudged }) => isJudged),
    days: measuredDays.length,
    people: groupDays.reduce((sum, { people }) => sum + people, 0),
    average: describeMean(measuredDays),
    below: countJudged(figures, '不足'),
    above: countJudged(figures, '过量'),
  };
}

function describeMean(measuredDays: readonly MeasuredDay[]): Average {
  const foods = sumFoods(measuredDays);
  const nutrientByKey = new Map(
    menuNutrients.map(({ key }) => [
      key,
      averageNutrient(measuredDays.flatMap((day) => day.nutrientByKey.get(key) ?? [])),
    ]),
  );
  const cost = describeCost(averageCost(measuredDays.map((day) => day.cost)), foods);
  const evaluations = measuredDays.map((day) => day.evaluation);
  const weeks = new Set(measuredDays.map(({ date }) => findMonday(date))).size;
  return {
    nutrients: menuNutrients.flatMap((nutrient) => {
      const measure = nutrientByKey.get(nutrient.key);
      const isShown = measure && (measure.isNamed || measure.knownGrams.isAbove(0));
      return isShown ? [describeNutrient(nutrient, measure, foods)] : [];
    }),
    categories: groupCategories(measuredDays).map(([name, measures]) =>
      describeCategory(averageCategory(name, measures)),
    ),
    ...describeShares((key) => nutrientByKey.get(key), averageShareRanges(measuredDays.map((day) => day.shareRanges))),
    salt: toTwoDecimals(saltFromSodium(nutrientByKey.get('sodium')?.value ?? ZERO)),
    kinds: toTwoDecimals(
      new Ratio(BigInt(measuredDays.reduce((sum, { kinds }) => sum + kinds, 0)), BigInt(measuredDays.length)),
    ),
    evaluation: describeEvaluation(evaluations, weeks),
    ...(cost ? { cost } : {}),
  };
}

function groupCategories(measuredDays: readonly MeasuredDay[]) {
  const categories = measuredDays.flatMap((day) => day.categories);
  return [...Map.groupBy(categories, ({ name }) => name)];
}

/** Sums the foods of all days, and lists them, the heaviest first. */
function sumFoods(measuredDays: readonly MeasuredDay[]): { readonly code: string; readonly name: string }[] {
  const sumByCode = new Map<string, { name: string; grams: Ratio }>();
  for (const [code, { name, grams }] of measuredDays.flatMap(({ foodByCode }) => [...foodByCode])) {
    sumByCode.set(code, { name, grams: grams.plus(sumByCode.get(code)?.grams ?? ZERO) });
  }
  return [...sumByCode]
    .sort(([codeA, a], [codeB, b]) => b.grams.compare(a.grams) || (codeA < codeB ? -1 : 1))
    .map(([code, { name }]) => ({ code, name }));
}

/** A figure of a day. Days are counted by its key. */
interface JudgedFigure {
  readonly key: string;
  readonly name: string;
  readonly judgement?: Judgement | undefined;
}

/** Lists the nutrients, categories and shares of the energy of a day that may be judged. */
function listJudgedFigures({ nutrientByKey, categories, shareRanges }: MeasuredDay): JudgedFigure[] {
  const nutrientFindings = menuNutrients.flatMap((nutrient) => {
    const measure = nutrientByKey.get(nutrient.key);
    return measure ? [{ ...describeNutrient(nutrient, measure, []), key: nutrient.key }] : [];
  });
  const { judgedShares = [] } = describeShares((key) => nutrientByKey.get(key), shareRanges);
  const otherFindings = [...categories.map(describeCategory), ...judgedShares];
  return [...nutrientFindings, ...otherFindings.map((finding) => ({ ...finding, key: finding.name }))];
}

/** Counts the days on which each figure had this judgement, the most days first. */
function countJudged(figures: readonly JudgedFigure[], judgement: Judgement): ReportGroup['below'] {
  const countByKey = new Map<string, { key: string; name: string; days: number }>();
  for (const { key, name } of figures.filter((figure) => figure.judgement === judgement)) {
    const count = countByKey.get(key) ?? { key, name, days: 0 };
    countByKey.set(key, count);
    count.days += 1;
  }
  return [...countByKey.values()].sort((a, b) => b.days - a.days);
}

/** Counts the meals in which each dish was served. A dish has the name of its last serving. */
function countDishes(reportedDays: readonly ReportedDay[]): Report['dishes'] {
  const countByDish = new Map<number, { name: string; times: number }>();
  for (const { menu, day } of reportedDays) {
    for (const { item, eaters } of listServings({ content: menu.content }, day)) {
      const name = menu.dishes.get(item.dish)?.name;
      if (name === undefined || eaters.length === 0) continue;
      countByDish.set(item.dish, { name, times: (countByDish.get(item.dish)?.times ?? 0) + 1 });
    }
  }
  return [...countByDish]
    .map(([dish, count]) => ({ dish, ...count }))
    .sort((a, b) => b.times - a.times || a.dish - b.dish);
}

interface FoodSum {
  readonly name: string;
  /** The weight as bought. */
  readonly kilograms: Ratio;
  /** Yuan; absent where the food had no price. */
  readonly cost?: Ratio;
}

/** Weighs the foods that were bought for all people, the heaviest first. */
function weighFoods(reportedDays: readonly ReportedDay[]): Report['foods'] {
  const sumByCode = new Map<string, FoodSum>();
  for (const { menu, people, day } of reportedDays) {
    for (const { item, portions } of listServings({ content: menu.content, people }, day)) {
      for (const { key, value } of menu.dishes.get(item.dish)?.ingredient ?? []) {
        const food = menu.foods.get(key);
        if (isWater(food)) continue;
        const kilograms = portions.times(value).times(kilogramsToBuyPerGram(food)).reduced();
        const price = menu.prices?.get(key);
        const { kilograms: kilogramsBefore = ZERO, cost: costBefore } = sumByCode.get(key) ?? {};
        const cost = price === undefined ? costBefore : kilograms.times(price).plus(costBefore ?? ZERO);
        const sum = { name: kitchenName(food, key), kilograms: kilograms.plus(kilogramsBefore).reduced() };
        sumByCode.set(key, cost ? { ...sum, cost } : sum);
      }
    }
  }
  return [...sumByCode]
    .filter(([, { kilograms }]) => kilograms.isAbove(0))
    .sort(([codeA, a], [codeB, b]) => b.kilograms.compare(a.kilograms) || (codeA < codeB ? -1 : 1))
    .map(([code, { name, kilograms, cost }]) => ({
      code,
      name,
      kilograms: exactNumber(kilograms.toFixedUp(2)),
      ...(cost ? { cost: toTwoDecimals(cost) } : {}),
    }));
}
