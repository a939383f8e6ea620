import { mealNames } from '../domain/meal.ts';
import type { MenuGroup } from '../domain/menu/menu.ts';
import type { KitchenDay, KitchenMeal } from '../domain/purchase/kitchen.ts';
import type { PurchaseFlag } from '../domain/purchase/shape.ts';
import { toWeekdayName } from '../domain/values/calendar.ts';

export const TITLE = '投料单';
export const NO_INGREDIENTS = '无食材';

export const columns = [
  { header: '菜品', width: 24 },
  { header: '人数', width: 9, numberFormat: 'figure' as const },
  { header: '烹调方法', width: 10 },
  { header: '食材', width: 26 },
  { header: '净料（kg）', width: 12 },
  { header: '毛料（kg）', width: 12 },
  { header: '备注', width: 24 },
];

/** The facts that a day's sheet has beside the pots. */
export interface KitchenFacts {
  readonly unit: string;
  readonly menu: string;
  readonly date: string;
  readonly isOff: boolean;
}

export type Pot = KitchenMeal['pots'][number];

export function describeMeal({ meal, groups }: KitchenMeal): string {
  return `${mealNames[meal]}　${groups.map(describeGroup).join('、')}`;
}

/** Lists the notes above a day's pots. */
export function describeDay({ missingCount }: KitchenDay, { menu, date, isOff }: KitchenFacts): string[] {
  return [
    `食谱：${menu}　日期：${date} 周${toWeekdayName(date)}`,
    ...(isOff ? ['当日停餐'] : []),
    '净料为可食部的生重，毛料按可食部折算；各数向上进到 0.01 kg，不含预留。',
    ...describeMissingDishes(missingCount, '未列出'),
  ];
}

function describeGroup({ name, people, avoid }: MenuGroup): string {
  return `${name} ${people} 人${avoid.length > 0 ? `（忌${avoid.join('、')}）` : ''}`;
}

/** Names the groups that get a pot, unless all do. */
export function listNotices({ name, recipients }: Pot): string[] {
  return recipients.length > 0 ? [`以下${name}只供：${recipients.join('、')}`] : [];
}

export function describeFlags({ flags }: Pot['ingredients'][number]): string {
  return flags.map((flag) => flagTexts[flag]).join('；');
}

/** Remarks on an amount for buyers and cooks. */
export const flagTexts: Readonly<Record<PurchaseFlag, string>> = {
  edible_unknown: '可食部未知，按 100% 计',
  unlisted: '不在食材目录中',
};

export function describePeriod(menu: string, days: readonly { readonly date: string }[]): string {
  const dates = [...new Set([days[0]?.date, days.at(-1)?.date].filter((date) => date !== undefined))];
  return `食谱：${menu}　日期：${dates.join(' 至 ') || '无'}`;
}

/** Describes how many dishes are gone, and the consequence; empty if none is. */
export function describeMissingDishes(count: number, consequence: string): string[] {
  return count > 0 ? [`有 ${count} 个菜品已不存在，${consequence}`] : [];
}
