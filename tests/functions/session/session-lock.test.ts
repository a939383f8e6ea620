import { beforeEach, describe, expect, it, vi } from 'vitest';
import { digestPassword } from '../../../lib/auth/password.ts';
import { openSetup } from '../../support/service/open.ts';
import type { Person } from '../../support/service/setup.ts';

const BAD_CREDENTIALS = '{"code":401,"desc":"用户名或密码错误","success":false,"reason":"bad_credentials"}';
const TOO_MANY = '{"code":429,"desc":"登录失败次数过多，请稍后再试","success":false,"reason":"too_many_failures"}';
/** The service's clock at the start of each test, ahead of the real one; and 15 minutes later. */
const START = 60 * 60 * 1000;
const LATER = START + 15 * 60 * 1000;

let person: Person;

const attempt = (uid: string, password: string, address = '192.0.2.1') =>
  service.call('POST /api/login', { uid, password: digestPassword(password) }, { address });

/** Fails so often, one after the other. Each failure must be answered as one. */
async function fail(times: number, uid: string, address?: string): Promise<void> {
  for (let time = 0; time < times; time++) expect((await attempt(uid, 'x', address)).text).toBe(BAD_CREDENTIALS);
}

async function expectLocked(uid: string, password: string, seconds: number, address?: string): Promise<void> {
  const answer = await attempt(uid, password, address);
  expect(answer.status).toBe(429);
  expect(answer.text).toBe(TOO_MANY);
  expect(answer.headers['retry-after']).toBe(String(seconds));
}

// Real time stands still: the service's clock moves only by the shift.
vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2031-03-01T00:00:00Z') });
const { service, setup } = await openSetup();
beforeEach(async () => {
  service.clockShiftMs = START;
  person = await setup.createUser();
});

describe('5 failures in a row for one uid from one address', () => {
  it('lock it for 15 minutes for that address, for the right password too, with Retry-After', async () => {
    await fail(5, person.uid);
    await expectLocked(person.uid, person.password, 900);
    await expectLocked(person.uid, 'x', 900);
  });

  it('lock it for that address only, and lock no other uid', async () => {
    await fail(5, person.uid, '192.0.2.5');
    expect((await attempt(person.uid, person.password, '192.0.2.6')).status).toBe(200);
    const other = await setup.createUser();
    expect((await attempt(other.uid, other.password, '192.0.2.5')).status).toBe(200);
  });

  it('are over after 15 minutes to the second, however often it was tried in between', async () => {
    await fail(5, person.uid);
    service.clockShiftMs = LATER - 60_000;
    await expectLocked(person.uid, 'x', 60);
    service.clockShiftMs = LATER - 1000;
    await expectLocked(person.uid, person.password, 1);
    service.clockShiftMs = LATER;
    expect((await attempt(person.uid, person.password)).status).toBe(200);
  });

  it('are counted from 0 again after the lock: it takes 5 more', async () => {
    await fail(5, person.uid);
    service.clockShiftMs = LATER;
    await fail(4, person.uid);
    expect((await attempt(person.uid, person.password)).status).toBe(200);
  });

  it('are not 4', async () => {
    await fail(4, person.uid);
    expect((await attempt(person.uid, person.password)).status).toBe(200);
  });

  it('are not in a row if a success comes between them', async () => {
    await fail(4, person.uid);
    expect((await attempt(person.uid, person.password)).status).toBe(200);
    await fail(4, person.uid);
    expect((await attempt(person.uid, person.password)).status).toBe(200);
    await fail(5, person.uid);
    await expectLocked(person.uid, person.password, 900);
  });

  it('count whatever the case of the uid', async () => {
    await fail(3, person.uid);
    await fail(2, ` ${person.uid.toUpperCase()} `);
    await expectLocked(person.uid, person.password, 900);
  });

  it('count where they come at the same time', async () => {
    await Promise.all(Array.from({ length: 8 }, () => attempt(person.uid, 'x')));
    await expectLocked(person.uid, person.password, 900);
  });

  it('lock a uid that nobody has just the same, so that nobody learns whether it exists', async () => {
    await fail(5, 'nobody');
    await expectLocked('nobody', 'x', 900);
    expect((await attempt('nobody', 'x', '192.0.2.9')).text).toBe(BAD_CREDENTIALS);
    service.clockShiftMs = LATER;
    expect((await attempt('nobody', 'x')).text).toBe(BAD_CREDENTIALS);
  });

  it('leave the sessions of the user alone', async () => {
    const token = await service.signIn(person.uid, person.password);
    await fail(5, person.uid);
    expect((await service.call('GET /api/me', {}, { token })).json.body).toMatchObject({ uid: person.uid });
  });
});

describe('20 failures for one uid from anywhere', () => {
  const addresses = ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4', '198.51.100.5'];

  it.each(['a user', 'a uid that nobody has'])('lock %s for every address for 15 minutes', async (whose) => {
    const uid = whose === 'a user' ? person.uid : 'nobody at all';
    for (const address of addresses) await fail(4, uid, address);
    await expectLocked(uid, person.password, 900, '203.0.113.1');
    await expectLocked(uid, person.password, 900, '198.51.100.1');
    service.clockShiftMs = LATER - 1000;
    await expectLocked(uid, person.password, 1, '203.0.113.2');
    service.clockShiftMs = LATER;
    const isRight = (await attempt(uid, person.password, '203.0.113.1')).status === 200;
    expect(isRight).toBe(whose === 'a user');
  });

  it('are not 19', async () => {
    for (const address of addresses.slice(1)) await fail(4, person.uid, address);
    await fail(3, person.uid, '198.51.100.1');
    expect((await attempt(person.uid, person.password, '203.0.113.1')).status).toBe(200);
  });
});

describe('a wrong old password at POST /api/me/password', () => {
  const change = (token: string, old: string) => {
    const parameters = { oldPassword: digestPassword(old), newPassword: digestPassword('new') };
    return service.call('POST /api/me/password', parameters, { token });
  };

  it('is a failure like one at sign-in: a stolen token is no way around the lock', async () => {
    const token = await service.signIn(person.uid, person.password);
    for (let time = 0; time < 5; time++) expect((await change(token, 'x')).json.reason).toBe('wrong_password');
    const locked = await change(token, person.password);
    expect(locked.text).toBe(TOO_MANY);
    expect(locked.headers['retry-after']).toBe('900');
    await expectLocked(person.uid, person.password, 900);
  });

  it('is no failure in a row with those after a right one', async () => {
    const token = await service.signIn(person.uid, person.password);
    for (let time = 0; time < 4; time++) expect((await change(token, 'x')).json.reason).toBe('wrong_password');
    expect((await change(token, person.password)).status).toBe(200);
    await fail(1, person.uid);
    expect((await attempt(person.uid, 'new')).status).toBe(200);
  });
});
