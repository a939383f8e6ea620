import type { Meal } from '../domain/menu.ts';
import { cleanText } from '../text/clean-text.ts';
import { escapeMarkup } from '../text/markup.ts';

export const mealNames: Readonly<Record<Meal, string>> = { breakfast: '早餐', lunch: '午餐', dinner: '晚餐' };

const weekdays = ['日', '一', '二', '三', '四', '五', '六'];

const parse = (date: string) => new Date(`${date}T00:00:00Z`);

/** A date as it is said: `11月22日`. */
export function dayName(date: string): string {
  const day = parse(date);
  return `${day.getUTCMonth() + 1}月${day.getUTCDate()}日`;
}

/** The day of the week of a date: `日`. */
export function weekdayOf(date: string): string {
  return weekdays[parse(date).getUTCDay()] ?? '';
}

/** An amount for people: whole numbers from 100 on, one decimal below, and as exact as it takes below 1. */
export function tell(amount: string): string {
  const number = Number(amount);
  if (number >= 100) return group(Math.round(number));
  if (number >= 1) return String(Math.round(number * 10) / 10);
  return String(Math.round(number * 100) / 100);
}

function group(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Text from outside, as it may stand in a page. */
export function show(text: string): string {
  return escapeMarkup(cleanText(text));
}
