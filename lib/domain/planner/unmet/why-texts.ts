import type { Language } from '../../../errors.ts';
import { type Meal, mealNames } from '../../menu/menu.ts';

/** A dish that is there and one that could be instead; without either, a place that is empty. */
interface Exchange {
  readonly day: number;
  readonly meal: Meal;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** A figure that would be out of its range. */
interface OutOfRange {
  /** Of whom, where that is not plain. */
  readonly level: string | undefined;
  /** On which days, where that is not plain. */
  readonly days: readonly number[];
  readonly name: string;
  readonly isShort: boolean;
  readonly isTolerated: boolean;
}

/** Why something is not met. */
interface WhyTexts {
  readonly because: (text: string, why: string) => string;
  /** No choice of dishes would do: what they could bring at most or at least, and what is left out of account. */
  readonly limit: (isShort: boolean, reach: string, unit: string, withheld: readonly string[]) => string;
  readonly avoided: (foods: readonly string[]) => string;
  readonly locked: string;
  readonly noOther: string;
  /** What changes would bring about, of which there is at least one. */
  readonly against: (faults: readonly string[]) => string;
  /** The changes that would do, at so many yuan more. */
  readonly free: (exchanges: readonly Exchange[], more: string | undefined) => string;
  readonly outOfRange: (figure: OutOfRange) => string;
  readonly inMeal: (dishes: readonly string[]) => string;
  readonly repeat: (dishes: readonly string[], days: number) => string;
  readonly perWeek: (dishes: readonly string[]) => string;
  /** Of some days, where it has to be said of which; else of any day, or of all together. */
  readonly main: (foods: readonly string[], of: readonly number[] | 'day' | 'all', most: number) => string;
  readonly method: (methods: readonly string[], of: readonly number[] | 'day', most: number) => string;
  readonly fried: (most: number) => string;
  readonly kinds: string;
  readonly budget: (isPassed: boolean) => string;
  readonly template: string;
}

/** So many are named. */
const MOST_NAMES = 2;

const quotedZh = (names: readonly string[], what: string) => {
  const told = names.slice(0, MOST_NAMES).map((name) => `“${name}”`);
  return names.length > MOST_NAMES ? `${told.join('、')}等${what}` : told.join('和');
};
const quotedEn = (names: readonly string[], what: string) => {
  const told = names.slice(0, MOST_NAMES).map((name) => `"${name}"`);
  return names.length > MOST_NAMES ? `${what} such as ${told.join(' and ')}` : told.join(' and ');
};
const listed = (list: readonly string[], comma: string, last: string) =>
  list.length < 2 ? list.join('') : `${list.slice(0, -1).join(comma)}${last}${list.at(-1)}`;
type Of = readonly number[] | 'day' | 'all';
const onZh = (what: string, of: Of, most: number) => {
  const often = `超过 ${most} 次`;
  return typeof of === 'string'
    ? `${what}${{ day: '一天', all: '共' }[of]}${often}`
    : `第 ${of.join('、')} 天${what}${often}`;
};
const ofEn = (of: Of) => (typeof of === 'string' ? { day: ' a day', all: '' }[of] : ` on day ${of.join(', ')}`);
const timesEn = (times: number) => ['', 'once', 'twice'][times] || `${times} times`;

/** By language. */
const whyTexts: Readonly<Record<Language, WhyTexts>> = {
  zh: {
    because: (text, why) => `${text}：${why}`,
    limit: (isShort, reach, unit, withheld) => {
      const told = withheld.length > 0 ? `因${withheld.join('、')}，` : '';
      if (isShort && Number(reach) === 0) return `${told}可选菜品中都没有`;
      return `${told}可选菜品${isShort ? '最多只能达到' : '最少也有'} ${reach} ${unit}`;
    },
    avoided: (foods) => `忌用${quotedZh(foods, '食材')}`,
    locked: '部分菜品已锁定',
    noOther: '没有其他菜品可换',
    against: (faults) => `若换菜改善，会使${listed(faults, '、', '或')}`,
    free: (exchanges, more) => {
      const [one, other] = exchanges;
      const at = ({ day, meal }: Exchange) => `第 ${day} 天${mealNames[meal]}`;
      const change = (told: Exchange) => {
        if (told.from === undefined) return `${at(told)}加上“${told.to}”`;
        return told.to === undefined ? `${at(told)}去掉“${told.from}”` : `${at(told)}“${told.from}”换成“${told.to}”`;
      };
      const told =
        one && other ? `${at(one)}“${one.from}”与${at(other)}“${other.from}”对调` : exchanges.map(change).join('、');
      return `${told}即可改善，${more === undefined ? '不违反其他规则' : `但每人每日贵 ${more} 元`}`;
    },
    outOfRange: ({ level = '', days, name, isShort, isTolerated }) => {
      const on = days.length > 0 ? `第 ${days.join('、')} 天` : '';
      const judgement = isTolerated ? ['偏低', '偏高'] : ['不足', '过量'];
      return `${level}${on}${name}${judgement[Number(!isShort)]}`;
    },
    inMeal: (dishes) => `${quotedZh(dishes, '菜品')}在一餐中出现两次`,
    repeat: (dishes, days) => `${quotedZh(dishes, '菜品')} ${days} 天内重复`,
    perWeek: (dishes) => `${quotedZh(dishes, '菜品')}超过次数`,
    main: (foods, of, most) => onZh(`${quotedZh(foods, '')}作主料`, of, most),
    method: (methods, of, most) => onZh(quotedZh(methods, ''), of, most),
    fried: (most) => `油炸菜品超过 ${most} 次`,
    kinds: '食物种类不足',
    budget: (isPassed) => (isPassed ? '费用超出预算更多' : '费用超出预算'),
    template: '模板要求的菜品空缺',
  },
  en: {
    because: (text, why) => `${text}: ${why}`,
    limit: (isShort, reach, unit, withheld) => {
      const told = withheld.map((one) => `${one}, and `).join('');
      if (isShort && Number(reach) === 0) return `${told}none of the dishes that may be served has any`;
      return `${told}the dishes that may be served bring at ${isShort ? 'most' : 'least'} ${reach} ${unit}`;
    },
    avoided: (foods) => `${quotedEn(foods, 'food')} is to be avoided`,
    locked: 'some dishes are locked',
    noOther: 'there is no other dish for it',
    against: (faults) => `another dish instead would mean ${listed(faults, ', ', ' or ')}`,
    free: (exchanges, more) => {
      const [one, other] = exchanges;
      const at = ({ day, meal }: Exchange) => `for ${meal} on day ${day}`;
      const change = (told: Exchange) => {
        if (told.from === undefined) return `"${told.to}" added ${at(told)}`;
        return told.to === undefined
          ? `no "${told.from}" ${at(told)}`
          : `"${told.to}" instead of "${told.from}" ${at(told)}`;
      };
      const told =
        one && other
          ? `"${one.from}" ${at(one)} exchanged for "${other.from}" ${at(other)}`
          : exchanges.map(change).join(', ');
      return `better with ${told}, ${more === undefined ? 'which breaks no other rule' : `at ${more} yuan more a head and day`}`;
    },
    outOfRange: ({ level, days, name, isShort, isTolerated }) => {
      const on = days.length > 0 ? ` on day ${days.join(', ')}` : '';
      const amount = isTolerated ? ['a little less', 'a little more'] : ['too little', 'too much'];
      return `${amount[Number(!isShort)]} ${name}${level === undefined ? '' : ` for "${level}"`}${on}`;
    },
    inMeal: (dishes) => `${quotedEn(dishes, 'dishes')} twice in a meal`,
    repeat: (dishes, days) => `${quotedEn(dishes, 'dishes')} again within ${days} days`,
    perWeek: (dishes) => `${quotedEn(dishes, 'dishes')} too often`,
    main: (foods, of, most) => `${quotedEn(foods, 'foods')} as main ingredient more than ${timesEn(most)}${ofEn(of)}`,
    method: (methods, of, most) => `${quotedEn(methods, 'ways of cooking')} more than ${timesEn(most)}${ofEn(of)}`,
    fried: (most) => `fried dishes more than ${timesEn(most)}`,
    kinds: 'too few kinds of food',
    budget: (isPassed) => (isPassed ? 'a cost still more above the budget' : 'a cost above the budget'),
    template: 'too few dishes for the template',
  },
};

/** The texts in the language that is asked for. */
export function whyTextsOf({ language = 'zh' }: { readonly language?: Language | undefined }): WhyTexts {
  return whyTexts[language];
}
