import { describe, expect, it } from 'vitest';
import { addDays } from '../../../lib/domain/values/calendar.ts';
import type { Problem } from '../../../lib/errors.ts';
import { calendarKey } from '../../../tables/keys.ts';
import { addSchool, badInput, failure, SUCCESS } from '../../support/nouns/units.ts';
import { expectNoWrites } from '../../support/service/expect-no-writes.ts';
import { openPlatform } from '../../support/service/open.ts';

const { service, admin } = await openPlatform();
const school = await addSchool(service, 'school');
const other = await addSchool(service, 'other');
const today = '2026-10-01';
service.stoppedAt = Date.parse(`${today}T08:00:00+08:00`);
const NONE = { off: [], on: [] };

const read = async (token = school.token) => (await service.call('GET /api/vender/calendar', {}, { token })).json.body;
const write = async (lists: Record<string, string>, token = school.token, headers = {}) =>
  (await service.call('POST /api/vender/calendar', lists, { token, headers })).json;

describe('the days off of a unit', () => {
  it("are its own and beside them the platform's, each day once and in order; a list that is not sent stays", async () => {
    expect(await read()).toEqual({ ...NONE, usual: NONE });
    expect(await read(admin)).toEqual(NONE);
    expect(await write({ off: '2026-10-02, 2026-10-01,2026-10-02', on: '2026-10-10' }, admin)).toEqual(SUCCESS);
    const usual = { off: ['2026-10-01', '2026-10-02'], on: ['2026-10-10'] };
    expect([await read(admin), await read()]).toEqual([usual, { ...NONE, usual }]);
    expect(await write({ off: '2026-11-09', on: '2026-10-02' })).toEqual(SUCCESS);
    expect(await write({ off: '2026-11-10' })).toEqual(SUCCESS);
    const own = { off: ['2026-11-10'], on: ['2026-10-02'] };
    expect([await read(), await read(other.token)]).toEqual([
      { ...own, usual },
      { ...NONE, usual },
    ]);
    expect(await write({ on: '' })).toEqual(SUCCESS);
    expect(await read()).toEqual({ ...own, on: [], usual });
  });

  it('that stay the same are not written; `If-Match` tells of another change', async () => {
    const { headers } = await service.call('GET /api/vender/calendar', {}, { token: other.token });
    const lists = { off: '2026-12-24' };
    expect(await write(lists, other.token, { 'if-match': headers['etag'] ?? '' })).toEqual(SUCCESS);
    expect(await expectNoWrites(service, () => write(lists, other.token))).toEqual(SUCCESS);
    const late = await write({ off: '2026-12-25' }, other.token, { 'if-match': headers['etag'] ?? '' });
    expect(late).toEqual(failure(409, 'changed_meanwhile'));
    expect((await read(other.token)).off).toEqual(['2026-12-24']);
  });

  it('that are more than a year past are not kept', async () => {
    const [old, kept] = [addDays(today, -367), addDays(today, -366)];
    await write({ off: `${kept},${old}`, on: old }, other.token);
    expect(await read(other.token)).toMatchObject({ off: [kept], on: [] });
    expect(await service.deps.db.get(calendarKey(other.id))).toMatchObject({ off: [kept], on: [] });
  });

  it('are those of a year at most, and none of them is a day on, whether sent or kept', async () => {
    const days = (count: number) => Array.from({ length: count }, (_, index) => addDays(today, index)).join();
    expect(await write({ off: days(366), on: '' })).toEqual(SUCCESS);
    const dates: Problem = { code: 'dates' };
    const cases = [
      [{ off: days(367) }, badInput(['off', { code: 'too_many', max: 366 }])],
      [{ off: '2026-02-29', on: '2026-10-01,,2026-10-02' }, badInput(['off', dates], ['on', dates])],
      [{ on: '２０２６-10-01' }, badInput(['on', dates])],
      [{ off: 'x'.repeat(10_000) }, badInput(['off', dates])],
      [{ off: '2026-12-24', on: '2026-12-24' }, badInput(['on', { code: 'off_and_on', names: '2026-12-24' }])],
      [
        { on: '2026-12-24,2026-12-25,2031-01-01' },
        badInput(['on', { code: 'off_and_on', names: '2026-12-24, 2026-12-25' }]),
      ],
    ] as const;
    for (const [lists, answer] of cases) {
      expect(await expectNoWrites(service, () => write(lists))).toEqual(answer);
    }
  });
});
