import * as z from 'zod/mini';

/** The groups of foods that cause allergies, by GB 7718-2025. Each includes products made of its foods. */
const groups = {
  含麸质谷物: '含有麸质的谷物及其制品',
  甲壳类: '甲壳纲类动物及其制品',
  鱼类: '鱼类及其制品',
  蛋类: '蛋类及其制品',
  花生: '花生及其制品',
  大豆: '大豆及其制品',
  乳: '乳及乳制品（包括乳糖）',
  坚果: '坚果及其果仁类制品',
} as const;
export type Allergen = keyof typeof groups;

const names = Object.keys(groups) as Allergen[];
export const AllergenName = z.enum(names);

/** The groups as a list to choose from. */
export const allergenChoices = names.map((key) => ({ key, value: groups[key] }));

const GLUTEN =
  /小麦|大麦|黑麦|燕麦|莜麦|青稞|肚里黄|五谷香|麦胚|麸|荽皮|面筋|面粉|面条|挂面|切面|龙须面|通心|馒头|面包|饼干|油条|煎炸粉/;
const SOY =
  /^(?:黄豆|黑豆|青豆|大豆|豆油)|豆腐|豆浆|豆奶|豆汁|豆花|豆肝尖|豆皮|豆粉|豆米粉|腐竹|枝竹|千张|百[页叶]|素[大火鸡什]|炸素虾|烤麸/;
const CRUSTACEANS = /虾|蟹|蚶蛄/;
const FISHLESS =
  /^(?!刺[泡鲍]鱼).*(?:鲍鱼|蛏|贝|蚌|蚬|牡蛎|蚝|蚶|螺|蛤|珧|参|海蜇|海胆|墨鱼|鱿鱼|章鱼|乌贼|乌鱼蛋|甲鱼|乌龟)/;
const SEEDS = /花生|葵花|瓜子|芝麻|莲子|芡实|胡麻|亚麻|菠萝蜜/;

/** Foods of these categories consist of one thing. Foods of other categories may contain anything. */
const PLAIN = /^(?:谷|薯|干豆|豆|蔬菜|菌|藻|水果|坚果|种子|畜|禽|乳|奶|蛋|鱼|虾|水产|植物油|食用油|动物油)/;
/** Meat, fish, eggs and oils with these names consist of several things all the same. */
const PREPARED = /^(?:畜|禽|蛋|鱼|虾|水产|植物油|食用油)/;
const COMPOSITE =
  /火腿|香肠|午餐|罐头|浆粉|宫爆|肯德基|[^大小鸡鸭鹅]肠(?:$|（)|肉松|肉脯|肉酥|(?<![虾脑子籽])酱|卤|叉烧|红烧|色拉油|混合油|调和油/;
/** Condiments and sugars that consist of one thing. */
const PURE = /盐|白醋|胡椒|花椒|八角|桂皮|茴香|孜然|味精|砂糖|白糖|红糖|冰糖/;

/** What foods of a category are, all of them or those whose names match. */
const rules: readonly (readonly [category: RegExp, allergen: Allergen, name?: RegExp])[] = [
  [/^[谷薯豆植]|干豆/, '含麸质谷物', GLUTEN],
  [/^(?:鱼|虾|水产)/, '甲壳类', CRUSTACEANS],
  [/^谷/, '甲壳类', CRUSTACEANS],
  [/^谷/, '蛋类', /鸡蛋/],
  [/^蛋/, '蛋类'],
  [/./, '花生', /花生/],
  [/^[谷豆植食]|干豆/, '大豆', SOY],
  [/^蔬/, '大豆', /^(?:毛豆|黄豆芽|黑豆苗|发芽豆)/],
  [/^(?:鱼|虾|水产)/, '蛋类', /甲鱼蛋/],
  [/干豆/, '乳', /豆奶粉/],
  [/^[乳奶]/, '乳'],
  [/^[植食]/, '坚果', /核桃|杏仁|榛/],
];

/**
 * The allergens that a food has by its category and name. Undefined where they are unknown (不明): for composite foods, and
 * for foods of unknown categories.
 */
export function allergensByRule({ name, category }: Pick<Food, 'name' | 'category'>): readonly Allergen[] | undefined {
  if (/^(?:调味|糖)/.test(category)) return condimentAllergens(name);
  if (!PLAIN.test(category) || (PREPARED.test(category) && COMPOSITE.test(name))) return undefined;
  const found = new Set(
    rules.flatMap(([categories, allergen, names]) =>
      categories.test(category) && (names?.test(name) ?? true) ? [allergen] : [],
    ),
  );
  if (/^(?:坚果|种子)/.test(category) && !SEEDS.test(name)) found.add('坚果');
  if (/^(?:鱼|虾|水产)/.test(category) && !CRUSTACEANS.test(name) && !FISHLESS.test(name)) found.add('鱼类');
  return names.filter((one) => found.has(one));
}

function condimentAllergens(name: string): readonly Allergen[] | undefined {
  if (/酱油|生抽|老抽/.test(name)) return ['含麸质谷物', '大豆'];
  if (/腐乳|豆豉/.test(name)) return ['大豆'];
  return PURE.test(name) ? [] : undefined;
}

/** The allergens of a food in the order of the standard. Undefined where its entry does not say (不明). */
export function allergensOf({ allergens }: Pick<Food, 'allergens'>): readonly Allergen[] | undefined {
  return allergens && names.filter((one) => allergens.includes(one));
}

interface Food {
  readonly name: string;
  readonly category: string;
  readonly allergens?: readonly Allergen[] | undefined;
}
