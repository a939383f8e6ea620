import type { Language } from '../../../errors.ts';
import { type Meal, mealNames, toEnglish } from '../../meal.ts';
import type { DayMeal } from '../slots.ts';

/** What a figure is of: a day (from 1), a mean day of the menu, or all its days together. */
export type FigurePeriod = number | 'mean' | 'week';

/** A part of the menu: a meal of a day, a day, or, where both are absent, the whole menu. */
export interface Span {
  readonly day?: number | undefined;
  readonly meal?: Meal | undefined;
}

/** Returns the variant in the given language, by default the Chinese one. */
export function inLanguage<T>(
  { language = 'zh' }: { readonly language?: Language | undefined },
  variants: Readonly<Record<Language, T>>,
): T {
  return variants[language];
}

const namedPeriods = { mean: { zh: '日均', en: 'in the mean of the days' }, week: { zh: '一周', en: 'in the week' } };
/** The period, as it stands in a sentence. */
export const describePeriod = {
  zh: (period: FigurePeriod) => (typeof period === 'number' ? `第 ${period} 天` : namedPeriods[period].zh),
  en: (period: FigurePeriod) => (typeof period === 'number' ? `on day ${period}` : namedPeriods[period].en),
};

/** How often something occurs: in words up to twice. */
export const describeTimesEn = (count: number) => ['never', 'once', 'twice'][count] ?? `${count} times`;

/** The span, as it stands in a sentence; empty for the whole menu. `en` brings its own leading space, so that it can be empty. */
export const describeSpan = {
  zh: ({ day, meal }: Span) => (day === undefined ? '' : `第 ${day} 天${meal ? mealNames[meal] : ''}`),
  en: ({ day, meal }: Span) => (day === undefined ? '' : `${meal ? ` at ${toEnglish(meal)}` : ''} on day ${day}`),
};

/** These names in one text. `count` is the number of all names: where it is greater, the text says that there are more. */
export const joinNames = {
  zh: (names: readonly string[], count: number) => `${names.join('、')}${count > names.length ? '等' : ''}`,
  en: (names: readonly string[], count: number) =>
    `${names.join(', ')}${count > names.length ? ` and ${count - names.length} more` : ''}`,
};

/** A locked dish, as the subject of a sentence. */
export const describeLockedDish = {
  zh: (dayMeal: DayMeal, dishName: string) => `${describeSpan.zh(dayMeal)}锁定的“${dishName}”`,
  en: ({ day, meal }: DayMeal, dishName: string) =>
    `"${dishName}", which is locked for ${toEnglish(meal)} on day ${day},`,
};
