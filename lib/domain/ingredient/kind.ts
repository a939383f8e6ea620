import type { Ingredient } from './ingredient.ts';

type Classed = Pick<Ingredient, 'category' | 'foodCategory'>;

/** Classes of what a kitchen seasons and fries with. */
const SEASONING = new Set(['植物油', '盐', '糖']);

/** Categories of the catalogue whose foods make no meal richer: sweets, drinks, fats and condiments. */
const UNCOUNTED = /糖|蜜饯|饮料|酒|油脂|植物油|食用油|调味/;

/** The category of what only weighs: water that a dish is cooked or mixed with. */
const WATER = '水';

/**
 * Whether a food is water. It weighs and has nothing in it: labels count and list it, nobody buys it, and how much is
 * known of a dish does not depend on it.
 */
export function isWater(food: Pick<Ingredient, 'category'> | undefined): boolean {
  return food?.category === WATER;
}

/** Whether a food seasons others: its sodium counts as salt. */
export function isCondiment({ category, foodCategory }: Classed): boolean {
  return category.includes('调味') || foodCategory?.name === '盐';
}

/** Whether a food counts among the different kinds of food. Its class decides; its category where it is of no class. */
export function isKindOfFood(food: Classed): boolean {
  if (isCondiment(food) || isWater(food)) return false;
  return food.foodCategory ? !SEASONING.has(food.foodCategory.name) : !UNCOUNTED.test(food.category);
}
