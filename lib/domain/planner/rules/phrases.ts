import type { Language } from '../../../errors.ts';
import { type Meal, mealNames, toEnglish } from '../../meal.ts';
import type { MenuItem } from '../../menu/menu.ts';

/** The period that a figure is for: a day (from 1), the mean of the days, or all days together. */
export type FigurePeriod = number | 'mean' | 'all';

/** A span of the menu: a meal of a day, a day, or, where both are absent, the whole menu. */
export interface Span {
  readonly day?: number | undefined;
  readonly meal?: Meal | undefined;
}

/** A span that is one meal on one day. */
export type DayMeal = Pick<MenuItem, 'day' | 'meal'>;

/** Returns the variant in the given language, by default the Chinese one. */
export function inLanguage<T>(
  { language = 'zh' }: { readonly language?: Language | undefined },
  variants: Readonly<Record<Language, T>>,
): T {
  return variants[language];
}

const namedPeriods = { mean: { zh: '日均', en: 'in the mean of the days' }, all: { zh: '一周', en: 'in the week' } };
/** The period, as it stands in a sentence. */
export const periodZh = (period: FigurePeriod) =>
  typeof period === 'number' ? `第 ${period} 天` : namedPeriods[period].zh;
export const periodEn = (period: FigurePeriod) =>
  typeof period === 'number' ? `on day ${period}` : namedPeriods[period].en;
/** How often something occurs: in words up to twice. */
export const timesEn = (count: number) => ['never', 'once', 'twice'][count] ?? `${count} times`;
/** The span, as it stands in a sentence; empty for the whole menu. That is why `spanEn` begins with a space. */
export const spanZh = ({ day, meal }: Span) => (day === undefined ? '' : `第 ${day} 天${meal ? mealNames[meal] : ''}`);
export const spanEn = ({ day, meal }: Span) =>
  day === undefined ? '' : `${meal ? ` at ${toEnglish(meal)}` : ''} on day ${day}`;

/** Joins these names. `count` is the number of all names: where it is greater, the text says that there are more. */
export const joinNamesZh = (names: readonly string[], count: number) =>
  `${names.join('、')}${count > names.length ? '等' : ''}`;
export const joinNamesEn = (names: readonly string[], count: number) =>
  `${names.join(', ')}${count > names.length ? ` and ${count - names.length} more` : ''}`;

/** A locked dish, as the subject of a sentence. */
export const lockedDishPhrase = {
  zh: (dayMeal: DayMeal, dishName: string) => `${spanZh(dayMeal)}锁定的“${dishName}”`,
  en: ({ day, meal }: DayMeal, dishName: string) =>
    `"${dishName}", which is locked for ${toEnglish(meal)} on day ${day},`,
};
