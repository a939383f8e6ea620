import { loadEndpoints } from '../../support/service/service.ts';
import { type FuzzOptions, fuzzEndpoints } from './fuzz.ts';
import { crowds, measureCrowds, type Taken } from './memory.ts';

const MOST_SHOWN = 10;

/**
 * Sends changed requests to every endpoint, and requests that take as much as possible to built functions, and reports
 * in lines of text. Returns whether every answer was right, no request took too much, and every kind of change was
 * used.
 */
export async function proveFuzz(options: FuzzOptions, report: (text: string) => void): Promise<boolean> {
  const figures = await fuzzEndpoints(await loadEndpoints(), options);
  const answers = Object.entries(figures.answers).map(([status, count]) => `${count} × ${status}`);
  report(`changed requests: ${figures.requests} to ${figures.endpoints} endpoints in ${figures.uses.size} ways`);
  report(`  answers: ${answers.join(', ')}; the slowest took ${Math.round(figures.slowestCpuMs)} ms of the processor`);
  const unused = [...figures.uses].filter(([, times]) => times === 0).map(([name]) => name);
  if (unused.length > 0) report(`  NOT PROVEN: never used: ${unused.join(', ')}`);
  const taken = await measureCrowds(crowds, (one) => report(describe(one)));
  const faults = [
    ...figures.faults,
    ...taken.flatMap(({ name, fault }) => (fault === undefined ? [] : `${name} ${fault}`)),
  ];
  if (faults.length > 0) report(`  FAILED: ${faults.length} faults, of which the first are`);
  for (const fault of faults.slice(0, MOST_SHOWN)) report(`    ${fault}`);
  return faults.length === 0 && unused.length === 0;
}

function describe({ name, status, idleMb, mostMb, cpuMs }: Taken): string {
  return `  ${name}: ${status}, ${mostMb} MB (${idleMb} before), ${cpuMs} ms of the processor`;
}
