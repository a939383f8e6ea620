import { basename } from 'node:path';
import * as z from 'zod';
import { toColumnLetters } from '../../lib/spreadsheet/cell.ts';
import { describeFileProblem, FileProblem } from '../../lib/spreadsheet/problem.ts';
import { readSheet, type Sheet } from '../../lib/spreadsheet/rows.ts';
import { describeError } from '../start/problem.ts';
import { type Field, findMeaning, isPrintedTable, printedPages } from './columns.ts';
import type { Finding } from './report.ts';

/** The category of foods whose table and file name give none. */
const NO_CATEGORY = '其他类';
/** Fields without figures, except remarks, in which a shift of figures shows. */
const TEXT_FIELDS: readonly Field[] = 'code name alias category food-class equivalent dark allergens'.split(' ');

/** The content of a file, and findings about what cannot be used. */
export interface RawTable {
  readonly file: string;
  /** The category of foods that have none of their own. */
  readonly category: string;
  /** Headers or keys by field. */
  readonly columns: ReadonlyMap<Field, string>;
  /** Fields in the order in which they are printed, by page. */
  readonly pages: readonly (readonly Field[])[];
  /** Whether it is the digital form of the national table, whose columns have fixed decimals. */
  readonly isPrinted: boolean;
  /** Whether decimals have their zeros at the end, as in print. Values stored as numbers have lost them. */
  readonly keepsZeros: boolean;
  readonly rows: readonly RawRow[];
  readonly findings: readonly Finding[];
}

/** One food as the file has it. Cells that the row lacks are absent. */
export interface RawRow {
  /** Counted from 1 as in a spreadsheet; in a JSON file the number of the object. */
  readonly row: number;
  readonly cells: ReadonlyMap<Field, string>;
}

/** A row, with the texts of its cells by header or key. */
interface NamedCells {
  readonly row: number;
  readonly texts: ReadonlyMap<string, string>;
}

const JsonTable = z.array(z.record(z.string(), z.unknown()));

/** Reads a food table: an array of objects in JSON, or CSV or XLSX with a header row. Its content never makes this throw. */
export function readTable(path: string, bytes: Uint8Array): RawTable {
  const file = basename(path);
  try {
    if (/\.json$/i.test(file)) return toTable(file, readJson(bytes), []);
    const sheet = readSheet(file, bytes);
    return toTable(file, toNamedCells(sheet), findCellProblems(file, sheet));
  } catch (error) {
    if (error instanceof FileProblem) return toUnreadableTable(file, describeFileProblem(error, 'en'), error.row);
    return toUnreadableTable(file, error instanceof z.ZodError ? 'is no array of objects' : describeError(error));
  }
}

/** Makes an empty table of a file that cannot be read. */
export function toUnreadableTable(path: string, problem: string, row?: number): RawTable {
  const file = basename(path);
  const emptyTable = { columns: new Map(), pages: [], isPrinted: false, keepsZeros: false, rows: [] };
  return { file, category: '', ...emptyTable, findings: [{ kind: 'file', file, row, problem, done: 'not read' }] };
}

function readJson(bytes: Uint8Array): NamedCells[] {
  const objects = JsonTable.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  return objects.map((object, index) => {
    return { row: index + 1, texts: new Map(Object.entries(object).map(([key, value]) => [key, toText(value)])) };
  });
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

function toNamedCells({ rows }: Sheet): NamedCells[] {
  const [header, ...data] = rows;
  if (header === undefined) throw new FileProblem('no_header');
  return data.map(({ number, cells }) => {
    return { row: number, texts: new Map(header.cells.map((name, column) => [name.trim(), cells[column] ?? ''])) };
  });
}

/** Finds cells of a workbook that are neither text nor number. The row is used, the value is unknown. */
function findCellProblems(file: string, { rows, problems }: Sheet): Finding[] {
  const headers = new Map(rows[0]?.cells.map((name, index) => [toColumnLetters(index), name.trim()]));
  return problems.flatMap((fault): Finding[] => {
    const column = headers.get(fault.column ?? '');
    if (column === undefined || findMeaning(column) === undefined) return [];
    const problem = describeFileProblem(fault, 'en');
    return [{ kind: 'cell', file, row: fault.row, column, problem, done: 'left unknown' }];
  });
}

function toTable(file: string, rows: readonly NamedCells[], problems: readonly Finding[]): RawTable {
  const columns = new Map<Field, string>();
  const findings: Finding[] = [...problems];
  for (const column of new Set(rows.flatMap(({ texts }) => [...texts.keys()]))) {
    const meaning = findMeaning(column) ?? { refusal: 'means nothing here' };
    const first = 'field' in meaning ? columns.get(meaning.field) : undefined;
    if ('field' in meaning && first === undefined) columns.set(meaning.field, column);
    else {
      const problem = 'refusal' in meaning ? meaning.refusal : `says the same as ${first}, which is used`;
      findings.push({ kind: 'column', file, column, problem, done: 'not used' });
    }
  }
  const missingField = ['code', 'name'].find((field) => rows.length > 0 && !columns.has(field));
  if (missingField !== undefined) return toUnreadableTable(file, `has no column for the ${missingField}`);
  const isPrinted = isPrintedTable(new Set(columns.keys()));
  const figures = [...columns.keys()].filter((field) => !TEXT_FIELDS.includes(field));
  return {
    file,
    category: parseCategory(file),
    columns,
    pages: isPrinted ? printedPages : [figures],
    isPrinted,
    keepsZeros: rows.some(({ texts }) => [...texts.values()].some((text) => /\.\d*0$/.test(text))),
    rows: rows.map(({ row, texts }) => ({ row, cells: toCells(columns, texts) })),
    findings,
  };
}

function toCells(columns: ReadonlyMap<Field, string>, texts: ReadonlyMap<string, string>): Map<Field, string> {
  const present = [...columns].filter(([, column]) => texts.has(column));
  return new Map(present.map(([field, column]) => [field, texts.get(column) ?? '']));
}

/** Names the columns of these fields as the file does. */
export function nameColumns({ columns }: RawTable, fields: readonly Field[]): string {
  return fields.map((field) => columns.get(field) ?? field).join(', ');
}

/** Parses the category in the name of a file: `merged_谷类及其制品-稻米.json`, `merged-谷类及其制品-稻米.json` → 谷类及其制品. */
function parseCategory(file: string): string {
  const [, group = ''] = /^merged[-_]([^-]+)(?:-.*)?\.\w+$/.exec(file.normalize('NFC')) ?? [];
  return group.trim() || NO_CATEGORY;
}
