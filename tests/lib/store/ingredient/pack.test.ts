import { afterEach, expect, it, vi } from 'vitest';
import type { FoodFacts, Ingredient } from '../../../../lib/domain/ingredient/ingredient.ts';
import { createDeps } from '../../../../lib/runtime/deps.ts';
import { findIngredients, ingredients, readCatalogueHead } from '../../../../lib/store/ingredient/ingredient.ts';
import { leavePacks } from '../../../../lib/store/ingredient/pack.ts';
import { leaveCopies } from '../../../../lib/table/collection/load.ts';
import { starterFoods } from '../../../../scripts/command/starter.ts';
import { examineTable } from '../../../../scripts/doctor/examine-table.ts';
import { loadIngredients } from '../../../../scripts/import-ingredients/load-foods.ts';
import { packKey } from '../../../../tables/keys.ts';
import { food } from '../../../support/nouns/foods.ts';
import { openService } from '../../../support/service/open.ts';
import type { TestService } from '../../../support/service/service.ts';

/** Longer than a change of the catalogue may be only partly visible. */
const RESTED_MS = 25_000;

const open = () => openService();
afterEach(() => {
  vi.restoreAllMocks();
});

/** What a function that has just started finds of these codes, and its cost. */
async function find(service: TestService, codes: readonly string[]) {
  const { db } = createDeps(service.deps.env, (client) => service.storeCalls.observe(client));
  const head = await readCatalogueHead(db);
  return service.storeCalls.record(() => findIngredients(db, codes, head));
}

function rest() {
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + RESTED_MS);
}

const make = (count: number): FoodFacts[] =>
  Array.from({ length: count }, (_, index) => food(`code-${index}`, `食材${index}`, { protein: `0.${index}` }));
const codesOf = (foods: readonly FoodFacts[]) => foods.map(({ code }) => code);
const packs = async ({ deps: { db } }: TestService, count: number) =>
  (await db.getMany(Array.from({ length: count }, (_, pack) => packKey(pack)))).map((item) => item?.['version']);

async function load(service: TestService, foods: readonly FoodFacts[]) {
  await loadIngredients(service.deps.db, foods);
  await leaveCopies(service.deps.db, ingredients);
}

const facts = (found: ReadonlyMap<string, Ingredient>) =>
  [...found.values()].map(({ version: _, number: __, ...rest }) => rest);

it('the starter catalogue is read out of three items, all that is known of its foods', async () => {
  const service = await open();
  await load(service, starterFoods);
  await leavePacks(service.deps.db);
  const { result, bill, calls } = await find(service, codesOf(starterFoods));
  expect(facts(result)).toEqual(starterFoods);
  expect(bill.readUnits).toBeLessThanOrEqual(6);
  // The copy of the rows, then the packs.
  expect(calls.length).toBe(2);
});

it('a catalogue as large as the national table is read at 40 units', async () => {
  const foods = Array.from({ length: 1851 }, (_, index) => {
    const one = starterFoods[index % starterFoods.length];
    if (!one) throw new Error('no starter foods');
    return { ...one, code: `${index}`, nutrients: { ...one.nutrients, water: `${(index * 7919) % 10_000}` } };
  });
  const service = await open();
  await load(service, foods);
  await leavePacks(service.deps.db);
  const { result, bill } = await find(service, codesOf(foods));
  expect(result.size).toBe(foods.length);
  expect(facts(result).slice(0, 300)).toEqual(foods.slice(0, 300));
  expect(bill.readUnits).toBeLessThanOrEqual(40);
}, 120_000);

it('a few codes are read one by one: they leave no pack, and need none', async () => {
  const service = await open();
  await load(service, make(150));
  rest();
  const { result, bill } = await find(service, ['code-3', 'code-140', 'code-3']);
  expect([...result.keys()]).toEqual(['code-3', 'code-140']);
  expect(bill.readUnits).toBeLessThanOrEqual(5);
  expect(await packs(service, 2)).toEqual([undefined, undefined]);
});

it('a function that finds a pack missing leaves one with all its foods, once the last change of their block is wholly visible', async () => {
  const service = await open();
  await load(service, make(250));
  const wanted = ['code-0', 'code-1', 'code-2', 'code-3', 'code-4', 'unlisted'];
  expect([...(await find(service, wanted)).result.keys()]).toEqual(wanted.slice(0, 5));
  expect(await packs(service, 3)).toEqual([undefined, undefined, undefined]);
  rest();
  const first = await find(service, wanted);
  expect(first.bill.readUnits).toBeGreaterThanOrEqual(100);
  const [left, ...others] = await packs(service, 3);
  expect([typeof left, ...others]).toEqual(['number', undefined, undefined]);
  const next = await find(service, wanted);
  expect(next.bill.readUnits).toBeLessThanOrEqual(5);
  expect(facts(next.result)).toEqual(facts(first.result));
});

it('a changed food is read as it is, and its pack is made again', async () => {
  const service = await open();
  const foods = make(120);
  await load(service, foods);
  await leavePacks(service.deps.db);
  const changed = foods.map((one, index) => (index === 5 ? { ...one, nutrients: { protein: '99' } } : one));
  await loadIngredients(service.deps.db, changed);
  expect(facts((await find(service, codesOf(foods))).result)).toEqual(changed);
  const before = await packs(service, 2);
  rest();
  expect(facts((await find(service, codesOf(foods))).result)).toEqual(changed);
  expect(await packs(service, 2)).toEqual(before.map((version) => Number(version) + 1));
  expect(facts((await find(service, codesOf(foods))).result)).toEqual(changed);
});

it('a bulk load leaves no pack while a transaction is at work on it, nor one that lacks a food or is of two versions', async () => {
  const service = await open();
  const { db } = service.deps;
  await load(service, make(150));
  const [first] = Object.values((await readCatalogueHead(db)).blocks).map(([, version]) => version);
  const getIdle = db.getIdle.bind(db);
  vi.spyOn(db, 'getIdle').mockResolvedValueOnce(undefined);
  await leavePacks(db);
  expect(await packs(service, 2)).toEqual([undefined, first]);

  await loadIngredients(db, [food('more', '多')]);
  const query = db.query.bind(db);
  // As if the food added last were not visible yet.
  vi.spyOn(db, 'query').mockImplementationOnce(async (...args) => (await query(...args)).slice(0, -1));
  await leavePacks(db);
  expect(await packs(service, 2)).toEqual([undefined, first]);

  // Numbers 100 to 199 take two transactions, the second and the third. Somebody changes a food between them.
  await loadIngredients(db, make(260));
  let calls = 0;
  vi.spyOn(db, 'getIdle').mockImplementation(async (keys) => {
    calls += 1;
    if (calls === 3) await loadIngredients(db, [food('more', '多一些')]);
    return getIdle(keys);
  });
  await leavePacks(db);
  const [, second] = await packs(service, 2);
  expect([calls, second]).toEqual([4, first]);
  vi.restoreAllMocks();
  await leavePacks(db);
  const [latest] = Object.values((await readCatalogueHead(db)).blocks).map(([, version]) => version);
  expect(await packs(service, 3)).toEqual([latest, latest, latest]);
  expect((await examineTable(service.deps.env)).findings).toEqual([]);
});

it('a pack that is damaged is not believed, and replaced', async () => {
  const service = await open();
  const foods = make(30);
  await load(service, foods);
  await leavePacks(service.deps.db);
  const [version] = await packs(service, 1);
  await service.deps.db.putLatest({ ...packKey(0), version: Number(version), data: new Uint8Array([1, 2, 3]) });
  expect(facts((await find(service, codesOf(foods))).result)).toEqual(foods);
  await leavePacks(service.deps.db);
  const { bill } = await find(service, codesOf(foods));
  expect(bill.readUnits).toBeLessThanOrEqual(5);
});

it('more foods than one call reads, of which nobody has left packs, are told to come again until there are some', async () => {
  const service = await open();
  const foods = make(850);
  await load(service, foods);
  const all = () => find(service, codesOf(foods));
  await expect(all()).rejects.toMatchObject({ reason: 'unavailable' });
  expect((await find(service, codesOf(foods.slice(0, 400)))).result.size).toBe(400);
  rest();
  await expect(all()).rejects.toMatchObject({ reason: 'unavailable' });
  await expect(all()).rejects.toMatchObject({ reason: 'unavailable' });
  const { result, bill } = await all();
  expect(facts(result)).toEqual(foods);
  expect(bill.readUnits).toBeLessThanOrEqual(500);
});
