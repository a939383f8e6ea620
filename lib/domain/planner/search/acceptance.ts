/** The table has so many increases, and each has so many terms of the series. */
const TABLE_SIZE = 4096;
const TERMS = 25;

/** −ln of a value up to 1. Sums and products are the same on any machine; `Math.log` need not be. */
function minusLog(value: number): number {
  let [rest, doublings] = [value, 0];
  while (rest < 0.7) {
    rest *= 2;
    doublings += 1;
  }
  // ln x = 2 (t + t³ / 3 + t⁵ / 5 + …) with t = (x − 1) / (x + 1).
  const ratio = (rest - 1) / (rest + 1);
  let [power, sum] = [ratio, 0];
  for (let odd = 1; odd < TERMS; odd += 2) {
    sum += power / odd;
    power *= ratio * ratio;
  }
  return doublings * Math.LN2 - 2 * sum;
}

const increases = Float64Array.from({ length: TABLE_SIZE }, (_, index) => minusLog((index + 0.5) / TABLE_SIZE));

/**
 * The greatest increase of the objective that is accepted. Metropolis' criterion accepts an increase with probability
 * exp(−increase / temperature); this solves it for the increase, given the random fraction (from 0 up to, not including, 1).
 * So the evaluation of a move can end as soon as its increase is known to be greater.
 */
export function acceptedIncrease(fraction: number, temperature: number): number {
  return (increases[Math.floor(fraction * TABLE_SIZE)] ?? 0) * temperature;
}
