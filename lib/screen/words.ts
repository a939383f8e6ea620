import { cleanText } from '../text/clean-text.ts';
import { escapeMarkup } from '../text/markup.ts';

/** An amount for people: whole numbers from 100 on, one decimal below, and the exact decimals below 1. */
export function tell(amount: string): string {
  const number = Number(amount);
  if (number >= 100) return group(Math.round(number));
  if (number >= 1) return String(Math.round(number * 10) / 10);
  return String(Math.round(number * 100) / 100);
}

function group(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Text from outside, escaped for a page. */
export function show(text: string): string {
  return escapeMarkup(cleanText(text));
}
