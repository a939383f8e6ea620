import Big from 'big.js';

/** Nothing in 100 g of food has more digits, in any unit. */
const MOST_DIGITS = 15;
const UNKNOWN = /^(?:[-—]|——)?$/;

/** One value of a food table. */
export type Amount =
  | { readonly kind: 'known' /** Plain decimal text without needless zeros. */; readonly value: string }
  | { readonly kind: 'trace' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'bad'; readonly problem: string };

/**
 * Reads a value as tables print it: a plain decimal, an estimated one with `*`, `Tr` for traces; `—`, `——`, `-` and
 * nothing for what was not measured. Anything else is bad, never 0.
 */
export function readAmount(text: string): Amount {
  const plain = text.normalize('NFKC').trim();
  if (UNKNOWN.test(plain)) return { kind: 'unknown' };
  if (/^tr$/i.test(plain)) return { kind: 'trace' };
  if (/^-\d+(?:\.\d+)?\*?$/.test(plain)) return { kind: 'bad', problem: 'is negative' };
  const [, digits] = /^(\d+(?:\.\d+)?)\*?$/.exec(plain) ?? [];
  if (digits === undefined) return { kind: 'bad', problem: 'is no number' };
  if (digits.length > MOST_DIGITS) return { kind: 'bad', problem: 'has too many digits' };
  return { kind: 'known', value: new Big(digits).toFixed() };
}

/** Reads the edible share: a value from 0 to 100. */
export function readShare(text: string): Amount {
  const amount = readAmount(text);
  if (amount.kind === 'trace') return { kind: 'bad', problem: 'is no number' };
  if (amount.kind === 'known' && new Big(amount.value).gt(100)) return { kind: 'bad', problem: 'is not from 0 to 100' };
  return amount;
}
