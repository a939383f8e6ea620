import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readDishWorkbook } from '../../../lib/sheets/dish-reading.ts';
import { writeDishWorkbook } from '../../../lib/sheets/dish-workbook.ts';
import { makeUploadBudget } from '../../../lib/spreadsheet/cell.ts';
import { readZip } from '../../../lib/spreadsheet/zip.ts';
import { dish } from '../../support/nouns/dish-content.ts';

it('of two thousand dishes with the longest names, and as many ingredients as an upload takes, is no larger than an upload may be when it is inflated', () => {
  const codes = Array.from({ length: 1700 }, (_, index) => String(100_000 + index));
  const foods = new Map(codes.map((code) => [code, { name: '食材'.repeat(10), others: [] }]));
  const dishes = Array.from({ length: 2000 }, (_, index) => ({
    ...dish('菜'),
    month: Array.from({ length: 12 }, (_, month) => month + 1),
    version: 1,
    vender: 9999,
    number: index + 1,
    name: `${'长'.repeat(96)}${1000 + index}`,
    ingredient: Array.from({ length: 10 }, (_, part) => ({
      key: codes[(index * 7 + part * 131) % codes.length] ?? '',
      value: `${1000 + ((index * 13 + part * 57) % 8999)}.5`,
      isMain: part === 0,
    })),
  }));
  // It is refused by its size: reading all of it would take seconds.
  const budget = makeUploadBudget();
  readZip(writeDishWorkbook(dishes, foods), 1000, budget);
  expect(budget.bytes).toBeGreaterThan(0);
  expect(budget.bytes).toBeLessThan(makeUploadBudget().bytes / 4);
});

it('saved by LibreOffice Calc has the same content: odd names, a hundred ingredients, none, uneven amounts', async () => {
  const foods = new Map(
    Array.from({ length: 100 }, (_, index) => [`0${10_000 + index}`, { name: `食材${index}`, others: [] }]),
  );
  const amounts = ['120.5', '0.1', '7', '1e-7', '100000', '0.30000000000000004', '33.333333333333336'];
  const ingredient = [...foods.keys()].map((key, index) => {
    const entry = { key, value: amounts[index % amounts.length] ?? '' };
    return index % 3 === 0 ? entry : { ...entry, isMain: index % 3 === 1 };
  });
  const names = [
    '=1+1',
    '+1',
    '@SUM(A1)',
    '012',
    '1e5',
    '2024-01-01',
    'TRUE',
    '_x0041_',
    'a  b',
    '（大份）',
    '5%',
    '1,000',
  ];
  const dishes = [...names, '长'.repeat(100), '𠮷'.repeat(100)].map((name, index) => ({
    ...dish(name),
    ingredient: index === 0 ? ingredient : ingredient.slice(index, index === 1 ? 1 : index + 2),
    month: index === 0 ? [1, 12] : [],
    vender: 9999,
    number: index + 1,
    version: index + 7,
  }));
  const known = new Map(dishes.map((one) => [one.number, one]));
  const plan = (bytes: Uint8Array) =>
    readDishWorkbook(9999, { name: 'd.xlsx', bytes }, { foodNamesByCode: foods }).planWrites(known, new Set());
  const expected = dishes.map(({ number, name, mark, poly, month, ingredient: parts }) => {
    return { number, facts: { name, mark, poly, month, ingredient: parts } };
  });
  const written = expected.map(({ number, facts }) => ({
    number,
    facts: { ...facts, meals: [], liking: null, notFor: null },
  }));
  expect(plan(writeDishWorkbook(dishes, foods))).toEqual(written);
  // A missing column changes nothing: the file is older than meals, likings and ages.
  const saved = join(import.meta.dirname, '../../fixtures/dishes-libreoffice.xlsx');
  expect(plan(await readFile(saved))).toEqual(expected);
});
