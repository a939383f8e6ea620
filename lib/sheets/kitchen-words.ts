import { mealNames } from '../domain/meal.ts';
import type { MenuGroup } from '../domain/menu/menu.ts';
import type { KitchenDay, KitchenMeal } from '../domain/purchase/kitchen.ts';
import type { PurchaseFlag } from '../domain/purchase/shape.ts';
import { toWeekdayName } from '../domain/values/calendar.ts';

export const KITCHEN_TITLE = '投料单';
export const NO_INGREDIENTS = '无食材';

/** The columns of a day's sheet. Each ingredient of a pot has a row. Widths are in digits, as in `SheetColumn`. */
export const kitchenColumns = [
  { key: 'pot', header: '菜品', width: 24 },
  { key: 'people', header: '人数', width: 9, numberStyle: 'figure' },
  { key: 'method', header: '烹调方法', width: 10 },
  { key: 'food', header: '食材', width: 26 },
  { key: 'net', header: '净料（kg）', width: 12 },
  { key: 'bought', header: '毛料（kg）', width: 12 },
  { key: 'remarks', header: '备注', width: 24 },
] as const;

/** The facts that a day's sheet has beside the pots. */
interface KitchenFacts {
  readonly unitName: string;
  readonly menuName: string;
  readonly date: string;
  readonly isOff: boolean;
  /** Whether it shows what the menu says now, which nobody has approved. */
  readonly isDraft: boolean;
}

/** What a kitchen cooks on a day, with the facts of its sheet. */
export interface KitchenSheet {
  readonly day: KitchenDay;
  readonly facts: KitchenFacts;
}

/** One cooking of a dish at a meal, for the groups that get the dish. */
export type Pot = KitchenMeal['pots'][number];

/** Describes a meal with the groups that take it: `午餐　教师 12 人（忌花生）`. */
export function describeMeal({ meal, groups }: KitchenMeal): string {
  return `${mealNames[meal]}　${groups.map(describeGroup).join('、')}`;
}

/** Lists the notes above a day's pots. That on a draft lacks the 不得公示 of `describeStatus`: no kitchen sheet is made public. */
export function listDayNotes({ day, facts: { menuName, date, isOff, isDraft } }: KitchenSheet): string[] {
  return [
    `食谱：${menuName}　日期：${date} 周${toWeekdayName(date)}`,
    ...(isDraft ? ['草稿：未经审核'] : []),
    ...(isOff ? ['当日停餐'] : []),
    '净料为可食部的生重，毛料按可食部折算；各数向上进到 0.01 kg，不含预留。',
    ...listMissingNotes(day.missingDishCount, '未列出'),
  ];
}

function describeGroup({ name, people, avoid }: MenuGroup): string {
  return `${name} ${people} 人${avoid.length > 0 ? `（忌${avoid.join('、')}）` : ''}`;
}

/** Lists the notice above a pot that not all groups get; empty for other pots. */
export function listNotices({ name, recipients }: Pot): string[] {
  return recipients.length > 0 ? [`以下${name}只供：${recipients.join('、')}`] : [];
}

/** Joins the remarks on the ingredient's amounts; empty if there are none. */
export function describeRemarks(ingredient: Pot['ingredients'][number]): string {
  return ingredient.flags.map((flag) => remarkByFlag[flag]).join('；');
}

/** The remarks on an amount, for buyers and cooks. From here on, the lists of purchases and of samples share the words. */
export const remarkByFlag: Readonly<Record<PurchaseFlag, string>> = {
  edible_unknown: '可食部未知，按 100% 计',
  unlisted: '不在食材目录中',
};

/** Describes a menu with its first and last day: `食谱：第50周　日期：2026-12-07 至 2026-12-11`. */
export function describePeriod(menuName: string, days: readonly { readonly date: string }[]): string {
  const dates = [...new Set([days[0]?.date, days.at(-1)?.date].filter((date) => date !== undefined))];
  return `食谱：${menuName}　日期：${dates.join(' 至 ') || '无'}`;
}

/** Lists the note on the deleted dishes of a menu, with the consequence; empty without such dishes. */
export function listMissingNotes(missingDishCount: number, consequence: string): string[] {
  return missingDishCount > 0 ? [`有 ${missingDishCount} 个菜品已不存在，${consequence}`] : [];
}
