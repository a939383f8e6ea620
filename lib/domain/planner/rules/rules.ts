import { completenessRule } from './completeness.ts';
import { cookingMethodsRule } from './cooking-methods.ts';
import { costRule } from './cost.ts';
import { darkVegetablesRule } from './dark-vegetables.ts';
import { foodKindsRule } from './food-kinds.ts';
import { friedDishesRule } from './fried-dishes.ts';
import { mainIngredientsRule } from './main-ingredients.ts';
import { preferenceRule } from './preference.ts';
import { rangesRule } from './ranges.ts';
import { repetitionRule } from './repetition.ts';
import type { Rule } from './rule.ts';
import { suitabilityRule } from './suitability.ts';
import { templateRule } from './template.ts';

/** All rules, in the order in which `unmet` reports them. The lists of rules in one row alternate, see `Rule.listUnmet`. */
export const RULES: readonly (readonly Rule[])[] = [
  [templateRule],
  [suitabilityRule],
  [repetitionRule],
  [rangesRule, foodKindsRule],
  [costRule],
  [preferenceRule],
  [completenessRule],
  [mainIngredientsRule, cookingMethodsRule, friedDishesRule],
  [darkVegetablesRule],
];
