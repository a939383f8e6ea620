import type { DishContent } from '../../lib/domain/dish.ts';
import { at, Random } from '../../lib/domain/values/random.ts';
import { getFoodCode, parsePairs } from '../command/food-words.ts';

/** A dish before its amounts are drawn. */
interface Recipe {
  readonly name: string;
  readonly mark: string;
  readonly poly: string;
  /** Usual grams of the edible raw portion of each food, the main ones first. */
  readonly amounts: readonly (readonly [food: string, grams: number])[];
  /** The recipe has this many of the `seasonings`, from the first one on. */
  readonly seasoningCount: number;
}

/** Rows of word, food, grams, mark, and the ways in which it is cooked with a vegetable. */
const meatRows = `
  五花肉 五花肉 80 大荤 烧炖焖煲 | 排骨 小排 85 大荤 烧炖焖煲蒸 | 肉丸 瘦肉 70 荤菜 烧烩煮炖 | 肉丝 瘦肉 45 小荤 炒烩爆熘 |
  肉片 瘦肉 50 小荤 炒烩爆熘 | 肉末 瘦肉 30 小荤 炒烧烩焖 | 猪肝 猪肝 20 小荤 炒爆熘烩 | 牛肉 牛肉 60 荤菜 炒烧炖焖煲 |
  牛腩 牛腩 75 大荤 烧炖焖煲 | 羊肉 羊肉 65 荤菜 炒烧炖焖煲 | 鸡丁 鸡胸肉 55 荤菜 炒爆熘烩 | 鸡腿 鸡腿 90 大荤 烧炖焖卤煲 |
  鸡翅 鸡翅 85 荤菜 烧焖卤烤 | 鸭块 鸭 85 大荤 烧炖焖煲 | 鸡蛋 鸡蛋 60 半荤 炒蒸烩煎 | 鹌鹑蛋 鹌鹑蛋 50 小荤 烧烩卤 |
  鲈鱼 鲈鱼 90 大荤 烧炖焖蒸 | 鳕鱼 鳕鱼 85 大荤 烧焖煎蒸 | 虾仁 对虾 60 荤菜 炒熘爆烩 | 蛤蜊 蛤蜊 50 小荤 炒煮蒸`
  .split('|')
  .map((row) => row.trim().split(' '));
const vegetables = (
  '土豆 白萝卜 胡萝卜 毛豆 长豇豆 绿豆芽 茄子 番茄 青椒 甜椒 黄瓜 南瓜 冬瓜 洋葱 大白菜 小白菜 西兰花 ' +
  '菠菜 空心菜 藕 山药 香菇 海带 北豆腐 油豆腐 圆白菜 菜花 生菜 西芹 苦瓜 丝瓜 西葫芦 秋葵 荷兰豆 竹笋 芋头 平菇'
).split(' ');
const grains = '大米 糯米 糙米 黄米'.split(' ');
const grainAdditions = '红薯 南瓜 玉米 绿豆 赤小豆 山药 红枣 莲子 栗子 芋头 胡萝卜 毛豆'.split(' ');
const fruits = '苹果 橙 梨 桃 葡萄 草莓 蜜橘 柚子 菠萝 芒果 香蕉 西瓜'.split(' ');
const drinks = '牛奶 酸奶 低脂牛奶'.split(' ');
/** Tastes that can precede the name of any dish, and so make a further dish. */
const tastes = '家常 农家 酱香 蒜香 葱香 五香 香辣 麻辣 糖醋 鱼香 咖喱 茄汁 蚝油 豉香 孜然 川味 湘味'.split(' ');
/** Seasonings with their usual grams for one meal of a pupil. */
const seasonings = parsePairs('油 5 盐 0.8 酱油 4 大蒜 3 姜 2 小葱 3').map(
  ([food, grams]) => [food, Number(grams)] as const,
);
/** An ingredient with at least this share of a dish is a main one. */
const MAIN_SHARE = 0.25;
/** Amounts vary by up to this share of the usual amount, up and down. */
const SPREAD = 0.2;

const meatDishes = meatRows.flatMap(([word = '', food = '', grams, mark = '', polys = '']) =>
  [...polys].flatMap((poly) =>
    vegetables.map((vegetable) =>
      makeRecipe(`${vegetable}${poly}${word}`, mark, poly, { [food]: Number(grams), [vegetable]: 70 }),
    ),
  ),
);
const vegetableDishes = parsePairs('清炒 炒 蒜蓉炒 炒 醋熘 熘 素烧 烧 素烩 烩 上汤煮 煮').flatMap(([taste, poly]) =>
  vegetables.map((food) => makeRecipe(`${taste}${food}`, '素菜', poly, { [food]: 130 })),
);
const coldDishes = vegetables.map((food) => makeRecipe(`凉拌${food}`, '凉菜', '拌', { [food]: 130 }));
const soups = ['小排', '瘦肉', '鸡腿', '鸡蛋', '对虾'].flatMap((meat) =>
  vegetables.map((vegetable) => makeRecipe(`${vegetable}${meat}汤`, '汤羹', '煮', { [vegetable]: 60, [meat]: 25 })),
);
const makeGrainDishes = (end: string, mark: string, poly: string, grams: number) =>
  grains.flatMap((grain) =>
    grainAdditions.map((vegetable) =>
      makeRecipe(`${vegetable}${grain}${end}`, mark, poly, { [grain]: grams, [vegetable]: grams / 2 }, 0),
    ),
  );
const riceDishes = makeGrainDishes('饭', '主食', '蒸', 70);
const porridges = makeGrainDishes('粥', '粥', '煮', 30);
const pastries = grainAdditions.map((food) => makeRecipe(`${food}包`, '点心', '蒸', { 面粉: 50, [food]: 25 }, 0));
const fruitDishes = fruits.map((fruit) => makeRecipe(fruit, '水果', '', { [fruit]: 150 }, 0));
const drinkDishes = drinks.map((drink) => makeRecipe(drink, '奶类', '', { [drink]: 200 }, 0));

/** The kinds of a unit's dishes, in a cycle of twenty. A kind is the list of its recipes. */
const kinds = [
  ...[riceDishes, meatDishes, vegetableDishes, meatDishes, soups],
  ...[meatDishes, vegetableDishes, pastries, meatDishes, fruitDishes],
  ...[porridges, meatDishes, vegetableDishes, meatDishes, soups],
  ...[meatDishes, coldDishes, meatDishes, vegetableDishes, drinkDishes],
];
/** The cycle: each kind, with the number of its places before this one, and in the whole cycle. */
const cycle = kinds.map((kind, index) => ({
  kind,
  countBefore: kinds.slice(0, index).filter((other) => other === kind).length,
  countOfCycle: kinds.filter((other) => other === kind).length,
}));

/** When the seeded dishes were last changed. It is fixed, so that seeding again makes the same dishes. */
export const SEEDED_AT = Date.UTC(2026, 0, 1);

/** Returns a function that makes the dish of a number, from 1. No two dishes of a unit have the same name. */
export function createDishGenerator(seed: number, unit: number): (number: number) => DishContent {
  const random = new Random(seed, unit);
  const orderByKind = new Map([...new Set(kinds)].map((kind) => [kind, random.makePermutation(kind.length)]));
  return (number) => {
    const { kind, countBefore, countOfCycle } = at(cycle, (number - 1) % cycle.length);
    // The number of earlier dishes of this kind. Where it exceeds the recipes, they begin anew with another taste.
    const rank = Math.floor((number - 1) / cycle.length) * countOfCycle + countBefore;
    const { name, ...others } = at(kind, orderByKind.get(kind)?.(rank % kind.length) ?? 0);
    const round = Math.floor(rank / kind.length);
    const taste = round === 0 ? '' : at(tastes, (round - 1) % tastes.length);
    const suffix = round > tastes.length ? Math.ceil(round / tastes.length) : '';
    return toContent({ ...others, name: `${taste}${name}${suffix}` }, new Random(seed, unit, number));
  };
}

/** Makes a recipe. Most have oil, salt and soy sauce: the first three seasonings. */
function makeRecipe(
  name: string,
  mark: string,
  poly: string,
  gramsByFood: Readonly<Record<string, number>>,
  seasoningCount = 3,
): Recipe {
  return { name, mark, poly, amounts: Object.entries(gramsByFood), seasoningCount };
}

/** Makes a dish of a recipe: draws its amounts, and marks its main ingredients. */
function toContent({ name, mark, poly, amounts, seasoningCount }: Recipe, random: Random): DishContent {
  const foods = new Set(amounts.map(([food]) => food));
  const addedSeasonings = seasonings.slice(0, seasoningCount).filter(([food]) => !foods.has(food));
  const weighed = [...amounts, ...addedSeasonings].map(([food, usualGrams]) => {
    return { key: getFoodCode(food), grams: vary(usualGrams, random) };
  });
  const totalGrams = weighed.reduce((sum, { grams }) => sum + grams, 0);
  const ingredient = weighed.map(({ key, grams }) => ({
    key,
    value: String(grams),
    ...(grams >= totalGrams * MAIN_SHARE ? { isMain: true } : {}),
  }));
  return { name, mark, poly, ingredient, month: [], meals: [], iconFile: '', hasIcon: false, modify: SEEDED_AT };
}

/** Varies the usual amount, and rounds it as a cook weighs: to 5 g, or seasonings to 0.1 g. */
function vary(usualGrams: number, random: Random): number {
  const grams = usualGrams * (1 + SPREAD * (2 * random.fraction() - 1));
  return usualGrams >= 20 ? Math.round(grams / 5) * 5 : Math.max(0.1, Math.round(grams * 10) / 10);
}
