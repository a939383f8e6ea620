import type { Edition } from '../nutrient/edition.ts';
import { type Nutrient, nutrients } from '../nutrient/nutrient.ts';

/** A row of an edition's table of nutrients, by GB 28050. */
export type TableRow = ReturnType<typeof toRows>[number];

/** One value for both editions, or one for each. */
type ByEdition<T> = T | Readonly<Record<Edition, T>>;
/** The number of decimals that are printed, and the maximum content of 100 g, in the nutrient's unit, that is printed as 0. */
type RowRounding = readonly [key: string, decimals: ByEdition<number>, zeroLimit: ByEdition<string>];

/** The rows by GB 28050-2011 and GB 28050-2025, table 1: energy and its sources, with cholesterol and sodium. */
const energyToSodium: readonly RowRounding[] = [
  ['energy', 0, '17'],
  ['protein', 1, '0.5'],
  ['fat', 1, '0.5'],
  ['saturated-fat', 1, '0.1'],
  ['trans-fat', 1, '0.3'],
  ['monounsaturated-fat', 1, '0.1'],
  ['polyunsaturated-fat', 1, '0.1'],
  ['cholesterol', 0, '5'],
  ['carbohydrate', 1, '0.5'],
  ['sugar', 1, '0.5'],
  ['lactose', 1, '0.5'],
  ['fibre', 1, '0.5'],
  ['sodium', 0, '5'],
];

const vitamins: readonly RowRounding[] = [
  ['vitamin-a', 0, { 2011: '8', 2025: '10' }],
  ['vitamin-d', 1, '0.1'],
  ['vitamin-e', 2, { 2011: '0.28', 2025: '0.2' }],
  ['vitamin-k', 1, '1.6'],
  ['vitamin-b1', 2, '0.03'],
  ['vitamin-b2', 2, '0.03'],
  ['vitamin-b6', 2, '0.03'],
  ['vitamin-b12', 2, { 2011: '0.05', 2025: '0.1' }],
  ['vitamin-c', 1, '2'],
  ['niacin', { 2011: 2, 2025: 1 }, { 2011: '0.28', 2025: '0.3' }],
  ['folate', 0, '8'],
  ['pantothenic-acid', 2, '0.1'],
  ['biotin', 1, '0.6'],
  ['choline', 1, '9'],
];

const CALCIUM: RowRounding = ['calcium', 0, '8'];
const majorMinerals: readonly RowRounding[] = [
  ['phosphorus', 0, '14'],
  ['potassium', 0, '20'],
  ['magnesium', 0, { 2011: '6', 2025: '3' }],
];
const traceElements: readonly RowRounding[] = [
  ['iron', 1, '0.3'],
  ['zinc', 2, { 2011: '0.3', 2025: '0.1' }],
  ['iodine', 1, '3'],
  ['selenium', 1, '1'],
  ['copper', 2, '0.03'],
  ['fluoride', 2, '0.02'],
  ['manganese', 2, '0.06'],
];
const mineralsByEdition: Readonly<Record<Edition, readonly RowRounding[]>> = {
  2011: [...majorMinerals, CALCIUM, ...traceElements],
  2025: [CALCIUM, ...majorMinerals, ...traceElements],
};

const MANDATORY_2011 = ['energy', 'protein', 'fat', 'carbohydrate', 'sodium'];
export const mandatoryKeysByEdition: Readonly<Record<Edition, readonly string[]>> = {
  2011: MANDATORY_2011,
  2025: [...MANDATORY_2011, 'saturated-fat', 'sugar'],
};

/** The sign before the name of a row that is part of the row above. */
const SUB_ROW_SIGN = '– ';
/** Rows that are part of a row above them. */
const subRowKeys = ['saturated-fat', 'trans-fat', 'monounsaturated-fat', 'polyunsaturated-fat', 'sugar', 'lactose'];

/** The nutrients of the standard that `nutrients` lacks. Their rows are printed if a food has a value for them. */
const furtherNutrients: readonly Nutrient[] = [
  { key: 'trans-fat', value: '反式脂肪', unit: 'g', nrv: {} },
  { key: 'monounsaturated-fat', value: '单不饱和脂肪', unit: 'g', nrv: {} },
  { key: 'polyunsaturated-fat', value: '多不饱和脂肪', unit: 'g', nrv: {} },
  { key: 'lactose', value: '乳糖', unit: 'g', nrv: {} },
];
const nutrientByKey = new Map([...nutrients, ...furtherNutrients].map((nutrient) => [nutrient.key, nutrient]));

function toRows(roundings: readonly RowRounding[], edition: Edition) {
  const pick = <T extends number | string>(value: ByEdition<T>) => (typeof value === 'object' ? value[edition] : value);
  return roundings.flatMap(([key, decimals, zeroLimit]) => {
    const nutrient = nutrientByKey.get(key);
    if (!nutrient) return [];
    return {
      key,
      name: subRowKeys.includes(key) ? `${SUB_ROW_SIGN}${nutrient.value}` : nutrient.value,
      unit: nutrient.unit,
      decimals: pick(decimals),
      zeroLimit: pick(zeroLimit),
      // Reference value per day; undefined if the edition has none.
      nrv: nutrient.nrv[edition],
      isMandatory: mandatoryKeysByEdition[edition].includes(key),
    };
  });
}

const toTable = (edition: Edition) => ({
  energyToSodium: toRows(energyToSodium, edition),
  vitaminsAndMinerals: toRows([...vitamins, ...mineralsByEdition[edition]], edition),
});

/** The table of nutrients by edition. */
export const tableByEdition = { 2011: toTable('2011'), 2025: toTable('2025') };

/** Returns the name of a row as texts mention it, without the sign of a part. */
export function toPlainName({ name }: Pick<TableRow, 'name'>): string {
  return name.replace(SUB_ROW_SIGN, '');
}
