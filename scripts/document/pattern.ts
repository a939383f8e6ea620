/** The last code point that all languages write with four digits. */
const LAST_POINT = 0xffff;
/** Halves of characters. */
const SURROGATES = { first: 0xd800, last: 0xdfff };

/** A class of characters with a property of Unicode in it, or such a property alone. */
const CLASS = /\[(\^?)([^\]]*\\p\{[^\]]*)\]|\\p\{\w+\}/g;

/** Caches the members of classes, by the text of the class. */
const memberCache = new Map<string, string>();

/**
 * Replaces the Unicode properties of a pattern by their members up to U+FFFF, since neither Python nor Java knows all
 * properties. Characters beyond have no notation that is right in Python, in Java and, with and without its flag `u`, in
 * ECMAScript: there a pattern accepts a few invisible characters that the field refuses.
 */
export function expandProperties(pattern: string): string {
  return pattern.replace(CLASS, (property, not = '', members = property) => `[${not}${listMembers(members)}]`);
}

/** Lists the members of a class as ranges. */
function listMembers(members: string): string {
  const ranges = memberCache.get(members) ?? listRanges(new RegExp(`[${members}]`, 'u')).join('');
  memberCache.set(members, ranges);
  return ranges;
}

/** Lists the ranges of code points that match. Halves of characters are in none: no text in UTF-8 has one. */
function listRanges(pattern: RegExp): string[] {
  const ranges: string[] = [];
  let first: number | undefined;
  for (let point = 0; point <= LAST_POINT + 1; point++) {
    const isWhole = point < SURROGATES.first || (point > SURROGATES.last && point <= LAST_POINT);
    const isInside = isWhole && pattern.test(String.fromCodePoint(point));
    if (isInside) first ??= point;
    else if (first !== undefined) {
      ranges.push(first === point - 1 ? escapePoint(first) : `${escapePoint(first)}-${escapePoint(point - 1)}`);
      first = undefined;
    }
  }
  return ranges;
}

function escapePoint(point: number): string {
  return `\\u${point.toString(16).toUpperCase().padStart(4, '0')}`;
}
