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
import { type DaysOfUse, isServingDay } from '../menu/week.ts';
import { listServings } from '../purchase/servings.ts';
import type { ResolvedMenu } from '../revision.ts';
import { addDays, findMonday } from '../values/calendar.ts';
import { exactNumber, toTwoDecimals } from '../values/decimal.ts';
import { Ratio, ZERO } from '../values/ratio.ts';
import { averageCategory, averageCost, averageNutrient, averageShareRanges } from './mean.ts';
import type { Report, ReportLevel } from './shape.ts';

/** A live menu as it was frozen, and the numbers of people who ate on its single days. */
export interface ReportedMenu {
  readonly menu: ResolvedMenu;
  readonly people: PeopleEntries;
}

interface ReportInput {
  /** All dates of the span, in their order. */
  readonly dates: readonly string[];
  readonly menus: readonly ReportedMenu[];
  readonly calendars: Calendars;
  readonly daysOfUse: DaysOfUse;
  readonly swaps: number;
}

export interface ReportRequest {
  /** The level whose groups are reported; absent for all groups. */
  readonly level?: string | undefined;
  /** Whether costs are answered. */
  readonly isPriced: boolean;
}

/** A day of a menu on which something was served. */
interface ReportedDay extends ReportedMenu {
  readonly day: number;
  readonly date: string;
}

/** Reports what live menus served. Each day is judged by the standard of its time. Sums and means are exact. */
export function makeReport(input: ReportInput, request: ReportRequest): Report {
  const { dates, calendars, daysOfUse, swaps } = input;
  const menus = input.menus.map((reportedMenu) => narrowToRequest(reportedMenu, request));
  const days = menus.flatMap((reportedMenu) => listDays(reportedMenu, input));
  const servedDates = new Set(days.map(({ date }) => date));
  return {
    from: dates[0] ?? '',
    to: dates.at(-1) ?? '',
    days: servedDates.size,
    levels: describeLevels(menus, days),
    dishes: countDishes(days),
    foods: weighFoods(days),
    swaps,
    notServed: dates.filter((date) => isServingDay(calendars, date, daysOfUse) && !servedDates.has(date)),
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
function listDays({ menu, people }: ReportedMenu, { dates, calendars }: ReportInput): ReportedDay[] {
  const { start, days } = menu.content;
  return Array.from({ length: days }, (_, index) => ({ menu, people, day: index + 1, date: addDays(start, index) }))
    .filter(({ date }) => dates.includes(date) && !isOff(calendars, date))
    .filter(({ day }) => listServings({ content: menu.content }, day).some(({ eaters }) => eaters.length > 0));
}

interface GroupDays {
  readonly group: MenuGroup;
  readonly days: MeasuredDay[];
  /** The sum of its people over these days. */
  people: number;
}

function describeLevels(menus: readonly ReportedMenu[], days: readonly ReportedDay[]): ReportLevel[] {
  const daysByGroup = new Map<string, GroupDays>();
  for (const { menu, people } of menus) {
    const menuDays = days.filter((reportedDay) => reportedDay.menu === menu);
    const dayByDate = new Map(menuDays.map(({ date, day }) => [date, day]));
    for (const [index, measuredDays] of measureDays(menu).entries()) {
      const group = menu.content.groups[index];
      const servedDays = measuredDays.filter(({ date }) => dayByDate.has(date));
      if (!group || servedDays.length === 0) continue;
      const key = JSON.stringify([group.name, group.level]);
      const groupDays = daysByGroup.get(key) ?? { group, days: [], people: 0 };
      daysByGroup.set(key, groupDays);
      groupDays.days.push(...servedDays);
      for (const { date } of servedDays) {
        groupDays.people += listGroupsOfDay(menu.content, dayByDate.get(date) ?? 1, people)[index]?.people ?? 0;
      }
    }
  }
  return [...daysByGroup.values()].map(describeLevel);
}

function describeLevel({ group: { name, level }, days, people }: GroupDays): ReportLevel {
  const figures = days.flatMap(listJudgedFigures);
  return {
    name,
    level,
    judged: days.every(({ isJudged }) => isJudged),
    days: days.length,
    people,
    average: describeMean(days),
    below: countJudged(figures, '不足'),
    above: countJudged(figures, '过量'),
  };
}

function describeMean(days: readonly MeasuredDay[]): Average {
  const foods = sumFoods(days);
  const nutrients = new Map(
    menuNutrients.map(({ key }) => [key, averageNutrient(days.flatMap((day) => day.nutrients.get(key) ?? []))]),
  );
  const cost = describeCost(averageCost(days.map((day) => day.cost)), foods);
  const evaluations = days.map((day) => day.evaluation);
  const weeks = new Set(days.map(({ date }) => findMonday(date))).size;
  return {
    nutrients: menuNutrients.flatMap((nutrient) => {
      const measure = nutrients.get(nutrient.key);
      const isShown = measure && (measure.isNamed || measure.knownGrams.isAbove(0));
      return isShown ? [describeNutrient(nutrient, measure, foods)] : [];
    }),
    categories: groupCategories(days).map(([name, measures]) => describeCategory(averageCategory(name, measures))),
    ...describeShares((key) => nutrients.get(key), averageShareRanges(days.map((day) => day.shareRanges))),
    salt: toTwoDecimals(saltFromSodium(nutrients.get('sodium')?.value ?? ZERO)),
    kinds: toTwoDecimals(new Ratio(BigInt(days.reduce((sum, { kinds }) => sum + kinds, 0)), BigInt(days.length))),
    evaluation: describeEvaluation(evaluations, weeks),
    ...(cost ? { cost } : {}),
  };
}

function groupCategories(days: readonly MeasuredDay[]) {
  const categories = days.flatMap((day) => day.categories);
  return [...Map.groupBy(categories, ({ name }) => name)];
}

/** The foods of all days, the heaviest first. */
function sumFoods(days: readonly MeasuredDay[]): { readonly code: string; readonly name: string }[] {
  const sums = new Map<string, { name: string; grams: Ratio }>();
  for (const [code, { name, grams }] of days.flatMap(({ foods }) => [...foods])) {
    sums.set(code, { name, grams: grams.plus(sums.get(code)?.grams ?? ZERO) });
  }
  return [...sums]
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
function listJudgedFigures({ nutrients, categories, shareRanges }: MeasuredDay): JudgedFigure[] {
  const nutrientFindings = menuNutrients.flatMap((nutrient) => {
    const measure = nutrients.get(nutrient.key);
    return measure ? [{ ...describeNutrient(nutrient, measure, []), key: nutrient.key }] : [];
  });
  const { judgedShares = [] } = describeShares((key) => nutrients.get(key), shareRanges);
  const otherFindings = [...categories.map(describeCategory), ...judgedShares];
  return [...nutrientFindings, ...otherFindings.map((finding) => ({ ...finding, key: finding.name }))];
}

/** Counts the days on which each figure had this judgement, the most days first. */
function countJudged(figures: readonly JudgedFigure[], judgement: Judgement): ReportLevel['below'] {
  const counts = new Map<string, { key: string; name: string; days: number }>();
  for (const { key, name } of figures.filter((figure) => figure.judgement === judgement)) {
    const count = counts.get(key) ?? { key, name, days: 0 };
    counts.set(key, count);
    count.days += 1;
  }
  return [...counts.values()].sort((a, b) => b.days - a.days);
}

/** Counts the meals in which each dish was served. A dish has the name of its last serving. */
function countDishes(days: readonly ReportedDay[]): Report['dishes'] {
  const counts = new Map<number, { name: string; times: number }>();
  for (const { menu, day } of days) {
    for (const { item, eaters } of listServings({ content: menu.content }, day)) {
      const name = menu.dishes.get(item.dish)?.name;
      if (name === undefined || eaters.length === 0) continue;
      counts.set(item.dish, { name, times: (counts.get(item.dish)?.times ?? 0) + 1 });
    }
  }
  return [...counts].map(([dish, count]) => ({ dish, ...count })).sort((a, b) => b.times - a.times || a.dish - b.dish);
}

interface BoughtFood {
  readonly name: string;
  readonly kilograms: Ratio;
  readonly cost?: Ratio;
}

/** Weighs the foods that were bought for all people, the heaviest first. */
function weighFoods(days: readonly ReportedDay[]): Report['foods'] {
  const sums = new Map<string, BoughtFood>();
  for (const { menu, people, day } of days) {
    for (const { item, portions } of listServings({ content: menu.content, people }, day)) {
      for (const { key, value } of menu.dishes.get(item.dish)?.ingredient ?? []) {
        const food = menu.foods.get(key);
        if (isWater(food)) continue;
        const kilograms = portions.times(value).times(kilogramsToBuyPerGram(food)).reduced();
        const price = menu.prices?.get(key);
        const { kilograms: kilogramsBefore = ZERO, cost: costBefore } = sums.get(key) ?? {};
        const cost = price === undefined ? costBefore : kilograms.times(price).plus(costBefore ?? ZERO);
        const sum = { name: kitchenName(food, key), kilograms: kilograms.plus(kilogramsBefore).reduced() };
        sums.set(key, cost ? { ...sum, cost } : sum);
      }
    }
  }
  return [...sums]
    .filter(([, { kilograms }]) => kilograms.isAbove(0))
    .sort(([codeA, a], [codeB, b]) => b.kilograms.compare(a.kilograms) || (codeA < codeB ? -1 : 1))
    .map(([code, { name, kilograms, cost }]) => ({
      code,
      name,
      kilograms: exactNumber(kilograms.toFixedUp(2)),
      ...(cost ? { cost: toTwoDecimals(cost) } : {}),
    }));
}
