import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createMenu, createPublished, menuItems } from '../../support/nouns/menus.ts';
import { fillTwoWeeks, makePhone, NOON, readWords } from '../../support/nouns/phones.ts';
import { badInput, failure } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';

const PAGE = 'GET /screen/{token}';
const DATA = 'GET /screen/{token}/menu.json';
const FEED = 'GET /screen/{token}/menu.ics';
const PICTURE = 'GET /screen/{token}/picture';
const GUESS = 'A'.repeat(43);
const DAY_MS = 24 * 3_600_000;

const { service, setup } = await openSetup();
const { token } = setup.school;
service.stoppedAt = NOON;
const { eggs } = await fillTwoWeeks(setup);
const phone = await makePhone(setup);

afterEach(() => {
  service.stoppedAt = NOON;
});

const get = (route: string, of = phone, headers: Readonly<Record<string, string>> = {}) =>
  service.call(route, { token: of }, { headers });

describe('the page, the data and the feed of a phone page', () => {
  it.each([PAGE, DATA, FEED])('can be found and kept by nobody else: %s', async (route) => {
    const { headers } = await get(route);
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': route === PAGE ? 'private, max-age=60' : 'private, no-cache',
      'x-content-type-options': 'nosniff',
    });
  });

  it('run nothing but the own script and style', async () => {
    const { headers, text } = await get(PAGE);
    const extractHash = (tag: string) => {
      const [, inner = ''] = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(text) ?? [];
      return createHash('sha256').update(inner).digest('base64');
    };
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'sha256-${extractHash('script')}'; style-src 'sha256-${extractHash('style')}'; ` +
        "connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    );
    expect(text).not.toContain('<b>蒸蛋');
    expect(text).not.toMatch(/ style=| on\w+=|https?:/);
  });

  it.each([PAGE, DATA, FEED])('are sent again only once something has changed: %s', async (route) => {
    const { etag, vary } = (await get(route)).headers;
    const conditions = { 'if-none-match': String(etag) };
    const { result, bill } = await service.storeCalls.record(() => get(route, phone, conditions));
    expect([result.status, result.text, result.headers]).toMatchObject([304, '', { etag, vary }]);
    expect(result.headers).not.toHaveProperty('content-security-policy');
    expect(bill).toMatchObject({ roundTrips: 2, writeUnits: 0 });
    expect(bill.readUnits).toBeLessThanOrEqual(6);
    const readStatus = async () => (await get(route, phone, conditions)).status;
    const other = await createPublished(setup, { start: '2026-09-09' });
    expect(await readStatus()).toBe(200);
    await setup.succeed('POST /api/menu/retract', { id: other, comment: '停' }, token);
    expect(await readStatus()).toBe(304);
    await setup.succeed('POST /api/vender/calendar', { off: '2026-09-11,2026-09-19' }, token);
    expect(await readStatus()).toBe(200);
    await setup.succeed('POST /api/vender/calendar', { off: '2026-09-11' }, token);
    service.stoppedAt = NOON + DAY_MS;
    expect(await readStatus()).toBe(200);
  });

  it.each([PAGE, DATA, FEED])('are compressed for whoever takes that: %s', async (route) => {
    const { text } = await get(route);
    const [brotli, gzip] = [
      await get(route, phone, { 'accept-encoding': 'gzip, br' }),
      await get(route, phone, { 'accept-encoding': 'gzip' }),
    ];
    expect([brotli, gzip].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(text);
    expect(gunzipSync(gzip.bytes).toString()).toBe(text);
  });

  it.each([
    [{ status: 'false' }, { status: 'true' }],
    [{ expire: '2020-01-01' }, { expire: '2099-12-31' }],
  ])(
    'show nothing while the unit is closed or has expired, and then again what there is: %j',
    async (closing, opening) => {
      const before = await get(PAGE);
      const conditions = { 'if-none-match': String(before.headers['etag']) };
      await setup.succeed('POST /api/vender', { venderId: setup.school.id, ...closing }, setup.admin);
      const blank = await get(PAGE, phone, conditions);
      expect([blank.status, readWords(blank.text)]).toEqual([200, '']);
      expect(blank.text).not.toContain('红旗小学');
      expect(blank.text).toContain('<meta http-equiv="refresh" content="60">');
      expect((await get(DATA)).json).toEqual({ unit: '', today: '2026-09-09', days: [], left: 0 });
      expect((await get(FEED)).text).not.toContain('VEVENT');
      const picture = await service.call(PICTURE, { token: phone, dish: eggs });
      expect(picture.json).toEqual(failure(404, 'dish_not_found'));
      await setup.succeed('POST /api/vender', { venderId: setup.school.id, ...opening }, setup.admin);
      const again = await get(PAGE, phone, { 'if-none-match': String(blank.headers['etag']) });
      expect(again.text).toBe(before.text);
      expect(again.text).not.toContain('http-equiv');
    },
  );

  it('end with the page: 410 for 30 days', async () => {
    const school = await setup.createSchool();
    const { id, address } = await setup.succeed('PUT /api/screen', { name: '家长', form: 'phone' }, school.token);
    const own = String(address).replace('/screen/', '');
    await setup.succeed('DELETE /api/screen', { id }, school.token);
    for (const [days, gone] of [
      [29, failure(410, 'screen_deleted')],
      [31, failure(404, 'screen_not_found')],
    ] as const) {
      service.stoppedAt = NOON + days * DAY_MS;
      for (const route of [PAGE, DATA, FEED]) expect((await get(route, own)).json).toEqual(gone);
      expect((await service.call(PICTURE, { token: own, dish: eggs })).json).toEqual(gone);
    }
  });

  it.each([DATA, FEED, PICTURE])(
    'are not there for a wrong address, nor for a screen of another form: %s',
    async (route) => {
      const addresses = [GUESS, await makePhone(setup, { form: 'wall' }), await makePhone(setup, { form: 'led' })];
      for (const of of addresses) {
        const answer = await service.call(route, { token: of, dish: eggs });
        expect(answer.json).toEqual(failure(404, 'screen_not_found'));
      }
    },
  );

  it('take no shape that there is not', async () => {
    const answer = await service.call(PAGE, { token: phone, shape: 'round' });
    expect(answer.json).toEqual(badInput(['shape', { code: 'choice', names: 'wide narrow' }]));
  });

  it('fit into one answer, however many menus are live', async () => {
    const school = await setup.createSchool();
    const dish = await setup.createDish({}, school);
    const facts = (day: number) => ({ start: `2026-09-${10 + day}`, days: 1, items: menuItems([1, 'lunch', dish]) });
    for (let made = 0; made < 42; made++) {
      const menu = await createMenu(setup, facts(made % 3), school);
      await setup.succeed('POST /api/menu/submit', { id: menu }, school.token);
    }
    const own = await makePhone(setup, {}, school.token);
    const { days, left } = (await get(DATA, own)).json;
    expect([days.flatMap(({ menus }: { menus: object[] }) => menus).length, left]).toEqual([40, 2]);
    expect(readWords((await get(PAGE, own)).text)).toContain('另有 2 份食谱未显示');
  });
});
