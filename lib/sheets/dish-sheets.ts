import { dishMarks } from '../domain/dish.ts';
import { withoutBlanks } from '../domain/values/fields.ts';
import type { Sheet } from '../spreadsheet/rows.ts';
import type { DishColumn, IngredientColumn } from './dish-workbook.ts';
import { combinedForm, dishFactColumns, dishForm, ingredientForm } from './dish-workbook.ts';
import { findHeader, hasColumn, listDataRows, normaliseHeader } from './sheet-header.ts';
import { readTable, type Table, type TableForm } from './table-sheet.ts';
import type { UnreadPart } from './unread.ts';
import type { WorkbookProblems } from './workbook-problems.ts';

/** The tables of dishes and of their ingredients. In a combined worksheet both are the same table. */
export interface DishTables {
  readonly dishTable: Table<DishColumn>;
  /** Undefined if no worksheet has ingredients. */
  readonly ingredientTable: Table<IngredientColumn> | undefined;
  readonly isCombined: boolean;
  readonly unread: readonly UnreadPart[];
}

/** Reads the tables of a workbook; undefined if no worksheet has dishes. */
export function readDishTables(sheets: readonly Sheet[], problems: WorkbookProblems): DishTables | undefined {
  const candidates = sheets.flatMap((sheet) => toCandidate(sheet) ?? []);
  const { dishSheet, ingredientSheet, isCombined } = chooseSheets(candidates);
  if (!dishSheet) return undefined;
  const otherSheets = sheets.filter((sheet) => sheet !== dishSheet && sheet !== ingredientSheet);
  if (isCombined) {
    const table = readTable(acceptCategoryHeader(combinedForm, dishSheet), dishSheet, problems);
    const unread = listUnread([table], otherSheets);
    return table && { dishTable: table, ingredientTable: table, isCombined: true, unread };
  }
  const dishTable = readTable(acceptCategoryHeader(dishForm, dishSheet), dishSheet, problems);
  const ingredientTable = ingredientSheet && readTable(ingredientForm, ingredientSheet, problems);
  const unread = listUnread([dishTable, ingredientTable], otherSheets);
  return dishTable && { dishTable, ingredientTable, isCombined: false, unread };
}

/** Lists the unread columns of the tables, then the other worksheets that are not empty. */
function listUnread(tables: readonly (Table<never> | undefined)[], otherSheets: readonly Sheet[]): UnreadPart[] {
  const columnParts = tables.flatMap((table) => {
    return table && table.unreadColumns.length > 0 ? [{ sheet: table.sheetName, columns: table.unreadColumns }] : [];
  });
  return [...columnParts, ...otherSheets.filter(({ rows }) => rows.length > 0).map(({ name }) => ({ sheet: name }))];
}

/**
 * Chooses the worksheet of ingredients: the first that has any; and that of dishes: the first candidate if it has both
 * ingredients and facts of dishes, else the first without ingredients, else the worksheet of ingredients.
 */
function chooseSheets(candidates: readonly DishSheetCandidate[]) {
  const [firstCandidate] = candidates;
  const ingredientSheet = candidates.find(({ hasIngredients }) => hasIngredients)?.sheet;
  const pureDishSheet = candidates.find(({ hasIngredients }) => !hasIngredients)?.sheet;
  const isFirstCombined = firstCandidate?.hasIngredients && firstCandidate.hasFacts;
  const dishSheet = isFirstCombined ? firstCandidate.sheet : (pureDishSheet ?? ingredientSheet);
  return { dishSheet, ingredientSheet, isCombined: dishSheet === ingredientSheet };
}

/** A worksheet whose header names dishes. `hasFacts` says whether it has facts of the dishes themselves. */
type DishSheetCandidate = { readonly sheet: Sheet; readonly hasIngredients: boolean; readonly hasFacts: boolean };

/** Examines the header of a worksheet for what it has of dishes; undefined if it names none. */
function toCandidate(sheet: Sheet): DishSheetCandidate | undefined {
  const headerCells = findHeader({ ...combinedForm, identifyingColumns: ['id', 'name'] }, sheet)?.headerRow.cells;
  if (!headerCells) return undefined;
  const { identifyingColumns, columns } = ingredientForm;
  // 名称 may also be the name of a dish.
  const foodHeaders = identifyingColumns.flatMap((key) => columns[key].headers).filter((name) => name !== '名称');
  const hasIngredients = hasColumn(headerCells, foodHeaders);
  // A list of dishes has the mark, which a new dish needs, or at least the way of cooking.
  const { mark } = acceptCategoryHeader(combinedForm, sheet).columns;
  const hasFacts = hasColumn(headerCells, [...mark.headers, ...dishFactColumns.poly.headers]);
  return { sheet, hasIngredients, hasFacts };
}

/** Adds 类别 to the headers of marks if most cells below it are marks. Canteens also head categories of foods with it. */
function acceptCategoryHeader<Key extends string>(form: TableForm<Key | 'mark'>, sheet: Sheet): typeof form {
  const headedSheet = findHeader(form, sheet);
  const columnIndex = headedSheet?.headerRow.cells.findIndex((cell) => normaliseHeader(cell) === '类别') ?? -1;
  if (!headedSheet || columnIndex < 0) return form;
  const texts = listDataRows(headedSheet).flatMap(({ cells }) => withoutBlanks(cells[columnIndex] ?? '') || []);
  const markCount = texts.filter((text) => dishMarks.some((mark) => mark === text)).length;
  if (markCount * 2 <= texts.length) return form;
  const { mark } = form.columns;
  return { ...form, columns: { ...form.columns, mark: { ...mark, headers: [...mark.headers, '类别'] } } };
}
