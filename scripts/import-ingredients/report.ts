import { writeListSheets } from '../../lib/spreadsheet/list-sheet.ts';
import type { LoadOutcome } from '../command/load-foods.ts';

/** The kinds of findings in the order of the report, losses before doubts, and their plural names. */
const titleByKind = {
  file: 'files not read',
  column: 'columns not used',
  row: 'rows not used',
  /** Used without the cells that may belong to another column. */
  suspect: 'suspect parts of rows',
  cell: 'bad cells',
  /** Two halves of one food. */
  joined: 'halves joined',
  duplicate: 'duplicates',
  /** Values of the catalogue that the tables' values do not replace. */
  kept: 'values kept',
  /** Values of the catalogue that more than double, or become less than half. */
  change: 'large changes',
  /** Doubtful, but used. */
  warning: 'warnings',
} as const;
const kindOrder = Object.keys(titleByKind);

/** The position of a row. */
export interface Origin {
  /** The file's name, without its folder. */
  readonly file: string;
  /** Counted from 1 as in a spreadsheet; in a JSON file the number of the object. */
  readonly row?: number | undefined;
}

/** One finding about the tables. */
export interface Finding extends Origin {
  readonly kind: keyof typeof titleByKind;
  readonly food?: string | undefined;
  /** The column's name in the file. */
  readonly column?: string | undefined;
  /** The content of the cell. */
  readonly value?: string | undefined;
  readonly problem: string;
  /** What was done about it. */
  readonly done: string;
}

/** Adds a finding about these fields of the row. */
export type AddFinding = (kind: Finding['kind'], fields: readonly string[], problem: string, done: string) => void;

/** The maximum number of findings on the terminal. */
const MAX_LINES = 20;
/** The maximum characters of a value there. */
const MAX_VALUE_LENGTH = 40;
/** The maximum number of characters of a cell in a workbook. */
const MAX_CELL_LENGTH = 32_767;
/** The columns of the workbook, and their widths in characters. */
const WIDTHS = { kind: 10, file: 40, row: 6, food: 10, column: 24, value: 24, problem: 60, done: 60 } as const;
const columns = Object.keys(WIDTHS) as (keyof typeof WIDTHS)[];

/** Makes findings about the loading: values that stay in the catalogue, and large changes, each with both values. */
export function toFindings({ changes }: LoadOutcome, originByCode: ReadonlyMap<string, Origin>): Finding[] {
  return changes.map(({ code, key, before, after, reason }) => ({
    ...(originByCode.get(code) ?? { file: '' }),
    kind: reason === undefined ? 'change' : 'kept',
    food: code,
    column: key,
    value: after,
    problem: `${reason ?? 'differs by more than a factor of 2'}; the catalogue has ${before}`,
    done: reason === undefined ? 'loaded' : `${before} stays`,
  }));
}

/** Writes all findings into a workbook. */
export function toWorkbook(findings: readonly Finding[]): Buffer {
  const rows = sortByKind(findings).map((finding) =>
    columns.map((key) => String(finding[key] ?? '').slice(0, MAX_CELL_LENGTH)),
  );
  const listColumns = columns.map((key) => ({ header: key, width: WIDTHS[key] }));
  return writeListSheets({ name: 'findings', columns: listColumns, rows });
}

/** Makes lines of text about the first findings, with the number of the others and where they are. */
export function toLines(findings: readonly Finding[], reportFile: string): string[] {
  const lines = sortByKind(findings).slice(0, MAX_LINES).map(toLine);
  const unlistedCount = findings.length - lines.length;
  return [...lines, ...(unlistedCount > 0 ? [`  … and ${unlistedCount} more in ${reportFile}`] : [])];
}

function toLine({ kind, file, row, food, column, value = '', problem, done }: Finding): string {
  const position = [file, row && `row ${row}`, food, column].filter(Boolean).join(', ');
  // JSON adds quotation marks and escapes control characters.
  const shownValue = JSON.stringify(value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value);
  return `  ${kind}: ${position}${value === '' ? '' : ` ${shownValue}`}: ${problem}; ${done}`;
}

function sortByKind(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind));
}

/** Summarises a run: what was read and loaded, what the catalogue keeps, and the number of findings by kind. */
export function summarise(rowCount: number, outcome: LoadOutcome, findings: readonly Finding[]): string {
  const { added, changed, unchanged } = outcome;
  const counts = Object.entries(titleByKind).map(([kind, title]) => {
    return `${findings.filter((finding) => finding.kind === kind).length} ${title}`;
  });
  const keptNutrients = [...new Set(outcome.kept)].sort();
  const keptText = keptNutrients
    .map((key) => `${key} ${outcome.kept.filter((nutrient) => nutrient === key).length}`)
    .join(', ');
  return [
    `${rowCount} rows read: ${added.length} loaded, ${changed.length} changed, ${unchanged.length} unchanged`,
    counts.join(', '),
    ...(keptNutrients.length > 0
      ? [`${outcome.kept.length} values of the catalogue stay that the tables do not have: ${keptText}`]
      : []),
  ].join('\n');
}
