import type { Edition } from '../nutrient/edition.ts';
import { type Nutrient, nutrients } from '../nutrient/nutrient.ts';

/** A row of an edition's table of nutrients. */
export interface NutrientRow extends Pick<Nutrient, 'key' | 'unit'> {
  /** The Chinese name, after a sign if the row is part of a row above it. */
  readonly name: string;
  readonly decimals: number;
  /** The maximum content of 100 g, in `unit`, that is printed as 0. */
  readonly zeroLimit: string;
  /** Reference value per day in `unit`; undefined if the edition has none. */
  readonly nrv: string | undefined;
  readonly isMandatory: boolean;
}

/** One value for both editions, or one for each. */
type ByEdition<T> = T | Readonly<Record<Edition, T>>;
/** The facts of a row by GB 28050, table 1: see `NutrientRow`. The lists have the order of that table. */
type RowRounding = readonly [key: string, decimals: ByEdition<number>, zeroLimit: ByEdition<string>];

const ENERGY: RowRounding = ['energy', 0, '17'];
const proteinToSodiumRoundings = [
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
] as const satisfies readonly RowRounding[];
type MainKey = 'energy' | (typeof proteinToSodiumRoundings)[number][0];

const vitaminRoundings: readonly RowRounding[] = [
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

/** The first mineral of the newer edition. */
const CALCIUM: RowRounding = ['calcium', 0, '8'];
const majorMineralRoundings: readonly RowRounding[] = [
  ['phosphorus', 0, '14'],
  ['potassium', 0, '20'],
  ['magnesium', 0, { 2011: '6', 2025: '3' }],
];
const traceElementRoundings: readonly RowRounding[] = [
  ['iron', 1, '0.3'],
  ['zinc', 2, { 2011: '0.3', 2025: '0.1' }],
  ['iodine', 1, '3'],
  ['selenium', 1, '1'],
  ['copper', 2, '0.03'],
  ['fluoride', 2, '0.02'],
  ['manganese', 2, '0.06'],
];
const mineralRoundingsByEdition: Readonly<Record<Edition, readonly RowRounding[]>> = {
  2011: [...majorMineralRoundings, CALCIUM, ...traceElementRoundings],
  2025: [CALCIUM, ...majorMineralRoundings, ...traceElementRoundings],
};

const MANDATORY_2011: readonly MainKey[] = ['energy', 'protein', 'fat', 'carbohydrate', 'sodium'];
export const mandatoryKeysByEdition: Readonly<Record<Edition, readonly string[]>> = {
  2011: MANDATORY_2011,
  2025: [...MANDATORY_2011, 'saturated-fat', 'sugar'] satisfies MainKey[],
};

/** The sign before the name of a row that is part of the row above. */
const SUB_ROW_SIGN = '– ';
const subRowKeys = ['saturated-fat', 'trans-fat', 'monounsaturated-fat', 'polyunsaturated-fat', 'sugar', 'lactose'];

/** Nutrients that only labels know; menus do not count them. */
const labelNutrients: readonly Nutrient[] = [
  { key: 'trans-fat', value: '反式脂肪', unit: 'g', nrv: {} },
  { key: 'monounsaturated-fat', value: '单不饱和脂肪', unit: 'g', nrv: {} },
  { key: 'polyunsaturated-fat', value: '多不饱和脂肪', unit: 'g', nrv: {} },
  { key: 'lactose', value: '乳糖', unit: 'g', nrv: {} },
];
const nutrientByKey = new Map([...nutrients, ...labelNutrients].map((nutrient) => [nutrient.key, nutrient]));

/** @throws RangeError if there is no nutrient with the key, so that no row of a label is lost. */
function toRow([key, decimals, zeroLimit]: RowRounding, edition: Edition): NutrientRow {
  const nutrient = nutrientByKey.get(key);
  if (!nutrient) throw new RangeError(`no nutrient of labels: ${key}`);
  const pick = <T extends number | string>(value: ByEdition<T>) => (typeof value === 'object' ? value[edition] : value);
  return {
    key,
    name: subRowKeys.includes(key) ? `${SUB_ROW_SIGN}${nutrient.value}` : nutrient.value,
    unit: nutrient.unit,
    decimals: pick(decimals),
    zeroLimit: pick(zeroLimit),
    nrv: nutrient.nrv[edition],
    isMandatory: mandatoryKeysByEdition[edition].includes(key),
  };
}

function toTable(edition: Edition) {
  const toRows = (roundings: readonly RowRounding[]) => roundings.map((rounding) => toRow(rounding, edition));
  return {
    energy: toRow(ENERGY, edition),
    proteinToSodium: toRows(proteinToSodiumRoundings),
    vitaminsAndMinerals: toRows([...vitaminRoundings, ...mineralRoundingsByEdition[edition]]),
  };
}

export const tableByEdition = { 2011: toTable('2011'), 2025: toTable('2025') };

/** Returns the name of a row as texts mention it, without the sign of a part. */
export function toPlainName({ name }: Pick<NutrientRow, 'name'>): string {
  return name.replace(SUB_ROW_SIGN, '');
}
