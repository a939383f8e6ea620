import type { Language } from '../../../errors.ts';
import { type Meal, mealNames } from '../../meal.ts';

/** What time a figure is of: a day (from 1), the mean of the days, or all of them together. */
export type When = number | 'mean' | 'all';

/** A figure outside its range. */
interface Outside {
  /** Name of the group. */
  readonly group: string;
  readonly when: When;
  readonly name: string;
  readonly value: string;
  readonly unit: string;
  readonly isShort: boolean;
  readonly bound: string;
}

const whenZh = (when: When) => (when === 'mean' ? '日均' : when === 'all' ? '一周' : `第 ${when} 天`);
const whenEn = (when: When) =>
  when === 'mean' ? 'in the mean of the days' : when === 'all' ? 'in the week' : `on day ${when}`;
const timesEn = (times: number) => ['never', 'once', 'twice'][times] ?? `${times} times`;

/** A meal of the menu. */
interface Where {
  readonly day: number;
  readonly meal: Meal;
}

/** Where something is counted: in a meal of a day, on a day, or in the whole menu. */
interface At {
  readonly day?: number | undefined;
  readonly meal?: Meal | undefined;
}

const atZh = ({ day, meal }: At) => (day === undefined ? '' : `第 ${day} 天${meal ? mealNames[meal] : ''}`);
const atEn = ({ day, meal }: At) => (day === undefined ? '' : `${meal ? ` at ${meal}` : ''} on day ${day}`);

/** When else a dish of a day is served: on a day of the menu, or, with its date, on another one. */
const otherZh = (day: number, other: number | string) =>
  other === day ? '当天' : typeof other === 'number' ? `第 ${other} 天` : other;
const otherEn = (day: number, other: number | string) =>
  other === day ? 'was on the same day' : typeof other === 'number' ? `was on day ${other}` : `is on ${other}`;

const zh = {
  grams: '克',
  yuan: '元',
  kindsUnit: '种',
  cutShort: '计算量已达上限，搜索提前结束：可能还有更好的方案',
  outside: ({ group, when, name, value, unit, isShort, bound }: Outside) => {
    const [judgement, side] = isShort ? ['不足', '至少'] : ['过量', '至多'];
    return `${group}${whenZh(when)}${name} ${value} ${unit}，${judgement}（${side} ${bound}）`;
  },
  /** How far the dishes go, after what is not met. */
  reach: (text: string, isShort: boolean, reach: string, unit: string) =>
    `${text}：可选菜品${isShort ? '最多只能达到' : '最少也有'} ${reach} ${unit}`,
  unknown: (group: string, when: When, name: string) => `${group}${whenZh(when)}${name}数据不足，不能判断是否达标`,
  leftOut: (dishes: number, foods: number) => `可选菜品的食材共超过 ${foods} 种，食材多的 ${dishes} 道菜品未考虑`,
  unjudged: (level: string | undefined) =>
    level === undefined ? '没有营养标准，营养素和食物类别未评判' : `标准中没有“${level}”，其营养素和食物类别未评判`,
  kinds: (group: string, when: When, kinds: number, least: string) =>
    `${group}${whenZh(when)}食物 ${kinds} 种，少于 ${least} 种`,
  budget: (cost: string, budget: string) => `每人每日 ${cost} 元，超过预算 ${budget} 元`,
  unpriced: (names: readonly string[], count: number) =>
    `${count} 种食材没有价格，按同类最高价估算：${names.join('、')}${count > names.length ? '等' : ''}`,
  lacking: (day: number, meal: Meal, dishes: number, marks: readonly string[], usable: number) =>
    `第 ${day} 天${mealNames[meal]}缺少 ${dishes} 道菜品（${marks.join('、')}）：可用的有 ${usable} 道`,
  beside: (day: number, meal: Meal, dish: string) => `第 ${day} 天${mealNames[meal]}锁定的“${dish}”在模板中没有位置`,
  empty: (day: number, meal: Meal) => `第 ${day} 天${mealNames[meal]}没有菜品`,
  locked: (day: number, meal: Meal, dish: string) => `第 ${day} 天${mealNames[meal]}锁定的“${dish}”`,
  avoided: (locked: string, food: string) => `${locked}含有忌用食材“${food}”`,
  outOfSeason: (locked: string, month: number) => `${locked}不适合 ${month} 月`,
  unsuited: (locked: string) => `${locked}不适合这一餐`,
  allergen: (locked: string, group: string, allergens: string) =>
    allergens === '' ? `${locked}致敏物不明，“${group}”须忌食` : `${locked}含${allergens}，“${group}”须忌食`,
  noSubstitute: (day: number, meal: Meal, dish: string, group: string, mark: string) =>
    `第 ${day} 天${mealNames[meal]}“${group}”不能吃“${dish}”，没有可替代的菜品（${mark}）`,
  rice: (locked: string) => `${locked}是米饭，早餐不安排`,
  porridge: (locked: string) => `${locked}是粥，午餐不安排`,
  dark: (day: number, dishes: number, least: number) => `第 ${day} 天午餐深色蔬菜 ${dishes} 道，少于 ${least} 道`,
  repeated: ({ day, meal }: Where, dish: string, days: number, other: number | string) =>
    `第 ${day} 天${mealNames[meal]}“${dish}” ${days} 天内重复（${otherZh(day, other)}已有）`,
  tooOften: (dish: string, mark: string, times: number, most: number) =>
    `“${dish}”（${mark}）共 ${times} 次，超过 ${most} 次`,
  main: (at: At, food: string, times: number, most: number) =>
    `${atZh(at)}“${food}”作主料${at.day === undefined ? '共' : ''} ${times} 次，超过 ${most} 次`,
  method: (at: At, method: string, times: number, most: number) =>
    `${atZh(at)}烹调方式“${method}” ${times} 次，超过 ${most} 次`,
  fried: (times: number, most: number) => `油炸菜品共 ${times} 次，超过 ${most} 次`,
};

const en: typeof zh = {
  grams: 'g',
  yuan: 'yuan',
  kindsUnit: 'of them',
  cutShort: 'The search took all the work that it may and ended early: there may be a better plan',
  outside: ({ group, when, name, value, unit, isShort, bound }) => {
    const [judgement, side] = isShort ? ['too little', 'at least'] : ['too much', 'at most'];
    return `${name} for "${group}" ${whenEn(when)}: ${value} ${unit}, ${judgement} (${side} ${bound})`;
  },
  reach: (text, isShort, reach, unit) =>
    `${text}: the dishes that may be served bring at ${isShort ? 'most' : 'least'} ${reach} ${unit}`,
  unknown: (group, when, name) => `Too little is known of ${name} for "${group}" ${whenEn(when)} to judge it`,
  leftOut: (dishes, foods) =>
    `The dishes have more than ${foods} foods together: ${dishes} dishes of many foods were not considered`,
  unjudged: (level) =>
    level === undefined
      ? 'There is no standard: nutrients and food categories are not judged'
      : `The standard has nothing for "${level}": its nutrients and food categories are not judged`,
  kinds: (group, when, kinds, least) => `Kinds of food for "${group}" ${whenEn(when)}: ${kinds}, fewer than ${least}`,
  unpriced: (names, count) =>
    `Foods without a price, counted at the highest of their class: ${names.join(', ')}${count > names.length ? ` and ${count - names.length} more` : ''}`,
  budget: (cost, budget) => `A head costs ${cost} yuan a day, more than the budget of ${budget} yuan`,
  lacking: (day, meal, dishes, marks, usable) =>
    `Dishes missing for ${meal} on day ${day}: ${dishes} of ${marks.join(', ')}: ${usable} may be served`,
  beside: (day, meal, dish) => `The template of ${meal} on day ${day} has no place for "${dish}", which is locked`,
  empty: (day, meal) => `There is no dish for ${meal} on day ${day}`,
  locked: (day, meal, dish) => `"${dish}", which is locked for ${meal} on day ${day},`,
  avoided: (locked, food) => `${locked} has "${food}", which is to be avoided`,
  outOfSeason: (locked, month) => `${locked} is not for month ${month}`,
  unsuited: (locked) => `${locked} does not suit that meal`,
  allergen: (locked, group, allergens) =>
    allergens === ''
      ? `${locked} has allergens that nobody knows: "${group}" must avoid it`
      : `${locked} has ${allergens}, which "${group}" must avoid`,
  noSubstitute: (day, meal, dish, group, mark) =>
    `"${group}" must not eat "${dish}" for ${meal} on day ${day}, and there is no substitute (${mark})`,
  rice: (locked) => `${locked} is rice, which is not for breakfast`,
  porridge: (locked) => `${locked} is porridge, which is not for lunch`,
  dark: (day, dishes, least) => `Dishes with dark vegetables for lunch on day ${day}: ${dishes}, fewer than ${least}`,
  repeated: ({ day, meal }, dish, days, other) =>
    `"${dish}" comes again within ${days} days for ${meal} on day ${day} (it ${otherEn(day, other)})`,
  tooOften: (dish, mark, times, most) => `"${dish}" (${mark}) comes ${timesEn(times)}, more than ${timesEn(most)}`,
  main: (at, food, times, most) =>
    `"${food}" is the main ingredient ${timesEn(times)}${atEn(at)}, more than ${timesEn(most)}`,
  method: (at, method, times, most) =>
    `"${method}" is the way of cooking ${timesEn(times)}${atEn(at)}, more than ${timesEn(most)}`,
  fried: (times, most) => `Fried dishes come ${timesEn(times)}, more than ${timesEn(most)}`,
};

const texts = { zh, en };

/** The texts in the language that is asked for. */
export function textsOf({ language = 'zh' }: { readonly language?: Language | undefined }): typeof zh {
  return texts[language];
}
