import { beforeAll, expect, it } from 'vitest';
import { finishAll } from '../../../lib/store/sweep.ts';
import { dishPartition, unitPartition } from '../../../tables/keys.ts';
import {
  CEILING,
  fillWorst,
  measureWorst,
  mostReads,
  refusals,
  type WorstCost,
  worstCalls,
} from '../../support/costs/worst.ts';
import { openSetup } from '../../support/service/open.ts';

/** Enough that reading all their figures would be far above the ceiling. */
const SCALE = {
  dishes: 110,
  longDishes: 90,
  marks: 20_000,
  prices: 20_000,
  users: 1500,
  roles: 500,
  standards: 7,
  operations: 100,
};

const { service, setup } = await openSetup();
const titles = Object.keys(worstCalls(setup, SCALE));
let costs: ReadonlyMap<string, WorstCost>;

beforeAll(async () => {
  await setup.loadRice();
  await fillWorst(setup, SCALE);
  costs = new Map((await measureWorst(setup, SCALE)).map((cost) => [cost.title, cost]));
}, 300_000);

it.each(titles)('the worst unit stays below the ceiling by %s', (title) => {
  const cost = costs.get(title);
  expect(cost?.answer).toBe(refusals[title] ?? 'success');
  expect(cost?.bill.readUnits).toBeLessThanOrEqual(mostReads(title));
  expect(cost?.warm?.readUnits ?? 0).toBeLessThanOrEqual(mostReads(title));
  expect(cost?.bill.writeUnits).toBeLessThanOrEqual(CEILING);
});

it('the sweep finishes what is left of its deletion', { timeout: 60_000 }, async () => {
  const { db } = service.deps;
  const readLeft = async () => {
    const partitions = [unitPartition(setup.school.id), dishPartition(setup.school.id)];
    return (await Promise.all(partitions.map((partition) => db.query(partition)))).flat().length;
  };
  expect(await readLeft()).toBeGreaterThan(1000);
  expect(await finishAll(db, () => false)).toEqual({ left: 0, failed: 0 });
  expect(await readLeft()).toBe(0);
});
