import { describe, expect, it } from 'vitest';
import type { Mark } from '../../../lib/domain/ingredient/mark.ts';
import { changeValues, markKind, type ValueChanges } from '../../../lib/store/ingredient/code-values.ts';
import { toBucketNumber } from '../../../tables/keys.ts';
import { addSchool, failure, SUCCESS, successWithUnknown } from '../../support/nouns/units.ts';
import { openService } from '../../support/service/open.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

const service = await openService();
let serial = 0;

const newSchool = () => addSchool(service, `school${++serial}`);
const codeOf = (index: number) => String(index).padStart(6, '0');
/** Changes of `count` codes from `first` on. */
function changes(first: number, count: number, mark: Mark | undefined, name = codeOf): ValueChanges<Mark> {
  return new Map(Array.from({ length: count }, (_, index) => [name(first + index), mark]));
}
const change = (unit: number, wanted: ValueChanges<Mark>) => changeValues(service.deps.db, unit, markKind, wanted);
const put = (token: string, nutrient: string, mark = '常用') =>
  service.call('PUT /api/ingredient/mark', { nutrient, mark }, { token });
const remove = (token: string, nutrient: string) =>
  service.call('DELETE /api/ingredient/mark', { nutrient }, { token });
const list = async (token: string): Promise<{ nutrient: string; mark: string }[]> =>
  (await service.call('GET /api/ingredient/mark', {}, { token })).json.body;

describe('changeValues', () => {
  it('tells how many it has set and removed, those not counted that were as wanted, and does all of it', async () => {
    const { id, token } = await newSchool();
    const first = changes(0, 5, '常用');
    expect(await change(id, first)).toEqual({ setCount: 5, removedCount: 0, unknownCodes: [...first.keys()] });
    const mixed = new Map<string, Mark | undefined>([
      [codeOf(0), undefined],
      [codeOf(1), '忌用'],
      [codeOf(2), '常用'],
      ['absent', undefined],
    ]);
    expect(await change(id, mixed)).toEqual({ setCount: 1, removedCount: 1, unknownCodes: [] });
    expect(await list(token)).toEqual([
      { nutrient: codeOf(1), mark: '忌用' },
      { nutrient: codeOf(2), mark: '常用' },
      { nutrient: codeOf(3), mark: '常用' },
      { nutrient: codeOf(4), mark: '常用' },
    ]);
    expect((await service.storeCalls.record(() => change(id, mixed))).bill.writeUnits).toBe(0);
  });

  it('is unit_not_found for a unit that is not there, and writes nothing', async () => {
    await expect(change(98_765, changes(0, 1, '常用'))).rejects.toMatchObject({ reason: 'unit_not_found' });
    expect((await dumpTable(service)).filter(({ pk }) => pk === 'V#98765')).toEqual([]);
  });

  it('keeps the changes of two callers at once, and counts them', async () => {
    const { id, token } = await newSchool();
    await change(id, changes(0, 1000, '常用'));
    await Promise.all([change(id, changes(1000, 4000, '常用')), change(id, changes(5000, 5000, '忌用'))]);
    const expected = Array.from({ length: 10_000 }, (_, index) => ({
      nutrient: codeOf(index),
      mark: index < 5000 ? '常用' : '忌用',
    }));
    expect(await list(token)).toEqual(expected);
    expect((await put(token, 'one more')).json).toEqual(failure(409, 'quota_reached'));
  });
});

describe('10,000 marks', () => {
  it('are one transaction of at most 400 write units, and one mark beside them takes at most 30', async () => {
    const { id, token } = await newSchool();
    const all = await service.storeCalls.record(() => change(id, changes(0, 10_000, '常用')));
    expect(all.calls.filter(({ command }) => command !== 'BatchGetItem').map(({ command }) => command)).toEqual([
      'TransactWriteItems',
    ]);
    // The codes alone are 60,000 bytes, at two write units per 1,024 bytes.
    expect(all.bill.writeUnits).toBeGreaterThan(117);
    expect(all.bill.writeUnits).toBeLessThanOrEqual(400);
    for (let index = 0; index < 64; index++) {
      const one = await service.storeCalls.record(() => put(token, codeOf(index), '忌用'));
      expect(one.result.json).toEqual(SUCCESS);
      expect(one.bill.writeUnits).toBeLessThanOrEqual(30);
    }
  });

  it('are all that a unit may have: more are quota_reached and set none, but those it has are changed', async () => {
    const { id, token } = await newSchool();
    await change(id, changes(0, 9999, '常用'));
    await expect(change(id, changes(5000, 5001, '忌用'))).rejects.toMatchObject({ reason: 'quota_reached' });
    expect((await list(token)).filter(({ mark }) => mark === '忌用')).toEqual([]);
    expect((await put(token, 'last')).json).toEqual(successWithUnknown('last'));
    const refused = await put(token, 'one more');
    expect([refused.status, refused.json]).toEqual([409, failure(409, 'quota_reached')]);
    const exchanged = new Map<string, Mark | undefined>([
      [codeOf(8), undefined],
      ['exchanged', '忌用'],
    ]);
    expect(await change(id, exchanged)).toEqual({ setCount: 1, removedCount: 1, unknownCodes: ['exchanged'] });
    const listed = await list(token);
    expect([listed.length, listed.filter(({ mark }) => mark === '忌用')]).toEqual([
      10_000,
      [{ nutrient: 'exchanged', mark: '忌用' }],
    ]);
    expect((await remove(token, codeOf(9))).json).toEqual(SUCCESS);
    expect((await put(token, 'one more')).json).toEqual(successWithUnknown('one more'));
  });

  it('may have the longest codes', async () => {
    const { id, token } = await newSchool();
    const chinese = (index: number) => codeOf(index).padStart(64, '菜');
    const longest = changes(0, 10_000, '常用', chinese);
    expect(await change(id, longest)).toEqual({ setCount: 10_000, removedCount: 0, unknownCodes: [...longest.keys()] });
    expect((await list(token)).length).toBe(10_000);
  });
});

it('codes that are chosen for one bucket are quota_reached before it is too large, and can still be removed', async () => {
  const { id, token } = await newSchool();
  const names = Array.from({ length: 30_000 }, (_, index) => codeOf(index).padStart(64, '菜'));
  const crowd = names.filter((name) => toBucketNumber(name) === 0).slice(0, 1700);
  const fill = (count: number) => changes(0, count, '忌用', (index) => crowd[index] ?? '');
  await expect(change(id, fill(1700))).rejects.toMatchObject({ reason: 'quota_reached' });
  expect(await change(id, fill(1500))).toEqual({ setCount: 1500, removedCount: 0, unknownCodes: crowd.slice(0, 1500) });
  await expect(change(id, fill(1700))).rejects.toMatchObject({ reason: 'quota_reached' });
  expect((await remove(token, crowd[0] ?? '')).json).toEqual(SUCCESS);
  expect((await list(token)).length).toBe(1499);
});
