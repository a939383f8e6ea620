import { describe, expect, it } from 'vitest';
import { openSetup } from '../../support/service/open.ts';

const { service, setup } = await openSetup();
const ROUTE = 'GET /api/vender/info';
const ICON = 'data:image/png;base64,AAAA';
const { school, admin } = setup;
const info = (parameters: Record<string, string | number> = {}, token = school.token) =>
  service.call(ROUTE, parameters, { token });
const change = (parameters: Record<string, string | number>, etag: string, token = school.token) =>
  service.call('POST /api/vender', { venderId: school.id, ...parameters }, { token, headers: { 'If-Match': etag } });
const listed = async () => (await setup.succeed('GET /api/vender', { keyword: school.name }, admin)).content[0];

describe(ROUTE, () => {
  it('answers the own unit as the list of the platform has it, its picture too', async () => {
    await setup.succeed('POST /api/vender', { venderId: school.id, icon: ICON, city: '保定市' }, school.token);
    const answer = await info();
    expect(answer.json).toEqual({ code: 200, desc: '成功', success: true, body: await listed() });
    expect(answer.json.body).toMatchObject({ icon: ICON, city: '保定市', id: school.id });
    expect((await info({ vender: school.id })).text).toBe(answer.text);
    expect((await info({ vender: '' })).text).toBe(answer.text);
  });

  it('answers the platform any unit, with its users and roles counted', async () => {
    const other = await setup.createSchool();
    await setup.createUser(undefined, other);
    await setup.createUser(undefined, other);
    const { body } = (await info({ vender: other.id }, admin)).json;
    expect(body).toMatchObject({ id: other.id, account: other.account, icon: '', users: 3, roles: 3 });
    const own = (await info({}, admin)).json.body;
    expect(own).toMatchObject({ id: 0, name: '平台', expire: Date.parse('9999-12-31T00:00:00Z'), users: 1, roles: 1 });
  });

  it('is 403 for another unit, whether it exists or not, and 404 for the platform if it does not exist', async () => {
    const other = await setup.createSchool();
    for (const vender of [0, other.id, 99_999]) {
      expect((await info({ vender })).json).toMatchObject({ code: 403, reason: 'foreign_unit' });
    }
    expect((await info({ vender: 99_999 }, admin)).json).toMatchObject({ code: 404, reason: 'unit_not_found' });
    await setup.succeed('DELETE /api/vender', { vender: other.id }, admin);
    expect((await info({ vender: other.id }, admin)).json).toMatchObject({ code: 404, reason: 'unit_not_found' });
  });

  it.each(['x', '-1', '1.5', '1,2'])('vender %j is 400', async (vender) => {
    const { json } = await info({ vender }, admin);
    expect([json.reason, json.errors.map(({ field }: { field: string }) => field)]).toEqual([
      'invalid_input',
      ['vender'],
    ]);
  });

  it('carries an ETag under which POST /api/vender changes the unit, and under no older one', async () => {
    const etag = String((await info()).headers['etag']);
    expect(etag).toMatch(/^"\d+"$/);
    expect((await change({ phone: '010-1' }, etag)).json).toEqual({ code: 200, desc: '成功', success: true });
    const stale = await change({ phone: '010-2' }, etag);
    expect([stale.status, stale.json.reason]).toEqual([409, 'changed_meanwhile']);
    expect((await info()).json.body.phone).toBe('010-1');
    expect((await change({ phone: '010-3' }, '*', admin)).status).toBe(200);
    expect((await change({ phone: '010-4' }, 'x')).json.errors[0].field).toBe('If-Match');
  });
});
