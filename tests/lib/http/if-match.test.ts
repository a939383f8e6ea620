import { describe, expect, it } from 'vitest';
import { takesIfMatch } from '../../../lib/http/endpoint.ts';
import { createMenu } from '../../support/nouns/menus.ts';
import { openExamples } from '../../support/service/examples.ts';
import { openSetup } from '../../support/service/open.ts';
import { loadEndpoints } from '../../support/service/service.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

const { service, setup } = await openSetup();

/** Things that are read by id with their version, and changed with it. */
const things = [
  {
    thing: 'a dish',
    create: () => setup.createDish(),
    get: 'GET /api/dish',
    post: 'POST /api/dish',
    idNames: ['id', 'id'],
    token: () => setup.school.token,
    nameOf: (json: { name: string }) => json.name,
  },
  {
    thing: 'a standard',
    create: () => setup.createStandard(),
    get: 'GET /api/nutrition/select',
    post: 'POST /api/nutrition',
    idNames: ['id', 'id'],
    token: () => setup.admin,
    nameOf: (json: { body: { name: string } }) => json.body.name,
  },
  {
    thing: 'a unit',
    create: async () => (await setup.createSchool()).id,
    get: 'GET /api/vender/info',
    post: 'POST /api/vender',
    idNames: ['vender', 'venderId'],
    token: () => setup.admin,
    nameOf: (json: { body: { name: string } }) => json.body.name,
  },
  {
    thing: 'a menu',
    create: () => createMenu(setup),
    get: 'GET /api/menu',
    post: 'POST /api/menu',
    idNames: ['id', 'id'],
    token: () => setup.school.token,
    nameOf: (json: { body: { name: string } }) => json.body.name,
  },
] as const;
const STALE = { code: 409, success: false, reason: 'changed_meanwhile', desc: expect.any(String) };

const examples = await openExamples();
const endpoints = await loadEndpoints();
const versioned = endpoints.filter(takesIfMatch).map(({ route }) => route);
const writes = endpoints.filter(({ isVersioned, access }) => isVersioned && access === 'write');

it.each(versioned)('of another version refuses %s', async (route) => {
  const before = await dumpTable(examples.service);
  const { json } = await examples.send(route, {}, { headers: { 'If-Match': '"other"' } });
  expect(json).toEqual(STALE);
  expect(await dumpTable(examples.service)).toEqual(before);
});

it.each(writes.map(({ route }) => route))('%s answers the version that what it wrote has then', async (route) => {
  const { headers, json } = await examples.send(route);
  expect([json.code, headers['etag']]).toEqual([200, expect.stringMatching(/^"[1-9]\d*"$/)]);
  await examples.rewind();
});

it.each([
  'PUT /api/vender',
  'PUT /api/nutrition',
  'PUT /api/dish',
  'PUT /api/dish/copy',
  'PUT /api/menu',
  'PUT /api/menu/copy',
])('%s answers the ETag under which the new thing is read', async (route) => {
  const { headers } = await examples.send(route);
  const [path = '', rawQuery = ''] = String(headers['location']).split('?');
  const token =
    path.startsWith('/api/vender') || path.startsWith('/api/nutrition')
      ? examples.setup.admin
      : examples.getCall(route).token;
  const read = await examples.service.call(`GET ${path}`, {}, { token, rawQuery });
  expect(headers['etag']).toBe(read.headers['etag']);
  expect(headers['etag']).toBe('"1"');
  await examples.rewind();
});

describe.each(things)('$thing', ({ create, get, post, idNames: [idToRead, idToChange], token, nameOf }) => {
  const read = async (id: number) => {
    const { headers, json } = await service.call(get, { [idToRead]: id }, { token: token() });
    return { etag: String(headers['etag']), name: nameOf(json) };
  };
  const change = async (id: number, name: string, etag?: string) => {
    const headers: Record<string, string> = etag === undefined ? {} : { 'If-Match': etag };
    return (await service.call(post, { [idToChange]: id, name }, { token: token(), headers })).json;
  };

  it('answers its new ETag when it is changed, and the one that it has when nothing is', async () => {
    const id = await create();
    const parameters = { [idToChange]: id, name: setup.unique('新名') };
    const before = await read(id);
    const tags = [];
    for (let times = 0; times < 2; times++) {
      tags.push((await service.call(post, parameters, { token: token() })).headers['etag']);
    }
    const { etag } = await read(id);
    expect(tags).toEqual([etag, etag]);
    expect(etag).not.toBe(before.etag);
  });

  it('is read with an ETag that changes with it', async () => {
    const id = await create();
    const first = await read(id);
    expect(first.etag).toMatch(/^"[!#-~]+"$/);
    expect(await read(id)).toEqual(first);
    expect(await change(id, setup.unique('新名'))).toMatchObject({ code: 200 });
    expect((await read(id)).etag).not.toBe(first.etag);
  });

  it('is changed under the ETag that it has', async () => {
    const id = await create();
    const name = setup.unique('新名');
    expect(await change(id, name, (await read(id)).etag)).toEqual({ code: 200, desc: '成功', success: true });
    expect((await read(id)).name).toBe(name);
  });

  it('is not changed under one that it had', async () => {
    const id = await create();
    const { etag } = await read(id);
    await change(id, setup.unique('先'));
    const before = await read(id);
    expect(await change(id, setup.unique('后'), etag)).toEqual(STALE);
    // Not even if nothing would change.
    expect(await change(id, before.name, etag)).toEqual(STALE);
    expect(await read(id)).toEqual(before);
  });

  it('is changed by the last of all who send none', async () => {
    const id = await create();
    await change(id, setup.unique('先'));
    const name = setup.unique('后');
    expect(await change(id, name)).toMatchObject({ code: 200 });
    expect((await read(id)).name).toBe(name);
  });

  it.each([
    ['*', 200],
    ['"other", $', 200],
    ['"other"', 409],
    // A weak ETag means that two are alike, not that they are the same.
    ['W/$', 409],
    ['""', 409],
  ])('under %s is %i', async (header, status) => {
    const id = await create();
    const etag = header.replace('$', (await read(id)).etag);
    expect(await change(id, setup.unique('名'), etag)).toMatchObject({ code: status });
  });

  it.each(['1', 'etag', '"a" "b"', '"a",', `"${'x'.repeat(2000)}"`, ''])(
    'under the malformed %j is 400',
    async (etag) => {
      const id = await create();
      const before = await read(id);
      expect(await change(id, setup.unique('名'), etag)).toMatchObject({ code: 400, errors: [{ field: 'If-Match' }] });
      expect(await read(id)).toEqual(before);
    },
  );

  it('is changed by one of two editors who have read the same', async () => {
    const id = await create();
    const { etag } = await read(id);
    const names = [setup.unique('甲'), setup.unique('乙')];
    const answers = await Promise.all(names.map((name) => change(id, name, etag)));
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409]);
    expect((await read(id)).name).toBe(names[answers.findIndex(({ code }) => code === 200)]);
  });
});
