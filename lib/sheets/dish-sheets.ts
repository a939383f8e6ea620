import type { Sheet } from '../spreadsheet/rows.ts';
import {
  combinedForm,
  type DishColumn,
  dishForm,
  factColumns,
  type IngredientColumn,
  ingredientForm,
} from './dish-workbook.ts';
import { findHeader, hasColumn } from './sheet-header.ts';
import { readTable, type Table } from './table-sheet.ts';
import type { WorkbookProblems } from './workbook-problems.ts';

/** A worksheet, or columns of it, that are not read. */
export interface UnreadPart {
  readonly sheet?: string | undefined;
  /** Absent if nothing of the worksheet is read. */
  readonly columns?: readonly string[] | undefined;
}

/** The worksheets of a workbook of dishes. */
export interface DishSheets {
  readonly dishTable: Table<DishColumn>;
  readonly foodTable: Table<IngredientColumn> | undefined;
  /** Whether one worksheet has both. */
  readonly isCombined: boolean;
  readonly unread: readonly UnreadPart[];
}

/**
 * Finds the first worksheet of dishes and the first one of ingredients. Without a worksheet of dishes, or if the first of
 * all has facts of dishes beside the ingredients, one has both.
 */
export function findDishSheets(sheets: readonly Sheet[], problems: WorkbookProblems): DishSheets | undefined {
  const kinds = sheets.flatMap((sheet) => findKind(sheet) ?? []);
  const foodSheet = kinds.find(({ hasFoods }) => hasFoods);
  const dishSheet =
    kinds[0]?.hasFoods && kinds[0].hasFacts ? kinds[0] : (kinds.find(({ hasFoods }) => !hasFoods) ?? foodSheet);
  if (!dishSheet) return undefined;
  const isCombined = dishSheet === foodSheet;
  const combined = isCombined ? readTable(combinedForm, dishSheet.sheet, problems) : undefined;
  const dishTable = combined ?? readTable(dishForm, dishSheet.sheet, problems);
  const foodTable = combined ?? (foodSheet && readTable(ingredientForm, foodSheet.sheet, problems));
  if (!dishTable) return undefined;
  const readSheets = [dishSheet.sheet, foodSheet?.sheet];
  const tables = isCombined || !foodTable ? [dishTable] : [dishTable, foodTable];
  const unread = [
    ...tables.flatMap(({ name, unreadColumns }) =>
      unreadColumns.length > 0 ? [{ sheet: name, columns: unreadColumns }] : [],
    ),
    ...sheets
      .filter((sheet) => sheet.rows.length > 0 && !readSheets.includes(sheet))
      .map(({ name }) => ({ sheet: name })),
  ];
  return { dishTable, foodTable, isCombined, unread };
}

/** A worksheet with dishes, ingredients or both. */
function findKind(sheet: Sheet) {
  const header = findHeader({ ...combinedForm, identifyingColumns: ['id', 'name'] }, sheet)?.cells;
  if (!header) return undefined;
  const hasFoods = ingredientForm.identifyingColumns.some((key) =>
    hasColumn(
      header,
      ingredientForm.columns[key].headers.filter((name) => name !== '名称'),
    ),
  );
  const hasFacts = [factColumns.mark, factColumns.poly].some(({ headers }) => hasColumn(header, headers));
  return { sheet, hasFoods, hasFacts };
}
