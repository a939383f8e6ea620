import type { Head } from '../table/collection/collection.ts';
import type { Database } from '../table/database.ts';
import { findUsedCodes } from './dish.ts';

/** The meaning of codes as they were sent. */
export interface Meaning {
  /**
   * By code, the one of the catalogue for which it stands without its leading zeros. Codes without an entry stand for
   * themselves.
   */
  readonly meant: ReadonlyMap<string, string>;
  /** Codes that neither the catalogue nor a dish of the unit has, and for which it has no value. */
  readonly unknown: ReadonlySet<string>;
}

type Codes = Pick<ReadonlySet<string>, 'has'>;

/** Digits of a code of the catalogue; a letter may follow. */
const CODE_DIGITS = 6;

/** The listed code that spreadsheets turn into this one: they drop leading zeros. */
export function padToListed(code: string, listed: Codes): string | undefined {
  if (!/^\d{1,5}x?$/.test(code)) return undefined;
  const digits = code.replace('x', '');
  const padded = `${digits.padStart(CODE_DIGITS, '0')}${code.slice(digits.length)}`;
  return listed.has(padded) ? padded : undefined;
}

/**
 * Explains codes that are not listed. A code for which the unit has a value (`own`), or which it uses in dishes, means
 * itself, another one the listed code with leading zeros. Dishes are looked through only for codes without a value.
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
