import { beforeEach, describe, expect, it, vi } from 'vitest';
import { digestPassword } from '../../../lib/auth/password.ts';
import { watchHashings } from '../../support/hashings.ts';
import { failure } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import type { Person } from '../../support/service/setup.ts';
import { withInjectedFault } from '../../support/table/injected-fault.ts';

const hashings = watchHashings();

/** Each test makes dozens of calls at once; a busy machine takes longer. */
vi.setConfig({ testTimeout: 90_000 });

/** More than the 20 attempts that all addresses have together. */
const BURST = 25;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const { service, setup } = await openSetup();
let person: Person;

const attempt = (password: string, address = '192.0.2.1', uid = person.uid) =>
  service.call('POST /api/login', { uid, password: digestPassword(password) }, { address });

/** Guesses at the same moment. The one at that index is right. */
const burst = (rightAt: number, addressOf: (index: number) => string, length = BURST) =>
  Promise.all(
    Array.from({ length }, (_, index) =>
      attempt(index === rightAt ? person.password : `guess ${index}`, addressOf(index)),
    ),
  );
const fail = async (times: number, address: string) => {
  for (let time = 0; time < times; time++) expect((await attempt('x', address)).status).toBe(401);
};
/** Locks the uid for unknown addresses. */
const lockAll = async () => {
  for (const last of [1, 2, 3, 4]) await fail(5, `198.51.100.${last}`);
};
const count = (answers: readonly { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

/**
 * Locked out. On a busy machine this includes callers who could not find out in time, and whose password was not
 * checked.
 */
const refused = (answers: readonly { status: number }[]) => count(answers, 429) + count(answers, 503);

/** Guesses one by one until the uid is locked. Returns the number of passwords checked since the test began. */
async function countTries(addressOf: (index: number) => string, uid = person.uid): Promise<number> {
  for (let index = 0; (await attempt('x', addressOf(index), uid)).status !== 429; index++) {
    if (index > BURST) throw new Error('the uid is never locked');
  }
  return hashings.length;
}

beforeEach(async () => {
  service.clockShiftMs = 0;
  person = await setup.createUser();
  hashings.length = 0;
});

describe('25 guesses at the same moment', () => {
  it('from one address get 5 tries, as a row of them does', async () => {
    const answers = await burst(-1, () => '192.0.2.1');
    expect(count(answers, 401) + refused(answers)).toBe(BURST);
    expect(await countTries(() => '192.0.2.1')).toBe(5);
  });

  it('from 25 addresses get 20', async () => {
    const answers = await burst(-1, (index) => `203.0.113.${index}`);
    expect(count(answers, 401) + refused(answers)).toBe(BURST);
    expect(await countTries((index) => `203.0.114.${index}`)).toBe(20);
  });

  it.each([0, 3, 24])('with the right one in place %i get no more than a row of them could', async (rightAt) => {
    const answers = await burst(rightAt, () => '192.0.2.1');
    const right = answers[rightAt];
    // A success among the first five ends their row, as with sequential attempts.
    const most = right?.status === 200 ? 4 + 5 : 5;
    expect(count(answers, 401)).toBeLessThanOrEqual(most);
    expect(count(answers, 401) + count(answers, 200) + refused(answers)).toBe(BURST);
    expect(hashings).toHaveLength(count(answers, 401) + count(answers, 200));
    if (right?.status === 429) expect(right.json).toEqual(failure(429, 'too_many_failures'));
  });

  it('with the right one, from many addresses, get no more either', async () => {
    const answers = await burst(20, (index) => `203.0.113.${index}`);
    expect(count(answers, 401)).toBeLessThanOrEqual(20);
    expect(hashings).toHaveLength(count(answers, 401) + count(answers, 200));
  });

  it('get no more where they are 60', async () => {
    const answers = await burst(59, () => '192.0.2.1', 60);
    expect(count(answers, 401)).toBeLessThanOrEqual(answers[59]?.status === 200 ? 4 + 5 : 5);
    expect(count(answers, 401) + count(answers, 200) + refused(answers)).toBe(60);
    expect(hashings).toHaveLength(count(answers, 401) + count(answers, 200));
  });

  it('of a uid that nobody has get as many tries', async () => {
    const guesses = Array.from({ length: BURST }, (_, index) => attempt(`guess ${index}`, '192.0.2.1', 'nobody'));
    const answers = await Promise.all(guesses);
    expect(count(answers, 401) + refused(answers)).toBe(BURST);
    expect(await countTries(() => '192.0.2.1', 'nobody')).toBe(5);
  });

  it('of the old password by a stolen token get as many tries', async () => {
    const token = await service.signIn(person.uid, person.password);
    hashings.length = 0;
    const newPassword = digestPassword('new');
    const answers = await Promise.all(
      Array.from({ length: BURST }, (_, index) => {
        const oldPassword = digestPassword(`guess ${index}`);
        return service.call('POST /api/me/password', { oldPassword, newPassword }, { token });
      }),
    );
    expect(count(answers, 400) + refused(answers)).toBe(BURST);
    expect(hashings.length).toBe(count(answers, 400));
    expect(await countTries(() => '192.0.2.1')).toBe(5);
    const right = { oldPassword: digestPassword(person.password), newPassword };
    expect((await service.call('POST /api/me/password', right, { token })).json).toEqual(
      failure(429, 'too_many_failures'),
    );
    expect(hashings).toHaveLength(5);
  });
});

it('a locked uid hashes nothing and answers a right password as a wrong one, in every part', async () => {
  await fail(5, '192.0.2.1');
  hashings.length = 0;
  service.stoppedAt = service.deps.now();
  const [wrong, right] = [await attempt('x'), await attempt(person.password)];
  service.stoppedAt = undefined;
  expect(right.status).toBe(429);
  const withoutTime = ({ status, text, headers }: typeof right) => ({ status, text, headers });
  expect(withoutTime(right)).toEqual(withoutTime(wrong));
  expect(hashings).toEqual([]);
});

it('right passwords at the same moment may meet a lock, which ends with them', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => attempt(person.password)));
  expect(count(answers, 200)).toBeGreaterThan(0);
  expect(count(answers, 200) + count(answers, 429)).toBe(12);
  expect((await attempt(person.password)).status).toBe(200);
});

describe('strangers', () => {
  it('cannot lock out who signs in from the address that he has signed in from', async () => {
    expect((await attempt(person.password, '192.0.2.1')).status).toBe(200);
    await lockAll();
    expect((await attempt(person.password, '203.0.113.1')).json).toEqual(failure(429, 'too_many_failures'));
    expect((await attempt(person.password, '192.0.2.1')).status).toBe(200);
  });

  it('get no further tries by his success', async () => {
    await attempt(person.password, '192.0.2.1');
    await lockAll();
    expect((await attempt(person.password, '192.0.2.1')).status).toBe(200);
    expect((await attempt('x', '203.0.113.1')).status).toBe(429);
    expect((await attempt('x', '198.51.100.1')).status).toBe(429);
  });

  it('at his address lock it by five failures, like anybody else', async () => {
    await attempt(person.password, '192.0.2.1');
    await fail(5, '192.0.2.1');
    expect((await attempt(person.password, '192.0.2.1')).status).toBe(429);
    expect((await attempt(person.password, '192.0.2.2')).status).toBe(200);
  });

  it('lock him out where he has not signed in from there for 30 days', async () => {
    await attempt(person.password, '192.0.2.1');
    service.clockShiftMs = 30 * DAY_MS - MINUTE_MS;
    await lockAll();
    expect((await attempt(person.password, '192.0.2.1')).status).toBe(200);
    service.clockShiftMs += 30 * DAY_MS;
    await lockAll();
    expect((await attempt(person.password, '192.0.2.1')).json).toEqual(failure(429, 'too_many_failures'));
  });

  it('meet the latest ten addresses of a user, not all that he ever had', async () => {
    for (let last = 1; last <= 11; last++) {
      service.clockShiftMs += 1000;
      expect((await attempt(person.password, `192.0.2.${last}`)).status).toBe(200);
    }
    await lockAll();
    expect((await attempt(person.password, '192.0.2.1')).status).toBe(429);
    for (const last of [2, 11]) expect((await attempt(person.password, `192.0.2.${last}`)).status).toBe(200);
  });

  it('are not known by an address from which they only failed', async () => {
    await attempt(person.password, '192.0.2.1');
    await fail(4, '203.0.113.9');
    await lockAll().catch(() => {});
    expect((await attempt(person.password, '203.0.113.9')).status).toBe(429);
  });
});

describe('if a right password leads to nothing, its attempt is not counted:', () => {
  it('in a unit that is closed', async () => {
    const school = await setup.createSchool();
    await setup.succeed('POST /api/vender', { venderId: school.id, status: 'false' }, setup.admin);
    for (let time = 0; time < 12; time++) {
      expect((await attempt(school.password, '192.0.2.1', school.account)).json).toEqual(failure(403, 'unit_closed'));
    }
  });

  it('where the store fails', async () => {
    for (let time = 0; time < 8; time++) {
      const fault = { kind: 'write not sent', commandIndex: 0, repetitions: 1 } as const;
      const { result } = await withInjectedFault(service.storeCalls, fault, () => attempt(person.password));
      expect(result.json).toEqual(failure(503, 'unavailable'));
    }
    expect((await attempt(person.password)).status).toBe(200);
  });
});

describe('trouble at the store', () => {
  it.each(['not sent', 'throttled', 'answer lost'] as const)(
    'gives no further tries: %s at whatever command, 5 passwords are looked at before the uid is locked',
    async (kind) => {
      for (let time = 0; time < 12; time++) {
        await withInjectedFault(service.storeCalls, { kind, commandIndex: time % 4, repetitions: 1 }, () =>
          attempt('x'),
        );
      }
      expect(await countTries(() => '192.0.2.1')).toBeLessThanOrEqual(5);
      expect((await attempt(person.password)).status).toBe(429);
    },
  );

  it('that passes is not noticed: an item that is busy, a transaction that conflicts', async () => {
    for (const kind of ['busy item', 'conflict', 'busy table'] as const) {
      const { result } = await withInjectedFault(service.storeCalls, { kind, commandIndex: 0, repetitions: 2 }, () =>
        attempt(person.password),
      );
      expect(result.status).toBe(200);
    }
    await fail(5, '192.0.2.1');
  });
});
