import { beforeEach, describe, expect, it } from 'vitest';
import { digestPassword } from '../../lib/auth/password.ts';
import { listOperations } from '../../lib/store/operation.ts';
import { ensureTable, openLocalClient } from '../../scripts/start/table.ts';
import { launch, runInProcess } from '../support/commands/start.ts';
import { openSetup } from '../support/service/open.ts';
import { asPlatform } from '../support/service/platform.ts';
import type { School } from '../support/service/setup.ts';

const COMMAND = 'scripts/admin/main.ts';
const { service, setup } = await openSetup();
const { table, endpoint = '' } = service.deps.env;
const variables = { DYNAMODB_ENDPOINT: endpoint };

let school: School;
beforeEach(async () => {
  school = await setup.createSchool();
});

/** Runs a command on the service's table. */
const run = (line: string, input = '', ...more: string[]) =>
  runInProcess(COMMAND, [...line.split(' '), ...more, '--table', table], variables, input);
/** What a command prints that succeeds. */
async function admin(line: string, input = '', ...more: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await run(line, input, ...more);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.trimEnd().split('\n');
}
const readReason = async (token: string) => (await service.call('GET /api/me', {}, { token })).json.reason;
const attempt = (uid: string, password: string, address: string) =>
  service.call('POST /api/login', { uid, password: digestPassword(password) }, { address });
const newestOperation = async () => (await listOperations(service.deps.db, 0, { from: undefined, size: 1 })).content[0];

describe('npm run admin', () => {
  it('closes a unit for the sessions of its users and for new ones, and opens it again', async () => {
    const facts = `${school.name} (unit ${school.id})`;
    expect(await admin(`close ${school.id}`)).toEqual([`${facts}: closed, last day 2099-12-31`]);
    expect(await readReason(school.token)).toBe('unit_closed');
    expect((await attempt(school.account, school.password, '192.0.2.1')).json.reason).toBe('unit_closed');
    expect(await newestOperation()).toMatchObject({ uid: 'operator', operation: 'admin.close' });
    expect(await admin(`open ${school.id}`)).toEqual([`${facts}: open, last day 2099-12-31`]);
    expect(await readReason(school.token)).toBeUndefined();
  });

  it('changes and logs nothing where it is so already', async () => {
    const before = await newestOperation();
    expect(await admin(`open ${school.id}`)).toEqual([
      `${school.name} (unit ${school.id}): open, last day 2099-12-31: as it was before`,
    ]);
    expect(await newestOperation()).toEqual(before);
  });

  it('sets the last day of a unit', async () => {
    await admin(`renew ${school.id} 2020-01-31`);
    expect(await readReason(school.token)).toBe('unit_expired');
    const lines = [`${school.name} (unit ${school.id}): open, last day 2098-02-28`];
    expect(await admin(`renew ${school.id} 2098-02-28`)).toEqual(lines);
  });

  it('unlocks a user, whatever the case of the uid', async () => {
    const { uid, password } = await setup.createUser(undefined, school);
    for (let time = 0; time < 5; time++) await attempt(uid, 'wrong', '198.51.100.1');
    expect((await attempt(uid, password, '198.51.100.1')).status).toBe(429);
    expect((await admin(`users ${school.id}`)).join('\n')).toMatch(
      new RegExp(`^${uid} .*198\\.51\\.100\\.1 until 20`, 'm'),
    );
    const lines = [`${uid} (unit ${school.id}) may sign in from everywhere now`];
    expect(await admin(`unlock ${uid.toUpperCase()}`)).toEqual(lines);
    expect((await attempt(uid, password, '198.51.100.1')).status).toBe(200);
  });

  it("sets the password of one of the platform's own, ends his sessions, and logs it without the password", async () => {
    const { uid, password } = await setup.createUser(undefined, asPlatform(setup));
    const token = await service.signIn(uid, password);
    const lines = [`${uid} (unit 0) has the new password; all sessions have ended`];
    expect(await admin(`password ${uid}`, 'correct horse\n')).toEqual(lines);
    expect(await readReason(token)).toBe('not_signed_in');
    expect((await attempt(uid, password, '192.0.2.2')).status).toBe(401);
    const operation = await newestOperation();
    expect(operation).toMatchObject({ uid: 'operator', operation: 'admin.password' });
    expect(JSON.stringify(operation)).not.toContain('horse');
    await service.signIn(uid, 'correct horse');
  });

  it('signs a user out everywhere; the password stays', async () => {
    expect(await admin(`sign-out ${school.account}`)).toEqual([
      `All sessions of ${school.account} (unit ${school.id}) have ended`,
    ]);
    expect(await readReason(school.token)).toBe('not_signed_in');
    await service.signIn(school.account, school.password);
  });

  it('lists units by a keyword, and the users of one', async () => {
    const { uid } = await setup.createUser(undefined, school);
    const [titles, unit, ...others] = await admin('units', '', school.name);
    expect(titles).toMatch(/^id +name +account +category +last day +status$/);
    expect(unit?.split(/ {2,}/)).toEqual([`${school.id}`, school.name, school.account, '小学', '2099-12-31', 'open']);
    expect(others).toEqual([]);
    const users = (await admin(`users ${school.id}`)).map((line) => line.split(/ {2,}/)[0]);
    expect(users).toEqual(['uid', school.account, uid]);
  });

  it.each([
    ['close 999999', 'unit_not_found: '],
    ['unlock nobody', 'user_not_found: '],
  ])('%s ends with 1 and the reason', async (line, message) => {
    expect(await run(line)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(message) });
  });

  it.each([
    ['nothing', 'There is no command nothing; --help lists them'],
    ['close', 'It is called as close UNIT'],
    ['close 1 2', 'It is called as close UNIT'],
    ['close x', 'UNIT must be a unit\'s id, not "x"'],
    ['close 0', 'UNIT must be from 1 on'],
    ['renew 1 2026-02-30', 'DAY must be a day as YYYY-MM-DD, not "2026-02-30"'],
    [`unlock ${'u'.repeat(65)}`, 'UID must be 1 to 64 characters'],
    ['password boss --password=secret', "Unknown option '--password'"],
  ])('%s ends with 2', async (line, message) => {
    const { code, stderr } = await run(line);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
    expect(stderr).not.toContain('secret');
  });

  it('tells what it can do', async () => {
    expect(await admin('--help')).toContain('  unlock UID          forget all failed sign-ins of a user');
  });
});

describe('npm run admin -- begin', () => {
  // That its administrator can sign in is tested in start.test.ts, where a service runs.
  it('asks for the password, loads the catalogue and makes the administrator, in a table that is there', async () => {
    const client = openLocalClient(endpoint, 'cn-north-1');
    await ensureTable(client, 'catering-empty');
    client.destroy();
    const beginIn = (stage: string, input: string) =>
      runInProcess(COMMAND, ['begin', 'boss', '--stage', stage], variables, input);
    const missing = { code: 1, stderr: expect.stringContaining('There is no table catering-gone') };
    expect(await beginIn('gone', 'correct horse\n')).toMatchObject(missing);
    expect(await beginIn('empty', '\n')).toMatchObject({ code: 1, stderr: 'The password is empty\n' });
    const first = launch(COMMAND, ['begin', 'boss', '--stage', 'empty'], variables);
    first.process.stdin?.end('correct horse\n');
    const stdout =
      '271 foods of the starter catalogue loaded\nAdministrator boss created\n636 dishes of the library loaded\n' +
      '5 standards loaded, assigned to no unit\n';
    expect(await first.outcome).toEqual({ code: 0, stderr: '', stdout });
    const again = { code: 1, stdout: '', stderr: 'There is an administrator already: boss\n' };
    expect(await beginIn('empty', 'correct horse\n')).toEqual(again);
  });
});
