import { afterEach, describe, expect, it, vi } from 'vitest';
import { hashAddressToken } from '../../../lib/auth/address-token.ts';
import { printablePaths } from '../../../lib/domain/link.ts';
import { badInput, failure, success } from '../../support/nouns/units.ts';
import { openExamples } from '../../support/service/examples.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

const SHEET = '/api/menu/sheet.html?id=1000006';
const ADDRESS = /^\/print\/[\w-]{43}$/;
const GONE = failure(404, 'link_not_found');

const examples = await openExamples();
const { service, setup } = examples;
const { token } = setup.school;
afterEach(async () => {
  service.storeCalls.fault = () => undefined;
  await examples.rewind();
});

const ask = (path: string, by = token) => service.call('POST /api/link', { path }, { token: by });
const link = async (path: string, by = token): Promise<string> => (await ask(path, by)).json.body.address;
const open = (address: string, headers: Record<string, string> = {}) =>
  service.call('GET /print/{token}', { token: address.replace('/print/', '') }, { headers });
const get = (path: string, by = token) => {
  const [route, rawQuery = ''] = path.split('?');
  return service.call(`GET ${route}`, {}, { token: by, rawQuery });
};
/** Somebody of the school with these items, signed in. */
const addPerson = async (items: readonly number[]) => {
  const person = await setup.createUser(await setup.createRole(items));
  return { ...person, token: await service.signIn(person.uid, person.password) };
};
const passSeconds = (seconds: number) => {
  service.stoppedAt = (service.stoppedAt ?? Date.now()) + seconds * 1000;
};

describe('a link', () => {
  it('is told as an address of 256 bits, nobody else being told', async () => {
    const answer = await ask(SHEET);
    expect(answer.json).toEqual(success({ address: expect.stringMatching(ADDRESS) }));
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
  });

  it.each([
    SHEET,
    '/api/menu/sheet.html?id=1000006&revision=1',
    '/api/dish/label.html?ids=1000001,%201,1000001',
    '/api/dish/label.svg?id=1000001',
    '/api/menu/purchase.xlsx?id=1000006&reserve=5',
    '/api/menu/kitchen.html?id=1000006',
    '/api/menu/kitchen.xlsx?id=1000006&day=1',
    '/api/menu/samples.xlsx?id=1000006',
  ])('to %s answers once what that answers', async (path) => {
    const address = await link(path);
    const { status, headers, bytes } = await open(address);
    const meant = await get(path);
    expect([status, bytes.equals(meant.bytes)]).toEqual([200, true]);
    const secret = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' };
    expect(headers).toEqual({ ...meant.headers, ...secret, 'cache-control': 'no-store' });
    expect((await open(address)).json).toEqual(GONE);
  });

  it('opens for one of 20 who open it at once', async () => {
    const address = await link(SHEET);
    const answers = await Promise.all(Array.from({ length: 20 }, () => open(address)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(404)]);
  });

  it.each([
    [59, 200],
    [61, 404],
  ])('after %i seconds is %i', async (seconds, status) => {
    const address = await link(SHEET);
    passSeconds(seconds);
    expect((await open(address)).status).toBe(status);
  });

  it.each(['x', 'EXAMPLE-nobody-AAAAAAAAAAAAAAAAAAAAAAAAAAAA', '', '../link', 'x'.repeat(2000)])(
    'that nobody was told is 404: %j',
    async (guess) => {
      expect((await open(guess)).json).toEqual(GONE);
    },
  );

  it.each([
    '',
    '/',
    '/api/menu',
    '/api/menu/sheet.xlsx?id=1000006',
    '/api/user',
    '/api/menu/sheet.html/',
    '//evil.example/api/menu/sheet.html',
    'https://evil.example/api/menu/sheet.html?id=1',
    'api/menu/sheet.html?id=1',
    '/API/menu/sheet.html?id=1',
    '/api/menu/sheet.html#?id=1',
    '/print/x',
    '/screen/EXAMPLE-shown-AAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    '/docs',
    'GET /api/menu/sheet.html?id=1',
    '__proto__',
    'constructor',
  ])('to %j is refused', async (path) => {
    const before = await dumpTable(service);
    expect((await ask(path)).json).toEqual(badInput(['path', { code: 'choice', names: printablePaths.join(' ') }]));
    expect(await dumpTable(service)).toEqual(before);
  });

  it('to too long a path is refused, and so is none', async () => {
    const long = `/api/dish/label.html?ids=${'1,'.repeat(2000)}`;
    expect((await ask(long)).json).toEqual(badInput(['path', { code: 'too_long', max: 4000 }]));
    const { json } = await service.call('POST /api/link', {}, { token });
    expect(json).toEqual(badInput(['path', { code: 'required' }]));
  });

  it.each([
    ['/api/menu/sheet.html', badInput(['id', { code: 'required' }])],
    ['/api/dish/label.svg?id=x', badInput(['id', { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER }])],
    ['/api/dish/label.svg?id=1&id=1000001', badInput(['id', { code: 'repeated' }])],
    // Dish 2000001 is of another school.
    ['/api/dish/label.svg?id=2000001', undefined],
    ['/api/menu/sheet.html?id=2000001', failure(404, 'menu_not_found')],
  ])('to %s fails as that fails', async (path, expected) => {
    const { json } = await open(await link(path));
    expect(json).toEqual((await get(path)).json);
    if (expected) expect(json).toEqual(expected);
    expect(json.success).toBe(false);
  });
});

describe('whoever opens a link is taken for its maker, as he is then:', () => {
  it('his session has ended', async () => {
    const person = await addPerson([29]);
    const address = await link(SHEET, person.token);
    await service.call('POST /api/logout', {}, { token: person.token });
    expect((await open(address)).json).toEqual(failure(401, 'not_signed_in'));
  });

  it('his password was changed', async () => {
    const person = await addPerson([29]);
    const address = await link(SHEET, person.token);
    await setup.succeed('POST /api/user', { uid: person.uid, password: 'BE56E057F20F883E' }, token);
    expect((await open(address)).json).toEqual(failure(401, 'not_signed_in'));
  });

  it('his role was revoked', async () => {
    const person = await addPerson([29]);
    const address = await link(SHEET, person.token);
    await setup.succeed('POST /api/user', { uid: person.uid, roleId: 0 }, token);
    expect((await open(address)).json).toEqual(failure(403, 'missing_permission'));
    // What has failed is not used up.
    await setup.succeed('POST /api/user', { uid: person.uid, roleId: person.roleId }, token);
    expect((await open(address)).status).toBe(200);
    expect((await open(address)).json).toEqual(GONE);
  });

  it('he never had the permission', async () => {
    const person = await addPerson([25]);
    expect((await open(await link(SHEET, person.token))).json).toEqual(failure(403, 'missing_permission'));
    expect((await open(await link('/api/dish/label.svg?id=1000001', person.token))).status).toBe(200);
  });

  it.each([
    ['closed', { status: 'false' }, failure(403, 'unit_closed')],
    ['past its last day', { expire: '2020-01-01' }, failure(403, 'unit_expired')],
  ])('his unit is %s', async (_, change, expected) => {
    const address = await link(SHEET);
    await setup.succeed('POST /api/vender', { venderId: setup.school.id, ...change }, setup.admin);
    expect((await open(address)).json).toEqual(expected);
  });

  it('his unit is deleted', async () => {
    const school = await setup.createSchool();
    const address = await link(SHEET, school.token);
    await setup.succeed('DELETE /api/vender', { vender: school.id }, setup.admin);
    expect((await open(address)).json).toEqual(failure(401, 'not_signed_in'));
  });

  it('he is of the platform, or of another unit', async () => {
    expect((await open(await link(SHEET, setup.admin))).status).toBe(200);
    const school = await setup.createSchool();
    expect((await open(await link(SHEET, school.token))).json).toEqual(failure(404, 'menu_not_found'));
  });
});

describe('the token', () => {
  it('is stored as its hash alone, with the time when it ends, and is in no log line and no operation', async () => {
    const lines: string[] = [];
    const written = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
    const address = await link(SHEET);
    await open(address);
    await open(address);
    written.mockRestore();
    const secret = address.replace('/print/', '');
    const stored = await dumpTable(service);
    expect(JSON.stringify(stored) + lines.join('')).not.toContain(secret);
    const item = stored.find(({ pk }) => JSON.stringify(pk).includes(hashAddressToken(secret)));
    expect(JSON.stringify(item)).toContain(String(Math.floor(service.deps.now() / 1000) + 60));
    const [latest] = (await setup.succeed('GET /api/log', { pageSize: 1 }, token)).content;
    expect(latest).toMatchObject({ operation: 'createLink', changed: {}, given: {} });
  });

  it('cannot be used for a session', async () => {
    const secret = (await link(SHEET)).replace('/print/', '');
    expect((await service.call('GET /api/me', {}, { token: secret })).json).toEqual(failure(401, 'not_signed_in'));
  });
});

describe('a person who opens it twice', () => {
  const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  it('is told on a page what to do', async () => {
    const address = await link(SHEET);
    expect((await open(address, asBrowser)).status).toBe(200);
    const again = await open(address, { ...asBrowser, 'accept-language': 'zh-CN' });
    expect([again.status, again.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(again.text).toContain('<h1>链接已使用或已失效</h1>');
    expect(again.text).toContain('请回到系统重新打开');
    expect(again.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
  });
});
