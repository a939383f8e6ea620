import { expect, it } from 'vitest';
import * as z from 'zod';
import { dishesOf } from '../../../lib/store/dish/dish.ts';
import { createDishes } from '../../../lib/store/dish/dish-placement.ts';
import { blockEntry, readHead } from '../../../lib/table/collection/collection.ts';
import { seedDishes } from '../../../scripts/seed/seed.ts';
import { blockOf, headKey, rowKey } from '../../../tables/keys.ts';
import { CEILING, callCold } from '../../support/costs/worst.ts';
import { openSetup } from '../../support/service/open.ts';
import { loadItems } from '../../support/table/bulk.ts';

/** Two blocks of the longest possible rows: one alone takes most of what a call may read. */
const DISHES = 1400;
const KEYWORD = '长99';

const { service, setup } = await openSetup();
const nameOf = (number: number) => `${'长'.repeat(90)}${number}`;

/** Creates the dishes. Only the first has a hundred ingredients: the others get rows as long as its own. */
async function createLong(unit: number): Promise<void> {
  const { db, env } = service.deps;
  const facts = { mark: '素菜', poly: '炒', month: [], iconFile: '', hasIcon: false, modify: 1 };
  const foods = Array.from({ length: 100 }, (_, index) => ({ key: `${index}`, value: '1' }));
  await createDishes(db, unit, DISHES, (number) => ({
    ...facts,
    name: nameOf(number),
    ingredient: number === 1 ? foods : [],
  }));
  const { partition, Row } = dishesOf(unit);
  const keys = Array.from({ length: DISHES }, (_, index) => rowKey(partition, index + 1));
  const made = z.array(Row).parse(await db.getMany(keys));
  const rows = made.map((row) => ({ ...row, codes: made[0]?.codes }));
  expect(rows[0]?.codes).toHaveLength(600);
  const head = await readHead(db, partition);
  const blocks = Object.entries(head.blocks).map(([block, [, version]]) => {
    const own = rows.filter(({ number }) => blockOf(number) === Number(block));
    return [block, blockEntry(version, own)];
  });
  await loadItems(env, [
    { ...headKey(partition), ...head, blocks: Object.fromEntries(blocks) },
    ...rows.map((row) => ({ ...rowKey(partition, row.number), ...row })),
  ]);
}

it('a search for which nobody has left copies is bounded, goes on where the one before ended, and then is right', async () => {
  const { school } = setup;
  await createLong(school.id);
  const call = { route: 'GET /api/dish', parameters: { keyword: KEYWORD }, options: { token: school.token } };
  const answers: string[] = [];
  while (answers.at(-1) !== 'success' && answers.length < 5) {
    const { answer, bill } = await callCold(setup, call);
    answers.push(answer);
    expect(bill.readUnits).toBeLessThanOrEqual(CEILING);
    expect(bill.writeUnits + bill.refillUnits).toBeLessThanOrEqual(CEILING);
  }
  expect(answers).toEqual(['unavailable', 'success']);
  const { content, totalElements } = await setup.succeed('GET /api/dish', call.parameters, school.token);
  const expected = Array.from({ length: DISHES }, (_, index) => nameOf(index + 1)).filter((name) =>
    name.includes(KEYWORD),
  );
  expect(totalElements).toBe(expected.length);
  expect(content.map(({ name }: { name: string }) => name)).toEqual(expected.toReversed().slice(0, 20));
}, 120_000);

it('a bulk load leaves the copies', async () => {
  const school = await setup.createSchool();
  await seedDishes(service.deps.db, school.id, 600, 1);
  const options = { token: school.token };
  for (const parameters of [{ keyword: '土豆' }, { ingredient: '045101' }]) {
    const { answer, bill } = await callCold(setup, { route: 'GET /api/dish', parameters, options });
    expect([parameters, answer, bill.refillUnits]).toEqual([parameters, 'success', 0]);
  }
});
