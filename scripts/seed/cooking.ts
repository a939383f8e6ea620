import { pairsOf } from '../start/demo-foods.ts';

/** The main food of a dish, and the `poly` values with which it can be cooked together with a vegetable. */
export interface Main {
  /** The food's word in names of dishes. */
  readonly word: string;
  readonly food: string;
  readonly grams: number;
  readonly mark: '大荤' | '荤菜' | '小荤' | '半荤';
  readonly ways: string;
}

const main = (word: string, food: string, grams: number, mark: Main['mark'], ways: string): Main => ({
  word,
  food,
  grams,
  mark,
  ways,
});

export const mains: readonly Main[] = [
  main('五花肉', '五花肉', 80, '大荤', '烧炖焖煲'),
  main('排骨', '小排', 85, '大荤', '烧炖焖煲蒸'),
  main('肉丸', '瘦肉', 70, '荤菜', '烧烩煮炖'),
  main('肉丝', '瘦肉', 45, '小荤', '炒烩爆熘'),
  main('肉片', '瘦肉', 50, '小荤', '炒烩爆熘'),
  main('肉末', '瘦肉', 30, '小荤', '炒烧烩焖'),
  main('肉丁', '瘦肉', 45, '小荤', '炒爆烩焖'),
  main('猪肝', '猪肝', 45, '小荤', '炒爆熘烩'),
  main('牛肉', '牛肉', 60, '荤菜', '炒烧炖焖煲'),
  main('牛腩', '牛腩', 75, '大荤', '烧炖焖煲'),
  main('羊肉', '羊肉', 65, '荤菜', '烧炖焖煲'),
  main('鸡丁', '鸡胸肉', 55, '荤菜', '炒爆熘烩'),
  main('鸡片', '鸡胸肉', 55, '荤菜', '炒熘烩'),
  main('鸡腿', '鸡腿', 90, '大荤', '烧炖焖卤煲'),
  main('鸡翅', '鸡翅', 85, '荤菜', '烧焖卤烤'),
  main('鸭块', '鸭', 85, '大荤', '烧炖焖煲'),
  main('鸡蛋', '鸡蛋', 60, '半荤', '炒蒸烩煎'),
  main('鹌鹑蛋', '鹌鹑蛋', 50, '小荤', '烧烩卤'),
  main('鲈鱼', '鲈鱼', 90, '大荤', '烧炖焖蒸'),
  main('鳕鱼', '鳕鱼', 85, '大荤', '烧焖煎蒸'),
  main('虾仁', '虾仁', 60, '荤菜', '炒熘爆烩'),
  main('蛤蜊', '蛤蜊', 50, '小荤', '炒煮蒸'),
  main('鱿鱼', '鱿鱼', 60, '荤菜', '炒爆烩'),
];

export const vegetables = (
  '土豆 白萝卜 胡萝卜 毛豆 四季豆 绿豆芽 茄子 番茄 青椒 甜椒 黄瓜 南瓜 冬瓜 洋葱 大白菜 小白菜 西兰花 ' +
  '菠菜 空心菜 藕 山药 木耳 香菇 海带 北豆腐 油豆腐 圆白菜 菜花 生菜 西芹 苦瓜 丝瓜 西葫芦 秋葵 荷兰豆 ' +
  '竹笋 芋头 平菇'
).split(' ');

/** Names of tastes. Each can precede the name of any dish with meat, fish or egg. */
export const tastes = '家常 农家 酱香 蒜香 葱香 五香 香辣 麻辣 糖醋 鱼香 咖喱 茄汁 蚝油 豉香 孜然 川味 湘味'.split(' ');

/** Ways to cook a dish of one vegetable, with their `poly`. */
export const plainWays = pairsOf('清炒 炒 蒜蓉炒 炒 醋熘 熘 素烧 烧 素烩 烩 上汤煮 煮 素焖 焖');

export const coldWays = pairsOf('凉拌 拌 麻酱拌 拌 香醋拌 拌 卤水 卤 酱腌 腌');

export const soupMeats = '小排 瘦肉 牛腩 鸡腿 鸭 鸡蛋 虾仁 蛤蜊 北豆腐'.split(' ');

/** What is cooked with grain in porridge and rice. */
export const grainPartners = '红薯 南瓜 玉米 绿豆 赤小豆 山药 红枣 莲子 栗子 芋头 胡萝卜 毛豆'.split(' ');
export const grains = '大米 糯米 糙米 黄米'.split(' ');

export const fillings = '赤小豆 红枣 南瓜 红薯 玉米 芋头 莲子 核桃 栗子 瘦肉 牛肉 香菇'.split(' ');
export const bakes = pairsOf('包 蒸 卷 蒸 发糕 蒸 馅饼 烙 酥饼 烤');

export const fruits = '苹果 橙 梨 桃 葡萄 草莓 蜜橘 柚子 菠萝 芒果 香蕉 西瓜'.split(' ');
export const fruitCuts = '鲜 当季 什锦'.split(' ');

/** Drinks with their marks. */
export const drinks: readonly (readonly [name: string, food: string, mark: string])[] = [
  ['纯牛奶', '牛奶', '奶类'],
  ['酸奶', '酸奶', '奶类'],
  ['低脂牛奶', '低脂牛奶', '奶类'],
  ['豆奶', '豆奶', '饮品'],
  ['红枣牛奶', '牛奶', '奶类'],
  ['草莓酸奶', '酸奶', '奶类'],
];
