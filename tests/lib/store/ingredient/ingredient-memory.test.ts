import { afterEach, expect, it, vi } from 'vitest';
import { findIngredients, readCatalogueHead } from '../../../../lib/store/ingredient/ingredient.ts';
import { loadIngredients } from '../../../../scripts/import-ingredients/load-foods.ts';
import { food } from '../../../support/nouns/foods.ts';
import { openService } from '../../../support/service/open.ts';
import { dumpTable } from '../../../support/service/table-dump.ts';

/** Longer than a change of the catalogue may be only partly visible. */
const RESTED_MS = 25_000;

const service = await openService();
const { db } = service.deps;
afterEach(() => {
  vi.restoreAllMocks();
});

const find = async (code: string) => (await findIngredients(db, [code], await readCatalogueHead(db))).get(code);
const load = (protein: string) => loadIngredients(db, [food('rice', '大米', { protein })]);
const dump = async () => (await dumpTable(service)).find(({ sk }) => sk === 'CODE#rice');

it('an ingredient that was read beside a change of the catalogue is read once more when that is over, and not again', async () => {
  await load('7.10');
  const before = await dump();
  await load('7.90');
  const after = await dump();
  const getMany = db.getMany.bind(db);
  const isFood = (keys: readonly { sk: string }[]) => keys.some(({ sk }) => sk === after?.['sk']);
  let foodReads = 0;
  // What a reader may see while only part of the transaction is visible: the new head and the old food.
  let shown = before;
  vi.spyOn(db, 'getMany').mockImplementation(async (keys, options) => {
    if (!isFood(keys)) return getMany(keys, options);
    foodReads += 1;
    return [{ ...shown, pk: String(shown?.['pk']), sk: String(shown?.['sk']) }];
  });
  expect((await find('rice'))?.nutrients).toMatchObject({ protein: '7.10' });
  shown = after;
  expect((await find('rice'))?.nutrients).toMatchObject({ protein: '7.10' });
  expect(foodReads).toBe(1);
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + RESTED_MS);
  expect((await find('rice'))?.nutrients).toMatchObject({ protein: '7.90' });
  expect((await find('rice'))?.nutrients).toMatchObject({ protein: '7.90' });
  expect(foodReads).toBe(2);
});
