import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { toMonday } from '../../lib/domain/values/calendar.ts';
import { putStep, removeStep } from '../../lib/table/steps.ts';
import { examine } from '../../scripts/doctor/examine.ts';
import { printKey } from '../../scripts/doctor/survey.ts';
import {
  calendarKey,
  deletionTaskKey,
  dishKey,
  headKey,
  type Key,
  markCountKey,
  menuPlanKey,
  menuStateKey,
  priceBucketKey,
  rolesKey,
  rowKey,
  serviceFactsKey,
  standardKey,
  uidClaimKey,
  unitKey,
  unitNameClaimKey,
  userKey,
  weekKey,
} from '../../tables/keys.ts';
import { runInProcess } from '../support/commands/start.ts';
import { fillWithDemo } from '../support/service/demo.ts';
import { openService } from '../support/service/open.ts';
import { ADMIN } from '../support/service/service.ts';
import { type DumpedItem, dumpTable } from '../support/service/table-dump.ts';

const service = await openService();
await fillWithDemo(service);
/** The healthy table. */
const before: readonly DumpedItem[] = await dumpTable(service);

type Item = Key & Record<string, unknown>;
const [SCHOOL, GONE] = [1, 99];
const DISHES = `V#${SCHOOL}#DISH`;
const NAME = '成都市阳光实验小学';

const find = async (key: Key) => ({ ...key, ...(await service.deps.db.get(key)) });
const write = (item: Item) => service.deps.db.write([putStep(item)]);
const lose = (key: Key) => service.deps.db.write([removeStep(key)]);
const change = async (key: Key, attributes: object) => write({ ...(await find(key)), ...attributes });
const copyTo = async (from: Key, to: Key) => write({ ...(await find(from)), ...to });
const findings = async () =>
  (await examine(service.deps.env)).findings.map(({ about, key, problem }) => `${about} ${printKey(key)}: ${problem}`);

/** The Monday from which the first menu of the school is. */
const weekOfFirst = async () => toMonday(String((await service.deps.db.get(menuStateKey(SCHOOL, 1)))?.['start']));

/** Makes the table as it was. */
async function heal(): Promise<void> {
  const was = new Map((before as readonly Item[]).map((item) => [printKey(item), item]));
  const now = new Map(((await dumpTable(service)) as readonly Item[]).map((item) => [printKey(item), item]));
  for (const [name, item] of was) if (!isDeepStrictEqual(now.get(name), item)) await write(item);
  for (const [name, { pk, sk }] of now) if (!was.has(name)) await lose({ pk, sk });
}

/** What is damaged, and what the doctor says of it. */
const damages: readonly (readonly [name: string, damage: () => Promise<void>, ...found: unknown[]])[] = [
  ['an item of no kind', () => write({ pk: 'NOBODY', sk: 'KNOWS' }), 'item NOBODY KNOWS: no kind of item has this key'],
  [
    'a member and a row of a collection that there is not',
    () =>
      write({ pk: 'V#1#TRAY', sk: 'TRAY#000001' }).then(() => write({ ...rowKey('V#1#TRAY', 1), number: 1, name: '' })),
    'item V#1#TRAY ROW#000000#000000001: no kind of item has this key',
    'item V#1#TRAY TRAY#000001: no kind of item has this key',
  ],
  [
    'a dish that cannot be read',
    () => change(dishKey(SCHOOL, 3), { name: 5 }),
    'item V#1#DISH DISH#000003: cannot be read: name: Invalid input: expected string, received number',
  ],
  [
    'a dish with the key of another one',
    () => copyTo(dishKey(SCHOOL, 3), dishKey(SCHOOL, 900)),
    'item V#1#DISH DISH#000900: says that it is V#1#DISH DISH#000003',
  ],
  [
    'a user without his claim',
    () => lose(uidClaimKey('lixuemei')),
    'user V#1 USER#lixuemei: relies on the uid claim UID#lixuemei UID, which is not there',
  ],
  [
    'a claim without its user',
    () =>
      copyTo(uidClaimKey('lixuemei'), uidClaimKey('nobody')).then(() =>
        change(uidClaimKey('nobody'), { uid: 'nobody' }),
      ),
    'uid claim UID#nobody UID: relies on the user V#1 USER#nobody, which is not there',
  ],
  [
    'the claim on a name of another unit',
    () => change(unitNameClaimKey(NAME), { unit: 2 }),
    `unit V#1 UNIT: relies on the name claim UNITNAME#${NAME} UNITNAME, which says something else`,
    `name claim UNITNAME#${NAME} UNITNAME: relies on the unit V#2 UNIT, which says something else`,
  ],
  [
    'a main account without the system role',
    () => change(userKey(SCHOOL, 'yangguang'), { roleId: 0 }),
    'unit V#1 UNIT: relies on the user V#1 USER#yangguang, which says something else',
  ],
  [
    'a user with a role that his unit has not',
    () => change(userKey(SCHOOL, 'lixuemei'), { roleId: 77 }),
    'user V#1 USER#lixuemei: has role 77, which its unit has not',
  ],
  ['a wrong count of users', () => change(rolesKey(SCHOOL), { users: 9 }), 'roles V#1 UNIT: counts 9, but there are 4'],
  ['no roles', () => lose(rolesKey(SCHOOL)), 'unit V#1 UNIT: relies on the roles V#1 ROLES, which is not there'],
  [
    'a dish of a unit that does not exist',
    () => copyTo(userKey(SCHOOL, 'lixuemei'), userKey(GONE, 'lixuemei')),
    'unit V#99 UNIT: is not there, but has data',
  ],
  [
    'a deletion that nothing will finish',
    () => change(unitKey(SCHOOL), { deleting: true }),
    'unit V#1 UNIT: relies on the task TASKS TASK#unit-1, which is not there',
  ],
  [
    'a task that would delete a unit that is not being deleted',
    () => write({ ...deletionTaskKey(SCHOOL), version: 1, id: 'unit-1', failures: 0, kind: 'delete-unit', unit: 1 }),
    'task TASKS TASK#unit-1: relies on the unit V#1 UNIT, which says something else',
  ],
  [
    'a standard of a unit that does not exist',
    () => change(standardKey(1), { vendors: [1, GONE] }),
    'standard STANDARD STANDARD#1: relies on the unit V#99 UNIT, which is not there',
  ],
  [
    'a dish without the icon that it says it has',
    () => change(dishKey(SCHOOL, 3), { hasIcon: true }),
    'dish V#1#DISH DISH#000003: relies on the dish icon V#1#DISH ICON#000003, which is not there',
  ],
  [
    'a menu without its plan',
    () => lose(menuPlanKey(SCHOOL, 1)),
    'menu V#1#MENU STATE#000001: relies on the menu plan V#1#MENU MENU#000001, which is not there',
  ],
  [
    'a live menu that its menu knows nothing of',
    () => change(menuStateKey(SCHOOL, 1), { live: undefined }),
    expect.stringMatching(
      /^live menu V#1#MENU LIVE#\S+: relies on the menu V#1#MENU STATE#000001, which says something else$/,
    ),
  ],
  [
    'a week that knows nothing of a menu',
    async () => lose(weekKey(await weekOfFirst(), SCHOOL)),
    expect.stringMatching(/^menu V#1#MENU STATE#000001: relies on the week WEEK#\S+ 0000001, which is not there$/),
  ],
  [
    'a week that knows something else of a menu',
    async () =>
      change(weekKey(await weekOfFirst(), SCHOOL), {
        menus: [
          [1, 0, '已驳回'],
          [900, 1],
        ],
      }),
    expect.stringMatching(
      /^menu V#1#MENU STATE#000001: relies on the week WEEK#\S+ 0000001, which says something else$/,
    ),
    expect.stringMatching(
      /^week WEEK#\S+ 0000001: relies on the menu V#1#MENU STATE#000001, which says something else$/,
    ),
    expect.stringMatching(/^week WEEK#\S+ 0000001: relies on the menu V#1#MENU STATE#000900, which is not there$/),
  ],
  [
    'an open unit that is told to be closed, with days off that its calendar has not',
    () => change(serviceFactsKey(SCHOOL), { until: '', off: ['2026-10-01'] }),
    'unit V#1 UNIT: relies on the serving DAYS 0000001, which says something else',
    'calendar V#1 CALENDAR: relies on the serving DAYS 0000001, which says something else',
  ],
  [
    'days off without a calendar',
    () => lose(calendarKey(SCHOOL)),
    'serving DAYS 0000001: relies on the calendar V#1 CALENDAR, which is not there',
  ],
  [
    'the days of a unit that does not exist',
    () => copyTo(serviceFactsKey(SCHOOL), serviceFactsKey(GONE)),
    'serving DAYS 0000099: relies on the unit V#99 UNIT, which is not there',
  ],
  [
    'a wrong count of marks',
    () => change(markCountKey(SCHOOL), { count: 3 }),
    'marks V#1 UNIT: counts 3, but there are 15',
  ],
  [
    'prices that are lost',
    () => lose(priceBucketKey(SCHOOL, 3)),
    expect.stringMatching(/^prices V#1 UNIT: counts 270, but there are \d+$/),
  ],
];

describe('the doctor', () => {
  it('finds nothing wrong with what the service writes', async () => {
    expect(await findings()).toEqual([]);
  });

  for (const [name, damage, ...found] of damages) {
    it(`names ${name}`, async () => {
      await damage();
      const all = await findings();
      await heal();
      expect(all).toEqual(expect.arrayContaining(found));
    });
  }

  it('finds nothing wrong any more once all is as it was', async () => {
    expect(await findings()).toEqual([]);
  });

  it('says nothing of what is only seen while the service writes', async () => {
    const token = await service.signIn('yangguang', '123456');
    let isOver = false;
    const cook = async () => {
      for (let number = 1; !isOver; number++)
        await service.call('PUT /api/dish', { name: `菜 ${number}`, mark: '素菜' }, { token });
    };
    const cooks = [cook(), cook()];
    for (let times = 1; times <= 5; times++) expect(await findings()).toEqual([]);
    isOver = true;
    await Promise.all(cooks);
    await heal();
  });
});

describe('npm run doctor', () => {
  const run = (...args: string[]) => {
    const { table, endpoint = '' } = service.deps.env;
    return runInProcess('scripts/doctor/main.ts', args, { DYNAMODB_ENDPOINT: endpoint, CATERING_TABLE: table });
  };

  it('ends with 0 where nothing is wrong', async () => {
    const { code, stdout, stderr } = await run();
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/\nHealthy: nothing is wrong\n$/);
  });

  it('rebuilds heads and rows from members with --repair, after which the service reads them again', async () => {
    const { db } = service.deps;
    await lose(rowKey(DISHES, 3));
    await change(rowKey(DISHES, 4), { name: '别的' });
    await copyTo(rowKey(DISHES, 5), rowKey(DISHES, 800));
    await change(headKey(DISHES), { total: 99 });
    await lose(headKey('UNITS'));
    await lose(rowKey('INGREDIENT', 7));
    await lose(headKey(`V#${SCHOOL}#RECORD`));
    const told = await run();
    expect(told.code).toBe(1);
    expect(told.stdout).toContain(
      'head V#1#DISH HEAD: rows are not as their members say: 3, 4, 800 [--repair rebuilds it]',
    );
    expect(told.stdout).toContain('head UNITS HEAD: the head counts 0 members, next 1, not 2, next 3 [--repair');
    const { code, stdout } = await run('--repair');
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('Rebuilt V#1#DISH HEAD: 15 members, 3 rows written or removed\n'),
    ]);
    expect(await db.query(`V#${SCHOOL}#RECORD`, { prefix: 'ROW#' })).toEqual([]);
    const rows = async (partition: string) => (await db.query(partition, { prefix: 'ROW#' })).map(({ sk }) => sk);
    expect(await rows(DISHES)).toHaveLength(15);
    const admin = await service.signIn(ADMIN.uid, ADMIN.password);
    const page = (await service.call('GET /api/vender', {}, { token: admin })).json.body;
    expect([page.totalElements, page.content.length]).toEqual([2, 2]);
    const token = await service.signIn('yangguang', '123456');
    expect((await service.call('GET /api/dish', { keyword: '酸奶' }, { token })).json.body.totalElements).toBe(1);
  });

  it('rebuilds more rows than one transaction writes', async () => {
    for (let number = 1; number <= 120; number++) await lose(rowKey('INGREDIENT', number));
    expect(await run('--repair')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Rebuilt INGREDIENT HEAD: 271 members, 120 rows written or removed\n'),
    });
  });

  it('mends nothing else', async () => {
    await lose(uidClaimKey('lixuemei'));
    const { code, stdout } = await run('--repair');
    expect([code, stdout.split('\n').slice(1)]).toEqual([
      1,
      ['  user V#1 USER#lixuemei: relies on the uid claim UID#lixuemei UID, which is not there', 'Findings: 1', ''],
    ]);
  });
});
