import { billOf } from '../../support/costs/goals.ts';
import type { Setup } from '../../support/service/setup.ts';
import { answeredRoutes } from '../../support/statements/statements.ts';
import type { StoreCall } from '../../support/table/store-calls.ts';
import { prepare } from '../counts/counts.ts';
import { median } from '../median.ts';

/** How often a reading call is measured. A writing call would need new preparation each time. */
const READS = 40;
const WRITES = 10;

/**
 * Median milliseconds of a warm call of each endpoint during which no call to the store is running. Work of the handler
 * and of the store's client beside such a call is not counted.
 */
export async function measureHandlers(setup: Setup): Promise<ReadonlyMap<string, number>> {
  const medians = new Map<string, number>();
  for (const route of answeredRoutes) medians.set(route, await measureHandler(setup, route));
  return medians;
}

async function measureHandler(setup: Setup, route: string): Promise<number> {
  const isRead = route.startsWith('GET');
  const first = await prepare(setup, route);
  await billOf(setup, first, false);
  const times: number[] = [];
  for (let done = 0; done < (isRead ? READS : WRITES); done++) {
    const { route: called, parameters, options } = isRead ? first : await prepare(setup, route);
    const startedMs = performance.now();
    const { calls } = await setup.service.storeCalls.record(() => setup.service.call(called, parameters, options));
    times.push(performance.now() - startedMs - busyMs(calls));
  }
  return median(times);
}

/** For how long at least one of the calls was running. */
function busyMs(calls: readonly StoreCall[]): number {
  let [busy, until] = [0, 0];
  for (const { startedMs, endedMs } of calls.toSorted((a, b) => a.startedMs - b.startedMs)) {
    busy += Math.max(0, endedMs - Math.max(startedMs, until));
    until = Math.max(until, endedMs);
  }
  return busy;
}
