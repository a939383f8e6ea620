import { meals as allMeals, mealNames } from '../meal.ts';
import { toTwoDecimals } from '../values/output.ts';
import { Ratio, sumRatios } from '../values/ratio.ts';
import type { DayEvaluation, Proportion } from './evaluation.ts';
import type { Evaluation, EvaluationFigure } from './shape.ts';

const STUDENT_MEALS = 'WS/T 554—2017';

/** The usual limits in the words of their sources. They are shown beside the figures; no figure is judged by them. */
const limits = {
  goodProtein: { text: '优质蛋白质占 1/3 以上', source: '《营养师教程》营养配餐与食谱编制' },
  addedSugar: { text: '添加糖每天少于 50 g，最好少于 25 g', source: '中国学龄儿童膳食指南（2022）' },
  vegetableKinds: { text: '新鲜蔬菜每天至少 3 种', source: STUDENT_MEALS },
  groupsByMeal: { text: '每餐至少有谷薯、蔬果、鱼禽肉蛋、奶豆四类中的三类', source: STUDENT_MEALS },
  soya: { text: '大豆或其制品每天提供', source: STUDENT_MEALS },
  milk: { text: '奶或奶制品每天提供', source: STUDENT_MEALS },
  liver: { text: '动物肝脏每周 1 次，每次 20–25 g', source: STUDENT_MEALS },
};
// The minima by these limits: kinds of vegetables on a day, and groups of food in a meal.
const MIN_VEGETABLE_KINDS = 3;
const MIN_FOOD_GROUPS = 3;

type EvaluatedDays = readonly DayEvaluation[];
type ProportionFigure = 'goodProtein' | 'animalIron' | 'calciumPhosphorus';

/** Describes the evaluation of these days together: means of a day, and how many meals of a week serve each food. */
export function describeEvaluation(days: EvaluatedDays, weekCount = 1): Evaluation {
  const describeTimes = (name: string, food: keyof DayEvaluation['mealCountByFood']) => {
    const mealCount = sumCounts(days, (day) => day.mealCountByFood[food]);
    return { name, unit: '次/周', value: toTwoDecimals(new Ratio(BigInt(mealCount)).per(weekCount)) };
  };
  const goodProtein = divideProportions(days, 'goodProtein', 100);
  const countVegetableKinds = (day: DayEvaluation) => day.vegetableKindCount;
  const meanSugar = sumRatios(days.map((day) => day.addedSugarGrams)).per(days.length);
  return {
    goodProtein: { name: '优质蛋白质', unit: '%', ...goodProtein, limit: limits.goodProtein },
    animalIron: { name: '动物性铁', unit: '%', ...divideProportions(days, 'animalIron', 100) },
    calciumPhosphorus: { name: '钙磷比', unit: '', ...divideProportions(days, 'calciumPhosphorus', 1) },
    addedSugar: { name: '添加糖', unit: 'g', value: toTwoDecimals(meanSugar), limit: limits.addedSugar },
    vegetableKinds: {
      name: '蔬菜种类',
      unit: '种',
      value: averageCount(days, countVegetableKinds),
      limit: limits.vegetableKinds,
      ...listBelow(days, countVegetableKinds, MIN_VEGETABLE_KINDS),
    },
    groupsByMeal: describeGroupsByMeal(days),
    times: {
      fish: describeTimes('鱼虾', 'fish'),
      soya: { ...describeTimes('大豆及其制品', 'soya'), limit: limits.soya },
      milk: { ...describeTimes('奶及奶制品', 'milk'), limit: limits.milk },
      liver: { ...describeTimes('动物肝脏', 'liver'), limit: limits.liver },
      fried: describeTimes('油炸菜品', 'fried'),
    },
  };
}

/** Lists all figures of an evaluation, in their order on sheets. */
export function listEvaluationFigures({ groupsByMeal, times, ...daily }: Evaluation): EvaluationFigure[] {
  return [...Object.values(daily), ...groupsByMeal, ...Object.values(times)];
}

/** Divides the sum of all parts by the sum of all wholes; with factor 100 in per cent. Without a whole there is no value. */
function divideProportions(days: EvaluatedDays, figureKey: ProportionFigure, factor: number) {
  const sum = (key: keyof Proportion) => sumRatios(days.map((day) => day[figureKey][key]));
  const whole = sum('whole');
  return {
    ...(whole.isAbove(0) ? { value: toTwoDecimals(sum('part').times(factor).per(whole)) } : {}),
    // The share of the grams whose value is known.
    coverage: toTwoDecimals(sum('knownGrams').per(sumRatios(days.map((day) => day.grams)))),
  };
}

function describeGroupsByMeal(days: EvaluatedDays): Evaluation['groupsByMeal'] {
  return allMeals.flatMap((meal) => {
    const findMeal = (day: DayEvaluation) => day.meals.find((dayMeal) => dayMeal.meal === meal);
    const servedDays = days.filter((day) => findMeal(day) !== undefined);
    if (servedDays.length === 0) return [];
    const countGroups = (day: DayEvaluation) => findMeal(day)?.foodGroupCount ?? 0;
    const value = averageCount(servedDays, countGroups);
    const below = listBelow(servedDays, countGroups, MIN_FOOD_GROUPS);
    return [{ meal, name: `${mealNames[meal]}食物类别`, unit: '类', value, limit: limits.groupsByMeal, ...below }];
  });
}

const sumCounts = (days: EvaluatedDays, toCount: (day: DayEvaluation) => number): number =>
  days.reduce((sum, day) => sum + toCount(day), 0);

function averageCount(days: EvaluatedDays, toCount: (day: DayEvaluation) => number) {
  return toTwoDecimals(new Ratio(BigInt(sumCounts(days, toCount))).per(days.length));
}

/** Lists, as `below`, the dates of the days that have fewer than `min`; `below` is absent where there are none. */
function listBelow(days: EvaluatedDays, toCount: (day: DayEvaluation) => number, min: number) {
  const below = days.filter((day) => toCount(day) < min).map(({ date }) => date);
  return below.length > 0 ? { below } : {};
}

/** Lists the usual limits of figures, each once: `优质蛋白质占 1/3 以上（《…》）`. */
export function listLimits(figures: readonly EvaluationFigure[]): string[] {
  return [...new Set(figures.flatMap(({ limit }) => (limit ? [`${limit.text}（${limit.source}）`] : [])))];
}
