import { patterns, statements } from '../statements/statements.ts';

/** The file with the tables. */
export const COSTS_FILE = new URL('../../../tables/access-patterns.md', import.meta.url);
/** A stated figure greater than the measured one times this is wrong. */
const GREATEST_EXCESS = 1.5;
/** The statement of a call's cost, up to its capacity. */
const CALL_COST = /(cost: \[[\d.]+, )[\d.]+, [\d.]+/;
const TRIPS = /( {4}roundTrips:\s+')([^']+)/;
const COST = /( {4}cost:\s+')([^']+)/;
const PARTS = ['roundTrips', 'readUnits', 'writeUnits'] as const;
/** `5 r`, `14 w` or `1 r, 14 w` at the beginning of a cell. Words about growth may follow after a semicolon. */
const FIGURES = /^(?:(?<reads>[\d.]+) r)?(?:, )?(?:(?<writes>[\d.]+) w)?(?:; .+)?$/;

/** The costs of a call or function: sequential round trips, and capacity. */
export type Figures = Readonly<Record<(typeof PARTS)[number], number>>;

/** A stated pattern: a store function and its costs in the reference case. */
export interface PatternCost extends Figures {
  /** `noun.function`. */
  readonly name: string;
}

/** An endpoint, the most round trips it may take, and its costs in the reference case. */
export interface CallCost extends Figures {
  readonly route: string;
}

/** The wrong figures among the written ones: those that are exceeded, and those far above what was measured. */
export function findWrong(written: Figures, measured: Figures, parts: readonly (keyof Figures)[] = PARTS): string[] {
  return parts.flatMap((part) => {
    const words = `${part}: ${written[part]} written, ${measured[part]} measured`;
    const isWrong = measured[part] > written[part] || written[part] > measured[part] * GREATEST_EXCESS;
    return isWrong ? [words] : [];
  });
}

/**
 * The stated costs of the store's functions.
 * @throws Error where a cost cannot be read.
 */
export function listPatternCosts(): PatternCost[] {
  return Object.entries(patterns).map(([name, { roundTrips: trips, cost }]) => {
    const roundTrips = Number.parseInt(trips, 10);
    const { reads, writes } = FIGURES.exec(cost)?.groups ?? {};
    if (Number.isNaN(roundTrips) || (!reads && !writes)) throw new Error(`${name}: no figures in ${trips} | ${cost}`);
    return { name, roundTrips, readUnits: Number(reads ?? 0), writeUnits: Number(writes ?? 0) };
  });
}

/** The stated costs of the calls. */
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

/** The text of the tables, made from the statements. */
export function renderTables(text: string): string {
  const ofPatterns = Object.entries(patterns).map(([name, { does, keys, roundTrips, cost }]) =>
    toRow([does, keys, `\`${name}\``, roundTrips, cost]),
  );
  const ofCalls = Object.entries(statements).map(([route, { cost }]) => toRow([`\`${route}\``, ...cost.map(String)]));
  return replaceRows(replaceRows(text, '## Patterns\n', ofPatterns), '## Calls\n', ofCalls);
}

/** Replaces the rows of a chapter's table below its head. */
function replaceRows(text: string, chapter: string, rows: readonly string[]): string {
  const start = text.indexOf('|---', text.indexOf(chapter));
  const lines = text.slice(start).split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return text.slice(0, start) + [lines[0], ...rows, ...lines.slice(end)].join('\n');
}

/**
 * The text of a noun's statements with the measured costs of routes and functions of the store. Words after figures
 * stay, and so do the most round trips of calls.
 */
export function restateCosts(text: string, measured: ReadonlyMap<string, Figures>): string {
  const parts = text.split(/\n(?= {2}\S)/);
  const restated = parts.map((part) => {
    const [, name = ''] = /^ {2}'?([^':]+)'?: /.exec(part) ?? [];
    const figures = measured.get(name);
    if (!figures) return part;
    return part
      .replace(CALL_COST, `$1${figures.readUnits}, ${figures.writeUnits}`)
      .replace(TRIPS, (_, key: string, cell: string) => `${key}${toTrips(cell, figures)}`)
      .replace(COST, (_, key: string, cell: string) => `${key}${toFigures(figures)}${wordsOf(cell)}`);
  });
  return restated.join('\n');
}

/** The stated round trips, unless they are wrong: parallel branches may be counted one step longer or shorter. */
function toTrips(cell: string, measured: Figures): string {
  const written = { ...measured, roundTrips: Number.parseInt(cell, 10) };
  const isWrong = findWrong(written, measured, ['roundTrips']).length > 0;
  return `${isWrong ? measured.roundTrips : written.roundTrips}${wordsOf(cell)}`;
}

function toFigures({ readUnits, writeUnits }: Figures): string {
  const reads = readUnits > 0 || writeUnits === 0 ? [`${readUnits} r`] : [];
  return [...reads, ...(writeUnits > 0 ? [`${writeUnits} w`] : [])].join(', ');
}

/** The words after the figures of a cell. */
function wordsOf(cell: string): string {
  const start = cell.indexOf(';');
  return start === -1 ? '' : cell.slice(start);
}

function toRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
