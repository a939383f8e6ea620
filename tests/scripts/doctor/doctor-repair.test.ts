import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { configureUnit } from '../../../lib/store/unit/unit-change.ts';
import type { Item } from '../../../lib/table/steps.ts';
import { UsageProblem } from '../../../scripts/command/command.ts';
import { examine } from '../../../scripts/doctor/examine.ts';
import { examineTable } from '../../../scripts/doctor/examine-table.ts';
import { mendHead, mendRow } from '../../../scripts/doctor/mend-collections.ts';
import { mendName, mendRole, mendUidClaim } from '../../../scripts/doctor/mend-items.ts';
import { OpenTable } from '../../../scripts/doctor/open-table.ts';
import { readOptions } from '../../../scripts/doctor/options.ts';
import { repairTable } from '../../../scripts/doctor/repair-table.ts';
import { lookAgain } from '../../../scripts/doctor/second-look.ts';
import { words } from '../../../scripts/doctor/words.ts';
import { type Key, screenClaimKey, uidClaimKey, userKey } from '../../../tables/keys.ts';
import { CHINESE, expectChinese } from '../../support/commands/chinese.ts';
import { carryOut, launch } from '../../support/commands/start.ts';
import { type Damage, Items, NothingThere, readItems, textOf, withoutVersions, writeItems } from './damage.ts';
import { damages } from './damages.ts';
import { makeLivelyTable } from './lively-table.ts';

const table = await makeLivelyTable();
const { service, school } = table;
const { env } = service.deps;
const open = new OpenTable(env);
const before = await readItems(service);

afterEach(() => vi.unstubAllEnvs());
afterEach(async () => write(await readItems(service), before));
afterAll(async () => {
  open.close();
  await service.stop();
});

const nameOf = ({ pk, sk }: Key) => `${pk}\n${sk}`;
const write = (held: readonly Item[], wanted: readonly Item[]) => writeItems(env, held, wanted);

async function inflict(batch: readonly Damage[]): Promise<readonly Item[]> {
  const items = new Items(before);
  for (const damage of batch) damage.inflict(items, table);
  await write(before, items.all());
  return items.all();
}

/** The damages with this result, as many at a time as do not affect each other: each must have its own finding. */
async function pack(end: Damage['repair']): Promise<{ batch: readonly Damage[]; titles: string }[]> {
  const batches: Damage[][] = [];
  for (const damage of damages.filter(({ repair }) => repair === end)) {
    const first = await findFirst(batches, (batch) => areApart([...batch, damage]).catch(orNothingThere));
    if (first) first.push(damage);
    else batches.push([damage]);
  }
  return batches.map((batch) => ({ batch, titles: batch.map(({ title }) => title).join(', ') }));
}

async function findFirst<T>(all: readonly T[], isRight: (one: T) => Promise<boolean>): Promise<T | undefined> {
  for (const one of all) if (await isRight(one)) return one;
  return undefined;
}

/** A thing that another damage has removed cannot be damaged. */
function orNothingThere(error: unknown): boolean {
  if (error instanceof NothingThere) return false;
  throw error;
}

async function areApart(batch: readonly Damage[]): Promise<boolean> {
  const items = new Items(before);
  const about = new Set(batch.map(({ inflict, invariant }) => `${invariant} ${nameOf(inflict(items, table))}`));
  if (about.size < batch.length) return false;
  const findings = await examine(items.all());
  const told = new Set(findings.map(({ invariant, keys }) => `${invariant} ${nameOf(keys[0])}`));
  return findings.length === batch.length && [...about].every((one) => told.has(one));
}

const named = (title: string) => {
  const damage = damages.find((one) => one.title === title);
  if (!damage) throw new Error(`no damage ${title}`);
  return damage;
};

const text = (items: readonly Item[]) => items.map(textOf).sort();

const asBefore = await pack('as before');
const healthy = await pack('healthy');
const left = await pack('left');

describe('a repair', () => {
  it('of a healthy table writes nothing', async () => {
    const { done, after } = await repairTable(env);
    expect({ done, findings: after.findings }).toEqual({ done: [], findings: [] });
    expect(await readItems(service)).toEqual(before);
  });

  it.each(asBefore)('makes it as it was before, and says so in Chinese, too: $titles', async ({ batch }) => {
    vi.stubEnv('LC_ALL', CHINESE.LC_ALL);
    await inflict(batch);
    const { done, after } = await repairTable(env);
    expect({ findings: after.findings, done: done.length }).toEqual({ findings: [], done: batch.length });
    expect(withoutVersions(await readItems(service))).toEqual(withoutVersions(before));
    expectChinese(done);
  });

  it.each(healthy)('makes it healthy, and says so in Chinese, too: $titles', async ({ batch }) => {
    vi.stubEnv('LC_ALL', CHINESE.LC_ALL);
    await inflict(batch);
    const { done, after } = await repairTable(env);
    expect({ findings: after.findings, done: done.length }).toEqual({ findings: [], done: batch.length });
    expectChinese(done);
  });

  it.each(left)('leaves and tells: $titles', async ({ batch }) => {
    const damaged = await inflict(batch);
    const { done, after } = await repairTable(env);
    const told = after.findings.map(({ invariant }) => invariant);
    expect({ done, left: told.sort() }).toEqual({ done: [], left: batch.map(({ invariant }) => invariant).sort() });
    expect(text(await readItems(service))).toEqual(text(damaged));
  });

  it('mends what builds upon each other: head, rows, claim and role at once', async () => {
    const titles = ['a head that is missing', 'a row that is missing', 'a unit without the claim on its name'];
    const items = new Items(before);
    for (const title of [...titles, 'a user with a role that does not exist']) named(title).inflict(items, table);
    await write(before, items.all());
    const { done, after } = await repairTable(env);
    expect({ findings: after.findings, done: done.length }).toEqual({ findings: [], done: 4 });
  });

  it('gives a screen back its address where that leads to another screen', async () => {
    const items = new Items(before);
    const screen = items.first(`V#${school.id}#SCREEN`, 'SCREEN#');
    items.change(items.first(screenClaimKey(String(screen['hash'])).pk, ''), { number: 777 });
    await write(before, items.all());
    const { done, after } = await repairTable(env);
    expect({ findings: after.findings, done }).toEqual({
      findings: [],
      done: [expect.stringContaining('it led to no screen'), expect.stringContaining('it leads to')],
    });
    expect(text(await readItems(service))).toEqual(text(before));
  });

  it('raises the version of a block whose row it writes, so that no copy of the old row is used', async () => {
    const versionOf = (items: readonly Item[]) => {
      const blocks = items.find(({ pk, sk }) => pk === 'UNITS' && sk === 'HEAD')?.['blocks'];
      return (blocks as Record<string, [number, number]>)[0]?.[1] ?? 0;
    };
    await inflict([named('a row that says something else')]);
    await repairTable(env);
    expect(versionOf(await readItems(service))).toBe(versionOf(before) + 1);
  });
});

describe('in a table that is in use', () => {
  const find = async (title: string) => {
    const [finding] = await examine(await inflict([named(title)]));
    if (!finding) throw new Error('no finding');
    return finding;
  };

  it('a finding that no longer holds is not told, whatever it is', async () => {
    const now = Math.floor(Date.now() / 1000);
    for (const { batch } of [...asBefore, ...healthy, ...left]) {
      const items = new Items(before);
      for (const damage of batch) damage.inflict(items, table);
      const findings = await examine(items.all());
      expect(findings).toHaveLength(batch.length);
      expect(await lookAgain(open, findings, now)).toEqual({ confirmed: [], unsure: [] });
    }
  });

  it('a unit that is renamed meanwhile is judged by its new name', async () => {
    const finding = await find('a unit without the claim on its name');
    await write(await readItems(service), before);
    await table.setup.succeed('POST /api/vender', { venderId: school.id, name: '改了名' }, table.setup.admin);
    expect(await lookAgain(open, [finding], Math.floor(Date.now() / 1000))).toEqual({ confirmed: [], unsure: [] });
  });

  it('a claim is left whose user has come back', async () => {
    const finding = await find('a user who is gone, with his claim left');
    await write(await readItems(service), before);
    expect(await mendUidClaim(open, finding)).toBeUndefined();
    expect(await service.deps.db.get(uidClaimKey('helper'))).toBeDefined();
  });

  it('a role is left that exists meanwhile, and a name that is claimed', async () => {
    const role = await find('a user with a role that does not exist');
    await write(await readItems(service), before);
    const name = await find('a unit without the claim on its name');
    await write(await readItems(service), before);
    expect([await mendRole(open, role), await mendName(open, name)]).toEqual([undefined, undefined]);
    expect(await service.deps.db.get(userKey(school.id, 'chef.one'))).not.toMatchObject({ roleId: 0 });
  });

  it('a row is not written as a member was that changes while it is mended', async () => {
    const finding = await find('a row that says something else');
    const [, member = finding.keys[0]] = finding.keys;
    const racing = racingAfterRead(() =>
      configureUnit(service.deps.db, Number(member.pk.slice(2)), { breakfast: '1', lunch: '2', dinner: '3' }),
    );
    await expect(mendRow(racing, finding)).rejects.toMatchObject({ reason: 'changed_meanwhile' });
    racing.close();
  });

  it('a head is not written as it was counted before a dish came', async () => {
    const finding = await find('a wrong count of dishes in a block');
    const racing = racingAfterRead(() => table.setup.createDish({}, school));
    await expect(mendHead(racing, finding)).rejects.toMatchObject({ reason: 'changed_meanwhile' });
    racing.close();
  });

  /** A table on which something happens between a repair's read and write. */
  function racingAfterRead(happen: () => Promise<unknown>): OpenTable {
    const racing = new OpenTable(env);
    const { db } = racing;
    const write = db.write.bind(db);
    db.write = async (steps) => {
      db.write = write;
      await happen();
      await write(steps);
    };
    return racing;
  }
});

describe('npm run doctor', () => {
  const COMMAND = 'scripts/doctor/main.ts';
  const here = () => ['--table', env.table, '--endpoint', env.endpoint ?? ''];
  const run = (args: readonly string[]) => carryOut(COMMAND, [...args, ...here()], {});

  it('ends with 0 where the table is healthy', async () => {
    const { code, stdout, stderr } = await launch(COMMAND, here(), {}).outcome;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`Table ${env.table} (${env.endpoint}): ${before.length} items\n`);
    expect(stdout).toContain('\n  unit: ');
    expect(stdout).toContain(`  deletion of unit ${table.dying}\n`);
    expect(stdout).toContain('Healthy: nothing is wrong\n');
  });

  it('ends with 1 where findings are left, and mends only with --repair', async () => {
    const items = new Items(before);
    named('a row that is missing').inflict(items, table);
    named('a user without a claim').inflict(items, table);
    await write(before, items.all());
    const look = await run([]);
    expect(look.code).toBe(1);
    expect(look.stdout).toContain('Findings: 2, 1 can be mended with --repair\n');
    expect(look.stdout).toContain('row (1): rows of collections that do not agree with their member\n');
    expect(look.stdout).toContain(' / ROW#000000#000000001: is missing [safe to mend]\n');
    expect(text(await readItems(service))).toEqual(text(items.all()));
    const repair = await run(['--repair', '--json']);
    expect(repair.code).toBe(1);
    const report = JSON.parse(repair.stdout);
    expect(report).toMatchObject({
      table: env.table,
      isHealthy: false,
      findings: [
        { invariant: 'user-without-uid-claim', message: 'helper has no claim on the uid, and so no password' },
      ],
      done: [expect.stringContaining('ROW#000000#000000001')],
      counts: { task: 4 },
    });
    expect((await examineTable(env)).findings).toHaveLength(1);
  });

  it('says all of it in Chinese on a Chinese terminal', async () => {
    await inflict([named('a row that is missing'), named('a user without a claim')]);
    const { code, stdout, stderr } = await carryOut(COMMAND, here(), CHINESE);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toContain('\n  菜品图标: ');
    expect(stdout).toContain(`  删除单位 ${table.dying}\n`);
    expect(stdout).toContain(' / ROW#000000#000000001: 缺失 [可安全修复]\n');
    expectChinese(stdout.split('\n').filter((line) => line !== ''));
  });

  it('ends with 2 where it is called wrongly, and says how it is called', async () => {
    const { code, stdout, stderr } = await run(['--stage', 'x']);
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: '--stage and --table exclude each other\n',
    });
    const wrong = [
      ['--stage', '../x'],
      ['--table', 'x'],
      ['--region', 'r'],
      ['--endpoint', 'x'],
      ['--nonsense'],
      ['extra'],
    ];
    for (const args of wrong) expect(() => readOptions(args)).toThrow(UsageProblem);
    expect(readOptions(['--help'])).toBeUndefined();
    expect(words.help.en).toContain('second look');
  });

  it('ends with 1 where there is no table', async () => {
    const missing = await carryOut(COMMAND, ['--table', 'missing', '--endpoint', env.endpoint ?? ''], {});
    expect(missing).toMatchObject({ code: 1, stdout: '' });
    expect(missing.stderr).toContain('There is no table missing');
  });
});
