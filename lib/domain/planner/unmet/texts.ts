import type { Language } from '../../../errors.ts';
import { type Meal, mealNames } from '../../menu/menu.ts';

/** What time a figure is of: a day (from 1), the mean of the days, or all of them together. */
export type When = number | 'mean' | 'all';

/** A figure outside its range. */
interface Outside {
  readonly level: string;
  readonly when: When;
  readonly name: string;
  readonly value: string;
  readonly unit: string;
  readonly isShort: boolean;
  readonly bound: string;
}

/** How many dishes there are for a place, and how many of them may not be served there. */
interface Unusable {
  readonly usable: number;
  /** How many there have to be. */
  readonly asked: number;
  readonly avoided: number;
  readonly outOfSeason: number;
  /** Without ingredients. */
  readonly bare: number;
}

/** A nutrient or category of which too much is unknown. */
interface Unknown {
  readonly levels: readonly string[];
  /** Empty: in the mean of the days. */
  readonly days: readonly number[];
  readonly name: string;
  /** Names of foods whose value is unknown, and how many there are. */
  readonly missing: readonly string[];
  readonly count: number;
}

/** What is said of rules that a plan does not observe. */
interface UnmetTexts {
  readonly grams: string;
  readonly yuan: string;
  readonly kindsUnit: string;
  readonly outside: (figure: Outside) => string;
  readonly unknown: (unknown: Unknown) => string;
  readonly leftOut: (dishes: number, foods: number) => string;
  readonly unjudged: (level: string | undefined) => string;
  readonly kinds: (level: string, when: When, kinds: number, least: string) => string;
  readonly budget: (cost: string, budget: string) => string;
  readonly lacking: (day: number, meal: Meal, dishes: number, marks: readonly string[]) => string;
  readonly beside: (day: number, meal: Meal, dish: string) => string;
  readonly empty: (day: number, meal: Meal) => string;
  readonly notAsked: string;
  readonly unusable: (dishes: Unusable) => string;
  readonly locked: (day: number, meal: Meal, dish: string) => string;
  readonly avoided: (locked: string, food: string) => string;
  readonly outOfSeason: (locked: string, month: number) => string;
  readonly repeated: (day: number, meal: Meal, dish: string, days: number, last: number) => string;
  readonly tooOften: (dish: string, mark: string, times: number, most: number) => string;
  readonly main: (day: number | undefined, food: string, times: number, most: number) => string;
  readonly method: (day: number, method: string, times: number, most: number) => string;
  readonly fried: (times: number, most: number) => string;
}

const whenZh = (when: When) => (when === 'mean' ? '日均' : when === 'all' ? '一周' : `第 ${when} 天`);
const whenEn = (when: When) =>
  when === 'mean' ? 'in the mean of the days' : when === 'all' ? 'in the week' : `on day ${when}`;
const timesEn = (times: number) => ['never', 'once', 'twice'][times] ?? `${times} times`;

/** By language, what `unmet` says to a person. */
const unmetTexts: Readonly<Record<Language, UnmetTexts>> = {
  zh: {
    grams: '克',
    yuan: '元',
    kindsUnit: '种',
    outside: ({ level, when, name, value, unit, isShort, bound }) => {
      const [judgement, side] = isShort ? ['不足', '至少'] : ['过量', '至多'];
      return `${level}${whenZh(when)}${name} ${value} ${unit}，${judgement}（${side} ${bound}）`;
    },
    unknown: ({ levels, days, name, missing, count }) => {
      const when = days.length === 0 ? '日均' : `第 ${days.join('、')} 天`;
      const foods = missing.map((food) => `“${food}”`).join('、');
      const told =
        count === 0 ? '菜品没有食材' : `${foods}${count > missing.length ? `等 ${count} 种食材` : ''}没有数据`;
      return `${levels.join('、')}${when}${name}数据不足，不能判断是否达标：${told}`;
    },
    leftOut: (dishes, foods) => `可选菜品的食材共超过 ${foods} 种，食材多的 ${dishes} 道菜品未考虑`,
    unjudged: (level) =>
      level === undefined ? '没有营养标准，营养素和食物类别未评判' : `标准中没有“${level}”，其营养素和食物类别未评判`,
    kinds: (level, when, kinds, least) => `${level}${whenZh(when)}食物 ${kinds} 种，少于 ${least} 种`,
    budget: (cost, budget) => `每人每日 ${cost} 元，超过预算 ${budget} 元`,
    lacking: (day, meal, dishes, marks) => `第 ${day} 天${mealNames[meal]}缺少 ${dishes} 道菜品（${marks.join('、')}）`,
    beside: (day, meal, dish) => `第 ${day} 天${mealNames[meal]}锁定的“${dish}”在模板中没有位置`,
    empty: (day, meal) => `第 ${day} 天${mealNames[meal]}没有菜品`,
    notAsked: '模板中没有这一餐的菜品',
    unusable: ({ usable, asked, avoided, outOfSeason, bare }) => {
      const told = [
        ...(avoided > 0 ? [`${avoided} 道含忌用食材`] : []),
        ...(outOfSeason > 0 ? [`${outOfSeason} 道不合月份`] : []),
        ...(bare > 0 ? [`${bare} 道没有食材`] : []),
      ];
      const few = usable < asked ? '可用的只有' : '可用的有';
      const counted = usable > 0 ? `${few} ${usable} 道` : '当月没有可用的菜品';
      return [counted, ...told].join('，');
    },
    locked: (day, meal, dish) => `第 ${day} 天${mealNames[meal]}锁定的“${dish}”`,
    avoided: (locked, food) => `${locked}含有忌用食材“${food}”`,
    outOfSeason: (locked, month) => `${locked}不适合 ${month} 月`,
    repeated: (day, meal, dish, days, last) =>
      `第 ${day} 天${mealNames[meal]}“${dish}” ${days} 天内重复（${last === day ? '当天' : `第 ${last} 天`}已有）`,
    tooOften: (dish, mark, times, most) => `“${dish}”（${mark}）共 ${times} 次，超过 ${most} 次`,
    main: (day, food, times, most) =>
      `${day === undefined ? '' : `第 ${day} 天`}“${food}”作主料${day === undefined ? '共' : ''} ${times} 次，超过 ${most} 次`,
    method: (day, method, times, most) => `第 ${day} 天烹调方式“${method}” ${times} 次，超过 ${most} 次`,
    fried: (times, most) => `油炸菜品共 ${times} 次，超过 ${most} 次`,
  },
  en: {
    grams: 'g',
    yuan: 'yuan',
    kindsUnit: 'of them',
    outside: ({ level, when, name, value, unit, isShort, bound }) => {
      const [judgement, side] = isShort ? ['too little', 'at least'] : ['too much', 'at most'];
      return `${name} for "${level}" ${whenEn(when)}: ${value} ${unit}, ${judgement} (${side} ${bound})`;
    },
    unknown: ({ levels, days, name, missing, count }) => {
      const when = days.length === 0 ? 'in the mean of the days' : `on day ${days.join(', ')}`;
      const foods = missing.map((food) => `"${food}"`).join(', ');
      const others = count > missing.length ? `, of ${count} foods in all` : '';
      const told = count === 0 ? 'the dishes have no ingredients' : `there is no value of ${foods}${others}`;
      const who = levels.map((level) => `"${level}"`).join(', ');
      return `Too little is known of ${name} for ${who} ${when} to judge it: ${told}`;
    },
    leftOut: (dishes, foods) =>
      `The dishes have more than ${foods} foods together: ${dishes} dishes of many foods were not considered`,
    unjudged: (level) =>
      level === undefined
        ? 'There is no standard: nutrients and food categories are not judged'
        : `The standard has nothing for "${level}": its nutrients and food categories are not judged`,
    kinds: (level, when, kinds, least) => `Kinds of food for "${level}" ${whenEn(when)}: ${kinds}, fewer than ${least}`,
    budget: (cost, budget) => `A head costs ${cost} yuan a day, more than the budget of ${budget} yuan`,
    lacking: (day, meal, dishes, marks) => `Dishes missing for ${meal} on day ${day}: ${dishes} of ${marks.join(', ')}`,
    beside: (day, meal, dish) => `The template of ${meal} on day ${day} has no place for "${dish}", which is locked`,
    empty: (day, meal) => `There is no dish for ${meal} on day ${day}`,
    notAsked: 'the template has no dishes for it',
    unusable: ({ usable, asked, avoided, outOfSeason, bare }) => {
      const told = [
        ...(avoided > 0 ? [`${avoided} with food to avoid`] : []),
        ...(outOfSeason > 0 ? [`${outOfSeason} out of season`] : []),
        ...(bare > 0 ? [`${bare} without ingredients`] : []),
      ];
      const few = usable < asked ? 'only ' : '';
      const counted = usable > 0 ? `${few}${usable} may be served` : 'none of the month may be served';
      return [counted, ...told].join(', ');
    },
    locked: (day, meal, dish) => `"${dish}", which is locked for ${meal} on day ${day},`,
    avoided: (locked, food) => `${locked} has "${food}", which is to be avoided`,
    outOfSeason: (locked, month) => `${locked} is not for month ${month}`,
    repeated: (day, meal, dish, days, last) =>
      `"${dish}" comes again within ${days} days for ${meal} on day ${day} (it was on ${last === day ? 'the same day' : `day ${last}`})`,
    tooOften: (dish, mark, times, most) => `"${dish}" (${mark}) comes ${timesEn(times)}, more than ${timesEn(most)}`,
    main: (day, food, times, most) => {
      const on = day === undefined ? '' : ` on day ${day}`;
      return `"${food}" is the main ingredient ${timesEn(times)}${on}, more than ${timesEn(most)}`;
    },
    method: (day, method, times, most) =>
      `"${method}" is the way of cooking ${timesEn(times)} on day ${day}, more than ${timesEn(most)}`,
    fried: (times, most) => `Fried dishes come ${timesEn(times)}, more than ${timesEn(most)}`,
  },
};

/** The texts in the language that is asked for. */
export function textsOf({ language = 'zh' }: { readonly language?: Language | undefined }): UnmetTexts {
  return unmetTexts[language];
}
