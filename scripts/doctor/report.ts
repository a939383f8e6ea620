import { inLanguage } from '../command/language.ts';
import { nameOf as nameOfTable, type Target } from '../command/target.ts';
import { newestVersion } from '../migrate/migrations.ts';
import type { Examination } from './examine.ts';
import { type Finding, type Invariant, invariants, nameOf } from './finding.ts';
import { words } from './words.ts';

/** How many findings of one invariant, and unfinished tasks, the terminal shows. */
const SHOWN = 50;

/** The report as text: what was examined, what was done, what is unfinished, and the remaining findings. */
export function toText(target: Target, examination: Examination, done: readonly string[] | undefined): string {
  const { findings, unfinished, doubts, counts, tableVersion } = examination;
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [
    inLanguage(words.table(nameOfTable(target), total)),
    ...[...counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([kind, count]) => `  ${inLanguage(words.kind(kind))}: ${count}`),
    ...(done ? ['', inLanguage(words.done(done.length)), ...done.map((line) => `  ${line}`)] : []),
    ...(unfinished.length > 0 ? ['', inLanguage(words.unfinished(unfinished.length)), ...shorten(unfinished)] : []),
    ...(doubts.length > 0 ? ['', inLanguage(words.doubts(doubts.length)), ...shorten(doubts)] : []),
    ...(tableVersion < newestVersion ? ['', inLanguage(words.behind(tableVersion, newestVersion))] : []),
    '',
    ...(findings.length === 0 ? [inLanguage(words.healthy)] : toGroups(findings, done !== undefined)),
    '',
  ].join('\n');
}

/** The report as one JSON object. */
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
  const groups = Map.groupBy(findings, ({ invariant }) => invariant);
  return [
    inLanguage(isLeft ? words.left(findings.length) : words.findings(findings.length, safe)),
    ...[...groups].flatMap(([invariant, own]) => [titleOf(invariant, own.length), ...shorten(own.map(toLine))]),
  ];
}

function titleOf(invariant: Invariant, count: number): string {
  return `${invariant} (${count}): ${inLanguage(invariants[invariant])}`;
}

function toLine({ keys: [key], message, repair }: Finding): string {
  return `${nameOf(key)}: ${message}${repair === 'safe' ? inLanguage(words.safe) : ''}`;
}

function shorten(lines: readonly string[]): string[] {
  const rest = lines.length - SHOWN;
  const shown = lines.slice(0, SHOWN).map((line) => `  ${line}`);
  return rest > 0 ? [...shown, inLanguage(words.more(rest))] : shown;
}
