import { mealNames } from '../domain/meal.ts';
import type { MenuGroup } from '../domain/menu/menu.ts';
import type { KitchenDay, KitchenMeal } from '../domain/purchase/kitchen.ts';
import { formatDate, toWeekdayName } from '../domain/values/calendar.ts';
import type { SheetRow } from '../spreadsheet/sheet-row.ts';
import { type Sheet, writeSheets } from '../spreadsheet/xlsx-sheet.ts';
import { describeMissingDishes, flagTexts, layOutTable } from './kitchen-words.ts';

export const TITLE = '投料单';
/** The maximum number of rows that a pot's name spans: fewer than a page has, since a merged cell is printed only once. */
const MAX_SPANNED_ROWS = 27;

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

/** Writes the ingredients of each pot as a workbook with a worksheet for each day. */
export function writeKitchenWorkbook(days: readonly (readonly [KitchenDay, KitchenFacts])[]): Buffer {
  const toName = (date: string) => (days.length === 1 ? TITLE : `${formatDate(date)} 周${toWeekdayName(date)}`);
  return writeSheets(
    ...days.map(([day, facts]): Sheet => {
      return { name: toName(facts.date), orientation: 'portrait', ...layOutTable(toTable(day, facts)) };
    }),
  );
}

function toTable(day: KitchenDay, facts: KitchenFacts) {
  const rows = day.meals.flatMap((meal): SheetRow[] => [
    { format: 'band', cells: [describeMeal(meal)], spansColumns: true },
    ...meal.pots.flatMap(listPotRows),
  ]);
  return { title: `${facts.unit} ${TITLE}`, notes: describeDay(day, facts), columns, rows };
}

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

export const NO_INGREDIENTS = '无食材';

/** Lists a row for each ingredient. The pot's name spans them, again on each page; people and method appear once. */
function listPotRows(pot: Pot): SheetRow[] {
  const { name, peopleCount, method, ingredients } = pot;
  const ingredientCells = ingredients.map((ingredient) => [
    ingredient.name,
    { number: ingredient.net },
    ingredient.bought === undefined ? '' : { number: ingredient.bought },
    describeFlags(ingredient),
  ]);
  const rows = (ingredients.length > 0 ? ingredientCells : [['', '', '', NO_INGREDIENTS]]).map(
    (cells, index, { length }): SheetRow => {
      const peopleAndMethod = index === 0 ? [{ number: String(peopleCount) }, method] : ['', ''];
      if (index % MAX_SPANNED_ROWS > 0) return { format: 'cell', cells: ['', ...peopleAndMethod, ...cells] };
      return {
        format: 'cell',
        cells: [name, ...peopleAndMethod, ...cells],
        rowSpan: Math.min(MAX_SPANNED_ROWS, length - index),
      };
    },
  );
  return [
    // The notice spans all columns, since there may be many groups with long names.
    ...listNotices(pot).map((notice) => ({ format: 'cell' as const, cells: [notice], spansColumns: true })),
    ...rows,
  ];
}
