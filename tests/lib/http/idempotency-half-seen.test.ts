import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import type { Key } from '../../../tables/keys.ts';
import { Examples } from '../../support/service/examples.ts';
import { LIGHT_COST, startService } from '../../support/service/service.ts';

const AT_ONCE = 12;

// What is created becomes visible before the claim on the key.
const looseness = {
  seed: 5,
  callMs: () => 10,
  inFlightMs: 0,
  delayMs: ({ sk }: Key) => (sk.startsWith('IDEMPOTENCY#') ? 80 : 0),
};
const examples = await Examples.build(await startService(LIGHT_COST, looseness));
afterAll(() => examples.service.stop());

it.each(['PUT /api/role', 'PUT /api/user/sheet.xlsx'])(
  '%s is answered alike to all who send it at the same moment, whatever of the first they have seen',
  async (route) => {
    const { parameters, token } = examples.getCall(route);
    for (let round = 0; round < 2; round++) {
      const headers = { 'Idempotency-Key': `half-${round}` };
      const call = async (_: unknown, index: number) => {
        await sleep(index * 10);
        return examples.service.call(route, parameters, { token, headers });
      };
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, call));
      const told = answers.map(({ json: { body: _, ...envelope }, headers: { etag, ...rest } }) => {
        return { envelope, etag, ids: rest['catering-ids'], location: rest['location'] };
      });
      expect(told[0]).toMatchObject({ envelope: { code: 200, desc: '成功', success: true }, ids: expect.any(String) });
      expect(told).toEqual(told.map(() => told[0]));
      await examples.rewind();
    }
  },
);
