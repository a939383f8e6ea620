import * as z from 'zod/mini';
import type { Problem } from '../../errors.ts';
import { comparableText } from '../../text/normal-form.ts';
import {
  type Fail,
  field,
  isDate,
  isPlain,
  MAX_CODE_LENGTH,
  orNone,
  PLAIN_TEXT,
  requiredText,
  toCode,
  withoutBlanks,
} from './fields.ts';

/** The maximum number of months in a list. It is above twelve, because repetitions are tolerated. */
const MAX_MONTHS = 100;

/** The pattern of an id. The greatest safe integer has 16 digits. */
const ID_PATTERN = '\\d{1,16}';
const ID = new RegExp(`^${ID_PATTERN}$`);

/** Makes the documentation of words separated by commas. `isRequired`: there is at least one. */
export function listOf(wordPattern: string, { isRequired = false } = {}) {
  const list = `(${wordPattern})(,(${wordPattern}))*`;
  return { pattern: isRequired ? `^${list}$` : `^(${list})?$` };
}

/** Splits a text at its commas. The empty text has no parts. */
function splitList(text: string): string[] {
  const parts = text.split(',').map(withoutBlanks);
  return parts.length === 1 && parts[0] === '' ? [] : parts;
}

/** Makes the field of `min` to `max` ids separated by commas, in their order, with repetitions. The empty string is the empty list. */
export function idSequence(max: number, min: 0 | 1 = 0, wordPattern = ID_PATTERN) {
  return field(listOf(wordPattern, { isRequired: min > 0 }), (value, fail): number[] => {
    const parts = splitList(value);
    if (parts.length < min) return fail({ code: 'empty' });
    if (parts.length > max) return fail({ code: 'too_many', max });
    const ids = parts.map((part) => (ID.test(part) ? Number(part) : Number.NaN));
    return ids.every(Number.isSafeInteger) ? ids : fail({ code: 'ids' });
  });
}

/** Makes the field of ids as `idSequence` has it, but each once, in order of first appearance. */
export function idList(max: number, min: 0 | 1 = 0, wordPattern?: string) {
  const withoutRepetitions = z.transform((ids: number[]) => [...new Set(ids)]);
  return z.pipe(idSequence(max, min, wordPattern), withoutRepetitions);
}

/** Makes the field of months of the year separated by commas. They are read in ascending order, each once. */
export function months() {
  return z.pipe(
    idList(MAX_MONTHS, 0, '0?[1-9]|1[0-2]').check(
      z.refine((list) => list.every((month) => month >= 1 && month <= 12), { params: { problem: { code: 'months' } } }),
    ),
    z.transform((list) => list.toSorted((a, b) => a - b)),
  );
}

/** Makes the field of ingredient codes separated by commas, as codes are compared, each once, in order of first appearance. */
export function codeList(max: number) {
  return z.pipe(
    requiredText(max * (MAX_CODE_LENGTH + 1)),
    z.transform((list, context): string[] => {
      const codes = [...new Set(comparableText(list).split(',').map(withoutBlanks).filter(Boolean))];
      if (codes.length <= max && codes.every((sent) => toCode(sent) !== undefined)) return codes;
      const problem: Problem = codes.length > max ? { code: 'too_many', max } : { code: 'code', max: MAX_CODE_LENGTH };
      context.issues.push({ code: 'custom', input: list, message: problem.code, params: { problem } });
      return z.NEVER;
    }),
  );
}

/** Makes the field of words separated by commas, each once. `read` reads one of them. Without a word the field is null. */
export function wordList(max: number, read: (word: string, fail: Fail) => string, documentation = PLAIN_TEXT) {
  return orNone(
    field(documentation, (value, fail): string[] | null => {
      if (!isPlain(value)) return fail({ code: 'text' });
      const words = new Set(value.split(/[,，]/).map(withoutBlanks).filter(Boolean));
      if (words.size > max) return fail({ code: 'too_many', max });
      const distinct = [...new Set(Array.from(words, (word) => read(word, fail)))];
      return distinct.length > 0 ? distinct : null;
    }),
  );
}

/** Makes the field of days `YYYY-MM-DD` separated by commas. They are read in ascending order, each once. The empty string is the empty list. */
export function dateList(max: number) {
  return field(listOf('\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])'), (value, fail): string[] => {
    const dates = splitList(value);
    if (dates.length > max) return fail({ code: 'too_many', max });
    return dates.every(isDate) ? [...new Set(dates)].sort() : fail({ code: 'dates' });
  });
}
