import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { enumLists } from '../../../lib/domain/enum.ts';
import { combineAllergens } from '../../../lib/domain/ingredient/allergen.ts';
import { kitchenName } from '../../../lib/domain/ingredient/food.ts';
import { starterFoods } from '../../../scripts/command/starter.ts';
import { findDeviations, type PrintedFood, readFixture, type StarterFood } from './printed-foods.ts';

const STARTER = join(import.meta.dirname, '../../../tables/starter');
/** All foods of the catalogue as they are printed; not part of the project. */
const ALL_PRINTED = join(import.meta.dirname, '../../../../shared/starter-facts.json');

interface Catalogue {
  sources: Record<string, { title: string; url?: string; publisher?: string; licence: string }>;
  foods: StarterFood[];
}

/** Foods of which only some values come from the national table, whose codes for them do not match what is sold. */
const OWN_SOURCES = [
  ...['019901', '159901', '169901', '189901', '189902'],
  ...['209901', '209902', '209903', '209904', '209905', '209906', '209907', '209908', '209909', '209910', '209911'],
  ...['209912', '209913', '209914', '209915', '209916'],
];

/** 豆瓣酱, of which the source prints no more, and two starches whose rows are legible in part. */
const LITTLE_KNOWN = ['022110', '022111', '209914'];

/** Printed values that cannot be right, by what shows it, and the values used instead. */
const REFUSED = {
  // As low as a twentieth of what other rows of the same food have: the American value.
  '043126': ['potassium'],
  '042206': ['potassium'],
  '045332': ['potassium'],
  '047203': ['potassium'],
  '051019': ['potassium'],
  '065012': ['potassium'],
  '071015': ['phosphorus'],
  '129008': ['phosphorus'],
  '081215': ['iron'],
  '081216': ['iron'],
  '065023': ['potassium'],
  '121220': ['zinc'],
  '082119': ['iron'],
  // Cholesterol in a plant, and copper of thirty times as much as in soy milk: the American values.
  '031402': ['cholesterol', 'copper'],
  // kJ of other rows: what the printed kcal make.
  '062101x': ['energy'],
  '066201x': ['energy'],
  // More than 102 g in 100 g, while kcal fits protein and fat: what the other parts leave.
  '081129': ['water'],
  '081131': ['water'],
  '082115': ['water'],
  '082116': ['water'],
  // Retinol of less than half of the vitamin A, in milk, which has hardly any carotene: unknown.
  '102101x': ['retinol'],
  // μg RE in place of μg RAE: what carotene makes.
  '042110': ['vitamin-a-rae'],
  '046008': ['vitamin-a-rae'],
  '047104': ['vitamin-a-rae'],
};

/**
 * Foods whose energy differs from the general factors by more than a tenth: 黄豆芽 and 秋葵, as printed, 孜然, whose fat
 * the source counts differently, and 料酒, which has alcohol.
 */
const OTHER_ENERGY = ['042205', '043126', '209907', '209911'];

/** Foods whose printed parts add up to less than 95 g: 白醋 (acetic acid is not among the parts), 黑胡椒粉 and 白胡椒粉;
 * 豆瓣酱, whose water is unknown. */
const OTHER_MASS = ['209903', '209905', '209906', '209914'];

async function readStarter<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(join(STARTER, file), 'utf8'));
}

async function readAllPrinted(): Promise<PrintedFood[] | undefined> {
  const text = await readFile(ALL_PRINTED, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text).foods;
}

const { sources, foods } = await readStarter<Catalogue>('ingredients.json');
const nutrient = await readStarter<{ key: string }[]>('nutrients.json');
const known = nutrient.map(({ key }) => key);
const allPrinted = await readAllPrinted();
const fixture = await readFixture();

/** The codes of the foods for which `holds` is false. */
function failing(holds: (food: StarterFood) => boolean): string[] {
  return foods.filter((food) => !holds(food)).map(({ code }) => code);
}

function amount(food: StarterFood, key: string): number {
  return Number(food.nutrients[key] ?? 0);
}

/** Energy in kJ by the general factors, with fibre counted separately from the other carbohydrate. */
function factorEnergy(food: StarterFood): number {
  const fibre = amount(food, 'fibre');
  return (
    17 * amount(food, 'protein') + 37 * amount(food, 'fat') + 17 * (amount(food, 'carbohydrate') - fibre) + 8 * fibre
  );
}

function mass(food: StarterFood): number {
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

  it('names for each food its source, and for each nutrient that is of another one that', () => {
    expect(failing(({ source }) => source === 'cfct6')).toEqual(OWN_SOURCES);
    const named = foods.flatMap(({ source, others = {} }) => [source, ...Object.keys(others)]);
    expect([...new Set(named)].filter((one) => !/^(?:cfct6|own|(?:sr28|stfcj8):\d{5})$/.test(one))).toEqual([]);
    expect(Object.keys(sources)).toEqual(['cfct6', 'sr28', 'stfcj8', 'own']);
    const isTold = ({ title, url, publisher, licence }: Catalogue['sources'][string]) =>
      title && (url ?? publisher) && licence;
    expect(Object.values(sources).filter((one) => !isTold(one))).toEqual([]);
  });
});

describe('the figures of the national table', () => {
  it('are those printed of each food: value, trace, or none but of another source', async ({ annotate }) => {
    if (!allPrinted) await annotate(`without ../shared: ${fixture.length} foods of ${foods.length}`);
    const printed = allPrinted ?? fixture;
    expect(printed.length).toBe(allPrinted ? 200 : 74);
    expect(findDeviations(foods, printed)).toEqual([]);
  });

  it('are those of the foods that are kept beside the tests, too', () => {
    expect(findDeviations(foods, fixture)).toEqual([]);
    const values = new Map(allPrinted?.map((food) => [food.code, food.values]));
    const differing = fixture.filter(({ code, values: own }) =>
      Object.entries(own).some(([key, value]) => (values.get(code)?.[key] ?? value) !== value),
    );
    expect(differing).toEqual([]);
  });

  it('tell a wrong figure, a wrong trace, an invented value and a wrong edible share', () => {
    const change = (code: string, facts: (food: StarterFood) => Partial<StarterFood>) =>
      foods.map((food) => (food.code === code ? { ...food, ...facts(food) } : food));
    const set = (code: string, key: string, value: string) =>
      change(code, ({ nutrients }) => ({ nutrients: { ...nutrients, [key]: value } }));
    expect(findDeviations(set('012001x', 'protein', '7.13'), fixture)).toEqual(['012001x protein: 7.9 printed, 7.13']);
    expect(findDeviations(set('011312', 'vitamin-c', '1'), fixture)).toEqual(['011312 vitamin-c: 0 printed, 1']);
    expect(findDeviations(set('012001x', 'vitamin-e', '0.43'), fixture)).toEqual([
      '012001x vitamin-e: 0.348 follows, 0.43',
    ]);
    expect(findDeviations(set('012410', 'niacin', '9'), fixture)).toEqual([]);
    const unnamed = change('012410', () => ({ others: {} }));
    expect(findDeviations(unnamed, fixture)).toContain('012410 niacin: not printed, 0.221 of no source');
    expect(
      findDeviations(
        change('012410', () => ({ traces: [] })),
        fixture,
      ),
    ).toContain('012410 vitamin-a-rae: Tr printed, 0');
    expect(
      findDeviations(
        change('012001x', () => ({ edible: 99 })),
        fixture,
      ),
    ).toEqual(['012001x edible: 100 printed, 99']);
  });

  it('were refused in a few cells only', () => {
    const refused = foods.flatMap(({ code, refused: keys }) => (keys ? [[code, keys] as const] : []));
    expect(Object.fromEntries(refused)).toEqual(REFUSED);
  });
});

describe('the nutrients of the starter catalogue', () => {
  it('are at least 18 of each food but three, known ones, in decimal text', () => {
    expect(failing(({ nutrients }) => Object.keys(nutrients).length >= 18)).toEqual(LITTLE_KNOWN);
    expect(failing(({ nutrients }) => Object.keys(nutrients).every((key) => known.includes(key)))).toEqual([]);
    expect(
      failing(({ nutrients }) => Object.values(nutrients).every((value) => /^(0|[1-9]\d*)(\.\d+)?$/.test(value))),
    ).toEqual([]);
  });

  it('are there wherever they are marked as derived, as traces or of another source', () => {
    expect(failing(({ derived = [], nutrients }) => derived.every((key) => key in nutrients))).toEqual([]);
    expect(failing(({ traces = [], nutrients }) => traces.every((key) => nutrients[key] === '0'))).toEqual([]);
    const isThere = ({ others = {}, nutrients }: StarterFood) =>
      Object.values(others)
        .flat()
        .every((key) => key in nutrients);
    expect(failing(isThere)).toEqual([]);
  });

  it('give the energy that the general factors give, within a tenth', () => {
    expect(
      failing((food) => {
        const energy = amount(food, 'energy');
        return energy <= 100 || Math.abs(energy - factorEnergy(food)) <= 0.1 * factorEnergy(food);
      }),
    ).toEqual(OTHER_ENERGY);
  });

  it('add up to the whole food', () => {
    expect(failing((food) => mass(food) >= 95 && mass(food) <= 102.5)).toEqual(OTHER_MASS);
  });

  it('are no more than what they are a part of', () => {
    expect(failing((food) => amount(food, 'saturated-fat') <= amount(food, 'fat'))).toEqual([]);
    expect(failing((food) => amount(food, 'fibre') <= amount(food, 'carbohydrate'))).toEqual([]);
    expect(failing((food) => amount(food, 'sugar') <= amount(food, 'carbohydrate'))).toEqual([]);
    expect(failing((food) => amount(food, 'retinol') <= amount(food, 'vitamin-a-rae'))).toEqual([]);
  });
});

describe('what standards and notices ask of the foods of the starter catalogue', () => {
  const nameOf = new Map(starterFoods.map((food) => [food.code, kitchenName(food, '')]));

  it('are allergens, known of every food but those that are prepared, or by their carbohydrate may be', () => {
    const unknown = starterFoods.filter((food) => combineAllergens([food]).hasUnknownAllergens);
    expect(unknown.map((food) => kitchenName(food, ''))).toEqual([
      '香干',
      '鸡翅',
      '金枪鱼罐头',
      '虾仁',
      '全麦面包',
      '蚝油',
      '料酒',
    ]);
    const having = (allergen: string) =>
      starterFoods
        .filter((food) => combineAllergens([food]).allergens.some((one) => one === allergen))
        .map((food) => kitchenName(food, ''));
    expect(having('含麸质谷物')).toEqual([
      '面粉',
      '挂面',
      '鲜面条',
      '通心粉',
      '燕麦片',
      '烤麸',
      '全麦面包',
      '酱油',
      '生抽',
      '减钠酱油',
      '豆瓣酱',
      '黄酱',
    ]);
    expect(having('花生')).toEqual(['花生仁', '炒花生', '花生油']);
    expect(having('甲壳类')).toEqual(['对虾', '虾皮', '虾仁']);
    expect(having('大豆')).toEqual(
      [
        '黄豆',
        '黑豆',
        '豆腐',
        '内酯豆腐',
        '北豆腐',
        '南豆腐',
        '豆奶',
        '豆浆',
        '油豆腐',
        '腐竹',
        '千张',
        '豆腐干',
      ].concat([
        ...['香干', '烤麸', '豆腐皮', '毛豆', '黄豆芽', '豆油', '酱油', '腐乳', '生抽', '减钠酱油', '豆瓣酱', '黄酱'],
      ]),
    );
  });

  it('are categories that a standard may name, of all but butter, lard, condiments and water', () => {
    const categories = enumLists.foodCategory.map(({ key }) => key);
    expect(failing(({ foodCategory }) => !foodCategory || categories.includes(foodCategory.name))).toEqual([]);
    expect(failing(({ foodCategory }) => foodCategory !== undefined).map((code) => nameOf.get(code))).toEqual([
      ...['黄油', '水', '猪油', '酱油', '腐乳', '醋', '黑胡椒粉', '白胡椒粉', '孜然', '酵母', '芝麻酱', '蚝油'],
      ...['料酒', '生抽', '减钠酱油', '豆瓣酱', '黄酱', '番茄酱'],
    ]);
    const counted = (code: string) => foods.find((food) => food.code === code)?.foodCategory;
    expect(counted('021205')).toEqual({ name: '薯类', amount: '190', counts: '50' });
    expect(counted('031306')).toEqual({ name: '大豆类及其制品', amount: '145', counts: '50' });
    expect(counted('031307')).toEqual({ name: '大豆类及其制品', amount: '280', counts: '50' });
    expect(counted('102101x')).toEqual({ name: '奶类及奶制品', amount: '15', counts: '100' });
    expect(counted('081214')).toEqual({ name: '动物肝脏', amount: '100', counts: '100' });
  });

  it('are the dark ones among the vegetables', () => {
    expect(foods.filter(({ dark }) => dark).map((food) => kitchenName(food, ''))).toEqual(
      ['胡萝卜', '豇豆', '番茄', '樱桃番茄', '南瓜', '小葱', '韭菜', '菜心', '小白菜', '油菜', '芥菜', '紫甘蓝'].concat(
        [...['芥蓝', '西兰花', '菠菜', '木耳菜', '香菜', '苋菜', '茼蒿', '油麦菜', '空心菜', '红薯叶']],
      ),
    );
  });
});
