import { expect, it } from 'vitest';
import { writeDishWorkbook } from '../../../lib/sheets/dish-workbook.ts';
import { fullAllowance } from '../../../lib/spreadsheet/cell.ts';
import { readZip } from '../../../lib/spreadsheet/zip.ts';
import { dish } from '../../support/nouns/dish-content.ts';

it('of two thousand dishes with the longest names, and as many ingredients as an upload takes, is no larger than an upload may be when it is inflated', () => {
  const codes = Array.from({ length: 1700 }, (_, index) => String(100_000 + index));
  const foods = new Map(codes.map((code) => [code, '食材'.repeat(10)]));
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
  // Reading all of it would take seconds: it was refused because of its size.
  const allowance = fullAllowance();
  readZip('菜品.xlsx', writeDishWorkbook(dishes, foods), 1000, allowance);
  expect(allowance.bytes).toBeGreaterThan(0);
  expect(allowance.bytes).toBeLessThan(fullAllowance().bytes / 4);
});
