import { dishMarks } from '../domain/dish.ts';
import { withoutBlanks } from '../domain/values/fields.ts';
import type { Sheet } from '../spreadsheet/rows.ts';
import { combinedForm, dishForm, factColumns, ingredientForm } from './dish-workbook.ts';
import { findHeader, hasColumn, listDataRows, normaliseHeader } from './sheet-header.ts';
import { readTable, type TableForm } from './table-sheet.ts';
import type { WorkbookProblems } from './workbook-problems.ts';

/**
 * Finds the worksheet of dishes and that of their ingredients: the first of each. They are one worksheet if there is no
 * worksheet of dishes alone, or if the first worksheet has ingredients and facts of dishes.
 */
export function findDishSheets(sheets: readonly Sheet[], problems: WorkbookProblems) {
  const candidates = sheets.flatMap((sheet) => findDishContents(sheet) ?? []);
  const [first] = candidates;
  const ingredientSheet = candidates.find(({ hasIngredients }) => hasIngredients)?.sheet;
  const pureDishSheet = candidates.find(({ hasIngredients }) => !hasIngredients)?.sheet;
  const isFirstCombined = first?.hasIngredients && first.hasFacts;
  const dishSheet = isFirstCombined ? first.sheet : (pureDishSheet ?? ingredientSheet);
  if (!dishSheet) return undefined;
  const isCombined = dishSheet === ingredientSheet;
  const combinedTable = isCombined ? readTable(fitMarkColumn(combinedForm, dishSheet), dishSheet, problems) : undefined;
  const dishTable = combinedTable ?? readTable(fitMarkColumn(dishForm, dishSheet), dishSheet, problems);
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
function findDishContents(sheet: Sheet) {
  const header = findHeader({ ...combinedForm, identifyingColumns: ['id', 'name'] }, sheet)?.cells;
  if (!header) return undefined;
  const hasIngredients = ingredientForm.identifyingColumns.some((key) => {
    // 名称 may also be the name of a dish.
    const headers = ingredientForm.columns[key].headers.filter((name) => name !== '名称');
    return hasColumn(header, headers);
  });
  const hasFacts = [fitMarkColumn(combinedForm, sheet).columns.mark, factColumns.poly].some(({ headers }) =>
    hasColumn(header, headers),
  );
  return { sheet, hasIngredients, hasFacts };
}

/** Canteens call the marks of dishes 类别, and the categories of foods too. The column is one of marks if most cells are marks. */
function fitMarkColumn<Key extends string>(form: TableForm<Key | 'mark'>, sheet: Sheet): TableForm<Key | 'mark'> {
  const header = findHeader(form, sheet);
  const index = header?.cells.findIndex((cell) => normaliseHeader(cell) === '类别') ?? -1;
  if (!header || index < 0) return form;
  const texts = listDataRows(sheet, header).flatMap(({ cells }) => withoutBlanks(cells[index] ?? '') || []);
  const marks = texts.filter((text) => dishMarks.some((mark) => mark === text));
  if (marks.length * 2 <= texts.length) return form;
  const { mark } = form.columns;
  return { ...form, columns: { ...form.columns, mark: { ...mark, headers: [...mark.headers, '类别'] } } };
}
