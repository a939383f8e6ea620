/**
 * A second calculation of a label's figures, to compare with the service's: with fractions of integers, and with a
 * table of its own, copied from GB 28050-2011 and GB 28050-2025.
 */

export type Edition = '2011' | '2025';

/** An ingredient of a dish: its grams, and the known contents of 100 g. */
export interface Portion {
  readonly name: string;
  readonly grams: string;
  readonly values: Readonly<Record<string, string>>;
}

/** An exact number: a dividend and a divisor greater than zero. */
type Fraction = readonly [dividend: bigint, divisor: bigint];

const ZERO: Fraction = [0n, 1n];

function fraction(text: string): Fraction {
  const [whole = '0', decimals = ''] = text.split('.');
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)];
}

const add = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d];
const subtract = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d - c * b, b * d];
const multiply = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d];
const divide = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d, b * c];
const isMore = ([a, b]: Fraction, [c, d]: Fraction) => a * d > c * b;
const compare = (one: Fraction, other: Fraction) => Number(isMore(one, other)) - Number(isMore(other, one));

/** The number in intervals, half an interval rounded up. */
function countIntervals(number: Fraction, interval: Fraction): bigint {
  const [dividend, divisor] = divide(number, interval);
  return (2n * dividend + divisor) / (2n * divisor);
}

/** The number rounded half up to an interval of 1, 0.1 or 0.01. */
function roundTo(number: Fraction, interval: string): string {
  const count = String(countIntervals(number, fraction(interval)));
  const places = interval.length === 1 ? 0 : interval.length - 2;
  if (places === 0) return count;
  const digits = count.padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

interface Row {
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  readonly interval: string;
  readonly zero: string;
  /** Empty where there is none. */
  readonly reference: string;
}

/**
 * Key, name on the label, unit, interval, limit of 0, reference value. Where the editions differ, the figure of 2011
 * comes before that of 2025, with a slash between them.
 */
const TABLE = `
energy | 能量 | kJ | 1 | 17 | 8400
protein | 蛋白质 | g | 0.1 | 0.5 | 60
fat | 脂肪 | g | 0.1 | 0.5 | 60
saturated-fat | – 饱和脂肪 | g | 0.1 | 0.1 | 20
trans-fat | – 反式脂肪 | g | 0.1 | 0.3 |
monounsaturated-fat | – 单不饱和脂肪 | g | 0.1 | 0.1 |
polyunsaturated-fat | – 多不饱和脂肪 | g | 0.1 | 0.1 |
cholesterol | 胆固醇 | mg | 1 | 5 | 300/
carbohydrate | 碳水化合物 | g | 0.1 | 0.5 | 300
sugar | – 糖 | g | 0.1 | 0.5 |
lactose | – 乳糖 | g | 0.1 | 0.5 |
fibre | 膳食纤维 | g | 0.1 | 0.5 | 25
sodium | 钠 | mg | 1 | 5 | 2000
vitamin-a | 维生素A | μg RE | 1 | 8/10 | 800
vitamin-d | 维生素D | μg | 0.1 | 0.1 | 5/10
vitamin-e | 维生素E | mg α-TE | 0.01 | 0.28/0.20 | 14
vitamin-k | 维生素K | μg | 0.1 | 1.6 | 80
vitamin-b1 | 维生素B1 | mg | 0.01 | 0.03 | 1.4
vitamin-b2 | 维生素B2 | mg | 0.01 | 0.03 | 1.4
vitamin-b6 | 维生素B6 | mg | 0.01 | 0.03 | 1.4
vitamin-b12 | 维生素B12 | μg | 0.01 | 0.05/0.10 | 2.4
vitamin-c | 维生素C | mg | 0.1 | 2.0 | 100
niacin | 烟酸 | mg | 0.01/0.1 | 0.28/0.3 | 14
folate | 叶酸 | μg DFE | 1 | 8 | 400
pantothenic-acid | 泛酸 | mg | 0.01 | 0.10 | 5
biotin | 生物素 | μg | 0.1 | 0.6 | 30/40
choline | 胆碱 | mg | 0.1 | 9.0 | 450/500
calcium | 钙 | mg | 1 | 8 | 800
phosphorus | 磷 | mg | 1 | 14 | 700
potassium | 钾 | mg | 1 | 20 | 2000
magnesium | 镁 | mg | 1 | 6/3 | 300
iron | 铁 | mg | 0.1 | 0.3 | 15
zinc | 锌 | mg | 0.01 | 0.30/0.10 | 15/11
iodine | 碘 | μg | 0.1 | 3.0 | 150/120
selenium | 硒 | μg | 0.1 | 1.0 | 50/60
copper | 铜 | mg | 0.01 | 0.03 | 1.5/0.8
fluoride | 氟 | mg | 0.01 | 0.02 | 1
manganese | 锰 | mg | 0.01 | 0.06 | 3
`;

/** The rows of an edition in its order: 2011 has calcium after magnesium. */
export function editionRows(edition: Edition): readonly Row[] {
  const rows = TABLE.trim()
    .split('\n')
    .map((line): Row => {
      const [key = '', name = '', unit = '', interval = '', zero = '', reference = ''] = line.split('|').map((cell) => {
        const [old = '', newer = old] = cell.trim().split('/');
        return edition === '2011' ? old : newer;
      });
      return { key, name, unit, interval, zero, reference };
    });
  if (edition === '2025') return rows;
  const calcium = rows.filter(({ key }) => key === 'calcium');
  const others = rows.filter(({ key }) => key !== 'calcium');
  const index = others.findIndex(({ key }) => key === 'magnesium') + 1;
  return others.toSpliced(index, 0, ...calcium);
}

const MANDATORY: Readonly<Record<Edition, readonly string[]>> = {
  '2011': ['energy', 'protein', 'fat', 'carbohydrate', 'sodium'],
  '2025': ['energy', 'protein', 'fat', 'saturated-fat', 'carbohydrate', 'sugar', 'sodium'],
};

/** One row of a label. */
interface Line {
  readonly row: Row;
  /** Absent where it is known of less than half of the weight. */
  readonly value?: string;
  /** Whether it is absent although something is known. */
  readonly isScarce?: boolean;
  readonly isPartial: boolean;
  /** Names of the ingredients that the row lacks. */
  readonly missing: readonly string[];
}

/** The label of a dish: its rows as they are printed, and the ingredients that it must name as missing. */
export interface CalculatedLabel {
  readonly rows: readonly (readonly string[])[];
  readonly missing: readonly string[];
}

export function calculateLabel(portions: readonly Portion[], edition: Edition): CalculatedLabel {
  const hundreds = divide(
    portions.reduce((sum, { grams }) => add(sum, fraction(grams)), ZERO),
    [100n, 1n],
  );
  const weigh = (some: readonly Portion[]) => some.reduce((sum, { grams }) => add(sum, fraction(grams)), ZERO);
  const isScarce = (amounts: readonly (Fraction | undefined)[]) => {
    const known = weigh(portions.filter((_, at) => amounts[at] !== undefined));
    return isMore(weigh(portions), multiply(known, [2n, 1n]));
  };
  const fibres = portions.map((portion) => amountOf(portion, 'fibre', false));
  const isFibreShown = fibres.some((amount) => amount !== undefined) && !isScarce(fibres);
  const print = (row: Row, amount: Fraction): string => {
    const limit = fraction(row.zero);
    const isZeroOf100 = !isMore(amount, multiply(limit, hundreds));
    const isZero = edition === '2025' ? isZeroOf100 : isZeroOf100 && !isMore(amount, limit);
    return isZero ? '0' : roundTo(amount, row.interval);
  };
  const calculateRow = (row: Row): Line => {
    const amounts = portions.map((portion) => amountOf(portion, row.key, isFibreShown));
    const missing = portions
      .filter((portion, at) => amounts[at] === undefined || isFibreInside(portion, row.key, isFibreShown))
      .map(({ name }) => name);
    if (amounts.every((amount) => amount === undefined)) return { row, isPartial: false, missing: [] };
    const isNamed = MANDATORY[edition].includes(row.key) || row.key === 'fibre';
    if (isScarce(amounts)) return { row, isPartial: false, missing: isNamed ? missing : [], isScarce: true };
    const sum = amounts.reduce<Fraction>((total, amount) => add(total, amount ?? ZERO), ZERO);
    return { row, value: print(row, sum), isPartial: missing.length > 0, missing };
  };
  const calculateEnergy = (row: Row, lines: readonly Line[]): Line => {
    const sources = lines.filter(
      (line) => ['protein', 'fat', 'carbohydrate'].includes(line.row.key) || (line.row.key === 'fibre' && isFibreShown),
    );
    if (sources.every(({ value }) => value === undefined)) return { row, isPartial: false, missing: [] };
    const joules = sources.reduce<Fraction>(
      (sum, line) => add(sum, multiply(fraction(line.value ?? '0'), perGram(line.row.key))),
      ZERO,
    );
    const isPartial = sources.some((line) => line.isPartial || line.value === undefined);
    return { row, value: print(row, joules), isPartial, missing: [] };
  };
  const [energy, ...others] = editionRows(edition);
  const lines = others.map(calculateRow);
  const all = energy ? [calculateEnergy(energy, lines), ...lines] : lines;
  const shown = all.filter(
    (line) => line.value !== undefined || line.isScarce || MANDATORY[edition].includes(line.row.key),
  );
  return { rows: shown.map(toTexts), missing: [...new Set(shown.flatMap(({ missing }) => missing))] };
}

/** A component of the label that programs read. */
interface Component {
  readonly name: string;
  readonly nutrition: string;
  readonly nvr: string;
  readonly missing?: readonly string[];
}

/** Calculates the answer of `GET /api/dish/label` about these nutrients: exact sums with two decimals, in any order. */
export function calculateComponents(
  portions: readonly Portion[],
  edition: Edition,
  keys: readonly string[],
): Component[] {
  const sorted = portions.toSorted(({ grams: a }, { grams: b }) => compare(fraction(b), fraction(a)));
  return editionRows(edition).flatMap((row): Component[] => {
    const amounts = sorted.map((portion) => amountOf(portion, row.key, false));
    if (!keys.includes(row.key) || amounts.every((amount) => amount === undefined)) return [];
    const sum = amounts.reduce<Fraction>((total, amount) => add(total, amount ?? ZERO), ZERO);
    const share = row.reference && divide(sum, divide(fraction(row.reference), [100n, 1n]));
    const missing = sorted.filter((_, at) => amounts[at] === undefined).map(({ name }) => name);
    const name = row.name.replace('– ', '');
    const nutrition = `${roundTo(sum, '0.01')}(${row.unit})`;
    const nvr = share ? `${roundTo(share, '0.01')}%` : '-';
    return [{ name, nutrition, nvr, ...(missing.length > 0 ? { missing } : {}) }];
  });
}

/** The amount of something in a portion, where it is known. */
function amountOf({ grams, values }: Portion, key: string, isFibreShown: boolean): Fraction | undefined {
  const value = values[key];
  if (value === undefined) return undefined;
  const deducted =
    key === 'carbohydrate' && isFibreShown
      ? subtract(fraction(value), fraction(values['fibre'] ?? '0'))
      : fraction(value);
  return multiply(isMore(ZERO, deducted) ? ZERO : deducted, divide(fraction(grams), [100n, 1n]));
}

/** Whether a portion's carbohydrate may include an unknown amount of fibre that does not belong there. */
function isFibreInside({ values }: Portion, key: string, isFibreShown: boolean): boolean {
  if (key !== 'carbohydrate' || !isFibreShown || values['fibre'] !== undefined) return false;
  return isMore(fraction(values['carbohydrate'] ?? '0'), ZERO);
}

function perGram(key: string): Fraction {
  if (key === 'fat') return [37n, 1n];
  return key === 'fibre' ? [8n, 1n] : [17n, 1n];
}

function toTexts({ row, value, isPartial }: Line): string[] {
  if (value === undefined) return [row.name, '—', '—'];
  const share = row.reference && divide(fraction(value), divide(fraction(row.reference), [100n, 1n]));
  return [row.name, `${value} ${row.unit}${isPartial ? '※' : ''}`, share ? `${roundTo(share, '1')}%` : '-'];
}
