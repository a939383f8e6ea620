import type { Language } from '../../errors.ts';
import { type Meal, mealNames } from '../menu.ts';

/** What time a figure is of: a day (from 1), the mean of the days, or all of them together. */
export type When = number | 'mean' | 'all';

/** A figure outside its range, as it is told. */
interface Outside {
  readonly level: string;
  readonly when: When;
  readonly name: string;
  readonly value: string;
  readonly unit: string;
  readonly isShort: boolean;
  readonly bound: string;
  /** What the dishes could bring at least or at most, where no choice of them would do. */
  readonly reach: string | undefined;
}

/** What is said of rules that a plan does not observe. */
interface UnmetTexts {
  readonly grams: string;
  readonly outside: (figure: Outside) => string;
  readonly kinds: (level: string, when: When, kinds: number, least: string) => string;
  readonly budget: (cost: string, budget: string) => string;
  readonly lacking: (day: number, meal: Meal, dishes: number, marks: readonly string[]) => string;
  readonly beside: (day: number, meal: Meal, dish: string) => string;
  readonly empty: (day: number, meal: Meal) => string;
  readonly avoided: (dish: string, food: string) => string;
  readonly outOfSeason: (dish: string, month: number) => string;
  readonly repeated: (dish: string, days: number, last: number) => string;
  readonly tooOften: (dish: string, mark: string, times: number, most: number) => string;
  readonly main: (day: number | undefined, food: string, times: number) => string;
  readonly method: (day: number, method: string, times: number) => string;
  readonly fried: (times: number) => string;
}

const whenZh = (when: When) => (when === 'mean' ? '日均' : when === 'all' ? '一周' : `第 ${when} 天`);
const whenEn = (when: When) =>
  when === 'mean' ? 'in the mean of the days' : when === 'all' ? 'in the week' : `on day ${when}`;
const timesEn = (times: number) => ['never', 'once', 'twice'][times] ?? `${times} times`;

/** By language, what `unmet` says to a person. */
const unmetTexts: Readonly<Record<Language, UnmetTexts>> = {
  zh: {
    grams: '克',
    outside: ({ level, when, name, value, unit, isShort, bound, reach }) => {
      const why =
        reach === undefined ? '与其他要求不能同时满足' : `可选菜品${isShort ? '最多只有' : '最少也有'} ${reach}`;
      const [judgement, side] = isShort ? ['不足', '至少'] : ['过量', '至多'];
      return `${level}${whenZh(when)}${name} ${value} ${unit}，${judgement}（${side} ${bound}）：${why}`;
    },
    kinds: (level, when, kinds, least) => `${level}${whenZh(when)}食物 ${kinds} 种，少于 ${least} 种`,
    budget: (cost, budget) => `每人每日 ${cost} 元，超过预算 ${budget} 元`,
    lacking: (day, meal, dishes, marks) => `第 ${day} 天${mealNames[meal]}缺少 ${dishes} 道菜品（${marks.join('、')}）`,
    beside: (day, meal, dish) => `第 ${day} 天${mealNames[meal]}的锁定菜品“${dish}”不在模板之内`,
    empty: (day, meal) => `第 ${day} 天${mealNames[meal]}没有菜品`,
    avoided: (dish, food) => `锁定的“${dish}”含有忌用食材“${food}”`,
    outOfSeason: (dish, month) => `锁定的“${dish}”不适合 ${month} 月`,
    repeated: (dish, days, last) => `“${dish}”${days} 天内重复：第 ${last} 天已有`,
    tooOften: (dish, mark, times, most) => `“${dish}”（${mark}）共 ${times} 次，超过 ${most} 次`,
    main: (day, food, times) =>
      day === undefined ? `主料“${food}”共出现 ${times} 次` : `第 ${day} 天主料“${food}”出现 ${times} 次`,
    method: (day, method, times) => `第 ${day} 天烹调方式“${method}”出现 ${times} 次`,
    fried: (times) => `油炸菜品共 ${times} 次`,
  },
  en: {
    grams: 'g',
    outside: ({ level, when, name, value, unit, isShort, bound, reach }) => {
      const [judgement, side, most] = isShort
        ? ['too little', 'at least', 'at most']
        : ['too much', 'at most', 'at least'];
      const why =
        reach === undefined ? 'other rules leave no better' : `the dishes that may be served bring ${most} ${reach}`;
      return `${name} for "${level}" ${whenEn(when)}: ${value} ${unit}, ${judgement} (${side} ${bound}): ${why}`;
    },
    kinds: (level, when, kinds, least) => `Kinds of food for "${level}" ${whenEn(when)}: ${kinds}, fewer than ${least}`,
    budget: (cost, budget) => `A head costs ${cost} yuan a day, more than the budget of ${budget} yuan`,
    lacking: (day, meal, dishes, marks) => `Dishes missing for ${meal} on day ${day}: ${dishes} of ${marks.join(', ')}`,
    beside: (day, meal, dish) => `The template of ${meal} on day ${day} has no place for "${dish}", which is locked`,
    empty: (day, meal) => `There is no dish for ${meal} on day ${day}`,
    avoided: (dish, food) => `"${dish}", which is locked, has "${food}", which is to be avoided`,
    outOfSeason: (dish, month) => `"${dish}", which is locked, is not for month ${month}`,
    repeated: (dish, days, last) => `"${dish}" comes again within ${days} days: it was on day ${last}`,
    tooOften: (dish, mark, times, most) => `"${dish}" (${mark}) comes ${timesEn(times)}, more than ${timesEn(most)}`,
    main: (day, food, times) =>
      `"${food}" is the main ingredient ${timesEn(times)}${day === undefined ? '' : ` on day ${day}`}`,
    method: (day, method, times) => `"${method}" is the way of cooking ${timesEn(times)} on day ${day}`,
    fried: (times) => `Fried dishes come ${timesEn(times)}`,
  },
};

/** The texts in the language that is asked for. */
export function textsOf({ language = 'zh' }: { readonly language?: Language | undefined }): UnmetTexts {
  return unmetTexts[language];
}
