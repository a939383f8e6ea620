/** So many increases are told apart. */
const PARTS = 4096;
const TERMS = 25;

/** Sums and products are the same on any machine; `Math.log` need not be. */
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

const increases = Float64Array.from({ length: PARTS }, (_, index) => minusLog((index + 0.5) / PARTS));

/**
 * Metropolis' criterion, turned around: instead of accepting an increase with probability exp(−increase / temperature), it
 * says for a random fraction (from 0 up to, not including, 1) which increase is just accepted. So a move whose
 * increase is known to be above that need not be evaluated to the end.
 */
export function acceptedIncrease(fraction: number, temperature: number): number {
  return (increases[Math.floor(fraction * PARTS)] ?? 0) * temperature;
}
