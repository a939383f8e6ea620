import type { Ingredient } from './ingredient.ts';

type Classed = Pick<Ingredient, 'category' | 'foodCategory'>;

/** Classes of what a kitchen seasons and fries with. */
const SEASONING = new Set(['植物油', '盐', '糖']);

/** Categories of the catalogue whose foods make no meal richer: sweets, drinks, fats and condiments. */
const UNCOUNTED = /糖|蜜饯|饮料|酒|油脂|植物油|食用油|调味/;

/** Whether a food seasons others: its sodium counts as salt. */
export function isCondiment({ category, foodCategory }: Classed): boolean {
  return category.includes('调味') || foodCategory?.name === '盐';
}

/** Whether a food counts among the different kinds of food. Its class decides; its category where it is of no class. */
export function isKindOfFood(food: Classed): boolean {
  if (isCondiment(food)) return false;
  return food.foodCategory ? !SEASONING.has(food.foodCategory.name) : !UNCOUNTED.test(food.category);
}
