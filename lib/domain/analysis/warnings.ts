import { dayAfter } from '../calendar.ts';
import { type MenuContent, mealNames, meals } from '../menu.ts';
import type { AnalysedDish, AnalysisInput } from './content.ts';
import type { EatenDay } from './days.ts';
import type { Figures } from './figures.ts';
import type { Warning } from './shape.ts';

/** Most warnings that are told; another one says how many more there are. */
const MOST_WARNINGS = 500;
/** In so many days in a row nobody wants a dish twice. */
const DAYS_APART = 3;
/** Marks of dishes that are served every day. */
const daily = new Set(['主食', '粥', '奶类', '饮品']);

/** Whether a dish of the mark is one that may come every day. */
export function isDaily(mark: string): boolean {
  return daily.has(mark);
}

/** What a group eats, for warnings of its level. */
interface EatingLevel {
  readonly level: string;
  readonly days: readonly EatenDay[];
}

/** All that a reader of the analysis is to be warned of: of the standard, of meals, of dishes in the order served. */
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
  const more: Warning = { kind: 'more', text: `另有 ${warnings.length - MOST_WARNINGS} 条提示未列出` };
  return [...warnings.slice(0, MOST_WARNINGS), more];
}

function warnOfStandard(
  { standard }: AnalysisInput,
  figures: Figures,
  levels: readonly EatingLevel[],
  categories: ReadonlySet<string>,
): Warning[] {
  const unshared = levels.flatMap(({ level, days }) => warnOfShares(level, days));
  if (!standard) return [{ kind: 'no_standard', text: '没有可用的营养标准，不作评价' }, ...unshared];
  const named = new Set([...figures.day, ...figures.week].map(([name]) => name));
  const unknown = [...named].filter((name) => !categories.has(name));
  return [
    ...[...new Set(levels.map(({ level }) => level))].flatMap((level) => warnOfLevel(level, figures)),
    ...unshared,
    ...unknown.map((name): Warning => ({ kind: 'unknown_category', text: `标准中的食物类别“${name}”未知，不作评价` })),
  ];
}

function warnOfLevel(level: string, figures: Figures): Warning[] {
  const found = figures.ofLevel(level);
  if (!found) return [{ kind: 'unjudged_level', text: `标准中没有“${level}”的数据，不作评价`, level }];
  return [
    ...found.unknown.map((name): Warning => {
      return { kind: 'unknown_nutrient', text: `标准中“${level}”的营养素“${name}”未知，不作评价`, level };
    }),
    ...found.repeated.map((name): Warning => {
      return { kind: 'repeated_nutrient', text: `标准中“${level}”的营养素“${name}”重复，以先出现的为准`, level };
    }),
  ];
}

/** Where meals have no share in the day, there is nothing to compare with. */
function warnOfShares(level: string, days: readonly EatenDay[]): Warning[] {
  return days
    .filter(({ share }) => share.over === 0n)
    .map(({ day }) => ({ kind: 'no_share', text: `第 ${day} 天各餐占比之和为 0，“${level}”不作评价`, level, day }));
}

function warnOfMeals({ content: { days, items, ...content } }: AnalysisInput): Warning[] {
  const served = new Set(items.map(({ day, meal }) => `${day} ${meal}`));
  return Array.from({ length: days }, (_, index) => index + 1).flatMap((day) =>
    content.meals
      .filter((meal) => !served.has(`${day} ${meal}`))
      .map((meal): Warning => ({ kind: 'empty_meal', text: `第 ${day} 天${mealNames[meal]}没有菜品`, day, meal })),
  );
}

type Item = MenuContent['items'][number];

/** The month that a day of the menu is in, from 1. */
export function monthOf({ start }: Pick<MenuContent, 'start'>, day: number): number {
  return Number(dayAfter(start, day - 1).slice(5, 7));
}

/** Whether the dish is one of the month. */
export function isOfMonth(dish: Pick<AnalysedDish, 'month'>, month: number): boolean {
  return dish.month.length === 0 || dish.month.includes(month);
}

function warnOfItem(item: Item, index: number, input: AnalysisInput): Warning[] {
  const { day, meal, dish: id } = item;
  const place = { day, meal, dish: id };
  const dish = input.dishes.get(id);
  if (!dish) return [{ kind: 'missing_dish', text: `菜品 ${id} 已不存在，未计入`, ...place }];
  const warnings = dish.ingredient.flatMap(({ key }) => warnOfFood(key, dish, input, place));
  const month = monthOf(input.content, day);
  if (!isOfMonth(dish, month)) {
    warnings.push({ kind: 'out_of_season', text: `“${dish.name}”不适合 ${month} 月`, ...place });
  }
  const before = isDaily(dish.mark) ? undefined : findBefore(item, index, input);
  if (before) {
    const text = `“${dish.name}”${DAYS_APART} 天内重复：第 ${before.day} 天${mealNames[before.meal]}已有`;
    warnings.push({ kind: 'repeated_dish', text, ...place });
  }
  return warnings;
}

function warnOfFood(
  code: string,
  { name }: AnalysedDish,
  { foods, marks }: AnalysisInput,
  place: Pick<Warning, 'day' | 'meal' | 'dish'>,
): Warning[] {
  const food = foods.get(code);
  const warnings: Warning[] = [];
  if (marks.get(code) === '忌用') {
    const text = `“${name}”含有忌用食材“${food?.name ?? code}”`;
    warnings.push({ kind: 'avoided', text, ...place, ingredient: code });
  }
  if (!food) {
    const text = `“${name}”的食材“${code}”不在食材目录中，营养成分未知`;
    warnings.push({ kind: 'unlisted_ingredient', text, ...place, ingredient: code });
  }
  return warnings;
}

/** The last time that the same dish is served before, on the same day or on one of the two days before it. */
function findBefore({ day, meal, dish }: Item, index: number, { content }: AnalysisInput): Item | undefined {
  const time = (item: Pick<Item, 'day' | 'meal'>) => item.day * meals.length + meals.indexOf(item.meal);
  return content.items
    .filter((other, place) => place !== index && other.dish === dish && day - other.day < DAYS_APART)
    .filter((other) => time(other) < time({ day, meal }))
    .reduce<Item | undefined>((last, other) => (last && time(last) > time(other) ? last : other), undefined);
}
