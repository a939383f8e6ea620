import { afterEach, describe, expect, it } from 'vitest';
import { updateUnit } from '../../../lib/store/unit/unit-change.ts';
import {
  addSchool,
  addSignedIn,
  addUnit,
  addUser,
  DIGEST,
  draft,
  findRecord,
  outcomes,
  PASSWORD,
  readBothSides,
  SUCCESS,
} from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';

const AT_ONCE = 20;
const ROUNDS = 6;

const { service, admin } = await openPlatform();
let serial = 0;

afterEach(async () => {
  const { implied, stored } = await readBothSides(service);
  expect(stored).toEqual(implied);
});

const create = (parameters: Record<string, string>) => service.call('PUT /api/vender', parameters, { token: admin });
const total = async () => (await service.call('GET /api/vender', {}, { token: admin })).json.body.totalElements;
/** The uid with the letters of these bits in upper case. */
const cased = (uid: string, bits: number) =>
  Array.from(uid, (letter, index) => ((bits >> index) & 1 ? letter.toUpperCase() : letter)).join('');
const many = Array.from({ length: AT_ONCE }, (_, index) => index + 1);
const repeat = (outcome: string, times: number) => Array.from({ length: times }, () => outcome);

describe('20 concurrent PUT /api/vender', () => {
  it('with the same account: exactly one 200, nineteen 409, one unit, one user, total 1', async () => {
    const answers = await Promise.all(many.map((n) => create(draft('Same', { name: `第${n}小学` }))));
    expect(outcomes(answers)).toEqual(['200 success', ...repeat('409 duplicate_account', AT_ONCE - 1)]);
    expect(await total()).toBe(1);
    const token = await service.signIn('same', PASSWORD);
    const users = await service.call('GET /api/user', {}, { token });
    expect(users.json.body.map((user: { uid: string }) => user.uid)).toEqual(['Same']);
  });

  it('with the same name in different letters: exactly one 200, nineteen 409', async () => {
    const before = await total();
    const answers = await Promise.all(
      many.map((n) => create(draft(`n${n}`, { name: n % 2 ? 'Same 小学' : 'ＳＡＭＥ　小学' }))),
    );
    expect(outcomes(answers)).toEqual(['200 success', ...repeat('409 duplicate_unit_name', AT_ONCE - 1)]);
    expect(await total()).toBe(before + 1);
  });

  it('with different accounts: all 200, ids dense, exact total', async () => {
    const before = await total();
    const answers = await Promise.all(many.map((n) => create(draft(`d${n}`))));
    expect(outcomes(answers)).toEqual(repeat('200 success', AT_ONCE));
    const { json } = await service.call('GET /api/vender', { pageSize: 200 }, { token: admin });
    const dense = Array.from({ length: before + AT_ONCE }, (_, index) => before + AT_ONCE - index);
    expect(json.body.content.map((unit: { id: number }) => unit.id)).toEqual(dense);
    expect(json.body.totalElements).toBe(before + AT_ONCE);
  });
});

describe('many at once want what only one can have', () => {
  it('renaming two units to one name: one 200, one 409', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const ids = [await addUnit(service, `r${++serial}`), await addUnit(service, `r${++serial}`)];
      const rename = (venderId: number) =>
        service.call('POST /api/vender', { venderId, name: `争${round}` }, { token: admin });
      expect(outcomes(await Promise.all(ids.map(rename)))).toEqual(['200 success', '409 duplicate_unit_name']);
    }
  });

  it('rebinding two units to one free account: one 200, one 409', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const ids = [await addUnit(service, `b${++serial}`), await addUnit(service, `b${++serial}`)];
      const rebind = (venderId: number) =>
        service.call('POST /api/vender', { venderId, account: `争${round}` }, { token: admin });
      expect(outcomes(await Promise.all(ids.map(rebind)))).toEqual(['200 success', '409 duplicate_account']);
    }
  });

  it.each([
    ['free uids', (n: number) => `free${serial}-${n}`, '401 not_signed_in'],
    ['its own uid in other letters', (n: number) => cased(`selves${serial}`, n), '401 not_signed_in'],
    ['users of its unit', (n: number) => `heir${serial}-${n}`, '403 main_account_only'],
  ])(
    '20 rebinds of the main account by itself to %s: one 200; it is nobody to ask for more',
    async (_, nameOf, refused) => {
      const school = await addSchool(service, `selves${++serial}`);
      for (const n of many) if (nameOf(n).startsWith('heir')) await addUser(service, school.id, nameOf(n));
      const rebind = (n: number) =>
        service.call('POST /api/vender', { venderId: school.id, account: nameOf(n) }, { token: school.token });
      const answers = await Promise.all(many.map(rebind));
      expect(outcomes(answers)).toEqual(['200 success', ...repeat(refused, AT_ONCE - 1)]);
      const winner = nameOf(answers.findIndex(({ status }) => status === 200) + 1);
      expect((await findRecord(service, admin, school.id)).account).toBe(winner);
    },
  );

  it('a change of the unit by who is its main account no longer is refused, though he was let in before', async () => {
    const school = await addSchool(service, `late${++serial}`);
    const { db } = service.deps;
    const was = { uid: school.account, epoch: 'of another session' };
    await expect(updateUnit(db, school.id, { account: `new${serial}` }, { callerSession: was })).rejects.toMatchObject({
      reason: 'not_signed_in',
    });
    await updateUnit(db, school.id, { account: `new${serial}` });
    await expect(updateUnit(db, school.id, { name: `晚${serial}` }, { callerSession: was })).rejects.toMatchObject({
      reason: 'not_signed_in',
    });
  });

  it('changes of different fields of one unit at the same time are all kept', async () => {
    const id = await addUnit(service, `f${++serial}`);
    const fields = ['address', 'contacts', 'phone', 'email', 'province', 'city', 'area', 'category'];
    const change = (field: string) =>
      service.call('POST /api/vender', { venderId: id, [field]: field }, { token: admin });
    expect(outcomes(await Promise.all(fields.map(change)))).toEqual(repeat('200 success', fields.length));
    expect(await findRecord(service, admin, id)).toMatchObject(
      Object.fromEntries(fields.map((field) => [field, field])),
    );
  });
});

describe('at the same time in several rounds', () => {
  it('rebind to a user | DELETE of that user: either he is main and stays, or he is gone and the main user takes the uid', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const school = await addSchool(service, `main${++serial}`);
      await addUser(service, school.id, `heir${serial}`);
      const [rebound, deleted] = await Promise.all([
        service.call('POST /api/vender', { venderId: school.id, account: `heir${serial}` }, { token: admin }),
        service.call('DELETE /api/user', { uid: `heir${serial}` }, { token: school.token }),
      ]);
      expect(rebound.json).toEqual(SUCCESS);
      expect(['200 success', '409 protected_main_account']).toContain(outcomes([deleted])[0]);
      expect((await findRecord(service, admin, school.id)).account).toBe(`heir${serial}`);
      const token = await service.signIn(`heir${serial}`, PASSWORD);
      const { json } = await service.call('GET /api/me', {}, { token });
      expect(json.body).toMatchObject({
        uid: `heir${serial}`,
        vender: school.id,
        isMain: true,
        roleName: '超级管理员',
      });
    }
  });

  it('rebind to a uid | PUT of a user with it: the rebind succeeds, whoever was first', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await addUnit(service, `main${++serial}`);
      const deputy = await addSignedIn(service, id, `deputy${serial}`);
      const user = { uid: `heir${serial}`, name: '新', password: DIGEST, roleId: id * 1_000_000 + 1 };
      const [rebound, created] = await Promise.all([
        service.call('POST /api/vender', { venderId: id, account: `heir${serial}` }, { token: admin }),
        service.call('PUT /api/user', user, { token: deputy }),
      ]);
      expect(rebound.json).toEqual(SUCCESS);
      expect(['200 success', '409 duplicate_uid']).toContain(outcomes([created])[0]);
      const isUser = (await service.signIn(`main${serial}`, PASSWORD).catch(() => 'renamed')) !== 'renamed';
      expect(isUser).toBe(created.json.success);
    }
  });

  it('DELETE of a unit | PUT of a user in it: no user and no uid is left', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const school = await addSchool(service, `gone${++serial}`);
      const user = { uid: `newcomer${serial}`, name: '新', password: DIGEST, roleId: school.id * 1_000_000 + 1 };
      const [deleted, created] = await Promise.all([
        service.call('DELETE /api/vender', { vender: school.id }, { token: admin }),
        service.call('PUT /api/user', user, { token: school.token }),
      ]);
      expect(deleted.json).toEqual(SUCCESS);
      expect(['200 success', '401 not_signed_in', '404 unit_not_found']).toContain(outcomes([created])[0]);
      const check = await service.call('GET /api/user/check', { uid: user.uid }, { token: admin });
      expect(check.json.body).toBe(true);
    }
  });

  it('DELETE of a unit | POST of it: gone, with the new name and the new account free', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await addUnit(service, `gone${++serial}`);
      const change = { venderId: id, name: `新名${serial}`, account: `新号${serial}` };
      const [deleted, changed] = await Promise.all([
        service.call('DELETE /api/vender', { vender: id }, { token: admin }),
        service.call('POST /api/vender', change, { token: admin }),
      ]);
      expect(deleted.json).toEqual(SUCCESS);
      expect(['200 success', '404 unit_not_found']).toContain(outcomes([changed])[0]);
      expect((await create(draft(change.account, { name: change.name }))).json).toEqual(SUCCESS);
    }
  });
});
