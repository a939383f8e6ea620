import { expect, it } from 'vitest';
import { putStep, removeStep } from '../../../lib/table/steps.ts';
import { tableVersionKey } from '../../../tables/keys.ts';
import { openService } from '../../support/service/open.ts';

const START = Date.parse('2031-03-01T08:00:00Z');
const MINUTE = 60_000;

const service = await openService();
const mark = (version: number) => service.deps.db.write([putStep({ ...tableVersionKey, version })]);

/** The answer at that time, and how many calls it made to the table. */
async function ask(after: number, headers = {}) {
  service.stoppedAt = START + after;
  const { result, bill } = await service.storeCalls.record(() => service.call('GET /health', {}, { headers }));
  return [result.status, result.json, bill.callCount];
}

const healthy = { code: 200, desc: '成功', success: true };
const wrong = { code: 503, desc: '数据表属于其他版本的服务', success: false, reason: 'wrong_table' };

it('GET /health tells that the table is of another version, asking for its mark once a minute', async () => {
  expect(await ask(0)).toEqual([200, healthy, 2]);
  await mark(4);
  expect(await ask(MINUTE - 1)).toEqual([200, healthy, 1]);
  expect(await ask(MINUTE)).toEqual([503, wrong, 2]);
  expect(await ask(MINUTE + 1)).toEqual([503, wrong, 1]);
  const english = { ...wrong, desc: 'The table is of another release of the service' };
  expect(await ask(MINUTE + 2, { 'accept-language': 'en' })).toEqual([503, english, 1]);
  await mark(3);
  expect(await ask(2 * MINUTE)).toEqual([200, healthy, 2]);
});

it('GET /health tells that a table with data has no mark', async () => {
  await service.deps.db.write([removeStep(tableVersionKey)]);
  expect(await ask(4 * MINUTE)).toEqual([503, wrong, 2]);
});
