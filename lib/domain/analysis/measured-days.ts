import { Ratio } from '../values/ratio.ts';
import { readEating } from './analyse.ts';
import type { AnalysisInput } from './content.ts';
import { measureCost } from './cost.ts';
import { findShareRanges } from './energy.ts';
import { evaluateDay } from './evaluation.ts';
import { measureDayCategories, measureNutrient } from './findings.ts';
import { menuNutrients } from './foods.ts';
import { listKinds } from './kinds.ts';

/** The measures of what a group eats on a day. They are exact, so that days of different menus can be added up. */
export type MeasuredDay = ReturnType<typeof measureDays>[number]['days'][number];

/** Measures the days of each group of a menu, in the order of the groups. */
export function measureDays(input: AnalysisInput) {
  const { eatingGroups, weighed, prices } = readEating(input);
  return eatingGroups.map(({ group, figures, days }) => {
    const basis = { weighed, figures, level: figures.findLevel(group.level), nutrients: menuNutrients };
    const measuredDays = days.map((day) => ({
      date: day.date,
      nutrientByKey: new Map(menuNutrients.map(({ key }) => [key, measureNutrient(key, day, basis)])),
      categories: measureDayCategories(day, basis),
      // The ranges that judge the shares of its energy.
      shareRanges: findShareRanges(basis),
      kinds: listKinds(day.sums.gramsByCode, weighed).length,
      cost: measureCost(day, weighed, prices),
      evaluation: evaluateDay(day, group, { weighed, dishes: input.dishes }),
      foods: [...day.sums.gramsByCode].map(([code, grams]) => {
        const name = weighed.foods.byCode.get(code)?.name ?? code;
        return { code, name, grams: new Ratio(grams, weighed.gramsDenominator) };
      }),
      // Whether the standard has figures for the level.
      isJudged: basis.level !== undefined,
    }));
    return { group, days: measuredDays };
  });
}
