import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '../../../lib/errors.ts';
import { createRole } from '../../../lib/store/user/role.ts';
import { createUsers } from '../../../lib/store/user/user.ts';
import { splitIntoBatches } from '../../../lib/table/batches.ts';
import {
  addSchool,
  addSignedIn,
  addUnit,
  addUser,
  DIGEST,
  draft,
  failure,
  findRecord,
  ICON,
  outcomes,
  PASSWORD,
  page,
  readBothSides,
  readLasting,
  SUCCESS,
  success,
  unitRecord,
} from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';
import type { DumpedItem } from '../../support/service/table-dump.ts';

const { service, admin } = await openPlatform();
let school: { id: number; account: string; token: string };
let user: string;
let before: DumpedItem[];
let serial = 0;

beforeEach(async () => {
  before = await readLasting(service);
  school = await addSchool(service, `school${++serial}`, { icon: ICON });
  user = await addSignedIn(service, school.id, `user${serial}`, [36]);
});
afterEach(async () => {
  const { implied, stored } = await readBothSides(service);
  expect(stored).toEqual(implied);
});

const remove = (vender: number | string) => service.call('DELETE /api/vender', { vender }, { token: admin });
const get = async (route: string, parameters: Record<string, string | number> = {}, token = admin) =>
  (await service.call(`GET ${route}`, parameters, { token })).json;
const signIn = async (uid: string) => (await service.call('POST /api/login', { uid, password: DIGEST })).json;

const other = await addSchool(service, 'other', { icon: ICON });
await addUser(service, other.id, 'other-user');

describe('DELETE /api/vender', () => {
  it('answers the envelope only and leaves nothing of the unit in the table', async () => {
    const answer = await remove(school.id);
    expect([answer.status, answer.json]).toEqual([200, SUCCESS]);
    expect(await readLasting(service)).toEqual(before);
  });

  it('ends the sessions of all its users at once', async () => {
    await remove(school.id);
    for (const token of [school.token, user]) {
      for (const route of ['/api/me', '/api/vender/config', '/api/user', '/api/role']) {
        expect(await get(route, {}, token)).toEqual(failure(401, 'not_signed_in'));
      }
    }
  });

  it('lets none of its users sign in again', async () => {
    await remove(school.id);
    const refused = failure(401, 'bad_credentials');
    expect([await signIn(school.account), await signIn(`user${serial}`)]).toEqual([refused, refused]);
  });

  it('takes it out of list, selection and totals; other units stay as they are', async () => {
    await remove(school.id);
    expect(await get('/api/vender')).toEqual(page([unitRecord(other.id, 'other', { icon: ICON })]));
    expect(await get('/api/vender', { keyword: school.account })).toEqual(page([], { totalPages: 0 }));
    const choice = { account: 'other', category: '小学', id: other.id, name: 'other小学' };
    expect(await get('/api/vender/select', { vendors: `${school.id},${other.id}` })).toEqual(success([choice]));
    expect((await get('/api/me', {}, other.token)).body).toMatchObject({
      uid: 'other',
      vender: other.id,
      isMain: true,
    });
    expect((await signIn('other-user')).body).toMatchObject({ uid: 'other-user', vender: other.id });
  });

  it('frees its name and all its uids', async () => {
    await remove(school.id);
    expect(await get('/api/vender/check/name', { name: `${school.account}小学` })).toEqual(success(true));
    for (const account of [school.account, `user${serial}`]) {
      expect(await get('/api/vender/check/account', { account })).toEqual(success(true));
    }
  });

  it('is followed by 404 for a second DELETE and for every change', async () => {
    await remove(school.id);
    const again = await remove(school.id);
    expect([again.status, again.json]).toEqual([404, failure(404, 'unit_not_found')]);
    const change = await service.call('POST /api/vender', { venderId: school.id, status: 'true' }, { token: admin });
    expect(change.json).toEqual(failure(404, 'unit_not_found'));
  });

  it('a new unit with the same account and name is empty, and has another id', async () => {
    await service.call(
      'POST /api/vender/config',
      { vender: school.id, breakfast: 1, lunch: 1, dinner: 1 },
      { token: school.token },
    );
    await remove(school.id);
    expect((await service.call('PUT /api/vender', draft(school.account), { token: admin })).json).toEqual(SUCCESS);
    expect(await findRecord(service, admin, school.id + 1)).toEqual(unitRecord(school.id + 1, school.account));
    const token = await service.signIn(school.account, PASSWORD);
    expect((await get('/api/vender/config', {}, token)).body).toEqual({ breakfast: 30, lunch: 40, dinner: 30 });
    expect((await get('/api/user', {}, token)).body.map(({ uid }: { uid: string }) => uid)).toEqual([school.account]);
    expect((await get('/api/role', {}, token)).body.map(({ id }: { id: number }) => id)).toEqual([
      (school.id + 1) * 1_000_000 + 1,
    ]);
    expect(await get('/api/me', {}, school.token)).toEqual(failure(401, 'not_signed_in'));
    await remove(school.id + 1);
  });

  it.each(['body', 'query'] as const)('takes its parameter from the %s', async (deleteWith) => {
    const answer = await service.call('DELETE /api/vender', { vender: school.id }, { token: admin, deleteWith });
    expect(answer.json).toEqual(SUCCESS);
    expect(await readLasting(service)).toEqual(before);
  });

  it.each<Record<string, string>>([
    { status: 'false' },
    { expire: '2020-01-31' },
    { account: 'renamed' },
    { name: 'Renamed' },
    { icon: '' },
  ])('deletes a unit after the change %j as well', async (change) => {
    const changed = await service.call('POST /api/vender', { venderId: school.id, ...change }, { token: admin });
    expect(changed.json).toEqual(SUCCESS);
    expect((await remove(school.id)).json).toEqual(SUCCESS);
    expect(await readLasting(service)).toEqual(before);
  });

  it('several at once: all that was asked for is gone', async () => {
    const second = await addUnit(service, `second${serial}`);
    const answers = await Promise.all([remove(school.id), remove(second), remove(school.id)]);
    expect(answers[1].json).toEqual(SUCCESS);
    const [first = '', next = ''] = outcomes([answers[0], answers[2]]);
    expect([first, ['200 success', '404 unit_not_found'].includes(next)]).toEqual(['200 success', true]);
    expect(await readLasting(service)).toEqual(before);
  });
});

describe('what cannot be deleted', () => {
  const range: Problem = { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER };
  const badVender = (problem: Problem) => failure(400, 'invalid_input', ['vender', problem]);

  afterEach(async () => {
    expect((await remove(school.id)).json).toEqual(SUCCESS);
  });

  it.each(['', '0', '-1', 'x', '1,2', '1.5'])('vender %j is 400: the platform is no unit to delete', async (vender) => {
    const answer = await remove(vender);
    expect([answer.status, answer.json]).toEqual([400, badVender(range)]);
  });

  it('vender is required', async () => {
    const answer = await service.call('DELETE /api/vender', {}, { token: admin });
    expect([answer.status, answer.json]).toEqual([400, badVender({ code: 'required' })]);
  });

  it('an unknown unit is 404', async () => {
    const answer = await remove(99_999);
    expect([answer.status, answer.json]).toEqual([404, failure(404, 'unit_not_found')]);
  });
});

describe('a unit with 130 users', () => {
  beforeEach(async () => {
    const { db } = service.deps;
    for (let role = 1; role <= 20; role++)
      await createRole(db, school.id, { roleName: `角色${role}`, roleItems: [36] });
    const users = Array.from({ length: 130 }, (_, index) => ({
      uid: `many${serial}-${index}`,
      ...{ name: '学生', phone: '', passwordHash: 'none' },
    }));
    const roleId = school.id * 1_000_000 + 2;
    for (const some of splitIntoBatches(users, 26)) {
      await Promise.all(some.map((one) => createUsers(db, school.id, [{ ...one, roleId }], Date.now())));
    }
  });

  it('is gone in one call, with every uid free', async () => {
    expect((await get('/api/user', {}, school.token)).body).toHaveLength(132);
    expect((await remove(school.id)).json).toEqual(SUCCESS);
    expect(await readLasting(service)).toEqual(before);
    expect(await get('/api/user/check', { uid: `many${serial}-129` })).toEqual(success(true));
    expect((await remove(school.id)).json).toEqual(failure(404, 'unit_not_found'));
  });
});
