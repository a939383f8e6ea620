import type { Disturbed } from '../disturbance.ts';
import type { History, Read, Write } from './history.ts';
import { type Fault, judge } from './verdict.ts';

/** What was checked. */
interface Judged {
  readonly reads: number;
  /** Reads beside which at least one write ran. */
  readonly overlapping: number;
  /** Reads with at least one member in more than one possible state. */
  readonly contended: number;
  /** Answers without pages, or with all members on one page. */
  readonly complete: number;
  readonly laterFacts: number;
  readonly created: number;
  readonly changed: number;
  readonly removed: number;
}

/** What was done to one collection. */
export interface Figures extends Judged, Disturbed {
  readonly seeded: number;
  readonly restarts: number;
  readonly refused: number;
  readonly membersAtEnd: number;
  readonly blocksAtEnd: number;
  readonly copiesCurrentAtEnd: number;
  readonly copiesStaleAtEnd: number;
}

/** Judges every read of a history, without counting writes before a tick. */
export function judgeAll(history: History, since: number): { figures: Judged; verdicts: Fault[] } {
  const judged = history.reads.map((read) => judge(history, read));
  const writes = history.listWrites();
  const done = writes.filter(({ start, end }) => start > since && Number.isFinite(end));
  const count = (kind: Write['kind']) => done.filter((one) => one.kind === kind).length;
  const { reads } = history;
  return {
    figures: {
      reads: reads.length,
      overlapping: reads.filter((read) => writes.some((one) => overlaps(read, one))).length,
      contended: judged.filter(({ isContended }) => isContended).length,
      complete: reads.filter(({ seen, total }) => seen.length === total).length,
      laterFacts: judged.filter(({ hasLaterFacts }) => hasLaterFacts).length,
      created: count('create'),
      changed: count('change'),
      removed: count('remove'),
    },
    verdicts: judged.flatMap(({ fault }) => fault ?? []),
  };
}

function overlaps(read: Read, write: Write): boolean {
  return write.start < read.end && write.end > read.start;
}

/** The figures as text. */
export function showFigures(name: string, figures: Figures): string {
  const { created, changed, removed } = figures;
  return [
    `${name}: ${figures.seeded} members in 3 blocks to begin with, ${figures.membersAtEnd} in ${figures.blocksAtEnd} ` +
      'at the end',
    `  writes: ${created + changed + removed} (${created} created, ${changed} changed, ${removed} removed), ` +
      `${figures.refused} refused`,
    `  reads: ${figures.reads}, all checked; ${figures.complete} of a complete list; ${figures.overlapping} beside ` +
      `writes, ${figures.contended} of them beside writes that may change the answer`,
    `  ${figures.laterFacts} pages show facts of a later moment of the read than their choice of members`,
    `  functions started anew: ${figures.restarts}; copies read: ${figures.copiesRead} ` +
      `(${figures.copiesMadeStale} replaced by older ones), left: ${figures.copiesWritten}; ` +
      `at the end ${figures.copiesCurrentAtEnd} current and ${figures.copiesStaleAtEnd} stale ones`,
    `  calls and answers delayed: ${figures.delays}`,
  ].join('\n');
}
