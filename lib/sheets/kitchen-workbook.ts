import { mealNames } from '../domain/meal.ts';
import type { MenuGroup } from '../domain/menu/menu.ts';
import type { KitchenDay, KitchenMeal } from '../domain/purchase/kitchen.ts';
import { formatDate, toWeekdayName } from '../domain/values/calendar.ts';
import type { SheetRow } from '../spreadsheet/sheet-row.ts';
import { type Sheet, writeSheets } from '../spreadsheet/xlsx-sheet.ts';
import { describeMissingDishes, flagTexts, layOutTable } from './kitchen-words.ts';

const TITLE = '投料单';
/** The maximum number of rows that a pot's name spans: fewer than a page has, since a merged cell is printed only once. */
const MAX_SPANNED_ROWS = 27;

const columns = [
  { header: '菜品', width: 24 },
  { header: '人数', width: 9, numberFormat: 'figure' as const },
  { header: '烹调方法', width: 10 },
  { header: '食材', width: 26 },
  { header: '净料（kg）', width: 12 },
  { header: '毛料（kg）', width: 12 },
  { header: '备注', width: 24 },
];

/** The facts of the workbook apart from the pots. */
interface KitchenFacts {
  readonly unit: string;
  readonly menu: string;
  readonly date: string;
  readonly isOff: boolean;
}

type Pot = KitchenMeal['pots'][number];

/** Writes the ingredients of each pot as a workbook with a worksheet for each day. */
export function writeKitchenWorkbook(days: readonly (readonly [KitchenDay, KitchenFacts])[]): Buffer {
  const toName = (date: string) => (days.length === 1 ? TITLE : `${formatDate(date)} 周${toWeekdayName(date)}`);
  return writeSheets(
    ...days.map(([day, facts]): Sheet => {
      return { name: toName(facts.date), orientation: 'portrait', ...layOutTable(toTable(day, facts)) };
    }),
  );
}

function toTable({ meals, missingCount }: KitchenDay, { unit, menu, date, isOff }: KitchenFacts) {
  const rows = meals.flatMap(({ meal, groups, pots }): SheetRow[] => [
    { format: 'band', cells: [`${mealNames[meal]}　${groups.map(describeGroup).join('、')}`], spansColumns: true },
    ...pots.flatMap(listPotRows),
  ]);
  const notes = [
    `食谱：${menu}　日期：${date} 周${toWeekdayName(date)}`,
    ...(isOff ? ['当日停餐'] : []),
    '净料为可食部的生重，毛料按可食部折算；各数向上进到 0.01 kg，不含预留。',
    ...describeMissingDishes(missingCount, '未列出'),
  ];
  return { title: `${unit} ${TITLE}`, notes, columns, rows };
}

function describeGroup({ name, people, avoid }: MenuGroup): string {
  return `${name} ${people} 人${avoid.length > 0 ? `（忌${avoid.join('、')}）` : ''}`;
}

/** Lists a row for each ingredient. The pot's name spans them, again on each page; people and method appear once. */
function listPotRows({ name, recipients, peopleCount, method, ingredients }: Pot): SheetRow[] {
  const ingredientCells = ingredients.map((ingredient) => [
    ingredient.name,
    { number: ingredient.net },
    ingredient.bought === undefined ? '' : { number: ingredient.bought },
    ingredient.flags.map((flag) => flagTexts[flag]).join('；'),
  ]);
  const rows = (ingredients.length > 0 ? ingredientCells : [['', '', '', '无食材']]).map(
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
  // The notice spans all columns, since there may be many groups with long names.
  const notice = `以下${name}只供：${recipients.join('、')}`;
  return [
    ...(recipients.length > 0 ? [{ format: 'cell' as const, cells: [notice], spansColumns: true }] : []),
    ...rows,
  ];
}
