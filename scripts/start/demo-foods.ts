/** Pairs of words from a text: the first and second, the third and fourth, and so on. */
export function pairsOf(text: string): (readonly [string, string])[] {
  return [...text.matchAll(/(\S+)\s+(\S+)/g)].map(([, first = '', second = '']) => [first, second]);
}

/**
 * The everyday words for foods of the starter catalogue, with their codes, and what a school pays for a kilogram as
 * bought, in yuan: invented, near usual wholesale prices. Shrimps and fish are bought whole, eggs in their shell.
 */
const foods = `
  大米 012001x 5.6 | 糯米 012301 7.2 | 糙米 012216 6.4 | 米粉 012410 8 | 面粉 011201x 4.6 | 玉米 013101 4.5 | 玉米面 013109 5.2 |
  土豆 021101 3.2 | 红薯 021205 4.2 | 玉米淀粉 022103 7 | 粉丝 022201 13 | 北豆腐 031306 6.5 | 南豆腐 031307 5.8 | 油豆腐 031506 13 |
  绿豆 032101 12 | 赤小豆 033101 13 | 白萝卜 041101 2.6 | 胡萝卜 041204 3.6 | 毛豆 042109 9 | 四季豆 042110 8.5 | 绿豆芽 042206 4.2 |
  茄子 043101x 6 | 番茄 043119 6.8 | 青椒 043123 7.2 | 甜椒 043124 8.8 | 黄瓜 043208 5.8 | 南瓜 043213 3.4 | 冬瓜 043221 2.8 |
  大蒜 044101 9.5 | 小葱 044205 8 | 洋葱 044301 3 | 大白菜 045101x 2.4 | 小白菜 045120 4.6 | 西兰花 045217 8.2 | 菠菜 045301 7.4 |
  空心菜 045337 6.2 | 藕 046010 8.6 | 山药 047104 11 | 姜 047301 12 | 木耳 051013 72 | 香菇 051019 14 | 海带 052002 16 |
  苹果 061101x 8 | 橙 064101 8.4 | 花生仁 072004 14 | 五花肉 081108 28 | 瘦肉 081110 30 | 小排 081131 46 | 猪肝 081214 18 |
  牛肉 082101x 76 | 牛腩 082116 66 | 鸡胸肉 091112 18 | 鸡腿 091113 17 | 鸡翅 091114 26 | 鸭 092101x 17 | 牛奶 101101x 9 |
  酸奶 103001x 13 | 鸡蛋 111101x 9.8 | 鹌鹑蛋 114101 16 | 鲈鱼 121226 44 | 鳕鱼 121239 62 | 虾仁 122206 72 | 蛤蜊 124201x 15 |
  鱿鱼 129008 42 | 白糖 189901 7.6 | 红糖 189902 11 | 猪油 191007 15 | 油 192004 11.5 | 芝麻油 192017 42 | 酱油 209901 9 |
  醋 209903 6.5 | 盐 209904 2.6 | 白胡椒粉 209906 68 | 黄米 015202 9.6 | 圆白菜 045201 2.8 | 菜花 045216 6.4 | 生菜 045333 6.8 |
  西芹 045332 5.6 | 苦瓜 043212 7.6 | 丝瓜 043228 7 | 西葫芦 043218 4.6 | 秋葵 043126 16 | 荷兰豆 042106 18 | 竹笋 045401 15 |
  芋头 047203 7.2 | 平菇 051015 8 | 莲子 072009 68 | 红枣 062302 18 | 栗子 071008 17 | 核桃 071004 34 | 梨 061201x 6 | 桃 062101x 9 |
  葡萄 063101x 13 | 草莓 063910 28 | 蜜橘 064206 6.6 | 柚子 064301 6.4 | 菠萝 065002 7.2 | 芒果 065011 13 | 香蕉 065033 7 |
  西瓜 066201x 4.4 | 羊肉 083101x 78 | 低脂牛奶 101152x 9.4 | 豆奶 031402 6.4 | 紫甘蓝 045211 4.2 | 茼蒿 045321 8.2 | 鲤鱼 121111 16
`
  .trim()
  .split('|')
  .map((food) => food.trim().split(' '));

/** Codes by word. */
export const foodCodes: ReadonlyMap<string, string> = new Map(foods.map(([word = '', code = '']) => [word, code]));

/** Prices by code. */
export const demoPrices: ReadonlyMap<string, string> = new Map(foods.map(([, code = '', yuan = '']) => [code, yuan]));

/**
 * The code of a food by its everyday word.
 * @throws RangeError where no food has the word.
 */
export function codeOf(food: string): string {
  const code = foodCodes.get(food);
  if (code === undefined) throw new RangeError(`no food ${food}`);
  return code;
}
