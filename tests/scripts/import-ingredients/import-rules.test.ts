import { describe, expect, it } from 'vitest';
import { readSheet } from '../../../lib/spreadsheet/rows.ts';
import { readAmount, readShare } from '../../../scripts/import-ingredients/cell.ts';
import { findMeaning } from '../../../scripts/import-ingredients/columns.ts';
import { toFoods } from '../../../scripts/import-ingredients/food.ts';
import { summarise, toLines, toWorkbook } from '../../../scripts/import-ingredients/report.ts';
import { readTable } from '../../../scripts/import-ingredients/table-file.ts';
import { writeBook } from '../../support/files/sheets.ts';

const read = (name: string, content: string | Uint8Array) => toFoods([readTable(name, Buffer.from(content))]);
const json = (...foods: Record<string, unknown>[]) => read('merged_谷类及其制品-稻米.json', JSON.stringify(foods));
const kinds = (findings: ReturnType<typeof toFoods>['findings']) =>
  findings.map(({ kind, row, column, value }) => [kind, row, column, value]);

describe('a value of a food table', () => {
  it('is known, a trace, unknown, or bad, and never 0 for want of a number', () => {
    for (const [text, value, decimals] of [
      ['8.0', '8', 1],
      ['0.30', '0.3', 2],
      ['007', '7', 0],
      ['0', '0', 0],
      ['899*', '899', 0],
      ['(12.3)', '12.3', 1],
      ['（0.8）', '0.8', 1],
      ['１２．５', '12.5', 1],
      [' 3 ', '3', 0],
    ] as const) {
      expect(readAmount(text)).toEqual({ kind: 'known', value, decimals });
    }
    for (const text of ['Tr', 'tr']) expect(readAmount(text)).toEqual({ kind: 'trace' });
    for (const text of ['—', '——', '-', '', ' ']) expect(readAmount(text)).toEqual({ kind: 'unknown' });
    for (const text of ['上海', '.Tr', 'un', '1e3', '1,2', '.5', '5.', '*', '<1', '+1', '---', 'NaN', '1'.repeat(16)]) {
      expect(readAmount(text).kind).toBe('bad');
    }
    expect(readAmount('-0.8')).toEqual({ kind: 'bad', problem: 'is negative', isForeign: false });
  });

  it.each(['12.3¹', '10²', '②', '1₂', '⒈', '½', '10⁻'])('is bad where a figure is raised or circled: %s', (text) => {
    const problem = 'has a raised, circled or otherwise unusual figure';
    expect(readAmount(text)).toEqual({ kind: 'bad', problem, isForeign: false });
  });

  it('is of another column where it is a text, and only damaged where there are figures in it', () => {
    const isForeign = (text: string) => {
      const amount = readAmount(text);
      return amount.kind === 'bad' && amount.isForeign;
    };
    expect(['上海', 'UK', 'un', 'x'].filter((text) => !isForeign(text))).toEqual([]);
    expect(['.Tr', '1,2', '-0.8', '12.3¹', '3g'].filter(isForeign)).toEqual([]);
  });

  it('is from 0 to 100 for the edible share', () => {
    expect(readShare('100.0')).toEqual({ kind: 'known', value: '100', decimals: 1 });
    for (const text of ['100.1', '-1', 'Tr']) expect(readShare(text).kind).toBe('bad');
  });
});

describe('a column of a food table', () => {
  it('is known by many names, with or without its unit', () => {
    for (const [field, headers] of Object.entries({
      code: ['编码', '食物编码', 'Code', 'foodCode', '\uFEFF编码'],
      name: ['名称', '食物名称', 'name', 'foodName'],
      category: ['类别', 'category'],
      edible: ['可食部', '食部(%)', 'edible'],
      energy: ['能量(kJ)', '能量（千焦）', 'energyKJ', '能量/kJ', 'energy (kJ/100g)'],
      'energy-kcal': ['能量(kcal)', '能量（千卡）', 'energyKCal'],
      carbohydrate: ['碳水化合物', 'CHO', '碳水化合物（g/100g）'],
      'vitamin-a-rae': ['维生素A', '维生素 A(μgRAE)', '维生素A(ug)', '维生素A（微克）', '维生素A（RAE）', 'vitaminA'],
      'vitamin-a': ['维生素A(\u00b5g RE)', '维生素A（微克RE/100克）', '总维生素A/μgRE'],
      sugar: ['糖', '糖(g)', 'sugar'],
      'vitamin-b1': ['硫胺素', '维生素B1(mg)', 'thiamin'],
      'vitamin-b2': ['核黄素', '维生素B2'],
      tocopherols: ['vitaminETotal', '维生素E', '维生素E(mg)', '总维生素E'],
      'tocopherol-alpha': ['vitaminE1', 'α-生育酚', 'α-维生素E(mg)'],
      'tocopherol-beta-gamma': ['vitaminE2', '(β+γ)-生育酚'],
      'vitamin-e': ['维生素E(mg α-TE)', '维生素E(mgα-TE/100g)'],
      niacin: ['烟酸(mg)', '烟酸（mg NE）'],
      calcium: ['钙', '钙(mg)', 'Ca', '钙/毫克'],
      selenium: ['硒(μg)', 'Se'],
      magnesium: ['镁', 'Mg'],
      manganese: ['锰', 'Mn'],
    })) {
      for (const header of headers) expect([header, findMeaning(header)]).toEqual([header, { field }]);
    }
    expect(findMeaning('说明')).toBeUndefined();
  });

  it('is refused where its unit is another one, or energy gives none', () => {
    for (const header of ['钠(g)', '硒(mg)', '蛋白质(%)', '能量', '热量(J)']) {
      expect(findMeaning(header)).toHaveProperty('refusal');
    }
  });
});

describe('a food table', () => {
  it('of JSON objects has its group in the file name and its values by key', () => {
    const { foods, findings, rowCount } = json(
      { foodCode: '012001x', foodName: '稻米', edible: '100', energyKJ: '1453', protein: '7.9', dietaryFiber: '—' },
      { foodCode: '1', foodName: 'a', protein: 7.5, fat: null, Na: 'Tr', remark: 'x' },
    );
    expect(rowCount).toBe(2);
    expect(findings).toEqual([]);
    const category = '谷类及其制品';
    expect(foods).toEqual([
      {
        code: '012001x',
        name: '稻米',
        category,
        edible: '100',
        nutrients: { energy: '1453', protein: '7.9' },
        traces: [],
      },
      { code: '1', name: 'a', category, nutrients: { protein: '7.5', sodium: '0' }, traces: ['sodium'] },
    ]);
  });

  it('has its group in the file name, however that is written', () => {
    const row = JSON.stringify([{ foodCode: '1', foodName: 'a' }]);
    for (const name of ['merged_谷类及其制品-稻米.json', 'merged-谷类及其制品-稻米.json', 'merged-谷类及其制品.json']) {
      expect(read(name, row).foods).toMatchObject([{ category: '谷类及其制品' }]);
    }
    expect(read('foods.json', row).foods).toMatchObject([{ category: '其他类' }]);
  });

  it('takes energy from kcal only where there is no kJ, × 4.184, rounded half up', () => {
    const energies = (energyKJ: string, energyKCal: string) =>
      json({ foodCode: '1', foodName: 'a', energyKJ, energyKCal }).foods[0]?.nutrients['energy'];
    expect(energies('1400', '332')).toBe('1400');
    expect(energies('—', '332')).toBe('1389'); // 332 × 4.184 = 1389.088
    expect(energies('', '62.5')).toBe('262'); // 62.5 × 4.184 = 261.5 exactly
    expect(energies('4 18', '100')).toBe('418');
    expect(energies('—', '—')).toBeUndefined();
    expect(energies('Tr', '5')).toBe('0');
  });

  it('keeps a row with bad cells, reports rows without code or name, keeps the first of one code', () => {
    const good = { foodCode: '1', foodName: 'a', protein: '7' };
    const { foods, findings } = json(
      good,
      { foodCode: '', foodName: 'b' },
      { foodCode: '3', foodName: ' ' },
      { ...good, protein: '7.0' },
      { ...good, protein: '8' },
      { foodCode: '6', foodName: 'c', protein: '北京', edible: '120' },
    );
    expect(foods.map(({ code, nutrients }) => [code, nutrients])).toEqual([
      ['1', { protein: '7' }],
      ['6', {}],
    ]);
    expect(kinds(findings)).toEqual([
      ['row', 2, 'foodCode', ''],
      ['row', 3, 'foodName', ' '],
      ['duplicate', 4, 'foodCode', '1'],
      ['row', 5, 'foodCode', '1'],
      ['cell', 6, 'protein', '北京'],
      ['cell', 6, 'edible', '120'],
      ['suspect', 6, 'protein', '北京'],
    ]);
  });

  it('may be CSV or XLSX, with the columns that mean something', () => {
    const rows = [
      ['食物名称', '食物编码', '能量', '钠(g)', '钠', '说明', '蛋白质(g)'],
      ['稻米', '012001', '346', '1', '2.5', 'x', '7.9'],
    ];
    const expected = [
      { code: '012001', name: '稻米', category: '其他类', nutrients: { sodium: '2.5', protein: '7.9' } },
    ];
    for (const [name, content] of [
      ['a.csv', rows.map((row) => row.join(';')).join('\r\n')],
      ['a.xlsx', writeBook(rows)],
    ] as const) {
      const { foods, findings } = read(name, content);
      expect(foods).toMatchObject(expected);
      expect(kinds(findings)).toEqual([
        ['column', undefined, '能量', undefined],
        ['column', undefined, '钠(g)', undefined],
        ['column', undefined, '说明', undefined],
      ]);
    }
  });

  it('leaves unknown what a workbook calculates', () => {
    const { foods, findings } = read(
      'a.xlsx',
      writeBook(
        [
          ['code', 'name', '蛋白质', '脂肪'],
          ['1', 'a', null, 3],
        ],
        { C2: { t: 'n', f: '1+1', v: 2 } },
      ),
    );
    expect(foods).toMatchObject([{ code: '1', nutrients: { fat: '3' } }]);
    expect(kinds(findings)).toEqual([['cell', 2, '蛋白质', undefined]]);
  });

  it('is reported as a whole where it cannot be read', () => {
    for (const [name, content] of [
      ['a.json', '{'],
      ['a.json', '{"a":1}'],
      ['a.json', '[{"foodName":"a"}]'],
      ['a.csv', 'x,y\n1,2\n'],
      ['a.csv', '编码,名称\n1,"a\n'],
      ['a.txt', 'x'],
    ] as const) {
      const { foods, findings } = read(name, content);
      expect([name, foods.length, findings.map(({ kind }) => kind)]).toEqual([name, 0, ['file']]);
    }
  });
});

describe('the report', () => {
  const place = { kind: 'cell', file: 'a.csv', row: 2, food: '1', column: '钠' } as const;
  const cell = { ...place, problem: 'is no number', done: 'left unknown' };

  it('is a workbook of all findings, losses before doubts, each text as it was', () => {
    const warning = { ...cell, kind: 'warning', value: '2', problem: 'is odd', done: 'loaded' } as const;
    const values = ['=1+1', '-0.8', '@a', 'a,"b"', '\u0007'];
    const { rows } = readSheet('r.xlsx', toWorkbook([warning, ...values.map((value) => ({ ...cell, value }))]));
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['kind', 'file', 'row', 'food', 'column', 'value', 'problem', 'done'],
      ...values.map((value) => ['cell', 'a.csv', '2', '1', '钠', value, 'is no number', 'left unknown']),
      ['warning', 'a.csv', '2', '1', '钠', '2', 'is odd', 'loaded'],
    ]);
  });

  it('shows the first 20 on the terminal, losses before doubts', () => {
    const warning = { ...cell, kind: 'warning', value: 'w' } as const;
    const lines = toLines([...Array(20).fill(warning), { ...cell, value: '\u001b[31m' }], 'r.xlsx');
    expect(lines).toHaveLength(21);
    expect(lines[0]).toBe('  cell: a.csv, row 2, 1, 钠 "\\u001b[31m": is no number; left unknown');
    expect(lines.at(-1)).toBe('  … and 1 more in r.xlsx');
  });

  it('ends with counts: of rows, of findings by kind, of values that the catalogue keeps', () => {
    const kept = [...Array(198).fill('saturated-fat'), 'folate', 'folate'];
    expect(summarise(3, { added: ['1'], changed: [], unchanged: ['2'], kept, changes: [] }, [cell])).toBe(
      [
        '3 rows read: 1 loaded, 0 changed, 1 unchanged',
        '0 files not read, 0 columns not used, 0 rows not used, 0 suspect parts of rows, 1 bad cells, 0 halves joined, 0 duplicates, 0 values kept, 0 large changes, 0 warnings',
        '200 values of the catalogue stay that the tables do not have: folate 2, saturated-fat 198',
      ].join('\n'),
    );
  });
});
