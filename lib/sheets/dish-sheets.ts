import { dishMarks } from '../domain/dish.ts';
import { withoutBlanks } from '../domain/values/fields.ts';
import type { Sheet } from '../spreadsheet/rows.ts';
import { combinedForm, dishForm, factColumns, ingredientForm } from './dish-workbook.ts';
import { findHeader, hasColumn, listDataRows, normaliseHeader } from './sheet-header.ts';
import { readTable, type TableForm } from './table-sheet.ts';
import type { WorkbookProblems } from './workbook-problems.ts';

/** Reads the tables of dishes and of their ingredients, which may be one; undefined if there is none of dishes. */
export function readDishTables(sheets: readonly Sheet[], problems: WorkbookProblems) {
  const { dishSheet, ingredientSheet } = chooseSheets(sheets.flatMap((sheet) => findDishContents(sheet) ?? []));
  if (!dishSheet) return undefined;
  const isCombined = dishSheet === ingredientSheet;
  const combinedTable = isCombined
    ? readTable(acceptCategoryHeader(combinedForm, dishSheet), dishSheet, problems)
    : undefined;
  const dishTable = combinedTable ?? readTable(acceptCategoryHeader(dishForm, dishSheet), dishSheet, problems);
  const ingredientTable = combinedTable ?? (ingredientSheet && readTable(ingredientForm, ingredientSheet, problems));
  if (!dishTable) return undefined;
  const tables = isCombined || !ingredientTable ? [dishTable] : [dishTable, ingredientTable];
  const partlyReadTables = tables.filter(({ unreadColumns }) => unreadColumns.length > 0);
  const unreadSheets = sheets.filter((sheet) => sheet.rows.length > 0 && ![dishSheet, ingredientSheet].includes(sheet));
  const unread = [
    ...partlyReadTables.map(({ name, unreadColumns }) => ({ sheet: name, columns: unreadColumns })),
    ...unreadSheets.map(({ name }) => ({ sheet: name })),
  ];
  return { dishTable, ingredientTable, isCombined, unread };
}

/**
 * Chooses the worksheet of ingredients, the first that has any, and that of dishes: the first worksheet if it has
 * ingredients and facts of dishes, else the first without ingredients, else that of ingredients.
 */
function chooseSheets(candidates: readonly NonNullable<ReturnType<typeof findDishContents>>[]) {
  const [first] = candidates;
  const ingredientSheet = candidates.find(({ hasIngredients }) => hasIngredients)?.sheet;
  const pureDishSheet = candidates.find(({ hasIngredients }) => !hasIngredients)?.sheet;
  const isFirstCombined = first?.hasIngredients && first.hasFacts;
  return { ingredientSheet, dishSheet: isFirstCombined ? first.sheet : (pureDishSheet ?? ingredientSheet) };
}

/** Finds out what a worksheet has: dishes, ingredients or both; undefined if neither. */
function findDishContents(sheet: Sheet) {
  const header = findHeader({ ...combinedForm, identifyingColumns: ['id', 'name'] }, sheet)?.cells;
  if (!header) return undefined;
  const { identifyingColumns, columns } = ingredientForm;
  // 名称 may also be the name of a dish.
  const foodHeaders = identifyingColumns.flatMap((key) => columns[key].headers).filter((name) => name !== '名称');
  const hasIngredients = hasColumn(header, foodHeaders);
  // A list of dishes has the mark, which a new dish needs, or at least the way of cooking.
  const { mark } = acceptCategoryHeader(combinedForm, sheet).columns;
  const hasFacts = hasColumn(header, [...mark.headers, ...factColumns.poly.headers]);
  return { sheet, hasIngredients, hasFacts };
}

/** Canteens use the header 类别 for marks of dishes and for categories of foods. It means marks if most cells are marks. */
function acceptCategoryHeader<Key extends string>(form: TableForm<Key | 'mark'>, sheet: Sheet): typeof form {
  const header = findHeader(form, sheet);
  const index = header?.cells.findIndex((cell) => normaliseHeader(cell) === '类别') ?? -1;
  if (!header || index < 0) return form;
  const texts = listDataRows(sheet, header).flatMap(({ cells }) => withoutBlanks(cells[index] ?? '') || []);
  const marks = texts.filter((text) => dishMarks.some((mark) => mark === text));
  if (marks.length * 2 <= texts.length) return form;
  const { mark } = form.columns;
  return { ...form, columns: { ...form.columns, mark: { ...mark, headers: [...mark.headers, '类别'] } } };
}
