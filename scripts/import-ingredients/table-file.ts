import { basename } from 'node:path';
import * as z from 'zod';
import { toLetter } from '../../lib/spreadsheet/cell.ts';
import { describeFileProblem, FileProblem } from '../../lib/spreadsheet/problem.ts';
import { readRows, type Sheet } from '../../lib/spreadsheet/rows.ts';
import { inLanguage, languageOf, type Text } from '../command/language.ts';
import { describeError, Problem } from '../start/problem.ts';
import { type Field, findMeaning } from './columns.ts';
import type { Finding } from './finding.ts';
import { isPrintedForm, printedPages } from './printed-table.ts';
import { words } from './words.ts';

const lackingColumns = {
  code: { en: 'has no column for the code', zh: '没有编码列' },
  name: { en: 'has no column for the name', zh: '没有名称列' },
};

/** The category of foods whose table and file name give none. */
const NO_CATEGORY = '其他类';

/** Fields without figures. Remarks end a shift among them. */
const TEXT_FIELDS: readonly Field[] = ['code', 'name', 'category'];

/** One value as the file has it. */
interface RawCell {
  /** Header or key. */
  readonly column: string;
  readonly text: string;
}

/** One food as the file has it. */
export interface RawFood {
  readonly file: string;
  readonly row: number;
  /** The category that the food itself has, or that of the file. */
  readonly category: string;
  /** Cells that the row lacks are absent. */
  readonly cells: ReadonlyMap<Field, RawCell>;
  /** Headers or keys of the table by field. */
  readonly columns: ReadonlyMap<Field, string>;
  /** Fields in the order in which they are printed, by page. */
  readonly pages: readonly (readonly Field[])[];
  /** Whether it comes from the digital form of the national table, whose columns have fixed decimals. */
  readonly isPrinted: boolean;
  /** Whether decimals have their zeros at the end, as in print. Values stored as numbers have lost them. */
  readonly keepsZeros: boolean;
}

/** The content of a file, and findings about what cannot be used. */
export interface RawTable {
  readonly foods: readonly RawFood[];
  readonly findings: readonly Finding[];
  /** Unknown headers and keys. */
  readonly ignored: readonly string[];
}

interface RawRow {
  readonly row: number;
  readonly texts: ReadonlyMap<string, string>;
}

const JsonTable = z.array(z.record(z.string(), z.unknown()));

/**
 * Reads a food table: JSON as an array of objects, otherwise CSV or XLSX with a header row. It never throws because of
 * its content.
 */
export function readTable(path: string, bytes: Uint8Array): RawTable {
  const file = basename(path);
  try {
    if (/\.json$/i.test(file)) return toTable(file, readJson(bytes), []);
    const sheet = readRows(file, bytes);
    return toTable(file, toRawRows(file, sheet), findCellProblems(file, sheet));
  } catch (error) {
    const problem = error instanceof FileProblem ? describeFileProblem(error, languageOf()) : describeError(error);
    const row = error instanceof FileProblem ? error.row : undefined;
    return {
      foods: [],
      findings: [{ kind: 'file', file, row, problem, done: inLanguage(words.notRead) }],
      ignored: [],
    };
  }
}

function readJson(bytes: Uint8Array): RawRow[] {
  const parsed = JsonTable.safeParse(parseJson(bytes));
  if (!parsed.success) throw new Problem(words.noArray);
  return parsed.data.map((object, index) => ({
    row: index + 1,
    texts: new Map(Object.entries(object).map(([key, value]) => [key, toText(value)])),
  }));
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new Problem(words.noJson(describeError(error)));
  }
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

function toRawRows(file: string, { rows }: Sheet): RawRow[] {
  const [header, ...data] = rows;
  if (header === undefined) throw new FileProblem(file, 'no_header');
  return data.map(({ number, cells }) => ({
    row: number,
    texts: new Map(header.cells.map((name, column) => [name.trim(), cells[column] ?? ''])),
  }));
}

/** Finds cells of a workbook that are neither text nor number. The row is used, the value is unknown. */
function findCellProblems(file: string, { rows, problems }: Sheet): Finding[] {
  const [header] = rows;
  return problems.flatMap((problem): Finding[] => {
    const column = header?.cells.find((_, index) => toLetter(index) === problem.column)?.trim();
    if (column === undefined || findMeaning(column) === undefined) return [];
    const what = describeFileProblem(problem, languageOf());
    return [{ kind: 'cell', file, row: problem.row, column, problem: what, done: inLanguage(words.leftUnknown) }];
  });
}

function toTable(file: string, rows: readonly RawRow[], problems: readonly Finding[]): RawTable {
  const columns = new Set(rows.flatMap(({ texts }) => [...texts.keys()]));
  const fields = new Map<Field, string>();
  const findings: Finding[] = [...problems];
  const ignored: string[] = [];
  const refuse = (column: string, problem: Text) =>
    findings.push({
      kind: 'column',
      file,
      column,
      problem: inLanguage(problem),
      done: inLanguage(words.notUsed),
    });
  for (const column of columns) {
    const meaning = findMeaning(column);
    if (meaning === undefined) ignored.push(column);
    else if ('refusal' in meaning) refuse(column, meaning.refusal);
    else {
      const first = fields.get(meaning.field);
      if (first === undefined) fields.set(meaning.field, column);
      else refuse(column, { en: `says the same as ${first}, which is used`, zh: `与所用的 ${first} 相同` });
    }
  }
  for (const field of ['code', 'name'] as const) {
    if (rows.length > 0 && !fields.has(field)) {
      const problem = inLanguage(lackingColumns[field]);
      findings.push({ kind: 'file', file, problem, done: inLanguage(words.notRead) });
      return { foods: [], findings, ignored: [] };
    }
  }
  return { foods: toRawFoods(file, rows, fields), findings, ignored };
}

function toRawFoods(file: string, rows: readonly RawRow[], columns: ReadonlyMap<Field, string>): RawFood[] {
  const isPrinted = isPrintedForm(new Set(columns.keys()));
  const ofFigures = [...columns.keys()].filter((field) => !TEXT_FIELDS.includes(field));
  const pages = isPrinted ? printedPages.map((page) => page.map(({ field }) => field)) : [ofFigures];
  const keepsZeros = rows.some(({ texts }) => [...texts.values()].some((text) => /\.\d*0$/.test(text)));
  const rest = { file, category: categoryOf(file), columns, pages, isPrinted, keepsZeros };
  return rows.map(({ row, texts }) => {
    const cells = [...columns].flatMap(([field, column]) => {
      const text = texts.get(column);
      return text === undefined ? [] : [[field, { column, text }] as const];
    });
    return { ...rest, row, cells: new Map(cells) };
  });
}

/** `merged_谷类及其制品-稻米.json`, `merged-谷类及其制品-稻米.json` → 谷类及其制品. */
function categoryOf(file: string): string {
  const [, group = ''] = /^merged[-_]([^-]+)(?:-.*)?\.\w+$/.exec(file.normalize('NFC')) ?? [];
  return group.trim() || NO_CATEGORY;
}
