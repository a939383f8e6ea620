import type { Sheet } from '../spreadsheet/rows.ts';
import { combinedForm, dishForm, factColumns, ingredientForm } from './dish-workbook.ts';
import { findHeader, hasColumn } from './sheet-header.ts';
import { readTable } from './table-sheet.ts';
import type { WorkbookProblems } from './workbook-problems.ts';

/**
 * Finds the worksheet of dishes and that of their ingredients: the first of each. They are one worksheet if there is no
 * worksheet of dishes alone, or if the first worksheet has ingredients and facts of dishes.
 */
export function findDishSheets(sheets: readonly Sheet[], problems: WorkbookProblems) {
  const candidates = sheets.flatMap((sheet) => findContents(sheet) ?? []);
  const [first] = candidates;
  const ingredientSheet = candidates.find(({ hasIngredients }) => hasIngredients)?.sheet;
  const pureDishSheet = candidates.find(({ hasIngredients }) => !hasIngredients)?.sheet;
  const isFirstCombined = first?.hasIngredients && first.hasFacts;
  const dishSheet = isFirstCombined ? first.sheet : (pureDishSheet ?? ingredientSheet);
  if (!dishSheet) return undefined;
  const isCombined = dishSheet === ingredientSheet;
  const combinedTable = isCombined ? readTable(combinedForm, dishSheet, problems) : undefined;
  const dishTable = combinedTable ?? readTable(dishForm, dishSheet, problems);
  const ingredientTable = combinedTable ?? (ingredientSheet && readTable(ingredientForm, ingredientSheet, problems));
  if (!dishTable) return undefined;
  const tables = isCombined || !ingredientTable ? [dishTable] : [dishTable, ingredientTable];
  const partlyReadTables = tables.filter(({ unreadColumns }) => unreadColumns.length > 0);
  const unreadSheets = sheets.filter(
    (sheet) => sheet.rows.length > 0 && sheet !== dishSheet && sheet !== ingredientSheet,
  );
  const unread = [
    ...partlyReadTables.map(({ name, unreadColumns }) => ({ sheet: name, columns: unreadColumns })),
    ...unreadSheets.map(({ name }) => ({ sheet: name })),
  ];
  return { dishTable, ingredientTable, isCombined, unread };
}

/** Finds out what a worksheet has: dishes, ingredients or both; undefined if neither. */
function findContents(sheet: Sheet) {
  const header = findHeader({ ...combinedForm, identifyingColumns: ['id', 'name'] }, sheet)?.cells;
  if (!header) return undefined;
  const hasIngredients = ingredientForm.identifyingColumns.some((key) => {
    // 名称 may also be the name of a dish.
    const headers = ingredientForm.columns[key].headers.filter((name) => name !== '名称');
    return hasColumn(header, headers);
  });
  const hasFacts = [factColumns.mark, factColumns.poly].some(({ headers }) => hasColumn(header, headers));
  return { sheet, hasIngredients, hasFacts };
}
