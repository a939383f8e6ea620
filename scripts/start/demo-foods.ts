/** Pairs of words from a text: the first and second, the third and fourth, and so on. */
export function pairsOf(text: string): (readonly [string, string])[] {
  return [...text.matchAll(/(\S+)\s+(\S+)/g)].map(([, first = '', second = '']) => [first, second]);
}

/** Codes of the starter catalogue by the everyday words for the foods. */
export const foodCodes: ReadonlyMap<string, string> = new Map(
  pairsOf(`
  大米 012001x 糯米 012301 糙米 012216 米粉 012410 面粉 011201x 玉米 013101 玉米面 013109 土豆 021101
  红薯 021205 玉米淀粉 022103 粉丝 022201 北豆腐 031306 南豆腐 031307 油豆腐 031506 绿豆 032101 赤小豆 033101
  白萝卜 041101 胡萝卜 041204 毛豆 042109 四季豆 042110 绿豆芽 042206 茄子 043101x 番茄 043119 青椒 043123
  甜椒 043124 黄瓜 043208 南瓜 043213 冬瓜 043221 大蒜 044101 小葱 044205 洋葱 044301 大白菜 045101x
  小白菜 045120 西兰花 045217 菠菜 045301 空心菜 045337 藕 046010 山药 047104 姜 047301 木耳 051013
  香菇 051019 海带 052002 苹果 061101x 橙 064101 花生仁 072004 五花肉 081108 瘦肉 081110 小排 081131
  猪肝 081214 牛肉 082101x 牛腩 082116 鸡胸肉 091112 鸡腿 091113 鸡翅 091114 鸭 092101x 牛奶 101101x
  酸奶 103001x 鸡蛋 111101x 鹌鹑蛋 114101 鲈鱼 121226 鳕鱼 121239 虾仁 122206 蛤蜊 124201x 鱿鱼 129008
  白糖 189901 红糖 189902 猪油 191007 油 192004 芝麻油 192017 酱油 209901 醋 209903 盐 209904 白胡椒粉 209906
  黄米 015202 圆白菜 045201 菜花 045216 生菜 045333 西芹 045332 苦瓜 043212 丝瓜 043228 西葫芦 043218
  秋葵 043126 荷兰豆 042106 竹笋 045401 芋头 047203 平菇 051015 莲子 072009 红枣 062302 栗子 071008
  核桃 071004 梨 061201x 桃 062101x 葡萄 063101x 草莓 063910 蜜橘 064206 柚子 064301 菠萝 065002 芒果 065011
  香蕉 065033 西瓜 066201x 羊肉 083101x 低脂牛奶 101152x 豆奶 031402
  紫甘蓝 045211 茼蒿 045321 鲤鱼 121111
`),
);

/**
 * The code of a food by its everyday word.
 * @throws RangeError where no food has the word.
 */
export function codeOf(food: string): string {
  const code = foodCodes.get(food);
  if (code === undefined) throw new RangeError(`no food ${food}`);
  return code;
}
