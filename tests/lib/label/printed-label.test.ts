import { beforeAll, describe, expect, it } from 'vitest';
import { cook, food, type Recipe, stock, withEdition } from '../../support/foods.ts';
import { headOf, notesOf, rowsOf } from '../../support/labels.ts';
import { openService } from '../../support/open.ts';
import { addSchool } from '../../support/units.ts';

const service = await openService();
let school: { id: number; token: string };
let cooked = 0;

/** The printed label of a dish of this recipe. */
async function print(name: string, recipe: Recipe, edition: '2011' | '2025' = '2011'): Promise<string> {
  await cook(service, school.token, name, recipe);
  const id = school.id * 1_000_000 + ++cooked;
  const answer = await withEdition(service, edition, () =>
    service.call('GET /api/dish/label.svg', { id }, { token: school.token }),
  );
  expect(answer.status).toBe(200);
  return answer.text;
}

/** What a label of a food that has just these values prints for them, per 100 g. */
async function printValue(key: string, value: string, grams = 100): Promise<string[] | undefined> {
  const code = `${key}-${value}`;
  await stock(service, [food(code, code, { [key]: value })]);
  const rows = rowsOf(await print(code, [[code, grams]]));
  return rows.slice(1).find(([, amount]) => amount !== '—');
}

const core = { energy: '1000', protein: '10', fat: '10', carbohydrate: '30', sodium: '200' };
const basis = '每份按生重可食部计，未计烹调损失。NRV% 依据 GB 28050-2011。';

beforeAll(async () => {
  school = await addSchool(service, 'print', { name: '红旗小学' });
  await stock(service, [
    food('whole', '样样有', core),
    food('oil', '大豆油', { energy: '3699', fat: '99.9' }),
    food('salt', '食盐', { sodium: '39311' }),
    food('egg', '鸡蛋', { ...core, 'vitamin-a': '234' }),
    food('full', '全', { ...core, 'saturated-fat': '3.125', cholesterol: '585', water: '70', ash: '1', carotene: '9' }),
  ]);
});

describe('a printed label', () => {
  it('has name, unit, ingredients by descending amount, the share and the customary table', async () => {
    const svg = await print('样样炒蛋', [
      ['egg', 50],
      ['whole', 150.25],
    ]);
    expect(headOf(svg)).toEqual(['样样炒蛋', '红旗小学', '配料：样样有、鸡蛋']);
    expect(rowsOf(svg)).toEqual([
      ['项目', '每份 (200.3 g)', 'NRV%'], // 200.25
      ['能量', '2003 kJ', '24%'], // 2002.5; / 8400 = 23.83… %
      ['蛋白质', '20.0 g', '33%'], // 20.025; / 60 = 33.375 %
      ['脂肪', '20.0 g', '33%'],
      ['碳水化合物', '60.1 g', '20%'], // 60.075; / 300 = 20.025 %
      ['钠', '401 mg', '20%'], // 400.5; / 2000 = 20.025 %
      ['维生素A', '≥117 μg RE①', '≥15%'], // 50 × 2.34 = 117; / 800 = 14.625 %
    ]);
    expect(notesOf(svg)).toEqual(['① 缺少数据未计入，≥ 为下限：样样有', basis]);
  });

  it('prints core nutrients bold and the others plain, in the order of the reference table', async () => {
    const svg = await print('全', [['full', 100]]);
    const row = (name: string) => new RegExp(`<g role="row"><text role="rowheader"([^>]*)>${name}<`).exec(svg)?.[1];
    for (const name of ['能量', '蛋白质', '脂肪', '碳水化合物', '钠']) expect(row(name)).toContain('class="bold"');
    for (const name of ['饱和脂肪', '胆固醇']) expect(row(name)).not.toContain('bold');
    expect(rowsOf(svg).map(([name]) => name)).toEqual(
      '项目,能量,蛋白质,脂肪,碳水化合物,钠,饱和脂肪,胆固醇'.split(','), // not 水分, 灰分, 胡萝卜素
    );
  });

  it('of the edition 2025 has saturated fat and sugar among the core, its reference values and its warning', async () => {
    const svg = await print('全', [['full', 100]], '2025');
    expect(rowsOf(svg)).toEqual([
      ['项目', '每份 (100 g)', 'NRV%'],
      ['能量', '1000 kJ', '12%'],
      ['蛋白质', '10.0 g', '17%'],
      ['脂肪', '10.0 g', '17%'],
      ['饱和脂肪', '3.1 g', '16%'], // 3.125; / 20 = 15.625 %
      ['碳水化合物', '30.0 g', '10%'],
      ['糖', '—', '—'],
      ['钠', '200 mg', '10%'],
      ['胆固醇', '585 mg', '-'],
    ]);
    expect(notesOf(svg)).toEqual([
      '儿童青少年应避免过量摄入盐油糖。',
      '标 — 处无数据：所有配料均缺少此项数值。',
      basis.replace('2011', '2025'),
    ]);
  });
});

describe('a value on a printed label', () => {
  it.each([
    ['energy', '17.5', '18 kJ', '0%'], // half up; 0.208 %
    ['energy', '42', '42 kJ', '1%'], // 0.5 % half up
    ['energy', '41.99', '42 kJ', '0%'], // of 41.99, not of 42: 0.4998… %
    ['protein', '2.55', '2.6 g', '4%'], // a binary float of 2.55 is less
    ['protein', '2.54', '2.5 g', '4%'],
    ['cholesterol', '5.5', '6 mg', '2%'],
    ['vitamin-e', '1.005', '1.01 mg α-TE', '7%'],
    ['vitamin-c', '2.05', '2.1 mg', '2%'],
    ['sodium', '100000.5', '100001 mg', '5000%'],
  ])('%s of %s g is %s, %s', async (key, value, amount, percent) => {
    expect((await printValue(key, value))?.slice(1)).toEqual([amount, percent]);
  });

  it.each([
    ['energy', '17', '0 kJ'],
    ['energy', '17.01', '17 kJ'],
    ['protein', '0.5', '0 g'],
    ['protein', '0.51', '0.5 g'],
    ['saturated-fat', '0.1', '0 g'],
    ['saturated-fat', '0.101', '0.1 g'],
    ['sodium', '5', '0 mg'],
    ['sodium', '5.1', '5 mg'],
    ['vitamin-b1', '0.03', '0 mg'],
    ['vitamin-b1', '0.031', '0.03 mg'],
  ])('%s of %s is %s: up to the limit it is 0, and 0 %%', async (key, value, amount) => {
    const [, printed, percent] = (await printValue(key, value)) ?? [];
    expect(printed).toBe(amount);
    if (amount.startsWith('0 ')) expect(percent).toBe('0%');
  });

  it('is 0 only where it is below the limit per share and per 100 g', async () => {
    expect((await printValue('protein', '0.4', 300))?.[1]).toBe('1.2 g'); // 1.2 > 0.5
    expect((await printValue('protein', '4', 10))?.[1]).toBe('0.4 g'); // 4 per 100 g > 0.5
    expect((await printValue('protein', '0.45', 100))?.[1]).toBe('0 g');
  });
});

describe('missing data', () => {
  it('is marked: a lower bound with the number of a note for each set of ingredients', async () => {
    const recipe: Recipe = [
      ['whole', 100],
      ['oil', 10],
      ['salt', 1],
    ];
    const svg = await print('缺', recipe);
    expect(rowsOf(svg).slice(1)).toEqual([
      ['能量', '≥1370 kJ①', '≥16%'], // 1369.9; / 8400 = 16.3…
      ['蛋白质', '≥10.0 g②', '≥17%'],
      ['脂肪', '≥20.0 g①', '≥33%'], // 19.99; / 60 = 33.3 %
      ['碳水化合物', '≥30.0 g②', '≥10%'],
      ['钠', '≥593 mg③', '≥30%'], // 200 + 393.11; / 2000 = 29.66 %
    ]);
    expect(notesOf(svg)).toEqual([
      '① 缺少数据未计入，≥ 为下限：食盐',
      '② 缺少数据未计入，≥ 为下限：大豆油、食盐',
      '③ 缺少数据未计入，≥ 为下限：大豆油',
      basis,
    ]);
  });

  it('of more than three different sets goes into one note', async () => {
    const keys = Object.keys(core);
    const lacking = keys.map((key) =>
      food(`no-${key}`, `缺${key}`, Object.fromEntries(Object.entries(core).filter(([one]) => one !== key))),
    );
    await stock(service, lacking);
    const svg = await print(
      '多缺',
      keys.map((key, index) => [`no-${key}`, 10 - index] as const),
    );
    expect(
      rowsOf(svg)
        .slice(1)
        .every(([, amount = '']) => amount.startsWith('≥') && amount.endsWith('①')),
    ).toBe(true);
    expect(notesOf(svg).join('')).toContain(
      `① 部分缺少数据未计入，≥ 为下限：${keys.map((key) => `缺${key}`).join('、')}`,
    );
  });

  it('of a core nutrient that is known for no ingredient is a dash, never a gap', async () => {
    const svg = await print('油', [['oil', 10]]);
    expect(rowsOf(svg).slice(1)).toEqual([
      ['能量', '370 kJ', '4%'],
      ['蛋白质', '—', '—'],
      ['脂肪', '10.0 g', '17%'],
      ['碳水化合物', '—', '—'],
      ['钠', '—', '—'],
    ]);
    expect(notesOf(svg)).toEqual(['标 — 处无数据：所有配料均缺少此项数值。', basis]);
  });

  it('of an ingredient outside the catalogue is marked in the list, too', async () => {
    const svg = await print('自编', [
      ['OWN-1', 30],
      ['whole', 20],
    ]);
    expect(headOf(svg)).toEqual(['自编', '红旗小学', '配料：OWN-1※、样样有']);
    expect(rowsOf(svg)[1]).toEqual(['能量', '≥200 kJ①', '≥2%']);
    expect(notesOf(svg)).toEqual(['① 缺少数据未计入，≥ 为下限：OWN-1', '※ 食材库中没有的编码，营养成分未知。', basis]);
  });

  it('of a dish without ingredients is all of it', async () => {
    const svg = await print('空', []);
    expect(headOf(svg)).toEqual(['空', '红旗小学', '配料：未填写']);
    expect(
      rowsOf(svg)
        .slice(1)
        .map(([, ...figures]) => figures),
    ).toEqual(Array.from({ length: 5 }, () => ['—', '—']));
  });

  it('of a share too small to be told is said, too', async () => {
    expect(rowsOf(await print('微', [['whole', 0.01]]))[0]?.[1]).toBe('每份 (＜0.1 g)');
  });
});

describe('where room is scarce', () => {
  const nutrients = 'saturated-fat,cholesterol,fibre,vitamin-d,vitamin-k,vitamin-b1,vitamin-b2,calcium,iron,zinc'.split(
    ',',
  );
  const codes = Array.from({ length: 100 }, (_, index) => `room-${index}`);
  const recipe = (count: number): Recipe => codes.slice(0, count).map((code, index) => [code, 200 - index]);

  beforeAll(async () => {
    const values = { ...core, ...Object.fromEntries(nutrients.map((key) => [key, '50'])) };
    await stock(
      service,
      codes.map((code, index) => food(code, `名字相当长的食材第${index}号`, values)),
    );
  });

  it('ingredients come before the nutrients that nobody demands, and what is left out is named', async () => {
    const svg = await print('五十种', recipe(52));
    expect(headOf(svg).join('')).toContain('名字相当长的食材第51号');
    const shown = rowsOf(svg)
      .slice(6)
      .map(([name]) => name);
    expect(shown.length).toBeLessThan(nutrients.length);
    expect(shown[0]).toBe('饱和脂肪');
    const all = ['饱和脂肪', '胆固醇', '膳食纤维', '维生素D', '维生素K', '维生素B1', '维生素B2', '钙', '铁', '锌'];
    expect(notesOf(svg).join('')).toContain(`版面所限，未列出：${all.slice(shown.length).join('、')}`);
  });

  it('ingredients that have none are counted', async () => {
    const svg = await print('一百种', recipe(100));
    expect(headOf(svg).join('')).toMatch(/^一百种红旗小学配料：名字相当长的食材第0号、.* 等 100 种$/);
  });

  it('what is in scripts whose width is not known is given its width', async () => {
    const svg = await print('ที่ 番茄', []);
    expect(svg).toMatch(/<text[^>]* textLength="[\d.]+" lengthAdjust="spacingAndGlyphs">ที่ 番茄<\/text>/);
    expect(await print('番茄 tomato', [])).not.toContain('textLength');
  });

  it('the type is the largest that has room', async () => {
    const sizeOf = (svg: string) => Number(/font-size="([\d.]+)">配料/.exec(svg)?.[1]);
    const sizes = [];
    for (const count of [1, 20, 40, 100]) sizes.push(sizeOf(await print(`${count}种`, recipe(count))));
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect([sizes[0], sizes.at(-1)]).toEqual([4.25, 2.5]);
  });
});
