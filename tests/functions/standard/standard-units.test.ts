import { beforeAll, describe, expect, it } from 'vitest';
import { continueTasks } from '../../../lib/store/sweep.ts';
import { toUnitRow } from '../../../lib/store/unit/unit.ts';
import { headKey, rowKey, toBlockNumber, unitKey, unitsPartition } from '../../../tables/keys.ts';
import { addSchool, addUnit, badInput, DIGEST, failure, outcomes, SUCCESS } from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';
import { dumpTable } from '../../support/service/table-dump.ts';
import { loadItems } from '../../support/table/bulk.ts';

const MANY = 10_000;
const ROUNDS = 5;
/** The most bytes that the figures of one standard may take in the table. */
const MAX_BYTES = 340_000;

const { service, admin } = await openPlatform();
let made = 0;

type Parameters = Readonly<Record<string, string | number>>;
const call = (route: string, parameters: Parameters = {}, token = admin) => service.call(route, parameters, { token });
const change = (parameters: Parameters) => call('POST /api/nutrition', parameters);
const get = async (id: number, token = admin) => (await call('GET /api/nutrition/select', { id }, token)).json;
const vendorsOf = async (id: number) => (await get(id)).body.vendors;
const unknown = (names: string) => failure(400, 'unknown_unit', ['vendors', { code: 'unknown', names }]);

async function add(name: string, vendors: readonly number[]): Promise<number> {
  const wanted = vendors.join(',');
  const answer = await call('PUT /api/nutrition', { name, vendors: wanted || a.id, overflow: 0 });
  expect(answer.json).toEqual(SUCCESS);
  made += 1;
  if (wanted === '') expect((await change({ id: made, vendors: '' })).json).toEqual(SUCCESS);
  return made;
}

const a = await addSchool(service, 'hongqi');
const b = await addSchool(service, 'dongfeng');

describe('every id in `vendors` must exist', () => {
  it.each(['PUT /api/nutrition', 'POST /api/nutrition'])(
    '%s: 400 unknown_unit names those that do not',
    async (route) => {
      const id = await add('已有', [a.id]);
      const before = await dumpTable(service);
      const facts = { ...(route.startsWith('POST') ? { id } : {}), name: '改', overflow: 1 };
      for (const [vendors, names] of [
        ['777', '777'],
        [`888,${a.id},777,888`, '888, 777'],
        [`${b.id},0`, '0'],
      ] as const) {
        const answer = await call(route, { ...facts, vendors });
        expect([answer.status, answer.json]).toEqual([400, unknown(names)]);
      }
      expect(await dumpTable(service)).toEqual(before);
    },
  );

  it('a deleted unit does not', async () => {
    const gone = await addUnit(service, 'gone');
    await call('DELETE /api/vender', { vender: gone });
    expect((await call('PUT /api/nutrition', { name: 'x', vendors: gone, overflow: 0 })).json).toEqual(
      unknown(`${gone}`),
    );
  });
});

describe('deleting a unit', () => {
  it('takes it out of `vendors` of every standard, and leaves the rest of them', async () => {
    const unit = await addUnit(service, 'short-lived');
    const [both, alone, neither] = [await add('甲', [a.id, unit]), await add('乙', [unit]), await add('丙', [a.id])];
    await change({ id: both, foodCategoryDay: '{"谷类":1.50}' });
    expect((await call('DELETE /api/vender', { vender: unit })).json).toEqual(SUCCESS);
    expect(await Promise.all([both, alone, neither].map(vendorsOf))).toEqual([[a.id], [], [a.id]]);
    const text = (await call('GET /api/nutrition/select', { id: both })).text;
    expect(text).toContain('"name":"甲"');
    expect(text).toContain('"foodCategoryDay":{"谷类":1.50}');
    const page = (await call('GET /api/nutrition', { pageSize: 200 })).json.body;
    expect(page.content.flatMap(({ vendors }: { vendors: number[] }) => vendors)).not.toContain(unit);
    expect((await call('GET /api/nutrition/select', { vender: unit })).json).toEqual(failure(404, 'unit_not_found'));
  });

  it.each(['PUT /api/nutrition', 'POST /api/nutrition'])(
    'that races with %s leaves no assignment to it, in any order',
    async (route) => {
      for (let round = 0; round < ROUNDS; round++) {
        const unit = await addUnit(service, `race ${route} ${round}`);
        const id = route.startsWith('POST') ? await add('竞争', [a.id]) : undefined;
        const facts = { ...(id ? { id } : {}), name: '竞争', overflow: 0, vendors: `${a.id},${unit}` };
        const [assigned, deleted] = await Promise.all([
          call(route, facts),
          // Each begins at another moment of the other's work.
          new Promise((resolve) => setTimeout(resolve, 2 * round)).then(() =>
            call('DELETE /api/vender', { vender: unit }),
          ),
        ]);
        expect(deleted.json).toEqual(SUCCESS);
        expect([SUCCESS, unknown(`${unit}`)]).toContainEqual(assigned.json);
        if (route.startsWith('PUT') && assigned.status === 200) made += 1;
        const items = (await dumpTable(service)).filter(({ pk }) => pk === 'STANDARD');
        const vendors = items.flatMap((item) => (Array.isArray(item['vendors']) ? item['vendors'] : []));
        expect(vendors).not.toContain(unit);
      }
    },
  );
});

describe('an assignment is seen whole or not at all', () => {
  it('by readers of both units while it goes to and fro with the name and the figures', async () => {
    const states = [
      { name: '甲名', vendors: a.id, foodCategoryDay: '{"甲":1}' },
      { name: '乙名', vendors: b.id, foodCategoryDay: '{"乙":2}' },
    ] as const;
    const id = await add('甲名', [a.id]);
    await change({ id, ...states[0] });
    let isOver = false;
    const seen = new Set<string>();
    const read = async (unit: { id: number; token: string }, expected: string) => {
      while (!isOver) {
        const answers = await Promise.all([
          call('GET /api/nutrition/select', { id }, unit.token).then(({ json }) => json.body ?? json.reason),
          call('GET /api/nutrition/select', {}, unit.token).then(({ json }) => find(json.body, id)),
          call('GET /api/nutrition', { pageSize: 200 }, unit.token).then(({ json }) => find(json.body.content, id)),
          call('GET /api/nutrition', { keyword: '名' }, unit.token).then(({ json }) => find(json.body.content, id)),
        ]);
        for (const answer of answers) {
          if (answer === 'standard_not_found') continue;
          seen.add(expected);
          const { name, vendors, foodCategoryDay } = answer;
          expect(`${name} ${vendors} ${Object.keys(foodCategoryDay)}`).toBe(expected);
        }
      }
    };
    const readers = [read(a, `甲名 ${a.id} 甲`), read(b, `乙名 ${b.id} 乙`)];
    const written = [];
    for (let round = 1; round <= 8; round++) written.push((await change({ id, ...states[round % 2 ? 1 : 0] })).status);
    isOver = true;
    await Promise.all(readers);
    expect(new Set(written)).toEqual(new Set([200]));
    expect([...seen].sort()).toEqual([`乙名 ${b.id} 乙`, `甲名 ${a.id} 甲`]);
  });
});

/** The standard of the list, or the reason for which it is not found by its id. */
function find(records: { id: number }[], id: number) {
  // biome-ignore lint/suspicious/noExplicitAny: the tests compare whole bodies
  return (records.find((record) => record.id === id) ?? 'standard_not_found') as any;
}

describe('concurrent changes', () => {
  it('of different fields are all kept', async () => {
    const id = await add('并发', [a.id]);
    const changes = [
      { name: '并发改名' },
      { overflow: 0.75 },
      { vendors: `${a.id},${b.id}` },
      { foodCategoryDay: '{"日":1}' },
      { foodCategoryWeek: '{"周":2}' },
      { ingredient: '{"轻体力":{}}' },
    ];
    const answers = await Promise.all(changes.map((one) => change({ id, ...one })));
    expect(outcomes(answers)).toEqual(changes.map(() => '200 success'));
    expect((await get(id)).body).toEqual({
      id,
      name: '并发改名',
      vendors: [a.id, b.id],
      overflow: 0.75,
      foodCategoryDay: { 日: 1 },
      foodCategoryWeek: { 周: 2 },
      ingredient: { 轻体力: {} },
    });
  });

  it('of the same fields leave one of them whole', async () => {
    const id = await add('并发', []);
    const versions = [a.id, b.id].flatMap((unit) => [1, 2, 3].map((n) => ({ name: `${unit}-${n}`, vendors: unit })));
    const answers = await Promise.all(versions.map((one) => change({ id, ...one })));
    expect(outcomes(answers)).toEqual(versions.map(() => '200 success'));
    const { name, vendors } = (await get(id)).body;
    expect(versions.map((one) => `${one.name} ${one.vendors}`)).toContain(`${name} ${vendors}`);
    const row = (await call('GET /api/nutrition/select', { vender: vendors[0], keyword: name })).json.body;
    expect(row.map((one: { id: number }) => one.id)).toEqual([id]);
  });

  it('creations get ids of their own, and the total is exact', async () => {
    const before = (await call('GET /api/nutrition')).json.body.totalElements;
    const names = Array.from({ length: 12 }, (_, index) => `同时 ${index}`);
    const answers = await Promise.all(
      names.map((name) => call('PUT /api/nutrition', { name, vendors: a.id, overflow: 0 })),
    );
    expect(outcomes(answers)).toEqual(names.map(() => '200 success'));
    made += names.length;
    const found: { id: number; name: string }[] = (await call('GET /api/nutrition/select', { keyword: '同时' })).json
      .body;
    expect(found.map(({ id }) => id)).toEqual(names.map((_, index) => made - index));
    expect(found.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    expect((await call('GET /api/nutrition')).json.body.totalElements).toBe(before + names.length);
  });

  it('deletions of one: one 200, the others 404; a change beside them brings nothing back', async () => {
    const id = await add('删除', [a.id]);
    const [edited, ...deleted] = await Promise.all([
      change({ id, name: '复活' }),
      ...[1, 2, 3, 4].map(() => call('DELETE /api/nutrition', { id })),
    ]);
    expect(outcomes(deleted)).toEqual(['200 success', ...[1, 2, 3].map(() => '404 standard_not_found')]);
    expect([200, 404]).toContain(edited.status);
    expect(await get(id)).toEqual(failure(404, 'standard_not_found'));
    const rows = (await dumpTable(service)).filter(({ pk, number }) => pk === 'STANDARD' && number === id);
    expect(rows).toEqual([]);
  });
});

describe(`${MANY} units`, { timeout: 60_000 }, () => {
  const all = Array.from({ length: MANY }, (_, index) => index + 1);
  const isReal = (id: number) => id === a.id || id === b.id;

  beforeAll(async () => {
    await writeUnits();
  }, 60_000);

  /** Rows and head of the collection, and some items. Units that came and went before exist again. */
  async function writeUnits(): Promise<void> {
    const numbers = all.filter((number) => !isReal(number));
    const config = { breakfast: '30.00', lunch: '40.00', dinner: '30.00' };
    const items: object[] = numbers.flatMap((number) => {
      const facts = { account: `u${number}`, name: `第${number}小学`, category: '小学' };
      const unit = { ...unitKey(number), id: number, version: 1, status: true, expire: '2099-12-31', config, ...facts };
      return [
        { ...rowKey(unitsPartition, number), ...toUnitRow({ ...unit, hasIcon: false }) },
        ...(number > 9990 ? [unit] : []),
      ];
    });
    const blocks: Record<number, [number, number, number]> = {};
    for (const number of all)
      blocks[toBlockNumber(number)] = [(blocks[toBlockNumber(number)]?.[0] ?? 0) + 1, 100_000, 0];
    items.push({ ...headKey(unitsPartition), next: MANY + 1, total: MANY, blocks });
    await loadItems(service.deps.env, items);
  }

  it('can have one standard, by PUT and by POST, and lose it', async () => {
    const id = await add('全部', all);
    expect(await vendorsOf(id)).toEqual(all);
    expect((await get(id, a.token)).body.vendors).toEqual([a.id]);
    expect((await get(id, b.token)).body.vendors).toEqual([b.id]);
    const of = async (vender: number) =>
      (await call('GET /api/nutrition/select', { vender, keyword: '全部' })).json.body;
    expect(await of(MANY)).toHaveLength(1);
    expect((await change({ id, vendors: '' })).json).toEqual(SUCCESS);
    expect(await vendorsOf(id)).toEqual([]);
    expect(await of(MANY)).toEqual([]);
    expect((await change({ id, vendors: all.toReversed().join(',') })).json).toEqual(SUCCESS);
    expect(await vendorsOf(id)).toEqual(all);
    expect(await of(MANY)).toHaveLength(1);
    // A new unit of the standard's category is not the 10,001st.
    expect((await change({ id, unitCategories: '小学' })).json).toEqual(SUCCESS);
    const unit = { account: 'more', password: DIGEST, name: '多一所', category: '小学', expire: '2099-12-31' };
    expect((await call('PUT /api/vender', unit)).json).toEqual(SUCCESS);
    expect((await change({ id, unitCategories: '' })).json).toEqual(SUCCESS);
  });

  it('keep to the budget of 3 round trips, warm', async () => {
    const { result, roundTrips } = await service.storeCalls.record(() => change({ id: made, vendors: all.join(',') }));
    expect(result.json).toEqual(SUCCESS);
    expect(roundTrips).toBeLessThanOrEqual(3);
  });

  it('leave room for the largest figures that one standard can have', async () => {
    const wide = (level: number) => [
      `${'名'.repeat(45)}${level}`,
      Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`${'名'.repeat(47)}${index}`, { min: 1, max: 2 }])),
    ];
    const ranges = JSON.stringify(Object.fromEntries(Array.from({ length: 29 }, (_, level) => wide(level))));
    const amounts = '{"谷类":1}';
    const room = MAX_BYTES - Buffer.byteLength(ranges + amounts + amounts);
    const figures = { foodCategoryDay: amounts, foodCategoryWeek: amounts, ingredient: ranges + ' '.repeat(room) };
    const form = Object.entries({ id: made, ...figures }).map(([field, text]) => `${field}=${text}`);
    const over = await service.call('POST /api/nutrition', {}, { token: admin, rawBody: `${form.join('&')} ` });
    expect(over.json).toEqual(failure(413, 'payload_too_large'));
    const answer = await service.call('POST /api/nutrition', {}, { token: admin, rawBody: form.join('&') });
    expect(answer.json).toEqual(SUCCESS);
    expect(await vendorsOf(made)).toEqual(all);
  });

  it('are as many as one call takes: 10,001 is 400, and nothing is written', async () => {
    const before = await vendorsOf(made);
    const tooMany = badInput(['vendors', { code: 'too_many', max: MANY }]);
    for (const vendors of [
      [...all, MANY + 1],
      [...all, 1],
    ]) {
      const facts = { name: '过多', overflow: 0, vendors: vendors.join(',') };
      expect((await call('PUT /api/nutrition', facts)).json).toEqual(tooMany);
      expect((await change({ id: made, ...facts })).json).toEqual(tooMany);
    }
    expect(await vendorsOf(made)).toEqual(before);
    expect((await call('GET /api/nutrition/select', { keyword: '过多' })).json.body).toEqual([]);
  });

  it('of which 150 do not exist: 400 names the first hundred', async () => {
    const ids = [...all.slice(0, MANY - 150), ...Array.from({ length: 150 }, (_, index) => 50_000 + index)];
    const names = ids.slice(-150, -50).join(', ');
    expect((await change({ id: made, vendors: ids.join(',') })).json).toEqual(unknown(names));
  });

  it('lose one that is deleted', async () => {
    expect((await call('DELETE /api/vender', { vender: MANY })).json).toEqual(SUCCESS);
    // Changing a standard as large as this takes more than one call may spend.
    expect(await continueTasks(service.deps.db, () => false)).toEqual({ unfinishedCount: 0, failedCount: 0 });
    expect(await vendorsOf(made)).toEqual(all.slice(0, -1));
    expect((await get(made, a.token)).body.vendors).toEqual([a.id]);
  });

  it('are given to the standard at the same moment', async () => {
    const id = await add('同刻', []);
    let isOver = false;
    const seen = new Set<number>();
    const watch = async () => {
      while (!isOver) {
        const { vendors } = (await get(id)).body;
        seen.add(vendors.length);
        const [first, last] = await Promise.all([get(id, a.token), get(id, b.token)]);
        for (const json of [first, last]) expect([200, 404]).toContain(json.code);
      }
    };
    const watcher = watch();
    const most = all.slice(0, -1).join(',');
    for (const vendors of [most, '', most]) expect((await change({ id, vendors })).json).toEqual(SUCCESS);
    isOver = true;
    await watcher;
    for (const length of seen) expect([0, MANY - 1]).toContain(length);
  });
});
