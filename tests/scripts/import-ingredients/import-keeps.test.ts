import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FoodFacts } from '../../../lib/domain/ingredient/food.ts';
import { classify } from '../../../lib/domain/ingredient/food-class.ts';
import { makeMedianFinder, mergeFood } from '../../../lib/domain/ingredient/food-merge.ts';
import { loadIngredients } from '../../../scripts/command/load-foods.ts';
import { loadStarterFoods, starterFoods } from '../../../scripts/command/starter.ts';
import { toFoods } from '../../../scripts/import-ingredients/food.ts';
import { toFindings } from '../../../scripts/import-ingredients/report.ts';
import { readTable } from '../../../scripts/import-ingredients/table-file.ts';
import starter from '../../../tables/starter/ingredients.json' with { type: 'json' };
import { food } from '../../support/nouns/foods.ts';
import { openSetup } from '../../support/service/open.ts';

/** The digital form of the national table: beside the project, not part of it. */
const TABLE = join(import.meta.dirname, '../../../../shared/food-composition');
const isThere = existsSync(TABLE);
const national = isThere
  ? toFoods(readdirSync(TABLE).map((name) => readTable(name, readFileSync(join(TABLE, name))))).foods
  : [];

const { service, setup } = await openSetup();
const { admin } = setup;
const { db } = service.deps;
await loadStarterFoods(db);

/** Values that the national table misprints, or that its digital form misreads, and the right ones of the starter. */
const MISPRINTS: readonly (readonly [code: string, key: string, right: string, wrong: string])[] = [
  ['031402', 'copper', '0.128', '5.57'],
  ['031402', 'cholesterol', '0', '5'],
  ['042110', 'vitamin-a-rae', '17.5', '35'],
  ['042206', 'potassium', '149', '32'],
  ['043126', 'potassium', '299', '19'],
  ['045332', 'potassium', '260', '15'],
  ['046008', 'vitamin-a-rae', '1.7', '3'],
  ['047104', 'vitamin-a-rae', '1.7', '3'],
  ['047203', 'potassium', '591', '25'],
  ['051019', 'potassium', '304', '20'],
  ['065012', 'potassium', '182', '18'],
  ['071015', 'phosphorus', '481', '4'],
  ['081129', 'water', '71.3', '74.7'],
  ['081131', 'water', '57.1', '60'],
  ['081215', 'iron', '3.35', '0.1'],
  ['081216', 'iron', '4.89', '0.1'],
  ['082115', 'water', '53.8', '58.8'],
  ['082116', 'water', '52.6', '57.6'],
  ['082119', 'iron', '2.32', '0.3'],
  ['103001x', 'selenium', '1.3', '0.04'],
  ['129008', 'phosphorus', '221', '19'],
];

const find = (code: string) => {
  const found = starterFoods.find((one) => one.code === code);
  if (!found) throw new RangeError(`no food ${code}`);
  return found;
};
const withValues = (code: string, values: Readonly<Record<string, string>>): FoodFacts => {
  const { source: _, ...facts } = find(code);
  return { ...facts, nutrients: { ...facts.nutrients, ...values } };
};
const findMedian = makeMedianFinder([...starterFoods, ...national.map(classify)]);
const merge = (changed: FoodFacts) => mergeFood(find(changed.code), changed, { findMedian });
const select = async (codes: string) =>
  (await service.call('GET /api/ingredient/select', { codes }, { token: admin })).json.body[0];
const post = (parameters: Record<string, string>) => service.call('POST /api/ingredient', parameters, { token: admin });

describe('a value that contradicts the others', () => {
  it.each(MISPRINTS)('%s %s: %s stays although a table has %s', async (code, key, right, wrong) => {
    const { changes } = await loadIngredients(db, [withValues(code, { [key]: wrong })]);
    expect(changes).toEqual([{ code, key, before: right, after: wrong, reason: expect.any(String) }]);
    expect((await select(code)).nutrients[key]).toBe(Number(right));
  });

  it('is one of the next column, where a cell was lost', async () => {
    const shifted = withValues('103001x', { selenium: '0.04', copper: '0.01' });
    expect(merge(shifted).changes).toEqual(
      ['selenium', 'copper'].map((key) => ({
        key,
        before: find('103001x').nutrients[key],
        after: shifted.nutrients[key],
        reason: 'is the value of the next column',
      })),
    );
  });

  it('is kJ beside other kcal: the one that goes with protein, fat and carbohydrate is loaded, or none', () => {
    const read = (...rows: string[]) => {
      const header = '编码,名称,类别,能量(kJ),能量(kcal),蛋白质(g),脂肪(g),碳水化合物(g)';
      return toFoods([readTable('a.csv', Buffer.from([header, ...rows].join('\n')))]);
    };
    const { foods } = read(
      ...['066201x,西瓜,水果类,108,31,0.5,0.3,6.8', '062101x,桃,水果类,212,42,0.6,0.1,10.1'],
      ...['A,面条,谷类,1550,99,10,,70', 'B,饼干,谷类,84,17,0.5,0.1,3.4', 'C,薤,蔬菜类,3,1,,,'],
    );
    expect(foods.map(({ nutrients }) => nutrients['energy'])).toEqual(['130', '176', undefined, '71', '3']);
  });

  it('replaces one that contradicts them too, and a right one replaces a wrong one', () => {
    const old = withValues('047203', { potassium: '25' });
    const right = mergeFood(old, withValues('047203', { potassium: '378' }), { findMedian });
    expect(right.food.nutrients['potassium']).toBe('378');
    expect(right.changes).toEqual([{ key: 'potassium', before: '25', after: '378', reason: undefined }]);
    expect(mergeFood(old, withValues('047203', { potassium: '23' }), { findMedian }).food.nutrients).toMatchObject({
      potassium: '23',
    });
  });

  it('is judged by foods of its class with as much water: what was dried says nothing', () => {
    const fresh = food('a', '甲', { potassium: '200', water: '90' }, { category: '蔬菜类' });
    const dried = ['b', 'c', 'd'].map((code) => ({ ...fresh, code, nutrients: { potassium: '2000', water: '10' } }));
    const changed = { ...fresh, nutrients: { ...fresh.nutrients, potassium: '210' } };
    const compare = (others: readonly FoodFacts[]) =>
      mergeFood(fresh, changed, { findMedian: makeMedianFinder(others) });
    expect(compare(dried)).toMatchObject({ food: { nutrients: { potassium: '210' } }, changes: [] });
    const tenfold = { ...changed, nutrients: { ...fresh.nutrients, potassium: '2000' } };
    const rules = {
      findMedian: makeMedianFinder([...dried, ...dried.map((one) => ({ ...fresh, code: `${one.code}2` }))]),
    };
    expect(mergeFood(fresh, tenfold, rules).food.nutrients['potassium']).toBe('200');
  });
});

describe.skipIf(!isThere)(
  'the national table over the starter (skipped where ../shared has no food-composition)',
  () => {
    it('puts no refused value back, and changes no value by much but one that nothing contradicts', () => {
      const merged = national.flatMap((row) => {
        const old = starterFoods.find(({ code }) => code === row.code);
        return old ? [{ old, ...mergeFood(old, row, { findMedian }) }] : [];
      });
      const refused = new Map(starter.foods.map((one) => [one.code, 'refused' in one ? (one.refused ?? []) : []]));
      for (const { old, food: now } of merged) {
        for (const key of refused.get(old.code) ?? [])
          expect([old.code, key, now.nutrients[key]]).toEqual([old.code, key, old.nutrients[key]]);
      }
      const differing = merged.flatMap(({ old, food: now }) =>
        Object.keys(now.nutrients)
          .filter((key) => now.nutrients[key] !== old.nutrients[key])
          .map((key) => `${old.code} ${key}: ${old.nutrients[key]} → ${now.nutrients[key]}`),
      );
      expect(differing).toEqual(['105004 vitamin-b1: 0.005 → 0.02']);
      const changedCells = merged.flatMap(({ old, changes }) =>
        changes.map(({ key, reason }) => [old.code, key, reason]),
      );
      for (const [code, key] of MISPRINTS) expect(changedCells).toContainEqual([code, key, expect.any(String)]);
      expect(changedCells).toContainEqual(['105004', 'vitamin-b1', undefined]);
    });
  },
);

describe('a value that was set by hand', () => {
  const figures = { energy: 1400, protein: 7, iron: 2 };
  const table = (code: string, nutrients: Record<string, string>, rest = {}) =>
    food(code, '手工', nutrients, { category: '试验', edible: '80', ...rest });
  const hand = async (code: string) => {
    const input = {
      code,
      name: '手工',
      category: '试验',
      nutrient: JSON.stringify(figures),
      allergens: '大豆',
      edible: '90',
    };
    expect((await service.call('PUT /api/ingredient', input, { token: admin })).status).toBe(200);
  };

  it('stays, whatever it is, until --replace overwrites it; the rest is filled in', async () => {
    await hand('H-1');
    const row = table('H-1', { energy: '1410', protein: '7', zinc: '1' }, { allergens: [] });
    const { changes } = await loadIngredients(db, [row]);
    const reason = 'was set by hand';
    expect(changes).toEqual([
      { code: 'H-1', key: 'energy', before: '1400', after: '1410', reason },
      { code: 'H-1', key: 'edible', before: '90', after: '80', reason },
      { code: 'H-1', key: 'allergens', before: '["大豆"]', after: '[]', reason },
    ]);
    expect(await select('H-1')).toMatchObject({
      ...{ nutrients: { ...figures, zinc: 1 }, edible: 90, allergens: ['大豆'] },
      source: { own: ['energy', 'protein', 'iron', 'edible'], import: ['zinc'] },
    });
    expect((await loadIngredients(db, [row], { replace: true, isDry: true })).changed).toEqual(['H-1']);
    expect((await loadIngredients(db, [row], { replace: true })).changes).toEqual([]);
    expect(await select('H-1')).toMatchObject({
      ...{ nutrients: { ...figures, energy: 1410, zinc: 1 }, edible: 80, allergens: [] },
      source: { own: ['protein', 'iron'], import: ['energy', 'zinc', 'edible'] },
    });
  });

  it('is one that POST has changed, of a food that came by an import, and one that it has taken away', async () => {
    await loadIngredients(db, [table('H-2', { energy: '1400', protein: '7', iron: '2' })]);
    expect((await select('H-2')).source).toEqual({ import: ['energy', 'protein', 'iron', 'edible'] });
    await post({ code: 'H-2', nutrient: '{"energy":1450,"protein":7}' });
    expect((await select('H-2')).source).toEqual({ own: ['energy'], import: ['protein', 'edible'] });
    const { changes } = await loadIngredients(db, [table('H-2', { energy: '1400', protein: '7.2', iron: '2' })]);
    expect(changes.map(({ key, before, after }) => [key, before, after])).toEqual([
      ['energy', '1450', '1400'],
      ['iron', 'unknown', '2'],
    ]);
    expect((await select('H-2')).nutrients).toEqual({ energy: 1450, protein: 7.2 });
  });
});

describe('the report', () => {
  it('tells both values of each change by more than a factor of 2, and of what stays, with file and row', async () => {
    const first = food('R-1', '甲', { calcium: '10', iron: '2', zinc: '1', copper: '0' });
    const second = { ...first, nutrients: { calcium: '21', iron: '4', zinc: '0.4', copper: '1' }, edible: '50' };
    await loadIngredients(db, [first]);
    const { changes } = await loadIngredients(db, [second], { isDry: true });
    const origin = { file: 'a.csv', row: 7 };
    expect(
      toFindings({ added: [], changed: [], unchanged: [], kept: [], changes }, new Map([['R-1', origin]])),
    ).toEqual(
      [
        ['calcium', '10', '21'],
        ['zinc', '1', '0.4'],
        ['copper', '0', '1'],
      ].map(([column, before, value]) => ({
        ...{ ...origin, kind: 'change', food: 'R-1', column, value },
        ...{ problem: `differs by more than a factor of 2; the catalogue has ${before}`, done: 'loaded' },
      })),
    );
    const kept = toFindings(
      await loadIngredients(db, [withValues('047203', { potassium: '25' })], { isDry: true }),
      new Map(),
    );
    expect(kept).toMatchObject([{ kind: 'kept', food: '047203', column: 'potassium', value: '25', done: '591 stays' }]);
  });

  it('names the sources of the starter: print, the USDA, and what is derived with what it is made of', async () => {
    const { source } = await select('047203');
    expect(source.print).toEqual(expect.arrayContaining(['energy', 'protein', 'vitamin-a', 'calcium', 'edible']));
    expect(source.usda).toContain('potassium');
    expect(source.print).not.toContain('potassium');
    expect(Object.keys(source)).toEqual(['print', 'usda']);
  });
});
