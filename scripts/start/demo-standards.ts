/** Account of a demo school. */
type SchoolAccount = 'yangguang' | 'mingde';

interface Range {
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

/**
 * The tolerance of WS/T 554-2017 for energy, 90 to 110 %. It tolerates 80 to 120 % of the protein, but a standard of
 * the service has one tolerance for all.
 */
const OVERFLOW = '0.1';

/**
 * WS/T 554-2017, figures of the whole day. A school cooks one meal for all: `min` is what it gives for girls, `max` for
 * boys, and both are the same where it makes no difference. It gives no upper levels, so there is no `ul`.
 * The energy fits moderate activity; the standard has no figures for other levels.
 */
export const demoStandards: readonly DemoStandard[] = [
  {
    name: '学生餐营养标准 9–11 岁（WS/T 554-2017）',
    school: 'yangguang',
    overflow: OVERFLOW,
    ...categories({
      谷薯类: 120,
      蔬菜类: 140,
      水果类: 80,
      畜禽肉类: 16,
      鱼虾类: 16,
      蛋类: 20,
      奶类及奶制品: 80,
      盐: 2,
    }),
    ingredient: {
      中体力: {
        // 1900 × 4.184 = 7949.6 kJ to 2100 × 4.184 = 8786.4 kJ.
        // Fat: 20 % of 7949.6 / 37 = 43.0 g to 30 % of 8786.4 / 37 = 71.2 g.
        // Carbohydrate: 50 % of 7949.6 / 17 = 233.8 g to 65 % of 8786.4 / 17 = 336.0 g.
        ...energySources({ min: 1900, max: 2100 }),
        蛋白质: both(50),
        钙: both(850),
        铁: both(14),
        锌: both(8),
        维生素A: both(550),
        维生素B1: both(1.1),
        维生素B2: both(1.1),
        维生素C: both(75),
        膳食纤维: both(20),
      },
    },
  },
  {
    name: '学生餐营养标准 12–14 岁（WS/T 554-2017）',
    school: 'mingde',
    overflow: OVERFLOW,
    ...categories({
      谷薯类: 140,
      蔬菜类: 160,
      水果类: 100,
      畜禽肉类: 20,
      鱼虾类: 20,
      蛋类: 30,
      奶类及奶制品: 100,
      盐: 2,
    }),
    ingredient: {
      中体力: {
        // 2100 × 4.184 = 8786.4 kJ to 2450 × 4.184 = 10250.8 kJ.
        // Fat: 20 % of 8786.4 / 37 = 47.5 g to 30 % of 10250.8 / 37 = 83.1 g.
        // Carbohydrate: 50 % of 8786.4 / 17 = 258.4 g to 65 % of 10250.8 / 17 = 391.9 g.
        ...energySources({ min: 2100, max: 2450 }),
        蛋白质: { min: 60, max: 65 },
        钙: both(950),
        铁: both(18),
        锌: { min: 9, max: 10.5 },
        维生素A: { min: 630, max: 720 },
        维生素B1: { min: 1.2, max: 1.4 },
        维生素B2: { min: 1.2, max: 1.4 },
        维生素C: both(95),
        膳食纤维: both(20),
      },
    },
  },
];

/** What is recommended for girls and boys alike. */
function both(amount: number): Range {
  return { min: amount, max: amount };
}

/** Energy in kJ; fat as 20 to 30 % of it and carbohydrate as 50 to 65 %, in g. */
function energySources(kcal: Range): Record<'能量' | '脂肪' | '碳水化合物', Range> {
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
 * Least amounts per category in g. The standard has them for lunch (its table 4), which is 40 % of the day: 120 g of
 * lunch are 300 g of the day. Oil, and beans with nuts, are left out: there the tables of breakfast (30 %) and lunch
 * lead to different days. The week has what changes from day to day, as seven days, and liver once, 20 g.
 */
function categories(lunch: Readonly<Record<string, number>>) {
  const day = Object.fromEntries(Object.entries(lunch).map(([name, amount]) => [name, round(amount / 0.4)]));
  const changing = ['畜禽肉类', '鱼虾类', '蛋类'].map((name) => [name, (day[name] ?? 0) * DAYS_OF_WEEK] as const);
  return { foodCategoryDay: day, foodCategoryWeek: { ...Object.fromEntries(changing), 动物肝脏: 20 } };
}

function round(amount: number): number {
  return Math.round(amount * 10) / 10;
}
