import type { Mark } from '../../lib/domain/ingredient/mark.ts';
import { PLATFORM } from '../../lib/domain/unit.ts';
import { readDishesHead } from '../../lib/store/dish/dish.ts';
import { type DishContent, placeDishes } from '../../lib/store/dish/dish-placement.ts';
import { selectDishes } from '../../lib/store/dish/dish-selection.ts';
import { changeMarks, listMarksByUnit } from '../../lib/store/ingredient/mark.ts';
import { changePrices, listPricesByUnit } from '../../lib/store/ingredient/price.ts';
import { createStandard, readStandardsHead, selectStandards, updateStandard } from '../../lib/store/standard.ts';
import type { Database } from '../../lib/table/database.ts';
import { type DemoDish, demoDishes } from './demo-dishes.ts';
import { codeOf } from './demo-foods.ts';
import { demoPrices } from './demo-prices.ts';
import { type DemoStandard, demoStandards } from './demo-standards.ts';

/** The most dishes and standards that are searched for those of the demo data. */
const MOST = 10_000;

/** An ingredient with at least this share of a dish is a main one. */
const MAIN_SHARE = 0.25;

/** The marks of each school: what it cooks with often, and what it does not give to children. */
const demoMarks: Readonly<Record<'yangguang' | 'mingde', Readonly<Record<Mark, string>>>> = {
  yangguang: { 常用: '大米 面粉 土豆 小白菜 番茄 鸡蛋 瘦肉 鸡腿 北豆腐 牛奶 苹果', 忌用: '鱿鱼 蛤蜊 白胡椒粉 猪油' },
  mingde: { 常用: '大米 玉米 大白菜 西兰花 胡萝卜 鸡蛋 牛肉 虾仁 油豆腐 酸奶 橙', 忌用: '蛤蜊 鱿鱼 四季豆 猪油' },
};

/** Ids of the demo schools by account. A school that could not be created is absent. */
type DemoUnits = ReadonlyMap<string, number>;

/** Creates standards, marks, prices and dishes that are missing, and tells what it created. */
export async function createMeals(db: Database, units: DemoUnits, now: number): Promise<string[]> {
  const schools = (['yangguang', 'mingde'] as const).flatMap((account) => {
    const unit = units.get(account);
    return unit === undefined ? [] : [{ account, unit }];
  });
  const [standards, ...counts] = await Promise.all([
    createStandards(db, units),
    createDishes(db, PLATFORM, demoDishes.library, now),
    ...schools.map(({ account, unit }) => createDishes(db, unit, demoDishes[account], now)),
    ...schools.map(({ account, unit }) => createMarks(db, unit, demoMarks[account]).then(() => 0)),
    ...schools.map(({ unit }) => createPrices(db, unit).then(() => 0)),
  ]);
  const dishes = counts.reduce((sum, count) => sum + count, 0);
  return [...(standards > 0 ? [`${standards} nutrition standards`] : []), ...(dishes > 0 ? [`${dishes} dishes`] : [])];
}

async function createStandards(db: Database, units: DemoUnits): Promise<number> {
  const head = await readStandardsHead(db);
  const present = new Map((await selectStandards(db, {}, MOST, head)).map((standard) => [standard.name, standard]));
  let created = 0;
  for (const standard of demoStandards) {
    const found = present.get(standard.name);
    // A run that was cut short may have created one without its figures, which it gets now.
    if (found && found.ingredient !== '{}') continue;
    const { name, overflow } = standard;
    const unit = units.get(standard.school);
    const id = found?.id ?? (await createStandard(db, { name, overflow, vendors: unit === undefined ? [] : [unit] }));
    await updateStandard(db, id, toTexts(standard));
    created += 1;
  }
  return created;
}

function toTexts({ foodCategoryDay, foodCategoryWeek, ingredient }: DemoStandard) {
  return {
    foodCategoryDay: JSON.stringify(foodCategoryDay),
    foodCategoryWeek: JSON.stringify(foodCategoryWeek),
    ingredient: JSON.stringify(ingredient),
  };
}

/** Creates a unit's marks in one transaction. A unit with marks has had these, or has set its own. */
async function createMarks(db: Database, unit: number, marks: Readonly<Record<Mark, string>>) {
  const present = await listMarksByUnit(db, unit);
  if (present.size > 0) return;
  const often = marks.常用.split(' ').map((food) => [codeOf(food), '常用'] as const);
  const never = marks.忌用.split(' ').map((food) => [codeOf(food), '忌用'] as const);
  await changeMarks(db, unit, new Map<string, Mark>([...often, ...never]));
}

/** Creates a unit's prices, in the same way. */
async function createPrices(db: Database, unit: number) {
  const present = await listPricesByUnit(db, unit);
  if (present.size === 0) await changePrices(db, unit, demoPrices);
}

async function createDishes(db: Database, unit: number, dishes: readonly DemoDish[], now: number): Promise<number> {
  const head = await readDishesHead(db, unit);
  const present = new Set((await selectDishes(db, unit, {}, MOST, head)).map(({ name }) => name));
  const absent = dishes.filter(({ name }) => !present.has(name));
  for (const dish of absent) {
    await placeDishes(db, { content: toContent(dish, now), icon: '', units: [unit] }, () => false);
  }
  return absent.length;
}

function toContent({ name, mark, poly, foods, month, icon }: DemoDish, modify: number): DishContent {
  const amounts = Object.entries(foods);
  const total = amounts.reduce((sum, [, grams]) => sum + grams, 0);
  const ingredient = amounts.map(([food, grams]) => ({
    key: codeOf(food),
    value: String(grams),
    isMain: grams >= total * MAIN_SHARE,
  }));
  const months = [...new Set(month)].sort((a, b) => a - b);
  return { name, mark, poly, ingredient, month: months, iconFile: icon, hasIcon: false, modify };
}
