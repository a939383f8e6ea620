import { beforeAll, expect, it } from 'vitest';
import { openStage } from './support/open.ts';
import { CEILING, fillWorst, measureWorst, type WorstCost, worstCalls } from './support/worst.ts';

/** Enough that all of their figures would be far above the ceiling where they were read. */
const SCALE = { dishes: 150, marks: 20_000, users: 1000 };

/** What is refused for its size, told before it is read; all else succeeds. */
const refused: Readonly<Record<string, string>> = {
  'GET /api/dish/select': 'too_many_matches',
  'GET /api/user': 'too_many_matches',
  'GET /api/ingredient/mark/template': 'too_many_matches',
};

/** What a call's own page size asks for: 5.5 MB at the most, and what is rounded up. */
const asked: Readonly<Record<string, number>> = { 'GET /api/dish, 200 with pictures': 1800 };

const { stage } = await openStage();
const titles = Object.keys(worstCalls(stage, SCALE));
let costs: ReadonlyMap<string, WorstCost>;

beforeAll(async () => {
  await stage.loadRice();
  await fillWorst(stage, SCALE);
  costs = new Map((await measureWorst(stage, SCALE)).map((cost) => [cost.title, cost]));
}, 300_000);

it.each(titles)('the worst unit stays below the ceiling by %s', (title) => {
  const cost = costs.get(title);
  expect(cost?.answer).toBe(refused[title] ?? 'success');
  expect(cost?.bill.readUnits).toBeLessThanOrEqual(asked[title] ?? CEILING);
  expect(cost?.bill.writeUnits).toBeLessThanOrEqual(CEILING);
});
