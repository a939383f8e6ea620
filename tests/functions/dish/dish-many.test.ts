import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INITIAL_CONFIG, Unit } from '../../../lib/domain/unit.ts';
import { toUnitItem } from '../../../lib/store/unit/unit.ts';
import { splitIntoBatches } from '../../../lib/table/batches.ts';
import { insertStep } from '../../../lib/table/steps.ts';
import { DishBench, FACTOR } from '../../support/nouns/dishes.ts';
import { badInput, failure, ICON, SUCCESS } from '../../support/nouns/units.ts';
import { expectNoWrites } from '../../support/service/expect-no-writes.ts';
import { openPlatform } from '../../support/service/open.ts';

const { service, admin } = await openPlatform();
const bench = new DishBench(service, admin);
/** Units that hold only dishes. */
const many = Array.from({ length: 501 }, (_, index) => 1001 + index);
const facts = { version: 1, account: '', status: true, config: INITIAL_CONFIG };

beforeAll(async () => {
  for (const ids of splitIntoBatches(many, 100)) {
    const units = ids.map((id) => Unit.parse({ ...facts, id, name: `${id}` }));
    await service.deps.db.write(units.map((unit) => insertStep(toUnitItem(unit))));
  }
});
afterAll(() => bench.expectSound());

const call = async (route: string, parameters: Readonly<Record<string, string | number>>) =>
  (await bench.call(route, parameters)).json;

async function expectUntouched(action: () => Promise<unknown>, body: unknown) {
  expect(await expectNoWrites(service, action)).toEqual(body);
}

/** One transaction places 16 and removes 24: the numbers are below and above these, and at the limit. */
describe.each([16, 17, 24, 25, 500])('%i units', (count) => {
  const name = `发给${count}`;
  const units = many.slice(0, count);
  let source = 0;
  let copies: number[] = [];

  it('each get exactly one dish by one copy', async () => {
    source = await bench.add(0, { name, icon: ICON });
    expect(await call('PUT /api/dish/copy', { id: source, vendors: units.join() })).toEqual(SUCCESS);
    copies = (await bench.ids(name)).filter((id) => id !== source);
    expect(copies.map((id) => Math.floor(id / FACTOR))).toEqual(units);
  });

  it('lose none of them where one more id of a DELETE is unknown', async () => {
    const ids = [...copies.slice(1), 77 * FACTOR + 1];
    const unknown = failure(404, 'dish_not_found', ['ids', { code: 'unknown', names: `${77 * FACTOR + 1}` }]);
    await expectUntouched(() => call('DELETE /api/dish', { ids: ids.join() }), unknown);
  });

  it('lose all of them by one DELETE', async () => {
    expect(await call('DELETE /api/dish', { ids: copies.join() })).toEqual(SUCCESS);
    expect(await bench.ids(name)).toEqual([source]);
  });
});

describe.each(['PUT /api/dish', 'PUT /api/dish/copy', 'POST /api/dish'])('%s', (route) => {
  const send = async (vendors: readonly number[]) => {
    const [id = 0] = await bench.ids();
    return call(route, {
      ...(route === 'PUT /api/dish' ? { name: '一', mark: '粥' } : { id }),
      vendors: vendors.join(),
    });
  };

  it('for 501 units is 400, and nothing is written', () =>
    expectUntouched(() => send(many), badInput(['vendors', { code: 'too_many', max: 500 }])));

  it('for 500 units with an unknown one among them is 400 naming it, and nothing is written', () => {
    const unknown = failure(400, 'unknown_unit', ['vendors', { code: 'unknown', names: '77' }]);
    return expectUntouched(() => send([...many.slice(0, 499), 77]), unknown);
  });
});

it('DELETE of 501 ids is 400', async () => {
  const problem = badInput(['ids', { code: 'too_many', max: 500 }]);
  await expectUntouched(() => call('DELETE /api/dish', { ids: many.join() }), problem);
});
