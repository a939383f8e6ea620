import type { Setup } from '../service/setup.ts';
import type { Reference } from '../statements/reference.ts';
import { patterns, prepareCall } from '../statements/statements.ts';
import type { Bill } from '../table/store-calls.ts';

/**
 * The costs of a store function in its reference case.
 * @throws Error where it has no statement.
 */
export async function measurePattern(reference: Reference, name: string): Promise<Bill> {
  const pattern = patterns[name];
  if (!pattern) throw new Error(`nothing is stated of ${name}`);
  const action = await pattern.call(reference);
  const db = reference.openCold();
  return (await reference.service.storeCalls.record(() => action(db))).bill;
}

/** The status of a valid call of the route, made a second time, and its costs. */
export async function measureCall(setup: Setup, route: string): Promise<Bill & { readonly status: number }> {
  const { service } = setup;
  const first = await prepareCall(setup, route);
  await service.call(route, first.parameters, { token: first.token });
  const { parameters, token } = await prepareCall(setup, route);
  const { result, bill } = await service.storeCalls.record(() => service.call(route, parameters, { token }));
  return { status: result.status, ...bill };
}
