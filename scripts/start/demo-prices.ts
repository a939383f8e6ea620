import { codeOf, pairsOf } from './demo-foods.ts';

/**
 * What a school pays for a kilogram as bought, in yuan: invented for the demo data, near usual wholesale prices.
 * Shrimps and fish are bought whole, eggs in their shell.
 */
const bought = `
  大米 5.6 糯米 7.2 糙米 6.4 米粉 8 面粉 4.6 玉米 4.5 玉米面 5.2 土豆 3.2 红薯 4.2 玉米淀粉 7 粉丝 13 北豆腐 6.5
  南豆腐 5.8 油豆腐 13 绿豆 12 赤小豆 13 白萝卜 2.6 胡萝卜 3.6 毛豆 9 四季豆 8.5 绿豆芽 4.2 茄子 6 番茄 6.8 青椒 7.2
  甜椒 8.8 黄瓜 5.8 南瓜 3.4 冬瓜 2.8 大蒜 9.5 小葱 8 洋葱 3 大白菜 2.4 小白菜 4.6 西兰花 8.2 菠菜 7.4 空心菜 6.2
  藕 8.6 山药 11 姜 12 木耳 72 香菇 14 海带 16 苹果 8 橙 8.4 花生仁 14 五花肉 28 瘦肉 30 小排 46 猪肝 18 牛肉 76
  牛腩 66 鸡胸肉 18 鸡腿 17 鸡翅 26 鸭 17 牛奶 9 酸奶 13 鸡蛋 9.8 鹌鹑蛋 16 鲈鱼 44 鳕鱼 62 虾仁 72 蛤蜊 15 鱿鱼 42
  白糖 7.6 红糖 11 猪油 15 油 11.5 芝麻油 42 酱油 9 醋 6.5 盐 2.6 白胡椒粉 68 黄米 9.6 圆白菜 2.8 菜花 6.4 生菜 6.8
  西芹 5.6 苦瓜 7.6 丝瓜 7 西葫芦 4.6 秋葵 16 荷兰豆 18 竹笋 15 芋头 7.2 平菇 8 莲子 68 红枣 18 栗子 17 核桃 34 梨 6
  桃 9 葡萄 13 草莓 28 蜜橘 6.6 柚子 6.4 菠萝 7.2 芒果 13 香蕉 7 西瓜 4.4 羊肉 78 低脂牛奶 9.4 豆奶 6.4 紫甘蓝 4.2
  茼蒿 8.2 鲤鱼 16`;

/** Prices of the demo schools by code. */
export const demoPrices: ReadonlyMap<string, string> = new Map(
  pairsOf(bought).map(([food, yuan]) => [codeOf(food), Number(yuan).toFixed(2)]),
);
