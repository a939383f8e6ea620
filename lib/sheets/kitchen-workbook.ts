import type { KitchenDay } from '../domain/purchase/kitchen.ts';
import { formatDate, toWeekdayName } from '../domain/values/calendar.ts';
import type { SheetRow } from '../spreadsheet/sheet-row.ts';
import { type WrittenSheet, writeSheets } from '../spreadsheet/xlsx-sheet.ts';
import {
  describeDay,
  describeFlags,
  describeMeal,
  KITCHEN_TITLE,
  type KitchenFacts,
  kitchenColumns,
  listNotices,
  NO_INGREDIENTS,
  type Pot,
} from './kitchen-words.ts';
import { layOutTable } from './titled-table.ts';

/** The maximum number of rows that a pot's name spans: fewer than a page has, since a merged cell is printed only once. */
const MAX_SPANNED_ROWS = 27;

/** Writes the ingredients of each pot as a workbook with a worksheet for each day. */
export function writeKitchenWorkbook(days: readonly (readonly [KitchenDay, KitchenFacts])[]): Buffer {
  const toName = (date: string) => (days.length === 1 ? KITCHEN_TITLE : `${formatDate(date)} 周${toWeekdayName(date)}`);
  return writeSheets(
    ...days.map(([day, facts]): WrittenSheet => {
      return { name: toName(facts.date), orientation: 'portrait', ...layOutTable(toTable(day, facts)) };
    }),
  );
}

function toTable(day: KitchenDay, facts: KitchenFacts) {
  const rows = day.meals.flatMap((meal): SheetRow[] => [
    { format: 'band', cells: [describeMeal(meal)], spansColumns: true },
    ...meal.pots.flatMap(listPotRows),
  ]);
  return { title: `${facts.unitName} ${KITCHEN_TITLE}`, notes: describeDay(day, facts), columns: kitchenColumns, rows };
}

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
