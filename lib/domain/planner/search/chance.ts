/**
 * How much worse a change may be that is taken at temperature 1, each as likely as the others: −ln of the middles of equal
 * parts of 1. It is made of sums and products alone, which are the same on any machine; `Math.log` need not be.
 */
const PARTS = 4096;
const TERMS = 25;

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

const losses = Float64Array.from({ length: PARTS }, (_, index) => minusLog((index + 0.5) / PARTS));

/** The loss that a change may bring at temperature 1, for a number from 0 up to, not including, 1. */
export function tolerableLoss(fraction: number): number {
  return losses[Math.floor(fraction * PARTS)] ?? 0;
}
