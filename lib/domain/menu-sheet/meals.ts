import type { Group } from '../analysis/content.ts';
import type { GroupAnalysis } from '../analysis/shape.ts';
import { type CombinedAllergens, combineAllergens } from '../ingredient/allergen.ts';
import { kitchenName } from '../ingredient/food.ts';
import { type Meal, mealNames, meals as orderedMeals } from '../meal.ts';
import { describeRecipients, type MenuContent, type MenuItem, type NameByDish, reaches } from '../menu/menu.ts';
import type { ResolvedMenu, toAllergenFacts } from '../revision.ts';
import { formatFigure } from '../values/output.ts';
import { type Ratio, ratio } from '../values/ratio.ts';
import type { AnalysedGroup } from './figures.ts';

/** The energy that one group gets on a day or in a meal. */
export interface SheetEnergy extends Pick<AnalysedGroup, 'letter'> {
  readonly kJ: string;
  /** Of a whole day only, since a single meal is not judged. */
  readonly judgement?: string;
}

export interface SheetGroup extends Pick<AnalysedGroup, 'letter'>, Pick<Group, 'name' | 'people' | 'avoid'> {
  readonly factor: string;
  /** The names of its meals; absent if it takes all meals of the menu. */
  readonly meals?: readonly string[];
}

export interface SheetMeal {
  readonly name: string;
  /** The letters of the groups, in the order of the grams of each ingredient; empty if all groups get the same grams. */
  readonly gramsLegend: string;
  readonly dishesByDay: readonly (readonly SheetDish[])[];
  readonly energiesByDay: readonly (readonly SheetEnergy[])[];
}

export interface SheetDish extends CombinedAllergens {
  readonly name: string;
  readonly recipientsSuffix: string;
  readonly isDeleted: boolean;
  /** `grams` are the different ones of the meal's groups: `80/96`. */
  readonly ingredients: readonly Readonly<Record<'name' | 'grams', string>>[];
}

export function listGroups(groups: readonly AnalysedGroup[], { meals }: Pick<MenuContent, 'meals'>): SheetGroup[] {
  return groups.map(({ letter, group: { name, people, factor, meals: takenMeals, avoid } }) => ({
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
  /** The names of all dishes as they are stored with the menu, for dishes that were deleted since. */
  readonly nameByDish: NameByDish;
  readonly allergensByCode: ReturnType<typeof toAllergenFacts>;
  readonly groups: readonly AnalysedGroup[];
  readonly dates: readonly string[];
}

/** Lists the meals of a menu that have dishes; all its meals if none has. */
export function listMeals(facts: MealFacts): SheetMeal[] {
  const { content } = facts.menu;
  const allMeals = orderedMeals.filter((meal) => content.meals.includes(meal));
  const servedMeals = allMeals.filter((meal) => content.items.some((item) => item.meal === meal));
  return (servedMeals.length > 0 ? servedMeals : allMeals).map((meal) => describeMeal(meal, facts));
}

function describeMeal(meal: Meal, facts: MealFacts): SheetMeal {
  const { menu, groups, dates } = facts;
  const eatingGroups = groups.filter(({ group }) => group.meals.includes(meal));
  const groupsByFactor = Map.groupBy(eatingGroups, ({ group }) => ratio(group.factor).toText());
  const allGetSame = groups.length === 1 || (groupsByFactor.size === 1 && eatingGroups.length === groups.length);
  const letterLists = [...groupsByFactor.values()].map((sameGroups) => sameGroups.map(({ letter }) => letter));
  const describeItem = (item: MenuItem) => {
    const factors = [...groupsByFactor].map(([factor, sameGroups]) => {
      return sameGroups.some(({ group }) => reaches(item, group)) ? factor : undefined;
    });
    return describeDish(item, factors, facts);
  };
  return {
    name: mealNames[meal],
    gramsLegend: allGetSame ? '' : letterLists.map((letters) => letters.join('、')).join(' / '),
    // The days of items count from 1.
    dishesByDay: dates.map((_, dayIndex) =>
      menu.content.items.filter((item) => item.meal === meal && item.day === dayIndex + 1).map(describeItem),
    ),
    energiesByDay: dates.map((date) => listMealEnergies(date, meal, groups)),
  };
}

/** Describes a dish for the different factors of the meal's groups. A factor is undefined if its groups do not get the dish. */
function describeDish(item: MenuItem, factors: readonly (string | undefined)[], facts: MealFacts): SheetDish {
  const { menu, nameByDish, allergensByCode } = facts;
  const { content, dishes, foods } = menu;
  const recipientsSuffix = describeRecipients(item, content.groups);
  const dish = dishes.get(item.dish);
  const name = dish?.name ?? nameByDish.get(item.dish) ?? '';
  if (!dish) return { name, recipientsSuffix, isDeleted: true, ingredients: [], ...combineAllergens([]) };
  return {
    name,
    recipientsSuffix,
    isDeleted: false,
    ingredients: dish.ingredient.map(({ key, value }) => {
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
    const finding = findDay(analysis, date)?.nutrients.find(({ key }) => key === 'energy');
    if (!finding) return [];
    const { value, judgement } = finding;
    return [{ letter, kJ: formatFigure(value.rawJSON), ...(judgement ? { judgement } : {}) }];
  });
}

/** Lists the energy of each group in a meal of a date. Groups that get nothing are left out. */
function listMealEnergies(date: string, meal: Meal, groups: readonly AnalysedGroup[]): SheetEnergy[] {
  return groups.flatMap(({ letter, analysis }) => {
    const energy = findDay(analysis, date)?.meals.find((groupMeal) => groupMeal.meal === meal)?.energy;
    return energy ? [{ letter, kJ: formatFigure(energy.rawJSON) }] : [];
  });
}

const findDay = ({ days }: GroupAnalysis, date: string) => days.find((day) => day.date === date);
