import { describe, expect, it } from 'vitest';
import { firstLevel, type Made } from './made.ts';

/** Values per 100 g, chosen so that they can be calculated on paper. */
const foods: NonNullable<Made['foods']> = {
  rice: { is: ['谷类'], has: minerals(8, 1, 10, 100) },
  pork: { is: ['畜禽肉类'], has: minerals(20, 2, 5, 200) },
  liver: { is: ['动物肝脏'], has: minerals(20, 22, 5, 300) },
  shrimp: { is: ['鱼虾类'], has: minerals(16, 2, 60, 200) },
  milk: { is: ['奶类及奶制品'], has: minerals(3, 0, 100, 80) },
  powder: { is: ['奶类及奶制品', '15', '100'], has: minerals(20, 1, 700, 500) },
  tofu: { is: ['大豆类及其制品', '145', '50'], has: minerals(10, 2, 100, 100) },
  greens: { is: ['蔬菜类'], dark: true, has: minerals(2, 1, 50, 30) },
  carrot: { is: ['蔬菜类'], has: minerals(1, 1, 30, 30) },
  mushroom: { is: ['菌藻类'], has: minerals(2, 1, 2, 50) },
  apple: { is: ['水果类'], has: minerals(0, 0, 5, 10) },
  peanut: { is: ['坚果类'], has: minerals(25, 2, 40, 320) },
  sugar: { is: ['糖'], category: '糖蜜饯类', has: minerals(0, 0, 20, 0) },
  syrup: { is: ['糖', '100', '80'], category: '糖蜜饯类', has: minerals(0, 0, 0, 0) },
  oil: { is: ['植物油'], has: minerals(0, 0, 0, 0) },
  soup: { category: '畜肉类及其制品', has: minerals(5, 1, 0, 0) },
};

function minerals(protein: number, iron: number, calcium: number, phosphorus: number) {
  return { protein, iron, calcium, phosphorus };
}

/** What is evaluated, a day or more; a dish is told by its id where it is served, at lunch unless a meal is named. */
function evaluated(made: Omit<Made, 'foods'>) {
  return firstLevel({ foods, standard: null, ...made }).average.evaluation;
}

/** The same of one lunch of one dish. */
const ofLunch = (of: Readonly<Record<string, number>>, rest: Omit<Made, 'foods'> = {}) =>
  evaluated({ dishes: { 1: { of } }, ...rest });

describe('an evaluation', () => {
  it('tells which part of the protein is of animals and soya, and which of the iron is of animals', () => {
    // protein 8 + 4 + 1.6 + 6 + 3 + 2.5 + 2 = 27.1 g, of pork, shrimp, milk and tofu 4 + 1.6 + 6 + 3 = 14.6;
    // iron 1 + 0.4 + 0.2 + 0 + 0.6 + 0.2 + 1 = 3.4 mg, of animals 0.6: soya counts for the protein alone
    const { goodProtein, animalIron } = ofLunch({
      ...{ rice: 100, pork: 20, shrimp: 10, milk: 200, tofu: 30, peanut: 10, greens: 100 },
    });
    expect([goodProtein.value, animalIron.value]).toEqual([53.87, 17.65]);
  });

  it('goes by the class alone: food of none, such as a broth, is no food of animals', () => {
    const { goodProtein, animalIron } = ofLunch({ rice: 100, soup: 100 });
    expect([goodProtein.value, animalIron.value]).toEqual([0, 0]);
  });

  it('divides calcium by phosphorus, and says of how much of the food both are known', () => {
    // (100 × 1 + 200 × 0.05) / (80 + 200 × 0.1): milk 100 g and rice 200 g; OWN weighs 100 of 400 g and is unknown
    const { calciumPhosphorus } = ofLunch({ milk: 100, rice: 200, OWN: 100 });
    expect(calciumPhosphorus).toMatchObject({ value: 0.43, coverage: 0.75 }); // 120 / 280
    expect(ofLunch({ OWN: 100 }).calciumPhosphorus).toEqual({ name: '钙磷比', unit: '', coverage: 0 });
  });

  it('counts sugar as a standard does, for the mean day', () => {
    const { addedSugar } = evaluated({
      dishes: { 1: { of: { sugar: 12, syrup: 10, apple: 100 } }, 2: { of: { rice: 50 } } },
      days: 2,
      groups: [['小学', '1.5']],
      items: [
        [1, 'lunch', 1],
        [2, 'lunch', 2],
      ],
    });
    expect(addedSugar.value).toBe(15); // (12 + 8) × 1.5 / 2
  });

  it('counts the kinds of vegetables of a day from 5 g on, with the days that have fewer than three', () => {
    const { vegetableKinds } = evaluated({
      dishes: { 1: { of: { greens: 50, carrot: 5, mushroom: 20, apple: 80 } }, 2: { of: { carrot: 4.9, greens: 60 } } },
      days: 2,
      items: [
        [1, 'lunch', 1],
        [2, 'lunch', 2],
      ],
    });
    expect(vegetableKinds).toMatchObject({ value: 2, below: ['2026-11-24'] }); // 3 and 1
  });

  it('tells how many of four groups of food each meal has, over the days that serve it', () => {
    const { groupsByMeal } = evaluated({
      dishes: {
        1: { of: { rice: 100, pork: 20, greens: 100, tofu: 30 } },
        2: { of: { rice: 50, milk: 200 } },
        3: { of: { rice: 80, apple: 60, liver: 4.9, peanut: 5 } },
        4: { of: { sugar: 20, oil: 5 } },
      },
      days: 2,
      items: [
        [1, 'breakfast', 2],
        [1, 'lunch', 1],
        [2, 'lunch', 3],
        [2, 'dinner', 4],
      ],
    });
    expect(groupsByMeal).toMatchObject([
      { meal: 'breakfast', value: 2, below: ['2026-11-23'] },
      { meal: 'lunch', value: 3.5 },
      { meal: 'dinner', value: 0, below: ['2026-11-24'] },
    ]);
    expect(groupsByMeal[1]?.below).toBeUndefined();
  });

  it('counts the meals of a week that have fish, soya, milk, liver, and a fried dish, each once', () => {
    const { times } = evaluated({
      dishes: {
        1: { of: { shrimp: 30 }, poly: '炸' },
        2: { of: { shrimp: 3, liver: 25 }, poly: '炸' },
        3: { of: { milk: 200, tofu: 50 } },
        4: { of: { shrimp: 2, powder: 5 }, poly: '煎' },
      },
      days: 3,
      groups: [['小学', '1', ['breakfast', 'lunch']]],
      items: [
        [1, 'lunch', 1],
        [1, 'lunch', 2],
        [2, 'breakfast', 3],
        [2, 'lunch', 3],
        [2, 'dinner', 1],
        [3, 'lunch', 2],
        [3, 'lunch', 4, '1', ['教师']],
        [3, 'breakfast', 4],
      ],
    });
    const values = Object.entries(times).map(([key, { value }]) => [key, value]);
    // shrimp: 33 g on day 1, 3 g and 2 g in two meals of day 3; dinner is not this group's
    expect(values).toEqual([
      ['fish', 1],
      ['soya', 2],
      ['milk', 3],
      ['liver', 2],
      ['fried', 2],
    ]);
  });

  it('of a group that eats nothing has no shares and no meals', () => {
    const { goodProtein, addedSugar, groupsByMeal, times } = evaluated({ dishes: {}, items: [] });
    expect([goodProtein.value, addedSugar.value, groupsByMeal, times['fish']?.value]).toEqual([undefined, 0, [], 0]);
  });
});
