import type { Schemas } from '../../api/client.ts';
import type { Meal } from './week.ts';

export type Template = Schemas['MenuTemplate'];
export type Row = Schemas['TemplateRow'];

/** What meals are made of, and by way of cooking how many dishes of a meal the kitchen can cook. */
export interface Kitchen {
  readonly template: Template;
  /** Undefined: as the unit has it. */
  readonly capacity?: Readonly<Record<string, number>> | undefined;
}

const MAX_DISHES_PER_ROW = 10;

/** What the service makes meals of as long as the unit has set nothing. No call answers it. */
const usualMeals: Readonly<Record<Meal, string>> = {
  breakfast: '主食/点心 1–2，粥/饮品 0–1，奶类 1，小荤/半荤/凉菜 1，素菜 0–1',
  morningSnack: '水果/奶类/点心/饮品 1–2',
  lunch: '主食 1，大荤/荤菜 1，小荤/半荤 1，素菜/凉菜 1–2，汤羹 1，水果 0–1，奶类 0–1',
  afternoonSnack: '水果/奶类/点心/饮品 1–2',
  dinner: '主食 1，大荤/荤菜/小荤/半荤 1–2，素菜/凉菜 1–2，汤羹/粥 0–1，水果 0–1',
  supper: '粥/点心/主食 1，奶类/饮品/水果 0–1',
};

/** The rows of a meal that the unit has not set. */
export const listUsualRows = (meal: Meal): Row[] =>
  usualMeals[meal].split('，').map((text) => {
    const [marks = '', count = ''] = text.split(' ');
    const [min = 0, max = min] = count.split('–').map(Number);
    return { marks: marks.split('/') as Row['marks'], min, max };
  });

/** Changes how many dishes a row has by one step of 0, 0–1, 1, 1–2, 2 …: the sum of both bounds counts the steps. */
export function stepRow(row: Row, step: 1 | -1): Row {
  const { min, max } = toBounds(row);
  const sum = Math.min(Math.max(0, min + max + step), 2 * MAX_DISHES_PER_ROW);
  return { ...row, min: Math.floor(sum / 2), max: Math.ceil(sum / 2) };
}

/** Describes how many dishes a row has: 1, or 1–2. */
export function describeCount(row: Row): string {
  const { min, max } = toBounds(row);
  return min === max ? `${min}` : `${min}–${max}`;
}

/** Converts rows to what the calls take: without rows that have no dish. */
export function toTemplate(template: Template): Template {
  const meals = Object.entries(template).map(([meal, rows]) => [meal, rows.filter((row) => toBounds(row).max > 0)]);
  return Object.fromEntries(meals);
}

const toBounds = ({ min = 1, max = Math.max(1, min) }: Row) => ({ min, max });
