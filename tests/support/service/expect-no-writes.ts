import { expect } from 'vitest';
import type { TestService } from './service.ts';

/**
 * Runs an action that is refused, and expects that it writes nothing: the service makes no writing call to the table,
 * except calls that the table itself has refused.
 */
export async function expectNoWrites<T>(service: TestService, action: () => Promise<T>): Promise<T> {
  const { result, calls } = await service.storeCalls.record(action);
  const writes = calls.filter(({ cost }) => cost !== undefined && cost.writeUnits > 0);
  expect(writes.map(({ command }) => command)).toEqual([]);
  return result;
}
