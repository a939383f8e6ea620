import { isDeepStrictEqual } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { putStep } from '../../lib/table/steps.ts';
import { type RestoreOptions, restore } from '../../scripts/admin/restore.ts';
import { connect } from '../../scripts/command/target.ts';
import { examine } from '../../scripts/doctor/examine.ts';
import { printKey } from '../../scripts/doctor/survey.ts';
import { DEMO_PASSWORD } from '../../scripts/start/demo.ts';
import { ensureTable, openLocalClient } from '../../scripts/start/table.ts';
import { identifyKey } from '../../tables/item-kinds.ts';
import { deletionTaskKey, headKey, type Key, revisionKey, tableVersionKey, unitKey } from '../../tables/keys.ts';
import { isFullSize } from '../proofs/size.ts';
import { runInProcess } from '../support/commands/start.ts';
import { PICTURES } from '../support/nouns/phones.ts';
import { fillWithDemo } from '../support/service/demo.ts';
import { openPlatform } from '../support/service/open.ts';
import { dumpTable } from '../support/service/table-dump.ts';
import { loadItems } from '../support/table/bulk.ts';

type Item = Key & Readonly<Record<string, unknown>>;

const [SCHOOL, OTHER] = [2, 1];
/** At how many writes a run is cut short: at each third one, unless all is to be proven. */
const STEP = isFullSize ? 1 : 3;
/** A role of the other school. */
const ROLE = OTHER * 1_000_000 + 2;
const NAME = '杭州市明德初级中学';
const DISHES = `V#${SCHOOL}#DISH`;

let main: string;

const succeed = async (route: string, form: Readonly<Record<string, string | number>>, token: string) => {
  const { status, text, json, headers } = await service.call(route, form, { token });
  if (status !== 200) throw new Error(`${route}: ${text}`);
  return { body: json?.body, id: Number(headers['catering-ids']) };
};
const dump = async () => (await dumpTable(service)) as readonly Item[];
const other = () => ({ ...service.deps.env, table: from });

const { service, admin } = await openPlatform();
const screens: Readonly<Record<string, string>> = await fillWithDemo(service);
const from = `${service.deps.env.table}-then`;
await ensureTable(openLocalClient(service.deps.env.endpoint ?? '', service.deps.env.region), from);
main = await service.signIn('mingde', DEMO_PASSWORD);
await succeed('POST /api/vender', { venderId: SCHOOL, icon: PICTURES[0] }, admin);
await succeed('POST /api/dish', { id: SCHOOL * 1_000_000 + 1, icon: PICTURES[1] }, main);
const food = { code: 'MD-1', name: '自制辣椒油', category: '调味品类', nutrient: '{"energy":3000}' };
await succeed('PUT /api/ingredient', food, main);
const { content } = (await succeed('GET /api/menu', { pageSize: 100 }, main)).body;
const draft = content.find(({ state }: { state: string }) => state === '草稿');
await succeed('POST /api/menu/submit', { id: draft.id }, main);
const shown = content.find(({ published }: { published?: number }) => published !== undefined);
await succeed('POST /api/menu/people', { id: shown.id, day: 1, group: shown.groups[0].name, people: 3 }, main);
/** The table at the moment to which the other table is restored. */
const before = await dump();
await loadItems(other(), before);

/** Makes the table as it was. */
async function reset(to: readonly Item[]): Promise<void> {
  const [was, now] = [to, await dump()].map((all) => new Map(all.map((item) => [printKey(item), item])));
  const changed = to.filter((item) => !isDeepStrictEqual(item, now?.get(printKey(item))));
  await loadItems(
    service.deps.env,
    changed,
    [...(now?.values() ?? [])].filter((item) => !was?.has(printKey(item))),
  );
}

beforeEach(async () => {
  await reset(before);
  service.restart();
  main = await service.signIn('mingde', DEMO_PASSWORD);
});

const open = () => connect({ table: from, region: 'cn-north-1', endpoint: service.deps.env.endpoint }).db;
const bringBack = (more: Partial<RestoreOptions> = {}, unit = SCHOOL) =>
  restore(service.deps, unit, { source: open(), from, isSure: true, ...more }).finally(() => {
    process.exitCode = 0;
  });
const doctor = async () =>
  (await examine(service.deps.env)).findings.map(({ key, problem }) => `${printKey(key)} ${problem}`);
const deleteSchool = () => succeed('DELETE /api/vender', { vender: SCHOOL }, admin);

/** The entries of live menus of the school, and those whose revision is not there. */
async function findLiveEntries() {
  const items = await dump();
  const names = new Set(items.map(printKey));
  const live = items.filter(({ pk, sk }) => pk === `V#${SCHOOL}#MENU` && sk.startsWith('LIVE#'));
  const hasRevision = (item: Item) => {
    const { number = 0 } = identifyKey(item) ?? {};
    return names.has(printKey(revisionKey(SCHOOL, number, Number(item['revision']))));
  };
  return { live: live.map(printKey), withoutRevision: live.filter((item) => !hasRevision(item)).map(printKey) };
}

const isPublished = ({ published }: { readonly published?: number }) => published !== undefined;

/** Counts versions and moments, which rise, out of what must be the same. */
const RISING = ['version', 'epoch', 'changed', 'known'];
const passing = ['session', 'idempotency key', 'sign-in attempts', 'link', 'week head'];

/** The table without what never comes back or rises. */
async function stable(items?: readonly Item[]): Promise<unknown[]> {
  return (items ?? (await dump())).flatMap((item): unknown[] => {
    const { kind = '', unit } = identifyKey(item) ?? {};
    if (passing.includes(kind) || (kind === 'operation' && unit === 0)) return [];
    // Which code a bucket names first, nobody asks.
    const pairs = (item['pairs'] as string[] | undefined)
      ?.map((text, at, all) => `${all[at - (at % 2)]} ${text}`)
      .sort();
    const facts = Object.entries({ ...item, ...(pairs && { pairs }) }).filter(
      ([name]) => !RISING.includes(name) || kind === 'dish' || kind === 'menu',
    );
    const blocks = Object.entries((item['blocks'] ?? {}) as Record<string, number[]>).flatMap(([block, [count]]) =>
      count ? [[block, count]] : [],
    );
    return [{ ...Object.fromEntries(facts), ...(kind === 'head' ? { blocks } : {}) }];
  });
}

describe('admin restore', () => {
  it('tells what would come back of a unit that was deleted, and changes nothing without --yes', async () => {
    await deleteSchool();
    const deleted = await dump();
    const told = await bringBack({ isSure: false });
    expect(told).toEqual([
      `Unit 2, ${NAME} in ${from}: was deleted, comes back whole`,
      'noun      would come back  there before',
      'role      3                0',
      'dish      15               0',
      'menu      4                0',
      'record    7                0',
      'screen    3                0',
      'food      1                0',
      expect.stringMatching(/^log {7}\d+ +0$/),
      expect.stringMatching(/^mark {6}\d+ +0$/),
      expect.stringMatching(/^price {5}\d+ +0$/),
      'standard  1                0',
      'user      4                0',
      'Nothing is changed: --yes brings it back',
    ]);
    expect(await dump()).toEqual(deleted);
  });

  it('brings back a deleted unit whole: its users sign in, its screens show, and the doctor finds nothing', async () => {
    const page = async (name: string) =>
      (await service.call('GET /screen/{token}', { token: String(screens[name]).replace('/screen/', '') })).text;
    const names = ['mingde wall', 'mingde led', 'mingde phone'];
    const dishes = async () => (await succeed('GET /api/dish', { pageSize: 100, keyword: '' }, main)).body;
    service.stoppedAt = Date.now();
    const [shown, listed] = [await Promise.all(names.map(page)), await dishes()];
    await deleteSchool();
    expect((await service.call('POST /api/login', { uid: 'wujing', password: 'X' })).status).not.toBe(200);
    const told = await bringBack();
    expect(told[0]).toBe(`Unit 2, ${NAME} in ${from}: was deleted, comes back whole`);
    expect(await doctor()).toEqual([]);
    expect(await stable()).toEqual(await stable(before));
    // Sessions from before have ended with the unit.
    expect((await service.call('GET /api/me', {}, { token: main })).status).toBe(401);
    for (const uid of ['mingde', 'zhaolihua', 'wujing']) expect(await service.signIn(uid, DEMO_PASSWORD)).not.toBe('');
    main = await service.signIn('mingde', DEMO_PASSWORD);
    expect(await dishes()).toEqual(listed);
    expect(await Promise.all(names.map(page))).toEqual(shown);
    service.stoppedAt = undefined;
    const { content } = (await succeed('GET /api/vender', { keyword: '明德' }, admin)).body;
    expect(content.map(({ id, name }: { id: number; name: string }) => [id, name])).toEqual([[SCHOOL, NAME]]);
    const pending = (await succeed('GET /api/menu/review', { pending: 'true' }, admin)).body;
    expect(pending.content).toHaveLength(1);
  });

  it('gives new things new numbers after a unit came back, and readers that kept its rows see them', async () => {
    await deleteSchool();
    await bringBack();
    main = await service.signIn('mingde', DEMO_PASSWORD);
    const { id } = await succeed('PUT /api/dish', { name: '新菜', mark: '素菜', ingredient: '[]' }, main);
    expect(id).toBe(SCHOOL * 1_000_000 + 16);
    const { content } = (await succeed('GET /api/dish', { keyword: '新菜' }, main)).body;
    expect(content.map((dish: { id: number }) => dish.id)).toEqual([id]);
    expect(await doctor()).toEqual([]);
  });

  it('brings back only what is missing of a unit that is there, and leaves alone what has changed', async () => {
    const first = SCHOOL * 1_000_000 + 1;
    await succeed('POST /api/dish', { id: first + 1, name: '改名的菜' }, main);
    await succeed('DELETE /api/dish', { ids: `${first},${first + 4}` }, main);
    await succeed('DELETE /api/user', { uid: 'wujing' }, main);
    const [role] = (await succeed('GET /api/role', {}, main)).body.slice(-1);
    await succeed('DELETE /api/role', { roleId: role.id }, main);
    const [mark] = (await succeed('GET /api/ingredient/mark', {}, main)).body;
    await succeed('DELETE /api/ingredient/mark', { nutrient: mark.nutrient }, main);
    const [price] = (await succeed('GET /api/ingredient/price', {}, main)).body;
    await succeed('DELETE /api/ingredient/price', { nutrient: price.nutrient }, main);
    await succeed('DELETE /api/ingredient', { code: 'MD-1' }, main);
    const [screen] = (await succeed('GET /api/screen', {}, main)).body;
    await succeed('DELETE /api/screen', { id: screen.id }, main);
    const only = await bringBack({ only: ['dish'] });
    expect(only).toEqual([
      `Unit 2, ${NAME} in ${from}: is there as ${NAME}`,
      'noun  brought back  there before',
      'dish  2             13',
    ]);
    expect((await service.call('GET /api/user', {}, { token: main })).json.body).toHaveLength(3);
    expect(await doctor()).toEqual([]);
    const rest = await bringBack();
    const came = rest.map((line) => line.split(/ +/)).filter(([, count]) => count === '1');
    expect(came.map(([noun]) => noun)).toEqual(['role', 'screen', 'food', 'mark', 'price', 'user']);
    expect(await doctor()).toEqual([]);
    const others = ({ pk, sk }: Item) => pk !== `V#${SCHOOL}#LOG` && !(pk === DISHES && sk.endsWith('000002'));
    const [is, was] = [await dump(), before].map((items) => items.filter(others));
    expect(await stable(is)).toEqual(await stable(was));
    expect((await service.call('GET /api/dish', { id: first + 1 }, { token: main })).json.name).toBe('改名的菜');
    expect(await service.signIn('wujing', DEMO_PASSWORD)).not.toBe('');
  });

  it('brings back menus with plans, revisions and weeks', async () => {
    const { content } = (await succeed('GET /api/menu', { pageSize: 100 }, main)).body;
    for (const { id, state, published } of content) {
      if (state === '待审核') await succeed('POST /api/menu/withdraw', { id }, main);
      if (published !== undefined) await succeed('POST /api/menu/retract', { id, comment: '换' }, main);
      await service.call('DELETE /api/menu', { ids: id }, { token: main });
    }
    const left = (await succeed('GET /api/menu', { pageSize: 100 }, main)).body.content.length;
    const told = await bringBack({ only: ['menu'] });
    expect(told.at(-1)).toMatch(new RegExp(`^menu +${content.length - left} +${left}$`));
    expect(await doctor()).toEqual([]);
    expect((await succeed('GET /api/menu', { pageSize: 100 }, main)).body.content).toHaveLength(content.length);
  });

  it('writes the entry of a live menu after its revision, which screens read', async () => {
    const draft = { name: '草稿', groups: '[{"level":"轻体力","people":10}]' };
    for (let day = 1; day <= 8; day++) await succeed('PUT /api/menu', { ...draft, start: `2027-03-0${day}` }, main);
    const then = await dump();
    await loadItems(other(), then);
    const { content } = (await succeed('GET /api/menu', { pageSize: 100 }, main)).body;
    for (const { id, state, published } of content) {
      if (state === '待审核') await succeed('POST /api/menu/withdraw', { id }, main);
      if (published !== undefined) await succeed('POST /api/menu/retract', { id, comment: '换' }, main);
    }
    const ids = content.map(({ id }: { id: number }) => id).join(',');
    await succeed('DELETE /api/menu', { ids }, main);
    const seen: string[][] = [];
    for (let at = 1, isCut = true; isCut; at++) {
      let writes = 0;
      service.storeCalls.fault = (command) =>
        /^TransactWrite/.test(command) && writes++ >= at
          ? { when: 'before', error: new Error('the connection is cut') }
          : undefined;
      isCut = await bringBack({ only: ['menu'] }).then(
        () => false,
        () => true,
      );
      service.storeCalls.fault = () => undefined;
      const { live, withoutRevision } = await findLiveEntries();
      expect(withoutRevision).toEqual([]);
      seen.push(live);
    }
    expect([seen[0], seen.at(-1)?.length]).toEqual([[], content.filter(isPublished).length]);
    expect(await doctor()).toEqual([]);
    await loadItems(
      other(),
      before,
      then.filter((item) => !before.some((one) => printKey(one) === printKey(item))),
    );
  });

  it('keeps head and rows right while the service writes beside it', async () => {
    const ids = Array.from({ length: 10 }, (_, index) => SCHOOL * 1_000_000 + 2 + index);
    await succeed('DELETE /api/dish', { ids: ids.join(',') }, main);
    const cook = (name: string) => succeed('PUT /api/dish', { name, mark: '素菜', ingredient: '[]' }, main);
    await Promise.all([bringBack({ only: ['dish'] }), ...['甲', '乙', '丙', '丁', '戊', '己'].map(cook)]);
    expect(await doctor()).toEqual([]);
    expect((await succeed('GET /api/dish', { pageSize: 1 }, main)).body.totalElements).toBe(21);
  });

  it('does nothing the second time', async () => {
    await deleteSchool();
    await bringBack();
    const once = await dump();
    const told = await bringBack();
    expect(told.slice(2).every((line) => /^\w+ +0 +\d+$/.test(line))).toBe(true);
    expect(await dump()).toEqual(once);
  });

  it('is finished by the next run wherever it was cut short', { timeout: 600_000 }, async () => {
    await deleteSchool();
    const deleted = await dump();
    for (let at = 0; ; at += STEP) {
      await reset(deleted);
      let writes = 0;
      service.storeCalls.fault = (command) =>
        /^(TransactWrite|Update|Put|Delete)/.test(command) && writes++ >= at
          ? { when: at % 2 === 0 ? 'before' : 'after', error: new Error('the connection is cut') }
          : undefined;
      const isCut = await bringBack().then(
        () => false,
        () => true,
      );
      service.storeCalls.fault = () => undefined;
      if (!isCut) break;
      expect(writes).toBeGreaterThan(0);
      await bringBack();
      expect(await doctor()).toEqual([]);
      expect(await stable()).toEqual(await stable(before));
    }
  });

  it('refuses a name and a main account that somebody else has now, and changes nothing', async () => {
    await deleteSchool();
    await succeed('POST /api/vender', { venderId: OTHER, name: NAME }, admin);
    const taken = await dump();
    await expect(bringBack()).rejects.toThrow(`The name ${NAME} belongs to unit 1 now`);
    expect(await dump()).toEqual(taken);
    await succeed('POST /api/vender', { venderId: OTHER, name: '别名' }, admin);
    const yangguang = await service.signIn('yangguang', DEMO_PASSWORD);
    const password = 'BE56E057F20F883E';
    await succeed('PUT /api/user', { uid: 'MingDe', name: '同名', password, roleId: ROLE }, yangguang);
    await expect(bringBack()).rejects.toThrow('The main account mingde belongs to unit 1 now');
  });

  it('leaves out a user whose uid somebody else has now, and says whose', async () => {
    await deleteSchool();
    const yangguang = await service.signIn('yangguang', DEMO_PASSWORD);
    await succeed(
      'PUT /api/user',
      { uid: 'WuJing', name: '别人', password: 'BE56E057F20F883E', roleId: ROLE },
      yangguang,
    );
    const told = await bringBack();
    expect(told.at(-1)).toBe('Refused: user wujing: the uid belongs to unit 1 now');
    expect(await doctor()).toEqual([]);
    main = await service.signIn('mingde', DEMO_PASSWORD);
    const users = (await succeed('GET /api/user', {}, main)).body;
    expect(users.map(({ uid }: { uid: string }) => uid)).toEqual(['mingde', 'zhaolihua', 'sunzhiqiang']);
  });

  it('refuses while the deletion of the unit, or other work on it, is not finished', async () => {
    const { id } = await service.deps.db.get(unitKey(SCHOOL)).then((item) => ({ id: Number(item?.['id']) }));
    const task = { ...deletionTaskKey(id), id: `unit-${id}`, version: 1, failures: 0, kind: 'delete-unit', unit: id };
    await service.deps.db.write([putStep(task)]);
    await expect(bringBack()).rejects.toThrow('Its deletion is not finished: the hourly sweep finishes it');
    await service.deps.db.write([putStep({ ...task, kind: 'remove-dishes', ids: [SCHOOL * 1_000_000 + 3] })]);
    await expect(bringBack()).rejects.toThrow('Its task remove-dishes is not finished');
  });

  it('refuses a table that is no earlier state of this one', async () => {
    const head = before.find((item) => printKey(item) === printKey(headKey(DISHES)));
    await service.deps.db.write([putStep({ ...headKey(DISHES), ...head, next: 15 })]);
    await succeed('DELETE /api/dish', { ids: SCHOOL * 1_000_000 + 15 }, main);
    await expect(bringBack()).rejects.toThrow('no earlier state of this one, which never had a dish 15');
  });

  it('as a command: refuses the platform, an unknown unit, --only after a deletion, and a wrong mark on either side', async () => {
    const { table, endpoint = '' } = service.deps.env;
    const run = async (line: string, ...more: string[]) => {
      const args = [...line.split(' '), ...more, '--table', table];
      const { code, stdout, stderr } = await runInProcess(
        'scripts/admin/main.ts',
        args,
        { DYNAMODB_ENDPOINT: endpoint },
        '',
      );
      return `${code} ${stdout}${stderr}`.trim();
    };
    expect(await run(`restore 0 --from ${from}`)).toBe(
      '2 UNIT must be a unit\'s id from 1 on, since 0 is the platform, not "0"',
    );
    expect(await run('restore 2')).toMatch(/^2 --from takes the name/);
    expect(await run(`restore 99 --from ${from}`)).toBe(`1 There is no unit 99 in ${from}`);
    expect(await run('users 2 --yes')).toBe('2 --from, --only and --yes go with restore');
    expect(await run(`restore 2 --only soup --from ${from}`)).toMatch(
      /^2 --only takes role, dish, menu, .*, not "soup"$/,
    );
    await deleteSchool();
    expect(await run(`restore 2 --only dish --from ${from}`)).toBe(
      '1 Unit 2 was deleted: it comes back whole, without --only',
    );
    expect(await run(`restore 2 --from ${from}`, '--yes')).toMatch(/^0 Unit 2, .*: was deleted, comes back whole\n/);
    expect(await doctor()).toEqual([]);
    await loadItems(other(), [{ ...tableVersionKey, version: 2 }]);
    expect(await run(`restore 2 --from ${from}`)).toMatch(new RegExp(`^1 ${from} was begun by another release`));
    await loadItems(other(), [{ ...tableVersionKey, version: 3 }]);
    await loadItems(service.deps.env, [{ ...tableVersionKey, version: 2 }]);
    expect(await run(`restore 2 --from ${from}`)).toMatch(/^1 The table was begun by another release/);
  });
});
