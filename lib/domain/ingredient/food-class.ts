import { ratio } from '../values/ratio.ts';
import { deriveAllergens } from './allergen.ts';
import type { FoodFacts } from './food.ts';

/** `amount` grams of a food count as `counts` grams of its class, as decimal texts. */
type Equivalent = readonly [amount: string, counts: string];
type FoodClass = NonNullable<FoodFacts['foodCategory']>;

/**
 * Converts foods of a class by a nutrient, of which 100 g of the reference food have `per100`. `ifUnknown` holds if the
 * food's own value is unknown; by default it counts gram for gram.
 */
type Conversion = readonly [nutrient: string, per100: string, ifUnknown?: Equivalent | Conversion];

const GRAM_FOR_GRAM: Equivalent = ['100', '100'];

/** Dry grain and pulses, by energy in kJ. */
const GRAIN: Conversion = ['energy', '1450'];
/** Dry soybeans, milk, raw lean meat, raw fish and whole eggs, by protein: as 中国居民膳食指南（2022） converts soy and milk. */
const SOYBEANS: Conversion = ['protein', '35'];
/** Makes a conversion to whole milk, with 3.3 g of protein and 107 mg of calcium: China Food Composition Tables, 6th edition, 101101x 纯牛奶（代表值，全脂）. */
const toMilk = (ifUnknown = GRAM_FOR_GRAM): Conversion => ['protein', '3.3', ['calcium', '107', ifUnknown]];
const MILK = toMilk();
/** If a cheese's protein and calcium are unknown, 10 g are 100 g of milk, by the guidelines. */
const CHEESE = toMilk(['10', '100']);
const MEAT: Conversion = ['protein', '20'];
const FISH: Conversion = ['protein', '18'];
const EGGS: Conversion = ['protein', '12.7'];

/** Gives a class to the foods of a category of the food table whose names match. */
interface Rule {
  readonly category: RegExp;
  /** Matches the name without the other names that the table gives in square brackets; absent: any name. */
  readonly name?: RegExp;
  /** The class; absent: the foods are of no class. */
  readonly is?: string;
  /** How grams of the food count for the class; absent: gram for gram. */
  readonly as?: Equivalent | Conversion;
  /** Only foods with more water than this, in per cent, or with less. An unknown figure is neither. */
  readonly wetterThan?: number;
  readonly drierThan?: number;
}

const INFANT = /婴幼儿/;
const GRAINS = /^谷/;
const ROOTS = /薯/;
const PULSES = /豆/;
const VEGETABLES = /蔬菜/;
const FUNGI = /菌|藻/;
const NUTS = /坚果|种子/;
const MEATS = /^[畜禽]|肉/;
const DAIRY = /^[乳奶]/;
const EGG = /^蛋/;
const FISHES = /^(?:鱼|虾|水产)/;

// Names of foods of a category.
const SOY_PRODUCTS = /豆腐|豆浆|豆奶|豆汁|豆花|豆肝尖|豆皮|千张|百[页叶]|素[大火鸡什]|炸素虾/;
const GRAIN_PRODUCTS = /面包|饼干|方便面|麦片|馒头|花卷|油条|油饼|烧饼|烙饼|锅盔|年糕|米线|窝头|凉面/;

/** The maximum water of a dry grain or pulse, in per cent. With more it is fresh or cooked. */
const DRY_GRAIN_WATER = 20;
/** The minimum water of a fresh vegetable, in per cent. With less it is dried. Fresh ones are 10 % dry matter. */
const FRESH_VEGETABLE_WATER = 50;
const DRY_MATTER: Conversion = ['dry-matter', '10'];
/** 190 g of sweet potato are 50 g of rice. */
const ROOT_EQUIVALENT: Equivalent = ['190', '50'];

/** Exceptions come first: the first rule that fits decides. Grams are of 中国居民膳食指南（2022）, for cooked meat of the exchange lists. */
const classRules: readonly Rule[] = [
  { category: INFANT, name: /豆粉/, is: '大豆类及其制品', as: SOYBEANS },
  { category: INFANT, name: /^(?:[^（(]*奶粉|[^（(]*配方)/, is: '奶类及奶制品', as: ['15', '100'] },
  { category: INFANT, name: /^(?:奶?米粉|米粥|面条|饼干)/, is: '谷类' },
  { category: INFANT, name: /玉米泥/, is: '谷类', as: ['160', '50'] },
  { category: INFANT, name: /^(?:甜嫩豌豆|香甜胡萝卜|香甜南瓜|混合蔬菜)泥/, is: '蔬菜类' },
  { category: INFANT, name: /^(?:冻干草莓|苹果泥|苹果香蕉泥|混合水果泥)/, is: '水果类' },
  { category: INFANT, name: /^肝/, is: '动物肝脏', as: MEAT },
  { category: INFANT, name: /^肉[松酥]/, is: '畜禽肉类', as: MEAT },
  { category: INFANT, name: /^鳕鱼酥/, is: '鱼虾类', as: FISH },
  { category: INFANT },

  { category: GRAINS, name: /玉米笋/, is: '蔬菜类' },
  { category: GRAINS, name: /^玉米（鲜/, is: '谷类', as: ['160', '50'] },
  { category: GRAINS, name: /^[^（]*饭/, is: '谷类', as: ['150', '50'] },
  { category: GRAINS, name: /粥/, is: '谷类', as: ['375', '50'] },
  { category: GRAINS, wetterThan: DRY_GRAIN_WATER, is: '谷类', as: GRAIN },
  { category: GRAINS, is: '谷类' },

  { category: ROOTS, name: /脱水|干|全粉|甘薯片|甘薯粉|魔芋/, is: '薯类' },
  { category: ROOTS, name: /淀粉|粉|团粉/, is: '谷类' },
  { category: ROOTS, is: '薯类', as: ROOT_EQUIVALENT },

  { category: PULSES, name: /烤麸|面筋/, is: '谷类', as: GRAIN },
  { category: PULSES, name: /^马牙大豆/, is: '杂豆类' },
  { category: PULSES, name: /^(?:黄豆|黑豆|青豆|大豆)/, is: '大豆类及其制品' },
  { category: PULSES, name: /内酯/, is: '大豆类及其制品', as: ['350', '50'] },
  { category: PULSES, name: /北豆腐/, is: '大豆类及其制品', as: ['145', '50'] },
  { category: PULSES, name: /南豆腐/, is: '大豆类及其制品', as: ['280', '50'] },
  { category: PULSES, name: /^豆腐干/, is: '大豆类及其制品', as: ['110', '50'] },
  { category: PULSES, name: /^(?:腐竹|枝竹)/, is: '大豆类及其制品', as: ['35', '50'] },
  { category: PULSES, name: /^(?:豆浆|豆奶|酸豆奶)(?!粉)/, is: '大豆类及其制品', as: ['730', '50'] },
  { category: PULSES, name: SOY_PRODUCTS, is: '大豆类及其制品', as: SOYBEANS },
  { category: PULSES, wetterThan: DRY_GRAIN_WATER, is: '杂豆类', as: GRAIN },
  { category: PULSES, is: '杂豆类' },

  { category: VEGETABLES, name: /^山药（干/, is: '薯类' },
  { category: VEGETABLES, name: /^(?:大薯|葛(?!子)|山药|槟榔芋|芋头|木薯)/, is: '薯类', as: ROOT_EQUIVALENT },
  { category: VEGETABLES, name: /^(?:马铃薯|土豆|甘薯|红薯(?!叶)|紫薯)/, is: '薯类', as: ROOT_EQUIVALENT },
  { category: VEGETABLES, drierThan: FRESH_VEGETABLE_WATER, is: '蔬菜类', as: DRY_MATTER },
  { category: VEGETABLES, is: '蔬菜类' },
  { category: FUNGI, drierThan: FRESH_VEGETABLE_WATER, is: '菌藻类', as: DRY_MATTER },
  { category: FUNGI, is: '菌藻类' },
  { category: /^水果/, is: '水果类' },
  { category: NUTS, name: /栗|莲子|芡实/, is: '薯类', as: GRAIN },
  { category: NUTS, is: '坚果类' },

  { category: /植物油|食用油/, is: '植物油' },
  { category: DAIRY, name: /奶酪|干酪|乳酪|奶豆腐|奶疙瘩|酸酪蛋|曲拉|奶渣/, is: '奶类及奶制品', as: CHEESE },
  { category: DAIRY, name: /奶油|黄油|白脱|酥油|蛋白粉/ },
  { category: DAIRY, name: /奶粉/, is: '奶类及奶制品', as: ['15', '100'] },
  { category: DAIRY, name: /^[^（]*(?:炼乳|奶皮|奶片)/, is: '奶类及奶制品', as: MILK },
  { category: DAIRY, is: '奶类及奶制品' },
  { category: EGG, name: /粉$/, is: '蛋类', as: EGGS },
  { category: EGG, is: '蛋类' },

  { category: FISHES, name: /鱼奇油|鱼露|虾油/ },
  { category: FISHES, name: /甲鱼蛋/, is: '蛋类' },
  { category: FISHES, name: /干|虾米|虾皮|金鲨鱼翅/, is: '鱼虾类', as: FISH },
  { category: FISHES, is: '鱼虾类' },

  { category: MEATS, name: /汤）$/ },
  { category: MEATS, name: /肝/, is: '动物肝脏' },
  { category: MEATS, name: /肉松|肉干|肉脯|肉酥|风干肉/, is: '畜禽肉类', as: MEAT },
  { category: MEATS, name: /酱|卤|熟|煮|叉烧|烤|扒|烧|炸/, is: '畜禽肉类', as: ['35', '50'] },
  { category: MEATS, is: '畜禽肉类' },

  { category: /调味/, name: /^(?!.*椒).*盐/, is: '盐' },
  { category: /糖/, name: /砂糖|白糖|红糖|冰糖|黑糖|方糖|赤砂|绵糖|果糖|葡萄糖|麦芽糖|糖浆|^蜂蜜/, is: '糖' },
  { category: /速食|小吃|甜饼|糕/, name: GRAIN_PRODUCTS, is: '谷类', as: GRAIN },
  { category: /^其他/, name: /^(?:裙边|鱼肚|鱼唇)/, is: '鱼虾类', as: FISH },
];

/** The minimum carotene of a dark vegetable, in μg per 100 g. */
const MIN_DARK_CAROTENE = '500';

/** Dark green, red, orange and purple vegetables by 中国居民膳食指南（2022）. The carotene of some is below the minimum, or unknown. */
const DARK_VEGETABLES =
  /^(?:菠菜|油菜|冬寒菜|芹菜叶|蕹菜|空心菜|莴笋叶|芥菜(?!头|（茎)|盖菜|芥蓝|西兰花|豆瓣菜|西洋菜|小葱|葱（小葱|[红白]薯叶|茼蒿|韭菜|.*萝卜缨|番茄|西红柿|樱桃番茄|奶柿子|胡萝卜|(?:香甜)?南瓜(?!藤)|辣椒（(?:红|小红)|红辣椒|红?苋菜|结球甘蓝（紫|紫甘蓝|红菜薹|叶甜菜|枸杞叶|灰灰菜|黄麻叶|鱼腥草（叶)/;

function isDark(name: string, carotene = '0'): boolean {
  return DARK_VEGETABLES.test(name) || !ratio(carotene).isBelow(MIN_DARK_CAROTENE);
}

/** Adds what a food's category and name say: class, equivalent, dark vegetable or not, allergens. Facts that it has stay. */
export function classify(food: FoodFacts): FoodFacts {
  const name = plainName(food.name);
  const foodCategory = food.foodCategory ?? findClass({ ...food, name });
  const dark = food.dark ?? (foodCategory?.name === '蔬菜类' && isDark(name, food.nutrients['carotene']));
  return {
    ...food,
    ...(foodCategory ? { foodCategory } : {}),
    ...(food.allergens ? {} : deriveAllergens({ ...food, name })),
    ...(dark ? { dark } : {}),
  };
}

/** Whether a food may have other allergens than those that are known, by its name, category and carbohydrate. */
export function mayHaveOthers(food: Pick<FoodFacts, 'name' | 'category' | 'nutrients'>): boolean {
  const derived = deriveAllergens({ ...food, name: plainName(food.name) });
  return !derived.allergens || derived.mayHaveOthers === true;
}

/** Removes other names in square brackets, makes round brackets wide, and removes blanks before them. */
function plainName(name: string): string {
  return name
    .replace(/\s*\[.*$/, '')
    .replaceAll('(', '（')
    .replaceAll(')', '）')
    .replaceAll(/\s+(?=（)/g, '')
    .trim();
}

function findClass({ category, name, nutrients }: FoodFacts): FoodClass | undefined {
  const { water } = nutrients;
  const rule = classRules.find(
    ({ category: categories, name: names, wetterThan, drierThan }) =>
      categories.test(category) &&
      (names?.test(name) ?? true) &&
      (wetterThan === undefined || ratio(water ?? '0').isAbove(wetterThan)) &&
      (drierThan === undefined || ratio(water ?? '100').isBelow(drierThan)),
  );
  if (rule?.is === undefined) return undefined;
  const dry = water === undefined ? {} : { 'dry-matter': ratio(100).minus(water).toText() };
  const [amount, counts] = toEquivalent(rule.as ?? GRAM_FOR_GRAM, { ...nutrients, ...dry });
  return { name: rule.is, amount, counts };
}

/** Finds the grams of the food that count as 50 g of its class, rounded to 5 g as in the guidelines, or below 20 g to 1 g. */
function toEquivalent(as: Equivalent | Conversion, nutrients: FoodFacts['nutrients']): Equivalent {
  if (isEquivalent(as)) return as;
  const [nutrient, per100, ifUnknown = GRAM_FOR_GRAM] = as;
  const value = ratio(nutrients[nutrient] ?? '0');
  if (value.numerator === 0n) return toEquivalent(ifUnknown, nutrients);
  const grams = ratio(per100).times(50).per(value);
  const step = grams.isBelow(20) ? 1 : 5;
  return [String(Math.max(Number(grams.per(step).toFixed(0)), 1) * step), '50'];
}

/** Whether it is an equivalent, which begins with a figure. A conversion begins with the key of a nutrient. */
function isEquivalent(as: Equivalent | Conversion): as is Equivalent {
  return /^\d/.test(as[0]);
}
