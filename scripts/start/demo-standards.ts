import { parsePairs } from '../command/food-words.ts';
import type { SchoolAccount } from './demo-schools.ts';

interface Range {
  readonly min: number;
  /** Absent where more is not worse. */
  readonly max?: number;
}

/** A nutrition standard of the demo data, assigned to one school. */
export interface DemoStandard {
  readonly name: string;
  readonly school: SchoolAccount;
  readonly overflow: string;
  readonly foodCategoryDay: Readonly<Record<string, number>>;
  readonly foodCategoryWeek: Readonly<Record<string, number>>;
  readonly ingredient: Readonly<Record<string, Readonly<Record<string, Range>>>>;
}

/**
 * WS/T 554-2017, figures of the whole day. A school cooks one meal for all: for energy, fat and carbohydrate, `min` is
 * the girls' figure and `max` the boys', fat being 20 to 30 % of the energy (37 kJ/g) and carbohydrate 50 to 65 %
 * (17 kJ/g). For all other nutrients `min` is the recommended figure, the boys' where they differ. More is not worse, so
 * they have no `max`. The standard has no upper levels, so there is no `ul`. Its energy is that of moderate activity.
 *
 * Categories are grams per day from the standard's table of the day: minimum amounts, but maximum amounts of oil and
 * salt. Half of the vegetables are dark ones. The figures per week have what changes from day to day, as seven days, and
 * 20 g of liver once.
 *
 * It tolerates 90 to 110 % of energy, and 80 to 120 % of protein; a standard of the service has one tolerance for all.
 */
export const demoStandards: readonly DemoStandard[] = [
  {
    name: '学生餐营养标准 9–11 岁（WS/T 554-2017）',
    school: 'yangguang',
    overflow: '0.1',
    foodCategoryDay: amounts(
      '谷薯类 300 蔬菜类 350 深色蔬菜 175 水果类 200 畜禽肉类 40 鱼虾类 40 蛋类 50 奶类及奶制品 200 大豆及坚果 35 植物油 25 盐 5',
    ),
    foodCategoryWeek: amounts('畜禽肉类 280 鱼虾类 280 蛋类 350 大豆及坚果 245 动物肝脏 20'),
    ingredient: {
      中体力: {
        // 1900 to 2100 kcal
        能量: { min: 7949.6, max: 8786.4 },
        脂肪: { min: 43, max: 71.2 },
        碳水化合物: { min: 233.8, max: 336 },
        ...least('蛋白质 50 钙 850 铁 14 锌 8 维生素A 550 维生素B1 1.1 维生素B2 1.1 维生素C 75 膳食纤维 20'),
      },
    },
  },
  {
    name: '学生餐营养标准 12–14 岁（WS/T 554-2017）',
    school: 'mingde',
    overflow: '0.1',
    foodCategoryDay: amounts(
      '谷薯类 350 蔬菜类 400 深色蔬菜 200 水果类 250 畜禽肉类 50 鱼虾类 50 蛋类 75 奶类及奶制品 250 大豆及坚果 40 植物油 30 盐 5',
    ),
    foodCategoryWeek: amounts('畜禽肉类 350 鱼虾类 350 蛋类 525 大豆及坚果 280 动物肝脏 20'),
    ingredient: {
      中体力: {
        // 2100 to 2450 kcal
        能量: { min: 8786.4, max: 10_250.8 },
        脂肪: { min: 47.5, max: 83.1 },
        碳水化合物: { min: 258.4, max: 391.9 },
        ...least('蛋白质 65 钙 950 铁 18 锌 10.5 维生素A 720 维生素B1 1.4 维生素B2 1.4 维生素C 95 膳食纤维 20'),
      },
    },
  },
];

function amounts(text: string): Record<string, number> {
  return Object.fromEntries(parsePairs(text).map(([name, amount]) => [name, Number(amount)]));
}

function least(text: string): Record<string, Range> {
  return Object.fromEntries(parsePairs(text).map(([name, min]) => [name, { min: Number(min) }]));
}
