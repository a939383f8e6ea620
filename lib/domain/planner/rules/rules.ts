import { completenessRule } from './completeness.ts';
import { costRule } from './cost.ts';
import { darkVegetablesRule } from './dark-vegetables.ts';
import { foodKindsRule } from './food-kinds.ts';
import { likingRule } from './liking.ts';
import {
  capacityRule,
  cookingMethodsRule,
  foodClassesRule,
  friedDishesRule,
  mainIngredientsRule,
  mealRules,
} from './limit-rules.ts';
import { preferenceRule } from './preference.ts';
import { rangesRule } from './ranges.ts';
import { repetitionRule } from './repetition.ts';
import type { Rule } from './rule.ts';
import { sharedDishesRule } from './shared-dishes.ts';
import { suitabilityRule } from './suitability.ts';
import { templateRule } from './template.ts';

/** All rules, in the order in which `unmet` reports them. The lists of rules in one row alternate, see `Rule.listUnmet`. */
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
  [mainIngredientsRule, cookingMethodsRule, friedDishesRule, foodClassesRule, ...mealRules],
  [darkVegetablesRule],
];
