import type { ValueOutcome } from '../domain/ingredient/named-code.ts';
import { field, MAX_CODE_LENGTH, toCode } from '../domain/values/fields.ts';
import type { Language, Problem } from '../errors.ts';
import { MAX_ROWS, makeUploadBudget, type UploadBudget } from '../spreadsheet/cell.ts';
import { FileProblem } from '../spreadsheet/problem.ts';
import { readSheets, type Sheet } from '../spreadsheet/rows.ts';
import type { SheetColumn } from '../spreadsheet/xlsx-sheet.ts';
import { normaliseText } from '../text/normal-form.ts';
import type { ColumnForm, HeadedSheet, WorksheetForm } from './sheet-header.ts';
import { findHeader, hasColumn, normaliseHeader } from './sheet-header.ts';
import { type Field, type NamedFile, readTableBelow, type TableRow } from './table-sheet.ts';
import type { UnreadPart } from './unread.ts';
import { toUploadError, WorkbookProblems } from './workbook-problems.ts';

/** The columns of the templates that explain a code. They are not read. */
export const explainingColumns: readonly SheetColumn[] = [
  { header: '名称', width: 40 },
  { header: '类别', width: 24 },
];

/** A kind of worksheet with a column of ingredient codes and a column of values. */
export interface CodeSheetForm<Value extends string> {
  readonly name: string;
  /** The column of values as it is written, and below as it is found in a file. */
  readonly writtenColumn: SheetColumn;
  readonly readColumn: ColumnForm;
  /** Reads a value that is not empty. */
  readonly valueField: Field<Value>;
  /** The problem of a code with two different values in one file. */
  readonly conflictProblem: Problem['code'];
  readonly conflictBetweenFilesProblem: Problem['code'];
  /** Says how many values were set and removed. */
  readonly describeOutcome: (outcome: ValueOutcome) => Record<Language, string>;
}

type CodeColumn = 'code' | 'value';

/** A row that sets the value of a code, or removes it if `value` is undefined. */
interface CodeRow<Value extends string> {
  readonly fileName: string;
  readonly sheetRow: TableRow<CodeColumn>;
  readonly code: string;
  readonly value: Value | undefined;
}

/** Reads the values that files set by ingredient code, or remove where undefined. @throws AppError if one file has a problem */
export function readCodeUpload<Value extends string>(form: CodeSheetForm<Value>, files: readonly NamedFile[]) {
  const budget = makeUploadBudget();
  const contents = files.map((file) => readCodeFile(form, file, budget));
  const rows = contents.flatMap((content) => content.rows);
  const problemsByFile = contents.map(({ problems }) => problems);
  if (rows.length > MAX_ROWS) problemsByFile[0]?.add({}, new FileProblem('too_many_rows', { max: MAX_ROWS }));
  // Of equal keys a map keeps the last, so the reversed rows give the first row of each code.
  const firstRowByCode = new Map(rows.toReversed().map((row) => [row.code, row]));
  const reportConflict = ({ fileName, value, sheetRow }: CodeRow<Value>, earlier: CodeRow<Value> | undefined) => {
    if (!earlier || earlier.value === value) return;
    const problem = fileName === earlier.fileName ? form.conflictProblem : form.conflictBetweenFilesProblem;
    sheetRow.reportProblem('value', { code: problem, otherRow: earlier.sheetRow.number, otherFile: earlier.fileName });
  };
  for (const row of rows) reportConflict(row, firstRowByCode.get(row.code));
  if (problemsByFile.some(({ isEmpty }) => !isEmpty)) throw toUploadError(problemsByFile);
  return {
    valueByCode: new Map(rows.map(({ code, value }) => [code, value])),
    unread: contents.map(({ unread }) => unread),
    /** Adds the conflicts of different codes of the same food to the problems, and makes the error of all. */
    makeConflictError: (conflicts: readonly (readonly [code: string, earlierCode: string])[]) => {
      for (const [code, earlierCode] of conflicts) {
        const row = firstRowByCode.get(code);
        if (row) reportConflict(row, firstRowByCode.get(earlierCode));
      }
      return toUploadError(problemsByFile);
    },
  };
}

/** Reads a file: its first worksheet with both columns. Other columns are named as unread. Formulas in them are problems. */
function readCodeFile<Value extends string>(
  { readColumn, valueField }: CodeSheetForm<Value>,
  { name: fileName, bytes }: NamedFile,
  budget: UploadBudget,
): { rows: CodeRow<Value>[]; problems: WorkbookProblems; unread: UnreadPart } {
  const form: WorksheetForm<CodeColumn> = {
    columns: { code: { headers: ['编码', '食材编码', 'code'] }, value: readColumn },
    identifyingColumns: ['code'],
    requiredColumns: ['code', 'value'],
    maxRows: MAX_ROWS,
    refusesTwoHeaders: true,
    needsSoundHeader: true,
    countsUnreadTexts: true,
  };
  const problems = new WorkbookProblems(fileName);
  try {
    const headedSheet = chooseSheet(form, readSheets(fileName, bytes, budget));
    const { rows, unreadColumns } = readTableBelow(form, headedSheet, problems);
    const isExplaining = (text: string) => explainingColumns.some(({ header }) => header === text);
    const columns = unreadColumns.map(normaliseText).filter((text) => !isExplaining(text));
    const codeRows = rows.flatMap((row) => readRow(row, fileName, valueField) ?? []);
    return { rows: codeRows, problems, unread: { sheet: headedSheet.sheet.name, columns } };
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    problems.add({ row: error.row, column: error.column }, error);
    return { rows: [], problems, unread: { columns: [] } };
  }
}

/** Chooses the first worksheet with both columns, else the first filled one to report. @throws FileProblem if all are empty */
function chooseSheet(form: WorksheetForm<CodeColumn>, sheets: Iterable<Sheet>): HeadedSheet {
  const { headers, mistakable } = form.columns.value;
  let firstFilled: HeadedSheet | undefined;
  for (const sheet of sheets) {
    const headedSheet = findHeader(form, sheet);
    const hasValueColumn = headedSheet?.headerRow.cells.some(
      (cell) => hasColumn([cell], headers) || mistakable?.pattern.test(normaliseHeader(cell)),
    );
    if (headedSheet && hasValueColumn) return headedSheet;
    const [topRow] = sheet.rows;
    if (topRow) firstFilled ??= headedSheet ?? { sheet, headerRow: topRow };
  }
  if (firstFilled) return firstFilled;
  throw new FileProblem('no_header');
}

const codeField = field({}, (text, fail) => toCode(text) ?? fail({ code: 'code', max: MAX_CODE_LENGTH }));

/** Reads a row; undefined if it has a problem. */
function readRow<Value extends string>(row: TableRow<CodeColumn>, fileName: string, valueField: Field<Value>) {
  // A value that cannot be read may explain the empty code beside it.
  if (row.isEmpty('code') && row.text('value') !== undefined) row.reportProblem('code', { code: 'empty_code' });
  const isRemoval = row.isEmpty('value');
  const code = row.isEmpty('code') ? undefined : row.read('code', codeField);
  const value = isRemoval ? undefined : row.read('value', valueField);
  if (code === undefined || (value === undefined && !isRemoval)) return undefined;
  return { fileName, sheetRow: row, code, value };
}
