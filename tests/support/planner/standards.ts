import { KJ_PER_KCAL } from '../../../lib/domain/ingredient/plausibility.ts';
import { parsePairs } from '../../../scripts/command/food-words.ts';

interface Range {
  readonly min: number;
  /** Absent where more is not worse. */
  readonly max?: number;
}

/** A nutrition standard without its name. */
interface Figures {
  readonly overflow: string;
  readonly foodCategoryDay: Readonly<Record<string, number>>;
  readonly foodCategoryWeek: Readonly<Record<string, number>>;
  readonly ingredient: Readonly<Record<string, Readonly<Record<string, Range>>>>;
}

/** The needs of pupils of an age on a day. */
interface Needs {
  /** Kilocalories, the girls' and the boys'. */
  readonly kcal: readonly [girls: number, boys: number];
  /** The recommended amounts of nutrients, the boys' where they differ. */
  readonly nutrients: string;
  /** Grams of foods by category: minimum amounts, but maximum amounts of oil and salt. */
  readonly categories: string;
}

/** WS/T 554-2017 for moderate activity. Half of the vegetables are dark ones. */
const needs = {
  '9–11': {
    kcal: [1900, 2100],
    nutrients: '蛋白质 50 钙 850 铁 14 锌 8 维生素A 550 维生素B1 1.1 维生素B2 1.1 维生素C 75 膳食纤维 20',
    categories:
      '谷薯类 300 蔬菜类 350 深色蔬菜 175 水果类 200 畜禽肉类 40 鱼虾类 40 蛋类 50 奶类及奶制品 200 大豆及坚果 35 植物油 25 盐 5',
  },
  '12–14': {
    kcal: [2100, 2450],
    nutrients: '蛋白质 65 钙 950 铁 18 锌 10.5 维生素A 720 维生素B1 1.4 维生素B2 1.4 维生素C 95 膳食纤维 20',
    categories:
      '谷薯类 350 蔬菜类 400 深色蔬菜 200 水果类 250 畜禽肉类 50 鱼虾类 50 蛋类 75 奶类及奶制品 250 大豆及坚果 40 植物油 30 盐 5',
  },
} as const satisfies Readonly<Record<string, Needs>>;

/** Categories that change from day to day, and are judged by the week. */
const WEEKLY = ['畜禽肉类', '鱼虾类', '蛋类', '大豆及坚果'];
/** Grams of liver in a week. */
const LIVER = 20;

/**
 * The figures of a standard for pupils with these needs. A school cooks one meal for all: for energy, fat and
 * carbohydrate, `min` is the girls' figure and `max` the boys', fat being 20 to 30 % of the energy (37 kJ/g) and
 * carbohydrate 50 to 65 % (17 kJ/g). More of the other nutrients is not worse, so they have no `max`. WS/T 554-2017 has
 * no upper levels, so there is no `ul`. It tolerates 90 to 110 % of energy, and 80 to 120 % of protein; a standard of the
 * service has one tolerance for all.
 */
function toFigures(level: string, { kcal: [girls, boys], nutrients, categories }: Needs): Figures {
  const range = (from: number, to: number, kjPerGram: number): Range => ({
    min: Number(((girls * Number(KJ_PER_KCAL) * from) / kjPerGram).toFixed(1)),
    max: Number(((boys * Number(KJ_PER_KCAL) * to) / kjPerGram).toFixed(1)),
  });
  const grams = toAmounts(categories);
  const week = WEEKLY.flatMap((name) => (grams[name] === undefined ? [] : [[name, grams[name] * 7] as const]));
  const ranges = Object.entries(toAmounts(nutrients)).map(([name, min]) => [name, { min }] as const);
  return {
    overflow: '0.1',
    foodCategoryDay: grams,
    foodCategoryWeek: { ...Object.fromEntries(week), 动物肝脏: LIVER },
    ingredient: {
      [level]: {
        能量: range(1, 1, 1),
        脂肪: range(0.2, 0.3, 37),
        碳水化合物: range(0.5, 0.65, 17),
        ...Object.fromEntries(ranges),
      },
    },
  };
}

/** Standards of minimum amounts, without maxima of foods and parts of the energy. Golden plans are by them. */
export const plainStandards: readonly (Figures & { readonly name: string })[] = [
  { name: '学生餐营养标准 9–11 岁（WS/T 554-2017）', ...toFigures('中体力', needs['9–11']) },
  { name: '学生餐营养标准 12–14 岁（WS/T 554-2017）', ...toFigures('中体力', needs['12–14']) },
];

function toAmounts(text: string): Record<string, number> {
  return Object.fromEntries(parsePairs(text).map(([name, amount]) => [name, Number(amount)]));
}
