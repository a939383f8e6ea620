import type { Marks } from '../domain/mark.ts';
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
  /** Codes that neither the catalogue nor a mark or a dish of the unit has. */
  readonly unknown: ReadonlySet<string>;
}

/** Digits of a code of the catalogue; a letter may follow. */
const CODE_DIGITS = 6;

/** The listed code that spreadsheets turn into this one: they drop leading zeros. */
export function padToListed(code: string, listed: Pick<ReadonlySet<string>, 'has'>): string | undefined {
  if (!/^\d{1,5}x?$/.test(code)) return undefined;
  const digits = code.replace('x', '');
  const padded = `${digits.padStart(CODE_DIGITS, '0')}${code.slice(digits.length)}`;
  return listed.has(padded) ? padded : undefined;
}

/**
 * Explains codes that are not listed. A code that the unit has marked or uses in dishes means itself, another one the
 * listed code with leading zeros. Dishes are looked through only for codes that no mark explains.
 */
export async function explainCodes(
  db: Database,
  unit: number,
  unlisted: readonly string[],
  { listed, marks, dishes }: { listed: Pick<ReadonlySet<string>, 'has'>; marks: Marks; dishes: Head },
): Promise<Meaning> {
  const open = unlisted.filter((code) => !marks.has(code));
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
