import { toRetinolActivity, toRetinolEquivalents, toTocopherolEquivalents } from '../../lib/domain/nutrient/vitamin.ts';
import { type Amount, knownValue } from './cell.ts';
import type { Field } from './columns.ts';

/** Vitamins A and E by key, derived from other columns where a table does not have them itself. */
export function deriveVitamins(read: (field: Field) => Amount): [key: string, Amount][] {
  const retinol = knownValue(read('retinol'));
  const betaAndGamma = knownValue(read('tocopherol-beta-gamma'));
  return [
    ['vitamin-a', derive(read('vitamin-a-rae'), (rae) => toRetinolEquivalents(rae, retinol))],
    ['vitamin-a-rae', derive(read('vitamin-a'), (re) => toRetinolActivity(re, retinol))],
    ['vitamin-e', derive(read('tocopherol-alpha'), (alpha) => toTocopherolEquivalents({ alpha, betaAndGamma }))],
  ];
}

function derive(from: Amount, make: (value: string) => string | undefined): Amount {
  const value = knownValue(from);
  const made = value === undefined ? undefined : make(value);
  if (made === undefined) return { kind: 'unknown' };
  return made === '0' && from.kind === 'trace' ? from : { kind: 'known', value: made, decimals: 0 };
}
