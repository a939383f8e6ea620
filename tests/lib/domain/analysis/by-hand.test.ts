import { describe, expect, it } from 'vitest';
import { analyse } from '../../../../lib/domain/analysis/analyse.ts';
import { analysed, type Made, make } from './made.ts';

/** Values per 100 g, chosen so that they can be calculated on paper. */
const foods: Made['foods'] = {
  '012001x': { name: '大米', is: ['谷类'], has: figures(1450, 8, 1, 77, 1, 2, 0, 0) },
  '081101x': { name: '猪肉', is: ['畜禽肉类'], has: figures(1600, 15, 30, 2, 0, 60, 20, 20) },
  '041201': { name: '胡萝卜', is: ['蔬菜类'], dark: true, has: figures(130, 1, 0.2, 8, 3, 70, 350, 0) },
  '192008': {
    name: '大豆油',
    is: ['植物油'],
    has: { energy: 3700, protein: 0, fat: 100, carbohydrate: 0, fibre: 0, sodium: 0 },
  },
  '204001': { name: '酱油', category: '调味品类', has: figures(260, 6, 0, 10, 0, 6000, 0, 0) },
  '205001': { name: '盐', is: ['盐'], has: figures(0, 0, 0, 0, 0, 39000, 0, 0) },
  '021301': { name: '红薯', is: ['薯类', '190', '50'], has: figures(380, 1, 0, 20, 2, 10, 60, 0) },
  '101101x': { name: '牛奶', is: ['奶类及奶制品'], has: figures(270, 3, 4, 5, 0, 60, 50, 50) },
};

function figures(...values: readonly number[]) {
  const keys = ['energy', 'protein', 'fat', 'carbohydrate', 'fibre', 'sodium', 'vitamin-a-rae', 'retinol'];
  return Object.fromEntries(keys.map((key, index) => [key, values[index] ?? 0]));
}

const standard = {
  overflow: '0.1',
  day: { 谷薯类: 300, 深色蔬菜: 100, 植物油: 25, 盐: 5 },
  week: { 畜禽肉类: 350 },
  levels: {
    '9–11 岁': {
      能量: { min: 8000, max: 8800 },
      protein: { min: 50 },
      钠: { max: 2000 },
      维生素A: { min: 550, ul: 2000 },
    },
  },
};

const dishes = {
  1: { name: '米饭', mark: '主食', of: { '012001x': 100 } },
  2: { name: '胡萝卜炒肉', of: { '081101x': 50, '041201': 80, '192008': 5, '204001': 4, '205001': 1 } },
  3: { name: '牛奶', mark: '奶类', of: { '101101x': 200 } },
  4: { name: '蒸红薯', of: { '021301': 95 } },
};

const nutrient = (key: string, name: string, unit: string, rest: object) => {
  return { key, name, unit, aboveUl: false, coverage: 1, ...rest };
};

const times = (name: string, text: string) => {
  return { name, unit: '次/周', value: 0, limit: { text, source: 'WS/T 554—2017' } };
};

const EMPTY = ['breakfast', 'dinner'].map((meal) => {
  const text = `第 1 天${meal === 'dinner' ? '晚餐' : '早餐'}没有菜品`;
  return { kind: 'empty_meal', text, day: 1, meal };
});

describe('an analysis worked out by hand', () => {
  // Lunch is 40 of 30 + 40 + 30, so f = 0.4. Grams: 100 + 50 + 80 + 5 + 4 + 1 = 240.
  const nutrients = [
    // 100 × 14.5 + 50 × 16 + 80 × 1.3 + 5 × 37 + 4 × 2.6 = 1450 + 800 + 104 + 185 + 10.4 = 2549.4 kJ;
    // 8000 × 0.4 = 3200, less a tenth 2880: too little
    nutrient('energy', '能量', 'kJ', { value: 2549.4, min: 3200, max: 3520, judgement: '不足' }),
    // 8 + 7.5 + 0.8 + 0 + 0.24 = 16.54 g; 50 × 0.4 × 0.9 = 18: too little
    nutrient('protein', '蛋白质', 'g', { value: 16.54, min: 20, judgement: '不足' }),
    // 1 + 15 + 0.16 + 5 = 21.16 g
    nutrient('fat', '脂肪', 'g', { value: 21.16 }),
    // 77 + 1 + 6.4 + 0 + 0.4 = 84.8 g; fibre 1 + 2.4 = 3.4 g
    nutrient('carbohydrate', '碳水化合物', 'g', { value: 84.8 }),
    nutrient('fibre', '膳食纤维', 'g', { value: 3.4 }),
    // 2 + 30 + 56 + 0 + 240 + 390 = 718 mg; 2000 × 0.4 = 800: in range
    nutrient('sodium', '钠', 'mg', { value: 718, max: 800, judgement: '适量' }),
    // 20 × 50 / 100 = 10 μg
    nutrient('retinol', '视黄醇', 'μg', { value: 10, coverage: 0.98, missing: ['大豆油'], missingCount: 1 }),
    // 10 + 280 = 290 μg, of the oil unknown: 235 / 240 = 0.979…; 550 × 0.4 = 220: enough; its upper level is for retinol
    nutrient('vitamin-a-rae', '维生素A（RAE）', 'μg RAE', {
      value: 290,
      min: 220,
      ul: 2000,
      judgement: '适量',
      coverage: 0.98,
      missing: ['大豆油'],
      missingCount: 1,
    }),
  ];
  const categories = [
    { name: '谷薯类', value: 100, amount: 120, judgement: '不足' }, // 300 × 0.4 = 120, less a tenth 108
    { name: '深色蔬菜', value: 80, amount: 40, judgement: '适量' },
    { name: '植物油', value: 5, amount: 10, judgement: '适量' }, // at most
    // 1 g of salt and 4 g of soy sauce with 240 mg of sodium: 240 / 400 = 0.6 g
    { name: '盐', value: 1.6, amount: 2, judgement: '适量' },
  ];

  it('of one lunch', () => {
    const made: Made = {
      foods,
      dishes,
      standard,
      groups: [['9–11 岁']],
      items: [
        [1, 'lunch', 1],
        [1, 'lunch', 2],
      ],
    };
    expect(analysed(made)).toEqual({
      levels: [
        {
          name: '9–11 岁',
          level: '9–11 岁',
          people: 100,
          factor: 1,
          judged: true,
          average: {
            nutrients,
            categories,
            // 17 × 16.54 = 281.18, 37 × 21.16 = 782.92, 17 × 81.4 + 8 × 3.4 = 1411 kJ, together 2475.1:
            // 0.1136…, 0.3163…, 0.5700…
            energyShares: { protein: 0.11, fat: 0.32, carbohydrate: 0.57 },
            salt: 1.8, // 718 / 400 = 1.795
            kinds: 3, // rice, pork, carrot; oil and condiments are none
            evaluation: {
              // 7.5 of 16.54 g; of no food iron, calcium or phosphorus is known
              goodProtein: {
                name: '优质蛋白质',
                unit: '%',
                value: 45.34,
                coverage: 1,
                limit: { text: '优质蛋白质占 1/3 以上', source: '《营养师教程》营养配餐与食谱编制' },
              },
              animalIron: { name: '动物性铁', unit: '%', coverage: 0 },
              calciumPhosphorus: { name: '钙磷比', unit: '', coverage: 0 },
              addedSugar: {
                name: '添加糖',
                unit: 'g',
                value: 0,
                limit: { text: '添加糖每天少于 50 g，最好少于 25 g', source: '中国学龄儿童膳食指南（2022）' },
              },
              vegetableKinds: {
                ...{ name: '蔬菜种类', unit: '种', value: 1, below: ['2026-11-23'] },
                limit: { text: '新鲜蔬菜每天至少 3 种', source: 'WS/T 554—2017' },
              },
              groupsByMeal: [
                {
                  ...{ meal: 'lunch', name: '午餐食物类别', unit: '类', value: 3 },
                  limit: { text: '每餐至少有谷薯、蔬果、鱼禽肉蛋、奶豆四类中的三类', source: 'WS/T 554—2017' },
                },
              ],
              times: {
                fish: { name: '鱼虾', unit: '次/周', value: 0 },
                soya: times('大豆及其制品', '大豆或其制品每天提供'),
                milk: times('奶及奶制品', '奶或奶制品每天提供'),
                liver: times('动物肝脏', '动物肝脏每周 1 次，每次 20–25 g'),
                fried: { name: '油炸菜品', unit: '次/周', value: 0 },
              },
            },
          },
          days: [
            {
              day: 1,
              date: '2026-11-23',
              meals: [{ meal: 'lunch', energy: 2549.4 }],
              nutrients,
              categories,
              salt: 1.8,
              kinds: 3,
            },
          ],
          week: { categories: [{ name: '畜禽肉类', value: 50, amount: 20, judgement: '适量' }], kinds: 3 }, // 350 × 0.4 / 7
          unassigned: [],
        },
      ],
      warnings: EMPTY,
    });
  });

  it('of two days of different meals, the mean of both being the main figure', () => {
    // Day 1: lunch, rice 1½ times: 150 × 14.5 = 2175 kJ, f 0.4. Day 3: breakfast and dinner, each 200 × 2.7 = 540 kJ
    // and at dinner 95 × 3.8 = 361, f 0.6. Nothing on day 2. A factor of 0.8 for the level.
    const { levels } = analysed({
      foods,
      dishes,
      standard,
      days: 3,
      groups: [['9–11 岁', '0.8']],
      items: [
        [1, 'lunch', 1, '1.5'],
        [3, 'breakfast', 3],
        [3, 'dinner', 3],
        [3, 'dinner', 4],
      ],
    });
    const [level] = levels;
    expect(level?.days.map(({ day, date, meals }) => ({ day, date, meals }))).toEqual([
      { day: 1, date: '2026-11-23', meals: [{ meal: 'lunch', energy: 1740 }] }, // 2175 × 0.8
      {
        day: 3,
        date: '2026-11-25',
        meals: [
          { meal: 'breakfast', energy: 432 }, // 540 × 0.8
          { meal: 'dinner', energy: 720.8 }, // 901 × 0.8
        ],
      },
    ]);
    const energy = (value: number, min: number, max: number) =>
      nutrient('energy', '能量', 'kJ', { value, min, max, judgement: '不足' });
    expect(level?.days.map(({ nutrients }) => nutrients[0])).toEqual([
      energy(1740, 3200, 3520),
      energy(1152.8, 4800, 5280),
    ]);
    // (1740 + 1152.8) / 2; f = (0.4 + 0.6) / 2 = 0.5
    expect(level?.average.nutrients[0]).toEqual(energy(1446.4, 4000, 4400));
    // 120 g of rice and 76 g of sweet potato, that are 76 × 50 / 190 = 20 g of cereals: 140 / 2 = 70 a day
    expect(level?.average.categories[0]).toEqual({ name: '谷薯类', value: 70, amount: 150, judgement: '不足' });
    expect(level?.days[1]?.categories[0]).toEqual({ name: '谷薯类', value: 20, amount: 180, judgement: '不足' });
    // 350 × (0.4 + 0.6) / 7 = 50
    expect(level?.week).toEqual({
      categories: [{ name: '畜禽肉类', value: 0, amount: 50, judgement: '不足' }],
      kinds: 3,
    });
    expect([level?.average.kinds, level?.days.map(({ kinds }) => kinds)]).toEqual([1.5, [1, 2]]);
  });

  it('prints every sum with two decimals, and only as it goes out', () => {
    // 0.005 g a day is printed as 0.01; the mean of it and of nothing is 0.0025, not a half of 0.01
    const text = JSON.stringify(
      analyse(
        make({
          foods: { a: { has: { protein: '0.005' } }, b: { has: { protein: '0' } } },
          dishes: { 1: { of: { a: 100 } }, 2: { of: { b: 100 } } },
          days: 2,
          items: [
            [1, 'lunch', 1],
            [2, 'lunch', 2],
          ],
        }),
      ),
    );
    const values = Array.from(text.matchAll(/"key":"protein"[^}]*?"value":([\d.]+)/g), ([, value]) => value);
    expect(values).toEqual(['0.00', '0.01', '0.00']);
    expect(text).toContain('"coverage":1.00');
  });
});
