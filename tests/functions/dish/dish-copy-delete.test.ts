import { afterAll, describe, expect, it } from 'vitest';
import { DishBench, dishRecord, FACTOR, fullDish, fullDishRecord } from '../../support/nouns/dishes.ts';
import {
  addSchool,
  addSignedIn,
  addUnit,
  badInput,
  failure,
  ICON,
  itemsWithout,
  outcomes,
  SUCCESS,
} from '../../support/nouns/units.ts';
import { expectNoWrites } from '../../support/service/expect-no-writes.ts';
import { openPlatform } from '../../support/service/open.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

type Facts = Readonly<Record<string, string | number>>;

const { service, admin } = await openPlatform();
const bench = new DishBench(service, admin);
const facts = { ...fullDish, icon: ICON };
const kept = { ...fullDishRecord, icon: ICON };
afterAll(() => bench.expectSound());

const copy = async (parameters: Facts, token = bench.admin) =>
  (await bench.call('PUT /api/dish/copy', parameters, token)).json;
const remove = async (ids: readonly number[] | string, token = bench.admin) =>
  (await bench.call('DELETE /api/dish', { ids: String(ids) }, token)).json;
const unknownIds = (...ids: number[]) =>
  failure(404, 'dish_not_found', ['ids', { code: 'unknown', names: ids.join(', ') }]);
const create = (rest: Facts) => bench.succeed('PUT /api/dish', { ...facts, ...rest });
const newest = async (unit: number) => (await bench.list(unit))[0];

async function expectUntouched(action: () => Promise<unknown>, body: unknown) {
  expect(await expectNoWrites(service, action)).toEqual(body);
}

const school = await addSchool(service, 'school');
const other = await addSchool(service, 'other');

describe('PUT /api/dish/copy', () => {
  it.each<Facts>([{}, { vendors: '' }])(
    'with %j: a business caller gets a second dish beside its own',
    async (vendors) => {
      const id = await bench.add(school.id, facts);
      const source = await bench.getById(id);
      expect(await copy({ id, ...vendors }, school.token)).toEqual(SUCCESS);
      expect(await newest(school.id)).toEqual(dishRecord(school.id, (id % FACTOR) + 1, kept));
      expect((await newest(school.id)).modify).toBeGreaterThanOrEqual(source.modify);
      expect(await bench.getById(id)).toEqual(source);
    },
  );

  it("a business caller copies the library's into its own unit", async () => {
    const id = await bench.add(0, facts);
    expect(await copy({ id, vendors: school.id }, school.token)).toEqual(SUCCESS);
    expect(await newest(school.id)).toEqual(dishRecord(school.id, (await newest(school.id)).id % FACTOR, kept));
  });

  it("the admin side copies a unit's into the library where no unit is named", async () => {
    const id = await bench.add(school.id, facts);
    expect(await copy({ id })).toEqual(SUCCESS);
    expect(await newest(0)).toEqual(dishRecord(0, (await newest(0)).id, kept));
  });

  it('never overwrites: each copy is one more dish with an id of its own', async () => {
    const id = await bench.add(other.id, { ...facts, name: '同名' });
    for (let times = 0; times < 3; times++) await copy({ id, vendors: `${other.id},${school.id}` });
    const ids = await bench.ids('同名');
    expect(ids.filter((one) => Math.floor(one / FACTOR) === other.id)).toEqual([id, id + 1, id + 2, id + 3]);
    expect(ids).toHaveLength(7);
  });

  it('copies are independent of their source and of each other', async () => {
    const id = await bench.add(0, facts);
    await copy({ id, vendors: `${school.id},${other.id}` });
    const [a, b] = [await newest(school.id), await newest(other.id)];
    await bench.succeed('POST /api/dish', { id: a.id, name: '自己的', icon: '' }, school.token);
    await remove([id]);
    expect(await bench.getById(b.id)).toEqual(b);
    expect(await bench.getById(a.id)).toEqual(
      dishRecord(school.id, a.id % FACTOR, { ...kept, name: '自己的', icon: '' }),
    );
  });

  it("another unit's dish and one nobody has are the same 404 for a business caller, nothing written", async () => {
    const id = await bench.add(other.id);
    const absent = failure(404, 'dish_not_found');
    for (const one of [id, other.id * FACTOR + 9_999, school.id * FACTOR + 9_999]) {
      await expectUntouched(() => copy({ id: one }, school.token), absent);
    }
    await expectUntouched(() => copy({ id: 99 * FACTOR + 1 }), absent);
  });

  it('other units named by a business caller are 403, nothing written', async () => {
    const id = await bench.add(0);
    for (const vendors of [`${other.id}`, `${school.id},${other.id}`, '0', '99']) {
      await expectUntouched(() => copy({ id, vendors }, school.token), failure(403, 'foreign_unit'));
    }
  });

  it('a role without the item for new dishes is 403', async () => {
    const id = await bench.add(school.id);
    const token = await addSignedIn(service, school.id, 'no-create', itemsWithout(school.id, 26));
    await expectUntouched(() => copy({ id }, token), failure(403, 'missing_permission'));
  });

  it('id is required', () => expectUntouched(() => copy({}), badInput(['id', { code: 'required' }])));
});

describe('DELETE /api/dish', () => {
  const rest = async (unit: number) => (await bench.list(unit)).map(({ id }: { id: number }) => id);

  it('removes one with its icon and leaves the others', async () => {
    const ids = [await bench.add(school.id, facts), await bench.add(school.id, facts), await bench.add(school.id)];
    const before = await rest(school.id);
    expect(await remove([ids[1] ?? 0], school.token)).toEqual(SUCCESS);
    expect(await rest(school.id)).toEqual(before.filter((id: number) => id !== ids[1]));
    expect(await bench.getById(ids[1] ?? 0)).toEqual(failure(404, 'dish_not_found'));
  });

  it('removes several, each id counting once; the admin side those of several units', async () => {
    const [a, b, c] = [await bench.add(school.id, facts), await bench.add(other.id), await bench.add(0)];
    expect(await remove(`${a}, ${b},${c},${a}`)).toEqual(SUCCESS);
    const left = await bench.ids();
    expect([a, b, c].filter((id) => left.includes(id))).toEqual([]);
  });

  it('takes ids in the query string too', async () => {
    const id = await bench.add(school.id);
    const options = { token: school.token, deleteWith: 'query' } as const;
    expect((await service.call('DELETE /api/dish', { ids: id }, options)).json).toEqual(SUCCESS);
    expect(await bench.getById(id)).toEqual(failure(404, 'dish_not_found'));
  });

  it('a second time is 404 naming what is gone', async () => {
    const id = await bench.add(school.id);
    await remove([id]);
    await expectUntouched(() => remove([id]), unknownIds(id));
  });

  it('an unknown id among others is 404 naming it, and nothing is deleted', async () => {
    const ids = [await bench.add(school.id), await bench.add(school.id)];
    const [x, y] = [school.id * FACTOR + 9_999, 88 * FACTOR + 1];
    await expectUntouched(() => remove([...ids, x, y]), unknownIds(x, y));
    await expectUntouched(() => remove([x, ...ids], school.token), unknownIds(x));
  });

  it("another unit's or the library's is unknown to a business caller, and nothing is deleted", async () => {
    const [own, foreign, library] = [await bench.add(school.id), await bench.add(other.id), await bench.add(0)];
    await expectUntouched(() => remove([own, foreign, library], school.token), unknownIds(foreign, library));
  });

  it.each<[string, Parameters<typeof badInput>[0]]>([
    ['', ['ids', { code: 'empty' }]],
    ['1,x', ['ids', { code: 'ids' }]],
    ['-1', ['ids', { code: 'ids' }]],
    [Array(501).fill('1').join(), ['ids', { code: 'too_many', max: 500 }]],
  ])('ids of case %# are 400', (ids, problem) => expectUntouched(() => remove(ids), badInput(problem)));

  it('ids are required', async () => {
    expect((await bench.call('DELETE /api/dish', {})).json).toEqual(badInput(['ids', { code: 'required' }]));
  });

  it('a role without the item for deletion is 403', async () => {
    const id = await bench.add(school.id);
    const token = await addSignedIn(service, school.id, 'no-delete', itemsWithout(school.id, 28));
    await expectUntouched(() => remove([id], token), failure(403, 'missing_permission'));
  });

  it('60 of one unit: all are gone', async () => {
    const unit = await addUnit(service, 'sixty');
    for (let made = 0; made < 60; made++) await create({ name: '六十', vendors: unit });
    expect(await remove(await bench.ids('六十'))).toEqual(SUCCESS);
    expect(await rest(unit)).toEqual([]);
  });

  it('twice at the same moment: one succeeds, the other is told they are gone', async () => {
    const ids = [await bench.add(school.id), await bench.add(school.id, facts)].join();
    const answers = [1, 2].map(() => bench.call('DELETE /api/dish', { ids }));
    expect(outcomes(await Promise.all(answers))).toEqual(['200 success', '404 dish_not_found']);
  });
});

it('deleting a unit removes its dishes, rows and icons, and no copy of them elsewhere', async () => {
  const unit = await addUnit(service, 'closing');
  const id = await bench.add(unit, { ...facts, name: '随单位' });
  await bench.add(unit, { name: '随单位' });
  await copy({ id, vendors: school.id });
  await bench.succeed('DELETE /api/vender', { vender: unit });
  expect((await bench.ids('随单位')).map((one) => Math.floor(one / FACTOR))).toEqual([school.id]);
  const left = (await dumpTable(service)).filter(({ pk }) => String(pk).startsWith(`V#${unit}`));
  expect(left).toEqual([]);
  expect(await bench.getById(id)).toEqual(failure(404, 'dish_not_found'));
});
