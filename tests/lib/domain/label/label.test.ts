import { describe, expect, it } from 'vitest';
import { cook, food, labelLine, type Recipe, stock, withEdition } from '../../../support/nouns/foods.ts';
import { addSchool, success } from '../../../support/nouns/units.ts';
import { openService } from '../../../support/service/open.ts';

const service = await openService();
let cooked = 0;

/** Values per 100 g edible portion. */
const rice = food('rice', '大米', {
  energy: '1447',
  protein: '7.4',
  carbohydrate: '77.9',
  fibre: '0.7',
  'vitamin-b1': '0.11',
  iron: '2.3',
  water: '13.3',
});
const tomato = food('tomato', '番茄', {
  carotene: '550',
  'vitamin-c': '19.0',
  carbohydrate: '4.0',
  fat: '0.2',
  protein: '0.9',
  energy: '85',
});
const egg = food('egg', '鸡蛋', {
  energy: '602',
  protein: '13.3',
  fat: '8.8',
  carbohydrate: '2.8',
  cholesterol: '585',
  retinol: '234',
});
const oil = food('oil', '大豆油', { energy: '3699', fat: '99.9', carbohydrate: '0' }, { traces: ['carbohydrate'] });
const soy = food('soy', '豆浆', { fat: '0', 'vitamin-b1': '0', sodium: '3' }, { traces: ['fat', 'vitamin-b1'] });
const sauce = food('sauce', '酱油', { fat: '0.1', 'vitamin-b1': '0.05', sodium: '5757' });
const tenth = food('tenth', '十分之一', { protein: '0.1', fat: '0.1', zinc: '0.1' });
const fifth = food('fifth', '五分之一', { protein: '0.2', fat: '0.205' });
const half = food('half', '半分', {
  protein: '0.005',
  fat: '1.005',
  'saturated-fat': '2.675',
  cholesterol: '0.015',
  carbohydrate: '0.003',
  fibre: '0.305',
  zinc: '0.15075',
});
const below = food('below', '不到半分', { protein: '0.0049999999', fat: '1.00499999999999999999' });
const tiny = food('tiny', '微量', { energy: '1', protein: '1', 'vitamin-b12': '0.0001' });
const dense = food('dense', '高密度', { energy: '99999.99', protein: '12.34567', 'vitamin-b12': '123456789.125' });

/** The answered label of a dish with this recipe, by the reference values of 2011. */
async function labelOf(name: string, recipe: Recipe, edition: '2011' | '2025' = '2011') {
  await cook(service, school.token, name, recipe);
  const ids = school.id * 1_000_000 + ++cooked;
  const answer = await withEdition(service, edition, () =>
    service.call('GET /api/dish/label', { ids }, { token: school.token }),
  );
  return answer.json;
}

const label = (name: string, ingredients: string[], component: ReturnType<typeof labelLine>[]) =>
  success([{ id: school.id * 1_000_000 + cooked, name, ingredients, component }]);

const school = await addSchool(service, 'school');
await stock(service, [rice, tomato, egg, oil, soy, sauce, tenth, fifth, half, below, tiny, dense]);

describe('GET /api/dish/label works out by hand', () => {
  it('1: one ingredient, with a nutrient that has no reference value', async () => {
    const component = [
      labelLine('能量', '2170.50(kJ)', '25.84%'), // 150 × 1447 / 100 = 2170.5; / 8400 = 25.8392… %
      labelLine('蛋白质', '11.10(g)', '18.50%'), // 150 × 7.4 / 100 = 11.1; / 60 = 18.5 %
      labelLine('碳水化合物', '116.85(g)', '38.95%'), // 150 × 77.9 / 100 = 116.85; / 300 = 38.95 %
      labelLine('膳食纤维', '1.05(g)', '4.20%'), // 150 × 0.7 / 100 = 1.05; / 25 = 4.2 %
      labelLine('维生素B1', '0.17(mg)', '11.79%'), // 150 × 0.11 / 100 = 0.165 → 0.17; 0.165 / 1.4 = 11.7857… %
      labelLine('铁', '3.45(mg)', '23.00%'), // 150 × 2.3 / 100 = 3.45; / 15 = 23 %
      labelLine('水分', '19.95(g)', '-'), // 150 × 13.3 / 100 = 19.95
    ];
    expect(await labelOf('米饭', [['rice', 150]])).toEqual(label('米饭', ['大米'], component));
  });

  it('2: several ingredients, some with unknown values, by descending amount, with halves in both columns', async () => {
    const recipe: Recipe = [
      ['oil', 10],
      ['egg', 120.5],
      ['tomato', 200],
    ];
    const component = [
      // (200 × 85 + 120.5 × 602 + 10 × 3699) / 100 = (17000 + 72541 + 36990) / 100 = 1265.31; / 8400 = 15.0632… %
      labelLine('能量', '1265.31(kJ)', '15.06%'),
      // (200 × 0.9 + 120.5 × 13.3) / 100 = (180 + 1602.65) / 100 = 17.8265; / 60 = 29.7108… %
      labelLine('蛋白质', '17.83(g)', '29.71%', ['大豆油']),
      // (200 × 0.2 + 120.5 × 8.8 + 10 × 99.9) / 100 = (40 + 1060.4 + 999) / 100 = 20.994; / 60 = 34.99 %
      labelLine('脂肪', '20.99(g)', '34.99%'),
      // 120.5 × 585 / 100 = 704.925 → 704.93; / 300 = 234.975 % → 234.98 %; as binary floats 704.92 and 234.97
      labelLine('胆固醇', '704.93(mg)', '234.98%', ['番茄', '大豆油']),
      // (200 × 4.0 + 120.5 × 2.8 + 10 × trace) / 100 = (800 + 337.4 + 0) / 100 = 11.374; / 300 = 3.7913… %
      labelLine('碳水化合物', '11.37(g)', '3.79%'),
      // 200 × 19.0 / 100 = 38; / 100 = 38 %
      labelLine('维生素C', '38.00(mg)', '38.00%', ['鸡蛋', '大豆油']),
      // 200 × 550 / 100 = 1100
      labelLine('胡萝卜素', '1100.00(μg)', '-', ['鸡蛋', '大豆油']),
      // 120.5 × 234 / 100 = 281.97
      labelLine('视黄醇', '281.97(μg)', '-', ['番茄', '大豆油']),
    ];
    expect(await labelOf('番茄炒蛋', recipe)).toEqual(label('番茄炒蛋', ['番茄', '鸡蛋', '大豆油'], component));
  });

  it('3: traces count as 0 and are not missing', async () => {
    const component = [
      labelLine('脂肪', '0.00(g)', '0.00%'), // 250 × trace = 0
      labelLine('维生素B1', '0.00(mg)', '0.00%'), // 250 × trace = 0
      labelLine('钠', '7.50(mg)', '0.38%'), // 250 × 3 / 100 = 7.5; / 2000 = 0.375 % → 0.38 %
    ];
    expect(await labelOf('豆浆', [['soy', 250]])).toEqual(label('豆浆', ['豆浆'], component));
  });

  it('4: traces beside known values', async () => {
    const recipe: Recipe = [
      ['soy', 250],
      ['sauce', 5],
    ];
    const component = [
      labelLine('脂肪', '0.01(g)', '0.01%'), // (250 × trace + 5 × 0.1) / 100 = 0.005 → 0.01; / 60 = 0.0083… %
      labelLine('维生素B1', '0.00(mg)', '0.18%'), // (250 × trace + 5 × 0.05) / 100 = 0.0025; / 1.4 = 0.1785… %
      labelLine('钠', '295.35(mg)', '14.77%'), // (250 × 3 + 5 × 5757) / 100 = 295.35; / 2000 = 14.7675 %
    ];
    expect(await labelOf('咸豆浆', recipe)).toEqual(label('咸豆浆', ['豆浆', '酱油'], component));
  });

  it('5: an ingredient outside the catalogue is named by its code and lacks every value', async () => {
    const recipe: Recipe = [
      ['OWN-1', 30],
      ['tenth', 100],
      ['own 米粉', 230.25],
    ];
    const missing = ['own 米粉', 'OWN-1'];
    const component = [
      labelLine('蛋白质', '0.10(g)', '0.17%', missing), // 100 × 0.1 / 100 = 0.1; / 60 = 0.1666… %
      labelLine('脂肪', '0.10(g)', '0.17%', missing),
      labelLine('锌', '0.10(mg)', '0.67%', missing), // 0.1 / 15 = 0.6666… %
    ];
    expect(await labelOf('自编码', recipe)).toEqual(label('自编码', ['own 米粉', '十分之一', 'OWN-1'], component));
  });

  it('6: a dish of nothing but ingredients outside the catalogue has no component', async () => {
    const recipe: Recipe = [
      ['__proto__', 1],
      ['constructor', 2],
      ['toString', 3],
    ];
    expect(await labelOf('外购', recipe)).toEqual(label('外购', ['toString', 'constructor', '__proto__'], []));
  });

  it('by the edition 2025 names what it demands and nothing tells', async () => {
    const { body } = await labelOf('豆浆', [['soy', 100]], '2025');
    expect(body).toMatchObject([{ name: '豆浆', missing: ['能量', '蛋白质', '饱和脂肪', '碳水化合物', '糖'] }]);
  });

  it('7: a dish without ingredients has an empty label', async () => {
    expect(await labelOf('空', [])).toEqual(label('空', [], []));
  });

  it('8: halves are rounded up on the exact decimal, where binary floats would round down', async () => {
    const component = [
      labelLine('蛋白质', '0.01(g)', '0.01%'), // 0.005 → 0.01; / 60 = 0.0083… %
      labelLine('脂肪', '1.01(g)', '1.68%'), // 1.005 → 1.01; / 60 = 1.675 % → 1.68 %
      labelLine('饱和脂肪', '2.68(g)', '13.38%'), // 2.675 → 2.68; / 20 = 13.375 % → 13.38 %
      labelLine('胆固醇', '0.02(mg)', '0.01%'), // 0.015 → 0.02; / 300 = 0.005 % → 0.01 %
      labelLine('碳水化合物', '0.00(g)', '0.00%'), // 0.003; / 300 = 0.001 %
      labelLine('膳食纤维', '0.31(g)', '1.22%'), // 0.305 → 0.31; / 25 = 1.22 %: of 0.305, not of the rounded 0.31
      labelLine('锌', '0.15(mg)', '1.01%'), // 0.15075; / 15 = 1.005 % → 1.01 %
    ];
    expect(await labelOf('半分', [['half', 100]])).toEqual(label('半分', ['半分'], component));
  });

  it('9: what is less than a half by however little is rounded down', async () => {
    const component = [
      labelLine('蛋白质', '0.00(g)', '0.01%'), // 0.0049999999; / 60 = 0.0083… %
      labelLine('脂肪', '1.00(g)', '1.67%'), // 1.00499999999999999999; / 60 = 1.67499… %
    ];
    expect(await labelOf('不到', [['below', 100]])).toEqual(label('不到', ['不到半分'], component));
  });

  it('10: 0.1 and 0.2 make exactly 0.3, and 0.1 and 0.205 exactly 0.305', async () => {
    const recipe: Recipe = [
      ['tenth', 100],
      ['fifth', 100],
    ];
    const component = [
      labelLine('蛋白质', '0.30(g)', '0.50%'), // 0.1 + 0.2 = 0.3; / 60 = 0.5 %
      labelLine('脂肪', '0.31(g)', '0.51%'), // 0.1 + 0.205 = 0.305 → 0.31; / 60 = 0.5083… %
      labelLine('锌', '0.10(mg)', '0.67%', ['五分之一']), // 0.1 / 15 = 0.6666… %
    ];
    expect(await labelOf('和', recipe)).toEqual(label('和', ['十分之一', '五分之一'], component));
  });

  it('11: a half that comes from the amount is rounded up, too', async () => {
    // 5 × 0.1 / 100 = 0.005 → 0.01
    expect(await labelOf('五克', [['tenth', 5]])).toEqual(
      label(
        '五克',
        ['十分之一'],
        [
          labelLine('蛋白质', '0.01(g)', '0.01%'), // 0.005; / 60 = 0.0083… %
          labelLine('脂肪', '0.01(g)', '0.01%'),
          labelLine('锌', '0.01(mg)', '0.03%'), // 0.005 / 15 = 0.0333… %
        ],
      ),
    );
  });

  it('12: very small amounts vanish beside the decimals but keep their lines', async () => {
    // 0.0000001 × 1 / 100 = 0.000000001
    const component = [
      labelLine('能量', '0.00(kJ)', '0.00%'),
      labelLine('蛋白质', '0.00(g)', '0.00%'),
      labelLine('维生素B12', '0.00(μg)', '0.00%'),
    ];
    expect(await labelOf('微', [['tiny', 1e-7]])).toEqual(label('微', ['微量'], component));
  });

  it('13: very large amounts are printed in full, and a half from a small one beside them counts', async () => {
    const recipe: Recipe = [
      ['tiny', 0.5],
      ['dense', 100_000],
    ];
    const component = [
      // (100000 × 99999.99 + 0.5 × 1) / 100 = 99999990 + 0.005 = 99999990.005 → .01; / 8400 = 1190476.07148… %
      labelLine('能量', '99999990.01(kJ)', '1190476.07%'),
      // (100000 × 12.34567 + 0.5 × 1) / 100 = 12345.67 + 0.005 = 12345.675 → 12345.68; / 60 = 20576.125 % → .13 %
      labelLine('蛋白质', '12345.68(g)', '20576.13%'),
      // (100000 × 123456789.125 + 0.5 × 0.0001) / 100 = 123456789125 + 0.0000005; / 2.4 = 5144032880208.33335… %
      labelLine('维生素B12', '123456789125.00(μg)', '5144032880208.33%'),
    ];
    expect(await labelOf('大', recipe)).toEqual(label('大', ['高密度', '微量'], component));
  });

  it('14: amounts are compared as numbers, and ingredients of the same amount keep their order', async () => {
    const recipe: Recipe = [
      ['x', 9.5],
      ['same-2', 99.95],
      ['same-1', 99.95],
      ['y', 10],
      ['z', 100],
      ['w', 1e-7],
    ];
    expect(await labelOf('序', recipe)).toEqual(label('序', ['z', 'same-2', 'same-1', 'y', 'x', 'w'], []));
  });
});
