import nutrients from '../../../tables/starter/nutrients.json' with { type: 'json' };
import { dayIn, type ModelDish, type World } from './world.ts';

/** First day of the reference values of 2025. */
const EDITION_2025_FROM = '2027-03-16';

/** A decimal as an integer of its smallest place, so that nothing is rounded before the end. */
interface Exact {
  readonly units: bigint;
  readonly places: number;
}

function exact(text: string): Exact {
  const [whole = '0', decimals = ''] = text.split('.');
  return { units: BigInt(whole + decimals), places: decimals.length };
}

const PLACES = 20;

/** The decimal in multiples of 10^-20. */
function scale({ units, places }: Exact): bigint {
  return units * 10n ** BigInt(PLACES - places);
}

/** A quotient with two decimals, rounded half up. */
function round(dividend: bigint, divisor: bigint): string {
  const hundredths = (dividend * 200n + divisor) / (divisor * 2n);
  const text = String(hundredths).padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}

/** The nutrition label of a dish. */
export function labelOf(world: World, dish: ModelDish) {
  const edition = dayIn(world) < EDITION_2025_FROM ? '2011' : '2025';
  const parts = dish.ingredient
    .map(({ key, value }) => {
      const food = world.foods.find(({ code }) => code === key);
      return { name: food?.name ?? key, value, known: food?.nutrients ?? {} };
    })
    .sort((a, b) => b.value - a.value);
  const component = nutrients.flatMap(({ key, value: name, unit, nrv, ...rest }) => {
    if ('labelled' in rest) return [];
    const missing = parts.filter(({ known }) => known[key] === undefined).map((part) => part.name);
    if (missing.length === parts.length) return [];
    const sum = parts.reduce(
      (total, { value, known }) => total + scale(exact(String(value))) * scale(exact(known[key] ?? '0')),
      0n,
    );
    const whole = 10n ** BigInt(2 * PLACES);
    const reference: string | undefined = { 2011: undefined, 2025: undefined, ...nrv }[edition];
    const percent = reference === undefined ? '-' : `${round(sum, scale(exact(reference)) * 10n ** BigInt(PLACES))}%`;
    const line = { name, nutrition: `${round(sum, 100n * whole)}(${unit})`, nvr: percent };
    return [missing.length > 0 ? { ...line, missing } : line];
  });
  return { id: dish.id, name: dish.name, ingredients: parts.map((part) => part.name), component };
}
