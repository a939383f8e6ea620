import type { PlainCall } from '../../support/costs/goal.ts';
import { billOf } from '../../support/costs/goals.ts';
import type { Setup } from '../../support/service/setup.ts';
import { answeredRoutes, prepareCall } from '../../support/statements/statements.ts';
import type { Bill } from '../../support/table/store-calls.ts';

/** What a call of an endpoint costs at the store. */
export interface EndpointCount {
  /** The id of the function. */
  readonly id: string;
  readonly route: string;
  /** In a function that has just started, after others have run. */
  readonly cold: Bill;
  /** In a function that has had a call of this kind before. For a reading endpoint it was the same call. */
  readonly warm: Bill;
}

/** Narrower parameters for calls whose valid call would match too much in a large table. */
const narrower: Readonly<Record<string, PlainCall['parameters']>> = {
  'GET /api/vender/select': { keyword: '红旗小学' },
  'POST /api/vender/select': { keyword: '红旗小学' },
  'GET /api/dish/select': { keyword: '土豆炖' },
};

/** Counts what one valid call of every endpoint costs. */
export async function countEndpoints(setup: Setup): Promise<EndpointCount[]> {
  const counts: EndpointCount[] = [];
  for (const route of answeredRoutes) counts.push(await countEndpoint(setup, route));
  return counts;
}

async function countEndpoint(setup: Setup, route: string): Promise<EndpointCount> {
  const first = await prepare(setup, route);
  // The very first function finds no copies of rows, and leaves them.
  await billOf(setup, first, true);
  const isRead = route.startsWith('GET');
  const next = () => (isRead ? first : prepare(setup, route));
  const cold = await billOf(setup, await next(), true);
  await billOf(setup, await next(), false);
  const id = setup.service.endpoints.get(route)?.id ?? '';
  return { id, route, cold, warm: await billOf(setup, await next(), false) };
}

/** A valid call of the endpoint, the same at every scale. */
export async function prepare(setup: Setup, route: string): Promise<PlainCall> {
  const { parameters, token } = await prepareCall(setup, route);
  return { route, parameters: narrower[route] ?? parameters, options: { token } };
}
