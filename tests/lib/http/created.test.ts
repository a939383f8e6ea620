import { afterEach, describe, expect, it } from 'vitest';
import { openExamples } from '../../support/service/examples.ts';

const examples = await openExamples();
const { service, setup } = examples;
const { school, admin } = setup;
afterEach(() => examples.rewind());
const OK = { code: 200, desc: '成功', success: true };
const told = ({ location, 'catering-ids': ids }: Readonly<Record<string, unknown>>) => ({ location, ids });

describe.each([
  ['PUT /api/vender', '/api/vender/info?vender='],
  ['PUT /api/nutrition', '/api/nutrition/select?id='],
  ['PUT /api/role', '/api/role'],
  ['PUT /api/user', '/api/user'],
  ['PUT /api/dish', '/api/dish?id='],
  ['PUT /api/dish/copy', '/api/dish?id='],
  ['PUT /api/menu', '/api/menu?id='],
  ['PUT /api/menu/copy', '/api/menu?id='],
])('%s', (route, read) => {
  it('answers the envelope alone, and in its headers what it has created', async () => {
    const { token, parameters } = examples.getCall(route);
    const { json, headers } = await service.call(route, parameters, { token });
    expect(json).toEqual(OK);
    const { location, ids } = told(headers);
    expect(ids).toMatch(/^[\w%.~!'()*-]+$/);
    expect(location).toBe(read.endsWith('=') ? `${read}${ids}` : read);
    const [path = '', query = ''] = String(location).split('?');
    const answer = await service.call(`GET ${path}`, {}, { token: token ?? admin, rawQuery: query });
    expect(answer.status).toBe(200);
    const key = { '/api/user': 'uid' }[read] ?? 'id';
    const body = answer.json.body ?? answer.json;
    const found: Record<string, unknown>[] = [body].flat();
    expect(found.map((one) => String(one[key]))).toContain(decodeURIComponent(String(ids)));
  });

  it('tells the same when it is repeated under its key', async () => {
    const { token, parameters } = examples.getCall(route);
    const headers = { 'Idempotency-Key': setup.unique('key').replace(/[^!-~]/g, '') };
    const first = await service.call(route, parameters, { token, headers });
    const again = await service.call(route, parameters, { token, headers });
    expect([again.json, told(again.headers)]).toEqual([OK, told(first.headers)]);
    expect(told(first.headers).ids).toBeDefined();
  });
});

describe('dishes', () => {
  it('of several units are all told, in the order of the units, more than one transaction places too', async () => {
    const units: number[] = [];
    for (let count = 0; count < 18; count++) units.push((await setup.createSchool()).id);
    const facts = { name: '共用', mark: '素菜', vendors: units.join(',') };
    const { headers } = await service.call('PUT /api/dish', facts, { token: admin });
    const ids = units.map((unit) => unit * 1_000_000 + 1);
    expect(told(headers)).toEqual({ location: `/api/dish?id=${ids[0]}`, ids: ids.join(',') });
  });

  it('that move, and copies that are given away, are told; a change alone tells nothing', async () => {
    const other = await setup.createSchool();
    const id = await setup.createDish();
    const post = async (parameters: Record<string, string | number>) =>
      told((await service.call('POST /api/dish', { id, ...parameters }, { token: admin })).headers);
    const nothing = { location: undefined, ids: undefined };
    expect(await post({ name: '改' })).toEqual(nothing);
    expect(await post({ vendors: school.id })).toEqual(nothing);
    const first = other.id * 1_000_000 + 1;
    expect(await post({ vendors: `${school.id},${other.id}` })).toEqual({
      location: `/api/dish?id=${first}`,
      ids: `${first}`,
    });
    expect(await post({ vendors: other.id })).toEqual({ location: `/api/dish?id=${first + 1}`, ids: `${first + 1}` });
  });
});
