import type { StoredFood } from './food.ts';

/** `category` is a food's category in the food table. `foodCategory` is its class: the category of a standard that it counts for. */
type ClassedFood = Pick<StoredFood, 'category' | 'foodCategory'>;

/** The classes of the foods that a kitchen seasons with. */
const SEASONING_CLASSES = new Set(['盐', '糖']);
/** Categories of oils and fats. */
const FAT_PATTERN = /油脂|植物油|食用油|动物油/;
/** Categories of other foods that do not count as kinds of food: sweets, drinks and condiments. */
const UNCOUNTED_PATTERN = /糖|蜜饯|饮料|酒|调味/;
/** The category of the water that a dish is cooked or mixed with. */
const WATER = '水';

/** Whether a food is water: labels list and count it, purchases leave it out, and it needs no values for a dish to be known. */
export function isWater(food: Pick<StoredFood, 'category'> | undefined): boolean {
  return food?.category === WATER;
}

/** Whether a food seasons others: its sodium counts as salt. */
export function isCondiment({ category, foodCategory }: ClassedFood): boolean {
  return category.includes('调味') || foodCategory?.name === '盐';
}

/** Whether a food is an oil or a fat. Its class decides or, without a class, its category. */
export function isFat({ category, foodCategory }: ClassedFood): boolean {
  return foodCategory ? foodCategory.name === '植物油' : FAT_PATTERN.test(category);
}

/** Whether a food counts among the different kinds of food. Its class decides or, without a class, its category. */
export function countsAsKind(food: ClassedFood): boolean {
  if (isCondiment(food) || isWater(food) || isFat(food)) return false;
  return food.foodCategory ? !SEASONING_CLASSES.has(food.foodCategory.name) : !UNCOUNTED_PATTERN.test(food.category);
}

/** Spring onions, garlic and ginger season a dish, so they are no kind of food. Garlic shoots and onions are vegetables. */
const AROMATIC_PATTERN = /^(?:[大小分]葱|细?香葱|葱|大蒜|蒜头|姜)(?:$|（)/;

/**
 * Rules for the foods whose kind is not their name. A rule fits if `categoryPattern` matches the category or the class of the
 * food, and `namePattern` matches its name. The first rule that fits decides. If it has no kind, the name is the kind.
 */
const kindRules: readonly (readonly [categoryPattern: RegExp, namePattern: RegExp, kind?: string])[] = [
  // The name of offal is its kind, whatever the animal.
  [/^[畜禽]/, /^(?:火?鸡|[猪牛羊马驴鸭鹅])(?:[^（]*(?:肝|肾|腰|心|肺|肚|舌|脑|脾|[大小]肠|血|胰|肫|胗|百叶|鞭)|肠)/],
  ...['牛', '羊', '驴', '马', '兔', '狗肉', '鹿'].map((animal) => [/^畜/, new RegExp(animal), animal] as const),
  [/^畜/, /骆驼/, '骆驼'],
  ...['火鸡', '鸭', '鹅', '鸽', '鹌鹑'].map((animal) => [/^(?:禽|畜禽)/, new RegExp(animal), animal] as const),
  // All other poultry is chicken, and all other meat is pork.
  [/^禽/, /./, '鸡'],
  [/^畜禽/, /鸡/, '鸡'],
  [/^畜/, /./, '猪'],
  ...['鸭', '鹅', '鹌鹑'].map((animal) => [/^蛋/, new RegExp(animal), `${animal}蛋`] as const),
  // Eggs of turtles are no hen's eggs.
  [/^蛋/, /^(?!甲鱼)/, '鸡蛋'],
  [/^[乳奶]/, /^(?:纯|鲜|低脂|脱脂|全脂)*牛[奶乳]/, '牛奶'],
  [/^[乳奶]/, /奶酪|干酪|乳酪/, '奶酪'],
  [/^[乳奶]/, /奶粉/, '奶粉'],
  [/^[薯谷]/, /淀粉|团粉|煎炸粉/, '淀粉'],
  ...['小米', '黄米', '荞麦'].map((grain) => [/^谷/, new RegExp(grain), grain] as const),
  // Baby corn is a vegetable.
  [/^谷/, /玉米(?!笋)/, '玉米'],
  [/^谷/, /糯/, '糯米'],
  [/^谷/, /米粉|河粉|米线/, '米粉'],
  [/^谷/, /米饭|米粥|稻|粳|籼|香米|大米|极品米/, '大米'],
  [/^谷/, /小麦|面粉|麦胚|挂面|面条|切面|龙须面|通心|馒头|花卷|面包|饼/, '小麦'],
  [/^[薯谷]/, /粉丝|粉条/, '粉丝'],
  [/薯|蔬菜/, /^(?:马铃薯|土豆)/, '马铃薯'],
  // The leaves of sweet potatoes are vegetables.
  [/薯|蔬菜/, /^(?:甘|红|白|紫)薯(?!叶)/, '甘薯'],
  [/豆/, /^豆腐（/, '豆腐'],
  // Some only share a part of the name: avocado is no pear, and starfruit, cherry, walnut and kiwi are no peaches.
  [/^水果/, /苹果$/, '苹果'],
  [/^水果/, /(?<![鳄刺])梨$/, '梨'],
  [/^水果/, /(?<![杨蒲樱核猴])桃(?:$|（)/, '桃'],
  [/^水果/, /葡萄(?:$|（)/, '葡萄'],
  // Candied tangerines are no fresh fruit.
  [/^水果/, /橘(?!饼)/, '橘'],
  ...['花生', '葵花子', '西瓜子', '南瓜子'].map((seed) => [/坚果|种子/, new RegExp(`^${seed}`), seed] as const),
  [/坚果|种子/, /栗/, '栗子'],
  [/坚果|种子/, /榛/, '榛子'],
  [/坚果|种子/, /松子/, '松子'],
  // What is dried or made of shrimps, and what only has their name, is a kind by its own name.
  [/^(?:鱼|虾|水产)/, /虾(?![皮米酱脑虎蛄])/, '虾'],
  [/^(?:鱼|虾|水产)/, /蟹/, '蟹'],
];

/**
 * Finds the kind of a food; undefined if the food does not count as a kind. Cuts of one animal, rices, plain milks and forms
 * of one food are one kind each. If no rule names the kind, it is the name without the form in brackets.
 */
export function findKind(food: ClassedFood & Pick<StoredFood, 'name'>): string | undefined {
  const name = food.name
    .replace(/\s*\[.*$/, '')
    .replaceAll('(', '（')
    .replaceAll(/\s+/g, '');
  if (!countsAsKind(food) || AROMATIC_PATTERN.test(name)) return undefined;
  const categories = [food.category, food.foodCategory?.name ?? ''];
  const rule = kindRules.find(
    ([categoryPattern, namePattern]) => categories.some((text) => categoryPattern.test(text)) && namePattern.test(name),
  );
  return rule?.[2] ?? name.replace(/（.*$/, '');
}
