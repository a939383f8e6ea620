import { analyse } from '../../../lib/domain/analysis/analyse.ts';
import { findNutrient } from '../../../lib/domain/analysis/figures.ts';
import { type Meal, meals } from '../../../lib/domain/menu/menu.ts';
import type { PurchaseInput } from '../../../lib/domain/purchase/purchase.ts';
import { calculateCost, calculateLevels } from '../../lib/domain/analysis/calculator.ts';
import { calculatePurchase } from '../../lib/domain/purchase/calculator.ts';
import type { ModelContent } from './menu-arguments.ts';
import { dishesOf, ID_FACTOR, PLATFORM, type World } from './world.ts';

type Input = Parameters<typeof analyse>[0];

/**
 * The analysis of a menu as the world is. Amounts and judgements come from the tests' own calculator. Warnings, and the
 * sources of a nutrient, come from the service's function with the model's data.
 */
export function analysisOf(world: World, unit: number, menu: Omit<ModelContent, 'names'>, nutrient?: string): unknown {
  const input = { ...toInput(world, unit, menu), nutrient: nutrient ? findNutrient(nutrient) : undefined };
  const { levels, warnings } = JSON.parse(JSON.stringify(analyse(input)));
  const calculated = calculateLevels(input).map((level, index) => {
    const { contributions } = levels[index];
    return { ...(toNumbers(level) as object), ...(contributions ? { contributions } : {}) };
  });
  return { levels: calculated, warnings };
}

/** The cost of a planned menu, by the tests' own calculator. Undefined where the unit has no prices. */
export function planCostOf(world: World, unit: number, menu: Omit<ModelContent, 'names'>): unknown {
  return toNumbers(calculateCost(toInput(world, unit, menu)));
}

/** The purchase of a menu, by the tests' own calculator. */
export function purchaseOf(bought: PurchaseInput, reserve: string): unknown {
  return toNumbers(calculatePurchase(bought, { reserve }));
}

export function toInput(world: World, unit: number, menu: Omit<ModelContent, 'names'>): Input & PurchaseInput {
  const dishes = [unit, PLATFORM].flatMap((owner) => dishesOf(world, owner));
  const served = new Set(menu.items.map(({ dish }) => dish));
  const { breakfast, lunch, dinner } = world.units.get(unit) ?? { breakfast: 30, lunch: 40, dinner: 30 };
  const standard = menu.standard === undefined ? undefined : world.standards.get(menu.standard);
  const marks = [...(world.marks.get(unit) ?? [])] as [string, '常用' | '忌用'][];
  return {
    content: {
      name: menu.name,
      start: menu.start,
      days: menu.days,
      meals: toMeals(menu.meals),
      groups: menu.groups.map((group) => {
        return { ...group, factor: String(group.factor), meals: toMeals(group.meals ?? menu.meals) };
      }),
      items: menu.items.map((item) => {
        return { ...item, meal: meals.find((meal) => meal === item.meal) ?? 'lunch', portion: String(item.portion) };
      }),
    },
    dishes: new Map(
      dishes
        .filter(({ id }) => served.has(id) && Math.floor(id / ID_FACTOR) in { [unit]: 1, [PLATFORM]: 1 })
        .map((dish) => {
          const ingredient = dish.ingredient.map((part) => ({ ...part, value: String(part.value) }));
          return [dish.id, { ...dish, ingredient }];
        }),
    ),
    foods: new Map(
      world.foods.map((food) => [food.code, { ...food, foodCategory: food.foodCategory ?? undefined }] as const),
    ),
    marks: new Map(marks),
    prices: new Map(world.prices.get(unit)),
    shares: { breakfast: breakfast.toFixed(2), lunch: lunch.toFixed(2), dinner: dinner.toFixed(2) },
    ...(standard?.vendors.includes(unit) ? { standard: toTexts(standard) } : {}),
  };
}

function toTexts(standard: NonNullable<ReturnType<World['standards']['get']>>) {
  const { overflow, foodCategoryDay, foodCategoryWeek, ingredient } = standard;
  return {
    overflow: String(overflow),
    foodCategoryDay: JSON.stringify(foodCategoryDay),
    foodCategoryWeek: JSON.stringify(foodCategoryWeek),
    ingredient: JSON.stringify(ingredient),
  };
}

function toMeals(names: readonly string[]): Meal[] {
  return meals.filter((meal) => names.includes(meal));
}

/** Keys of texts. All other texts of the calculator are numbers. */
const TEXTS = new Set(['key', 'code', 'category', 'name', 'unit', 'level', 'date', 'meal', 'judgement']);

function toNumbers(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return TEXTS.has(key) ? value : Number(value);
  // Lists of names and codes.
  if (key === 'missing' || key === 'unassigned' || key === 'flags') return value;
  if (Array.isArray(value)) return value.map((one) => toNumbers(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toNumbers(one, name)]));
}
