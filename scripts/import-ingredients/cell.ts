/** The maximum number of digits of a value: nothing in 100 g of food has more, in any unit. */
const MAX_DIGITS = 15;
/** Full-width forms, which Chinese keyboards write, and blanks. */
const WIDE = /[\uFF01-\uFF5E\s\u3000]+/g;

/** One value of a food table. */
export type Amount =
  /** `value` is decimal text without unnecessary zeros, `decimals` their number as printed. */
  | { readonly kind: 'known'; readonly value: string; readonly decimals: number }
  | { readonly kind: 'trace' | 'unknown' }
  /** `isForeign`: the text belongs to another column, such as a place name. Then the neighbouring cells may, too. */
  | { readonly kind: 'bad'; readonly problem: string; readonly isForeign: boolean };

/**
 * Reads a printed value: a plain decimal, an estimate with `*` or in brackets, or `Tr` for traces. `—`, `——`, `-` and
 * an empty cell mean that it was not measured. Anything else is bad, and never 0.
 */
export function readAmount(text: string): Amount {
  // A raised or circled digit is not part of the number: NFKC would make 12.31 of 12.3¹.
  const compact = text.replace(WIDE, '');
  if (compact.normalize('NFKC') !== compact) return makeBadAmount('has a raised, circled or otherwise unusual figure');
  const plain = text.normalize('NFKC').trim();
  if (/^(?:[-—]|——)?$/.test(plain)) return { kind: 'unknown' };
  if (/^tr$/i.test(plain)) return { kind: 'trace' };
  if (/^-\d+(?:\.\d+)?\*?$/.test(plain)) return makeBadAmount('is negative');
  const [, plainDigits, bracketedDigits] = /^(?:(\d+(?:\.\d+)?)\*?|\((\d+(?:\.\d+)?)\))$/.exec(plain) ?? [];
  const digits = plainDigits ?? bracketedDigits;
  if (digits === undefined) return makeBadAmount('is no number', !/\d|tr/i.test(plain));
  if (digits.length > MAX_DIGITS) return makeBadAmount('has too many digits');
  const [whole = '', decimals = ''] = digits.split('.');
  const shortened = decimals.replace(/0+$/, '');
  const value = `${whole.replace(/^0+(?=\d)/, '')}${shortened && `.${shortened}`}`;
  return { kind: 'known', value, decimals: decimals.length };
}

/** Reads the edible share: a value from 0 to 100. */
export function readShare(text: string): Amount {
  const amount = readAmount(text);
  if (amount.kind === 'trace') return makeBadAmount('is no number');
  return amount.kind === 'known' && Number(amount.value) > 100 ? makeBadAmount('is not from 0 to 100') : amount;
}

/** Finds the value of an amount; a trace counts as 0. Undefined if it is unknown or bad. */
export function findKnownValue(amount: Amount | undefined): string | undefined {
  if (amount?.kind === 'trace') return '0';
  return amount?.kind === 'known' ? amount.value : undefined;
}

function makeBadAmount(problem: string, isForeign = false): Amount {
  return { kind: 'bad', problem, isForeign };
}
