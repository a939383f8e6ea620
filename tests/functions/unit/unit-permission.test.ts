import { describe, expect, it } from 'vitest';
import {
  addSchool,
  addSignedIn,
  DIGEST,
  failure,
  findRecord,
  itemsWithout,
  PASSWORD,
  SUCCESS,
  success,
} from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';

const { service, admin } = await openPlatform();
const school = await addSchool(service, 'school');

const valid: Readonly<Record<string, Record<string, string | number>>> = {
  'POST /api/vender': { venderId: school.id, address: '1 号' },
  'GET /api/vender/check/account': { account: 'free' },
  'GET /api/vender/check/name': { name: 'free' },
};
const call = (route: string, token?: string) => service.call(route, valid[route], { token });

describe('unit creation, deletion, listing and selection are admin-side endpoints', () => {
  it('a main account cannot delete its own unit either, nor see it by its id', async () => {
    const own = await service.call('DELETE /api/vender', { vender: school.id }, { token: school.token });
    const seen = await service.call('GET /api/vender/select', { vendors: school.id }, { token: school.token });
    expect([own.json, seen.json]).toEqual([failure(403, 'wrong_side'), failure(403, 'wrong_side')]);
    expect((await findRecord(service, admin, school.id)).id).toBe(school.id);
  });

  it('is told to a business user before anything that is wrong with the input', async () => {
    const answer = await service.call('PUT /api/vender', {}, { token: school.token });
    expect(answer.json).toEqual(failure(403, 'wrong_side'));
  });
});

describe('POST /api/vender on the business side is for the main account of the unit', () => {
  it('a user with all permission items is refused with 403 main_account_only, whatever he wants to change', async () => {
    const before = await findRecord(service, admin, school.id);
    const deputy = await addSignedIn(service, school.id, 'deputy');
    const itemised = await addSignedIn(service, school.id, 'itemised', itemsWithout(school.id));
    const changes: Record<string, string>[] = [
      {},
      { address: '新' },
      { account: 'deputy' },
      { status: 'false' },
      { expire: 'never' },
    ];
    for (const token of [deputy, itemised]) {
      for (const change of changes) {
        const parameters = { venderId: school.id, ...change };
        const answer = await service.call('POST /api/vender', parameters, { token });
        expect([answer.status, answer.json]).toEqual([403, failure(403, 'main_account_only')]);
      }
    }
    expect(await findRecord(service, admin, school.id)).toEqual(before);
  });

  it('a user of another unit is refused for not being a main account, a main account for the unit', async () => {
    const stranger = await addSchool(service, 'stranger');
    const assistant = await addSignedIn(service, stranger.id, 'assistant');
    const answers = [await call('POST /api/vender', assistant), await call('POST /api/vender', stranger.token)];
    expect(answers.map(({ json }) => json)).toEqual([failure(403, 'main_account_only'), failure(403, 'foreign_unit')]);
  });
});

describe('the check endpoints need only a session', () => {
  it.each([
    ['the platform', 0],
    ['a unit', 1],
  ])('a user without a role of %s may check', async (_, unit) => {
    const user = { uid: `roleless${unit}`, name: '新人', phone: '', roleId: unit * 1_000_000 + 1 };
    await service.call('PUT /api/user', { ...user, password: DIGEST }, { token: unit === 0 ? admin : school.token });
    await service.call('POST /api/user', { uid: user.uid, roleId: 0 }, { token: unit === 0 ? admin : school.token });
    const token = await service.signIn(user.uid, PASSWORD);
    const answers = [
      await call('GET /api/vender/check/account', token),
      await call('GET /api/vender/check/name', token),
    ];
    expect(answers.map(({ json }) => json)).toEqual([success(true), success(true)]);
    const refused = unit === 0 ? 'GET /api/vender' : 'GET /api/vender/config';
    expect((await call(refused, token)).json).toEqual(failure(403, 'missing_permission'));
  });
});

it('a permission that is taken away is gone on the very next call', async () => {
  const token = await addSignedIn(service, 0, 'watcher', [1]);
  expect((await call('GET /api/vender', token)).status).toBe(200);
  await service.call('POST /api/user', { uid: 'watcher', roleId: 0 }, { token: admin });
  expect((await call('GET /api/vender', token)).json).toEqual(failure(403, 'missing_permission'));
});

it('a change by the platform does not need the main account, only the item', async () => {
  const token = await addSignedIn(service, 0, 'editor', [3]);
  const answer = await service.call('POST /api/vender', { venderId: school.id, address: '由平台修改' }, { token });
  expect(answer.json).toEqual(SUCCESS);
  expect((await findRecord(service, admin, school.id)).address).toBe('由平台修改');
});
