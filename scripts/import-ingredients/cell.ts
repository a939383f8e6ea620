import Big from 'big.js';
import { inLanguage, type Text } from '../command/language.ts';
import { words } from './words.ts';

/** The most digits of a value: nothing in 100 g of food has more, in any unit. */
const MOST_DIGITS = 15;
const UNKNOWN = /^(?:[-—]|——)?$/;
/** Full-width forms, which Chinese keyboards write, and blanks. */
const WIDE = /[\uFF01-\uFF5E\s\u3000]+/g;

/** One value of a food table. */
export type Amount =
  | {
      readonly kind: 'known';
      /** Plain decimal text without unnecessary zeros. */
      readonly value: string;
      /** The number of decimals as printed. */
      readonly decimals: number;
    }
  | { readonly kind: 'trace' }
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'bad';
      readonly problem: string;
      /** Whether it belongs to another column, such as a place name. Then the cells beside it may, too. */
      readonly isForeign: boolean;
    };

/**
 * Reads a printed value: a plain decimal, an estimate with `*` or in brackets, or `Tr` for traces. `—`, `——`, `-` and
 * an empty cell mean that it was not measured. Anything else is bad, and never 0.
 */
export function readAmount(text: string): Amount {
  // A raised or circled digit is not part of the number: NFKC would make 12.31 of 12.3¹.
  const rest = text.replace(WIDE, '');
  if (rest.normalize('NFKC') !== rest)
    return bad({ en: 'has a raised, circled or otherwise unusual figure', zh: '有上标、带圈或其他异常的数字' });
  const plain = text.normalize('NFKC').trim();
  if (UNKNOWN.test(plain)) return { kind: 'unknown' };
  if (/^tr$/i.test(plain)) return { kind: 'trace' };
  if (/^-\d+(?:\.\d+)?\*?$/.test(plain)) return bad({ en: 'is negative', zh: '为负数' });
  const [, bare, bracketed] = /^(?:(\d+(?:\.\d+)?)\*?|\((\d+(?:\.\d+)?)\))$/.exec(plain) ?? [];
  const digits = bare ?? bracketed;
  if (digits === undefined) return bad(words.noNumber, !/\d|tr/i.test(plain));
  if (digits.length > MOST_DIGITS) return bad({ en: 'has too many digits', zh: '位数过多' });
  const [, decimals = ''] = digits.split('.');
  return { kind: 'known', value: new Big(digits).toFixed(), decimals: decimals.length };
}

/** Reads the edible share: a value from 0 to 100. */
export function readShare(text: string): Amount {
  const amount = readAmount(text);
  if (amount.kind === 'trace') return bad(words.noNumber);
  return amount.kind === 'known' && new Big(amount.value).gt(100)
    ? bad({ en: 'is not from 0 to 100', zh: '不在 0 至 100 之间' })
    : amount;
}

/** The amounts of a row by field. */
export type Amounts = ReadonlyMap<string, Amount>;

/** The known values of amounts, by field. */
export function valuesOf(amounts: Amounts): Record<string, string> {
  const known = [...amounts].map(([field, amount]) => [field, knownValue(amount)] as const);
  return Object.fromEntries(known.flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])));
}

/** The value of an amount. A trace counts as 0. */
export function knownValue(amount: Amount | undefined): string | undefined {
  if (amount?.kind === 'trace') return '0';
  return amount?.kind === 'known' ? amount.value : undefined;
}

function bad(problem: Text, isForeign = false): Amount {
  return { kind: 'bad', problem: inLanguage(problem), isForeign };
}
