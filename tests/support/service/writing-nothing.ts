import { expect } from 'vitest';
import type { TestService } from './service.ts';

/**
 * Does something that is refused, and expects that nothing is written for it: the service makes no writing call to the
 * table but those that the table itself refused.
 */
export async function writingNothing<T>(service: TestService, action: () => Promise<T>): Promise<T> {
  const { result, calls } = await service.storeCalls.record(action);
  const written = calls.filter(({ cost }) => cost !== undefined && cost.writeUnits > 0);
  expect(written.map(({ command }) => command)).toEqual([]);
  return result;
}
