/** How many times heavier a dried food is after soaking. */
export const swelling: ReadonlyMap<string, number> = new Map([['木耳', 10]]);

const fresh: readonly (readonly [foods: string, months: readonly number[]])[] = [
  ['毛豆 茄子 冬瓜 苦瓜 丝瓜 秋葵', [6, 7, 8, 9]],
  ['空心菜', [5, 6, 7, 8, 9]],
  ['竹笋 荷兰豆', [3, 4, 5]],
  ['菠菜', [1, 2, 3, 4, 11, 12]],
  ['大白菜', [1, 2, 3, 10, 11, 12]],
  ['白萝卜', [1, 2, 10, 11, 12]],
  ['藕 南瓜', [8, 9, 10, 11]],
  ['芋头 栗子', [9, 10, 11]],
  ['羊肉', [1, 2, 11, 12]],
  ['桃 西瓜', [6, 7, 8]],
  ['葡萄', [7, 8, 9]],
  ['草莓', [2, 3, 4, 5]],
  ['蜜橘 柚子', [10, 11, 12]],
  ['芒果', [5, 6, 7, 8]],
];

/** The months in which a food is at its best. Other foods are available all year. */
export const seasons: ReadonlyMap<string, readonly number[]> = new Map(
  fresh.flatMap(([foods, months]) => foods.split(' ').map((food) => [food, months] as const)),
);

/** Seasonings with their usual grams for one meal of a pupil. */
export const seasonings: readonly (readonly [food: string, grams: number])[] = [
  ['油', 5],
  ['盐', 0.8],
  ['酱油', 4],
  ['大蒜', 3],
  ['姜', 2],
  ['小葱', 3],
];
