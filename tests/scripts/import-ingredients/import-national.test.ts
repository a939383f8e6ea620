import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { findImpossible } from '../../../lib/domain/ingredient/plausibility.ts';
import { ratio } from '../../../lib/domain/values/ratio.ts';
import { type Foods, toFoods } from '../../../scripts/import-ingredients/food.ts';
import { readTable } from '../../../scripts/import-ingredients/table-file.ts';

/**
 * The digital form of the national table and figures read from its printed pages: beside the project, not part of it.
 */
const SHARED = join(import.meta.dirname, '../../../../shared');
const TABLE = join(SHARED, 'food-composition');
const FACTS = join(SHARED, 'starter-facts.json');
const hasBoth = existsSync(TABLE) && existsSync(FACTS);

const NOTHING: Foods = { rowCount: 0, foods: [], originByCode: new Map(), findings: [] };
const read = () => toFoods(readdirSync(TABLE).map((name) => readTable(name, readFileSync(join(TABLE, name)))));
const { rowCount, foods, findings } = hasBoth ? read() : NOTHING;

const Facts = z.object({
  foods: z.array(
    z.object({ code: z.string(), values: z.record(z.string(), z.string()), corrected: z.array(z.string()) }),
  ),
});
const facts = hasBoth ? Facts.parse(JSON.parse(readFileSync(FACTS, 'utf8'))).foods : [];

/** The table's keys by the catalogue's. Vitamin E is not the figure of one cell. */
const COLUMNS = {
  ...{ water: 'water', energyKJ: 'energy', protein: 'protein', fat: 'fat', CHO: 'carbohydrate' },
  ...{ dietaryFiber: 'fibre', cholesterol: 'cholesterol', ash: 'ash', vitaminA: 'vitamin-a-rae' },
  ...{ carotene: 'carotene', retinol: 'retinol', thiamin: 'vitamin-b1', riboflavin: 'vitamin-b2', niacin: 'niacin' },
  ...{ vitaminC: 'vitamin-c', Ca: 'calcium', P: 'phosphorus', K: 'potassium', Na: 'sodium', Mg: 'magnesium' },
  ...{ Fe: 'iron', Zn: 'zinc', Se: 'selenium', Cu: 'copper', Mn: 'manganese' },
};
const listCells = (corrected: readonly string[]) => corrected.filter((name) => name in COLUMNS);
/** Printed kJ that are those of another row: kcal, protein, fat and carbohydrate say so. */
const MISPRINTED = ['062101x energyKJ', '066201x energyKJ'];
const of = (code: string) => findings.filter(({ food }) => food === code);
const suspects = new Set(findings.filter(({ kind }) => kind === 'suspect').map(({ food }) => food));
const findValues = (code: string) => foods.find((food) => food.code === code)?.nutrients ?? {};

/** A printed value as the catalogue has it: traces are 0, unmeasured values are absent. */
function toValue(text = ''): string | undefined {
  const [plain] = /^\d+(?:\.\d+)?/.exec(text) ?? [];
  return text === 'Tr' ? '0' : plain && ratio(plain).toText();
}

/** Compares the loaded foods with print, cell by cell. */
function compare() {
  const result = { misread: 0, refused: 0, right: 0, missed: [] as string[], wrong: [] as string[], lost: 0, sound: 0 };
  for (const { code, values, corrected } of facts) {
    const loaded = findValues(code);
    for (const [column, key] of Object.entries(COLUMNS)) {
      const [printed, found] = [toValue(values[column]), loaded[key]];
      const isMisread = corrected.includes(column);
      const difference = `${code} ${column}: ${found}, printed ${values[column]}`;
      if (isMisread) {
        result.misread += 1;
        if (found === undefined) result.refused += 1;
        else if (found === printed) result.right += 1;
        else result.missed.push(difference);
      } else if (printed !== undefined) {
        result.sound += 1;
        if (found === undefined) result.lost += 1;
        else if (found !== printed && !MISPRINTED.includes(`${code} ${column}`)) result.wrong.push(difference);
      }
    }
  }
  return result;
}

describe.skipIf(!hasBoth)('the national table (skipped where ../shared has no food-composition)', () => {
  it('gives 1,849 foods of 1,851 rows: two of them are halves of others', () => {
    expect([rowCount, foods.length]).toEqual([1851, 1849]);
    expect(findings.filter(({ kind }) => kind === 'joined').map(({ food, problem }) => [food, problem])).toEqual([
      ['08110x', 'is the other half of row 12, 081110x'],
      ['08111x', 'is the other half of row 14, 081111x'],
    ]);
    expect(findings.filter(({ kind }) => ['file', 'column', 'row', 'duplicate'].includes(kind))).toEqual([]);
    expect(findValues('081110x')).toMatchObject({ protein: '20.7', niacin: '5.3', potassium: '305' });
  });

  it('has no value that no food has', () => {
    expect(foods.flatMap((food) => findImpossible(food).map(({ problem }) => `${food.code} ${problem}`))).toEqual([]);
  });

  it('has every row named that lacks a key, or has a text among its figures', () => {
    const bad = readdirSync(TABLE).flatMap((name) => {
      const table = z
        .array(z.record(z.string(), z.string()))
        .parse(JSON.parse(readFileSync(join(TABLE, name), 'utf8')));
      const isHalf = ({ foodName = '' }) => foodName === '猪肉（瘦，fat 8g）' || foodName === '猪肉（fat 12g）';
      return table.filter((row) => !isHalf(row) && !('riboflavin' in row && 'thiamin' in row && 'remark' in row));
    });
    const codes = bad.map(({ foodCode }) => foodCode);
    expect(codes.filter((code) => !suspects.has(code))).toEqual([]);
    expect(bad.filter((row) => !('riboflavin' in row))).toHaveLength(62);
    const withoutNumber = findings.filter(({ problem }) => problem === 'is no number').map(({ food }) => food);
    expect(withoutNumber.filter((code) => !suspects.has(code) && code !== '062207')).toEqual([]); // .Tr
  });

  it('has energy in kJ where the book has it in the column of kcal', () => {
    const swapped = findings.filter(({ problem }) => problem.startsWith('is kcal,'));
    expect(swapped.length).toBeGreaterThanOrEqual(65);
    for (const { food = '' } of swapped) expect(Number(findValues(food)['energy'])).toBeGreaterThan(50);
  });

  it('has at most 5 % of the sound rows suspected, and no sound value of the others lost or wrong', () => {
    const sound = facts.filter(({ corrected }) => listCells(corrected).length === 0);
    const suspected = sound.filter(({ code }) => suspects.has(code)).map(({ code }) => code);
    expect(sound.length).toBeGreaterThan(160);
    // 2.80 for 2.8; a table row without remark; 0 for 0.00.
    expect(suspected).toEqual(['045420', '043124', '012216']);
    expect(suspected.length).toBeLessThanOrEqual(sound.length * 0.05);
    const lost = facts.flatMap(({ code, values, corrected }) =>
      Object.entries(COLUMNS).filter(
        ([column, key]) =>
          !corrected.includes(column) &&
          !suspects.has(code) &&
          toValue(values[column]) !== undefined &&
          findValues(code)[key] === undefined,
      ),
    );
    expect(lost).toEqual([]);
    expect(compare().wrong).toEqual([]);
  });

  it('refuses the misread values but for few that are plausible in themselves and in their rows', () => {
    const { misread, refused, right, missed } = compare();
    expect(misread).toBe(refused + right + missed.length);
    expect(refused / misread).toBeGreaterThan(0.9);
    // Traces for what was not measured, and three small figures one column beside their own.
    expect(missed.filter((difference) => !/(retinol|vitaminA): 0, printed —$/.test(difference))).toEqual([
      '105004 thiamin: 0.02, printed —',
      '103001x Se: 0.04, printed 1.30',
      '103001x Cu: 0.01, printed 0.04',
    ]);
    const doubted = findings.filter(({ kind }) => kind === 'warning').map(({ food }) => food);
    expect(['105004', '103001x'].filter((code) => doubted.includes(code) || suspects.has(code))).toEqual([]);
  });

  it('has every finding with file, row, food, column, cell, and what was done', () => {
    for (const { file, row, food, problem, done } of findings) {
      expect([file, row, food, problem, done].every((one) => one !== undefined && one !== '')).toBe(true);
    }
    expect(of('042105').map(({ kind, column, value, done }) => [kind, column, value, done])).toEqual([
      ['cell', 'Fe', '-0.8', 'left unknown'],
    ]);
  });
});
