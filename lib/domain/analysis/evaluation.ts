import { reaches } from '../menu/menu.ts';
import { Ratio } from '../values/ratio.ts';
import type { Sums, WeighedMenu } from './amounts.ts';
import type { AnalysisInput, Group } from './content.ts';
import type { EatenDay } from './days.ts';
import { nutrientIndex } from './foods.ts';
import { listKinds, MIN_KIND_GRAMS, sumGramsBy } from './kinds.ts';

// Foods are evaluated only by their classes. A revision has frozen those, so its evaluation never changes.
const MEAT_CLASSES = ['畜禽肉类', '动物肝脏', '鱼虾类', '蛋类'];
const VEGETABLE_CLASSES = ['蔬菜类', '深色蔬菜', '菌藻类'];
const MILK = '奶类及奶制品';
const SOYA = '大豆类及其制品';
const ANIMAL_CLASSES = [...MEAT_CLASSES, MILK];
const SUGAR = '糖';
/** A cooking method, not a class. */
const FRIED = '炸';

/** The classes of the four groups of food of WS/T 554—2017. */
const classesOfFoodGroups = [
  ['谷薯类', '谷类', '薯类', '杂豆类'],
  [...VEGETABLE_CLASSES, '水果类'],
  MEAT_CLASSES,
  [MILK, SOYA, '大豆及坚果', '坚果类'],
];

/** The amount of a nutrient, and the amount that it is compared with. */
export interface Proportion {
  readonly part: Ratio;
  readonly whole: Ratio;
  /** The grams of the foods whose value is known, for the nutrient of which they are fewer. */
  readonly knownGrams: Ratio;
}

/** The evaluation of a day. Its figures are exact, so those of days of different menus can be added up. */
export type DayEvaluation = ReturnType<typeof evaluateDay>;

interface EvaluatedMenu extends Pick<AnalysisInput, 'dishes'> {
  readonly weighed: WeighedMenu;
}

/** Evaluates a group's day. A meal counts for a class if it serves `MIN_KIND_GRAMS` of it in foods that have a kind. */
export function evaluateDay(eaten: EatenDay, group: Group, { weighed, dishes }: EvaluatedMenu) {
  const { sums, meals } = eaten;
  const daySums = { sums, weighed };
  const servedMeals = meals.map((served) => ({ meal: served.meal, gramsByClass: weighClasses(served.sums, weighed) }));
  const minGramUnits = MIN_KIND_GRAMS * weighed.gramsDenominator;
  const hasEnough = (gramsByClass: ReadonlyMap<string, bigint>, classes: readonly string[]) =>
    classes.reduce((sum, className) => sum + (gramsByClass.get(className) ?? 0n), 0n) >= minGramUnits;
  const countMeals = (className: string) =>
    servedMeals.filter(({ gramsByClass }) => hasEnough(gramsByClass, [className])).length;
  const friedServings = weighed.servings.filter(
    (serving) => serving.day === eaten.day && reaches(serving, group) && dishes.get(serving.dish)?.poly === FRIED,
  );
  return {
    date: eaten.date,
    grams: new Ratio(sums.grams, weighed.gramsDenominator),
    goodProtein: measureProportion({ key: 'protein', classes: [...ANIMAL_CLASSES, SOYA] }, { key: 'protein' }, daySums),
    animalIron: measureProportion({ key: 'iron', classes: ANIMAL_CLASSES }, { key: 'iron' }, daySums),
    calciumPhosphorus: measureProportion({ key: 'calcium' }, { key: 'phosphorus' }, daySums),
    addedSugarGrams: sumSugar(sums, weighed),
    vegetableKindCount: listKinds(pickGramsOfClasses(VEGETABLE_CLASSES, daySums), weighed).length,
    // The meals that are served, each with the number of the four groups of food that it has.
    meals: servedMeals.map(({ meal, gramsByClass }) => {
      return { meal, foodGroupCount: classesOfFoodGroups.filter((classes) => hasEnough(gramsByClass, classes)).length };
    }),
    // By food, the number of meals that serve it.
    mealCountByFood: {
      fish: countMeals('鱼虾类'),
      soya: countMeals(SOYA),
      milk: countMeals(MILK),
      liver: countMeals('动物肝脏'),
      fried: new Set(friedServings.map(({ meal }) => meal)).size,
    },
  };
}

/** What to add up: a nutrient, in all foods or in those of some classes. */
interface NutrientChoice {
  readonly key: string;
  readonly classes?: readonly string[];
}

/** The sums of a day, and the menu by which they were weighed. */
interface DaySums {
  readonly sums: Sums;
  readonly weighed: WeighedMenu;
}

function measureProportion(part: NutrientChoice, whole: NutrientChoice, daySums: DaySums): Proportion {
  const { sums, weighed } = daySums;
  const [gramsOfPart = 0n, gramsOfWhole = 0n] = [part, whole].map(({ key }) => sums.knownGrams[nutrientIndex(key)]);
  return {
    part: sumAmount(part, daySums),
    whole: sumAmount(whole, daySums),
    knownGrams: new Ratio(gramsOfPart < gramsOfWhole ? gramsOfPart : gramsOfWhole, weighed.gramsDenominator),
  };
}

function sumAmount({ key, classes }: NutrientChoice, daySums: DaySums): Ratio {
  const { sums, weighed } = daySums;
  const index = nutrientIndex(key);
  const gramsByCode = classes ? pickGramsOfClasses(classes, daySums) : sums.gramsByCode;
  const perGram = (code: string) => weighed.foods.byCode.get(code)?.values[index] ?? 0n;
  const amount = [...gramsByCode].reduce((sum, [code, grams]) => sum + grams * perGram(code), 0n);
  return new Ratio(amount, weighed.amountDenominator);
}

function pickGramsOfClasses(classes: readonly string[], { sums, weighed }: DaySums): ReadonlyMap<string, bigint> {
  const isOfClass = (code: string) => classes.includes(weighed.foods.byCode.get(code)?.className ?? '');
  return new Map([...sums.gramsByCode].filter(([code]) => isOfClass(code)));
}

/** By class, the grams that a meal serves. Foods that do not count as a kind, such as scallions, are left out. */
function weighClasses({ gramsByCode }: Sums, { foods }: WeighedMenu): ReadonlyMap<string, bigint> {
  return sumGramsBy(gramsByCode, (code) => {
    const food = foods.byCode.get(code);
    return food?.kind && food.className;
  });
}

/** Sums up the grams that a standard counts as sugar. */
function sumSugar({ gramsByCode }: Sums, { foods, gramsDenominator }: WeighedMenu): Ratio {
  const perGram = (code: string) => foods.byCode.get(code)?.gramsByCategory.find(([name]) => name === SUGAR)?.[1] ?? 0n;
  const sugarGrams = [...gramsByCode].reduce((sum, [code, grams]) => sum + grams * perGram(code), 0n);
  return new Ratio(sugarGrams, gramsDenominator * foods.categoryDenominator);
}
