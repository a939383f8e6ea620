import type { GroupAnalysis } from '../analysis/shape.ts';
import { combineAllergens } from '../ingredient/allergen.ts';
import { kitchenName } from '../ingredient/food.ts';
import { type Meal, mealNames, meals as orderedMeals } from '../meal.ts';
import { describeRecipients, type MenuContent, type MenuItem, type NameByDish, reaches } from '../menu/menu.ts';
import { type ResolvedMenu, toAllergenFacts } from '../revision.ts';
import { addDays } from '../values/calendar.ts';
import { formatFigure } from '../values/output.ts';
import { type Ratio, ratio } from '../values/ratio.ts';

/** The energy that one group gets on a day or in a meal. */
export type SheetEnergy = ReturnType<typeof listEnergies>[number];

export type SheetGroup = ReturnType<typeof listGroups>[number];
export type SheetMeal = ReturnType<typeof listMeals>[number];
export type SheetDish = ReturnType<typeof describeDish>;

/** Lists the groups. Figures refer to a group by its letter, which is empty if it is the only one. */
export function listGroups({ groups, meals }: MenuContent) {
  return groups.map(({ name, people, factor, meals: takenMeals, avoid }, groupIndex) => ({
    letter: groups.length === 1 ? '' : String.fromCharCode('A'.charCodeAt(0) + groupIndex),
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
  readonly groups: readonly SheetGroup[];
  /** In the order of `groups`. */
  readonly analysisByGroup: readonly GroupAnalysis[];
}

/** Lists the meals of a menu that have dishes; all its meals if none has. */
export function listMeals(facts: MealFacts) {
  const { content } = facts.menu;
  const allMeals = orderedMeals.filter((meal) => content.meals.includes(meal));
  const servedMeals = allMeals.filter((meal) => content.items.some((item) => item.meal === meal));
  return (servedMeals.length > 0 ? servedMeals : allMeals).map((meal) => ({
    ...describeMeal(meal, facts),
    energiesByDay: Array.from({ length: content.days }, (_, dayIndex) =>
      listEnergies({ date: addDays(content.start, dayIndex), meal }, facts.groups, facts.analysisByGroup),
    ),
  }));
}

function describeMeal(meal: Meal, { menu, nameByDish, groups: sheetGroups }: MealFacts) {
  const { groups, days: dayCount, items } = menu.content;
  const eatingGroups = groups.flatMap((group, groupIndex) =>
    group.meals.includes(meal) ? [{ group, letter: sheetGroups[groupIndex]?.letter ?? '' }] : [],
  );
  const groupsByFactor = Map.groupBy(eatingGroups, ({ group }) => ratio(group.factor).toText());
  const allGetSame = groups.length === 1 || (groupsByFactor.size === 1 && eatingGroups.length === groups.length);
  const lettersByFactor = [...groupsByFactor.values()].map((sameGroups) => sameGroups.map(({ letter }) => letter));
  const allergensByCode = toAllergenFacts(menu);
  const describeItem = (item: MenuItem) => {
    const factors = [...groupsByFactor].map(([factor, sameGroups]) => {
      return sameGroups.some(({ group }) => reaches(item, group)) ? factor : undefined;
    });
    return describeDish(item, menu, { factors, allergensByCode, deletedName: nameByDish.get(item.dish) ?? '' });
  };
  return {
    name: mealNames[meal],
    groupLetters: allGetSame ? '' : lettersByFactor.map((letters) => letters.join('、')).join(' / '),
    // The days of items count from 1.
    dishesByDay: Array.from({ length: dayCount }, (_, dayIndex) =>
      items.filter((item) => item.meal === meal && item.day === dayIndex + 1).map(describeItem),
    ),
  };
}

interface DishContext {
  /** The different factors of the meal's groups; undefined in the place of a factor whose groups do not get the dish. */
  readonly factors: readonly (string | undefined)[];
  /** What the dish is called if it was deleted. */
  readonly deletedName: string;
  readonly allergensByCode: ReturnType<typeof toAllergenFacts>;
}

function describeDish(
  item: MenuItem,
  { content, dishes, foods }: ResolvedMenu,
  { factors, deletedName, allergensByCode }: DishContext,
) {
  const recipientsSuffix = describeRecipients(item, content.groups);
  const dish = dishes.get(item.dish);
  if (!dish) return { name: deletedName, recipientsSuffix, isDeleted: true, ingredients: [], ...combineAllergens([]) };
  return {
    name: dish.name,
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

/**
 * Lists the energy in kJ that each group gets on a date or, if `meal` is given, in one meal of it. Only the energy of a whole
 * day is judged. `analysisByGroup` has the order of `groups`. Groups that get nothing are left out.
 */
export function listEnergies(
  { date, meal }: { readonly date: string; readonly meal?: Meal },
  groups: readonly { readonly letter: string }[],
  analysisByGroup: readonly GroupAnalysis[],
) {
  return groups.flatMap(({ letter }, groupIndex) => {
    const day = analysisByGroup[groupIndex]?.days.find((groupDay) => groupDay.date === date);
    if (meal !== undefined) {
      const energy = day?.meals.find((groupMeal) => groupMeal.meal === meal)?.energy;
      return energy ? [{ letter, value: formatFigure(energy.rawJSON) }] : [];
    }
    const finding = day?.nutrients.find(({ key }) => key === 'energy');
    if (!finding) return [];
    const { value, judgement } = finding;
    return [{ letter, value: formatFigure(value.rawJSON), ...(judgement ? { judgement } : {}) }];
  });
}
