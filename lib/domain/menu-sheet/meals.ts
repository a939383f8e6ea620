import type { Level } from '../analysis/shape.ts';
import { type Allergen, sumAllergens } from '../ingredient/allergen.ts';
import { kitchenName } from '../ingredient/food.ts';
import { meals as inDay, type Meal, mealNames } from '../meal.ts';
import { describeRecipients, type MenuContent, reaches } from '../menu/menu.ts';
import { findFoodAllergens, type ResolvedMenu } from '../revision.ts';
import { addDays } from '../values/calendar.ts';
import { type Ratio, ratio } from '../values/ratio.ts';
import { listMealEnergy, type SheetEnergy } from './energy.ts';

/** People who eat the same, as the sheet names them. */
export interface SheetGroup {
  /** The letter by which figures refer to the group; empty where it is the only one. */
  readonly letter: string;
  readonly name: string;
  readonly people: number;
  /** The factor of its portions, such as `1.2`. */
  readonly factor: string;
  /** The names of its meals; absent where it takes all. */
  readonly meals?: readonly string[];
  /** The allergens that it avoids. */
  readonly avoid: readonly Allergen[];
}

/** A dish in a meal. */
export interface SheetDish {
  readonly name: string;
  /** The groups that get it, to follow the name, such as `（教师）`; empty: all that take the meal. */
  readonly recipientsSuffix: string;
  /** Whether the dish is gone. */
  readonly isGone: boolean;
  readonly ingredients: readonly SheetIngredient[];
  /** The allergens that it certainly contains. */
  readonly allergens: readonly Allergen[];
  /** Whether some of its allergens are unknown (不明). */
  readonly isUnclear: boolean;
}

interface SheetIngredient {
  readonly name: string;
  /**
   * Grams per person, such as `80`. If groups get different ones, all in the order of the meal: `80/96`, with `—` for
   * those that do not get it.
   */
  readonly grams: string;
}

/** A meal on all days. */
export interface SheetMeal {
  readonly name: string;
  /** The letters of the groups in the order of the grams, such as `A、C / B`; empty where the grams are the same. */
  readonly groupLetters: string;
  readonly days: readonly (readonly SheetDish[])[];
  /** Energy by day and group. */
  readonly energy: readonly (readonly SheetEnergy[])[];
}

/** The groups of a menu. */
export function listGroups({ groups, meals }: MenuContent): SheetGroup[] {
  return groups.map(({ name, people, factor, meals: taken, avoid }, index) => ({
    letter: groups.length === 1 ? '' : groupLetter(index),
    name,
    people,
    factor: ratio(factor).toText(),
    ...(taken.length === meals.length ? {} : { meals: nameMeals(taken) }),
    avoid,
  }));
}

/** The meals that serve something; all meals where none does. */
export function listMeals(
  facts: ResolvedMenu,
  names: ReadonlyMap<number, string>,
  levels: readonly Level[],
): SheetMeal[] {
  const { content } = facts;
  const all = inDay.filter((meal) => content.meals.includes(meal));
  const used = all.filter((meal) => content.items.some((item) => item.meal === meal));
  const groups = listGroups(content);
  return (used.length > 0 ? used : all).map((meal) => ({
    ...describeMeal(meal, facts, names),
    energy: Array.from({ length: content.days }, (_, day) =>
      listMealEnergy(meal, addDays(content.start, day), groups, levels),
    ),
  }));
}

function describeMeal(meal: Meal, served: ResolvedMenu, names: ReadonlyMap<number, string>): Omit<SheetMeal, 'energy'> {
  const { groups, days, items } = served.content;
  const eaters = groups.flatMap((group, index) =>
    group.meals.includes(meal) ? [{ group, letter: groupLetter(index) }] : [],
  );
  const byFactor = Map.groupBy(eaters, ({ group }) => ratio(group.factor).toText());
  const isPlain = groups.length === 1 || (byFactor.size === 1 && eaters.length === groups.length);
  const allergens = findFoodAllergens(served);
  const letters = [...byFactor.values()].map((some) => some.map(({ letter }) => letter).join('、'));
  return {
    name: mealNames[meal],
    groupLetters: isPlain ? '' : letters.join(' / '),
    days: Array.from({ length: days }, (_, index) => {
      const here = items.filter((item) => item.meal === meal && item.day === index + 1);
      return here.map((item) => {
        const factors = [...byFactor].map(([factor, some]) => {
          return some.some(({ group }) => reaches(item, group)) ? factor : undefined;
        });
        return describeDish(item, served, { factors, allergens, name: names.get(item.dish) ?? '' });
      });
    }),
  };
}

/** How the dishes of a meal are described. */
interface DishContext {
  readonly factors: readonly (string | undefined)[];
  readonly name: string;
  readonly allergens: ReturnType<typeof findFoodAllergens>;
}

function describeDish(
  item: MenuContent['items'][number],
  { content, dishes, foods }: ResolvedMenu,
  { factors, name, allergens }: DishContext,
): SheetDish {
  const { dish: id, portion } = item;
  const recipientsSuffix = describeRecipients(item, content.groups);
  const dish = dishes.get(id);
  if (!dish) return { name, recipientsSuffix, isGone: true, ingredients: [], allergens: [], isUnclear: true };
  const found = dish.ingredient.map(({ key, value }) => ({ key, value, food: foods.get(key) }));
  return {
    name: dish.name,
    recipientsSuffix,
    isGone: false,
    ingredients: found.map(({ key, value, food }) => ({
      name: kitchenName(food, key),
      grams: factors
        .map((factor) => (factor === undefined ? '—' : printGrams(ratio(value).times(portion).times(factor))))
        .join('/'),
    })),
    ...sumAllergens(found.map(({ key }) => allergens.get(key))),
  };
}

/** Grams as they can be weighed: to 0.1 g, below 1 g to 0.01 g. */
function printGrams(grams: Ratio): string {
  if (grams.isBelow('0.01')) return '<0.01';
  return ratio(grams.toFixed(grams.isBelow(1) ? 2 : 1)).toText();
}

function groupLetter(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index);
}

function nameMeals(some: readonly Meal[]): string[] {
  return inDay.filter((meal) => some.includes(meal)).map((meal) => mealNames[meal]);
}
