import type { Head } from '../../table/collection/collection.ts';
import type { Database } from '../../table/database.ts';
import { findUsedCodes } from '../dish/dish.ts';

/** What codes mean as they were sent. */
export interface Meaning {
  /** For each code that lost its leading zeros, the code of the catalogue. All other codes mean themselves. */
  readonly meant: ReadonlyMap<string, string>;
  /** Codes that are in neither the catalogue nor a dish of the unit, and have no value yet. */
  readonly unknown: ReadonlySet<string>;
}

type Codes = Pick<ReadonlySet<string>, 'has'>;

/** Digits of a code of the catalogue; a letter may follow them. */
const CODE_DIGITS = 6;

/** The listed code that becomes this one in a spreadsheet: spreadsheets drop leading zeros. */
export function padToListed(code: string, listed: Codes): string | undefined {
  if (!/^\d{1,5}x?$/.test(code)) return undefined;
  const digits = code.replace('x', '');
  const padded = `${digits.padStart(CODE_DIGITS, '0')}${code.slice(digits.length)}`;
  return listed.has(padded) ? padded : undefined;
}

/**
 * Explains codes that are not listed. A code that has a value already (`own`), or that a dish uses, means itself. Any
 * other code means the listed code with leading zeros, if there is one. Only for codes without a value are dishes
 * searched.
 */
export async function explainCodes(
  db: Database,
  unit: number,
  unlisted: readonly string[],
  { listed, own, dishes }: { listed: Codes; own: Codes; dishes: Head },
): Promise<Meaning> {
  const open = unlisted.filter((code) => !own.has(code));
  const used = open.length > 0 ? await findUsedCodes(db, unit, open, dishes) : new Set<string>();
  const meant = new Map<string, string>();
  const unknown = new Set<string>();
  for (const code of open) {
    if (used.has(code)) continue;
    const padded = padToListed(code, listed);
    if (padded === undefined) unknown.add(code);
    else meant.set(code, padded);
  }
  return { meant, unknown };
}
