import type { KitchenDay } from '../domain/purchase/kitchen.ts';
import { formatDate, toWeekdayName } from '../domain/values/calendar.ts';
import { type SheetRow, toSpanningRow } from '../spreadsheet/sheet-row.ts';
import { type WrittenSheet, writeSheets } from '../spreadsheet/xlsx-sheet.ts';
import {
  describeMeal,
  describeRemarks,
  KITCHEN_TITLE,
  type KitchenFacts,
  kitchenColumns,
  listDayNotes,
  listNotices,
  NO_INGREDIENTS,
  type Pot,
} from './kitchen-words.ts';

/** The maximum number of rows that a pot's name spans: fewer than a page has, since a merged cell is printed only once. */
const MAX_SPANNED_ROWS = 27;

/** Writes the ingredients of each pot as a workbook with a worksheet for each day. */
export function writeKitchenWorkbook(days: readonly (readonly [day: KitchenDay, facts: KitchenFacts])[]): Buffer {
  const layOut = ([day, facts]: readonly [KitchenDay, KitchenFacts]): WrittenSheet => ({
    name: days.length === 1 ? KITCHEN_TITLE : `${formatDate(facts.date)} 周${toWeekdayName(facts.date)}`,
    title: `${facts.unitName} ${KITCHEN_TITLE}`,
    notes: listDayNotes(day, facts),
    columns: kitchenColumns,
    rows: day.meals.flatMap((meal) => [toSpanningRow('band', describeMeal(meal)), ...meal.pots.flatMap(listPotRows)]),
    orientation: 'portrait',
  });
  return writeSheets(...days.map(layOut));
}

/** A row for each ingredient. The pot's name spans them, again after `MAX_SPANNED_ROWS`; people and method stand once. */
function listPotRows(pot: Pot): SheetRow[] {
  const { name, peopleCount, method, ingredients } = pot;
  // The cells are in the order of `kitchenColumns`.
  const cellsByIngredient = ingredients.map((ingredient) => [
    ingredient.name,
    { number: ingredient.netKg },
    ingredient.boughtKg === undefined ? '' : { number: ingredient.boughtKg },
    describeRemarks(ingredient),
  ]);
  if (cellsByIngredient.length === 0) cellsByIngredient.push(['', '', '', NO_INGREDIENTS]);
  const rows = cellsByIngredient.map((cells, index): SheetRow => {
    const peopleAndMethod = index === 0 ? [{ number: String(peopleCount) }, method] : ['', ''];
    if (index % MAX_SPANNED_ROWS > 0) return { format: 'cell', cells: ['', ...peopleAndMethod, ...cells] };
    const rowSpan = Math.min(MAX_SPANNED_ROWS, cellsByIngredient.length - index);
    return { format: 'cell', cells: [name, ...peopleAndMethod, ...cells], rowSpan };
  });
  return [
    // The notice spans all columns, since there may be many groups with long names.
    ...listNotices(pot).map((notice) => toSpanningRow('cell', notice)),
    ...rows,
  ];
}
