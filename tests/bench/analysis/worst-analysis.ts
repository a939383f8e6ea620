import { MOST_ANSWER_BYTES } from '../../../lib/text/answer-size.ts';
import { startService } from '../../support/service/service.ts';
import { Setup } from '../../support/service/setup.ts';
import type { Bill } from '../../support/table/store-calls.ts';
import { median } from '../median.ts';
import type { Cell, Table } from '../table.ts';
import { prepareWorstMenus } from './worst-menu.ts';

const ROUNDS = 5;
/**
 * The most milliseconds of processor time for the analysis of the most expensive menu, warm, with its reads. A function
 * of 256 MB has a seventh of a core, and 15 s.
 */
const MOST_CPU_MS = 2000;
/** 150 dishes of 8 units each, all marks, a standard, the foods, and what finds them (decision 030). */
const MOST_READS = 1800;

/** What the analysis of one of the most expensive possible menus costs, warm. */
export interface WorstAnalysis {
  readonly madeOf: string;
  /** `success`, or the reason of the failure. */
  readonly answer: string;
  readonly cpuMs: number;
  readonly answerBytes: number;
  readonly bill: Bill;
}

/** Analyses menus with 150 of the largest dishes, 315 items and ten groups, in a unit with 20,000 marks. */
export async function measureWorstAnalyses(onProgress: (text: string) => void): Promise<WorstAnalysis[]> {
  const service = await startService();
  try {
    onProgress('the dearest menus');
    const calls = await prepareWorstMenus(await Setup.set(service));
    const outcomes: WorstAnalysis[] = [];
    for (const [madeOf, { route, parameters, options }] of calls) {
      const times: number[] = [];
      for (let round = 0; ; round++) {
        const before = process.cpuUsage();
        const { result, bill } = await service.storeCalls.record(() => service.call(route, parameters, options));
        const { user, system } = process.cpuUsage(before);
        if (round > 0) times.push((user + system) / 1000);
        if (round < ROUNDS) continue;
        const answer = result.status === 200 ? 'success' : String(result.json.reason);
        outcomes.push({ madeOf, answer, cpuMs: median(times), answerBytes: Buffer.byteLength(result.text), bill });
        break;
      }
    }
    return outcomes;
  } finally {
    await service.stop();
  }
}

/** The most expensive analyses, and their bounds. */
export function worstAnalysisTable(outcomes: readonly WorstAnalysis[]): Table {
  const rows = outcomes.map(({ madeOf, answer, cpuMs, answerBytes, bill }): Cell[] => {
    const isMet = cpuMs <= MOST_CPU_MS && bill.readUnits <= MOST_READS && answerBytes <= MOST_ANSWER_BYTES;
    return [madeOf, answer, Math.round(cpuMs), answerBytes, bill.roundTrips, bill.readUnits, isMet ? 'met' : 'NOT MET'];
  });
  const head = [
    'made of',
    'answer',
    `ms of the processor, of ${MOST_CPU_MS}`,
    `bytes, of ${MOST_ANSWER_BYTES}`,
    'round trips',
    `read units, of ${MOST_READS}`,
    '',
  ];
  return { title: 'The dearest analysis: 150 dishes of 100 foods in 315 places, 10 groups, 20,000 marks', head, rows };
}
