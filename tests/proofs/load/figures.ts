import { median } from '../../bench/median.ts';

/** The results of a run under load, as JSON. */
export interface LoadFigures {
  readonly seconds: number;
  readonly connections: number;
  readonly calls: number;
  readonly writes: number;
  readonly callsPerSecond: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  /** How often each answer was given, such as `200` or `404 dish_not_found`. */
  readonly answers: Readonly<Record<string, number>>;
  readonly serverErrors: number;
  /** Calls refused because too much happened at once. */
  readonly refused: number;
  /** What was wrong with answers. */
  readonly faults: readonly string[];
  readonly memory: MemoryFigures;
}

/** Resident memory of the gateway with all functions in it, in MB. */
export interface MemoryFigures {
  readonly start: number;
  /**
   * The medians of the second and of the last third of the run. In the first third caches fill and code is compiled.
   */
  readonly plateau: number;
  readonly end: number;
  readonly samples: number;
}

/**
 * Growth from the second to the last third that still counts as none. A third of a minute has at least a thousand
 * calls: if each kept 30 KB, that would be 30 MB. Between two full collections V8's heap varies by more than that, but
 * the medians of thirds do not. The floor is what V8 takes from the system at a time.
 */
const MOST_GROWTH = 0.05;
const LEAST_TOLERANCE_MB = 24;

/** The figures of samples taken once a second. */
export function toMemoryFigures(samples: readonly number[]): MemoryFigures {
  const third = Math.floor(samples.length / 3);
  return {
    start: samples[0] ?? 0,
    plateau: median(samples.slice(third, samples.length - third)),
    end: median(samples.slice(samples.length - third)),
    samples: samples.length,
  };
}

/** Whether memory has grown beyond its plateau. */
export function isGrowing({ plateau, end }: MemoryFigures): boolean {
  return end - plateau > Math.max(LEAST_TOLERANCE_MB, MOST_GROWTH * plateau);
}

/** The value below which this share of the values is; 0 where there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The figures as text. */
export function showLoad(figures: LoadFigures): string {
  const { calls, writes, memory, answers } = figures;
  const counted = Object.entries(answers).map(([answer, count]) => `${count} × ${answer}`);
  const ms = (value: number) => `${Math.round(value)} ms`;
  const mb = (value: number) => `${Math.round(value)} MB`;
  return [
    `load: ${figures.seconds} s from ${figures.connections} connections: ${calls} calls (${writes} writes), ` +
      `${Math.round(figures.callsPerSecond)} a second`,
    `  answered within ${ms(figures.medianMs)} (median), ${ms(figures.p95Ms)} (95 %), ${ms(figures.p99Ms)} (99 %)`,
    `  server errors: ${figures.serverErrors}, refused: ${figures.refused}, wrong answers: ${figures.faults.length}`,
    `  memory of the gateway: ${mb(memory.start)} at the start, ${mb(memory.plateau)} in the second third, ` +
      `${mb(memory.end)} in the last`,
    `  answers: ${counted.join(', ')}`,
  ].join('\n');
}
