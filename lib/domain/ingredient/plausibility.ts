import Big from 'big.js';
import type { Text } from '../../errors.ts';
import { greatestValues } from '../nutrient/greatest-values.ts';
import { nutrients as known } from '../nutrient/nutrient.ts';
import type { FoodFacts } from './ingredient.ts';

/** A reason why the figures of a food are wrong, or hardly right. */
export interface Implausibility {
  /** Keys of the nutrients concerned. */
  readonly keys: readonly string[];
  readonly problem: Text;
}

/** What the rules look at: the known values per 100 g edible portion, as decimal texts. */
export type FoodFigures = Pick<FoodFacts, 'name' | 'category' | 'nutrients'>;
type Values = FoodFigures['nutrients'];

const DECIMAL = /^\d+(?:\.\d+)?$/;

/** Nutrients that cannot weigh more than 100 g together, and the tolerance for rounding. */
const MACRONUTRIENTS = ['protein', 'fat', 'carbohydrate'];
const MOST_MACRONUTRIENTS = '100.5';
/** Foods have less ash than this, apart from salt, soda and what is mostly made of them. */
const MOST_ASH = '30';
const MINERAL_FOODS = /盐(?:$|[（([])|碱|苏打|泡打粉|味精|鸡精/;

/** Everything that 100 g consist of. Measured one by one, the parts must add up to 100 g. */
const PARTS = ['water', 'protein', 'fat', 'carbohydrate', 'ash'];
const LEAST_PARTS = '95';
const MOST_PARTS = '101.5';

/** Energy factors in kJ/g: GB 28050-2025. */
const ENERGY_FACTORS = { protein: 17, fat: 37, carbohydrate: 17, fibre: 8 } as const;
const ENERGY_TOLERANCE = { share: '0.1', kilojoules: 60 };

export const KJ_PER_KCAL = '4.184';
/** Tolerated deviation between energy in kJ and in kcal. */
const KCAL_TOLERANCE = '0.02';

/** Tolerated deviation of vitamin A from retinol + carotene / 12. Both must be passed. */
const VITAMIN_A_TOLERANCE = { share: '0.05', micrograms: 1 };
const CAROTENE_PER_RAE = 12;

/** Categories of plant foods, which have no retinol. */
const PLANTS = /^(?:谷类|薯类|干豆类|蔬菜类|菌藻类|水果类|坚果|植物油)/;

/** Values that no food can have. They are not kept. */
export function findImpossible({ name, nutrients }: FoodFigures): Implausibility[] {
  const single = known.flatMap(({ key, unit }): Implausibility[] => {
    const value = nutrients[key];
    const limit = key === 'ash' && !MINERAL_FOODS.test(name) ? MOST_ASH : greatestValues[key]?.value;
    if (value === undefined || limit === undefined) return [];
    if (!DECIMAL.test(value)) return [{ keys: [key], problem: { en: 'is no amount', zh: '不是数量' } }];
    if (new Big(value).lte(limit)) return [];
    const most = `${limit} ${unit}`;
    const problem = { en: `no food has more than ${most} in 100 g`, zh: `没有食物每 100 g 超过 ${most}` };
    return [{ keys: [key], problem }];
  });
  const wrong = new Set(single.flatMap(({ keys }) => keys));
  const parts = MACRONUTRIENTS.filter((key) => nutrients[key] !== undefined && !wrong.has(key));
  const sum = sumOf(nutrients, parts);
  if (sum.lte(MOST_MACRONUTRIENTS)) return single;
  const names = parts.map((key) => nameOfNutrient(key).zh).join('、');
  const problem = {
    en: `${parts.join(', ')} of 100 g weigh ${sum.toFixed()} g`,
    zh: `100 g 中${names}共重 ${sum.toFixed()} g`,
  };
  return [...single, { keys: parts, problem }];
}

/** A nutrient's name in a line for a person. In English it is the key, which files and requests have, too. */
export function nameOfNutrient(key: string): Text {
  return { en: key, zh: known.find((one) => one.key === key)?.value ?? key };
}

/** What speaks against figures that are possible. Unknown values do not count. */
export function findDoubts(food: FoodFigures): Implausibility[] {
  const { nutrients } = food;
  return [findMassDoubt, findFibreDoubt, findEnergyDoubt, findRetinolDoubt, findVitaminADoubt, findEquivalentsDoubt]
    .map((find) => find(nutrients, food))
    .filter((doubt) => doubt !== undefined);
}

function findMassDoubt(values: Values): Implausibility | undefined {
  if (PARTS.some((key) => values[key] === undefined)) return undefined;
  const sum = sumOf(values, PARTS);
  if (sum.gte(LEAST_PARTS) && sum.lte(MOST_PARTS)) return undefined;
  return {
    keys: PARTS,
    problem: { en: `the parts of 100 g weigh ${sum.toFixed()} g`, zh: `100 g 的各部分共重 ${sum.toFixed()} g` },
  };
}

function findFibreDoubt({ fibre, carbohydrate }: Values): Implausibility | undefined {
  if (fibre === undefined || carbohydrate === undefined || new Big(fibre).lte(carbohydrate)) return undefined;
  return {
    keys: ['fibre'],
    problem: { en: `is more than all carbohydrate, ${carbohydrate} g`, zh: `多于全部碳水化合物（${carbohydrate} g）` },
  };
}

function findEnergyDoubt(values: Values): Implausibility | undefined {
  const sum = energyOfParts(values);
  if (sum === undefined || values['energy'] === undefined || isEnergyOf(values['energy'], sum)) return undefined;
  return {
    keys: ['energy'],
    problem: {
      en: `protein, fat, carbohydrate and fibre make ${sum.toFixed(0)} kJ`,
      zh: `蛋白质、脂肪、碳水化合物和膳食纤维合计 ${sum.toFixed(0)} kJ`,
    },
  };
}

function findRetinolDoubt({ retinol }: Values, { category }: FoodFigures): Implausibility | undefined {
  if (retinol === undefined || new Big(retinol).eq(0) || !PLANTS.test(category)) return undefined;
  return { keys: ['retinol'], problem: { en: 'is in no food of plants', zh: '植物性食物中没有' } };
}

/** Both sides are multiplied by twelve, so that nothing has to be divided. */
function findVitaminADoubt({ 'vitamin-a-rae': activity, retinol, carotene }: Values): Implausibility | undefined {
  if (activity === undefined || retinol === undefined || carotene === undefined) return undefined;
  const sum = new Big(retinol).times(CAROTENE_PER_RAE).plus(carotene);
  const deviation = new Big(activity).times(CAROTENE_PER_RAE).minus(sum).abs();
  if (deviation.lte(sum.times(VITAMIN_A_TOLERANCE.share))) return undefined;
  if (deviation.lte(VITAMIN_A_TOLERANCE.micrograms * CAROTENE_PER_RAE)) return undefined;
  const wanted = sum.div(CAROTENE_PER_RAE).toFixed(0);
  return {
    keys: ['vitamin-a-rae'],
    problem: {
      en: `retinol and a twelfth of the carotene make ${wanted} μg RAE`,
      zh: `视黄醇与十二分之一的胡萝卜素合计 ${wanted} μg RAE`,
    },
  };
}

/** RE = retinol + carotene / 6 lies between RAE = retinol + carotene / 12 and twice as much. */
function findEquivalentsDoubt(values: Values): Implausibility | undefined {
  const { 'vitamin-a': equivalents, 'vitamin-a-rae': activity } = values;
  if (equivalents === undefined || activity === undefined) return undefined;
  const slack = VITAMIN_A_TOLERANCE.micrograms;
  const isBetween =
    new Big(equivalents).plus(slack).gte(activity) && new Big(activity).times(2).plus(slack).gte(equivalents);
  return isBetween
    ? undefined
    : {
        keys: ['vitamin-a'],
        problem: { en: `does not go with ${activity} μg RAE`, zh: `与 ${activity} μg RAE 不相符` },
      };
}

/**
 * The kJ of protein, fat, carbohydrate and fibre together; carbohydrate includes fibre. Undefined where a part is
 * unknown.
 */
export function energyOfParts({ protein, fat, carbohydrate, fibre = '0' }: Values): Big | undefined {
  if (protein === undefined || fat === undefined || carbohydrate === undefined) return undefined;
  const available = new Big(carbohydrate).minus(fibre);
  return new Big(protein)
    .times(ENERGY_FACTORS.protein)
    .plus(new Big(fat).times(ENERGY_FACTORS.fat))
    .plus(available.times(ENERGY_FACTORS.carbohydrate))
    .plus(new Big(fibre).times(ENERGY_FACTORS.fibre));
}

/** Whether energy in kJ is near enough to that of its parts. */
export function isEnergyOf(energy: string, parts: Big): boolean {
  const deviation = new Big(energy).minus(parts).abs();
  return deviation.lte(parts.abs().times(ENERGY_TOLERANCE.share)) || deviation.lte(ENERGY_TOLERANCE.kilojoules);
}

/** Whether two figures of the same energy agree. */
export function isSameEnergy(kilojoules: string, kilocalories: string): boolean {
  const converted = new Big(kilocalories).times(KJ_PER_KCAL);
  return new Big(kilojoules).minus(converted).abs().lte(converted.times(KCAL_TOLERANCE));
}

/** The weight of these parts together, in grams. */
export function sumOf(values: Values, keys: readonly string[]): Big {
  return keys.reduce((sum, key) => sum.plus(values[key] ?? 0), new Big(0));
}
