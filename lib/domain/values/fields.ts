import * as z from 'zod/mini';
import type { Problem } from '../../errors.ts';
import { comparableText, normaliseKey, normaliseText } from '../../text/normal-form.ts';

// The maximum lengths of texts, in characters.
export const MAX_FREE_TEXT_LENGTH = 500;
export const MAX_UID_LENGTH = 64;
/** That of an ingredient's code. */
export const MAX_CODE_LENGTH = 64;
export const MAX_NAME_LENGTH = 100;

const DEFAULT_PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 200;
const MAX_DECIMAL = 9999.99;

/** Reports what is wrong with a field. */
export type Fail = (problem: Problem) => typeof z.NEVER;

type Documentation = Readonly<Record<string, unknown>>;

/** Makes a field that is read from its text form. Problems are reported as a `Problem`, which the envelope translates. */
export function field<T>(documentation: Documentation, read: (text: string, fail: Fail) => T | typeof z.NEVER) {
  return z.pipe(
    z.string().check(z.meta(documentation)),
    z.transform((text, context): T => {
      const fail: Fail = (problem) => {
        context.issues.push({ code: 'custom', input: text, message: problem.code, params: { problem } });
        return z.NEVER;
      };
      return read(text, fail);
    }),
  );
}

/** Returns the field within an optional one, for a call in which it must be present. */
export function required<T extends z.core.SomeType>(optional: z.ZodMiniOptional<T>): T {
  return optional.def.innerType;
}

/** Adds what a field means, for the document. What the schema says, such as a bound, comes into the document by itself. */
export function about<T extends z.ZodMiniType>(meaning: string, schema: T): T {
  return schema.check(z.describe(meaning));
}

/**
 * Characters that no text may contain: control characters, line breaks, halves of characters, and what is invisible: format and
 * default-ignorable characters, the blank of Braille. U+FFFD means that the sent bytes were not UTF-8, so the text is wrong.
 */
const FORBIDDEN_CHARACTERS = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFFD`;
const HAS_FORBIDDEN_CHARACTERS = new RegExp(`[${FORBIDDEN_CHARACTERS}]`, 'u');

// The documentation of a plain text, of one that is not blank either, and of one of several lines.
export const PLAIN_TEXT = { pattern: `^[^${FORBIDDEN_CHARACTERS}]*$` };
const FILLED_TEXT = { pattern: String.raw`^\p{Zs}*[^\p{Zs}${FORBIDDEN_CHARACTERS}][^${FORBIDDEN_CHARACTERS}]*$` };
const TEXT_LINES = { pattern: String.raw`^([^${FORBIDDEN_CHARACTERS}]|[\n\r])*$` };

/**
 * More combining marks in a row than any script puts on one letter: 30 by Unicode's Stream-Safe Text Format (UAX #15).
 * The time to normalise them grows with the square of their number. The lookbehind counts from a row's first mark only.
 */
const PILED_MARKS = /(?<!\p{M})\p{M}{31}/u;

/** Whether a text, as it was sent, has no forbidden characters. Only then may it be normalised. */
export function isPlain(text: string): boolean {
  return !HAS_FORBIDDEN_CHARACTERS.test(text) && !PILED_MARKS.test(text);
}

/** Removes the blanks around a plain text. Other texts stay: `trim` would hide line breaks and other control characters. */
export function withoutBlanks(text: string): string {
  return isPlain(text) ? text.trim() : text;
}

/** Reads an ingredient's code; undefined if the text is no code. */
export function toCode(sent: string): string | undefined {
  if (!isPlain(sent)) return undefined;
  const code = comparableText(sent);
  return code !== '' && [...code].length <= MAX_CODE_LENGTH ? code : undefined;
}

/** Reads a text into the form in which it is stored. It is checked as it was sent, so that trimming hides nothing. */
export function readText(sent: string, max: number, fail: Fail): string {
  if (!isPlain(sent)) return fail({ code: 'text' });
  const normal = normaliseText(sent);
  return [...normal].length > max ? fail({ code: 'too_long', max }) : normal;
}

/** Makes the field of a text of 1 to `max` characters. */
export function requiredText(max: number) {
  return field(
    { minLength: 1, maxLength: max, ...FILLED_TEXT },
    (value, fail) => readText(value, max, fail) || fail({ code: 'empty' }),
  );
}

/** Makes the field of a text of at most `max` characters. It may be empty; in the change of a thing the empty string clears it. */
export function text(max: number) {
  return field({ maxLength: max, ...PLAIN_TEXT }, (value, fail) => readText(value, max, fail));
}

/** Makes the field of a text of several lines. Browsers send a line break as two characters. */
export function lines(max: number) {
  return field({ maxLength: max, ...TEXT_LINES }, (value, fail) => {
    const sentLines = value.split(/\r\n|\r|\n/);
    if (!sentLines.every(isPlain)) return fail({ code: 'text' });
    const normal = normaliseText(sentLines.join('\n'));
    return [...normal].length > max ? fail({ code: 'too_long', max }) : normal;
  });
}

/** The platform's own name in both scripts and in English. Only letters and digits are compared. */
const RESERVED_NAMES = ['平台', '平臺', 'platform'];

/** Whether a name looks like the platform's own, whatever marks and blanks it contains. */
export function isReserved(name: string): boolean {
  return RESERVED_NAMES.includes(normaliseKey(name).replace(/[^\p{L}\p{N}]/gu, ''));
}

/** Makes the field of a new name of at most `max` characters. Only the platform may have a name like the platform's. */
export function newName(max: number) {
  return requiredText(max).check(z.refine((name) => !isReserved(name), { params: { problem: { code: 'reserved' } } }));
}

/** Makes the field of a search by name, see `makeKeywordMatcher`. */
export function keyword() {
  return about(
    'Part of the name; case and width do not matter. Pinyin finds it too: whole syllables, the last as far as it is ' +
      'typed (`fanqie`), or the first letter of each (`fqcd`).',
    filterText(MAX_NAME_LENGTH),
  );
}

/** Makes the field of a text that narrows a search. The empty string counts as absent. */
export function filterText(max: number) {
  return z.pipe(
    z.optional(text(max)),
    z.transform((value) => value || undefined),
  );
}

/** Makes the field of an integer. It has at most 16 digits, as the greatest safe integer has. */
export function integer(min: number, max: number, documentation: Documentation = {}) {
  return field({ type: 'integer', minimum: min, maximum: max, ...documentation }, (value, fail) => {
    const digits = withoutBlanks(value);
    const number = Number(digits);
    return /^-?\d{1,16}$/.test(digits) && number >= min && number <= max ? number : fail({ code: 'integer', min, max });
  });
}

export function id() {
  return integer(1, Number.MAX_SAFE_INTEGER);
}

export function unitParameter() {
  return about(
    'The unit whose things are asked for: by default the own one, 0 for the platform. A unit may ask for its own, and ' +
      'for the dishes of the library, 0.',
    z.optional(integer(0, Number.MAX_SAFE_INTEGER)),
  );
}

/** Reads one of a few values. Case and width do not matter. */
export function readChoice<const Value extends string>(sent: string, values: readonly Value[], fail: Fail): Value {
  const normal = isPlain(sent) ? comparableText(sent) : undefined;
  return (
    values.find((candidate) => comparableText(candidate) === normal) ??
    fail({ code: 'choice', names: values.filter(Boolean).join(' ') })
  );
}

/** Makes the field of one of a few values, as they are written here. */
export function choice<const Value extends string>(values: readonly Value[]) {
  return field({ enum: values }, (value, fail): Value => readChoice(value, values, fail));
}

/** Makes the field of an ingredient's code, in the form in which codes are compared. */
export function code() {
  return field({ minLength: 1, maxLength: MAX_CODE_LENGTH, ...FILLED_TEXT }, (value, fail) => {
    const named = toCode(value);
    if (named !== undefined) return named;
    if (!isPlain(value)) return fail({ code: 'text' });
    return fail(value.trim() === '' ? { code: 'empty' } : { code: 'too_long', max: MAX_CODE_LENGTH });
  });
}

/** Makes the field of exactly `true` or `false`. */
export function boolean() {
  const words = ['true', 'false'];
  return field({ enum: words }, (value, fail) =>
    words.includes(value) ? value === 'true' : fail({ code: 'boolean' }),
  );
}

export function iconsParameter() {
  return about('`false` leaves icons out: each is empty then.', z._default(boolean(), true));
}

/** Makes the field of a fact that a thing may lack: the empty text is null, taking it away. `def` has the two ends of `field`. */
export function orNone<T>({ def }: ReturnType<typeof field<T>>) {
  return z.pipe(
    def.in,
    z.transform((text, context): T | null => {
      if (withoutBlanks(text) === '') return null;
      const result = z.safeParse(def.out, text);
      // All issues are custom, because `field` reports no others.
      for (const issue of result.error?.issues ?? []) {
        if (issue.code === 'custom') context.issues.push({ ...issue, input: text });
      }
      return result.success ? result.data : z.NEVER;
    }),
  );
}

/** Makes the field of a day of the calendar, `YYYY-MM-DD`. */
export function date() {
  return field({ format: 'date' }, (value, fail) => (isDate(value) ? value : fail({ code: 'date' })));
}

/** Whether a text is a day of the calendar as `YYYY-MM-DD`. */
export function isDate(value: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(value);
}

/** Makes the field of a number from 0 to `max`, read as text with `decimals` decimals: `0.3` → `'0.30'`. The empty text counts as `empty`. */
export function decimal({ decimals: maxDecimals = 2, max = MAX_DECIMAL, empty = '' } = {}) {
  const documentation = { type: 'number', minimum: 0, maximum: max };
  return field(documentation, (value, fail) => {
    const [, whole, decimals = ''] = /^0*(\d{1,4})(?:\.(\d+))?$/.exec(withoutBlanks(value) || empty) ?? [];
    const isInside = whole !== undefined && decimals.length <= maxDecimals && Number(`${whole}.${decimals}`) <= max;
    if (!isInside) return fail({ code: 'decimal', min: 0, max, digits: maxDecimals });
    return `${whole}.${decimals.padEnd(maxDecimals, '0')}`;
  });
}

/** Makes the field of the cursor of a part of a list: `next` of the part before. The empty string counts as absent. */
export function cursor(pattern: RegExp) {
  return z.optional(
    field({ pattern: pattern.source }, (value, fail) =>
      value === '' || pattern.test(value) ? value || undefined : fail({ code: 'malformed' }),
    ),
  );
}

/** Makes the field of a password's digest, which is all that the service learns of the password. */
export function digest() {
  return about(
    'The last 16 characters of the upper-case hexadecimal MD5 digest of the password: `BE56E057F20F883E` for `123456`.',
    field({ pattern: '^[0-9A-F]{16}$' }, (value, fail) =>
      /^[0-9A-F]{16}$/.test(value) ? value : fail({ code: 'digest' }),
    ),
  );
}

/** Input of the page of a list. */
export const paging = {
  pageSize: about(
    'Members of a page.',
    z._default(integer(1, MAX_PAGE_SIZE, { default: DEFAULT_PAGE_SIZE }), DEFAULT_PAGE_SIZE),
  ),
  pageNo: about(
    'Number of the page, from 0. A page behind the last one is empty.',
    z._default(integer(0, Number.MAX_SAFE_INTEGER, { default: 0 }), 0),
  ),
};
