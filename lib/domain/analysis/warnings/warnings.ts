import { kitchenName } from '../../ingredient/food.ts';
import { meals } from '../../meal.ts';
import { type MenuContent, type MenuItem, reaches } from '../../menu/menu.ts';
import { addDays } from '../../values/calendar.ts';
import { listAllergenFindings } from '../allergens.ts';
import type { AnalysedDish, AnalysisInput } from '../content.ts';
import { listForbiddenOfItem } from '../forbidden.ts';
import type { Warning } from '../shape.ts';
import { type EatingGroup, warnOfStandards } from './standard-warnings.ts';
import { type Texts, warningTexts } from './warning-texts.ts';

/** The maximum number of warnings that are listed. One more says how many are left out. */
const MAX_WARNINGS = 500;
/** The minimum distance in days between two servings of a dish. */
const MIN_DAYS_APART = 3;
/** Marks of dishes that are served every day. */
export const dailyMarks: ReadonlySet<string> = new Set(['主食', '粥', '奶类', '饮品']);

/** What warnings are about, and their texts in the language of the answer. */
type WarningInput = AnalysisInput & { readonly texts: Texts };

/** Lists the warnings about standards, meals, allergens, forbidden dishes, and other faults of dishes, in this order. */
export function listWarnings(menu: AnalysisInput, eatingGroups: readonly EatingGroup[]): Warning[] {
  const texts = warningTexts[menu.language ?? 'zh'];
  const input = { ...menu, texts };
  const { items } = menu.content;
  const warnings = [
    ...warnOfStandards(input, eatingGroups, texts),
    ...warnOfMeals(input),
    ...warnOfAllergens(input),
    ...items.flatMap((item) => warnOfForbidden(item, input)),
    ...items.flatMap((item, itemIndex) => warnOfItem(item, itemIndex, input)),
  ];
  if (warnings.length <= MAX_WARNINGS) return warnings;
  const lastWarning: Warning = { kind: 'more', text: texts.more(warnings.length - MAX_WARNINGS) };
  return [...warnings.slice(0, MAX_WARNINGS), lastWarning];
}

/** Warns of meals that serve nothing, and of those that serve nothing to a group that eats them. */
function warnOfMeals({ texts, daysOff = [], content }: WarningInput): Warning[] {
  const { days, items, groups } = content;
  const itemsByMeal = Map.groupBy(items, ({ day, meal }) => `${day} ${meal}`);
  const servedDays = new Set(items.map(({ day }) => day));
  const allDays = Array.from({ length: days }, (_, dayIndex) => dayIndex + 1);
  const workingDays = allDays.filter((day) => servedDays.has(day) || !daysOff.includes(day));
  return workingDays.flatMap((day) =>
    content.meals.flatMap((meal): Warning[] => {
      const mealItems = itemsByMeal.get(`${day} ${meal}`);
      if (!mealItems) return [{ kind: 'empty_meal', text: texts.emptyMeal(day, meal), day, meal }];
      return groups
        .filter((group) => group.meals.includes(meal) && !mealItems.some((item) => reaches(item, group)))
        .map(({ name: group }) => {
          return { kind: 'empty_meal', text: texts.emptyMealForGroup(day, meal, group), group, day, meal };
        });
    }),
  );
}

function warnOfAllergens(input: WarningInput): Warning[] {
  const { texts } = input;
  return listAllergenFindings(input).map(({ item, group: { name: group, level, avoid }, code, allergens }) => {
    const { day, meal, dish: dishId } = item;
    const dish = input.dishes.get(dishId)?.name ?? '';
    const food = code === undefined ? undefined : kitchenName(input.foods.get(code), code);
    const text =
      allergens.length > 0
        ? texts.allergen({ dish, food, group, allergens: allergens.join('、') })
        : texts.allergenUnknown({ dish, food, group, allergens: avoid.join('、') });
    const ingredient = code === undefined ? {} : { ingredient: code };
    return { kind: 'allergen', text, level, group, day, meal, dish: dishId, ...ingredient };
  });
}

function warnOfForbidden(item: MenuItem, input: WarningInput): Warning[] {
  const { texts } = input;
  const { day, meal, dish: dishId } = item;
  const dishName = input.dishes.get(dishId)?.name ?? '';
  return listForbiddenOfItem(item, input).map((forbidden): Warning => {
    const facts = { kind: 'forbidden', day, meal, dish: dishId } as const;
    if ('mark' in forbidden) return { ...facts, text: texts.forbiddenMark(dishName, forbidden.mark) };
    const food = kitchenName(input.foods.get(forbidden.code), forbidden.code);
    return { ...facts, text: texts.forbiddenFood(dishName, food), ingredient: forbidden.code };
  });
}

/** Returns the month of a day of the menu. Both are counted from 1. */
export function toMonth({ start }: Pick<MenuContent, 'start'>, day: number): number {
  return Number(addDays(start, day - 1).slice(5, 7));
}

/** Whether the dish is meant for the month. */
export function isOfMonth(dish: Pick<AnalysedDish, 'month'>, month: number): boolean {
  return dish.month.length === 0 || dish.month.includes(month);
}

/** Warns of a dish that is gone, out of season or repeated, and of its foods that are avoided or unlisted. */
function warnOfItem(item: MenuItem, itemIndex: number, input: WarningInput): Warning[] {
  const { texts } = input;
  const { day, meal, dish: dishId } = item;
  const slot = { day, meal, dish: dishId };
  const dish = input.dishes.get(dishId);
  if (!dish) return [{ kind: 'missing_dish', text: texts.missingDish(dishId), ...slot }];
  const warnings = dish.ingredient.flatMap(({ key }) => warnOfFood(key, { ...slot, name: dish.name }, input));
  const month = toMonth(input.content, day);
  if (!isOfMonth(dish, month))
    warnings.push({ kind: 'out_of_season', text: texts.outOfSeason(dish.name, month), ...slot });
  const earlier = dailyMarks.has(dish.mark) ? undefined : findEarlierServing(item, itemIndex, input);
  const repeatedText = earlier && texts.repeatedDish(dish.name, MIN_DAYS_APART, earlier.day, earlier.meal);
  return repeatedText ? [...warnings, { kind: 'repeated_dish', text: repeatedText, ...slot }] : warnings;
}

function warnOfFood(
  code: string,
  { name, ...slot }: Pick<MenuItem, 'day' | 'meal' | 'dish'> & Pick<AnalysedDish, 'name'>,
  { foods, marks, texts }: WarningInput,
): Warning[] {
  const food = foods.get(code);
  const facts = { ...slot, ingredient: code };
  const avoidedText = texts.avoided(name, kitchenName(food, code));
  return [
    ...(marks.get(code) === '忌用' ? [{ kind: 'avoided' as const, text: avoidedText, ...facts }] : []),
    ...(food ? [] : [{ kind: 'unlisted_ingredient' as const, text: texts.unlisted(name, code), ...facts }]),
  ];
}

/** Finds the last earlier serving of the same dish to the same groups, on the same day or one of the two days before. */
function findEarlierServing({ day, meal, dish, groups }: MenuItem, itemIndex: number, { content }: AnalysisInput) {
  const toMealNumber = (item: Pick<MenuItem, 'day' | 'meal'>) => item.day * meals.length + meals.indexOf(item.meal);
  return content.items
    .filter((other, otherIndex) => otherIndex !== itemIndex && other.dish === dish && day - other.day < MIN_DAYS_APART)
    .filter((other) => toMealNumber(other) < toMealNumber({ day, meal }))
    .filter((other) => !groups || (other.groups?.some((group) => groups.includes(group)) ?? true))
    .toSorted((a, b) => toMealNumber(a) - toMealNumber(b))
    .at(-1);
}
