import { beforeEach, describe, expect, it } from 'vitest';
import { digestPassword } from '../../../lib/auth/password.ts';
import { systemRoleId } from '../../../lib/domain/user/role.ts';
import { listOperations } from '../../../lib/store/operation.ts';
import { createUsers, listUsersByUnit } from '../../../lib/store/user/user.ts';
import { batchesOf } from '../../../lib/table/batches.ts';
import { type Options, readOptions } from '../../../scripts/admin/options.ts';
import { perform } from '../../../scripts/admin/perform.ts';
import { carryOut, launch } from '../../support/commands/start.ts';
import { openSetup } from '../../support/service/open.ts';
import { platformOf } from '../../support/service/platform.ts';
import { ADMIN } from '../../support/service/service.ts';
import type { School } from '../../support/service/setup.ts';

const { service, setup } = await openSetup();
let school: School;

/** A new school for each test of the group. */
const useSchool = () =>
  beforeEach(async () => {
    school = await setup.createSchool();
  });

/** What a command line asks for. */
function read(line: string): Options {
  const options = readOptions(line.split(' '));
  if ('help' in options) throw new Error(options.help);
  return options;
}
const admin = (line: string) => perform(service.deps, read(line).request);
/** Runs a command. */
const run = (...args: string[]) => {
  const { table, endpoint = '' } = service.deps.env;
  return carryOut('scripts/admin/main.ts', [...args, '--table', table, '--endpoint', endpoint], {});
};
const reasonOf = async (token: string) => (await service.call('GET /api/me', {}, { token })).json.reason;
const attempt = (uid: string, password: string, address: string) =>
  service.call('POST /api/login', { uid, password: digestPassword(password) }, { address });
async function fail(times: number, uid: string, address: string): Promise<void> {
  for (let time = 0; time < times; time++) await attempt(uid, 'wrong', address);
}
const latestOperation = async () => (await listOperations(service.deps.db, 0, { from: undefined, size: 1 })).content[0];

describe('npm run admin -- close, open', () => {
  useSchool();

  it('shut a unit for the sessions of its users and for new ones, and let them in again', async () => {
    const closed = await admin(`close ${school.id}`);
    expect(closed).toEqual({
      value: {
        id: school.id,
        name: school.name,
        account: school.account,
        category: '小学',
        expire: '2099-12-31',
        status: 'closed',
        changed: true,
      },
      lines: [`${school.name} (unit ${school.id}): closed, last day 2099-12-31`],
    });
    expect(await reasonOf(school.token)).toBe('unit_closed');
    expect((await attempt(school.account, school.password, '192.0.2.1')).json.reason).toBe('unit_closed');
    expect((await admin(`open ${school.id}`)).value).toMatchObject({ status: 'open', changed: true });
    expect(await reasonOf(school.token)).toBeUndefined();
  });

  it('change and log nothing if it is so already', async () => {
    const before = await latestOperation();
    const { value, lines } = await admin(`open ${school.id}`);
    expect(value).toMatchObject({ status: 'open', changed: false });
    expect(lines).toEqual([`${school.name} (unit ${school.id}): open, last day 2099-12-31: as it was before`]);
    expect(await latestOperation()).toEqual(before);
  });
});

describe('npm run admin -- renew', () => {
  useSchool();

  it('sets the last day of a unit', async () => {
    expect((await admin(`renew ${school.id} 2020-01-31`)).value).toMatchObject({ status: 'expired', changed: true });
    expect(await reasonOf(school.token)).toBe('unit_expired');
    const { lines } = await admin(`renew ${school.id} 2098-02-28`);
    expect(lines).toEqual([`${school.name} (unit ${school.id}): open, last day 2098-02-28`]);
    expect(await reasonOf(school.token)).toBeUndefined();
  });
});

describe('npm run admin -- unlock', () => {
  useSchool();

  it('lets in a user who is locked for one address and for all', async () => {
    const { uid, password } = await setup.createUser(undefined, school);
    for (const last of [1, 2, 3, 4]) await fail(5, uid, `198.51.100.${last}`);
    expect((await attempt(uid, password, '203.0.113.1')).status).toBe(429);
    const { value, lines } = await admin(`unlock ${uid.toUpperCase()}`);
    const addresses = [1, 2, 3, 4].map((last) => `198.51.100.${last}`);
    expect(value).toEqual({ uid, unit: school.id, wasLockedFor: ['anywhere', ...addresses] });
    expect(lines).toEqual([
      `${uid} (unit ${school.id}) was locked for anywhere, ${addresses.join(', ')}; may sign in from everywhere now`,
    ]);
    for (const address of ['203.0.113.1', ...addresses])
      expect((await attempt(uid, password, address)).status).toBe(200);
  });

  it('also forgets failures that do not lock yet', async () => {
    const { uid, password } = await setup.createUser(undefined, school);
    await fail(4, uid, '198.51.100.9');
    expect((await admin(`unlock ${uid}`)).lines).toEqual([
      `${uid} (unit ${school.id}) was not locked; may sign in from everywhere now`,
    ]);
    await fail(4, uid, '198.51.100.9');
    expect((await attempt(uid, password, '198.51.100.9')).status).toBe(200);
  });
});

describe('npm run admin -- password', () => {
  it("sets the password of one of the platform's own and ends his sessions; the log has it, without the password", async () => {
    const platform = platformOf(setup);
    const { uid, password } = await setup.createUser(undefined, platform);
    const token = await service.signIn(uid, password);
    const { value, lines } = await perform(
      service.deps,
      read(`password ${uid.toUpperCase()}`).request,
      async () => 'given',
    );
    expect(value).toEqual({ uid, unit: 0 });
    expect(lines).toEqual([`${uid} (unit 0) has the new password; all sessions have ended`]);
    expect(await latestOperation()).toEqual({
      time: expect.any(Number),
      uid: 'operator',
      operation: 'admin.password',
      requestId: expect.stringMatching(/^[\w-]{36}$/),
      changed: { user: [uid] },
      given: { uid: [uid] },
      more: 0,
    });
    expect(await reasonOf(token)).toBe('not_signed_in');
    expect((await attempt(uid, password, '192.0.2.1')).json.reason).toBe('bad_credentials');
    await service.signIn(uid, 'given');
    await setup.succeed('DELETE /api/user', { uid }, setup.admin);
  });

  it('reads it from standard input where there is no terminal, never from the command line', async () => {
    const { uid } = await setup.createUser();
    const { table, endpoint = '' } = service.deps.env;
    const words = ['password', uid, '--table', table, '--endpoint', endpoint];
    const child = launch('scripts/admin/main.ts', words, {});
    child.process.stdin?.end('typed-in-secret\n');
    expect(await child.outcome).toMatchObject({ code: 0 });
    await service.signIn(uid, 'typed-in-secret');
    expect(() => read(`password ${uid} secret`)).toThrow('password takes UID');
  });
});

describe('npm run admin -- end-sessions', () => {
  useSchool();

  it('signs out only this user, everywhere, and lets him sign in again', async () => {
    const { uid, password } = await setup.createUser(undefined, school);
    const tokens = [await service.signIn(uid, password), await service.signIn(uid, password)];
    expect(await admin(`end-sessions ${uid}`)).toEqual({
      value: { unit: school.id, users: 1, uid },
      lines: [`All sessions of ${uid} (unit ${school.id}) have ended`],
    });
    for (const token of tokens) expect(await reasonOf(token)).toBe('not_signed_in');
    expect(await reasonOf(school.token)).toBeUndefined();
    expect(await reasonOf(await service.signIn(uid, password))).toBeUndefined();
  });

  it('signs out all users of a unit, its main account too, and no other unit', async () => {
    const { uid, password } = await setup.createUser(undefined, school);
    const token = await service.signIn(uid, password);
    const answer = await admin(`end-sessions --unit ${school.id}`);
    expect(answer.value).toEqual({ unit: school.id, users: 2 });
    expect(answer.lines).toEqual([`All sessions of 2 users of ${school.name} (unit ${school.id}) have ended`]);
    expect(await reasonOf(token)).toBe('not_signed_in');
    expect(await reasonOf(school.token)).toBe('not_signed_in');
    expect(await reasonOf(setup.school.token)).toBeUndefined();
    expect(await reasonOf(setup.admin)).toBeUndefined();
  });

  it('signs out more users than one transaction holds', async () => {
    const { db, now } = service.deps;
    const users = Array.from({ length: 95 }, (_, index) => `${school.account}-${index}`).map((uid) => {
      return { uid, name: uid, phone: '', roleId: systemRoleId(school.id), hash: 'none' };
    });
    await Promise.all(batchesOf(users, 48).map((some) => createUsers(db, school.id, some, now())));
    const readEpochs = async () => new Set((await listUsersByUnit(db, school.id)).map(({ epoch }) => epoch));
    const before = await readEpochs();
    expect((await admin(`end-sessions --unit ${school.id}`)).value).toEqual({ unit: school.id, users: 96 });
    const after = await readEpochs();
    expect(after.size).toBe(96);
    expect([...after].filter((epoch) => before.has(epoch))).toEqual([]);
  });
});

describe('what is changed', () => {
  useSchool();

  it.each([
    ['close UNIT', { changed: { unit: ['UNIT'] }, given: { vender: ['UNIT'] } }],
    ['renew UNIT 2097-01-01', { changed: { unit: ['UNIT'] }, given: { vender: ['UNIT'] } }],
    ['end-sessions UID', { changed: { user: ['UID'] }, given: { uid: ['UID'] } }],
    ['end-sessions --unit UNIT', { changed: { user: ['UID'] }, given: { vender: ['UNIT'] } }],
    ['unlock UID', { changed: {}, given: { uid: ['UID'] } }],
  ])('stands in the log of the platform after %s', async (line, expected) => {
    const fill = (text: string) => text.replace(/"?UNIT"?/g, String(school.id)).replaceAll('UID', school.account);
    await fail(1, school.account, '192.0.2.77');
    await admin(fill(line));
    expect(await latestOperation()).toEqual({
      ...JSON.parse(fill(JSON.stringify(expected))),
      time: expect.any(Number),
      uid: 'operator',
      operation: `admin.${line.split(' ')[0]}`,
      requestId: expect.stringMatching(/^[\w-]{36}$/),
      more: 0,
    });
  });
});

describe('npm run admin -- users', () => {
  useSchool();

  it('lists the users of a unit with role, main account and locks, aligned', async () => {
    const { uid, roleId } = await setup.createUser(undefined, school);
    await setup.succeed('POST /api/user', { uid, name: '李梅' }, school.token);
    await setup.succeed('POST /api/role', { roleId, roleName: '营养师' }, school.token);
    await fail(5, uid, '198.51.100.7');
    const { value, lines } = await admin(`users --unit ${school.id}`);
    const until = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(value).toEqual([
      { uid: school.account, name: school.name, role: '超级管理员', main: true, locks: [] },
      { uid, name: '李梅', role: '营养师', main: false, locks: [{ from: '198.51.100.7', until }] },
    ]);
    const [main, user] = JSON.parse(JSON.stringify(value));
    const width = Math.max(school.account.length, uid.length);
    const [nameWidth, at] = [school.name.length + 2, user.locks[0].until];
    const gap = ' '.repeat(2);
    expect(lines).toEqual([
      `${'uid'.padEnd(width)}  ${'name'.padEnd(nameWidth)}  role        main  locked until          locked for`,
      `${main.uid.padEnd(width)}  ${main.name}${gap}超级管理员  main`,
      `${uid.padEnd(width)}  李梅${' '.repeat(nameWidth - 4)}${gap}营养师            ${at}  198.51.100.7`,
      '',
      '2 users',
    ]);
  });

  it('lists the staff of the platform as unit 0', async () => {
    expect((await admin('users --unit 0')).value).toMatchObject([{ uid: ADMIN.uid, main: true }]);
  });
});

describe('npm run admin -- units', () => {
  it('lists units by keyword, newest first, with what state they are in', async () => {
    const word = setup.unique('词');
    const one = await setup.createSchool({ name: `${word}一` });
    const two = await setup.createSchool({ name: `${word}second`, category: 'x' });
    await admin(`close ${one.id}`);
    await admin(`renew ${two.id} 2021-12-31`);
    const { value, lines } = await admin(`units --keyword ${word}`);
    expect(value).toMatchObject([
      { id: two.id, account: two.account, expire: '2021-12-31', status: 'expired' },
      { id: one.id, name: `${word}一`, account: one.account, category: '小学', expire: '2099-12-31', status: 'closed' },
    ]);
    expect(lines.slice(1)).toEqual([
      `${two.id}  ${word}second  ${two.account}  x         2021-12-31  expired`,
      `${one.id}  ${word}一      ${one.account}  小学      2099-12-31  closed`,
      '',
      '2 units',
    ]);
    expect((await admin(`units --keyword ${word}none`)).lines).toEqual(['0 units']);
    expect((await admin('units')).value).toContainEqual(expect.objectContaining({ id: setup.school.id }));
  });
});

describe('the command', () => {
  it('prints lines or JSON; names what does not exist, and what is wrong with its words', async () => {
    const [text, json, missing, wrong] = await Promise.all([
      run('units', '--keyword', setup.school.name),
      run('units', '--keyword', setup.school.name, '--json'),
      run('unlock', 'nobody at all'),
      run('clsoe', '1'),
    ]);
    const { id, name, account } = setup.school;
    expect(text).toEqual({
      code: 0,
      stderr: '',
      stdout:
        'id  name      account  category  expire      status\n' +
        `${id}   ${name}  ${account}   小学      2099-12-31  open\n\n1 unit\n`,
    });
    const unit = { id, name, account, category: '小学', expire: '2099-12-31', status: 'open' };
    expect(JSON.parse(json.stdout)).toEqual([unit]);
    expect(missing).toEqual({ code: 1, stdout: '', stderr: 'user_not_found: There is no such user\n' });
    expect(wrong).toEqual({ code: 2, stdout: '', stderr: 'There is no command clsoe; --help lists them\n' });
  });
});

describe('a unit or user that does not exist', () => {
  it.each([
    ['users --unit 999999', 'unit_not_found'],
    ['open 999999', 'unit_not_found'],
    ['renew 999999 2030-01-01', 'unit_not_found'],
    ['end-sessions --unit 999999', 'unit_not_found'],
    ['end-sessions nobody', 'user_not_found'],
  ])('is told by name: %s: %s', async (line, reason) => {
    await expect(admin(line)).rejects.toThrow(reason);
  });
});
