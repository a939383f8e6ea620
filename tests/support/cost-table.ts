import { readFile } from 'node:fs/promises';

/** The file with the tables. */
export const COSTS_FILE = new URL('../../tables/access-patterns.md', import.meta.url);
/** A figure that is greater than this times what is measured is no longer true. */
const GREATEST_EXCESS = 1.5;
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

/** A row of the calls: an endpoint, the most round trips it may take and what it costs in the reference case. */
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
  const rows = await readRows('## Patterns', '| pattern');
  return rows.map(([, , name = '', trips = '', cost = '']) => {
    const roundTrips = Number.parseInt(trips, 10);
    const { reads, writes } = FIGURES.exec(cost)?.groups ?? {};
    if (Number.isNaN(roundTrips) || (!reads && !writes)) throw new Error(`${name}: no figures in ${trips} | ${cost}`);
    return { name, roundTrips, readUnits: Number(reads ?? 0), writeUnits: Number(writes ?? 0) };
  });
}

/** The rows of the table of calls. */
export async function readCallCosts(): Promise<CallCost[]> {
  const rows = await readRows('## Calls', '| route');
  return rows.map(([route = '', roundTrips, readUnits, writeUnits]) => ({
    route,
    roundTrips: Number(roundTrips),
    readUnits: Number(readUnits),
    writeUnits: Number(writeUnits),
  }));
}

/**
 * The text of the tables with other figures for those patterns and calls. The words behind figures stay, and so do the
 * most round trips of calls.
 */
export function rewriteCosts(
  text: string,
  patterns: ReadonlyMap<string, Figures>,
  calls: ReadonlyMap<string, Figures>,
): string {
  const lines = text.split('\n').map((line) => {
    if (!line.startsWith('| ')) return line;
    const cells = line.slice(2, -2).split(' | ');
    const [route = '', most = ''] = cells;
    const call = calls.get(unquote(route));
    if (call && cells.length === 4) return toRow([route, most, String(call.readUnits), String(call.writeUnits)]);
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

/** The cells of the table of a chapter, without marks of code. */
async function readRows(chapter: string, head: string): Promise<string[][]> {
  const text = await readFile(COSTS_FILE, 'utf8');
  const [, after = ''] = text.split(`${chapter}\n`);
  const [own = ''] = after.split('\n## ');
  return own
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith(head))
    .map((line) => line.slice(2, -2).split(' | '))
    .map((cells) => cells.map(unquote));
}
