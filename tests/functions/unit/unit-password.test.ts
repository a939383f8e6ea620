import { beforeEach, describe, expect, it } from 'vitest';
import { digestPassword } from '../../../lib/auth/password.ts';
import { badInput, failure, SUCCESS } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import type { School } from '../../support/service/setup.ts';

const { service, setup } = await openSetup();
const NEW = 'given by the platform';
const password = digestPassword(NEW);
let school: School;

const set = (parameters: Record<string, string | number>, token = setup.admin) =>
  service.call('POST /api/vender/password', parameters, { token });
const me = (token: string) => service.call('GET /api/me', {}, { token });

beforeEach(async () => {
  school = await setup.createSchool();
});

describe('POST /api/vender/password', () => {
  it("sets the main account's password, and ends all its sessions but no other user's", async () => {
    const other = await setup.createUser(undefined, school);
    const [second, others] = [
      await service.signIn(school.account, school.password),
      await service.signIn(other.uid, other.password),
    ];
    expect((await set({ venderId: school.id, password })).json).toEqual(SUCCESS);
    for (const token of [school.token, second]) expect((await me(token)).json).toEqual(failure(401, 'not_signed_in'));
    expect((await me(others)).json.body).toMatchObject({ uid: other.uid });
    const old = await service.call('POST /api/login', {
      uid: school.account,
      password: digestPassword(school.password),
    });
    expect(old.json).toEqual(failure(401, 'bad_credentials'));
    await service.signIn(school.account, NEW);
    expect((await set({ venderId: school.id, password })).json).toEqual(SUCCESS);
  });

  it('follows a rebind: it is the new main account that gets it', async () => {
    const heir = await setup.createUser(undefined, school);
    await setup.succeed('POST /api/vender', { venderId: school.id, account: heir.uid }, setup.admin);
    expect((await set({ venderId: school.id, password })).json).toEqual(SUCCESS);
    await service.signIn(heir.uid, NEW);
    await service.signIn(school.account, school.password);
  });

  it("is in the platform's log, without the password", async () => {
    await set({ venderId: school.id, password });
    const { content } = await setup.succeed('GET /api/log', { pageSize: 1 }, setup.admin);
    expect(content).toEqual([
      {
        time: expect.any(Number),
        uid: 'admin',
        operation: 'setUnitPassword',
        requestId: expect.any(String),
        changed: { user: [school.account] },
        given: { venderId: [school.id] },
        more: 0,
      },
    ]);
  });

  it('takes a unit there is, not the platform, and a digest', async () => {
    expect((await set({ venderId: 987_654, password })).json).toEqual(failure(404, 'unit_not_found'));
    expect((await set({})).json).toEqual(
      badInput(['venderId', { code: 'required' }], ['password', { code: 'required' }]),
    );
    expect((await set({ venderId: school.id, password: '123456' })).json).toEqual(
      badInput(['password', { code: 'digest' }]),
    );
    expect((await set({ venderId: 0, password })).status).toBe(400);
    await setup.succeed('DELETE /api/vender', { vender: school.id }, setup.admin);
    expect((await set({ venderId: school.id, password })).json).toEqual(failure(404, 'unit_not_found'));
  });
});
