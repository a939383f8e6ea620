import { nameOf as nameOfTable, type Target } from '../command/target.ts';
import { newestVersion } from '../migrate/migrations.ts';
import type { Examination } from './examine.ts';
import { type Finding, type Invariant, invariants, nameOf } from './finding.ts';

/** Findings of one kind, and unfinished things, that the terminal shows. */
const SHOWN = 50;

/** Everything as text: what was looked at, what was done, what is unfinished, and the findings that are left. */
export function toText(target: Target, examination: Examination, done: readonly string[] | undefined): string {
  const { findings, unfinished, doubts, counts, tableVersion } = examination;
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [
    `Table ${nameOfTable(target)}: ${total} items`,
    ...[...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, count]) => `  ${kind}: ${count}`),
    ...(done ? ['', `Mended: ${done.length}`, ...done.map((line) => `  ${line}`)] : []),
    ...(unfinished.length > 0
      ? ['', `Unfinished, left to the sweep: ${unfinished.length}`, ...shorten(unfinished)]
      : []),
    ...(doubts.length > 0 ? ['', `Doubtful figures of foods, no findings: ${doubts.length}`, ...shorten(doubts)] : []),
    ...(tableVersion < newestVersion
      ? ['', `Behind: at version ${tableVersion} of ${newestVersion}; npm run migrate brings it up to date`]
      : []),
    '',
    ...(findings.length === 0 ? ['Healthy: nothing is wrong'] : toGroups(findings, done !== undefined)),
    '',
  ].join('\n');
}

/** Everything as one JSON object. */
export function toJson(target: Target, examination: Examination, done: readonly string[] | undefined): string {
  const { findings, unfinished, doubts, counts, tableVersion } = examination;
  const report = {
    ...target,
    tableVersion,
    newestVersion,
    isHealthy: findings.length === 0,
    findings,
    unfinished,
    doubts,
    done: done ?? [],
  };
  return `${JSON.stringify({ ...report, counts: Object.fromEntries(counts) }, null, 2)}\n`;
}

function toGroups(findings: readonly Finding[], isLeft: boolean): string[] {
  const safe = findings.filter(({ repair }) => repair === 'safe').length;
  const advice = isLeft ? 'to be looked at by a person' : `${safe} can be mended with --repair`;
  const groups = Map.groupBy(findings, ({ invariant }) => invariant);
  return [
    `Findings${isLeft ? ' left' : ''}: ${findings.length}, ${advice}`,
    ...[...groups].flatMap(([invariant, own]) => [titleOf(invariant, own.length), ...shorten(own.map(toLine))]),
  ];
}

function titleOf(invariant: Invariant, count: number): string {
  return `${invariant} (${count}): ${invariants[invariant]}`;
}

function toLine({ keys: [key], message, repair }: Finding): string {
  return `${nameOf(key)}: ${message}${repair === 'safe' ? ' [safe to mend]' : ''}`;
}

function shorten(lines: readonly string[]): string[] {
  const rest = lines.length - SHOWN;
  const shown = lines.slice(0, SHOWN).map((line) => `  ${line}`);
  return rest > 0 ? [...shown, `  … and ${rest} more: --json shows all`] : shown;
}
