import { describe, expect, it } from 'vitest';
import { isCondiment } from '../../../lib/domain/ingredient/kind.ts';
import { findDoubts, findImpossible } from '../../../lib/domain/ingredient/plausibility.ts';
import { readDish, type TableDish } from '../../../scripts/command/dish-table.ts';
import { getFoodCode } from '../../../scripts/command/food-words.ts';
import { starterFoods } from '../../../scripts/command/starter.ts';
import { demoDishes } from '../../../scripts/start/demo-dishes.ts';

const foods = new Map(starterFoods.map((food) => [food.code, food]));
const all = Object.values(demoDishes).flat();

const findFood = (word: string) => foods.get(getFoodCode(word));
const foodClass = (word: string) => findFood(word)?.foodCategory?.name ?? '';

/** Grams of the foods of a dish of which `is` holds. */
function grams({ gramsByFood: parts }: TableDish, is: (word: string) => boolean): number {
  return Object.entries(parts).reduce((sum, [word, some]) => sum + (is(word) ? some : 0), 0);
}
const sumOf = (dish: TableDish, ...words: string[]) => grams(dish, (word) => words.includes(word));
const inClass = (dish: TableDish, ...classes: string[]) => grams(dish, (word) => classes.includes(foodClass(word)));

const MEAT = ['畜禽肉类', '鱼虾类', '动物肝脏'];
const sumMeat = (dish: TableDish) => inClass(dish, ...MEAT);
const sumEggs = (dish: TableDish) => inClass(dish, '蛋类');
const sumSideFoods = (dish: TableDish) =>
  inClass(dish, '蔬菜类', '菌藻类', '薯类', '蛋类', '大豆类及其制品') + sumOf(dish, '粉丝', '粉条');
/** What a dish has of grams of salt, that of its condiments included. */
const sumSalt = ({ gramsByFood: parts }: TableDish) =>
  Object.entries(parts).reduce((sum, [word, some]) => {
    const food = findFood(word);
    return sum + (food && isCondiment(food) ? (some * Number(food.nutrients['sodium'] ?? 0)) / 100 / 400 : 0);
  }, 0);

/**
 * Foods whose figures are as printed and as they must be: 醋 and the spices have parts that no table counts, and the
 * vitamin A of 玉米 is rounded otherwise than its carotene.
 */
const EXPLAINED = ['玉米', '醋', '黑胡椒粉', '孜然'];

const knowsRetinol = ({ gramsByFood: parts }: TableDish) =>
  Object.keys(parts).every((word) => findFood(word)?.nutrients['retinol'] !== undefined);

/** What is wrong with a dish, one line for each rule that it breaks. Portions are those of a pupil of 9 to 11. */
function findFaults(dish: TableDish): string[] {
  const { name, mark, poly } = dish;
  const [meat, eggs, side] = [sumMeat(dish), sumEggs(dish), sumSideFoods(dish)];
  const starch = sumOf(dish, '面粉', '玉米淀粉', '土豆淀粉', '红薯淀粉');
  const [oil, flour] = [sumOf(dish, '油'), sumOf(dish, '面粉', '玉米面', '荞麦', '小米')];
  const share = (part: number, whole: number, least: number, most: number) =>
    part >= whole * least && part <= whole * most;
  const weight = grams(dish, () => true);
  const isCoated = poly === '炸' || (['大荤', '荤菜'].includes(mark) && starch >= 4 && poly !== '蒸');
  const rules: Readonly<Record<string, boolean>> = {
    '大荤 has 60 to 70 g of meat or fish': mark !== '大荤' || (meat >= 60 && meat <= 70),
    '荤菜 has 40 to 60 g of meat or fish': mark !== '荤菜' || (meat >= 40 && meat < 60),
    '小荤 has 20 to 40 g of meat or fish, or eggs':
      mark !== '小荤' || (meat >= 20 && meat < 40) || (!meat && eggs >= 40),
    '半荤 has 10 to 20 g of meat or half an egg, and as much beside':
      mark !== '半荤' || (meat >= 10 && meat < 20 && side >= meat) || (!meat && eggs >= 25 && side - eggs >= eggs),
    '素菜 has neither': mark !== '素菜' || meat + eggs === 0,
    'no cold dish has meat or fish': mark !== '凉菜' || meat === 0,
    'liver is at most 25 g': inClass(dish, '动物肝脏') <= 25,
    'the retinol of liver is known': !inClass(dish, '动物肝脏') || knowsRetinol(dish),
    'frying takes up 8 to 10 % of oil': !isCoated || share(oil, meat + starch + eggs, 0.08, 0.1),
    'aubergine that is fried takes up 5 g':
      sumOf(dish, '茄子') < 60 || ['蒸', '拌'].includes(poly) || (oil >= 5 && oil <= 7),
    'pancakes take up 4 to 5 g': !(poly === '煎' && name.endsWith('饼')) || (oil >= 4 && oil <= 5),
    'dough that rises has 0.5 to 0.8 % of yeast':
      !/馒头|花卷|(?<!面)包$|发糕|千层饼|玉米面饼/.test(name) || share(sumOf(dish, '酵母'), flour, 0.005, 0.008),
    'porridge weighs 250 to 320 g': mark !== '粥' || (weight >= 250 && weight <= 320),
    'soup weighs 180 to 260 g': mark !== '汤羹' || (weight >= 180 && weight <= 260),
    'drinks weigh 180 to 260 g': mark !== '饮品' || (weight >= 180 && weight <= 260),
    'what is drunk is soya milk, not beans': !name.includes('豆浆') || sumOf(dish, '黄豆', '黑豆') === 0,
    '鱼香, 麻婆 and 回锅 have 3 to 5 g of 豆瓣酱':
      !/鱼香|麻婆|回锅/.test(name) || share(sumOf(dish, '豆瓣酱'), 1, 3, 5),
    '炸酱 has 6 to 10 g of 黄酱': !name.includes('炸酱') || share(sumOf(dish, '黄酱'), 1, 6, 10),
    'fish has no fine bones': sumOf(dish, '鲤鱼') === 0,
    'rice noodles and shrimps are those of which the figures are sound': sumOf(dish, '米粉', '虾仁') === 0,
    'what schools may not cook is not in it': sumOf(dish, '四季豆') === 0,
    'salt is at most 0.75 g': sumSalt(dish) <= 0.75,
    'figures of its foods do not contradict themselves': Object.keys(dish.gramsByFood).every((word) => {
      const food = findFood(word);
      return EXPLAINED.includes(word) || (food && findDoubts(food).length + findImpossible(food).length === 0);
    }),
  };
  return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [`${name}: ${rule}`]));
}

describe('the dishes of the library and of the demo', () => {
  it('are at least 330, each under a name of its own', () => {
    const names = demoDishes.library.map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(330);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('keep to what a cook and a dietitian know', () => {
    expect(all.flatMap(findFaults)).toEqual([]);
  });

  it.each([
    ['锅包肉 | 大荤 | 炸 | 午 | 里脊 65 玉米淀粉 8 油 3', ['frying takes up 8 to 10 % of oil']],
    ['熘肝尖 | 荤菜 | 熘 | 午 | 猪肝 30 黄瓜 50', ['荤菜 has 40 to 60 g of meat or fish', 'liver is at most 25 g']],
    [
      '鱼香茄子 | 素菜 | 烧 | 午 | 茄子 120 油 2.5',
      ['aubergine that is fried takes up 5 g', '鱼香, 麻婆 and 回锅 have 3 to 5 g of 豆瓣酱'],
    ],
    ['馒头 | 主食 | 蒸 | 早 | 面粉 90', ['dough that rises has 0.5 to 0.8 % of yeast']],
    ['豆浆 | 饮品 | 煮 | 早 | 黄豆 20 白糖 4', ['drinks weigh 180 to 260 g', 'what is drunk is soya milk, not beans']],
    ['大米粥 | 粥 | 煮 | 早 | 大米 40', ['porridge weighs 250 to 320 g']],
    ['拌牛肉 | 凉菜 | 拌 | 午 | 牛腱 30', ['no cold dish has meat or fish']],
    [
      '豆浆红烧肉 | 大荤 | 烧 | 午 | 五花肉 60 酱油 6 料酒 3',
      ['salt is at most 0.75 g', 'figures of its foods do not contradict themselves'],
    ],
  ])('break rules where they do not: %s', (row, broken) => {
    const name = row.split(' ')[0];
    expect(findFaults(readDish(row))).toEqual(broken.map((rule) => `${name}: ${rule}`));
  });
});

describe('the seasons of dishes', () => {
  const mainVegetables = ({ mains }: TableDish) => mains.filter((word) => ['蔬菜类', '薯类'].includes(foodClass(word)));
  /** By vegetable, the dishes that have no other main one, and no habit of their own. */
  const byVegetable = Map.groupBy(
    all.filter((dish) => ['素菜', '凉菜', '半荤', '小荤'].includes(dish.mark) && mainVegetables(dish).length === 1),
    (dish) => mainVegetables(dish)[0] ?? '',
  );

  it('are the same in all dishes of a vegetable', () => {
    const lists = [...byVegetable].map(
      ([word, some]) => [word, [...new Set(some.map(({ month }) => String(month)))]] as const,
    );
    expect(lists.filter(([, months]) => months.length > 1)).toEqual([]);
    expect(Object.fromEntries(lists)).toMatchObject({
      茄子: ['5,6,7,8,9,10'],
      荷兰豆: ['11,12,1,2,3,4,5'],
      番茄: [''],
    });
  });

  it('are within those of all main vegetables, and never empty', () => {
    const listMonths = (word: string) => byVegetable.get(word)?.[0]?.month ?? [];
    const wrong = all.filter(({ month, mains }) =>
      mains.some(
        (word) =>
          listMonths(word).length > 0 && !(month.length > 0 && month.every((one) => listMonths(word).includes(one))),
      ),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});
