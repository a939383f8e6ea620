import { combineAllergens } from '../ingredient/allergen.ts';
import { kitchenName } from '../ingredient/food.ts';
import { type Meal, mealNames, meals as orderedMeals } from '../meal.ts';
import { describeRecipients, type MenuContent, type MenuItem, type NameByDish, reaches } from '../menu/menu.ts';
import { type ResolvedMenu, toAllergenFacts } from '../revision.ts';
import { formatFigure } from '../values/output.ts';
import { type Ratio, ratio } from '../values/ratio.ts';
import type { AnalysedGroup } from './figures.ts';

/** The energy that one group gets on a day or in a meal, in kJ. */
export interface SheetEnergy extends Pick<AnalysedGroup, 'letter'> {
  readonly value: string;
  /** Of a whole day only, since a single meal is not judged. */
  readonly judgement?: string;
}

export type SheetGroup = ReturnType<typeof listGroups>[number];
export type SheetMeal = ReturnType<typeof listMeals>[number];
export type SheetDish = ReturnType<typeof describeDish>;

/** Describes the groups as the sheet lists them. `meals` is absent for a group that takes all meals of the menu. */
export function listGroups(analysedGroups: readonly AnalysedGroup[], { meals }: Pick<MenuContent, 'meals'>) {
  return analysedGroups.map(({ letter, group: { name, people, factor, meals: takenMeals, avoid } }) => ({
    letter,
    name,
    people,
    factor: ratio(factor).toText(),
    ...(takenMeals.length === meals.length
      ? {}
      : { meals: orderedMeals.filter((meal) => takenMeals.includes(meal)).map((meal) => mealNames[meal]) }),
    avoid,
  }));
}

interface MealFacts {
  readonly menu: ResolvedMenu;
  /** The stored names of all dishes by id, for those that are deleted. */
  readonly nameByDish: NameByDish;
  readonly groups: readonly AnalysedGroup[];
  /** The dates of the menu's days. */
  readonly dates: readonly string[];
}

/** Lists the meals of a menu that have dishes; all its meals if none has. */
export function listMeals(facts: MealFacts) {
  const { content } = facts.menu;
  const allMeals = orderedMeals.filter((meal) => content.meals.includes(meal));
  const servedMeals = allMeals.filter((meal) => content.items.some((item) => item.meal === meal));
  return (servedMeals.length > 0 ? servedMeals : allMeals).map((meal) => ({
    ...describeMeal(meal, facts),
    energiesByDay: facts.dates.map((date) => listMealEnergies(date, meal, facts.groups)),
  }));
}

function describeMeal(meal: Meal, facts: MealFacts) {
  const { menu, groups, dates } = facts;
  const eatingGroups = groups.filter(({ group }) => group.meals.includes(meal));
  const groupsByFactor = Map.groupBy(eatingGroups, ({ group }) => ratio(group.factor).toText());
  const allGetSame = groups.length === 1 || (groupsByFactor.size === 1 && eatingGroups.length === groups.length);
  const lettersByFactor = [...groupsByFactor.values()].map((sameGroups) => sameGroups.map(({ letter }) => letter));
  const describeItem = (item: MenuItem) => {
    const factors = [...groupsByFactor].map(([factor, sameGroups]) => {
      return sameGroups.some(({ group }) => reaches(item, group)) ? factor : undefined;
    });
    return describeDish(item, factors, facts);
  };
  return {
    name: mealNames[meal],
    // In the order of the grams of each ingredient; empty if there is only one number of grams, for all groups.
    groupLetters: allGetSame ? '' : lettersByFactor.map((letters) => letters.join('、')).join(' / '),
    // The days of items count from 1.
    dishesByDay: dates.map((_, dayIndex) =>
      menu.content.items.filter((item) => item.meal === meal && item.day === dayIndex + 1).map(describeItem),
    ),
  };
}

/**
 * Describes a dish of a meal. `factors` are the different factors of the meal's groups; undefined takes the place of a factor
 * whose groups do not get the dish.
 */
function describeDish(item: MenuItem, factors: readonly (string | undefined)[], { menu, nameByDish }: MealFacts) {
  const { content, dishes, foods } = menu;
  const recipientsSuffix = describeRecipients(item, content.groups);
  const dish = dishes.get(item.dish);
  const name = dish?.name ?? nameByDish.get(item.dish) ?? '';
  if (!dish) return { name, recipientsSuffix, isDeleted: true, ingredients: [], ...combineAllergens([]) };
  const allergensByCode = toAllergenFacts(menu);
  return {
    name,
    recipientsSuffix,
    isDeleted: false,
    ingredients: dish.ingredient.map(({ key, value }) => {
      // If groups get different grams, all of them in the order of the meal's letters: `80/96`.
      const grams = factors.map((factor) => {
        return factor === undefined ? '—' : printWeighableGrams(ratio(value).times(item.portion).times(factor));
      });
      return { name: kitchenName(foods.get(key), key), grams: grams.join('/') };
    }),
    ...combineAllergens(dish.ingredient.map(({ key }) => allergensByCode.get(key))),
  };
}

/** Prints grams as kitchens can weigh them: to 0.1 g, below 1 g to 0.01 g, and less as `<0.01`. */
function printWeighableGrams(grams: Ratio): string {
  if (grams.isBelow('0.01')) return '<0.01';
  return ratio(grams.toFixed(grams.isBelow(1) ? 2 : 1)).toText();
}

/** Lists the energy of each group on a date. Groups that get nothing are left out. */
export function listDayEnergies(date: string, groups: readonly AnalysedGroup[]): SheetEnergy[] {
  return groups.flatMap(({ letter, analysis }) => {
    const day = analysis.days.find((groupDay) => groupDay.date === date);
    const finding = day?.nutrients.find(({ key }) => key === 'energy');
    if (!finding) return [];
    const { value, judgement } = finding;
    return [{ letter, value: formatFigure(value.rawJSON), ...(judgement ? { judgement } : {}) }];
  });
}

/** Lists the energy of each group in a meal of a date. Groups that get nothing are left out. */
function listMealEnergies(date: string, meal: Meal, groups: readonly AnalysedGroup[]): SheetEnergy[] {
  return groups.flatMap(({ letter, analysis }) => {
    const day = analysis.days.find((groupDay) => groupDay.date === date);
    const energy = day?.meals.find((groupMeal) => groupMeal.meal === meal)?.energy;
    return energy ? [{ letter, value: formatFigure(energy.rawJSON) }] : [];
  });
}
