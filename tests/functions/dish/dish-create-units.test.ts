import { afterAll, describe, expect, it } from 'vitest';
import { DishBench, dishRecord, FACTOR, fullDish, fullDishRecord, plainDish } from '../../support/nouns/dishes.ts';
import { addSchool, addSignedIn, addUnit, failure, ICON, itemsWithout, SUCCESS } from '../../support/nouns/units.ts';
import { expectNoWrites } from '../../support/service/expect-no-writes.ts';
import { openPlatform } from '../../support/service/open.ts';

const { service, admin } = await openPlatform();
const bench = new DishBench(service, admin);
let serial = 0;
afterAll(() => bench.expectSound());

const create = (facts: Readonly<Record<string, string | number>>, token = bench.admin) =>
  bench.call('PUT /api/dish', { ...plainDish, ...facts }, token);
const unique = () => `菜${++serial}号`;

async function expectRefused(facts: Readonly<Record<string, string | number>>, body: unknown, token = bench.admin) {
  expect((await expectNoWrites(service, () => create(facts, token))).json).toEqual(body);
}

const school = await addSchool(service, 'school');
const others = [await addUnit(service, 'b'), await addUnit(service, 'c'), await addUnit(service, 'd')];

describe('PUT /api/dish creates one dish per unit of vendors', () => {
  it.each<[string, Record<string, string>]>([
    ['absent', {}],
    ['empty', { vendors: '' }],
  ])('%s: in the own unit of a business caller', async (_, vendors) => {
    const name = unique();
    expect((await create({ name, ...vendors }, school.token)).json).toEqual(SUCCESS);
    const [id = 0] = await bench.ids(name);
    expect(await bench.ids(name)).toEqual([id]);
    expect(await bench.getById(id)).toEqual(dishRecord(school.id, id % FACTOR, { name }));
  });

  it.each<[string, Record<string, string | number>]>([
    ['absent', {}],
    ['0', { vendors: 0 }],
  ])("%s: in the platform's library for the admin side", async (_, vendors) => {
    const name = unique();
    expect((await create({ name, ...vendors })).json).toEqual(SUCCESS);
    const [id = 0] = await bench.ids(name);
    expect(id).toBeLessThan(FACTOR);
    expect(await bench.getById(id)).toEqual(dishRecord(0, id, { name }));
  });

  it('a business caller may name its own unit', async () => {
    const name = unique();
    expect((await create({ name, vendors: `${school.id},${school.id}` }, school.token)).json).toEqual(SUCCESS);
    expect(await bench.ids(name)).toHaveLength(1);
  });

  it('several: the admin side gives each a dish of its own, each unit once, with the icon', async () => {
    const name = unique();
    const [b = 0, c = 0] = others;
    const facts = { ...fullDish, name, icon: ICON, vendors: `${c},0, ${b},${c}` };
    expect((await create(facts)).json).toEqual(SUCCESS);
    const ids = await bench.ids(name);
    expect(ids.map((id) => Math.floor(id / FACTOR))).toEqual([0, b, c]);
    for (const id of ids) {
      const expected = { ...fullDishRecord, name, icon: ICON };
      expect(await bench.getById(id)).toEqual(dishRecord(Math.floor(id / FACTOR), id % FACTOR, expected));
    }
  });

  it('ids are unit × 1,000,000 + a number in sequence within the unit, never given twice', async () => {
    const { id: unit, token } = await addSchool(service, 'sequence');
    const names = [unique(), unique(), unique(), unique()];
    for (const name of names.slice(0, 3)) await create({ name }, token);
    await bench.succeed('DELETE /api/dish', { ids: unit * FACTOR + 3 }, token);
    await create({ name: names[3] ?? '' }, token);
    expect((await bench.list(unit)).map(({ id, name }: { id: number; name: string }) => [id, name])).toEqual([
      [unit * FACTOR + 4, names[3]],
      [unit * FACTOR + 2, names[1]],
      [unit * FACTOR + 1, names[0]],
    ]);
  });

  it('20 at once in one unit all succeed, with dense ids', async () => {
    const { id: unit, token } = await addSchool(service, 'crowd');
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => create({ name: `${index}` }, token)));
    expect(answers.map(({ json }) => json)).toEqual(answers.map(() => SUCCESS));
    const dishes: { id: number; name: string }[] = await bench.list(unit);
    expect(dishes.map(({ id }) => id - unit * FACTOR)).toEqual(Array.from({ length: 20 }, (_, index) => 20 - index));
    expect(new Set(dishes.map(({ name }) => name)).size).toBe(20);
  });

  it('two dishes of one name are two dishes', async () => {
    const name = unique();
    await create({ name });
    await create({ name });
    expect(await bench.ids(name)).toHaveLength(2);
  });
});

describe('PUT /api/dish is all or nothing', () => {
  it('unknown units are 400 naming them all, and nothing is written', () =>
    expectRefused(
      { vendors: `${school.id},98,${others[0]},99` },
      failure(400, 'unknown_unit', ['vendors', { code: 'unknown', names: '98, 99' }]),
    ));

  it('an unknown unit among 40 is 400 naming it, and nothing is written', async () => {
    const units = await bench.addUnits(39, 'many');
    await expectRefused(
      { vendors: [...units, 9_999].join() },
      failure(400, 'unknown_unit', ['vendors', { code: 'unknown', names: '9999' }]),
    );
  });

  it('a deleted unit is unknown', async () => {
    const gone = await addUnit(service, 'gone');
    await bench.succeed('DELETE /api/vender', { vender: gone });
    const unknown = failure(400, 'unknown_unit', ['vendors', { code: 'unknown', names: `${gone}` }]);
    await expectRefused({ vendors: `${school.id},${gone}` }, unknown);
  });

  it.each<[string, () => string]>([
    ["another's", () => `${others[0]}`],
    ["the own and another's", () => `${school.id},${others[0]}`],
    ['the library', () => '0'],
    ['nobody’s', () => '99'],
  ])('a business caller that names %s is 403, whether the unit exists or not', (_, vendors) =>
    expectRefused({ vendors: vendors() }, failure(403, 'foreign_unit'), school.token),
  );

  it('a role without the item for new dishes is 403', async () => {
    const token = await addSignedIn(service, school.id, 'viewer', itemsWithout(school.id, 26));
    await expectRefused({}, failure(403, 'missing_permission'), token);
  });
});
