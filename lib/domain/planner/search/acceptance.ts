/** The number of entries of the table. The greatest increase that is ever accepted is ln(2 × 4096), about 9 times the temperature. */
const TABLE_SIZE = 4096;
/** A value is doubled until it is at least this: it is then below 1.4, and the series of the logarithm converges fast. */
const MIN_SCALED = 0.7;
/** The series ends before this power: 12 terms are enough. */
const END_POWER = 25;

/** Calculates −ln of a value up to 1 by sums and products, which are the same on any machine. `Math.log` need not be. */
function minusLog(value: number): number {
  let scaled = value;
  let doublings = 0;
  while (scaled < MIN_SCALED) {
    scaled *= 2;
    doublings += 1;
  }
  // ln x = 2 (t + t³ / 3 + t⁵ / 5 + …) with t = (x − 1) / (x + 1).
  const t = (scaled - 1) / (scaled + 1);
  let power = t;
  let sum = 0;
  for (let odd = 1; odd < END_POWER; odd += 2) {
    sum += power / odd;
    power *= t * t;
  }
  return doublings * Math.LN2 - 2 * sum;
}

/** By fraction × `TABLE_SIZE`, rounded down, the maximum accepted increase at temperature 1. An entry is exact for the middle of its fractions. */
const maxIncreases = Float64Array.from({ length: TABLE_SIZE }, (_, index) => minusLog((index + 0.5) / TABLE_SIZE));

/**
 * The maximum increase of the objective that the Metropolis criterion accepts for a random fraction from 0 up to, not including, 1.
 * The criterion accepts an increase with probability exp(−increase / temperature). Here it is solved for the increase, so that the
 * evaluation of a move can end as soon as its increase is known to be greater.
 */
export function maxAcceptedIncrease(fraction: number, temperature: number): number {
  return (maxIncreases[Math.floor(fraction * TABLE_SIZE)] ?? 0) * temperature;
}
