import { describe, expect, it } from 'vitest';
import { RepeatableError } from '../../../lib/table/faults.ts';
import { openSetup } from '../../support/service/open.ts';
import type { Setup } from '../../support/service/setup.ts';
import { makeTableFault } from '../../support/table/layer.ts';
import { gather, type WorkName, works } from './crowd.ts';

const WRITERS = 12;
const CALLS = 24;
const LOOSENESS = { seed: 1, callMs: () => 4 };

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

describe('twelve writers at once, none of whom is refused:', () => {
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
  const { token } = setup.school;

  /** The answer of a call that creates a role, and its commands. The first `lost` transactions are cancelled. */
  async function createRole(lost: number) {
    let left = lost;
    const reasons = [{ Code: 'None' }, { Code: 'TransactionConflict' }];
    service.storeCalls.fault = (command) => {
      if (!command.startsWith('TransactWrite') || left-- <= 0) return undefined;
      return { when: 'before', error: makeTableFault('TransactionCanceledException', { reasons }) };
    };
    const roleName = setup.unique('角色');
    const { result, calls } = await service.storeCalls.record(() =>
      service.call('PUT /api/role', { roleName, items: '25' }, { token }),
    );
    return { answer: result, commands: calls.map(({ command }) => command.replace(/Items?$/, '')) };
  }

  it('is run again until it is won', async () => {
    const { answer, commands } = await createRole(3);
    expect(answer.status).toBe(200);
    expect(commands.filter((command) => command === 'TransactWrite')).toHaveLength(4);
  });

  it('is thrown when the time of the request is over', async () => {
    let attempts = 0;
    const late = service.deps.db.forRequest(Date.now() - 9900);
    const lost = late.retryLostRaces(async () => {
      attempts += 1;
      throw new RepeatableError('changed_meanwhile');
    });
    await expect(lost).rejects.toMatchObject({ reason: 'changed_meanwhile', retryAfter: 1 });
    expect(attempts).toBeGreaterThan(1);
  });
});
