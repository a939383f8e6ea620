import type { Finding, FindingKind } from './finding.ts';
import type { LoadOutcome } from './load-foods.ts';

/** How many findings the terminal shows. */
const SHOWN = 20;
const LONGEST_SHOWN = 40;
const COLUMNS = ['kind', 'file', 'row', 'food', 'column', 'value', 'problem'] as const;
/** What is lost comes before what is only doubtful. */
const ORDER: readonly FindingKind[] = ['file', 'column', 'row', 'cell', 'duplicate', 'warning'];
const TITLES: Readonly<Record<FindingKind, string>> = {
  file: 'files not read',
  column: 'columns not used',
  row: 'rows not used',
  cell: 'bad cells',
  duplicate: 'duplicates',
  warning: 'warnings',
};

/** All findings as a CSV file that spreadsheets open as UTF-8. */
export function toCsv(findings: readonly Finding[]): string {
  const lines = [COLUMNS.join(), ...inOrder(findings).map((one) => COLUMNS.map((name) => quote(one[name])).join())];
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

/** A spreadsheet would run a text that begins like a formula. */
function quote(value: string | number | undefined): string {
  const text = String(value ?? '');
  const safe = /^[=+@\t\r]|^-(?![\d.]+$)/.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The first findings as lines of text, with how many there are besides and where. */
export function toLines(findings: readonly Finding[], reportFile: string): string[] {
  const lines = inOrder(findings).slice(0, SHOWN).map(toLine);
  const rest = findings.length - lines.length;
  return [...lines, ...(rest > 0 ? [`  … and ${rest} more in ${reportFile}`] : [])];
}

function toLine({ kind, file, row, food, column, value, problem }: Finding): string {
  const place = [file, ...(row === undefined ? [] : [`row ${row}`]), food, column].filter(Boolean).join(', ');
  return `  ${kind}: ${place}${value === undefined ? '' : ` ${shorten(value)}`}: ${problem}`;
}

/** In quotation marks and without control characters: it comes from a file. */
function shorten(value: string): string {
  return JSON.stringify(value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value);
}

function inOrder(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

/** The closing lines: what was read, what became of it, and how much there is to look at. */
export function summarise(rows: number, outcome: LoadOutcome, findings: readonly Finding[], isDry: boolean): string {
  const { added, changed, unchanged } = outcome;
  const counts = ORDER.map((kind) => [TITLES[kind], findings.filter((one) => one.kind === kind).length] as const);
  const would = isDry ? ' (dry run: nothing was written)' : '';
  return [
    `${rows} rows read: ${added.length} loaded, ${changed.length} changed, ${unchanged.length} unchanged${would}`,
    counts.map(([title, count]) => `${count} ${title}`).join(', '),
  ].join('\n');
}
