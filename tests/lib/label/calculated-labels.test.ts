import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import nutrients from '../../../tables/starter/nutrients.json' with { type: 'json' };
import { listLabels, readLabelRows, readNotes } from '../../support/files/labels.ts';
import { cook, food, stock, withEdition } from '../../support/nouns/foods.ts';
import { addSchool } from '../../support/nouns/units.ts';
import { openService } from '../../support/service/open.ts';
import { calculateComponents, calculateLabel, type Edition, editionRows, type Portion } from './label-calculator.ts';

const editions = ['2011', '2025'] as const;
/** Rows that every dish has. The foods of a sample also have a few others, so that all of them fit on A6. */
const USUAL = ['protein', 'fat', 'saturated-fat', 'carbohydrate', 'sugar', 'sodium'];
const KITCHENS = 8;
const FOODS = 8;
const DISHES = 25;
const SEED = 28_050;

const service = await openService();
let cooked = 0;

interface Food {
  readonly code: string;
  readonly values: Readonly<Record<string, string>>;
}
/** Numbers halfway between two intervals, by interval. */
const HALVES: Readonly<Record<string, string>> = { '1': '7.5', '0.1': '7.35', '0.01': '7.035' };
/** The foods in the catalogue, by code. */
const stocked = new Map<string, Food>();

async function stockAll(foods: readonly Food[]): Promise<void> {
  await stock(
    service,
    foods.map(({ code, values }) => food(code, code, values)),
  );
  for (const one of foods) stocked.set(one.code, one);
}

type Recipe = readonly (readonly [code: string, grams: string])[];

/** Creates dishes, and returns their ids. */
async function cookAll(recipes: readonly Recipe[]): Promise<string> {
  for (const recipe of recipes) {
    const grams = recipe.map(([code, weight]) => [code, Number(weight)] as const);
    await cook(service, school.token, '菜', grams);
  }
  return recipes.map(() => school.id * 1_000_000 + ++cooked).join(',');
}

/** The labels of dishes, printed by an edition. */
async function printAll(ids: string, edition: Edition): Promise<string[]> {
  const call = () => service.call('GET /api/dish/label.html', { ids }, { token: school.token });
  return listLabels((await withEdition(service, edition, call)).text);
}

const portionsOf = (recipe: Recipe): Portion[] =>
  recipe.map(([code, grams]) => ({ name: code, grams, values: stocked.get(code)?.values ?? {} }));

/**
 * Expects that each label of the service is what the calculator makes of the dish, and returns the number of compared
 * rows.
 */
async function expectAll(ids: string, recipes: readonly Recipe[], edition: Edition): Promise<number> {
  const pages = await printAll(ids, edition);
  const expected = recipes.map((recipe) => calculateLabel(portionsOf(recipe), edition));
  const printed = pages.map((page) => ({
    rows: readLabelRows(page).slice(1),
    missing: namesIn(readNotes(page).join('')),
  }));
  // A code that is not in the catalogue is named in any case, even if no row has a value.
  const unlisted = recipes.map((recipe) => recipe.map(([code]) => code).filter((code) => !stocked.has(code)));
  const named = expected.map(({ missing }, at) => [...new Set([...missing, ...(unlisted[at] ?? [])])].toSorted());
  expect(printed).toEqual(expected.map(({ rows }, at) => ({ rows, missing: named[at] })));
  return expected.flatMap(({ rows }) => rows).length;
}

/** The nutrients of the table that the catalogue has. */
const CATALOGUED = nutrients.map(({ key }) => key);

/** Expects that the labels for programs are what the calculator makes of the dishes. */
async function expectComponents(ids: string, recipes: readonly Recipe[], edition: Edition): Promise<void> {
  const call = () => service.call('GET /api/dish/label', { ids }, { token: school.token });
  const { body } = (await withEdition(service, edition, call)).json;
  const byName = (components: readonly { name: string }[]) => components.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const printed = body.map(({ component }: { component: { name: string }[] }) => byName(component));
  expect(printed).toEqual(
    recipes.map((recipe) => byName(calculateComponents(portionsOf(recipe), edition, CATALOGUED))),
  );
}

/** The codes of foods in a text. */
function namesIn(text: string): string[] {
  return [...new Set(text.match(/食材\d+-\d+|外购\d/g) ?? [])].toSorted();
}

const justAbove = (zero: string) => `${zero}${zero.includes('.') ? '' : '.'}001`;

const school = await addSchool(service, 'calculated');

describe.each(editions)('by the table of %s', (edition) => {
  const rows = editionRows(edition).filter(({ key }) => key !== 'energy');
  /** 100 g of a food with this value of each nutrient. The row's interval is known. */
  const expectOfEach = async (code: string, find: (row: (typeof rows)[number]) => string, grams = '100') => {
    // Half of the rows at a time: all rows and their notes do not fit on one page.
    const halves = [rows.slice(0, 18), rows.slice(18)];
    const foods = halves.map((half, at): Food => {
      const values = Object.fromEntries(half.map((row) => [row.key, find(row)]));
      return { code: `${code}-${edition}-${at}`, values };
    });
    await stockAll(foods);
    const recipes = foods.map((one) => [[one.code, grams]] as const);
    return expectAll(await cookAll(recipes), recipes, edition);
  };

  it('an amount at the limit of 0 is 0, in every row', () => expectOfEach('limit', ({ zero }) => zero));

  it('an amount just above it is not, in every row', () => expectOfEach('above', ({ zero }) => justAbove(zero)));

  it('exact halves are rounded up, in every row', () => expectOfEach('half', ({ interval }) => HALVES[interval] ?? ''));

  it('an amount slightly below a half is rounded down, in every row', () =>
    expectOfEach('hair', ({ interval }) => `${HALVES[interval]?.slice(0, -1)}49999`));

  it('an amount at the limit in 100 g, in a heavier and a lighter dish', async () => {
    await expectOfEach('large', ({ zero }) => zero, '250');
    await expectOfEach('small', ({ zero }) => zero, '37.5');
    await expectOfEach('more', ({ zero }) => justAbove(zero), '250');
    await expectOfEach('less', ({ zero }) => justAbove(zero), '37.5');
  });
});

/** A decimal: of any size, or near the limits of rounding and zero. */
const decimal = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 999 }))
    .map(([whole, others]) => `${whole}.${String(others).padStart(3, '0')}`),
  fc.constantFrom(
    '0',
    '0.05',
    '0.1',
    '0.15',
    '0.25',
    '0.3',
    '0.5',
    '0.501',
    '1.005',
    '2.5',
    '5',
    '8',
    '10',
    '17.45',
    '99.9',
  ),
);
const amount = fc.oneof(
  fc.integer({ min: 1, max: 400 }).map(String),
  fc.integer({ min: 1, max: 40_000 }).map((hundredths) => String(hundredths / 100)),
);

/** Foods with values of many nutrients, and dishes of them. Some dishes have a code that is not in the catalogue. */
function foodsAndDishes(number: number) {
  const others = editionRows('2025').flatMap(({ key }) => (key === 'energy' || USUAL.includes(key) ? [] : [key]));
  const keys = fc.shuffledSubarray(others, { minLength: 5, maxLength: 5 }).map((some) => [...USUAL, ...some]);
  const foods = keys.chain((all) =>
    fc.tuple(
      ...Array.from({ length: FOODS }, (_, index) =>
        fc
          .record(Object.fromEntries(all.map((key) => [key, fc.option(decimal, { nil: undefined, freq: 6 })])))
          .map((values): Food => ({ code: `食材${number}-${index}`, values: withoutGaps(values) })),
      ),
    ),
  );
  const codes = [...Array.from({ length: FOODS }, (_, index) => `食材${number}-${index}`), '外购1'];
  const entry = fc.tuple(fc.constantFrom(...codes), amount);
  const dish = fc.uniqueArray(entry, { minLength: 1, maxLength: 4, selector: ([code]) => code });
  return fc.record({ foods, dishes: fc.array(dish, { minLength: DISHES, maxLength: DISHES }) });
}

function withoutGaps(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

describe('25 random dishes', () => {
  const kitchens = Array.from({ length: KITCHENS }, (_, number) => number);

  it.each(kitchens)(
    'of sample %i have the rows that the calculator makes of them, and name what is missing and nothing else',
    async (number) => {
      const [{ foods, dishes } = { foods: [], dishes: [] }] = fc.sample(foodsAndDishes(number), {
        seed: SEED + number,
        numRuns: 1,
      });
      await stockAll(foods);
      const ids = await cookAll(dishes);
      // Six rows that every food may have, and some others.
      for (const edition of editions) {
        expect(await expectAll(ids, dishes, edition)).toBeGreaterThan(DISHES * 5);
        await expectComponents(ids, dishes, edition);
      }
    },
  );
});
