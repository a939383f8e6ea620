import type { PlannedMenu, Unmet } from '../answer.ts';
import { takeInTurn } from '../turns.ts';
import { completenessRule } from './completeness.ts';
import { costRule } from './cost.ts';
import { darkVegetablesRule } from './dark-vegetables.ts';
import { foodKindsRule } from './food-kinds.ts';
import { capacityRule, varietyRules } from './limit-rules.ts';
import { inLanguage } from './phrases.ts';
import { likingRule, preferenceRule } from './preference.ts';
import { rangesRule } from './ranges.ts';
import { repetitionRule } from './repetition.ts';
import type { Rule } from './rule.ts';
import { sharedDishesRule } from './shared-dishes.ts';
import { suitabilityRule } from './suitability.ts';
import { templateRule } from './template.ts';

/**
 * All rules, in the order in which `unmet` reports them. The lists of a row alternate, so that the entries about one group or span
 * stand together. A new rule goes into the row, or makes the row, at the place where `unmet` should report it. `Objective`
 * sums up its terms in this order within each kind: in another one sums may round differently, and seeds find other plans.
 */
export const RULES: readonly (readonly Rule[])[] = [
  [templateRule],
  [suitabilityRule],
  [repetitionRule],
  [sharedDishesRule],
  [rangesRule, foodKindsRule],
  [costRule],
  [preferenceRule, likingRule],
  [completenessRule],
  [capacityRule],
  varietyRules,
  [darkVegetablesRule],
];

const cutShortTexts = {
  zh: '计算量已达上限，搜索提前结束：可能还有更好的方案',
  en: 'The search used up its work and ended early: there may be a better plan',
};

/** Lists the rules that the menu breaks. An early end of the search comes first. */
export function listUnmet(menu: PlannedMenu): Unmet[] {
  const earlyEnd: Unmet = { rule: 'search', text: inLanguage(menu.problem, cutShortTexts) };
  const unmet = RULES.flatMap((rules) => takeInTurn(rules.map((rule) => rule.listUnmet?.(menu) ?? [])).flat());
  return menu.isCutShort ? [earlyEnd, ...unmet] : unmet;
}
