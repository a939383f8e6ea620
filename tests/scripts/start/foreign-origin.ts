import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { digestPassword } from '../../../lib/auth/password.ts';
import { listForeignRequests, openPage, type WatchedPage } from '../../support/browser/browser.ts';
import { ForeignPage, openOrigin } from './foreign-page.ts';

/** The tests of a page of another origin that calls the service. One page makes all calls, in one session. */
export function describeForeignPage(service: { readonly baseUrl: string }): void {
  let origin: Awaited<ReturnType<typeof openOrigin>>;
  let watched: WatchedPage;
  let page: ForeignPage;
  /** How many faults earlier tests had. */
  let former = 0;
  beforeAll(async () => {
    origin = await openOrigin();
    watched = await openPage();
    page = await ForeignPage.open(watched.page, origin.url, service.baseUrl);
    const { text } = await page.send('POST /api/login', { uid: 'yangguang', password: digestPassword('123456') });
    page.token = JSON.parse(text).body.token;
  });
  beforeEach(() => {
    former = watched.faults.length;
    page.preflights.length = 0;
  });
  afterAll(async () => {
    await watched?.page.close();
    origin?.stop();
    expect(listForeignRequests(watched)).toEqual([]);
  });

  const done = { code: 200, desc: '成功', success: true };
  const dish = { name: '他处的菜', mark: '素菜' };
  /** The id of the dish that was created last. */
  const readId = async () => JSON.parse((await page.send('GET /api/dish/select')).text).body[0].id;

  it('creates, changes and deletes with forms, the session in a header, asking leave for each method', async () => {
    const created = await page.send('PUT /api/dish', dish, { 'idempotency-key': 'foreign-1' });
    expect([created.status, JSON.parse(created.text)]).toEqual([200, done]);
    const id = await readId();
    const read = await page.send('GET /api/dish', { id }, { 'if-none-match': '"0"' });
    expect(JSON.parse(read.text)).toMatchObject({ name: dish.name, marks: dish.mark });
    const changed = await page.send('POST /api/dish', { id, name: '改名' }, { 'if-match': read.headers['etag'] ?? '' });
    expect(JSON.parse(changed.text)).toEqual(done);
    expect(JSON.parse((await page.send('DELETE /api/dish', { ids: id })).text)).toEqual(done);
    expect(page.preflights).toEqual([
      'PUT authorization,idempotency-key',
      'GET authorization',
      'GET authorization,if-none-match',
      'POST authorization,if-match',
      'DELETE authorization',
    ]);
    expect(watched.faults.slice(former)).toEqual([]);
  });

  it.each([
    [400, 'invalid_input', 'PUT /api/dish', { mark: '素菜' }, {}],
    [401, 'not_signed_in', 'GET /api/me', {}, { authorization: 'Bearer nonsense' }],
    [403, 'wrong_side', 'GET /api/vender', {}, {}],
    [404, 'not_found', 'DELETE /api/nowhere', {}, {}],
    [404, 'dish_not_found', 'DELETE /api/dish', { ids: '1999999' }, {}],
    [413, 'payload_too_large', 'PUT /api/dish', { ...dish, icon: 'x'.repeat(1_100_000) }, {}],
  ])('reads a failure: %s %s of %s', async (status, reason, route, fields, headers) => {
    const seen = await page.send(route, fields, headers);
    expect([seen.status, JSON.parse(seen.text)]).toEqual([status, expect.objectContaining({ code: status, reason })]);
    expect(watched.faults.slice(former)).toEqual([
      expect.stringContaining(`the server responded with a status of ${status}`),
    ]);
  });

  it('reads that it came too late, with the ETag, and that it comes too often, with when to come again', async () => {
    await page.send('PUT /api/dish', dish);
    const id = await readId();
    const late = await page.send('POST /api/dish', { id, name: '晚了' }, { 'if-match': '"0"' });
    expect([late.status, JSON.parse(late.text).reason]).toEqual([409, 'changed_meanwhile']);
    const wrong = { uid: 'wujing', password: digestPassword('wrong') };
    for (let attempt = 1; attempt <= 5; attempt++) await page.send('POST /api/login', wrong);
    const often = await page.send('POST /api/login', wrong);
    expect([often.status, JSON.parse(often.text).reason]).toEqual([429, 'too_many_failures']);
    expect(Number(often.headers['retry-after'])).toBeGreaterThan(0);
  });
}
