import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newContent } from '../../lib/domain/dish.ts';
import type { Unit } from '../../lib/domain/unit.ts';
import { deleteDishes } from '../../lib/store/dish/dish-change.ts';
import { createDishes } from '../../lib/store/dish/dish-placement.ts';
import { changeMarks } from '../../lib/store/ingredient/mark.ts';
import { changePrices } from '../../lib/store/ingredient/price.ts';
import { readMenusHead } from '../../lib/store/menu/menu.ts';
import { createMenu, readMenuGround } from '../../lib/store/menu/menu-change.ts';
import { readSubmissionGround, submitMenu } from '../../lib/store/menu/menu-submission.ts';
import { listScreens } from '../../lib/store/screen/screen.ts';
import { createStandard, getStandard } from '../../lib/store/standard.ts';
import { findUnit, getUnit } from '../../lib/store/unit/unit.ts';
import { configureUnit, updateUnit } from '../../lib/store/unit/unit-change.ts';
import { createRole } from '../../lib/store/user/role.ts';
import { deleteRole } from '../../lib/store/user/role-deletion.ts';
import { findClaims } from '../../lib/store/user/user.ts';
import type { Database } from '../../lib/table/database.ts';
import { examineTable } from '../../scripts/doctor/examine-table.ts';
import { exportUnit } from '../../scripts/export/export-unit.ts';
import type { LineOf } from '../../scripts/export/line.ts';
import { readExportOptions, readImportOptions } from '../../scripts/export/options.ts';
import { readUnit } from '../../scripts/export/read-unit.ts';
import type { NewNames } from '../../scripts/import/import-plan.ts';
import { importUnit } from '../../scripts/import/import-unit.ts';
import { launch } from '../support/commands/start.ts';
import { full, plain } from '../support/nouns/dishes.ts';
import { GROUPS, itemsOf, MONDAY } from '../support/nouns/menus.ts';
import { addSchool, addUnit, addUser, ICON, PASSWORD } from '../support/nouns/units.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { Setup } from '../support/service/setup.ts';
import { dumpTable } from '../support/service/table-dump.ts';
import { dish } from '../support/statements/reference.ts';
import type { Fault } from '../support/table/store-calls.ts';

/** More than two transactions give a unit. */
const DISHES = 70;
const NOW = Date.UTC(2026, 8, 1);
const BESIDE: NewNames = { account: 'copy', name: '分校', suffix: '-copy' };

let service: TestService;
let other: TestService;
let folder = '';
let file = '';
let school: { id: number; account: string; token: string };
let made = 0;

beforeAll(async () => {
  [service, other, folder] = await Promise.all([
    startService(),
    startService(),
    mkdtemp(join(tmpdir(), 'catering-transfer-')),
  ]);
  school = await addSchool(service, 'School', { icon: ICON, phone: '010-1', city: '北京' });
  await furnish(service);
  // Elsewhere the ids differ.
  await addUnit(other, 'first');
  await addUnit(other, 'second');
  file = await writeOut(service.deps.db, school.id);
});
afterEach(() => {
  service.storeCalls.fault = () => undefined;
});
afterAll(async () => {
  await Promise.all([service.stop(), other.stop(), rm(folder, { recursive: true, force: true })]);
});

/** Roles and dishes with gaps in their numbers, users with and without a role, icons, marks, prices, a standard. */
async function furnish({ deps: { db } }: TestService): Promise<void> {
  const setup = await Setup.set(service);
  await setup.loadRice();
  await createRole(db, school.id, { roleName: '采购', roleItems: [25, 26] }).then((id) =>
    deleteRole(db, school.id, id),
  );
  await addUser(service, school.id, 'Chef.One', [25, 28]);
  const gone = await addUser(service, school.id, 'helper', [25]);
  await deleteRole(db, school.id, gone);
  await changeMarks(db, school.id, new Map([['012001x', '常用'] as const, ['own', '忌用'] as const]));
  await changePrices(db, school.id, new Map([['012001x', '5.60'] as const, ['own', '0.00'] as const]));
  await createStandard(db, { name: '小学标准', vendors: [school.id], overflow: '0.5' });
  await configureUnit(db, school.id, { breakfast: '25.50', lunch: '40.00', dinner: '34.50' });
  const rice = {
    ...full,
    icon: ICON,
    ingredient: '[{"key":"012001x","value":100.5,"isMain":true},{"key":"own","value":3}]',
  };
  for (const facts of [rice, full, plain, plain]) await addDish(facts);
  const contentOf = (number: number) => newContent({ name: `菜${number}`, mark: '素菜' }, NOW + number).content;
  await createDishes(db, school.id, DISHES, contentOf);
  const ids = [3, 40, DISHES].map((number) => school.id * 1_000_000 + number);
  await furnishMenus(setup);
  for (const form of ['wall', 'led']) await setup.succeed('PUT /api/screen', { name: '屏', form }, school.token);
  await deleteDishes(
    db,
    ids,
    () => true,
    () => false,
  );
}

/** Menus of every state, with gaps in their numbers, dishes that are deleted later, and one of the library. */
async function furnishMenus(setup: Setup): Promise<void> {
  const call = (route: string, facts: Readonly<Record<string, string | number>>, token = school.token) =>
    setup.succeed(route, facts, token);
  const library = await setup.createDish({}, { ...setup.school, id: 0, token: setup.admin });
  const [own, gone] = [school.id * 1_000_000 + 1, school.id * 1_000_000 + 3];
  const items = itemsOf([1, 'lunch', own, 0.5], [2, 'lunch', gone], [2, 'lunch', library]);
  const menu = { name: '第一周', start: MONDAY, groups: GROUPS, items };
  const create = () => setup.create('PUT /api/menu', menu, school.token);
  const [draft, published, pending, rejected] = [await create(), await create(), await create(), await create()];
  await call('DELETE /api/menu', { ids: draft });
  await call('POST /api/menu/submit', { id: published });
  await call('POST /api/menu', { id: published, name: '改过', items: '' });
  await call('POST /api/vender', { venderId: school.id, menuReview: 'true' }, setup.admin);
  for (const id of [pending, rejected]) await call('POST /api/menu/submit', { id });
  await call('POST /api/menu/review', { id: rejected, revision: 1, result: '驳回', comment: '盐太多' }, setup.admin);
  await create();
}

async function addDish(facts: Readonly<Record<string, string>>, token = school.token): Promise<void> {
  const { status, text } = await service.call('PUT /api/dish', facts, { token });
  if (status !== 200) throw new Error(text);
}

async function writeOut(db: Database, unit: number): Promise<string> {
  const path = join(folder, `${++made}.jsonl`);
  await exportUnit(db, { unit, path, now: NOW });
  return path;
}

const bringIn = (names: NewNames, into = service, path = file) =>
  importUnit(into.deps.db, path, { names, now: Date.now() });

function cutAfterFirstWrite(): Fault {
  let writes = 0;
  return (command) =>
    command === 'TransactWriteItems' && ++writes === 1 ? { when: 'after', error: new Error('cut') } : undefined;
}

/** The lines of a file without the last, and without what necessarily differs between units. */
async function readFacts(path: string, names: NewNames = {}): Promise<unknown[]> {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n').slice(0, -1);
  const facts = lines.map((line) => JSON.parse(line));
  const [{ account }] = facts;
  for (const line of facts) {
    if (line.type === 'unit')
      Object.assign(line, { id: 0, ...(names.account && { account: 'School', name: 'School小学' }) });
    // This has a test of its own.
    if (line.type === 'screen') delete line.hash;
    if (line.type === 'user' && line.uid === account && names.account) line.uid = 'School';
    else if (line.type === 'user' && names.suffix) line.uid = line.uid.slice(0, -names.suffix.length);
  }
  return facts;
}

type MenuLine = LineOf<'menu'>;

function isMenu(line: unknown): line is MenuLine {
  return typeof line === 'object' && line !== null && 'type' in line && line.type === 'menu';
}

/** A menu of the file where the library's dish has this number, and its standard this id. */
function asIn({ items, names, revisions }: MenuLine, library: number, standard?: number) {
  const numberOf = (whose: string, number: number) => (whose === 'library' ? library : number);
  const here = (dish: number) => (dish > 0 ? library : dish);
  return {
    items: items.map(([day, meal, whose, number, portion]) => [day, meal, whose, numberOf(whose, number), portion]),
    names: names.map(([whose, number, name]) => [whose, numberOf(whose, number), name]),
    revisions: revisions.map(({ content: { standard: _, ...content }, dishes, ...rest }) => ({
      ...rest,
      content: {
        ...content,
        ...(standard ? { standard } : {}),
        items: content.items.map((item) => ({ ...item, dish: here(item.dish) })),
      },
      dishes: dishes.map((dish) => ({ ...dish, id: here(dish.id) })),
      ...(rest.standard ? { standard: { ...rest.standard, id: standard ?? rest.standard.id } } : {}),
    })),
  };
}

async function findByAccount(account: string): Promise<Unit> {
  const [claim] = await findClaims(service.deps.db, [account]);
  return getUnit(service.deps.db, claim?.unit ?? 0);
}

/** Writes a file with changed lines, with its old checksum or the right one. */
async function forge(change: (lines: string[]) => string[], isSigned = false): Promise<string> {
  const [...lines] = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const changed = change(lines);
  if (isSigned) {
    const body = changed
      .slice(0, -1)
      .map((line) => `${line}\n`)
      .join('');
    const end = JSON.parse(changed.at(-1) ?? '');
    changed[changed.length - 1] = JSON.stringify({ ...end, sha256: createHash('sha256').update(body).digest('hex') });
  }
  const path = join(folder, `${++made}.jsonl`);
  await writeFile(path, `${changed.join('\n')}\n`);
  return path;
}

const readHashes = async ({ deps }: TestService, unit: number) =>
  (await listScreens(deps.db, unit)).map(({ hash }) => hash);

async function expectHealthy(of: TestService): Promise<void> {
  expect((await examineTable(of.deps.env)).findings).toEqual([]);
}

describe('a unit that is exported and imported', () => {
  it('reads the same beside the original, under other names', async () => {
    const outcome = await bringIn(BESIDE);
    expect(outcome).toEqual({
      unit: expect.any(Number),
      account: 'copy',
      isOpen: true,
      isResumed: false,
      users: 3,
      members: new Map([
        ['dish', DISHES - 3],
        ['menu', 4],
        ['record', 4],
        ['screen', 2],
      ]),
      missingStandards: [],
    });
    const again = await writeOut(service.deps.db, outcome.unit);
    expect(await readFacts(again, BESIDE)).toEqual(await readFacts(file));
    expect((await getStandard(service.deps.db, 1)).vendors).toEqual([school.id, outcome.unit]);
    // The addresses of its screens lead to the original.
    expect(await readHashes(service, outcome.unit)).toEqual([undefined, undefined]);
    await expectHealthy(service);
  });

  it('has the same labels, its dishes the same numbers, and its users their passwords', async () => {
    const { unit } = await bringIn({ account: 'twin', name: '孪生校', suffix: '-twin' });
    const token = await service.signIn('twin', PASSWORD);
    const labelOf = async (owner: number, reader: string) => {
      const ids = [1, 2, DISHES - 1].map((number) => owner * 1_000_000 + number).join(',');
      const { body, ...rest } = (await service.call('GET /api/dish/label', { ids }, { token: reader })).json;
      return { ...rest, body: body.map((one: { id: number }) => ({ ...one, id: one.id - owner * 1_000_000 })) };
    };
    const label = await labelOf(school.id, school.token);
    expect(label.body[0].component.length).toBeGreaterThan(0);
    expect(await labelOf(unit, token)).toEqual(label);
    const chef = await service.signIn('Chef.One-twin', PASSWORD);
    const { body } = (await service.call('GET /api/me', {}, { token: chef })).json;
    expect(body).toMatchObject({ vender: unit, roleId: unit * 1_000_000 + 3, roleName: 'Chef.One的角色' });
    await addDish({ ...plain, name: '下一道' }, token);
    const { content } = (await service.call('GET /api/dish', {}, { token })).json.body;
    expect(content[0]).toMatchObject({ id: unit * 1_000_000 + DISHES, name: '下一道' });
  });

  it('goes into another table under its own names, and names the missing standards', async () => {
    const { unit, missingStandards } = await bringIn({}, other);
    expect([unit, missingStandards]).toEqual([3, ['小学标准']]);
    const again = await readFacts(await writeOut(other.deps.db, unit));
    // The library's dish does not exist there, and must not become another one. A missing standard is left out.
    const elsewhere = (await readFacts(file))
      .filter((line) => (line as { type: string }).type !== 'standard')
      .map((line) => (isMenu(line) ? { ...line, ...asIn(line, 999_999), library: [], standard: 0 } : line));
    expect(again).toEqual(elsewhere);
    // Its screens keep their addresses.
    expect(await readHashes(other, unit)).toEqual(await readHashes(service, school.id));
    await expectHealthy(other);
  });

  it('names dishes of the library and standards by what they are called there, under whatever ids', async () => {
    const there = await startService();
    try {
      const setup = await Setup.set(there);
      const library = { ...setup.school, id: 0, token: setup.admin };
      const [name = ''] = (await readFacts(file)).flatMap((line) => (isMenu(line) ? (line.library[0]?.[1] ?? []) : []));
      const [wrong, right] = [
        await setup.createDish({ name: '另一道' }, library),
        await setup.createDish({ name }, library),
      ];
      await setup.createStandard();
      const standard = { name: '小学标准', vendors: [setup.school.id], overflow: '0.1' };
      const assigned = await createStandard(there.deps.db, standard);
      const { unit, missingStandards } = await bringIn({}, there);
      expect([missingStandards, wrong, right, assigned]).toEqual([[], 1, 2, 2]);
      expect((await getStandard(there.deps.db, assigned)).vendors).toEqual([setup.school.id, unit]);
      const menus = (await readFacts(await writeOut(there.deps.db, unit))).filter(isMenu);
      const expected = (await readFacts(file)).filter(isMenu).map((line) => ({
        ...line,
        ...asIn(line, right, assigned),
        library: line.library.map(() => [right, name]),
        standard: line.standard && assigned,
      }));
      expect(menus).toEqual(expected);
      const [{ number = 0 } = {}] = menus;
      const token = await there.signIn('School', PASSWORD);
      const analysisOf = async (of: TestService, owner: number, by: string) => {
        const id = owner * 1_000_000 + number;
        return (await of.call('GET /api/menu/analysis', { id, revision: 1 }, { token: by })).json.body.levels;
      };
      expect(await analysisOf(there, unit, token)).toEqual(await analysisOf(service, school.id, school.token));
      await expectHealthy(there);
    } finally {
      await there.stop();
    }
  });

  it('may have menus whose submissions take more than a line had before', async () => {
    const unit = await addUnit(service, 'lengthy');
    const long = (code: number) => ({ key: `${code}`.padStart(64, '长'), value: '1' });
    await createDishes(service.deps.db, unit, 30, (number) => {
      const ingredient = Array.from({ length: 100 }, (_, index) => long((number * 100 + index) % 2000));
      return { ...dish(`菜${number}`), ingredient };
    });
    const dishes = Array.from({ length: 30 }, (_, index) => unit * 1_000_000 + 1 + index);
    const items = dishes.map((dish) => ({ day: 1, meal: 'lunch' as const, dish, portion: '1' }));
    const facts = { name: '长', start: MONDAY, groups: [{ level: 'a', people: 1, factor: '1' }], items };
    const { db } = service.deps;
    const [ground, head] = [await readMenuGround(db, unit, items), await readMenusHead(db, unit)];
    const menu = await createMenu(db, unit, facts, { ground, head, now: NOW });
    const known = await readSubmissionGround(db, unit, menu);
    await submitMenu(db, unit, menu, { uid: 'lengthy', now: NOW, known, isMeant: () => true });
    const path = await writeOut(db, unit);
    expect(Math.max(...(await readFile(path, 'utf8')).split('\n').map(({ length }) => length))).toBeGreaterThan(
      200_000,
    );
    const outcome = await bringIn({ account: 'lengthy2', name: 'lengthy2' }, service, path);
    expect(outcome.members.get('menu')).toBe(1);
  });

  it('stays closed where it was', async () => {
    const closed = await addUnit(service, 'closed');
    await updateUnit(service.deps.db, closed, { status: false });
    const path = await writeOut(service.deps.db, closed);
    const { unit, isOpen } = await bringIn({ account: 'closed2', name: 'closed2' }, service, path);
    expect(isOpen).toBe(false);
    expect(await findUnit(service.deps.db, unit)).toMatchObject({ status: false, account: 'closed2' });
  });
});

describe('an import that is cut short', () => {
  it('goes on after any of its writes, closed until the last, and is healthy in between', async () => {
    const names = { account: 'cut', name: 'cut', suffix: '-cut' };
    let outcome: Awaited<ReturnType<typeof bringIn>> | undefined;
    // Unit, roles, users, marks, three times dishes, the standard: the last one opens it.
    let runs = 0;
    while (!outcome && runs < 8) {
      service.storeCalls.fault = cutAfterFirstWrite();
      outcome = await bringIn(names).catch((error) => {
        expect(error.message).toBe('cut');
        return undefined;
      });
      runs++;
      expect(await findByAccount('cut')).toMatchObject({
        status: false,
        importing: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      if (runs === 4) await expectHealthy(service);
    }
    expect([runs, outcome]).toEqual([8, undefined]);
    service.storeCalls.fault = () => undefined;
    outcome = await bringIn(names);
    expect(outcome).toMatchObject({ isOpen: true, isResumed: true });
    const unit = await findUnit(service.deps.db, outcome.unit);
    expect(unit).not.toHaveProperty('importing');
    const again = await writeOut(service.deps.db, outcome.unit);
    expect(await readFacts(again, names)).toEqual(await readFacts(file));
    await expectHealthy(service);
  });

  it('is not exported, and refuses what somebody has changed meanwhile', async () => {
    const names = { account: 'half', name: 'half', suffix: '-half' };
    const stop = () => {
      throw new Error('stop');
    };
    const options = { names, now: NOW, onMember: stop };
    await expect(importUnit(service.deps.db, file, options)).rejects.toThrow('stop');
    const { id: unit } = await findByAccount('half');
    await expect(writeOut(service.deps.db, unit)).rejects.toThrow(`The import of unit ${unit} is not finished`);
    await changeMarks(service.deps.db, unit, new Map([['added', '常用']]));
    await expect(bringIn(names)).rejects.toThrow(`Somebody changed unit ${unit} while it was imported: a mark`);
    expect(await findUnit(service.deps.db, unit)).toMatchObject({ status: false });
  });
});

describe('a file that is not as it was written', () => {
  const lineOf = (lines: string[], type: string) => lines.findIndex((line) => line.includes(`"type":"${type}"`));
  const cases: [string, (lines: string[]) => string[], boolean, RegExp][] = [
    ['is cut between lines', (lines) => lines.slice(0, 20), false, /is cut short: its last line is missing/],
    [
      'is cut within a line',
      (lines) => [...lines.slice(0, 5), lines[5]?.slice(0, 9) ?? ''],
      false,
      /line 6 is no JSON/,
    ],
    ['lacks a line', (lines) => lines.toSpliced(-12, 1), true, /has 66 of 67 lines "dish"/],
    ['says something else', (lines) => lines.map((line) => line.replace('菜9', '肉9')), false, /has been changed/],
    ['goes on', (lines) => [...lines, lines[1] ?? ''], false, /goes on behind its last line/],
    [
      'is of a later format',
      (lines) => lines.map((line) => line.replace('"format":1', '"format":2')),
      true,
      /has format 2: only 1 is understood/,
    ],
    ['is something else', () => ['{"name":"x"}'], false, /is no file of a unit/],
    [
      'has lines in disorder',
      (lines) => lines.toSpliced(lines.length - 1, 0, lines[lineOf(lines, 'mark')] ?? ''),
      true,
      /a mark does not belong here/,
    ],
    [
      'holds what no unit can have',
      (lines) => lines.map((line) => line.replace('"value":"100.5"', '"value":"-1"').replace('[25,28]', '[1]')),
      true,
      /roleItems\.0: is no permission item of a unit/,
    ],
    [
      'has a user whose role there is not',
      (lines) => lines.map((line) => line.replace('"role":3', '"role":9')),
      true,
      /Chef\.One has role 9, which there is not/,
    ],
  ];

  let before: Awaited<ReturnType<typeof dumpTable>>;
  beforeAll(async () => {
    before = await dumpTable(other);
  });

  it.each(cases)('%s: refused whole', async (_, change, isSigned, message) => {
    const names = { account: 'new', name: 'new', suffix: '-new' };
    await expect(bringIn(names, other, await forge(change, isSigned))).rejects.toThrow(message);
    expect(await dumpTable(other)).toEqual(before);
  });
});

describe('names', () => {
  it('that are taken are all named, and nothing is written', async () => {
    const before = await dumpTable(service);
    await expect(bringIn({})).rejects.toThrow(
      'Taken already: unit name School小学; account School; user ids Chef.One, helper. Nothing was written',
    );
    await expect(bringIn({ account: 'free', name: 'free' })).rejects.toThrow(
      'Taken already: user ids Chef.One, helper.',
    );
    await expect(bringIn({ account: 'free', suffix: '-free' })).rejects.toThrow('Taken already: unit name School小学.');
    await expect(bringIn({ account: 'HELPER-x', name: 'x', suffix: '-x' })).rejects.toThrow('Two users would have');
    await expect(bringIn({ account: 'x', name: 'x', suffix: 'x'.repeat(60) })).rejects.toThrow('can be no user id');
    expect(await dumpTable(service)).toEqual(before);
  });

  it('that are impossible, and unknown options, are refused', async () => {
    await expect(bringIn({ account: ' ' })).rejects.toThrow('--account takes 1 to 64 characters');
    expect(() => readExportOptions([])).toThrow('--unit takes the id of a unit');
    expect(() => readExportOptions(['--unit', '0'])).toThrow('--unit takes the id of a unit');
    expect(() => readImportOptions(['a', 'b'])).toThrow('Name one file');
    expect(() => readImportOptions(['a', '--region', 'x'])).toThrow('--region goes with --stage');
    expect(readImportOptions(['a', '--rename-uids=-x', '--help'])).toBeUndefined();
  });
});

describe('the commands', () => {
  it('write a file for its owner only, never over another, and bring one back', async () => {
    const { table, endpoint } = service.deps.env;
    const variables = { CATERING_TABLE: table, DYNAMODB_ENDPOINT: endpoint ?? '' };
    const out = join(folder, 'command.jsonl');
    const names = ['--account', 'cmd', '--name', 'cmd', '--rename-uids=-cmd'];
    const [exported, imported] = await Promise.all([
      launch('scripts/export/main.ts', ['--unit', String(school.id), '--out', out], variables).outcome,
      launch('scripts/import/main.ts', [file, ...names], variables).outcome,
    ]);
    expect(exported).toMatchObject({ code: 0, stderr: '' });
    expect(exported.stdout).toContain('3 users, 2 roles, 2 marks, 2 prices, 67 dishes');
    expect((await stat(out)).mode & 0o777).toBe(0o600);
    expect(imported).toMatchObject({ code: 0, stderr: '' });
    expect(imported.stdout).toMatch(
      /\nUnit \d+, account cmd: 3 users, 67 dishes, 4 menus, 4 records, 2 screens, as the file has them/,
    );
    const again = exportUnit(service.deps.db, { unit: school.id, path: out, now: NOW });
    await expect(again).rejects.toThrow(`Cannot write ${out}: it exists already`);
  });

  it('end where the unit changes while it is read', async () => {
    const { db } = service.deps;
    const unit = await addUnit(service, 'busy');
    const lines = readUnit(db, unit, '');
    expect((await lines.next()).value).toMatchObject({ type: 'unit', id: unit, account: 'busy' });
    await changeMarks(db, unit, new Map([['added', '常用']]));
    const readRest = async () => {
      for await (const line of lines) expect(line.type).not.toBe('mark');
    };
    await expect(readRest()).rejects.toThrow(`Unit ${unit} was changed while it was read`);
  });

  it('leave no file where there is no such unit', async () => {
    const before = await readdir(folder);
    await expect(writeOut(service.deps.db, 999)).rejects.toThrow('There is no unit 999');
    expect(await readdir(folder)).toEqual(before);
  });
});
