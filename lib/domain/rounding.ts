import Big from 'big.js';

/**
 * GB 28050-2011, table 1, by key: the decimals of the interval of rounding, and the limit of "0" in the nutrient's unit
 * per 100 g. Other nutrients are not printed.
 */
const roundings: ReadonlyMap<string, readonly [decimals: number, zero: string]> = new Map([
  ['energy', [0, '17']],
  ['protein', [1, '0.5']],
  ['fat', [1, '0.5']],
  ['saturated-fat', [1, '0.1']],
  ['cholesterol', [0, '5']],
  ['carbohydrate', [1, '0.5']],
  ['fibre', [1, '0.5']],
  ['vitamin-a', [0, '8']],
  ['vitamin-d', [1, '0.1']],
  ['vitamin-e', [2, '0.28']],
  ['vitamin-k', [1, '1.6']],
  ['vitamin-b1', [2, '0.03']],
  ['vitamin-b2', [2, '0.03']],
  ['vitamin-b6', [2, '0.03']],
  ['vitamin-b12', [2, '0.05']],
  ['vitamin-c', [1, '2']],
  ['niacin', [2, '0.28']],
  ['folate', [0, '8']],
  ['pantothenic-acid', [2, '0.1']],
  ['biotin', [1, '0.6']],
  ['choline', [1, '9']],
  ['calcium', [0, '8']],
  ['phosphorus', [0, '14']],
  ['potassium', [0, '20']],
  ['sodium', [0, '5']],
  ['magnesium', [0, '6']],
  ['iron', [1, '0.3']],
  ['zinc', [2, '0.3']],
  ['iodine', [1, '3']],
  ['selenium', [1, '1']],
  ['copper', [2, '0.03']],
  ['fluoride', [2, '0.02']],
  ['manganese', [2, '0.06']],
]);

/** Whether the standard's table has the nutrient. */
export function isTabled(key: string): boolean {
  return roundings.has(key);
}

/** Prints the amount in a share of so many grams: rounded half up, and `0` up to the limit. */
export function roundAmount(key: string, amount: Big, grams: Big): string {
  const rounding = roundings.get(key);
  if (!rounding) return amount.toFixed();
  const [decimals, zero] = rounding;
  // amount per 100 g ≤ zero, without a division
  const isZero = amount.lte(zero) && amount.times(100).lte(grams.times(zero));
  return isZero ? '0' : amount.toFixed(decimals, Big.roundHalfUp);
}
