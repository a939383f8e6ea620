import type { Meal } from '../meal.ts';
import { reaches } from '../menu/menu.ts';
import { Ratio } from '../values/ratio.ts';
import type { Sums, Weighed } from './amounts.ts';
import type { AnalysisInput, Group } from './content.ts';
import type { EatenDay } from './days.ts';
import { type Food, nutrientIndex } from './foods.ts';
import { listKinds, MIN_GRAMS } from './kinds.ts';

/** What foods are by their classes alone: a revision has frozen them, so that what is evaluated of it never changes. */
const meat = ['畜禽肉类', '动物肝脏', '鱼虾类', '蛋类'];
const vegetables = ['蔬菜类', '深色蔬菜', '菌藻类'];
const milk = '奶类及奶制品';
const soya = '大豆类及其制品';
const animals = [...meat, milk];
const SUGAR = '糖';

/** The four groups of food of WS/T 554—2017. */
const foodGroups = [
  ['谷薯类', '谷类', '薯类', '杂豆类'],
  [...vegetables, '水果类'],
  meat,
  [milk, soya, '大豆及坚果', '坚果类'],
];
const FRIED = '炸';

/** An amount, the amount that it is compared with, and the grams of food in which both are known. */
export interface Proportion {
  readonly part: Ratio;
  readonly whole: Ratio;
  readonly known: Ratio;
}

/** What is evaluated of a day. All of it is exact and adds up, whatever menus the days are of. */
export interface DayEvaluation {
  readonly date: string;
  readonly grams: Ratio;
  readonly goodProtein: Proportion;
  readonly animalIron: Proportion;
  readonly calciumPhosphorus: Proportion;
  readonly addedSugar: Ratio;
  readonly vegetableKinds: number;
  /** How many of the four groups of food each meal has. */
  readonly meals: readonly { readonly meal: Meal; readonly groups: number }[];
  /** In how many meals each comes. */
  readonly times: Readonly<Record<'fish' | 'soya' | 'milk' | 'liver' | 'fried', number>>;
}

/** Evaluates a group's day. A meal has a class of food if it serves as much of it as makes a kind of food. */
export function evaluateDay(
  eaten: EatenDay,
  group: Group,
  weighed: Weighed,
  dishes: AnalysisInput['dishes'],
): DayEvaluation {
  const { sums, meals } = eaten;
  const proportion = (part: Amount, whole: Amount) => findProportion(part, whole, sums, weighed);
  const served = meals.map((one) => ({ meal: one.meal, grams: weighClasses(one.sums, weighed) }));
  const least = MIN_GRAMS * weighed.gramsDenominator;
  const has = ({ grams }: (typeof served)[number], classes: readonly string[]) =>
    classes.reduce((sum, name) => sum + (grams.get(name) ?? 0n), 0n) >= least;
  const count = (name: string) => served.filter((one) => has(one, [name])).length;
  const fried = weighed.servings.filter(
    (one) => one.day === eaten.day && reaches(one, group) && dishes.get(one.dish)?.poly === FRIED,
  );
  return {
    date: eaten.date,
    grams: new Ratio(sums.grams, weighed.gramsDenominator),
    goodProtein: proportion({ key: 'protein', classes: [...animals, soya] }, { key: 'protein' }),
    animalIron: proportion({ key: 'iron', classes: animals }, { key: 'iron' }),
    calciumPhosphorus: proportion({ key: 'calcium' }, { key: 'phosphorus' }),
    addedSugar: countSugar(sums, weighed),
    vegetableKinds: listKinds({ sums: { ...sums, gramsByCode: ofClasses(vegetables, sums, weighed) } }, weighed).length,
    meals: served.map((one) => ({ meal: one.meal, groups: foodGroups.filter((classes) => has(one, classes)).length })),
    times: {
      fish: count('鱼虾类'),
      soya: count(soya),
      milk: count(milk),
      liver: count('动物肝脏'),
      fried: new Set(fried.map(({ meal }) => meal)).size,
    },
  };
}

/** A nutrient, in all foods or in those of some classes. */
interface Amount {
  readonly key: string;
  readonly classes?: readonly string[];
}

function findProportion(part: Amount, whole: Amount, sums: Sums, weighed: Weighed): Proportion {
  const known = [part, whole].map(({ key }) => sums.known[nutrientIndex(key)] ?? 0n);
  const least = known.reduce((a, b) => (a < b ? a : b));
  return {
    part: amountIn(part, sums, weighed),
    whole: amountIn(whole, sums, weighed),
    known: new Ratio(least, weighed.gramsDenominator),
  };
}

function amountIn({ key, classes }: Amount, sums: Sums, weighed: Weighed): Ratio {
  const index = nutrientIndex(key);
  const some = classes ? ofClasses(classes, sums, weighed) : sums.gramsByCode;
  const amount = [...some].reduce((sum, [code, grams]) => sum + grams * (valuesOf(code, weighed)?.[index] ?? 0n), 0n);
  return new Ratio(amount, weighed.amountDenominator);
}

function valuesOf(code: string, { foods }: Weighed): Food['values'] | undefined {
  return foods.byCode.get(code)?.values;
}

/** The grams of those foods that are of these classes. */
function ofClasses(classes: readonly string[], { gramsByCode }: Sums, { foods }: Weighed): Map<string, bigint> {
  const isOne = (code: string) => classes.includes(foods.byCode.get(code)?.className ?? '');
  return new Map([...gramsByCode].filter(([code]) => isOne(code)));
}

/** The grams of each class that a meal serves. What is no kind of food, such as scallions, is left out. */
function weighClasses({ gramsByCode }: Sums, { foods }: Weighed): ReadonlyMap<string, bigint> {
  const grams = new Map<string, bigint>();
  for (const [code, weight] of gramsByCode) {
    const food = foods.byCode.get(code);
    if (food?.kind && food.className) grams.set(food.className, (grams.get(food.className) ?? 0n) + weight);
  }
  return grams;
}

/** Grams of sugar as a standard counts them. */
function countSugar({ gramsByCode }: Sums, { foods, gramsDenominator }: Weighed): Ratio {
  const counts = [...gramsByCode].map(([code, grams]) => {
    const [, count = 0n] = foods.byCode.get(code)?.counts.find(([category]) => category === SUGAR) ?? [];
    return grams * count;
  });
  return new Ratio(
    counts.reduce((sum, count) => sum + count, 0n),
    gramsDenominator * foods.countDenominator,
  );
}
