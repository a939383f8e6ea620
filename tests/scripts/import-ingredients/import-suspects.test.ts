import { describe, expect, it } from 'vitest';
import { toFoods } from '../../../scripts/import-ingredients/food.ts';
import { readTable } from '../../../scripts/import-ingredients/table-file.ts';
import { writeBook } from '../../support/files/sheets.ts';

/** An invented row of the digital form of the national table, with consistent figures. */
const SOUND = {
  ...{ foodCode: '081901', foodName: '肉', edible: '100', water: '70.0', energyKCal: '138', energyKJ: '577' },
  ...{ protein: '20.0', fat: '6.0', CHO: '1.0', dietaryFiber: '0.0', cholesterol: '70', ash: '3.0' },
  ...{ vitaminA: '30', carotene: '0', retinol: '30', thiamin: '0.31', riboflavin: '0.10', niacin: '5.30' },
  ...{ vitaminC: 'Tr', vitaminETotal: '0.70', vitaminE1: '0.50', vitaminE2: '0.20', vitaminE3: 'Tr' },
  ...{ Ca: '8', P: '150', K: '300', Na: '60.0', Mg: '20', Fe: '2.1', Zn: '2.20', Se: '8.30', Cu: '0.06', Mn: '0.03' },
  remark: '北京',
};
const VALUES = {
  ...{ water: '70', energy: '577', protein: '20', fat: '6', carbohydrate: '1', fibre: '0', cholesterol: '70' },
  ...{ ash: '3', 'vitamin-a': '30', 'vitamin-a-rae': '30', carotene: '0', retinol: '30', 'vitamin-b1': '0.31' },
  ...{ 'vitamin-b2': '0.1', niacin: '5.3', 'vitamin-c': '0', 'vitamin-e': '0.52', calcium: '8', phosphorus: '150' },
  ...{ potassium: '300', sodium: '60', magnesium: '20', iron: '2.1', zinc: '2.2', selenium: '8.3', copper: '0.06' },
  manganese: '0.03',
};
const texts: Row = SOUND;
const values: Row = VALUES;
/** The keys of the two pages of a food. */
const KEYS = Object.keys(SOUND).slice(2);
const PAGES = [KEYS.slice(0, KEYS.indexOf('niacin')), KEYS.slice(KEYS.indexOf('niacin'))];
type Row = Readonly<Record<string, string | undefined>>;

const read = (rows: readonly Row[], file = 'merged-畜肉类及其制品-猪.json') =>
  toFoods([readTable(file, Buffer.from(JSON.stringify(rows)))]);
/** Added to complete rows: a table has the columns that any of its rows has. */
function readOne(row: Row) {
  const { foods, findings } = read([{ ...SOUND, foodCode: '081902' }, row]);
  const own = findings.filter(({ row: number }) => number === 2);
  return { nutrients: foods[1]?.nutrients, edible: foods[1]?.edible, own };
}
const without = (...keys: string[]) => Object.fromEntries(Object.entries(SOUND).filter(([key]) => !keys.includes(key)));
const left = (...lost: (keyof typeof VALUES)[]) =>
  Object.fromEntries(Object.entries(VALUES).filter(([key]) => !lost.some((one) => one === key)));
const shifted = ({ nutrients, own }: ReturnType<typeof readOne>) => ({
  nutrients,
  suspect: own.filter(({ kind }) => kind === 'suspect').map(({ column, value, done }) => [column, value, done]),
});

describe('a row of the national table', () => {
  it('is loaded as it is if nothing speaks against it', () => {
    expect(readOne(SOUND)).toEqual({ nutrients: VALUES, edible: '100', own: [] });
  });

  it('with a place among its minerals is loaded without them', () => {
    // The cell of calcium was lost: 122104 was read like this.
    const row = { ...SOUND, ...{ Ca: '150', P: '300', K: '60', Na: '20', Mg: '2', Fe: '2.2', Zn: '8.30' } };
    const found = shifted(readOne({ ...row, Se: '0.06', Cu: '0.03', Mn: '北京' }));
    const lost = ['calcium', 'phosphorus', 'potassium', 'sodium', 'magnesium', 'iron', 'zinc', 'selenium'] as const;
    expect(found).toEqual({
      nutrients: left(...lost, 'copper', 'manganese'),
      suspect: [['Mn', '北京', 'left unknown: vitaminE3, Ca, P, K, Na, Mg, Fe, Zn, Se, Cu']],
    });
  });

  it('that lacks a key is loaded without what nothing confirms on that page', () => {
    // B1 was read as retinol, as in 012212. Energy and its parts confirm what is before vitamin A.
    const row = { ...without('riboflavin'), vitaminA: '0', carotene: '30', retinol: '0.31', thiamin: '0.10' };
    const found = shifted(readOne(row));
    const lost = ['vitamin-a', 'vitamin-a-rae', 'carotene', 'retinol', 'vitamin-b1', 'vitamin-b2'] as const;
    expect(found).toEqual({
      nutrients: left(...lost),
      suspect: [['retinol', '0.31', 'left unknown: vitaminA, carotene, retinol, thiamin']],
    });
    expect(readOne(row).own.map(({ problem }) => problem)).toEqual([
      'cells may stand beside their column: this does not belong there, the row has no riboflavin',
    ]);
    expect(readOne(without('remark')).own.map(({ problem }) => problem)).toEqual([
      'cells may stand beside their column: the row has no remark',
    ]);
    expect(shifted(readOne(without('remark')))).toMatchObject({
      suspect: [['', '', expect.stringContaining('left unknown: vitaminE3, Ca, P,')]],
    });
  });

  it.each([
    ['K', '15.8'],
    ['Mg', '6.5'],
    ['Fe', '7.12'],
    ['Na', '20.55'],
    ['Zn', '0'],
    ['Se', '8.301'],
  ])('with other decimals than those of %s is suspect: %s', (column, value) => {
    const { own, nutrients } = readOne({ ...SOUND, [column]: value });
    expect(own.map(({ kind, column: of, value: cell }) => [kind, of, cell])).toEqual([['suspect', column, value]]);
    expect(nutrients).not.toHaveProperty('potassium');
    expect(nutrients).toMatchObject({ protein: '20', niacin: '5.3', 'vitamin-e': '0.52' });
  });

  it.each(PAGES)(
    'that lost any cell of a page is suspect, and no value of a neighbour is loaded: from %s',
    (...page) => {
      for (const [index, lost] of page.slice(0, -1).entries()) {
        const cells = page.map((_, at) => texts[page[at < index ? at : at + 1] ?? '']);
        const row = { ...SOUND, ...Object.fromEntries(page.map((key, at) => [key, cells[at]])) };
        const { nutrients = {}, own } = readOne(row);
        expect([lost, own.some(({ kind }) => kind === 'suspect')]).toEqual([lost, true]);
        const wrong = Object.entries(nutrients).filter(([key, value]) => values[key] !== value);
        expect([lost, wrong]).toEqual([lost, []]);
      }
    },
  );

  it('with a figure for its remark is suspect: something stands before its column', () => {
    const { nutrients, own } = readOne({ ...SOUND, Zn: '—', Se: '2.20', Cu: '8.30', Mn: '0.06', remark: '0.03' });
    expect(own).toMatchObject([{ kind: 'suspect', column: 'remark', value: '0.03' }]);
    for (const key of ['zinc', 'selenium', 'copper', 'manganese']) expect(nutrients).not.toHaveProperty(key);
    expect(readOne({ ...SOUND, remark: '甘肃2012' }).own).toEqual([]);
  });

  it('is believed up to the last of the figures that the others would miss', () => {
    // There is too little carbohydrate to show in the energy. Nothing shows that ash is in its place.
    const row = { ...SOUND, water: '71.0', energyKCal: '134', energyKJ: '561', CHO: '0.0', ash: '41' };
    const { nutrients = {} } = readOne({ ...row, vitaminA: '0', carotene: '3', retinol: '0' });
    expect(nutrients).toMatchObject({ water: '71', energy: '561', protein: '20', fat: '6' });
    for (const key of ['carbohydrate', 'fibre', 'cholesterol', 'ash']) expect(nutrients).not.toHaveProperty(key);
  });

  it('may lack zeros at the end of decimals, and all decimals of vitamin C', () => {
    const row = { ...SOUND, Na: '60', Zn: '2.2', Fe: '2', vitaminC: '4', CHO: '1', niacin: '5.3', Se: '8.3' };
    expect(readOne(row)).toMatchObject({ nutrients: { ...VALUES, iron: '2', 'vitamin-c': '4' }, own: [] });
  });

  it('has no zeros at all in a workbook, where figures are numbers', () => {
    const columns = Object.keys(SOUND);
    const row = Object.values({ ...SOUND, Zn: '2.00', thiamin: '0.00' });
    const numbers = row.map((text, index) => (index > 1 && /^\d/.test(text) ? Number(text) : text));
    const { foods, findings } = toFoods([readTable('a.xlsx', writeBook([columns, numbers]))]);
    expect(foods[0]?.nutrients).toEqual({ ...VALUES, zinc: '2', 'vitamin-b1': '0' });
    expect(findings).toEqual([]);
    const shifted = writeBook([columns, numbers.with(columns.indexOf('K'), 15.8)]);
    expect(toFoods([readTable('a.xlsx', shifted)]).findings).toMatchObject([{ kind: 'suspect', column: 'K' }]);
  });

  it('with 0 for 0.00 is suspect', () => {
    expect(readOne({ ...SOUND, thiamin: '0' }).own).toMatchObject([{ kind: 'suspect', column: 'thiamin', value: '0' }]);
  });

  it('with a value that no food has is suspect, and neither is loaded', () => {
    const { own, nutrients } = readOne({ ...SOUND, vitaminA: '0', ash: '41', cholesterol: '0' });
    expect(own.map(({ kind, column, value }) => [kind, column, value])).toEqual([
      ['cell', 'ash', '41'],
      ['suspect', 'ash', '41'],
    ]);
    const lost = ['fibre', 'cholesterol', 'ash', 'vitamin-a', 'vitamin-a-rae', 'carotene', 'retinol'] as const;
    expect(nutrients).toEqual(left(...lost, 'vitamin-b1', 'vitamin-b2'));
  });

  it('is not suspect for a value that was only read badly', () => {
    for (const Fe of ['-2.1', '2.1¹', '.Tr']) {
      const { own, nutrients } = readOne({ ...SOUND, Fe });
      expect(own).toMatchObject([{ kind: 'cell', column: 'Fe', value: Fe, done: 'left unknown' }]);
      expect(nutrients).toEqual(left('iron'));
    }
  });

  it.each(['08190', '0819011', '0819O1', '221901', '008190', '081901y', '081901²'])(
    'has a code of six digits of one of 21 groups, with x or without, not %s',
    (foodCode) => {
      const { foods, findings } = read([
        SOUND,
        { ...SOUND, foodCode: '211901x' },
        { ...SOUND, foodCode, foodName: '羊' },
      ]);
      expect(foods.map(({ code }) => code)).toEqual(['081901', '211901x']);
      expect(findings).toMatchObject([
        { kind: 'row', row: 3, column: 'foodCode', value: foodCode, done: 'not loaded' },
      ]);
    },
  );

  it('is one with its other half, whose code was read wrongly', () => {
    const [first, second] = [Object.entries(SOUND).slice(0, 17), Object.entries(SOUND).slice(17)];
    const half = { ...Object.fromEntries(first), foodCode: '08110x', foodName: '猪肉（瘦）' };
    const other = { ...Object.fromEntries(second), foodCode: '081110x', foodName: '猪肉（瘦）' };
    const { foods, findings, rowCount } = read([half, SOUND, other]);
    expect(rowCount).toBe(3);
    expect(foods.map(({ code, nutrients }) => [code, nutrients])).toEqual([
      ['081901', VALUES],
      ['081110x', VALUES],
    ]);
    expect(findings).toMatchObject([
      {
        kind: 'joined',
        row: 1,
        food: '08110x',
        problem: 'is the other half of row 3, 081110x',
        done: 'joined with it',
      },
    ]);
  });
});

describe('a row of another table', () => {
  const table = (...lines: string[]) => toFoods([readTable('a.csv', Buffer.from(lines.join('\n')))]);
  const HEADER = '编码,名称,能量(kJ),蛋白质,脂肪,碳水化合物,维生素B1,钾,铁';

  it('has whatever decimals and codes it has, and lacks what it lacks', () => {
    const { foods, findings } = table(HEADER, 'A-1,肉,593.25,20,6,1,0,15.8,2.105');
    expect(findings).toEqual([]);
    expect(foods[0]?.nutrients).toMatchObject({ 'vitamin-b1': '0', potassium: '15.8', iron: '2.105' });
  });

  it('with a text among its figures is loaded without what nothing confirms', () => {
    const { foods, findings } = table(HEADER, 'A-1,肉,577,20,6,1,0.3,北京,2.1');
    expect(foods[0]?.nutrients).toEqual({ energy: '577', protein: '20', fat: '6', carbohydrate: '1' });
    expect(findings.map(({ kind, column, done }) => [kind, column, done])).toEqual([
      ['cell', '钾', 'left unknown'],
      ['suspect', '钾', 'left unknown: 维生素B1, 铁'],
    ]);
  });
});

describe('energy', () => {
  const findEnergy = (row: Row) => {
    const { nutrients, own } = readOne({ ...SOUND, ...row });
    const lines = own.map(({ kind, column, value, problem, done }) => [kind, column, value, problem, done].join(' | '));
    return [nutrients?.['energy'], ...lines];
  };

  it('of two figures joined is not taken: 5172163 are 517 kcal and 2163 kJ', () => {
    const [energy, cell, suspect] = findEnergy({ energyKCal: '5172163', energyKJ: '20' });
    expect(energy).toBeUndefined();
    expect(cell).toBe('cell | energyKCal | 5172163 | no food has more than 3800 kJ in 100 g | left unknown');
    expect(suspect).toMatch(/^suspect \| energyKCal \| 5172163 \| .*left unknown: energyKJ, /);
    expect(findEnergy({ energyKCal: '99999' })[1]).toContain('no food has more than 3800 kJ in 100 g');
  });

  it('in kcal where kJ belong is taken the other way round', () => {
    expect(findEnergy({ energyKCal: '577', energyKJ: '138' })).toEqual([
      '577',
      'warning | energyKJ | 138 | is kcal, and 577 is kJ | 577 kJ loaded',
    ]);
  });

  it('is taken so where both are small, and never less than kcal', () => {
    const watery = { water: '95.0', protein: '1.0', fat: '0.0', CHO: '3.0', ash: '1.0' };
    expect(findEnergy({ ...watery, energyKCal: '75', energyKJ: '19' })).toEqual([
      '75',
      'warning | energyKJ | 19 | is kcal, and 75 is kJ | 75 kJ loaded',
    ]);
    expect(findEnergy({ ...watery, energyKCal: '20', energyKJ: '15' })).toEqual([
      '84',
      'cell | energyKJ | 15 | is less than kcal | left out: 84 kJ loaded, from kcal',
    ]);
  });

  it('more than 2 % from kcal is doubted, taken from kcal where only that goes with the parts, or left unknown', () => {
    // 17 × 20 + 37 × 6 + 17 × 1 = 579 kJ; 138 × 4.184 = 577.392; 2 % more is 588.94
    expect(findEnergy({ energyKJ: '588' })).toEqual(['588']);
    expect(findEnergy({ energyKJ: '589' })).toEqual([
      '589',
      'warning | energyKJ | 589 | is more than 2 % from 138 kcal × 4.184 | loaded',
    ]);
    const far = 'and protein, fat, carbohydrate and fibre make 579 kJ';
    expect(findEnergy({ energyKJ: '953' })).toEqual([
      '577',
      `cell | energyKJ | 953 | is more than 2 % from 138 kcal × 4.184, ${far} | left out: 577 kJ loaded, from kcal`,
    ]);
    expect(findEnergy({ energyKCal: '300', energyKJ: '953' })).toEqual([
      undefined,
      `cell | energyKJ | 953 | is more than 2 % from 300 kcal × 4.184, ${far} | left unknown`,
    ]);
  });

  it('far from its parts is doubted even where kcal and kJ agree', () => {
    expect(findEnergy({ energyKCal: '200', energyKJ: '837' })).toEqual([
      '837',
      'warning | energyKJ | 837 | protein, fat, carbohydrate and fibre make 579 kJ | loaded',
    ]);
  });
});

describe('vitamins', () => {
  const of = (row: Row) => readOne({ ...SOUND, ...row }).nutrients;

  it('A of the table are μg RAE; μg RE follow where retinol is known', () => {
    expect(of({ vitaminA: '255', carotene: '—', retinol: '216' })).toMatchObject({
      'vitamin-a-rae': '255',
      'vitamin-a': '294', // 2 × 255 − 216
    });
    const unknown = of({ vitaminA: '72', carotene: '—', retinol: '—' });
    expect(unknown).toMatchObject({ 'vitamin-a-rae': '72' });
    expect(unknown).not.toHaveProperty('vitamin-a');
  });

  it('E is α-TE from its parts; the total alone gives none', () => {
    expect(of({ vitaminETotal: '93.08', vitaminE1: 'Tr', vitaminE2: '57.55', vitaminE3: '35.53' })).toMatchObject({
      'vitamin-e': '5.755',
    });
    const unknown = of({ vitaminETotal: '93.08', vitaminE1: '—', vitaminE2: '—', vitaminE3: '—' });
    expect(unknown).not.toHaveProperty('vitamin-e');
  });

  it('in traces are traces', () => {
    const { foods } = read([
      { ...SOUND, vitaminA: 'Tr', carotene: 'Tr', retinol: 'Tr', vitaminE1: 'Tr', vitaminE2: 'Tr' },
    ]);
    expect(foods[0]?.nutrients).toMatchObject({ 'vitamin-a': '0', 'vitamin-a-rae': '0', 'vitamin-e': '0' });
    expect(foods[0]?.traces).toEqual(['vitamin-a', 'vitamin-e', 'vitamin-c', 'carotene', 'retinol', 'vitamin-a-rae']);
  });

  it('of a table that counts μg RE or α-TE itself are taken so', () => {
    const csv = '编码,名称,维生素A(μgRE),视黄醇,维生素E(mg α-TE),糖(g)\n1,蛋,294,216,1.05,0.4\n2,菜,50,—,—,—\n';
    const { foods } = toFoods([readTable('a.csv', Buffer.from(csv))]);
    expect(foods.map(({ nutrients }) => nutrients)).toEqual([
      { 'vitamin-a': '294', 'vitamin-a-rae': '255', retinol: '216', 'vitamin-e': '1.05', sugar: '0.4' },
      { 'vitamin-a': '50' },
    ]);
  });
});
