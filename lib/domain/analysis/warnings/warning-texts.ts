import { type Meal, mealNames, toEnglish } from '../../meal.ts';

/** The names of a dish, of its food, of a group that must avoid it, and of the allergens. */
interface HarmNames {
  readonly dish: string;
  readonly food: string | undefined;
  readonly group: string;
  readonly allergens: string;
}

const zh = {
  noStandard: '没有可用的营养标准，不作评价；请联系平台分配',
  noOwnStandard: (group: string) => `“${group}”的营养标准已不可用，不作评价`,
  more: (count: number) => `另有 ${count} 条提示未列出`,
  unknownCategory: (name: string) => `标准中的食物类别“${name}”未知，不作评价`,
  unjudgedLevel: (level: string) => `标准中没有“${level}”的数据，不作评价`,
  unknownNutrient: (level: string, name: string) => `标准中“${level}”的营养素“${name}”未知，不作评价`,
  repeatedNutrient: (level: string, name: string) => `标准中“${level}”的营养素“${name}”重复，以先出现的为准`,
  noShare: (day: number, group: string) => `第 ${day} 天各餐占比之和为 0，“${group}”不作评价`,
  emptyMealForGroup: (day: number, meal: Meal, group: string) => `第 ${day} 天${mealNames[meal]}没有“${group}”的菜品`,
  emptyMeal: (day: number, meal: Meal) => `第 ${day} 天${mealNames[meal]}没有菜品`,
  allergen: ({ dish, food = '', group, allergens }: HarmNames) =>
    `“${dish}”的“${food}”含${allergens}，“${group}”须忌食`,
  allergenUnknown: ({ dish, food, group, allergens }: HarmNames) =>
    `“${dish}”${food === undefined ? '' : `的“${food}”`}致敏物不明，“${group}”须忌食${allergens}`,
  forbiddenFood: (dish: string, food: string) => `“${dish}”的“${food}”是标准禁止供应的食材`,
  forbiddenMark: (dish: string, mark: string) => `“${dish}”属于标准禁止供应的${mark}`,
  missingDish: (dishId: number) => `菜品 ${dishId} 已不存在，未计入`,
  outOfSeason: (dish: string, month: number) => `“${dish}”不适合 ${month} 月`,
  repeatedDish: (dish: string, dayCount: number, day: number, meal: Meal) =>
    `“${dish}”${dayCount} 天内重复：第 ${day} 天${mealNames[meal]}已有`,
  avoided: (dish: string, food: string) => `“${dish}”含有忌用食材“${food}”`,
  unlisted: (dish: string, code: string) => `“${dish}”的食材“${code}”不在食材目录中，营养成分未知`,
};

export type Texts = typeof zh;

const en: Texts = {
  noStandard: 'There is no standard to judge by: ask the platform to assign one',
  noOwnStandard: (group) => `The standard of "${group}" is not assigned any more: it is not judged`,
  more: (count) => `${count} more ${count === 1 ? 'warning is' : 'warnings are'} not listed`,
  unknownCategory: (name) => `The standard's food category "${name}" is unknown: it is not judged`,
  unjudgedLevel: (level) => `The standard has no figures for "${level}": it is not judged`,
  unknownNutrient: (level, name) => `The standard's nutrient "${name}" of "${level}" is unknown: it is not judged`,
  repeatedNutrient: (level, name) => `The standard names the nutrient "${name}" of "${level}" again: the first counts`,
  noShare: (day, group) => `The meals of day ${day} have no share in it: "${group}" is not judged`,
  emptyMealForGroup: (day, meal, group) => `There is no dish for "${group}" for ${toEnglish(meal)} on day ${day}`,
  emptyMeal: (day, meal) => `There is no dish for ${toEnglish(meal)} on day ${day}`,
  allergen: ({ dish, food = '', group, allergens }) =>
    `"${food}" in "${dish}" has ${allergens}, which "${group}" must avoid`,
  allergenUnknown: ({ dish, food, group, allergens }) =>
    `Nobody knows the allergens of ${food === undefined ? '' : `"${food}" in `}"${dish}": "${group}" must avoid ${allergens}`,
  forbiddenFood: (dish, food) => `"${food}" in "${dish}" is a food that the standard forbids`,
  forbiddenMark: (dish, mark) => `"${dish}" is one of the dishes that the standard forbids (${mark})`,
  missingDish: (dishId) => `Dish ${dishId} is gone: it is not counted`,
  outOfSeason: (dish, month) => `"${dish}" is not for month ${month}`,
  repeatedDish: (dish, dayCount, day, meal) =>
    `"${dish}" comes again within ${dayCount} days: it was for ${toEnglish(meal)} on day ${day}`,
  avoided: (dish, food) => `"${dish}" has "${food}", which is to be avoided`,
  unlisted: (dish, code) => `"${code}" in "${dish}" is not in the catalogue: nothing is known of it`,
};

/** The texts of the warnings by language. */
export const warningTexts = { zh, en };
