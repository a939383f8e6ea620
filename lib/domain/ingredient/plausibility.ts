import greatestValues from '../nutrient/greatest-values.json' with { type: 'json' };
import { nutrients as allNutrients, KJ_PER_GRAM } from '../nutrient/nutrient.ts';
import { type Ratio, ratio, sumRatios } from '../values/ratio.ts';
import type { FoodFacts } from './food.ts';

/** A reason why the figures of a food are wrong, or hardly right. */
export interface Implausibility {
  /** Keys of the nutrients concerned. */
  readonly keys: readonly string[];
  readonly problem: string;
}

/** The facts that the rules examine. The values are per 100 g edible portion, as decimal texts. */
export type FoodFigures = Pick<FoodFacts, 'name' | 'category' | 'nutrients'>;
type Values = FoodFigures['nutrients'];

const DECIMAL = /^\d+(?:\.\d+)?$/;

/**
 * The greatest amount of each nutrient that a source reports for 100 g of any food, in the nutrient's unit. The sources: CFCT,
 * 中国食物成分表 标准版 第6版, in its digital form; SR, USDA National Nutrient Database for Standard Reference, releases 26 to 28,
 * without outliers; MEXT, Standard Tables of Food Composition in Japan, 2015; FDB, USDA National Fluoride Database, release 2.
 * Nutrients that make up the weight of a food are bounded by 100 g. Medicinal foods (219xxx) and fortified ones count, too.
 */
const greatestValueByKey: Readonly<Record<string, { readonly value: string }>> = greatestValues;

/** Nutrients that cannot weigh more than 100 g together. */
const MACRONUTRIENTS = ['protein', 'fat', 'carbohydrate'];
/** 100 g, with a tolerance for rounding. */
const MAX_MACRONUTRIENT_GRAMS = '100.5';
/** The maximum grams of ash in 100 g, except for salt, soda and what is mostly made of them. */
const MAX_ASH = '30';
const MINERAL_FOODS = /盐(?:$|[（([])|碱|苏打|泡打粉|味精|鸡精/;
/** The parts that a food consists of. They are measured one by one, and must add up to about 100 g. */
const MASS_PARTS = ['water', 'protein', 'fat', 'carbohydrate', 'ash'];
const MIN_PARTS_GRAMS = '95';
const MAX_PARTS_GRAMS = '101.5';
/** How far energy may be from the sum of its sources, and from its value in kcal: the share or, if more, the amount in kJ. */
const ENERGY_TOLERANCE = { share: '0.1', amount: 60 };
const KCAL_TOLERANCE = { share: '0.02', amount: 0 };
export const KJ_PER_KCAL = '4.184';
/** How far vitamin A may be from retinol + carotene / 12. The amount is in μg. */
const VITAMIN_A_TOLERANCE = { share: '0.05', amount: 1 };
/** So many μg of carotene count as 1 μg RAE. */
const CAROTENE_PER_RAE = 12;

/** Categories of plant foods, which have neither retinol nor cholesterol. */
export const PLANT_CATEGORIES = /^(?:谷类|薯类|干豆类|蔬菜类|菌藻类|水果类|坚果|植物油)/;

/** Finds values that no food can have. They are refused. */
export function findImpossible({ name, nutrients }: FoodFigures): Implausibility[] {
  const tooGreat = allNutrients.flatMap(({ key, unit }): Implausibility[] => {
    const value = nutrients[key];
    const limit = key === 'ash' && !MINERAL_FOODS.test(name) ? MAX_ASH : greatestValueByKey[key]?.value;
    if (value === undefined || limit === undefined) return [];
    if (!DECIMAL.test(value)) return [{ keys: [key], problem: 'is no amount' }];
    if (!ratio(value).isAbove(limit)) return [];
    return [{ keys: [key], problem: `no food has more than ${limit} ${unit} in 100 g` }];
  });
  const tooGreatKeys = new Set(tooGreat.flatMap(({ keys }) => keys));
  const parts = MACRONUTRIENTS.filter((key) => nutrients[key] !== undefined && !tooGreatKeys.has(key));
  const sum = sumGrams(nutrients, parts);
  if (!sum.isAbove(MAX_MACRONUTRIENT_GRAMS)) return tooGreat;
  return [...tooGreat, { keys: parts, problem: `${parts.join(', ')} of 100 g weigh ${sum.toText()} g` }];
}

/** Finds possible values that hardly go together. Unknown values do not count. */
export function findDoubts(food: FoodFigures): Implausibility[] {
  const { nutrients } = food;
  return [findMassDoubt, findFibreDoubt, findEnergyDoubt, findRetinolDoubt, findVitaminADoubt, findEquivalentsDoubt]
    .map((find) => find(nutrients, food))
    .filter((doubt) => doubt !== undefined);
}

function findMassDoubt(values: Values): Implausibility | undefined {
  if (MASS_PARTS.some((key) => values[key] === undefined)) return undefined;
  const sum = sumGrams(values, MASS_PARTS);
  if (!sum.isBelow(MIN_PARTS_GRAMS) && !sum.isAbove(MAX_PARTS_GRAMS)) return undefined;
  return { keys: MASS_PARTS, problem: `the parts of 100 g weigh ${sum.toText()} g` };
}

function findFibreDoubt({ fibre, carbohydrate }: Values): Implausibility | undefined {
  if (fibre === undefined || carbohydrate === undefined || !ratio(fibre).isAbove(carbohydrate)) return undefined;
  return { keys: ['fibre'], problem: `is more than all carbohydrate, ${carbohydrate} g` };
}

function findEnergyDoubt(values: Values): Implausibility | undefined {
  const sum = sumEnergy(values);
  if (!sum || values['energy'] === undefined || isNear(values['energy'], sum, ENERGY_TOLERANCE)) return undefined;
  return { keys: ['energy'], problem: `protein, fat, carbohydrate and fibre make ${sum.toFixed(0)} kJ` };
}

function findRetinolDoubt({ retinol }: Values, { category }: FoodFigures): Implausibility | undefined {
  if (retinol === undefined || ratio(retinol).numerator === 0n || !PLANT_CATEGORIES.test(category)) return undefined;
  return { keys: ['retinol'], problem: 'is in no food of plants' };
}

function findVitaminADoubt({ 'vitamin-a-rae': rae, retinol, carotene }: Values): Implausibility | undefined {
  if (rae === undefined || retinol === undefined || carotene === undefined) return undefined;
  const sum = ratio(carotene).per(CAROTENE_PER_RAE).plus(retinol);
  if (isNear(rae, sum, VITAMIN_A_TOLERANCE)) return undefined;
  return { keys: ['vitamin-a-rae'], problem: `retinol and a twelfth of the carotene make ${sum.toFixed(0)} μg RAE` };
}

/** Finds RE that do not lie between RAE and twice as much: RE = retinol + carotene / 6, RAE = retinol + carotene / 12. */
function findEquivalentsDoubt(values: Values): Implausibility | undefined {
  const { 'vitamin-a': re, 'vitamin-a-rae': rae } = values;
  if (re === undefined || rae === undefined) return undefined;
  const { amount } = VITAMIN_A_TOLERANCE;
  const isBetween = !ratio(re).plus(amount).isBelow(rae) && !ratio(rae).times(2).plus(amount).isBelow(re);
  return isBetween ? undefined : { keys: ['vitamin-a'], problem: `does not go with ${rae} μg RAE` };
}

/** Sums up the kJ of a food. Carbohydrate includes fibre; unknown fibre counts as 0. Undefined if another part is unknown. */
export function sumEnergy({ protein, fat, carbohydrate, fibre = '0' }: Values): Ratio | undefined {
  if (protein === undefined || fat === undefined || carbohydrate === undefined) return undefined;
  const available = ratio(carbohydrate).minus(fibre);
  return sumRatios([
    ratio(protein).times(KJ_PER_GRAM.protein),
    ratio(fat).times(KJ_PER_GRAM.fat),
    available.times(KJ_PER_GRAM.carbohydrate),
    ratio(fibre).times(KJ_PER_GRAM.fibre),
  ]);
}

function isNear(value: string, expected: Ratio, { share, amount }: typeof ENERGY_TOLERANCE): boolean {
  const deviation = ratio(value).minus(expected).abs();
  return !deviation.isAbove(expected.abs().times(share)) || !deviation.isAbove(amount);
}

/** Whether two figures of the same energy agree. */
export function isSameEnergy(kilojoules: string, kilocalories: string): boolean {
  return isNear(kilojoules, ratio(kilocalories).times(KJ_PER_KCAL), KCAL_TOLERANCE);
}

function sumGrams(values: Values, keys: readonly string[]): Ratio {
  return sumRatios(keys.map((key) => values[key] ?? 0));
}
