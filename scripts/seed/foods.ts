import { foodCodes } from '../start/demo-foods.ts';

/** Foods of the starter catalogue under the words that a kitchen has for them. */
export const foods = {
  ...foodCodes,
  黄米: '015202',
  圆白菜: '045201',
  菜花: '045216',
  生菜: '045333',
  西芹: '045332',
  苦瓜: '043212',
  丝瓜: '043228',
  西葫芦: '043218',
  秋葵: '043126',
  荷兰豆: '042106',
  竹笋: '045401',
  芋头: '047203',
  平菇: '051015',
  莲子: '072009',
  红枣: '062302',
  栗子: '071008',
  核桃: '071004',
  梨: '061201x',
  桃: '062101x',
  葡萄: '063101x',
  草莓: '063910',
  蜜橘: '064206',
  柚子: '064301',
  菠萝: '065002',
  芒果: '065011',
  香蕉: '065033',
  西瓜: '066201x',
  羊肉: '083101x',
  低脂牛奶: '101152x',
  豆奶: '031402',
} as const;

/** A food by the word of the kitchen. */
export type Food = keyof typeof foods;

/** How many times its weight a food that is bought dried has once it is soaked. */
export const swelling: Readonly<Partial<Record<Food, number>>> = { 木耳: 10 };

/** Months in which a food is at its best; the others are there all the year. */
export const seasons: Readonly<Partial<Record<Food, readonly number[]>>> = {
  毛豆: [6, 7, 8, 9],
  茄子: [6, 7, 8, 9],
  冬瓜: [6, 7, 8, 9],
  苦瓜: [6, 7, 8, 9],
  丝瓜: [6, 7, 8, 9],
  空心菜: [5, 6, 7, 8, 9],
  秋葵: [6, 7, 8, 9],
  竹笋: [3, 4, 5],
  荷兰豆: [3, 4, 5],
  菠菜: [1, 2, 3, 4, 11, 12],
  大白菜: [1, 2, 3, 10, 11, 12],
  白萝卜: [1, 2, 10, 11, 12],
  藕: [8, 9, 10, 11],
  南瓜: [8, 9, 10, 11],
  芋头: [9, 10, 11],
  栗子: [9, 10, 11],
  羊肉: [1, 2, 11, 12],
  桃: [6, 7, 8],
  葡萄: [7, 8, 9],
  草莓: [2, 3, 4, 5],
  蜜橘: [10, 11, 12],
  柚子: [10, 11, 12],
  芒果: [5, 6, 7, 8],
  西瓜: [6, 7, 8],
};

/** Seasoning with its usual grams for one meal of a pupil. */
export const seasonings: readonly (readonly [food: Food, grams: number])[] = [
  ['油', 5],
  ['盐', 0.8],
  ['酱油', 4],
  ['大蒜', 3],
  ['姜', 2],
  ['小葱', 3],
];
