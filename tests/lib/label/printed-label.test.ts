import { beforeAll, describe, expect, it } from 'vitest';
import { readHead, readLabelRows, readNotes } from '../../support/files/labels.ts';
import { cook, food, type Recipe, stock, withEdition } from '../../support/nouns/foods.ts';
import { addSchool } from '../../support/nouns/units.ts';
import { openService } from '../../support/service/open.ts';
import { editionRows } from './label-calculator.ts';

const service = await openService();
let cooked = 0;

/** The printed label of a dish with this recipe. */
async function print(name: string, recipe: Recipe, edition: '2011' | '2025' = '2011'): Promise<string> {
  await cook(service, school.token, name, recipe);
  const id = school.id * 1_000_000 + ++cooked;
  const answer = await withEdition(service, edition, () =>
    service.call('GET /api/dish/label.svg', { id }, { token: school.token }),
  );
  expect(answer.status).toBe(200);
  return answer.text;
}

/** The printed amounts of a food with exactly these values per 100 g. */
async function printValue(
  key: string,
  value: string,
  grams = 100,
  edition: '2011' | '2025' = '2011',
): Promise<string[] | undefined> {
  const code = `${key}-${value}`;
  await stock(service, [food(code, code, { [key]: value })]);
  const rows = readLabelRows(await print(code, [[code, grams]], edition));
  return rows.slice(1).find(([name, amount]) => name !== '能量' && amount !== '—');
}

/** Names of the rows that are bold, and larger than others. */
function emphasizedNames(svg: string): string[] {
  const rows = Array.from(
    svg.matchAll(/<text role="rowheader"( class="bold")?[^>]* font-size="([\d.]+)"[^>]*>([^<]*)</g),
    ([, bold, size, name = '']) => ({ isBold: bold !== undefined, size: Number(size), name }),
  );
  const [plain, bold] = [false, true].map((isBold) => rows.filter((row) => row.isBold === isBold));
  expect(Math.min(...(bold ?? []).map(({ size }) => size))).toBeGreaterThan(
    Math.max(0, ...(plain ?? []).map(({ size }) => size)),
  );
  return (bold ?? []).map(({ name }) => name);
}

const core = { energy: '1000', protein: '10', fat: '10', carbohydrate: '30', sodium: '200' };
const basis = '每份按生重可食部计，未计烹调损失。NRV% 依据 GB 28050-2011。';

const school = await addSchool(service, 'print', { name: '红旗小学' });
await stock(service, [
  food('whole', '样样有', core),
  food('oil', '大豆油', { energy: '3699', fat: '99.9' }),
  food('salt', '食盐', { sodium: '39311' }),
  food('egg', '鸡蛋', { ...core, 'vitamin-a': '234' }),
  food('full', '全', { ...core, 'saturated-fat': '3.125', cholesterol: '585', water: '70', ash: '1', carotene: '9' }),
]);

describe('a printed label', () => {
  it('has name, unit, ingredients by descending amount, the share and the customary table', async () => {
    const svg = await print('样样炒蛋', [
      ['egg', 50],
      ['whole', 150.25],
    ]);
    expect(readHead(svg)).toEqual(['样样炒蛋', '红旗小学', '配料：样样有、鸡蛋', '致敏物质：蛋类、另有不明']);
    expect(readLabelRows(svg)).toEqual([
      ['项目', '每份 (200.3 g)', 'NRV%'], // 200.25
      ['能量', '2102 kJ', '25%'], // 17 × 20.0 + 37 × 20.0 + 17 × 60.1 = 2101.7; / 8400 = 25.02… %
      ['蛋白质', '20.0 g', '33%'], // 20.025; 20.0 / 60 = 33.33… %
      ['脂肪', '20.0 g', '33%'],
      ['碳水化合物', '60.1 g', '20%'], // 60.075; 60.1 / 300 = 20.03… %
      ['钠', '401 mg', '20%'], // 400.5; 401 / 2000 = 20.05 %
      ['维生素A', '—', '—'], // known of 50 g of 200.25
    ]);
    expect(readNotes(svg)).toEqual(['— 有数据的配料不到总重的一半：维生素A', basis]);
  });

  it('has the order of the table, with mandatory rows bold and larger', async () => {
    const svg = await print('全', [['full', 100]]);
    const names = '能量,蛋白质,脂肪,– 饱和脂肪,胆固醇,碳水化合物,钠'; // not 水分, 灰分, 胡萝卜素
    expect(
      readLabelRows(svg)
        .slice(1)
        .map(([name]) => name)
        .join(),
    ).toBe(names);
    expect(emphasizedNames(svg)).toEqual('能量,蛋白质,脂肪,碳水化合物,钠'.split(','));
  });

  it('of the edition 2025 has saturated fat and sugar as mandatory rows, and the sentence of that edition', async () => {
    const svg = await print('全', [['full', 100]], '2025');
    expect(readLabelRows(svg)).toEqual([
      ['项目', '每份 (100 g)', 'NRV%'],
      ['能量', '1050 kJ', '13%'], // 17 × 10.0 + 37 × 10.0 + 17 × 30.0; 12.5 % half up
      ['蛋白质', '10.0 g', '17%'],
      ['脂肪', '10.0 g', '17%'],
      ['– 饱和脂肪', '3.1 g', '16%'], // 3.125; 3.1 / 20 = 15.5 % half up
      ['胆固醇', '585 mg', '-'],
      ['碳水化合物', '30.0 g', '10%'],
      ['– 糖', '—', '—'],
      ['钠', '200 mg', '10%'],
    ]);
    expect(emphasizedNames(svg)).toEqual('能量,蛋白质,脂肪,– 饱和脂肪,碳水化合物,– 糖,钠'.split(','));
    expect(readNotes(svg)).toEqual([
      '儿童青少年应避免过量摄入盐油糖',
      '— 配料均无此项数据：糖',
      basis.replace('2011', '2025'),
    ]);
  });
});

describe('the line of allergens', () => {
  beforeAll(async () => {
    await stock(service, [
      food('045101', '大白菜', core, { allergens: [] }),
      food('111101x', '鸡蛋', core, { allergens: ['蛋类'] }),
      food('031301', '豆腐', core, { allergens: ['大豆'] }),
      food('shrimp', '虾仁', core, { allergens: ['甲壳类'] }),
      food('all', '样样', core, { allergens: ['坚果', '乳', '大豆', '花生', '蛋类', '鱼类', '甲壳类', '含麸质谷物'] }),
    ]);
  });

  it.each([
    [['045101'], '致敏物质：无'],
    [['111101x', 'shrimp', '045101', '031301'], '致敏物质：甲壳类、蛋类、大豆'],
    [['111101x', 'OWN-1'], '致敏物质：蛋类、另有不明'],
    [['045101', 'OWN-1'], '致敏物质：不明'],
    [['all'], '致敏物质：含麸质谷物、甲壳类、鱼类、蛋类、花生、大豆、乳、坚果'],
  ])('of %j is %s, below the ingredients and bold', async (codes, line) => {
    const svg = await print(
      '敏',
      codes.map((code) => [code, 10] as const),
    );
    const lines = readHead(svg).slice(2).join('');
    expect(lines.slice(lines.indexOf('致敏物质'))).toBe(line);
    expect(svg).toMatch(/<g class="bold"><text[^>]*>致敏物质：/);
  });
});

describe('a value on a printed label', () => {
  it.each([
    ['protein', '2.55', '2.6 g', '4%'], // a binary float of 2.55 is less
    ['protein', '2.54', '2.5 g', '4%'],
    ['protein', '0.84', '0.8 g', '1%'], // of 0.8: 1.33… %, of 0.84 as well
    ['fat', '0.87', '0.9 g', '2%'], // of the labelled 0.9: 1.5 % half up; of 0.87 it were 1.45 %
    ['cholesterol', '5.5', '6 mg', '2%'],
    ['vitamin-e', '1.005', '1.01 mg α-TE', '7%'],
    ['vitamin-c', '2.05', '2.1 mg', '2%'],
    ['sodium', '100000.5', '100001 mg', '5000%'],
  ])('%s of %s is %s, %s: the per cent are those of what is printed', async (key, value, amount, percent) => {
    expect((await printValue(key, value))?.slice(1)).toEqual([amount, percent]);
  });

  it.each([
    ['protein', '0.5', '0 g', '0%'],
    ['protein', '0.51', '0.5 g', '1%'],
    ['saturated-fat', '0.1', '0 g', '0%'],
    ['saturated-fat', '0.101', '0.1 g', '1%'],
    ['sodium', '5', '0 mg', '0%'],
    ['sodium', '5.1', '5 mg', '0%'],
    ['vitamin-b1', '0.03', '0 mg', '0%'],
    ['vitamin-b1', '0.031', '0.03 mg', '2%'],
  ])('%s of %s is %s: up to the limit it is 0, and 0 %%', async (key, value, amount, percent) => {
    expect((await printValue(key, value))?.slice(1)).toEqual([amount, percent]);
  });

  it('of energy is that of the labelled values: 0 where they make up no more than 17 kJ in 100 g', async () => {
    const energyOf = async (code: string, values: Record<string, string>) => {
      await stock(service, [food(code, code, { energy: '4000', ...values })]);
      return readLabelRows(await print(code, [[code, 100]]))[1];
    };
    expect(await energyOf('one', { protein: '1' })).toEqual(['能量', '0 kJ※', '0%']); // 17 × 1.0 = 17
    expect(await energyOf('1.1', { protein: '1.06' })).toEqual(['能量', '19 kJ※', '0%']); // 17 × 1.1 = 18.7
    // 17 × 2.0 + 37 × 0 + 17 × (2.04 − 1.0 → 1.0) + 8 × 1.0 = 34 + 17 + 8
    const values = { protein: '2', fat: '0.5', carbohydrate: '2.04', fibre: '1.0' };
    expect(await energyOf('four', values)).toEqual(['能量', '59 kJ', '1%']);
    expect(await energyOf('none', {})).toEqual(['能量', '—', '—']);
  });

  it('of 2011 is 0 only below the limit per share and per 100 g; of 2025 where it is below it per 100 g', async () => {
    expect((await printValue('protein', '0.4', 300))?.[1]).toBe('1.2 g'); // 1.2 > 0.5
    expect((await printValue('protein', '4', 10))?.[1]).toBe('0.4 g'); // 4 per 100 g > 0.5
    expect((await printValue('protein', '0.45', 100))?.[1]).toBe('0 g');
    expect((await printValue('protein', '0.41', 300, '2025'))?.[1]).toBe('0 g');
    expect((await printValue('protein', '4.1', 10, '2025'))?.[1]).toBe('0.4 g');
  });
});

describe('missing data', () => {
  it('is marked: known amounts are printed, and a note for each set of ingredients names the missing ones', async () => {
    const recipe: Recipe = [
      ['whole', 100],
      ['oil', 10],
      ['salt', 1],
    ];
    const svg = await print('缺', recipe);
    expect(readLabelRows(svg).slice(1)).toEqual([
      ['能量', '1420 kJ※', '17%'], // 17 × 10.0 + 37 × 20.0 + 17 × 30.0 = 1420; / 8400 = 16.9…
      ['蛋白质', '10.0 g※', '17%'],
      ['脂肪', '20.0 g※', '33%'], // 19.99
      ['碳水化合物', '30.0 g※', '10%'],
      ['钠', '593 mg※', '30%'], // 200 + 393.11; 593 / 2000 = 29.65 %
    ]);
    expect(readNotes(svg)).toEqual([
      '※ 无蛋白质、碳水化合物数据，未计入：大豆油、食盐',
      '※ 无脂肪数据，未计入：食盐',
      '※ 无钠数据，未计入：大豆油',
      '※ 能量由标示的供能成分算得，所缺的未计入。',
      basis,
    ]);
    expect(svg).not.toMatch(/[≥≤]/);
  });

  it('of voluntary rows is explained in one note', async () => {
    await stock(service, [
      food('a', '甲', { ...core, calcium: '100', iron: '1' }),
      food('b', '乙', { ...core, calcium: '100', zinc: '1' }),
      food('c', '丙', { ...core, iron: '1' }),
    ]);
    const svg = await print('三样', [
      ['a', 3],
      ['b', 2],
      ['c', 1],
    ]);
    expect(readLabelRows(svg).slice(6)).toEqual([
      ['钙', '5 mg※', '1%'], // 3 + 2; 5 / 800 = 0.625 %; 83 in 100 g
      ['铁', '0.0 mg※', '0%'], // 0.04
      ['锌', '—', '—'], // known of 2 g of 6
    ]);
    expect(readNotes(svg)).toEqual([
      '※ 缺其余 2 项中的某些数据，该项未计入：丙、乙',
      '— 有数据的配料不到总重的一半：锌',
      basis,
    ]);
  });

  it('of more rows than a note names is counted', async () => {
    const svg = await print('盐蛋', [
      ['full', 50],
      ['salt', 1],
    ]);
    expect(readNotes(svg)).toContain('※ 无蛋白质、脂肪、碳水化合物 等 5 项数据，未计入：食盐');
  });

  it('of fibre also makes carbohydrate incomplete, unless there is none', async () => {
    await stock(service, [
      food('bran', '麦麸', { ...core, fibre: '20' }),
      food('fat', '猪油', { protein: '0', fat: '99.6', carbohydrate: '0', sodium: '0' }),
      food('husk', 'fibre', { protein: '0', fat: '0', carbohydrate: '90', fibre: '90' }),
    ]);
    const lard = await print('麸油', [
      ['bran', 50],
      ['fat', 50],
    ]);
    expect(readLabelRows(lard).slice(1)).toEqual([
      ['能量', '2278 kJ※', '27%'], // 17 × 5.0 + 37 × 54.8 + 17 × 5.0 + 8 × 10.0 = 2277.6; 27.12 %
      ['蛋白质', '5.0 g', '8%'],
      ['脂肪', '54.8 g', '91%'],
      ['碳水化合物', '5.0 g', '2%'], // 15 − 10
      ['膳食纤维', '10.0 g※', '40%'],
      ['钠', '100 mg', '5%'],
    ]);
    const ofEnergy = '※ 能量由标示的供能成分算得，所缺的未计入。';
    expect(readNotes(lard)).toEqual(['※ 无膳食纤维数据，未计入：猪油', ofEnergy, basis]);
    const whole = await print('麸', [
      ['bran', 50],
      ['whole', 50],
    ]);
    expect(readLabelRows(whole).slice(1)).toEqual([
      ['能量', '960 kJ※', '11%'], // 17 × 10.0 + 37 × 10.0 + 17 × 20.0 + 8 × 10.0 = 960; 11.43 %
      ['蛋白质', '10.0 g', '17%'],
      ['脂肪', '10.0 g', '17%'],
      ['碳水化合物', '20.0 g※', '7%'], // 5 + 15
      ['膳食纤维', '10.0 g※', '40%'],
      ['钠', '200 mg', '10%'],
    ]);
    const ofFibre = '※ 无膳食纤维数据，未计入，碳水化合物未扣除：样样有';
    expect(readNotes(whole)).toEqual([ofFibre, ofEnergy, basis]);
    const husk = await print('麸壳', [
      ['bran', 50],
      ['whole', 50],
      ['husk', 10],
    ]);
    expect(readNotes(husk)).toEqual([ofFibre, '※ 无钠数据，未计入：fibre', ofEnergy, basis]);
  });

  it('of a mandatory row that is known for no ingredient is a dash, with the reason', async () => {
    const svg = await print('油', [['oil', 10]]);
    expect(readLabelRows(svg).slice(1)).toEqual([
      ['能量', '370 kJ※', '4%'], // 37 × 10.0
      ['蛋白质', '—', '—'],
      ['脂肪', '10.0 g', '17%'],
      ['碳水化合物', '—', '—'],
      ['钠', '—', '—'],
    ]);
    expect(readNotes(svg)).toEqual([
      '— 配料均无此项数据：蛋白质、碳水化合物、钠',
      '※ 能量由标示的供能成分算得，所缺的未计入。',
      basis,
    ]);
  });

  it('of an ingredient outside the catalogue is reported once', async () => {
    const svg = await print('自编', [
      ['OWN-1', 20],
      ['whole', 30],
    ]);
    expect(readHead(svg)).toEqual(['自编', '红旗小学', '配料：样样有、OWN-1', '致敏物质：不明']);
    expect(readLabelRows(svg)[1]).toEqual(['能量', '315 kJ※', '4%']); // 17 × 3.0 + 37 × 3.0 + 17 × 9.0; 3.75 %
    expect(readNotes(svg)).toEqual([
      '※ 食材库中没有，各项均未计入：OWN-1',
      '※ 能量由标示的供能成分算得，所缺的未计入。',
      basis,
    ]);
  });

  it('of all ingredients, or of a dish without any, is all of it', async () => {
    const dashes = ['能量', '蛋白质', '脂肪', '碳水化合物', '钠'].map((name) => [name, '—', '—']);
    const empty = await print('空', []);
    expect(readHead(empty)).toEqual(['空', '红旗小学', '配料：未填写', '致敏物质：不明']);
    expect(readLabelRows(empty).slice(1)).toEqual(dashes);
    expect(readNotes(empty)).toEqual(['— 未填写配料，没有数据。', basis]);
    const bought = await print('外购', [['OWN-1', 30]]);
    expect(readLabelRows(bought).slice(1)).toEqual(dashes);
    expect(readNotes(bought)).toEqual([
      '※ 食材库中没有，各项均未计入：OWN-1',
      '— 配料均无此项数据：蛋白质、脂肪、碳水化合物、钠',
      '— 能量由蛋白质、脂肪、碳水化合物算得，数据不足。',
      basis,
    ]);
  });

  it('of sugar by the edition 2025 names the ingredients that lack it, where little of the weight has it', async () => {
    const figures = { protein: '1', fat: '1', 'saturated-fat': '1', carbohydrate: '1', sodium: '1', fibre: '0' };
    await stock(service, [food('sweet', '白糖', { ...figures, sugar: '99' }), food('leek', '韭菜', figures)]);
    const svg = await print(
      '甜韭菜',
      [
        ['leek', 80],
        ['sweet', 5],
      ],
      '2025',
    );
    expect(readLabelRows(svg)).toContainEqual(['– 糖', '—', '—']);
    expect(readNotes(svg)).toContain('— 有数据的配料不到总重的一半，无糖数据：韭菜');
    const none = await print('韭菜', [['leek', 80]], '2025');
    expect(readNotes(none)).toContain('— 配料均无此项数据：糖');
  });

  it('of more than half of the weight leaves a dash and the reason, of exactly half the value', async () => {
    const rowsWith = async (whole: number, own: number) => {
      const recipe: Recipe = [
        ['whole', whole],
        ['OWN-1', own],
      ];
      const svg = await print('半知', recipe);
      return { rows: readLabelRows(svg).slice(1), notes: readNotes(svg) };
    };
    const { rows, notes } = await rowsWith(36, 64);
    expect(rows).toEqual(['能量', '蛋白质', '脂肪', '碳水化合物', '钠'].map((name) => [name, '—', '—']));
    expect(notes).toEqual([
      '※ 食材库中没有，各项均未计入：OWN-1',
      '— 有数据的配料不到总重的一半：蛋白质、脂肪、碳水化合物、钠',
      '— 能量由蛋白质、脂肪、碳水化合物算得，数据不足。',
      basis,
    ]);
    expect((await rowsWith(50, 50)).rows[1]).toEqual(['蛋白质', '5.0 g※', '8%']);
    const stored = await service.call(
      'GET /api/dish/label',
      { ids: school.id * 1_000_000 + cooked - 1 },
      { token: school.token },
    );
    const protein = { name: '蛋白质', nutrition: '3.60(g)', nvr: '6.00%', missing: ['OWN-1'] };
    expect(stored.json.body[0].component).toContainEqual(protein);
  });

  it('of a very small share is reported, too', async () => {
    expect(readLabelRows(await print('微', [['whole', 0.01]]))[0]?.[1]).toBe('每份 (＜0.1 g)');
  });
});

describe('where room is scarce', () => {
  const nutrients = 'saturated-fat,cholesterol,fibre,vitamin-d,vitamin-k,vitamin-b1,vitamin-b2,calcium,iron,zinc'.split(
    ',',
  );
  const COUNT = 58;
  const codes = Array.from({ length: 100 }, (_, index) => `room-${index}`);
  const recipe = (count: number): Recipe => codes.slice(0, count).map((code, index) => [code, 200 - index]);

  beforeAll(async () => {
    const values = { ...core, ...Object.fromEntries(nutrients.map((key) => [key, '50'])) };
    await stock(
      service,
      codes.map((code, index) => food(code, `名字相当长的食材第${index}号`, values)),
    );
  });

  it('ingredients matter more than voluntary nutrients except fibre, and rows that are left out are named', async () => {
    const svg = await print('五十种', recipe(COUNT));
    expect(readHead(svg).join('')).toContain(`名字相当长的食材第${COUNT - 1}号`);
    const all = ['饱和脂肪', '胆固醇', '维生素D', '维生素K', '维生素B1', '维生素B2', '钙', '铁', '锌'];
    const shown = readLabelRows(svg).map(([name = '']) => name.replace('– ', ''));
    const left = all.filter((name) => !shown.includes(name));
    expect(left.length).toBeGreaterThan(0);
    expect(left).toEqual(all.slice(-left.length));
    expect(shown).toContain('膳食纤维');
    expect(readNotes(svg).join('')).toContain(`版面所限，未列出：${left.join('、')}`);
  });

  it('voluntary rows of dashes are left out first, and only the note with the reason names them', async () => {
    const svg = await print('缺得多', [['OWN-1', 40_000], ...recipe(COUNT)]);
    expect(
      readLabelRows(svg)
        .slice(1)
        .map(([name]) => name),
    ).toEqual(['能量', '蛋白质', '脂肪', '碳水化合物', '膳食纤维', '钠']);
    expect(readNotes(svg).join('')).toContain('— 有数据的配料不到总重的一半：蛋白质、脂肪、饱和脂肪、胆固醇');
    expect(readNotes(svg).join('')).not.toContain('版面所限');
  });

  it('ingredients that have none are counted', async () => {
    const svg = await print('一百种', recipe(100));
    expect(readHead(svg).join('')).toMatch(/^一百种红旗小学配料：名字相当长的食材第0号、.* 等 100 种致敏物质：不明$/);
  });

  it('a text in scripts of unknown width gets a fixed width', async () => {
    const svg = await print('ที่ 番茄', []);
    expect(svg).toMatch(/<text[^>]* textLength="[\d.]+" lengthAdjust="spacingAndGlyphs">ที่ 番茄<\/text>/);
    expect(await print('番茄 tomato', [])).not.toContain('textLength');
  });

  it('the emphasis is reduced, so that all rows of the table have room', async () => {
    for (const edition of ['2011', '2025'] as const) {
      const rows = editionRows(edition);
      await stock(service, [food('all', '全', Object.fromEntries(rows.map(({ key }) => [key, '50'])))]);
      const svg = await print('样样有', [['all', 100]], edition);
      expect(
        readLabelRows(svg)
          .slice(1)
          .map(([name]) => name),
      ).toEqual(rows.map(({ name }) => name));
      expect(emphasizedNames(svg).length).toBe({ 2011: 5, 2025: 7 }[edition]);
      expect(readNotes(svg).join('')).not.toContain('版面所限');
    }
  });

  it('the type is the largest that has room', async () => {
    const sizeOf = (svg: string) => Number(/font-size="([\d.]+)">配料/.exec(svg)?.[1]);
    const sizes = [];
    for (const count of [1, 20, 40, 100]) sizes.push(sizeOf(await print(`${count}种`, recipe(count))));
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect([sizes[0], sizes.at(-1)]).toEqual([4.13, 2.5]);
  });
});
