import type { Language } from '../../../errors.ts';
import { type Meal, mealNames } from '../../meal.ts';

/** The time that a figure is for: a day (from 1), the mean of the days, or all days together. */
export type When = number | 'mean' | 'all';

/** Where something is counted: in a meal of a day, on a day, or in the whole menu. */
export interface At {
  readonly day?: number | undefined;
  readonly meal?: Meal | undefined;
}

/** A meal of the menu. */
export interface AtMeal {
  readonly day: number;
  readonly meal: Meal;
}

/** The texts in the language of the problem; absent: Chinese. */
export function inLanguage<T>({ language = 'zh' }: { readonly language?: Language | undefined }, texts: Texts<T>): T {
  return texts[language];
}

type Texts<T> = Readonly<Record<Language, T>>;

export const whenZh = (when: When) => (when === 'mean' ? '日均' : when === 'all' ? '一周' : `第 ${when} 天`);
export const whenEn = (when: When) =>
  when === 'mean' ? 'in the mean of the days' : when === 'all' ? 'in the week' : `on day ${when}`;
export const timesEn = (times: number) => ['never', 'once', 'twice'][times] ?? `${times} times`;
export const atZh = ({ day, meal }: At) => (day === undefined ? '' : `第 ${day} 天${meal ? mealNames[meal] : ''}`);
export const atEn = ({ day, meal }: At) => (day === undefined ? '' : `${meal ? ` at ${meal}` : ''} on day ${day}`);

/** A dish that is locked, as the subject of what is wrong with it. */
export const lockedDish = {
  zh: (at: AtMeal, dish: string) => `${atZh(at)}锁定的“${dish}”`,
  en: ({ day, meal }: AtMeal, dish: string) => `"${dish}", which is locked for ${meal} on day ${day},`,
};
