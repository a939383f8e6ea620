import * as z from 'zod/mini';
import { ratio } from '../values/ratio.ts';

/** The groups of foods that cause allergies, by GB 7718-2025. Each includes products made of its foods. */
const allergenGroups = {
  含麸质谷物: '含有麸质的谷物及其制品',
  甲壳类: '甲壳纲类动物及其制品',
  鱼类: '鱼类及其制品',
  蛋类: '蛋类及其制品',
  花生: '花生及其制品',
  大豆: '大豆及其制品',
  乳: '乳及乳制品（包括乳糖）',
  坚果: '坚果及其果仁类制品',
} as const;
export type Allergen = keyof typeof allergenGroups;

const allergenNames = Object.keys(allergenGroups) as Allergen[];
export const AllergenName = z.enum(allergenNames);

/** The groups of allergens, as a list to choose from. */
export const allergenChoices = allergenNames.map((key) => ({ key, value: allergenGroups[key] }));

// The patterns below match names of foods that contain an allergen, or that do not.

const GLUTEN =
  /小麦|大麦|黑麦|燕麦|莜麦|青稞|肚里黄|五谷香|麦胚|麸|荽皮|面筋|面粉|面条|挂面|切面|龙须面|通心|馒头|面包|饼干|油条|煎炸粉|包子|饺|馄饨|蛋糕|麻花|[烧油月]饼|花卷|锅盔|方便面/;
const SOY =
  /^(?:黄豆|黑豆|青豆|大豆|豆油)|豆腐|豆浆|豆奶|豆汁|豆花|豆肝尖|豆皮|豆粉|豆米粉|腐竹|枝竹|千张|百[页叶]|素[大火鸡什]|炸素虾|烤麸/;
const SHRIMPS_AND_CRABS = '虾|蟹';
const CRUSTACEANS = new RegExp(`${SHRIMPS_AND_CRABS}|蚶蛄`);
/** Foods in the category of fish that are neither fish nor crustaceans: molluscs, turtles and others. */
const NOT_FISH =
  /^(?!刺[泡鲍]鱼).*(?:鲍鱼|蛏|贝|蚌|蚬|牡蛎|蚝|蚶|螺|蛤|珧|参|海蜇|海胆|墨鱼|鱿鱼|章鱼|乌贼|乌鱼蛋|甲鱼|乌龟)/;
/** Foods in the category of nuts and seeds that are no tree nuts. */
const NOT_TREE_NUTS = /花生|葵花|瓜子|芝麻|莲子|芡实|胡麻|亚麻|菠萝蜜/;

/** A food of these categories of a food table consists of one thing unless it is prepared. Any other may contain anything. */
const SINGLE_FOOD_CATEGORIES =
  /^(?:谷|薯|干豆|豆|蔬菜|菌|藻|水果|坚果|种子|畜|禽|乳|奶|蛋|鱼|虾|水产|植物油|食用油|动物油|水$)/;
const MEAT_CATEGORIES = /^(?:畜|禽|鱼|虾|水产)/;
const FISH_CATEGORIES = /^(?:鱼|虾|水产)/;

/**
 * Names of prepared foods, which have ingredients that the name does not say: frying oil, coating, sauce, binder. Pastes of
 * shrimp and roe are exceptions: only salt is added to them. 败酱 is a herb, and 素鸡 is plain bean curd.
 */
const PREPARED =
  /丸|腊|炸|煎|扒|烧|熏|卤|(?<![虾脑子籽败])酱|五香|香辣|麻辣|清香|香叶|香糟|奶油香|沙爹|咖[喱哩]|风味|茄汁|豆豉|馅|串（|油茶|火腿|香肠|午餐|浆粉|宫爆|肉松|肉脯|肉酥|叉烧|色拉油|混合油|调和油|辣椒油|配方|营养|调制|调味|果[料粒]|[橘莓蕉桃]味|豆[奶浆]粉|油浸|盐水|汤）|奶片|^素(?!鸡$)|[菜臭包香]干）/;
/** Names of meat and fish that are seasoned before they are roasted, dried or canned. Nuts, pulses and roots are not. */
const PREPARED_MEAT = /烤|熟|咸|肉干|风干|手抓|方腿|鱼片干|鱼排|罐头|足棒|[^大小鸡鸭鹅]肠(?:$|（)/;
/**
 * The maximum carbohydrate of raw meat, fish and shellfish in g per 100 g; the first matching name decides. More comes from
 * flour, starch or sugar. For liver, roe and molluscs it is the maximum of plain ones in the national table.
 */
const MAX_RAW_CARBOHYDRATE: readonly (readonly [namePattern: RegExp, maxGrams: number])[] = [
  [/肝/, 11],
  [/[子籽]酱/, 25],
  [/鲍|蛏|贝|蚌|蚬|牡蛎|蚝|蚶|螺|蛤|珧|参|海蜇|墨鱼|鱿鱼|章鱼|乌贼|乌鱼蛋/, 28],
  [/./, 5],
];

/** Whether a food has ingredients that its name does not say. */
function isPrepared({ name, category, nutrients }: NamedFood): boolean {
  if (!SINGLE_FOOD_CATEGORIES.test(category) || PREPARED.test(name)) return true;
  if (!MEAT_CATEGORIES.test(category)) return false;
  const maxCarbohydrate = MAX_RAW_CARBOHYDRATE.find(([namePattern]) => namePattern.test(name))?.[1] ?? 0;
  return PREPARED_MEAT.test(name) || ratio(nutrients['carbohydrate'] ?? 0).isAbove(maxCarbohydrate);
}

/** The allergens that follow from the name of a food that may contain anything. */
const nameRules: readonly (readonly [namePattern: RegExp, allergen: Allergen])[] = [
  [GLUTEN, '含麸质谷物'],
  [new RegExp(SHRIMPS_AND_CRABS), '甲壳类'],
  // 鱼香 is a flavour, 鱼腥草 a herb. Squid, cuttlefish, octopus, abalone and turtle only have the word for fish in their names.
  [/鱼(?![香腥])(?<![鱿墨章鲍甲]鱼)/, '鱼类'],
  // 蛋白 may be any protein.
  [/蛋(?!白)/, '蛋类'],
  [/大豆|黄豆|豆基|豆腐|豆奶|豆浆/, '大豆'],
  // 豆奶 and 椰奶 are no milk, and 腐乳 is fermented bean curd.
  [/(?<![豆椰])奶|乳(?<!腐乳)/, '乳'],
  [/核桃|杏仁|榛|腰果|开心果|松子/, '坚果'],
];

/** Condiments and sugars that consist of one thing. */
const PURE_CONDIMENTS = /盐|白醋|胡椒|花椒|八角|桂皮|茴香|孜然|味精|砂糖|白糖|红糖|冰糖/;

/** The allergens of foods that consist of one thing, by category. With a `namePattern`, only matching names have the allergen. */
const categoryRules: readonly (readonly [categoryPattern: RegExp, allergen: Allergen, namePattern?: RegExp])[] = [
  [/^[谷薯豆植]|干豆/, '含麸质谷物', GLUTEN],
  [FISH_CATEGORIES, '甲壳类', CRUSTACEANS],
  [/^谷/, '甲壳类', CRUSTACEANS],
  [/^谷/, '蛋类', /鸡蛋/],
  [/^蛋/, '蛋类'],
  [/./, '花生', /花生/],
  [/^[谷豆植食]|干豆/, '大豆', SOY],
  [/^蔬/, '大豆', /^(?:毛豆|黄豆芽|黑豆苗|发芽豆)/],
  [FISH_CATEGORIES, '蛋类', /甲鱼蛋/],
  [/干豆/, '乳', /豆奶粉/],
  [/^[乳奶]/, '乳'],
  [/^[植食]/, '坚果', /核桃|杏仁|榛/],
];

/**
 * Derives the allergens of a food from its category, name and carbohydrate. A food that is prepared, composite or of an
 * unknown category has the allergens that follow from its name, and may have others.
 */
export function deriveAllergens(food: NamedFood): AllergenFacts {
  const { name, category } = food;
  const condimentAllergens = /^(?:调味|糖)/.test(category) ? findCondimentAllergens(name) : undefined;
  if (condimentAllergens) return { allergens: condimentAllergens };
  const foundAllergens = new Set(
    SINGLE_FOOD_CATEGORIES.test(category)
      ? listSingleFoodAllergens(food)
      : nameRules.flatMap(([namePattern, allergen]) => (namePattern.test(name) ? [allergen] : [])),
  );
  const allergens = allergenNames.filter((allergen) => foundAllergens.has(allergen));
  if (!isPrepared(food)) return { allergens };
  return allergens.length === 0 ? {} : { allergens, mayHaveOthers: true };
}

function listSingleFoodAllergens({ name, category }: NamedFood): Allergen[] {
  const foundAllergens = categoryRules.flatMap(([categoryPattern, allergen, namePattern]) =>
    categoryPattern.test(category) && (namePattern?.test(name) ?? true) ? [allergen] : [],
  );
  if (/^(?:坚果|种子)/.test(category) && !NOT_TREE_NUTS.test(name)) foundAllergens.push('坚果');
  if (FISH_CATEGORIES.test(category) && !CRUSTACEANS.test(name) && !NOT_FISH.test(name)) foundAllergens.push('鱼类');
  return foundAllergens;
}

function findCondimentAllergens(name: string): Allergen[] | undefined {
  if (/酱油|生抽|老抽/.test(name)) return ['含麸质谷物', '大豆'];
  if (/腐乳|豆豉/.test(name)) return ['大豆'];
  return PURE_CONDIMENTS.test(name) ? [] : undefined;
}

/** The known allergens of a food. */
export interface AllergenFacts {
  /** Absent if nothing is known of them (不明). */
  readonly allergens?: Allergen[] | undefined;
  /** Whether it may have others, too (另有不明). */
  readonly mayHaveOthers?: boolean | undefined;
}

export interface CombinedAllergens {
  /** In the order of the standard. */
  readonly allergens: Allergen[];
  /** Whether some food may have others (`mayHaveOthers`), nothing is known of its allergens, or there is no food at all. */
  readonly hasUnknownAllergens: boolean;
}

/** Combines the allergens of foods. */
export function combineAllergens(foods: readonly (AllergenFacts | undefined)[]): CombinedAllergens {
  return {
    allergens: allergenNames.filter((allergen) => foods.some((food) => food?.allergens?.includes(allergen))),
    hasUnknownAllergens: foods.length === 0 || foods.some((food) => !food?.allergens || food.mayHaveOthers === true),
  };
}

interface NamedFood {
  readonly name: string;
  readonly category: string;
  /** Per 100 g, as decimal texts. */
  readonly nutrients: Readonly<Record<string, string>>;
}
