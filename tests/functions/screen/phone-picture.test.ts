import { afterEach, describe, expect, it } from 'vitest';
import { fillTwoWeeks, makePhone, NOON, PICTURES } from '../../support/nouns/phones.ts';
import { badInput, failure } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';

const ROUTE = 'GET /screen/{token}/picture';
const NOT_SHOWN = failure(404, 'dish_not_found');

const { service, setup } = await openSetup();
const { token } = setup.school;
service.stoppedAt = NOON;
const { rice, eggs, hidden } = await fillTwoWeeks(setup);
const phone = await makePhone(setup);

afterEach(() => {
  service.stoppedAt = NOON;
});

const get = (dish: number | string, more: object = {}, headers: Readonly<Record<string, string>> = {}) =>
  service.call(ROUTE, { token: phone, dish, ...more }, { headers });
const decodePicture = (picture: string) => Buffer.from(picture.split(',')[1] ?? '', 'base64');
const addressed = async () => /picture\?dish=\d+&amp;v=([\w-]+)/.exec(await page())?.[1] ?? '';
const page = async () => (await service.call('GET /screen/{token}', { token: phone })).text;

describe('the picture of a dish on a phone page', () => {
  it('is its bytes, kept for ever under the version that the page has', async () => {
    const v = await addressed();
    const { status, headers, bytes } = await get(eggs, { v });
    expect([status, bytes]).toEqual([200, decodePicture(PICTURES[0])]);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=31536000, immutable',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      etag: `"${v}"`,
    });
    const unchanged = await get(eggs, {}, { 'if-none-match': `"${v}"` });
    expect([unchanged.status, unchanged.text, unchanged.headers['cache-control']]).toEqual([
      304,
      '',
      'private, no-cache',
    ]);
  });

  it('is the present one, not that of the day of the submission', async () => {
    const before = await addressed();
    await setup.succeed('POST /api/dish', { id: eggs, icon: PICTURES[1] }, token);
    const { bytes, headers } = await get(eggs, { v: before });
    expect([bytes, headers['cache-control']]).toEqual([decodePicture(PICTURES[1]), 'private, no-cache']);
    expect(await addressed()).not.toBe(before);
    await setup.succeed('POST /api/dish', { id: eggs, icon: '' }, token);
    expect((await get(eggs)).json).toEqual(failure(404, 'thing_not_found'));
    expect(await page()).not.toContain('<img');
    await setup.succeed('POST /api/dish', { id: eggs, icon: PICTURES[0] }, token);
  });

  it('is 404 where the page does not show the dish now, or there is none', async () => {
    const other = await setup.createSchool();
    const foreign = await setup.createDish({ icon: PICTURES[0] }, other);
    for (const dish of [hidden, foreign, 999_999_999]) expect((await get(dish)).json).toEqual(NOT_SHOWN);
    expect((await get(rice)).json).toEqual(failure(404, 'thing_not_found'));
    service.stoppedAt = Date.parse('2026-09-21T08:00:00+08:00');
    expect((await get(eggs)).json).toEqual(NOT_SHOWN);
    const some = await makePhone(setup, { levels: '["一年级"]' });
    service.stoppedAt = NOON;
    expect((await service.call(ROUTE, { token: some, dish: eggs })).json).toEqual(NOT_SHOWN);
  });

  it('needs a dish', async () => {
    const bounds = { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER } as const;
    expect((await get('eggs')).json).toEqual(badInput(['dish', bounds]));
    expect((await get('')).json).toEqual(badInput(['dish', bounds]));
    expect((await get(eggs, { v: 'v'.repeat(101) })).json).toEqual(badInput(['v', { code: 'too_long', max: 100 }]));
  });

  it('costs three round trips', async () => {
    const { bill } = await service.storeCalls.record(() => get(eggs));
    expect(bill).toMatchObject({ roundTrips: 3, writeUnits: 0 });
    expect(bill.readUnits).toBeLessThanOrEqual(12);
  });
});
