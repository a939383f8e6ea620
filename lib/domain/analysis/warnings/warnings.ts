import { meals } from '../../meal.ts';
import type { MenuContent } from '../../menu/menu.ts';
import { dayAfter } from '../../values/calendar.ts';
import type { AnalysedDish, AnalysisInput } from '../content.ts';
import type { EatenDay } from '../days.ts';
import type { Figures } from '../figures.ts';
import type { Warning } from '../shape.ts';
import { warningTexts } from './warning-texts.ts';

/** The most warnings that are listed. One more tells how many are left out. */
const MOST_WARNINGS = 500;
/** A dish should not come again within so many days. */
const DAYS_APART = 3;
/** Marks of dishes that are served every day. */
const daily = new Set(['主食', '粥', '奶类', '饮品']);

/** Whether dishes of this mark may come every day. */
export function isDaily(mark: string): boolean {
  return daily.has(mark);
}

type Texts = (typeof warningTexts)['zh'];

function textsOf({ language = 'zh' }: Pick<AnalysisInput, 'language'>): Texts {
  return warningTexts[language];
}

/** What a group eats, for the warnings of its level. */
interface EatingLevel {
  readonly level: string;
  readonly days: readonly EatenDay[];
}

/** All warnings of the analysis: about the standard, about meals, about dishes in the order served. */
export function findWarnings(
  input: AnalysisInput,
  figures: Figures,
  levels: readonly EatingLevel[],
  categories: ReadonlySet<string>,
): Warning[] {
  const warnings = [
    ...warnOfStandard(input, figures, levels, categories),
    ...warnOfMeals(input),
    ...input.content.items.flatMap((item, index) => warnOfItem(item, index, input)),
  ];
  if (warnings.length <= MOST_WARNINGS) return warnings;
  const more: Warning = { kind: 'more', text: textsOf(input).more(warnings.length - MOST_WARNINGS) };
  return [...warnings.slice(0, MOST_WARNINGS), more];
}

function warnOfStandard(
  input: AnalysisInput,
  figures: Figures,
  levels: readonly EatingLevel[],
  categories: ReadonlySet<string>,
): Warning[] {
  const say = textsOf(input);
  const unshared = levels.flatMap(({ level, days }) => warnOfShares(level, days, say));
  if (!input.standard) return [{ kind: 'no_standard', text: say.noStandard }, ...unshared];
  const named = new Set([...figures.day, ...figures.week].map(([name]) => name));
  const unknown = [...named].filter((name) => !categories.has(name));
  return [
    ...[...new Set(levels.map(({ level }) => level))].flatMap((level) => warnOfLevel(level, figures, say)),
    ...unshared,
    ...unknown.map((name): Warning => ({ kind: 'unknown_category', text: say.unknownCategory(name) })),
  ];
}

function warnOfLevel(level: string, figures: Figures, say: Texts): Warning[] {
  const found = figures.ofLevel(level);
  if (!found) return [{ kind: 'unjudged_level', text: say.unjudgedLevel(level), level }];
  return [
    ...found.unknown.map((name): Warning => {
      return { kind: 'unknown_nutrient', text: say.unknownNutrient(level, name), level };
    }),
    ...found.repeated.map((name): Warning => {
      return { kind: 'repeated_nutrient', text: say.repeatedNutrient(level, name), level };
    }),
  ];
}

/** If the meals have no share in the day, amounts cannot be compared with the standard. */
function warnOfShares(level: string, days: readonly EatenDay[], say: Texts): Warning[] {
  return days
    .filter(({ share }) => share.over === 0n)
    .map(({ day }) => ({ kind: 'no_share', text: say.noShare(day, level), level, day }));
}

function warnOfMeals({ language, daysOff = [], content: { days, items, ...content } }: AnalysisInput): Warning[] {
  const say = textsOf({ language });
  const served = new Set(items.map(({ day, meal }) => `${day} ${meal}`));
  const working = Array.from({ length: days }, (_, index) => index + 1).filter((day) => !daysOff.includes(day));
  return working.flatMap((day) =>
    content.meals
      .filter((meal) => !served.has(`${day} ${meal}`))
      .map((meal): Warning => ({ kind: 'empty_meal', text: say.emptyMeal(day, meal), day, meal })),
  );
}

type Item = MenuContent['items'][number];

/** The month of a day of the menu, from 1. */
export function monthOf({ start }: Pick<MenuContent, 'start'>, day: number): number {
  return Number(dayAfter(start, day - 1).slice(5, 7));
}

/** Whether the dish is meant for the month. */
export function isOfMonth(dish: Pick<AnalysedDish, 'month'>, month: number): boolean {
  return dish.month.length === 0 || dish.month.includes(month);
}

function warnOfItem(item: Item, index: number, input: AnalysisInput): Warning[] {
  const { day, meal, dish: id } = item;
  const place = { day, meal, dish: id };
  const say = textsOf(input);
  const dish = input.dishes.get(id);
  if (!dish) return [{ kind: 'missing_dish', text: say.missingDish(id), ...place }];
  const warnings = dish.ingredient.flatMap(({ key }) => warnOfFood(key, dish, input, place));
  const month = monthOf(input.content, day);
  if (!isOfMonth(dish, month)) {
    warnings.push({ kind: 'out_of_season', text: say.outOfSeason(dish.name, month), ...place });
  }
  const before = isDaily(dish.mark) ? undefined : findBefore(item, index, input);
  if (before) {
    const text = say.repeatedDish(dish.name, DAYS_APART, before.day, before.meal);
    warnings.push({ kind: 'repeated_dish', text, ...place });
  }
  return warnings;
}

function warnOfFood(
  code: string,
  { name }: AnalysedDish,
  { foods, marks, language }: AnalysisInput,
  place: Pick<Warning, 'day' | 'meal' | 'dish'>,
): Warning[] {
  const food = foods.get(code);
  const say = textsOf({ language });
  const warnings: Warning[] = [];
  if (marks.get(code) === '忌用') {
    const text = say.avoided(name, food?.name ?? code);
    warnings.push({ kind: 'avoided', text, ...place, ingredient: code });
  }
  if (!food) {
    const text = say.unlisted(name, code);
    warnings.push({ kind: 'unlisted_ingredient', text, ...place, ingredient: code });
  }
  return warnings;
}

/** The last time that the same dish was served before, on the same day or one of the two days before it. */
function findBefore({ day, meal, dish }: Item, index: number, { content }: AnalysisInput): Item | undefined {
  const time = (item: Pick<Item, 'day' | 'meal'>) => item.day * meals.length + meals.indexOf(item.meal);
  return content.items
    .filter((other, place) => place !== index && other.dish === dish && day - other.day < DAYS_APART)
    .filter((other) => time(other) < time({ day, meal }))
    .reduce<Item | undefined>((last, other) => (last && time(last) > time(other) ? last : other), undefined);
}
