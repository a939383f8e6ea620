import { proveCrashes } from './crash.ts';

const MOST_SHOWN = 10;

/** Tries every crash, and returns whether nothing was wrong. `say` gets one line at a time. */
export async function proveAllCrashes(isLoose: boolean, say: (line: string) => void): Promise<boolean> {
  const { scenarios, baselines, calls, trials, phases, routes, faults } = await proveCrashes(
    { isThorough: true, isLoose },
    (line) => say(`  ${line}`),
  );
  say(
    `crashes: ${routes.length} endpoints and jobs in ${scenarios} scenarios, ${baselines} ways with and without a key`,
  );
  say(`  ${calls} calls to the store, struck ${trials} times`);
  say(`  by then ${phases.untouched} requests had done nothing, ${phases.begun} a part, ${phases.done} all`);
  if (faults.length > 0) say(`  FAILED: ${faults.length} faults, of which the first are`);
  for (const fault of faults.slice(0, MOST_SHOWN)) say(fault.replace(/^/gm, '    '));
  return faults.length === 0;
}
