import { afterAll, describe, expect, it } from 'vitest';
import { digestPassword } from '../../../lib/auth/password.ts';
import { systemRoleId } from '../../../lib/domain/user/role.ts';
import { putStep } from '../../../lib/table/steps.ts';
import { uidClaimKey, unitIconKey, userKey } from '../../../tables/keys.ts';
import { ICON } from '../../support/nouns/units.ts';
import { LIGHT_COST, startService } from '../../support/service/service.ts';
import { Setup } from '../../support/service/setup.ts';

/** Each item of a transaction becomes visible at a moment of its own within this time. */
const APART_MS = 40;
/** How many changes are made while others read. */
const CHANGES = 6;
const service = await startService(LIGHT_COST, { seed: 5, callMs: () => 2, inFlightMs: 5, spreadMs: APART_MS });
afterAll(() => service.stop());
const setup = await Setup.begin(service);

/** Another picture for each number. It is as long as the first one, or longer. */
const picture = (number: number) => `${ICON.split(',')[0]},${Buffer.from(`picture ${number}`).toString('base64')}`;
const named = (number: number) => ({ name: `第${number}名`, icon: number % 3 === 0 ? '' : picture(number) });

/** Reads again and again, while changes are made one after another. */
async function readDuring<T>(change: () => Promise<unknown>, read: () => Promise<T>): Promise<T[]> {
  let isOver = false;
  const changes = change().finally(() => {
    isOver = true;
  });
  const reads: T[] = [];
  while (!isOver) reads.push(await read());
  await changes;
  return reads;
}

/** Makes the changes of these numbers. */
async function each(most: number, change: (number: number) => Promise<unknown>): Promise<void> {
  for (let number = 1; number <= most; number++) await change(number);
}

describe('a picture, once its change is answered,', () => {
  it.each([
    ['GET /api/dish by id', true],
    ['GET /api/dish by page', false],
  ])('is the one of its dish by %s', async (_, isById) => {
    const { token } = setup.school;
    const id = await setup.createDish({ ...named(1) });
    const read = async () => {
      const { json } = await service.call('GET /api/dish', isById ? { id } : { pageSize: 1 }, { token });
      const { name, icon } = isById ? json : json.body.content[0];
      return { name, icon };
    };
    await each(CHANGES, async (number) => {
      await readDuring(() => setup.succeed('POST /api/dish', { id, ...named(number) }, token), read);
      expect(await read()).toEqual(named(number));
    });
  });

  it.each(['GET /api/vender/info', 'GET /api/vender'])('is the one of its unit by %s', async (route) => {
    const school = await setup.createSchool(named(1));
    const parameters = route === 'GET /api/vender' ? { pageSize: 1 } : { vender: school.id };
    const read = async () => {
      const { json } = await service.call(route, parameters, { token: setup.admin });
      const { name, icon } = json.body.content?.[0] ?? json.body;
      return { name, icon };
    };
    const unit = { venderId: school.id };
    await each(CHANGES, async (number) => {
      await readDuring(() => setup.succeed('POST /api/vender', { ...unit, ...named(number) }, setup.admin), read);
      expect(await read()).toEqual(named(number));
    });
    await setup.succeed('DELETE /api/vender', { vender: school.id }, setup.admin);
  });

  it('that is lost for good is answered as absent', async () => {
    const school = await setup.createSchool({ icon: ICON });
    await service.deps.db.removeMany([unitIconKey(school.id)]);
    const info = await setup.succeed('GET /api/vender/info', {}, school.token);
    expect(info.icon).toBe('');
  });
});

describe('a signed-in user stays so during', () => {
  const me = async (token: string) => (await service.call('GET /api/me', {}, { token })).status;

  it('each change of his own password', async () => {
    const { uid, password } = await setup.createUser();
    const token = await service.signIn(uid, password);
    const words = [password, ...Array.from({ length: 8 }, (_, index) => `word ${index}`)];
    const change = () =>
      each(8, (number) => {
        const [old = '', next = ''] = words.slice(number - 1);
        const passwords = { oldPassword: digestPassword(old), newPassword: digestPassword(next) };
        return setup.succeed('POST /api/me/password', passwords, token);
      });
    const statuses = await readDuring(change, () => Promise.all(Array.from({ length: 5 }, () => me(token))));
    expect(new Set(statuses.flat())).toEqual(new Set([200]));
  });

  it('changes of a role that he has, of his unit and of others in it', async () => {
    const { school } = setup;
    const role = await setup.createRole([21, 25]);
    const { uid, password } = await setup.createUser(role);
    const other = await setup.createUser(role);
    const token = await service.signIn(uid, password);
    const change = () =>
      each(4, async (number) => {
        const facts = { roleId: role, items: number % 2 === 0 ? '21,25' : '21,25,26' };
        await setup.succeed('POST /api/role', facts, school.token);
        await setup.succeed('POST /api/user', { uid: other.uid, roleId: number % 2 === 0 ? role : 0 }, school.token);
        await setup.succeed('POST /api/vender', { venderId: school.id, contacts: `${number}` }, school.token);
      });
    const read = async () => [await me(token), (await service.call('GET /api/dish', {}, { token })).status];
    const statuses = await readDuring(change, read);
    expect(new Set(statuses.flat())).toEqual(new Set([200]));
  });
});

it('a main account is given to a user of the unit whose claim is to be seen before he is', async () => {
  const school = await setup.createSchool();
  const { db } = service.deps;
  const colleague = {
    uid: 'torn-colleague',
    password: digestPassword('word'),
    name: '同事',
    roleId: systemRoleId(school.id),
  };
  await setup.succeed('PUT /api/user', colleague, school.token);
  const key = userKey(school.id, colleague.uid);
  const [user, claim] = await db.getMany([key, uidClaimKey(colleague.uid)]);
  expect(claim?.['unit']).toBe(school.id);
  await db.removeMany([key]);
  const rebound = service.call(
    'POST /api/vender',
    { venderId: school.id, account: colleague.uid },
    { token: setup.admin },
  );
  await db.write([putStep({ ...user, ...key })]);
  expect((await rebound).json).toEqual({ code: 200, desc: '成功', success: true });
  const info = await setup.succeed('GET /api/vender/info', { vender: school.id }, setup.admin);
  expect(info.account).toBe(colleague.uid);
});

describe('what a call has ended is ended once the call is answered:', () => {
  const endings: readonly [string, (account: string, id: number) => Promise<unknown>, string][] = [
    [
      'a main account renamed',
      (account, id) => setup.succeed('POST /api/vender', { venderId: id, account: `${account}-x` }, setup.admin),
      'not_signed_in',
    ],
    [
      'a unit closed',
      (_, id) => setup.succeed('POST /api/vender', { venderId: id, status: false }, setup.admin),
      'unit_closed',
    ],
    ['a unit deleted', (_, id) => setup.succeed('DELETE /api/vender', { vender: id }, setup.admin), 'not_signed_in'],
    [
      'a password given by the platform',
      (_, id) =>
        setup.succeed('POST /api/vender/password', { venderId: id, password: digestPassword('given') }, setup.admin),
      'not_signed_in',
    ],
  ];

  it.each(endings)('%s', async (_, end, reason) => {
    const school = await setup.createSchool();
    const read = async () => (await service.call('GET /api/me', {}, { token: school.token })).json;
    const answers = await readDuring(() => end(school.account, school.id), read);
    for (const { code, reason: given } of answers) expect(code === 200 || given === reason).toBe(true);
    expect((await read()).reason).toBe(reason);
  });
});
