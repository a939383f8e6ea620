import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Ratio, ratio } from '../../../lib/domain/values/ratio.ts';

const FIXTURE = join(import.meta.dirname, '../../fixtures/printed-foods.json');

/** A food as the starter catalogue's file has it. */
export interface StarterFood {
  code: string;
  name: string;
  category: string;
  edible: number;
  source: string;
  /** Nutrients from other sources, by source. */
  others?: Record<string, string[]>;
  /** Nutrients derived from others. */
  derived?: string[];
  traces?: string[];
  /** Nutrients whose printed value cannot be right. */
  refused?: string[];
  foodCategory?: { name: string; amount: string; counts: string };
  dark?: boolean;
  nutrients: Record<string, string>;
}

/** A food as the national table prints it. */
export interface PrintedFood {
  readonly code: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Nutrients by the column in which they are printed. */
const COLUMNS: Readonly<Record<string, string>> = {
  energyKJ: 'energy',
  protein: 'protein',
  fat: 'fat',
  CHO: 'carbohydrate',
  dietaryFiber: 'fibre',
  cholesterol: 'cholesterol',
  vitaminA: 'vitamin-a-rae',
  carotene: 'carotene',
  retinol: 'retinol',
  thiamin: 'vitamin-b1',
  riboflavin: 'vitamin-b2',
  niacin: 'niacin',
  vitaminC: 'vitamin-c',
  Ca: 'calcium',
  P: 'phosphorus',
  K: 'potassium',
  Na: 'sodium',
  Mg: 'magnesium',
  Fe: 'iron',
  Zn: 'zinc',
  Se: 'selenium',
  Cu: 'copper',
  Mn: 'manganese',
  water: 'water',
  ash: 'ash',
};

/** The printed foods that are stored with the tests. */
export async function readFixture(): Promise<PrintedFood[]> {
  const { columns, foods } = JSON.parse(await readFile(FIXTURE, 'utf8'));
  return foods.map((cells: string[]) => {
    const [code = ''] = cells;
    return { code, values: Object.fromEntries(cells.map((cell, index) => [columns[index], cell]).slice(1)) };
  });
}

/** Where the catalogue differs from print, one line each. */
export function findDeviations(foods: readonly StarterFood[], printed: readonly PrintedFood[]): string[] {
  const byCode = new Map(foods.map((food) => [food.code, food]));
  return printed.flatMap(({ code, values }) => {
    const food = byCode.get(code);
    if (!food) return [`${code} is missing`];
    const edible =
      values['edible'] === String(food.edible) ? [] : [`edible: ${values['edible']} printed, ${food.edible}`];
    const cells = Object.entries(COLUMNS).flatMap(([column, key]) => compareCell(food, key, values[column] ?? '—'));
    return [...edible, ...cells, ...compareVitaminA(food), ...compareVitaminE(food, values)].map(
      (problem) => `${code} ${problem}`,
    );
  });
}

function compareCell(
  { nutrients, traces = [], refused = [], others = {}, derived = [] }: StarterFood,
  key: string,
  cell: string,
) {
  const value = nutrients[key];
  const isOfOthers = Object.values(others).flat().includes(key) || derived.includes(key);
  if (refused.includes(key) || cell === '—') {
    return value === undefined || isOfOthers ? [] : [`${key}: not printed, ${value} of no source`];
  }
  if (isOfOthers) return [`${key}: ${cell} printed, but of another source`];
  if (cell === 'Tr') return value === '0' && traces.includes(key) ? [] : [`${key}: Tr printed, ${value}`];
  const isSame = value !== undefined && ratio(value).compare(cell.replace('*', '')) === 0 && !traces.includes(key);
  return isSame ? [] : [`${key}: ${cell} printed, ${value}`];
}

/** μg RE = 2 · μg RAE − retinol. */
function compareVitaminA({ nutrients }: StarterFood): string[] {
  const { 'vitamin-a': re, 'vitamin-a-rae': rae, retinol } = nutrients;
  const wanted = rae === undefined || retinol === undefined ? undefined : ratio(rae).plus(rae).minus(retinol);
  return isEqual(re, wanted) ? [] : [`vitamin-a: ${wanted?.toText()} follows, ${re}`];
}

/** mg α-TE = α + 0.1 · (β + γ), where α is printed. */
function compareVitaminE({ nutrients, others = {} }: StarterFood, values: PrintedFood['values']): string[] {
  const partOf = (cell = '—') => ratio(/^\d/.test(cell) ? cell : '0');
  const value = nutrients['vitamin-e'];
  if ((values['vitaminE1'] ?? '—') === '—') {
    return value === undefined || Object.values(others).flat().includes('vitamin-e')
      ? []
      : [`vitamin-e: unknown, ${value}`];
  }
  const wanted = partOf(values['vitaminE1']).plus(partOf(values['vitaminE2']).per(10));
  return isEqual(value, wanted) ? [] : [`vitamin-e: ${wanted?.toText()} follows, ${value}`];
}

function isEqual(value: string | undefined, wanted: Ratio | undefined): boolean {
  return value === undefined || wanted === undefined ? value === wanted : wanted.compare(value) === 0;
}
