import { nameOfNutrient } from '../../lib/domain/ingredient/plausibility.ts';
import { writeXlsx } from '../../lib/spreadsheet/xlsx-writer.ts';
import { inLanguage } from '../command/language.ts';
import type { Finding, FindingKind } from './finding.ts';
import type { LoadOutcome } from './load-foods.ts';
import { headers, kinds, titles, words } from './words.ts';

/** How many findings the terminal shows. */
const SHOWN = 20;
const LONGEST_SHOWN = 40;
/** The most characters of a cell in a workbook. */
const LONGEST_CELL = 32_767;
const COLUMNS = [
  { key: 'kind', width: 10 },
  { key: 'file', width: 40 },
  { key: 'row', width: 6 },
  { key: 'food', width: 10 },
  { key: 'column', width: 24 },
  { key: 'value', width: 24 },
  { key: 'problem', width: 60 },
  { key: 'done', width: 60 },
] as const;
/** Losses come before doubts. */
const ORDER: readonly FindingKind[] = ['file', 'column', 'row', 'suspect', 'cell', 'joined', 'duplicate', 'warning'];
/** All findings as a workbook. */
export function toWorkbook(findings: readonly Finding[]): Buffer {
  const rows = inOrder(findings).map((one) => {
    const told = { ...one, kind: inLanguage(kinds[one.kind]) };
    return COLUMNS.map(({ key }) => String(told[key] ?? '').slice(0, LONGEST_CELL));
  });
  const columns = COLUMNS.map(({ key, width }) => ({ header: inLanguage(headers[key]), width }));
  return writeXlsx({ name: inLanguage(words.sheet), columns, rows });
}

/** The first findings as lines of text, with the number of the others and where they are. */
export function toLines(findings: readonly Finding[], reportFile: string): string[] {
  const lines = inOrder(findings).slice(0, SHOWN).map(toLine);
  const rest = findings.length - lines.length;
  return [...lines, ...(rest > 0 ? [inLanguage(words.more(rest, reportFile))] : [])];
}

function toLine({ kind, file, row, food, column, value, problem, done }: Finding): string {
  const place = [file, ...(row === undefined ? [] : [inLanguage(words.row(row))]), food, column]
    .filter(Boolean)
    .join(', ');
  return `  ${inLanguage(kinds[kind])}: ${place}${value === undefined ? '' : ` ${shorten(value)}`}: ${problem}; ${done}`;
}

/** A text of a file, in quotation marks and without control characters. */
function shorten(value: string): string {
  return JSON.stringify(value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value);
}

function inOrder(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

/** The last lines: what was read, what was done with it, and how many findings there are. */
export function summarise(rows: number, outcome: LoadOutcome, findings: readonly Finding[], isDry: boolean): string {
  const { added, changed, unchanged } = outcome;
  const counts = ORDER.map(
    (kind) => [inLanguage(titles[kind]), findings.filter((one) => one.kind === kind).length] as const,
  );
  const would = isDry ? inLanguage(words.dryRun) : '';
  return [
    `${inLanguage(words.read(rows, added.length, changed.length, unchanged.length))}${would}`,
    counts.map(([title, count]) => `${count} ${title}`).join(', '),
  ].join('\n');
}

/** The values that the tables do not have and the catalogue keeps; empty where there are none. */
export function describeKept({ kept }: LoadOutcome): string[] {
  const counts = Object.entries(kept).sort(([a], [b]) => (a < b ? -1 : 1));
  if (counts.length === 0) return [];
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  return [
    inLanguage(
      words.kept(total, counts.map(([key, count]) => `${inLanguage(nameOfNutrient(key))} ${count}`).join(', ')),
    ),
  ];
}
