import { pairsOf } from './demo-foods.ts';

/** Account of a demo school. */
type SchoolAccount = 'yangguang' | 'mingde';

interface Range {
  readonly min: number;
  /** Absent where more is not worse. */
  readonly max?: number;
}

/** From the girls' figure to the boys', in kcal. */
interface Energy {
  readonly min: number;
  readonly max: number;
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

const KJ_PER_KCAL = 4.184;
const FAT_KJ_PER_G = 37;
const CARBOHYDRATE_KJ_PER_G = 17;
const DAYS_OF_WEEK = 7;
/** Categories that a school does not serve equally every day. */
const CHANGING = ['畜禽肉类', '鱼虾类', '蛋类', '大豆及坚果'];

/**
 * The tolerance of WS/T 554-2017 for energy: 90 to 110 %. For protein it tolerates 80 to 120 %, but a standard of the
 * service has one tolerance for all.
 */
const OVERFLOW = '0.1';

/**
 * WS/T 554-2017, figures of the whole day. A school cooks one meal for all: for energy, fat and carbohydrate, `min` is
 * the girls' figure and `max` the boys'. For all other nutrients `min` is the recommended figure, the boys' where they
 * differ. More is not worse, so they have no `max`. The standard has no upper levels, so there is no `ul`. Its energy
 * is that of moderate activity; it has no figures for other levels.
 */
export const demoStandards: readonly DemoStandard[] = [
  {
    name: '学生餐营养标准 9–11 岁（WS/T 554-2017）',
    school: 'yangguang',
    overflow: OVERFLOW,
    ...categories(
      '谷薯类 300 蔬菜类 350 深色蔬菜 175 水果类 200 畜禽肉类 40 鱼虾类 40 蛋类 50 奶类及奶制品 200 大豆及坚果 35 植物油 25 盐 5',
    ),
    // 1900 × 4.184 = 7949.6 kJ to 2100 × 4.184 = 8786.4 kJ.
    // Fat: 20 % of 7949.6 / 37 = 43.0 g to 30 % of 8786.4 / 37 = 71.2 g.
    // Carbohydrate: 50 % of 7949.6 / 17 = 233.8 g to 65 % of 8786.4 / 17 = 336.0 g.
    ingredient: moderate(
      { min: 1900, max: 2100 },
      '蛋白质 50 钙 850 铁 14 锌 8 维生素A 550 维生素B1 1.1 维生素B2 1.1 维生素C 75 膳食纤维 20',
    ),
  },
  {
    name: '学生餐营养标准 12–14 岁（WS/T 554-2017）',
    school: 'mingde',
    overflow: OVERFLOW,
    ...categories(
      '谷薯类 350 蔬菜类 400 深色蔬菜 200 水果类 250 畜禽肉类 50 鱼虾类 50 蛋类 75 奶类及奶制品 250 大豆及坚果 40 植物油 30 盐 5',
    ),
    // 2100 × 4.184 = 8786.4 kJ to 2450 × 4.184 = 10250.8 kJ.
    // Fat: 20 % of 8786.4 / 37 = 47.5 g to 30 % of 10250.8 / 37 = 83.1 g.
    // Carbohydrate: 50 % of 8786.4 / 17 = 258.4 g to 65 % of 10250.8 / 17 = 391.9 g.
    ingredient: moderate(
      { min: 2100, max: 2450 },
      '蛋白质 65 钙 950 铁 18 锌 10.5 维生素A 720 维生素B1 1.4 维生素B2 1.4 维生素C 95 膳食纤维 20',
    ),
  },
];

/** Figures for moderate activity: those derived from the energy, and those recommended for other nutrients. */
function moderate(kcal: Energy, nutrients: string): DemoStandard['ingredient'] {
  const recommended = pairsOf(nutrients).map(([name, min]) => [name, { min: Number(min) }] as const);
  return { 中体力: { ...energySources(kcal), ...Object.fromEntries(recommended) } };
}

/** Energy in kJ; fat as 20 to 30 % of it and carbohydrate as 50 to 65 %, in g. */
function energySources(kcal: Energy): Record<'能量' | '脂肪' | '碳水化合物', Range> {
  const energy = { min: kcal.min * KJ_PER_KCAL, max: kcal.max * KJ_PER_KCAL };
  const share = (least: number, most: number, perGram: number) => ({
    min: round((energy.min * least) / perGram),
    max: round((energy.max * most) / perGram),
  });
  return {
    能量: { min: round(energy.min), max: round(energy.max) },
    脂肪: share(0.2, 0.3, FAT_KJ_PER_G),
    碳水化合物: share(0.5, 0.65, CARBOHYDRATE_KJ_PER_G),
  };
}

/**
 * Grams per day and category, from the standard's table of the day (its table of lunch is 40 % of that): minimum
 * amounts, but maximum amounts of oil and salt. Half of the vegetables are dark ones. The figures per week have what
 * changes from day to day, as seven days, and 20 g of liver once.
 */
function categories(day: string) {
  const amounts: Record<string, number> = Object.fromEntries(
    pairsOf(day).map(([name, amount]) => [name, Number(amount)] as const),
  );
  const changing = CHANGING.map((name) => [name, (amounts[name] ?? 0) * DAYS_OF_WEEK] as const);
  return { foodCategoryDay: amounts, foodCategoryWeek: { ...Object.fromEntries(changing), 动物肝脏: 20 } };
}

function round(amount: number): number {
  return Math.round(amount * 10) / 10;
}
