import { findGroupStandard, MAX_FOODS } from '../../analysis/content.ts';
import { exactNumber } from '../../values/output.ts';
import { listAnalysedGroups, type PlannedMenu, type Unmet } from '../answer.ts';
import { inLanguage } from './phrases.ts';
import type { Rule } from './rule.ts';

/** All dishes are considered, and each group has a standard that judges it. This depends on the problem, not on the plan. */
export const completenessRule = { listUnmet: (menu) => [judgeCompleteness(menu)] } satisfies Rule;

const texts = {
  zh: {
    leftOut: (dishCount: number) => `可选菜品的食材共超过 ${MAX_FOODS} 种，食材多的 ${dishCount} 道菜品未考虑`,
    noStandard: '没有营养标准，营养素和食物类别未评判',
    noLevel: (level: string) => `标准中没有“${level}”，其营养素和食物类别未评判`,
  },
  en: {
    leftOut: (dishCount: number) =>
      `The dishes have more than ${MAX_FOODS} foods together: ${dishCount} dishes of many foods were not considered`,
    noStandard: 'There is no standard: nutrients and food categories are not judged',
    noLevel: (level: string) =>
      `The standard has nothing for "${level}": its nutrients and food categories are not judged`,
  },
};

/** Reports how many dishes were left out, a group without a standard, and levels that standards have no figures for. */
function judgeCompleteness(menu: PlannedMenu): Unmet[] {
  const { problem } = menu;
  const { leftOutDishCount = 0 } = problem;
  const phrases = inLanguage(problem, texts);
  const analysedGroups = listAnalysedGroups(menu);
  const groupsWithStandard = analysedGroups.filter(({ group }) => findGroupStandard(group, problem) !== undefined);
  const groupsWithoutFigures = groupsWithStandard.filter(({ groupAnalysis }) => !groupAnalysis.judged);
  const unmet: Unmet[] = [];
  if (leftOutDishCount > 0)
    unmet.push({ rule: 'foods', text: phrases.leftOut(leftOutDishCount), by: exactNumber(String(leftOutDishCount)) });
  if (groupsWithStandard.length < analysedGroups.length) unmet.push({ rule: 'standard', text: phrases.noStandard });
  for (const level of new Set(groupsWithoutFigures.map(({ group }) => group.level)))
    unmet.push({ rule: 'standard', text: phrases.noLevel(level), level });
  return unmet;
}
