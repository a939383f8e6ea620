import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const STARTER = join(import.meta.dirname, '../../tables/starter');

interface Food {
  code: string;
  name: string;
  category: string;
  edible: number;
  source: string;
  derived?: string[];
  traces?: string[];
  nutrients: Record<string, string>;
}

interface Catalogue {
  sources: Record<string, { title: string; url: string; licence: string }>;
  foods: Food[];
}

/**
 * Foods whose energy the general factors miss: 豆薯 and 木耳（干）, whose carbohydrate is mostly fibre that the source
 * counts in full, and 柠檬, whose acid counts as carbohydrate.
 */
const OTHER_ENERGY = ['047102', '051013', '064302'];

/** Foods whose printed parts add up to less than 95 g: 白醋 (acetic acid is no part), 黑胡椒粉 and 白胡椒粉. */
const OTHER_MASS = ['209903', '209905', '209906'];

async function readStarter<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(join(STARTER, file), 'utf8'));
}

const { sources, foods } = await readStarter<Catalogue>('ingredients.json');
const nutrient = await readStarter<{ key: string }[]>('nutrients.json');
const known = nutrient.map(({ key }) => key);

/** The codes of the foods that fail `holds`. */
function failing(holds: (food: Food) => boolean): string[] {
  return foods.filter((food) => !holds(food)).map(({ code }) => code);
}

function amount(food: Food, key: string): number {
  return Number(food.nutrients[key] ?? 0);
}

/** Energy in kJ by the general factors, fibre counted apart from the rest of the carbohydrate. */
function factorEnergy(food: Food): number {
  const fibre = amount(food, 'fibre');
  return (
    17 * amount(food, 'protein') + 37 * amount(food, 'fat') + 17 * (amount(food, 'carbohydrate') - fibre) + 8 * fibre
  );
}

function mass(food: Food): number {
  return ['water', 'protein', 'fat', 'carbohydrate', 'ash'].reduce((sum, key) => sum + amount(food, key), 0);
}

describe('the starter catalogue of ingredients', () => {
  it('has at least 150 foods', () => {
    expect(foods.length).toBeGreaterThanOrEqual(150);
  });

  it('gives each food its own code in the form of the national table, in order', () => {
    const codes = foods.map(({ code }) => code);
    expect(codes.filter((code) => !/^\d{6}x?$/.test(code))).toEqual([]);
    expect(codes).toEqual([...new Set(codes)].sort());
  });

  it('gives each food its own name, a category and an edible share', () => {
    expect(new Set(foods.map(({ name }) => name)).size).toBe(foods.length);
    expect(failing(({ name, category }) => name.trim() !== '' && category.trim() !== '')).toEqual([]);
    expect(failing(({ edible }) => Number.isInteger(edible) && edible >= 1 && edible <= 100)).toEqual([]);
  });

  it('names for each food a record of a source it describes', () => {
    expect(
      failing(({ source }) => {
        const [id = '', record = ''] = source.split(':');
        return id in sources && /^\d{5}$/.test(record);
      }),
    ).toEqual([]);
    expect(Object.values(sources).filter(({ title, url, licence }) => !(title && url && licence))).toEqual([]);
  });
});

describe('the nutrients of the starter catalogue', () => {
  it('are at least 18 of each food, known ones, in decimal text', () => {
    expect(failing(({ nutrients }) => Object.keys(nutrients).length >= 18)).toEqual([]);
    expect(failing(({ nutrients }) => Object.keys(nutrients).every((key) => known.includes(key)))).toEqual([]);
    expect(
      failing(({ nutrients }) => Object.values(nutrients).every((value) => /^(0|[1-9]\d*)(\.\d+)?$/.test(value))),
    ).toEqual([]);
  });

  it('are there wherever they are marked as derived or as traces', () => {
    expect(failing(({ derived = [], nutrients }) => derived.every((key) => key in nutrients))).toEqual([]);
    expect(failing(({ traces = [], nutrients }) => traces.every((key) => nutrients[key] === '0'))).toEqual([]);
  });

  it('give the energy that the general factors give, within a quarter', () => {
    expect(
      failing((food) => {
        const energy = amount(food, 'energy');
        return energy <= 100 || Math.abs(energy - factorEnergy(food)) <= 0.25 * factorEnergy(food);
      }),
    ).toEqual(OTHER_ENERGY);
  });

  it('add up to the whole food', () => {
    expect(failing((food) => mass(food) >= 95 && mass(food) <= 105)).toEqual(OTHER_MASS);
  });
});
