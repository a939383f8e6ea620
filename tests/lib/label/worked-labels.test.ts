import { describe, expect, it } from 'vitest';
import foods from '../../fixtures/worked-foods.json' with { type: 'json' };
import { readLabelRows } from '../../support/files/labels.ts';
import { cook, food, type Recipe, stock, withEdition } from '../../support/nouns/foods.ts';
import { addSchool } from '../../support/nouns/units.ts';
import { openService } from '../../support/service/open.ts';
import { calculateLabel, type Edition } from './label-calculator.ts';

const service = await openService();
let cooked = 0;

/** The foods have values per 100 g edible portion. Carbohydrate includes fibre, as in food tables. */
type Name = keyof typeof foods;

const school = await addSchool(service, 'worked');
await stock(
  service,
  Object.entries(foods).map(([name, values]) => food(name, name, values)),
);

/**
 * Expects these rows of a dish, from the service and from the calculator, which other tests compare with the service.
 */
async function expectRows(recipe: Recipe, edition: Edition, rows: readonly string[][]): Promise<void> {
  await cook(service, school.token, '菜', recipe);
  const id = school.id * 1_000_000 + ++cooked;
  const call = () => service.call('GET /api/dish/label.svg', { id }, { token: school.token });
  const { text } = await withEdition(service, edition, call);
  expect(readLabelRows(text).slice(1)).toEqual(rows);
  const values = (code: string) => (code in foods ? foods[code as Name] : {});
  const portions = recipe.map(([code, grams]) => ({ name: code, grams: String(grams), values: values(code) }));
  expect(calculateLabel(portions, edition).rows).toEqual(rows);
}

describe('a label worked out by hand', () => {
  const scrambled: Recipe = [
    ['tomato', 200],
    ['egg', 120],
    ['oil', 10],
  ];

  it('of tomatoes and egg, 330 g, by 2025: fibre is 0 for 100 g, and so for the dish', () =>
    expectRows(scrambled, '2025', [
      // 17 × 17.8 + 37 × 21.0 + 17 × 10.4 + 8 × 0 = 302.6 + 777 + 176.8 = 1256.4; / 8400 = 14.95 %
      ['能量', '1256 kJ', '15%'],
      ['蛋白质', '17.8 g', '30%'], // 1.8 + 15.96 + 0 = 17.76; 17.8 / 60 = 29.67 %
      ['脂肪', '21.0 g', '35%'], // 0.4 + 10.56 + 9.99 = 20.95; 21.0 / 60 = 35 %
      ['– 饱和脂肪', '5.4 g', '27%'], // 0.06 + 3.72 + 1.59 = 5.37; 5.4 / 20 = 27 %
      ['胆固醇', '—', '—'], // 585 × 1.2, but that of tomatoes is unknown: 200 g of 330
      ['碳水化合物', '10.4 g', '3%'], // (4.0 − 0.5) × 2 + (2.8 − 0) × 1.2 = 7 + 3.36 = 10.36; 10.4 / 300 = 3.47 %
      ['– 糖', '5.4 g', '-'], // 5.2 + 0.24 = 5.44
      ['膳食纤维', '0 g', '0%'], // 1.0 g in 330 g = 0.303 g in 100 g ≤ 0.5
      ['钠', '168 mg', '8%'], // 10 + 157.8 + 0.49 = 168.29; 168 / 2000 = 8.4 %
      ['维生素C', '38.0 mg', '38%'], // 19 × 2
    ]));

  it('of the same by 2011: fibre is 0 only where the dish has no more than the limit either', () =>
    expectRows(scrambled, '2011', [
      ['能量', '1264 kJ', '15%'], // 1256.4 + 8 × 1.0 = 1264.4; / 8400 = 15.05 %
      ['蛋白质', '17.8 g', '30%'],
      ['脂肪', '21.0 g', '35%'],
      ['– 饱和脂肪', '5.4 g', '27%'],
      ['胆固醇', '—', '—'],
      ['碳水化合物', '10.4 g', '3%'],
      ['– 糖', '5.4 g', '-'],
      ['膳食纤维', '1.0 g', '4%'], // 1.0 > 0.5; / 25
      ['钠', '168 mg', '8%'],
      ['维生素C', '38.0 mg', '38%'],
    ]));

  it('of rice, where no fibre is known: carbohydrate as the table has it, energy not as the catalogue has it', () =>
    expectRows([['rice', 150]], '2025', [
      ['能量', '2220 kJ', '26%'], // 17 × 11.1 + 37 × 1.2 + 17 × 116.9 = 188.7 + 44.4 + 1987.3 = 2220.4; 26.43 %
      ['蛋白质', '11.1 g', '19%'], // 11.1 / 60 = 18.5 %, half up
      ['脂肪', '1.2 g', '2%'],
      ['– 饱和脂肪', '—', '—'],
      ['碳水化合物', '116.9 g', '39%'], // 116.85; 116.9 / 300 = 38.97 %
      ['– 糖', '—', '—'],
      ['钠', '0 mg', '0%'], // 3.8 in 100 g ≤ 5
      ['烟酸', '2.9 mg', '21%'], // 2.925; 2.9 / 14 = 20.71 %
      ['钙', '12 mg', '2%'], // 12.15; 8.1 in 100 g > 8; 12 / 800 = 1.5 %
    ]));

  it('of the same by 2011: niacin to 0.01, sodium more than the limit in the dish', () =>
    expectRows([['rice', 150]], '2011', [
      ['能量', '2220 kJ', '26%'],
      ['蛋白质', '11.1 g', '19%'],
      ['脂肪', '1.2 g', '2%'],
      ['碳水化合物', '116.9 g', '39%'],
      ['钠', '6 mg', '0%'], // 5.7 > 5; 6 / 2000 = 0.3 %
      ['烟酸', '2.93 mg', '21%'], // 2.925 half up; 2.93 / 14 = 20.93 %
      ['钙', '12 mg', '2%'],
    ]));

  it('of a thin soup of 300 g by 2025: next to nothing in 100 g is nothing, however much there is', () =>
    expectRows([['soup', 300]], '2025', [
      ['能量', '0 kJ', '0%'], // of labelled zeros
      ['蛋白质', '0 g', '0%'], // 0.4 ≤ 0.5
      ['脂肪', '0 g', '0%'], // 0.5 ≤ 0.5
      ['– 饱和脂肪', '0.3 g', '2%'], // 0.11 > 0.1; 0.33; 0.3 / 20 = 1.5 %
      ['碳水化合物', '0 g', '0%'],
      ['– 糖', '1.5 g', '-'], // 0.51 > 0.5; 1.53
      ['钠', '0 mg', '0%'], // 5 ≤ 5
      ['镁', '9 mg', '3%'], // 3.1 > 3; 9.3; 9 / 300
      ['锌', '0.60 mg', '5%'], // 0.2 > 0.1; 0.60 / 11 = 5.45 %
    ]));

  it('of the same by 2011: it is 0 only up to the limit in the dish, too', () =>
    expectRows([['soup', 300]], '2011', [
      ['能量', '101 kJ', '1%'], // 17 × 1.2 + 37 × 1.5 + 17 × 1.5 = 20.4 + 55.5 + 25.5 = 101.4; 1.2 %
      ['蛋白质', '1.2 g', '2%'],
      ['脂肪', '1.5 g', '3%'], // 2.5 % half up
      ['– 饱和脂肪', '0.3 g', '2%'],
      ['碳水化合物', '1.5 g', '1%'], // 0.5 % half up
      ['– 糖', '1.5 g', '-'],
      ['钠', '15 mg', '1%'], // 0.75 %
      ['镁', '9 mg', '3%'], // 9.3 > 6
      ['锌', '0.60 mg', '4%'], // 0.6 > 0.3; / 15
    ]));

  it('of 2 g of it: more than the limit in 100 g is never 0, though it is rounded away', () =>
    expectRows([['soup', 2]], '2025', [
      ['能量', '0 kJ', '0%'],
      ['蛋白质', '0 g', '0%'],
      ['脂肪', '0 g', '0%'],
      ['– 饱和脂肪', '0.0 g', '0%'], // 0.0022
      ['碳水化合物', '0 g', '0%'],
      ['– 糖', '0.0 g', '-'], // 0.0102
      ['钠', '0 mg', '0%'],
      ['镁', '0 mg', '0%'], // 0.062
      ['锌', '0.00 mg', '0%'], // 0.004
    ]));

  it('of values that are known of some ingredients only, and of none', () =>
    expectRows(
      [
        ['rice', 100],
        ['plainOil', 10],
        ['salt', 2],
        ['own', 5],
      ],
      '2025',
      [
        ['能量', '1850 kJ※', '22%'], // 17 × 7.4 + 37 × 10.8 + 17 × 77.9 = 125.8 + 399.6 + 1324.3 = 1849.7; 22.02 %
        ['蛋白质', '7.4 g※', '12%'], // 12.33 %
        ['脂肪', '10.8 g※', '18%'], // 0.8 + 9.99 = 10.79; 10.8 / 60
        ['– 饱和脂肪', '—', '—'],
        ['碳水化合物', '77.9 g※', '26%'], // 25.97 %
        ['– 糖', '—', '—'],
        ['钠', '790 mg※', '40%'], // 3.8 + 786.22 = 790.02; 790 / 2000 = 39.5 % half up
        ['维生素E', '—', '—'], // known of 10 g of 117
        ['烟酸', '2.0 mg※', '14%'], // 1.95 half up; 14.29 %
        ['钙', '0 mg※', '0%'], // 8.1 in 117 g = 6.92 in 100 g ≤ 8
      ],
    ));

  it('of an ingredient with more fibre than carbohydrate: no carbohydrate, never less', () =>
    expectRows(
      [
        ['bran', 40],
        ['rice', 40],
      ],
      '2011',
      [
        // 17 × 9.3 + 37 × 2.0 + 17 × 31.2 + 8 × 25.2 = 158.1 + 74 + 530.4 + 201.6 = 964.1; 11.48 %
        ['能量', '964 kJ※', '11%'],
        ['蛋白质', '9.3 g', '16%'], // 6.34 + 2.96; 15.5 % half up
        ['脂肪', '2.0 g', '3%'], // 1.72 + 0.32 = 2.04; 3.33 %
        ['碳水化合物', '31.2 g※', '10%'], // 0 + 31.16, of which the fibre of rice is unknown; 10.4 %
        ['膳食纤维', '25.2 g※', '101%'], // known of exactly half; 100.8 %
        ['钠', '7 mg', '0%'], // 5 + 1.52 = 6.52, in 100 g 8.15 > 5
        ['烟酸', '0.78 mg※', '6%'], // 5.57 %
        ['镁', '153 mg※', '51%'], // 152.8
        ['钙', '86 mg', '11%'], // 82.4 + 3.24 = 85.64; 10.75 %
      ],
    ));

  it('of fibre that is known of less than half: carbohydrate as the table has it', () =>
    expectRows(
      [
        ['bran', 39.9],
        ['rice', 40],
      ],
      '2011',
      [
        // 17 × 9.3 + 37 × 2.0 + 17 × 55.6 = 158.1 + 74 + 945.2 = 1177.3; 14.01 %
        ['能量', '1177 kJ', '14%'],
        ['蛋白质', '9.3 g', '16%'], // 6.32415 + 2.96 = 9.28415
        ['脂肪', '2.0 g', '3%'], // 1.7157 + 0.32
        ['碳水化合物', '55.6 g', '19%'], // 24.43875 + 31.16 = 55.59875; 18.53 %
        ['膳食纤维', '—', '—'], // 39.9 g of 79.9
        ['钠', '7 mg', '0%'], // 4.9875 + 1.52
        ['烟酸', '0.78 mg※', '6%'],
        ['镁', '—', '—'],
        ['钙', '85 mg', '11%'], // 82.194 + 3.24 = 85.434; 10.63 %
      ],
    ));

  it('of milk, with all that fat and sugar are made of, in the order of 2025', () =>
    expectRows([['milk', 100]], '2025', [
      ['能量', '227 kJ', '3%'], // 17 × 3.0 + 37 × 3.2 + 17 × 3.4 = 51 + 118.4 + 57.8 = 227.2; 2.7 %
      ['蛋白质', '3.0 g', '5%'],
      ['脂肪', '3.2 g', '5%'], // 5.33 %
      ['– 饱和脂肪', '2.1 g', '11%'], // 2.05 half up; 10.5 % half up
      ['– 反式脂肪', '0.3 g', '-'], // 0.31 > 0.3
      ['– 单不饱和脂肪', '0.8 g', '-'], // 0.75 half up
      ['– 多不饱和脂肪', '0 g', '-'], // 0.1 ≤ 0.1
      ['胆固醇', '15 mg', '-'],
      ['碳水化合物', '3.4 g', '1%'],
      ['– 糖', '3.4 g', '-'],
      ['– 乳糖', '3.4 g', '-'], // 3.35 half up
      ['钠', '37 mg', '2%'], // 1.85 %
      ['维生素B2', '0.15 mg', '11%'], // 0.145 half up; 0.15 / 1.4 = 10.71 %, of 0.145 it were 10.36 %
      ['生物素', '0.7 μg', '2%'], // 0.65 half up; 0.7 / 40 = 1.75 %
      ['钙', '104 mg', '13%'],
      ['磷', '73 mg', '10%'], // 10.43 %
      ['钾', '109 mg', '5%'], // 5.45 %
      ['镁', '11 mg', '4%'], // 3.67 %
    ]));

  it('of milk in the order of 2011: calcium after magnesium', () =>
    expectRows([['milk', 100]], '2011', [
      ['能量', '227 kJ', '3%'],
      ['蛋白质', '3.0 g', '5%'],
      ['脂肪', '3.2 g', '5%'],
      ['– 饱和脂肪', '2.1 g', '11%'],
      ['– 反式脂肪', '0.3 g', '-'],
      ['– 单不饱和脂肪', '0.8 g', '-'],
      ['– 多不饱和脂肪', '0 g', '-'],
      ['胆固醇', '15 mg', '5%'],
      ['碳水化合物', '3.4 g', '1%'],
      ['– 糖', '3.4 g', '-'],
      ['– 乳糖', '3.4 g', '-'],
      ['钠', '37 mg', '2%'],
      ['维生素B2', '0.15 mg', '11%'],
      ['生物素', '0.7 μg', '2%'], // 0.7 / 30 = 2.33 %
      ['磷', '73 mg', '10%'],
      ['钾', '109 mg', '5%'],
      ['镁', '11 mg', '4%'],
      ['钙', '104 mg', '13%'],
    ]));

  it('of a dish without listed ingredients, and of one without any: what is mandatory, empty', async () => {
    const empty = (names: string[]) => names.map((name) => [name, '—', '—']);
    const of2011 = ['能量', '蛋白质', '脂肪', '碳水化合物', '钠'];
    const of2025 = ['能量', '蛋白质', '脂肪', '– 饱和脂肪', '碳水化合物', '– 糖', '钠'];
    for (const recipe of [[['own', 30]], []] as Recipe[]) {
      await expectRows(recipe, '2011', empty(of2011));
      await expectRows(recipe, '2025', empty(of2025));
    }
  });
});
