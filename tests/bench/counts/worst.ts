import { fillWorst, isWithin, measureWorst, mostReads, type WorstCost } from '../../support/costs/worst.ts';
import { startService } from '../../support/service/service.ts';
import { Setup } from '../../support/service/setup.ts';
import type { Cell, Table } from '../table.ts';

/**
 * The quotas of a unit, less some room for what the calls add. 500 dishes have the longest codes: more of them change
 * no figure.
 */
const SCALE = {
  dishes: 19_990,
  longDishes: 500,
  marks: 20_000,
  prices: 20_000,
  users: 1999,
  roles: 500,
  standards: 15,
  operations: 500,
};

/** What the most expensive calls cost in a unit as bad as possible. */
export async function measureWorstUnit(onProgress: (text: string) => void): Promise<WorstCost[]> {
  const service = await startService();
  try {
    const setup = await Setup.set(service);
    await setup.loadRice();
    await fillWorst(setup, SCALE, onProgress);
    onProgress('calls of the worst unit');
    return await measureWorst(setup, SCALE);
  } finally {
    await service.stop();
  }
}

/** Costs in the worst unit, and the ceiling. */
export function worstTable(costs: readonly WorstCost[]): Table {
  const rows = costs.map((cost): Cell[] => {
    const { title, answer, bill, warm, waits = 0 } = cost;
    const taken = (name: 'roundTrips' | 'readUnits') => [bill[name], warm?.[name] ?? '–'];
    const outcome = isWithin(cost) ? 'met' : 'NOT MET';
    return [
      title,
      answer,
      waits,
      ...taken('roundTrips'),
      ...taken('readUnits'),
      mostReads(title),
      bill.writeUnits,
      outcome,
    ];
  });
  const head = [
    'call',
    'answer',
    '503 before',
    'round trips, cold',
    'warm',
    'read units, cold',
    'warm',
    'of',
    'write units, of 500',
    '',
  ];
  return { title: 'The worst unit that the limits allow', head, rows };
}
