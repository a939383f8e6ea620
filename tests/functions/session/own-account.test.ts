import { describe, expect, it } from 'vitest';
import { digestPassword } from '../../../lib/auth/password.ts';
import { badInput, failure, SUCCESS, success } from '../../support/nouns/units.ts';
import { openExamples } from '../../support/service/examples.ts';
import { expectNoWrites } from '../../support/service/expect-no-writes.ts';
import { openSetup } from '../../support/service/open.ts';
import { loadEndpoints } from '../../support/service/service.ts';

const { service, setup } = await openSetup();
const examples = await openExamples();
const endpoints = await loadEndpoints();
const password = digestPassword('another');

describe('GET /api/me', () => {
  it("tells what signing in tells, with the unit's name and last day", async () => {
    const { json } = await service.call('GET /api/me', {}, { token: setup.school.token });
    const login = await service.call('POST /api/login', {
      uid: setup.school.account,
      password: digestPassword(setup.school.password),
    });
    const { token: _, ...profile } = login.json.body;
    const unit = { venderName: setup.school.name, venderExpire: Date.UTC(2099, 11, 31) };
    expect(profile).toMatchObject(unit);
    expect(json).toEqual(success({ ...profile, expire: expect.any(Number) }));
  });

  it('tells the platform that it has no last day', async () => {
    const { json } = await service.call('GET /api/me', {}, { token: setup.admin });
    expect(json.body).toMatchObject({ vender: 0, venderName: '平台' });
    expect(json.body).not.toHaveProperty('venderExpire');
  });
});

describe('POST /api/me', () => {
  const change = (token: string, parameters: Record<string, string>) =>
    service.call('POST /api/me', parameters, { token });
  const me = async (token: string) => (await service.call('GET /api/me', {}, { token })).json.body;

  it('changes the own name and telephone number, whatever else one may do', async () => {
    const { uid, password: own } = await setup.createUser();
    const token = await service.signIn(uid, own);
    const before = await me(token);
    expect((await change(token, { name: ' 李　红 ', phone: '１３８' })).json).toEqual(SUCCESS);
    expect(await me(token)).toEqual({ ...before, name: '李 红', phone: '138' });
    expect((await change(token, { phone: '' })).json).toEqual(SUCCESS);
    expect(await me(token)).toEqual({ ...before, name: '李 红', phone: '' });
    const users = await setup.succeed('GET /api/user', {}, setup.school.token);
    expect(users).toContainEqual(expect.objectContaining({ uid, name: '李 红', phone: '' }));
  });

  it('is the same for the platform, and writes nothing where nothing changes', async () => {
    expect((await change(setup.admin, { name: '值班经理' })).json).toEqual(SUCCESS);
    const again = await expectNoWrites(service, () => change(setup.admin, { name: '值班经理' }));
    expect(again.json).toEqual(SUCCESS);
    expect(await me(setup.admin)).toMatchObject({ uid: 'admin', name: '值班经理', vender: 0 });
  });

  it.each([
    [{ name: '' }, ['name', { code: 'empty' }]],
    [{ name: 'x'.repeat(101) }, ['name', { code: 'too_long', max: 100 }]],
    [{ name: '平台' }, ['name', { code: 'reserved' }]],
    [{ phone: 'x'.repeat(33) }, ['phone', { code: 'too_long', max: 32 }]],
    [{ phone: '\u202e1' }, ['phone', { code: 'text' }]],
    [{ password: 'BE56E057F20F883E' }, ['password', { code: 'not_taken' }]],
  ] as const)('refuses %j', async (parameters, problem) => {
    const { json } = await expectNoWrites(service, () => change(setup.school.token, parameters));
    expect(json).toEqual(badInput([...problem]));
  });

  it("changes nobody else, and nobody's role: other parameters are ignored", async () => {
    const { uid, password: own, roleId } = await setup.createUser();
    const token = await service.signIn(uid, own);
    await change(token, { uid: setup.school.account, roleId: '1', name: '新名' });
    expect(await me(token)).toMatchObject({ uid, name: '新名', roleId });
    expect(await me(setup.school.token)).toMatchObject({ uid: setup.school.account, name: setup.school.name });
  });
});

describe('POST /api/logout', () => {
  it.each([
    ['closed', { status: 'false' }, { status: 'true' }],
    ['expired', { expire: '2020-01-01' }, { expire: '2099-12-31' }],
  ])('ends the session of a unit that is %s', async (state, end, renew) => {
    const school = await setup.createSchool();
    await setup.succeed('POST /api/vender', { venderId: school.id, ...end }, setup.admin);
    const { token } = school;
    expect((await service.call('GET /api/me', {}, { token })).json).toEqual(
      failure(403, `unit_${state}` as 'unit_closed'),
    );
    expect((await service.call('POST /api/logout', {}, { token })).json).toEqual(SUCCESS);
    await setup.succeed('POST /api/vender', { venderId: school.id, ...renew }, setup.admin);
    expect((await service.call('GET /api/me', {}, { token })).json).toEqual(failure(401, 'not_signed_in'));
  });
});

it('nobody changes his own password by POST /api/user, which names the call that does', async () => {
  const person = await setup.createUser(await setup.createRole([38]));
  for (const [uid, token, old] of [
    [setup.school.account, setup.school.token, setup.school.password],
    [person.uid.toUpperCase(), await service.signIn(person.uid, person.password), person.password],
  ] as const) {
    const { json } = await service.call('POST /api/user', { uid, password, name: '不该出现' }, { token });
    expect(json).toEqual(badInput(['password', { code: 'own_password' }]));
    expect(json.errors[0].message).toContain('/api/me/password');
    expect((await service.call('GET /api/me', {}, { token })).json.body.name).not.toBe('不该出现');
    await service.signIn(uid, old);
  }
});

describe('a password where none is taken is refused by', () => {
  const untaking = endpoints.filter(({ input, route }) => !('password' in input.shape) && route !== '$default');
  it.each(untaking.map(({ route }) => route))('%s', async (route) => {
    const { token, parameters } = examples.getCall(route);
    const { status, json } = await examples.service.call(route, { ...parameters, password }, { token });
    expect([status, json]).toEqual([400, badInput(['password', { code: 'not_taken' }])]);
  });
});

it('the log names the role that was created', async () => {
  const roleId = await setup.createRole([25]);
  const { content } = await setup.succeed('GET /api/log', { pageSize: 1 }, setup.school.token);
  expect(content).toEqual([
    {
      time: expect.any(Number),
      uid: setup.school.account,
      operation: 'createRole',
      requestId: expect.any(String),
      changed: { role: [roleId] },
      given: { roleName: [expect.stringMatching(/^角色/)] },
      more: 0,
    },
  ]);
});
