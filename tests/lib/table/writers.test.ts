import { describe, expect, it, vi } from 'vitest';
import { put } from '../../../lib/table/steps.ts';
import { TableFault } from '../../../lib/table/table-fault.ts';
import { lineKey, rolesKey } from '../../../tables/keys.ts';
import { lineOf } from '../../../tables/place.ts';
import { gather, type WorkName, works } from '../../bench/writers/crowd.ts';
import { openSetup } from '../../support/service/open.ts';
import type { Setup } from '../../support/service/setup.ts';

const WRITERS = 12;
const CALLS = 24;
const LOOSENESS = { seed: 1, callMs: 4 };

/** Twelve writers, each in a function of its own, make 24 calls together. None of them is refused. */
async function write(work: WorkName, inspect: (setup: Setup) => Promise<void>): Promise<void> {
  const goesOn = (begun: number) => begun < CALLS;
  const { times, refused, lost } = await gather({ work, writers: WRITERS, looseness: LOOSENESS, goesOn, inspect });
  expect([...refused]).toEqual([]);
  expect(times).toHaveLength(CALLS);
  // They have been in each other's way.
  expect(lost).toBeGreaterThan(0);
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => last - index);

describe.concurrent('twelve writers at once, none of whom is refused:', () => {
  it('dishes are created, their numbers in sequence', () =>
    write('dishes are created', async (setup) => {
      const { content, totalElements } = await setup.succeed('GET /api/dish', { pageSize: 200 }, setup.school.token);
      const numbers = content.map(({ id }: { id: number }) => id - setup.school.id * 1_000_000);
      expect([numbers, totalElements]).toEqual([upTo(CALLS), CALLS]);
    }));

  it('units are created, their ids in sequence', () =>
    write('units are created', async (setup) => {
      const { content, totalElements } = await setup.succeed('GET /api/vender', { pageSize: 200 }, setup.admin);
      const ids = content.map(({ id }: { id: number }) => id);
      expect([ids, totalElements]).toEqual([upTo(CALLS + setup.school.id), CALLS + setup.school.id]);
    }));

  it('users are created', () =>
    write('users are created', async (setup) => {
      const users: unknown[] = await setup.succeed('GET /api/user', {}, setup.school.token);
      // The main account is counted, too.
      expect(users).toHaveLength(CALLS + 1);
    }));

  it('roles are created, their ids in sequence', () =>
    write('roles are created', async (setup) => {
      const roles: { id: number }[] = await setup.succeed('GET /api/role', {}, setup.school.token);
      const ids = roles.map(({ id }) => id).sort((a, b) => a - b);
      expect(ids).toEqual(upTo(CALLS + 1).map((_, index) => (ids[0] ?? 0) + index));
    }));

  it('marks are set', () =>
    write('marks are set', async (setup) => {
      const marks: unknown[] = await setup.succeed('GET /api/ingredient/mark', {}, setup.school.token);
      expect(marks).toHaveLength(CALLS);
    }));

  const others = (Object.keys(works) as WorkName[]).filter((work) => !/^\w+ are (created|set)$/.test(work));
  it.each(others)('%s', (work) => write(work, async () => {}));
});

describe('a lost race', async () => {
  const { service, setup } = await openSetup();
  const { db } = service.deps;
  const line = lineKey(lineOf(rolesKey(setup.school.id)));
  const { token } = setup.school;

  /** The answer of a call that creates a role, and its commands. The first `lost` transactions are cancelled. */
  async function createRole(lost: number) {
    let left = lost;
    const reasons = [{ Code: 'None' }, { Code: 'TransactionConflict' }];
    service.storeCalls.fault = (command) => {
      if (!command.startsWith('TransactWrite') || left-- <= 0) return undefined;
      return { when: 'before', error: new TableFault('TransactionCanceledException', { reasons }) };
    };
    const roleName = setup.unique('角色');
    const { result, calls } = await service.storeCalls.record(() =>
      service.call('PUT /api/role', { roleName, items: '25' }, { token }),
    );
    return {
      answer: result,
      commands: calls.map(({ command }) => command.replace(/Items?$/, '')),
    };
  }
  /** Time stands still for the service; the line's next turn is free after this time. */
  async function bookUntil(ms: number): Promise<void> {
    vi.useFakeTimers({ toFake: ['Date'] });
    await db.write([put({ ...line, free: Date.now() + ms, ttl: Math.ceil(Date.now() / 1000) + 60 })]);
  }
  const freeIn = async () => Number((await db.get(line))?.['free']) - Date.now();

  it('is run again in a turn of its own, and the line is forgotten some time later', async () => {
    await bookUntil(-1000);
    const { answer, commands } = await createRole(1);
    expect(answer.status).toBe(200);
    expect(commands).toEqual([
      'BatchGet',
      'BatchGet',
      'TransactWrite',
      'Update',
      'Update',
      'BatchGet',
      'TransactWrite',
    ]);
    const found = await db.get(line);
    expect(Number(found?.['ttl']) - Date.now() / 1000).toBeGreaterThan(3600);
  });

  it('stands behind those who have booked before; as long as the line is crowded nobody loses first', async () => {
    await bookUntil(100);
    const first = await createRole(1);
    expect(first.commands).toEqual(['BatchGet', 'BatchGet', 'TransactWrite', 'Update', 'BatchGet', 'TransactWrite']);
    const after = await freeIn();
    expect(after).toBeGreaterThan(100);
    const second = await createRole(0);
    expect(second.commands).toEqual(['BatchGet', 'BatchGet', 'Update', 'BatchGet', 'TransactWrite']);
    expect(await freeIn()).toBeGreaterThan(after);
    expect([first.answer.status, second.answer.status]).toEqual([200, 200]);
    vi.setSystemTime(Date.now() + 60_000);
    expect((await createRole(0)).commands).toEqual(['BatchGet', 'BatchGet', 'TransactWrite']);
  });

  it('that would not have its turn in time is told at once', async () => {
    await bookUntil(15_000);
    const { answer, commands } = await createRole(1);
    const failure = { code: 409, desc: '数据已被他人修改，请重试', success: false, reason: 'changed_meanwhile' };
    expect([answer.json, answer.headers['retry-after']]).toEqual([failure, '1']);
    expect(commands).toEqual(['BatchGet', 'BatchGet', 'TransactWrite', 'Update', 'Update']);
    expect(await freeIn()).toBe(15_000);
  });

  it('is not held up by a line that somebody with a wrong clock has left', async () => {
    await bookUntil(3_600_000);
    expect((await createRole(1)).answer.status).toBe(200);
    expect(await freeIn()).toBeLessThan(1000);
  });
});
