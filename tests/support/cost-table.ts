import { readFile } from 'node:fs/promises';
import { statements } from './statements.ts';

/** The file with the tables. */
export const COSTS_FILE = new URL('../../tables/access-patterns.md', import.meta.url);
/** A figure that is greater than this times what is measured is no longer true. */
const GREATEST_EXCESS = 1.5;
/** The chapter whose table follows from tests/statements. */
const CALLS = '## Calls\n';
/** What is stated of a call, up to its capacity. */
const COST = /(cost: \[[\d.]+, )[\d.]+, [\d.]+/;
const PARTS = ['roundTrips', 'readUnits', 'writeUnits'] as const;
/** `5 r`, `14 w` or `1 r, 14 w` at the beginning of a cell; words about growth may follow after a semicolon. */
const FIGURES = /^(?:(?<reads>[\d.]+) r)?(?:, )?(?:(?<writes>[\d.]+) w)?(?:; .+)?$/;

/** What something takes: sequential round trips, and capacity. */
export type Figures = Readonly<Record<(typeof PARTS)[number], number>>;

/** A row of the patterns: a store function and what it costs in the reference case. */
export interface PatternCost extends Figures {
  /** `noun.function`. */
  readonly name: string;
}

/** An endpoint, the most round trips it may take and what it costs in the reference case. */
export interface CallCost extends Figures {
  readonly route: string;
}

/** What is wrong with written figures: each that is exceeded, and each that is far above what was measured. */
export function findWrong(written: Figures, measured: Figures, parts: readonly (keyof Figures)[] = PARTS): string[] {
  return parts.flatMap((part) => {
    const words = `${part}: ${written[part]} written, ${measured[part]} measured`;
    const isWrong = measured[part] > written[part] || written[part] > measured[part] * GREATEST_EXCESS;
    return isWrong ? [words] : [];
  });
}

/** The rows of the table of patterns. @throws Error where a cost cannot be read. */
export async function readPatternCosts(): Promise<PatternCost[]> {
  const rows = await readRows();
  return rows.map(([, , name = '', trips = '', cost = '']) => {
    const roundTrips = Number.parseInt(trips, 10);
    const { reads, writes } = FIGURES.exec(cost)?.groups ?? {};
    if (Number.isNaN(roundTrips) || (!reads && !writes)) throw new Error(`${name}: no figures in ${trips} | ${cost}`);
    return { name, roundTrips, readUnits: Number(reads ?? 0), writeUnits: Number(writes ?? 0) };
  });
}

/** What is stated of the calls. */
export function listCallCosts(): CallCost[] {
  return Object.entries(statements).map(
    ([
      route,
      {
        cost: [roundTrips, readUnits, writeUnits],
      },
    ]) => {
      return { route, roundTrips, readUnits, writeUnits };
    },
  );
}

/** The text with the table of calls as it follows from what is stated of them. */
export function renderCalls(text: string): string {
  const head = ['| route | round trips | read units | write units |', '|---|---|---|---|'];
  const rows = Object.entries(statements).map(([route, { cost }]) => toRow([`\`${route}\``, ...cost.map(String)]));
  const [before = '', after = ''] = text.split(CALLS);
  const words = after.split('\n').filter((line) => !line.startsWith('|'));
  return `${before}${CALLS}${[...words.slice(0, -1), ...head, ...rows].join('\n')}\n`;
}

/** The text of a noun's statements with what was measured of its calls. The most round trips stay. */
export function restateCosts(text: string, calls: ReadonlyMap<string, Figures>): string {
  const parts = text.split(/\n(?= {2}\S)/);
  const restated = parts.map((part) => {
    const [, route = ''] = /^ {2}'?([^':]+)'?: /.exec(part) ?? [];
    const call = calls.get(route);
    return call ? part.replace(COST, `$1${call.readUnits}, ${call.writeUnits}`) : part;
  });
  return restated.join('\n');
}

/** The text of the table of patterns with other figures. The words behind figures stay. */
export function rewriteCosts(text: string, patterns: ReadonlyMap<string, Figures>): string {
  const lines = text.split('\n').map((line) => {
    if (!line.startsWith('| ')) return line;
    const cells = line.slice(2, -2).split(' | ');
    const pattern = patterns.get(unquote(cells[2] ?? ''));
    if (!pattern || cells.length !== 5) return line;
    const [before, keys, name, roundTrips, cost] = cells;
    const trips = toTrips(roundTrips, pattern);
    return toRow([before, keys, name, trips, `${toFigures(pattern)}${wordsOf(cost)}`].map((cell) => cell ?? ''));
  });
  return lines.join('\n');
}

/** Branches side by side may be counted one step longer or shorter: a figure that is not wrong stays. */
function toTrips(cell: string | undefined, measured: Figures): string {
  const written = { ...measured, roundTrips: Number.parseInt(cell ?? '', 10) };
  const isWrong = findWrong(written, measured, ['roundTrips']).length > 0;
  return `${isWrong ? measured.roundTrips : written.roundTrips}${wordsOf(cell)}`;
}

function toFigures({ readUnits, writeUnits }: Figures): string {
  const parts = [...(readUnits > 0 ? [`${readUnits} r`] : []), ...(writeUnits > 0 ? [`${writeUnits} w`] : [])];
  return parts.join(', ');
}

/** What follows on the figures of a cell. */
function wordsOf(cell = ''): string {
  const start = cell.indexOf(';');
  return start === -1 ? '' : cell.slice(start);
}

function toRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function unquote(cell: string): string {
  return cell.trim().replaceAll('`', '');
}

/** The cells of the table of patterns, without marks of code. */
async function readRows(): Promise<string[][]> {
  const text = await readFile(COSTS_FILE, 'utf8');
  const [, after = ''] = text.split('## Patterns\n');
  const [own = ''] = after.split('\n## ');
  return own
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| pattern'))
    .map((line) => line.slice(2, -2).split(' | '))
    .map((cells) => cells.map(unquote));
}
