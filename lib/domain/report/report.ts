import { comparableText } from '../../text/normal-form.ts';
import { saltFromSodium } from '../analysis/categories.ts';
import { describeCost, kilogramsToBuyPerGram } from '../analysis/cost.ts';
import { describeShares } from '../analysis/energy.ts';
import { describeEvaluation } from '../analysis/evaluation-figures.ts';
import { describeCategory, describeNutrient } from '../analysis/findings.ts';
import { menuNutrients } from '../analysis/foods.ts';
import type { Average, Judgement } from '../analysis/shape.ts';
import { type Calendars, isOff } from '../calendar.ts';
import { kitchenName } from '../ingredient/food.ts';
import { isWater } from '../ingredient/kind.ts';
import { listGroupsOfDay, type PeopleEntries } from '../menu/day-people.ts';
import type { MenuGroup } from '../menu/menu.ts';
import { isServingDay, type UseSpan } from '../menu/week.ts';
import { listServings } from '../purchase/servings.ts';
import type { ResolvedMenu } from '../revision.ts';
import { addDays, toMonday } from '../values/calendar.ts';
import { exactNumber, toTwoDecimals } from '../values/output.ts';
import { sumRatios, ZERO } from '../values/ratio.ts';
import {
  average,
  averageCategory,
  averageCost,
  averageNutrient,
  averageShareRanges,
  type MeasuredDay,
  measureDays,
} from './measured-days.ts';
import type { Report, ReportGroup } from './shape.ts';

/** A live menu as it was frozen, and the numbers of people who ate on its single days. */
export interface ReportedMenu {
  readonly menu: ResolvedMenu;
  readonly people: PeopleEntries;
}

interface ReportInput {
  /** All dates of the span, in their order. */
  readonly dates: readonly string[];
  /** The menus that were live in the span, the earliest first. */
  readonly menus: readonly ReportedMenu[];
  readonly calendars: Calendars;
  readonly useSpan: UseSpan;
  /** The number of dishes that were swapped in the span. */
  readonly swapCount: number;
}

export interface ReportRequest {
  /** The level whose groups are reported; absent for all groups. */
  readonly level?: string | undefined;
  /** Whether costs are answered. */
  readonly isPriced: boolean;
}

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

/** A day on which a group was served, with the number of its people who ate. */
interface GroupDay {
  readonly group: MenuGroup;
  readonly measuredDay: MeasuredDay;
  readonly peopleCount: number;
}

/** Describes the groups that were served. Groups with the same name and level are one, whatever their menus. */
function describeGroups(menus: readonly ReportedMenu[], reportedDays: readonly ReportedDay[]): ReportGroup[] {
  const groupDays = menus.flatMap((reportedMenu) => listGroupDays(reportedMenu, reportedDays));
  const daysByGroup = Map.groupBy(groupDays, ({ group }) => JSON.stringify([group.name, group.level]));
  return [...daysByGroup.values()].flatMap((sameGroup) =>
    sameGroup.slice(0, 1).map(({ group }) => describeGroup(group, sameGroup)),
  );
}

/** Lists the days of each group of a menu. Both `measureDays` and `listGroupsOfDay` keep the order of the menu's groups. */
function listGroupDays({ menu, people }: ReportedMenu, reportedDays: readonly ReportedDay[]): GroupDay[] {
  const menuDays = reportedDays.filter((reportedDay) => reportedDay.menu === menu);
  const dayByDate = new Map(menuDays.map(({ date, day }) => [date, day]));
  return measureDays(menu).flatMap(({ group, days }, groupIndex) =>
    days.flatMap((measuredDay) => {
      const day = dayByDate.get(measuredDay.date);
      if (day === undefined) return [];
      const peopleCount = listGroupsOfDay(menu.content, day, people)[groupIndex]?.people ?? 0;
      return [{ group, measuredDay, peopleCount }];
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
    people: groupDays.reduce((sum, { peopleCount }) => sum + peopleCount, 0),
    average: describeMean(measuredDays),
    below: countJudged(figures, '不足'),
    above: countJudged(figures, '过量'),
  };
}

/** Describes the mean of these days. A nutrient of which nothing is known is left out, unless the standard names it. */
function describeMean(measuredDays: readonly MeasuredDay[]): Average {
  const foods = sumFoods(measuredDays);
  const averageOf = (key: string) => averageNutrient(measuredDays.flatMap((day) => day.nutrientByKey.get(key) ?? []));
  const nutrientByKey = new Map(menuNutrients.map(({ key }) => [key, averageOf(key)]));
  const evaluations = measuredDays.map((day) => day.evaluation);
  const categories = measuredDays.flatMap((day) => day.categories);
  const measuresByCategory = Map.groupBy(categories, ({ name }) => name);
  const cost = describeCost(averageCost(measuredDays.map((day) => day.cost)), foods);
  const weekCount = new Set(measuredDays.map(({ date }) => toMonday(date))).size;
  return {
    nutrients: menuNutrients.flatMap((nutrient) => {
      const measure = nutrientByKey.get(nutrient.key);
      const isShown = measure && (measure.isNamed || measure.knownGrams.isAbove(0));
      return isShown ? [describeNutrient(nutrient, measure, foods)] : [];
    }),
    categories: [...measuresByCategory].map(([name, measures]) => describeCategory(averageCategory(name, measures))),
    ...describeShares((key) => nutrientByKey.get(key), averageShareRanges(measuredDays.map((day) => day.shareRanges))),
    salt: toTwoDecimals(saltFromSodium(nutrientByKey.get('sodium')?.value ?? ZERO)),
    kinds: toTwoDecimals(average(measuredDays.map(({ kindCount }) => kindCount))),
    evaluation: describeEvaluation(evaluations, weekCount),
    ...(cost ? { cost } : {}),
  };
}

/** Sums the foods of all days, and lists them, the heaviest first. */
function sumFoods(measuredDays: readonly MeasuredDay[]): { readonly code: string; readonly name: string }[] {
  const foods = measuredDays.flatMap((day) => day.foods);
  return [...Map.groupBy(foods, ({ code }) => code)]
    .map(([code, sameFood]) => ({
      code,
      name: sameFood.at(-1)?.name ?? code,
      grams: sumRatios(sameFood.map(({ grams }) => grams)),
    }))
    .sort((a, b) => b.grams.compare(a.grams) || (a.code < b.code ? -1 : 1));
}

type JudgedFigure = ReturnType<typeof listJudgedFigures>[number];

/** Lists what may be judged of a day: nutrients, categories and shares of the energy, each with the key to count days by. */
function listJudgedFigures({ nutrientByKey, categories, shareRanges }: MeasuredDay) {
  const nutrientFindings = menuNutrients.flatMap((nutrient) => {
    const measure = nutrientByKey.get(nutrient.key);
    return measure ? [describeNutrient(nutrient, measure, [])] : [];
  });
  const { judgedShares = [] } = describeShares((key) => nutrientByKey.get(key), shareRanges);
  const otherFindings = [...categories.map(describeCategory), ...judgedShares];
  return [...nutrientFindings, ...otherFindings.map((finding) => ({ ...finding, key: finding.name }))];
}

/** Counts the days on which each figure had this judgement, the most days first. */
function countJudged(figures: readonly JudgedFigure[], judgement: Judgement): ReportGroup['below'] {
  const judged = figures.filter((figure) => figure.judgement === judgement);
  return [...Map.groupBy(judged, ({ key }) => key).values()]
    .flatMap((sameKey) => sameKey.slice(0, 1).map(({ key, name }) => ({ key, name, days: sameKey.length })))
    .sort((a, b) => b.days - a.days);
}

/** Counts the meals in which each dish was served. A dish has the name of its last serving. */
function countDishes(reportedDays: readonly ReportedDay[]): Report['dishes'] {
  const servings = reportedDays.flatMap(({ menu, day }) =>
    listServings({ content: menu.content }, day).flatMap(({ item: { dish }, eaters }) => {
      const name = menu.dishes.get(dish)?.name;
      return name === undefined || eaters.length === 0 ? [] : [{ dish, name }];
    }),
  );
  return [...Map.groupBy(servings, ({ dish }) => dish)]
    .map(([dish, sameDish]) => ({ dish, name: sameDish.at(-1)?.name ?? '', times: sameDish.length }))
    .sort((a, b) => b.times - a.times || a.dish - b.dish);
}

/** Weighs the foods that were bought for all people, the heaviest first. */
function weighFoods(reportedDays: readonly ReportedDay[]): Report['foods'] {
  return [...Map.groupBy(reportedDays.flatMap(listBoughtFoods), ({ code }) => code)]
    .map(([code, sameFood]) => ({
      code,
      name: sameFood.at(-1)?.name ?? code,
      kilograms: sumRatios(sameFood.map(({ kilograms }) => kilograms)),
      costs: sameFood.flatMap(({ cost }) => cost ?? []),
    }))
    .filter(({ kilograms }) => kilograms.isAbove(0))
    .sort((a, b) => b.kilograms.compare(a.kilograms) || (a.code < b.code ? -1 : 1))
    .map(({ code, name, kilograms, costs }) => ({
      code,
      name,
      kilograms: exactNumber(kilograms.toFixedUp(2)),
      ...(costs.length > 0 ? { cost: toTwoDecimals(sumRatios(costs)) } : {}),
    }));
}

/** Lists the foods of each serving of a day with their weights as bought. A food without a price has no cost. */
function listBoughtFoods({ menu, people, day }: ReportedDay) {
  return listServings({ content: menu.content, people }, day).flatMap(({ item, portions }) => {
    const ingredients = menu.dishes.get(item.dish)?.ingredient ?? [];
    return ingredients.flatMap(({ key: code, value }) => {
      const food = menu.foods.get(code);
      if (isWater(food)) return [];
      const kilograms = portions.times(value).times(kilogramsToBuyPerGram(food)).reduced();
      const price = menu.prices?.get(code);
      const cost = price === undefined ? undefined : kilograms.times(price).reduced();
      return [{ code, name: kitchenName(food, code), kilograms, cost }];
    });
  });
}
