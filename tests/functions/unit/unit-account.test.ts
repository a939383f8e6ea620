import { beforeEach, describe, expect, it } from 'vitest';
import {
  addSchool,
  addSignedIn,
  addUser,
  DIGEST,
  draft,
  failure,
  findRecord,
  PASSWORD,
  readBothSides,
  SUCCESS,
  success,
} from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';

const { service, admin } = await openPlatform();
let school: { id: number; account: string; token: string };
let serial = 0;

beforeEach(async () => {
  school = await addSchool(service, `main${++serial}`);
});

const rebind = (account: string, token: string) =>
  service.call('POST /api/vender', { venderId: school.id, account }, { token });
const me = async (token: string) => (await service.call('GET /api/me', {}, { token })).json;
const isFree = async (account: string) =>
  (await service.call('GET /api/vender/check/account', { account }, { token: admin })).json.body;
const signIn = async (uid: string) => (await service.call('POST /api/login', { uid, password: DIGEST })).json;
const systemRole = () => school.id * 1_000_000 + 1;

/** The unit's users as the list shows them, without the time. */
async function users(token: string) {
  const { json } = await service.call('GET /api/user', {}, { token });
  return json.body.map(({ time: _time, ...user }: { time: number }) => user);
}
const user = (uid: string, name: string, roleId: number, roleName: string) => ({
  uid,
  name,
  phone: '',
  roleId,
  roleName,
});

const sides = [{ by: 'the platform' }, { by: 'the main account itself' }];
const tokenOf = (by: string) => (by === 'the platform' ? admin : school.token);

const other = await addSchool(service, 'other-main');
await addUser(service, other.id, 'other-user');

describe.each(sides)('rebinding by $by to a user of the same unit', ({ by }) => {
  it('gives that user the administrator role and makes him the main account; the old one keeps its role', async () => {
    const next = await addSignedIn(service, school.id, `next${serial}`, [36]);
    const answer = await rebind(`next${serial}`, tokenOf(by));
    expect([answer.status, answer.json]).toEqual([200, SUCCESS]);
    expect((await findRecord(service, admin, school.id)).account).toBe(`next${serial}`);
    expect(await users(next)).toEqual([
      user(school.account, `${school.account}小学`, systemRole(), '超级管理员'),
      user(`next${serial}`, `next${serial}`, systemRole(), '超级管理员'),
    ]);
  });

  it('works on the very next call of tokens issued before, whose sessions go on', async () => {
    const next = await addSignedIn(service, school.id, `next${serial}`, [36]);
    expect((await me(next)).body).toMatchObject({ isMain: false, roleItems: [36] });
    await rebind(`next${serial}`, tokenOf(by));
    expect((await me(next)).body).toMatchObject({ uid: `next${serial}`, isMain: true, roleId: systemRole() });
    expect((await me(school.token)).body).toMatchObject({ uid: school.account, isMain: false, roleId: systemRole() });
    const change = (token: string) =>
      service.call('POST /api/vender', { venderId: school.id, address: '甲' }, { token });
    expect((await change(school.token)).json).toEqual(failure(403, 'main_account_only'));
    expect((await change(next)).json).toEqual(SUCCESS);
  });

  it('keeps both passwords and frees no uid', async () => {
    await addUser(service, school.id, `next${serial}`);
    await rebind(`next${serial}`, tokenOf(by));
    expect((await signIn(school.account)).body).toMatchObject({ uid: school.account, isMain: false });
    expect((await signIn(`next${serial}`)).body).toMatchObject({ uid: `next${serial}`, isMain: true });
    expect([await isFree(school.account), await isFree(`next${serial}`)]).toEqual([false, false]);
  });

  it('a user without a role gets the role too; the old main account can then be deleted, the new one not', async () => {
    await addUser(service, school.id, `next${serial}`, []);
    await service.call('POST /api/user', { uid: `next${serial}`, roleId: 0 }, { token: school.token });
    await rebind(`next${serial}`, tokenOf(by));
    const next = await service.signIn(`next${serial}`, PASSWORD);
    const remove = (uid: string, token: string) => service.call('DELETE /api/user', { uid }, { token });
    expect((await remove(`next${serial}`, school.token)).json).toEqual(failure(409, 'protected_main_account'));
    expect((await remove(school.account, next)).json).toEqual(SUCCESS);
    expect(await users(next)).toEqual([user(`next${serial}`, `next${serial}`, systemRole(), '超级管理员')]);
  });

  it("finds the user whatever the case; the unit's account is his uid as it is written", async () => {
    const next = await addSignedIn(service, school.id, `next${serial}`, []);
    expect((await rebind(`ＮＥＸＴ${serial}`, tokenOf(by))).json).toEqual(SUCCESS);
    const { uid, isMain } = (await me(next)).body;
    expect({ isMain, uid }).toEqual({ isMain: true, uid: (await findRecord(service, admin, school.id)).account });
  });
});

describe.each(sides)('rebinding by $by to a uid that nobody has', ({ by }) => {
  it('renames the main user; password, name, role and time move with it', async () => {
    const [before] = (await service.call('GET /api/user', {}, { token: school.token })).json.body;
    const answer = await rebind(` Ｆｒｅｓｈ${serial} `, tokenOf(by));
    expect([answer.status, answer.json]).toEqual([200, SUCCESS]);
    expect((await findRecord(service, admin, school.id)).account).toBe(`Fresh${serial}`);
    const token = await service.signIn(`fresh${serial}`, PASSWORD);
    const { json } = await service.call('GET /api/user', {}, { token });
    expect(json).toEqual(success([{ ...before, uid: `Fresh${serial}` }]));
    expect((await me(token)).body).toMatchObject({ uid: `Fresh${serial}`, isMain: true });
  });

  it('ends all its sessions', async () => {
    const second = await service.signIn(school.account, PASSWORD);
    await rebind(`fresh${serial}`, tokenOf(by));
    expect([await me(school.token), await me(second)]).toEqual([
      failure(401, 'not_signed_in'),
      failure(401, 'not_signed_in'),
    ]);
  });

  it('frees the old uid, for a user and for a unit; it opens nothing of the old one', async () => {
    await rebind(`fresh${serial}`, tokenOf(by));
    expect(await signIn(school.account)).toEqual(failure(401, 'bad_credentials'));
    expect([await isFree(school.account), await isFree(`fresh${serial}`)]).toEqual([true, false]);
    const made = await service.call('PUT /api/vender', draft(school.account, { name: `接手${serial}` }), {
      token: admin,
    });
    expect(made.json).toEqual(SUCCESS);
    expect(await me(school.token)).toEqual(failure(401, 'not_signed_in'));
    expect((await signIn(school.account)).body.vender).not.toBe(school.id);
  });

  it('and back again', async () => {
    await rebind(`fresh${serial}`, admin);
    expect((await rebind(school.account, admin)).json).toEqual(SUCCESS);
    expect((await findRecord(service, admin, school.id)).account).toBe(school.account);
    expect((await signIn(school.account)).body).toMatchObject({ uid: school.account, isMain: true });
    expect(await isFree(`fresh${serial}`)).toBe(true);
    expect(await me(school.token)).toEqual(failure(401, 'not_signed_in'));
  });
});

describe.each(sides)('rebinding by $by where only upper and lower case change', ({ by }) => {
  it('keeps user and password, and writes the uid in the new spelling', async () => {
    expect((await rebind(school.account.toUpperCase(), tokenOf(by))).json).toEqual(SUCCESS);
    expect((await findRecord(service, admin, school.id)).account).toBe(school.account.toUpperCase());
    const token = await service.signIn(school.account, PASSWORD);
    const upper = school.account.toUpperCase();
    expect(await users(token)).toEqual([user(upper, `${school.account}小学`, systemRole(), '超级管理员')]);
    expect((await me(token)).body).toMatchObject({ uid: upper, isMain: true });
    expect(await isFree(school.account)).toBe(false);
  });
});

describe.each(sides)('an account that cannot be bound by $by', ({ by }) => {
  it.each(['other-main', 'OTHER-MAIN', 'other-user', 'ｏｔｈｅｒ-user', 'admin'])(
    '%j of another unit is 409 duplicate_account and changes nothing',
    async (account) => {
      const parameters = { venderId: school.id, account, address: '不应写入', name: `不应写入${serial}` };
      const answer = await service.call('POST /api/vender', parameters, { token: tokenOf(by) });
      expect([answer.status, answer.json]).toEqual([409, failure(409, 'duplicate_account')]);
      const record = { account: school.account, name: `${school.account}小学`, address: '' };
      expect(await findRecord(service, admin, school.id)).toMatchObject(record);
      expect((await me(school.token)).body).toMatchObject({ uid: school.account, isMain: true });
      expect((await me(other.token)).body).toMatchObject({ uid: 'other-main', vender: other.id, isMain: true });
    },
  );

  it('with a name that is taken frees and takes nothing', async () => {
    const parameters = { venderId: school.id, account: `fresh${serial}`, name: 'other-main小学' };
    const answer = await service.call('POST /api/vender', parameters, { token: tokenOf(by) });
    expect(answer.json).toEqual(failure(409, 'duplicate_unit_name'));
    expect([await isFree(school.account), await isFree(`fresh${serial}`)]).toEqual([false, true]);
  });
});

describe.each(sides)('the account as it is, sent by $by', ({ by }) => {
  it('changes nothing, is 200, and ends no session', async () => {
    expect([
      (await rebind(school.account, tokenOf(by))).json,
      (await rebind(school.account, tokenOf(by))).json,
    ]).toEqual([SUCCESS, SUCCESS]);
    expect((await me(school.token)).body).toMatchObject({ uid: school.account, isMain: true });
  });
});

it('rebinding goes together with other changes of the same call', async () => {
  const parameters = {
    venderId: school.id,
    account: `fresh${serial}`,
    name: `新名${serial}`,
    address: '新址',
    status: 'true',
  };
  expect((await service.call('POST /api/vender', parameters, { token: admin })).json).toEqual(SUCCESS);
  const record = { account: `fresh${serial}`, name: `新名${serial}`, address: '新址' };
  expect(await findRecord(service, admin, school.id)).toMatchObject(record);
  const { json } = await service.call('GET /api/vender/select', { vendors: school.id }, { token: admin });
  expect(json).toEqual(
    success([{ account: `fresh${serial}`, category: '小学', id: school.id, name: `新名${serial}` }]),
  );
});

it('after all of this every claim has its user and every unit its main account', async () => {
  const { implied, stored } = await readBothSides(service);
  expect(stored).toEqual(implied);
});
