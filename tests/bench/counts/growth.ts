import { billOf } from '../../support/costs/goals.ts';
import type { Setup } from '../../support/service/setup.ts';

const ROUTE = 'GET /api/vender';
const PAGE_SIZE = 20;
/** At every scale more units match than fit on a page. */
const KEYWORD = '小学';

/** Read units of calls for the list of units, at one number of units. */
export interface GrowthPoint {
  readonly units: number;
  readonly firstPage: number;
  readonly lastPage: number;
  readonly keywordWarm: number;
  readonly keywordCold: number;
  /** In the very first function, which finds no copies of the rows and leaves them for the others. */
  readonly keywordFirst: number;
}

/** The numbers of units to measure at: each is ten times the previous one, up to the greatest. */
export function growthScales(most: number): number[] {
  return [100, 1000, 10_000, 100_000].filter((units) => units < most).concat(most);
}

/** Counts the read units of a page and of a search at this scale, including the caller's check. */
export async function measureGrowth(setup: Setup, units: number): Promise<GrowthPoint> {
  const lastPage = Math.ceil(units / PAGE_SIZE) - 1;
  const firstPage = await readUnits(setup, { pageNo: 0 }, true);
  const last = await readUnits(setup, { pageNo: lastPage }, true);
  const keywordFirst = await readUnits(setup, { keyword: KEYWORD }, true);
  const keywordCold = await readUnits(setup, { keyword: KEYWORD }, true);
  await readUnits(setup, { keyword: KEYWORD }, false);
  const keywordWarm = await readUnits(setup, { keyword: KEYWORD }, false);
  return { units, firstPage, lastPage: last, keywordWarm, keywordCold, keywordFirst };
}

async function readUnits(setup: Setup, parameters: Readonly<Record<string, string | number>>, isCold: boolean) {
  const call = { route: ROUTE, parameters: { pageSize: PAGE_SIZE, ...parameters }, options: { token: setup.admin } };
  return (await billOf(setup, call, isCold)).readUnits;
}
