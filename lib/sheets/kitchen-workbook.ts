import { formatDate, toWeekdayName } from '../domain/values/calendar.ts';
import { type SheetCell, type SheetRow, toSpanningRow } from '../spreadsheet/sheet-row.ts';
import { type WrittenSheet, writeSheets } from '../spreadsheet/xlsx-sheet.ts';
import * as words from './kitchen-words.ts';

/** The maximum number of rows that a pot's name spans: fewer than a page has, since a merged cell is printed only once. */
const MAX_SPANNED_ROWS = 27;

/** The cells of an ingredient's row by column; absent ones are empty. */
type KitchenCells = Readonly<Partial<Record<(typeof words.kitchenColumns)[number]['key'], SheetCell>>>;

/** Writes the ingredients of each pot as a workbook with a worksheet for each day. */
export function writeKitchenWorkbook(sheets: readonly words.KitchenSheet[]): Buffer {
  const layOutDay = (sheet: words.KitchenSheet): WrittenSheet => ({
    name:
      sheets.length > 1 ? `${formatDate(sheet.facts.date)} 周${toWeekdayName(sheet.facts.date)}` : words.KITCHEN_TITLE,
    title: `${sheet.facts.unitName} ${words.KITCHEN_TITLE}`,
    notes: words.listDayNotes(sheet),
    columns: words.kitchenColumns,
    rows: sheet.day.meals.flatMap((meal) => [
      toSpanningRow('band', words.describeMeal(meal)),
      ...meal.pots.flatMap(listPotRows),
    ]),
    orientation: 'portrait',
  });
  return writeSheets(...sheets.map(layOutDay));
}

/** Lists a row for each ingredient. A pot's name spans up to `MAX_SPANNED_ROWS`. Only the first row has people and method. */
function listPotRows(pot: words.Pot): SheetRow[] {
  const { name, peopleCount, method, ingredients } = pot;
  const ingredientCells = ingredients.map((ingredient): KitchenCells => {
    const { name: food, netKg, boughtKg } = ingredient;
    const bought = boughtKg === undefined ? '' : { number: boughtKg };
    return { food, net: { number: netKg }, bought, remarks: words.describeRemarks(ingredient) };
  });
  if (ingredientCells.length === 0) ingredientCells.push({ remarks: words.NO_INGREDIENTS });
  const rows = ingredientCells.map((cells, rowIndex): SheetRow => {
    const potCells = rowIndex === 0 ? { people: { number: String(peopleCount) }, method } : {};
    const startsSpan = rowIndex % MAX_SPANNED_ROWS === 0;
    const cellByColumn: KitchenCells = { ...cells, ...potCells, pot: startsSpan ? name : '' };
    const rowSpan = Math.min(MAX_SPANNED_ROWS, ingredientCells.length - rowIndex);
    const rowCells = words.kitchenColumns.map(({ key }) => cellByColumn[key] ?? '');
    return { style: 'cell', cells: rowCells, ...(startsSpan && { rowSpan }) };
  });
  // The notice spans all columns, since there may be many groups with long names.
  return [...words.listNotices(pot).map((notice) => toSpanningRow('cell', notice)), ...rows];
}
