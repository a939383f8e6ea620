import type { components } from '../../../.build/workbench/api.ts';
import { dayAfter, weekday } from '../../parts/format.ts';

type Schemas = components['schemas'];

/** A meal, as the service calls it. */
export type Meal = Schemas['MenuItem']['meal'];

/** A meal of a day, from 1. */
export type Place = Readonly<Pick<Schemas['MenuItem'], 'day' | 'meal'>>;

/** What the places of a menu are: from its first day on (`YYYY-MM-DD`), the same meals each day. */
export type Frame = Readonly<Pick<Schemas['Menu'], 'start' | 'days' | 'meals'>>;

/** The meals of a day in their order, and what people call them. */
export const mealNames: Readonly<Record<Meal, string>> = {
  breakfast: '早餐',
  morningSnack: '早点',
  lunch: '午餐',
  afternoonSnack: '午点',
  dinner: '晚餐',
  supper: '夜宵',
};

/** The days of a menu, from 1. */
export function daysOf({ days }: Pick<Frame, 'days'>): number[] {
  return Array.from({ length: days }, (_, index) => index + 1);
}

/** The date of a day of a menu, `YYYY-MM-DD`. */
export function dateOf({ start }: Pick<Frame, 'start'>, day: number): string {
  return dayAfter(start, day - 1);
}

/** The weekday of a day of a menu: 周一. */
export function weekdayOf(frame: Pick<Frame, 'start'>, day: number): string {
  return weekday(dateOf(frame, day));
}

/** What a place is called: 周三午餐. */
export function placeName(frame: Pick<Frame, 'start'>, { day, meal }: Place): string {
  return `${weekdayOf(frame, day)}${mealNames[meal]}`;
}

/** Whether both are the same place. */
export function isSamePlace(one: Place, other: Place): boolean {
  return one.day === other.day && one.meal === other.meal;
}
