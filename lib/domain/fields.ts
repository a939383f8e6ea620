import * as z from 'zod';
import type { Problem } from '../errors.ts';

/** Longest free text, in characters. */
export const FREE_TEXT_MAX = 500;
/** Longest uid or account, in characters. */
export const UID_MAX = 64;
/** Longest ingredient code, in characters. */
export const CODE_MAX = 64;
/** Longest name of a unit, user or role, in characters. */
export const NAME_MAX = 100;

const DEFAULT_PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 200;
const MAX_ICON_BYTES = 50 * 1024;
const MAX_DECIMAL = 9999.99;

/** Months may be repeated, within reason. */
const MOST_MONTHS = 100;
const FILE_NAME_MAX = 255;

/** Base64 comes in groups of four characters, the last one filled up with `=`. */
const IMAGE =
  /^data:image\/(?:png|jpeg|gif|webp);base64,(?=.)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

type Fail = (problem: Problem) => typeof z.NEVER;

/** Describes the text form of a field in the generated documentation. */
type Documentation = Readonly<Record<string, unknown>>;

/** A field read from its text form; what is wrong with it is reported as a `Problem` that the envelope translates. */
export function field<T>(documentation: Documentation, read: (text: string, fail: Fail) => T | typeof z.NEVER) {
  return z
    .string()
    .meta(documentation)
    .transform((text, context): T => {
      const fail: Fail = (problem) => {
        context.addIssue({ code: 'custom', message: problem.code, params: { problem } });
        return z.NEVER;
      };
      return read(text, fail);
    });
}

/** NFKC-normalised and trimmed, as all text from outside is kept. */
export function normaliseText(text: string): string {
  return text.normalize('NFKC').trim();
}

/** The form in which names are compared: two texts with the same key count as the same name. */
export function normaliseKey(text: string): string {
  const key = normaliseText(text).toLowerCase();
  // Keys of whole collections are kept in memory: where the text is its own key it is kept once.
  return key === text ? text : key;
}

/** Whether the text has nothing in it that text may not have: control characters, halves of characters. */
function isPlain(text: string): boolean {
  // U+FFFD stands where the bytes sent were no UTF-8: keeping it would lose what was meant.
  return !/[\p{Cc}\p{Cs}\uFFFD]/u.test(text);
}

/** Whether a normalised text can be an ingredient's code. */
export function isCode(text: string): boolean {
  return text !== '' && [...text].length <= CODE_MAX && isPlain(text);
}

function readText(text: string, max: number, fail: Fail): string {
  const normal = normaliseText(text);
  if (!isPlain(normal)) return fail({ code: 'text' });
  if ([...normal].length > max) return fail({ code: 'too_long', max });
  return normal;
}

/** Text that must not be empty, ≤ `max` characters. */
export function requiredText(max: number) {
  return field({ minLength: 1, maxLength: max }, (text, fail) => {
    const normal = readText(text, max, fail);
    return normal === '' ? fail({ code: 'empty' }) : normal;
  });
}

/** Text that may be empty, ≤ `max` characters; in a modify call the empty string clears. */
export function text(max: number) {
  return field({ maxLength: max }, (value, fail) => readText(value, max, fail));
}

/** A search word; the empty string counts as absent. */
export function keyword() {
  return text(NAME_MAX)
    .optional()
    .transform((word) => word || undefined);
}

/** An integer in decimal digits. */
export function integer(min: number, max: number, documentation: Documentation = {}) {
  return field({ type: 'integer', minimum: min, maximum: max, ...documentation }, (value, fail) => {
    const number = Number(value);
    return /^-?\d{1,16}$/.test(value) && number >= min && number <= max ? number : fail({ code: 'integer', min, max });
  });
}

/** Id of a thing that has one from 1 on. */
export function id() {
  return integer(1, Number.MAX_SAFE_INTEGER);
}

/** Comma-separated integers, without repetition in order of appearance; the empty string is the empty list. */
export function idList(most: number, least = 0) {
  return field({ pattern: '^(\\d+(,\\d+)*)?$' }, (value, fail): number[] => {
    const parts = value.split(',').map((part) => part.trim());
    if (parts.length === 1 && parts[0] === '') return least > 0 ? fail({ code: 'empty' }) : [];
    if (parts.length > most) return fail({ code: 'too_many', max: most });
    const ids = parts.map((part) => (/^\d{1,16}$/.test(part) ? Number(part) : Number.NaN));
    if (!ids.every(Number.isSafeInteger)) return fail({ code: 'ids' });
    return [...new Set(ids)];
  });
}

/** Comma-separated months of the year, ascending, each once. */
export function months() {
  return idList(MOST_MONTHS)
    .refine((list) => list.every((month) => month >= 1 && month <= 12), {
      params: { problem: { code: 'months' } },
    })
    .transform((list) => list.toSorted((a, b) => a - b));
}

/** One of a few values. */
export function choice<const Value extends string>(values: readonly Value[]) {
  return field({ enum: values }, (value, fail): Value => {
    const normal = normaliseText(value);
    return values.find((one) => one === normal) ?? fail({ code: 'choice', names: values.filter(Boolean).join(' ') });
  });
}

/** One of a few values; the empty string counts as absent. */
export function emptyOrChoice<const Value extends string>(values: readonly Value[]) {
  return choice<Value | ''>([...values, ''])
    .optional()
    .transform((value) => value || undefined);
}

/** An ingredient's code. */
export function code() {
  return requiredText(CODE_MAX);
}

/** Comma-separated ingredient codes, without repetition in order of appearance. */
export function codeList(most: number) {
  return requiredText(most * (CODE_MAX + 1)).transform((list, context): string[] => {
    const codes = [
      ...new Set(
        list
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean),
      ),
    ];
    if (codes.length <= most && codes.every(isCode)) return codes;
    const problem: Problem = codes.length > most ? { code: 'too_many', max: most } : { code: 'code', max: CODE_MAX };
    context.addIssue({ code: 'custom', message: problem.code, params: { problem } });
    return z.NEVER;
  });
}

/** Exactly `true` or `false`. */
export function boolean() {
  return field({ enum: ['true', 'false'] }, (value, fail): boolean =>
    value === 'true' || value === 'false' ? value === 'true' : fail({ code: 'boolean' }),
  );
}

/** A day of the calendar as `YYYY-MM-DD`. */
export function date() {
  return field({ format: 'date' }, (value, fail) => {
    const time = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
    const isReal = Number.isFinite(time) && new Date(time).toISOString().startsWith(value);
    return isReal ? value : fail({ code: 'date' });
  });
}

/** A decimal from 0 to 9999.99 with at most `digits` decimals, as text with exactly as many: `0.3` → `'0.30'`. */
export function decimal(digits = 2) {
  const documentation = { type: 'number', minimum: 0, maximum: MAX_DECIMAL };
  return field(documentation, (value, fail) => {
    const [, whole, decimals = ''] = /^0*(\d{1,4})(?:\.(\d+))?$/.exec(value) ?? [];
    const isInside = whole !== undefined && decimals.length <= digits && Number(value) <= MAX_DECIMAL;
    return isInside
      ? `${whole}.${decimals.padEnd(digits, '0')}`
      : fail({ code: 'decimal', min: 0, max: MAX_DECIMAL, digits });
  });
}

/** A password's digest as it travels. */
export function digest() {
  return field({ pattern: '^[0-9A-F]{16}$' }, (value, fail) =>
    /^[0-9A-F]{16}$/.test(value) ? value : fail({ code: 'digest' }),
  );
}

/** A small base64 image as a data string, ≤ 50 KB as sent; the empty string means none. */
export function icon() {
  return field({ maxLength: MAX_ICON_BYTES, contentMediaType: 'text/plain' }, readIcon);
}

/** An icon that is a data string or the name of a file that front ends have; both empty mean none. */
export interface DishIcon {
  readonly data: string;
  readonly file: string;
}

/** An icon as `icon` has it, or a file name of at most 255 characters without folders. */
export function iconOrFile() {
  return field({ maxLength: MAX_ICON_BYTES }, (value, fail): DishIcon => {
    if (value === '' || value.startsWith('data:')) return { data: readIcon(value, fail), file: '' };
    if (value.length > MAX_ICON_BYTES) return fail({ code: 'icon_too_large', max: MAX_ICON_BYTES / 1024 });
    const file = readText(value, FILE_NAME_MAX, fail);
    return /^[^/\\:*?"<>|]+$/.test(file) && !/^\.+$/.test(file) ? { data: '', file } : fail({ code: 'icon' });
  });
}

function readIcon(value: string, fail: Fail): string {
  if (value.length > MAX_ICON_BYTES) return fail({ code: 'icon_too_large', max: MAX_ICON_BYTES / 1024 });
  return value === '' || IMAGE.test(value) ? value : fail({ code: 'icon' });
}

/** The two paging parameters of a list. */
export const paging = {
  pageSize: integer(1, MAX_PAGE_SIZE, { default: DEFAULT_PAGE_SIZE }).default(DEFAULT_PAGE_SIZE),
  pageNo: integer(0, Number.MAX_SAFE_INTEGER, { default: 0 }).default(0),
};
