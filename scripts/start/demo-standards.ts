import { pairsOf } from './demo-foods.ts';

/** Account of a demo school. */
type SchoolAccount = 'yangguang' | 'mingde';

interface Range {
  readonly min: number;
  /** Absent where more is no worse. */
  readonly max?: number;
}

/** From girls to boys, in kcal. */
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
/** Categories of which a school does not serve the same every day. */
const CHANGING = ['畜禽肉类', '鱼虾类', '蛋类', '大豆及坚果'];

/**
 * The tolerance of WS/T 554-2017 for energy, 90 to 110 %. It tolerates 80 to 120 % of the protein, but a standard of
 * the service has one tolerance for all.
 */
const OVERFLOW = '0.1';

/**
 * WS/T 554-2017, figures of the whole day. A school cooks one meal for all: of energy, fat and carbohydrate, `min` is
 * what it gives for girls, `max` for boys. Of all others it gives what is recommended, for boys where it makes a
 * difference, and more of it is no worse: they have no `max`, so that no good value counts as too much. It gives no upper
 * levels, so there is no `ul`. The energy fits moderate activity; the standard has no figures for other levels.
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

/** Figures for moderate activity: those that follow from the energy, and what is recommended of nutrients. */
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
 * Grams of a day per category, from the table of the day (that of lunch, 40 %, says the same): the least, of oil and salt
 * the most. Half of the vegetables are dark ones. The week has what changes from day to day, as seven days, and liver
 * once, 20 g.
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
