import * as z from 'zod/mini';
import { AppError, badField, type Language, type Problem } from '../../errors.ts';
import { about, code } from '../values/fields.ts';

/** The fields that name a food by its code: `nutrient` is the contract's word, `ingredient` the one that people expect. */
export const codeFields = {
  nutrient: about(
    'Code of the ingredient, also one outside the catalogue. It is required, by this name or the other.',
    z.optional(code()),
  ),
  ingredient: about('Another name of `nutrient`.', z.optional(code())),
};

type CodeInput = Readonly<Partial<Record<keyof typeof codeFields, string | undefined>>>;

/** @throws AppError `invalid_input` if the input names no code, or two. */
export function requireCode({ nutrient, ingredient }: CodeInput): string {
  const named = nutrient ?? ingredient;
  if (named === undefined) throw badField('nutrient', { code: 'required' });
  if (ingredient !== undefined && ingredient !== named) throw badField('ingredient', { code: 'repeated' });
  return named;
}

/**
 * The checks of a form that gives a food a value in `field`. They run if another field is bad, so that bad and missing
 * fields are reported together. If no field is bad, `requireCodeAndValue` reports what is missing.
 */
export function valueChecks<const Field extends string>(field: Field) {
  const hasValue = (values: Readonly<Partial<Record<Field, unknown>>>) => values[field] !== undefined;
  const hasCode = ({ nutrient, ingredient }: CodeInput) => (nutrient ?? ingredient) !== undefined;
  const hasOneCode = ({ nutrient, ingredient }: CodeInput) => !nutrient || !ingredient || nutrient === ingredient;
  return [
    checkBesideOthers(hasValue, 'required', [field]),
    checkBesideOthers(hasCode, 'required', ['nutrient', 'ingredient']),
    checkBesideOthers(hasOneCode, 'repeated', ['ingredient', 'nutrient']),
  ] as const;
}

/** Checks these fields if none of them is bad, but another field is. The problem is reported at the first of them. */
function checkBesideOthers<Input>(isGood: (input: Input) => boolean, code: Problem['code'], fields: readonly string[]) {
  return z.refine<Input>(isGood, {
    path: fields.slice(0, 1),
    params: { problem: { code } },
    when: ({ issues }) => issues.length > 0 && !issues.some(({ path }) => fields.includes(String(path?.[0]))),
  });
}

/** Returns the code and the value of a form. @throws AppError `invalid_input` naming what it lacks: code, value or both. */
export function requireCodeAndValue<Value>(
  input: CodeInput,
  field: string,
  value: Value | undefined,
): readonly [code: string, value: Value] {
  if (value !== undefined) return [requireCode(input), value];
  const missing = input.nutrient === undefined && input.ingredient === undefined ? ['nutrient', field] : [field];
  throw new AppError('invalid_input', {
    fields: missing.map((name) => ({ field: name, problem: { code: 'required' } })),
  });
}

/** The number of digits of a code of the catalogue. An `x` may follow them. */
const CODE_DIGITS = 6;

/** Restores the leading zeros that a spreadsheet dropped from a code; undefined for a text that lacks none. */
export function padCode(code: string): string | undefined {
  const [, digits, letter = ''] = /^(\d{1,5})(x?)$/.exec(code) ?? [];
  return digits && `${digits.padStart(CODE_DIGITS, '0')}${letter}`;
}

/** The outcome of a change of values by code. */
export interface ValueOutcome {
  /** The number of values that were set, whether new or changed. */
  readonly setCount: number;
  /** The number of values that were there and are no longer. */
  readonly removedCount: number;
  /** Codes that were set although neither the catalogue nor a food of the unit has them; none if codes are not checked. */
  readonly unknownCodes: readonly string[];
}

/** The maximum number of unknown codes that an answer names. */
const MAX_NAMED = 5;

/** Says which unknown codes were set; undefined if there are none. */
export function describeUnknownCodes(unknownCodes: readonly string[]): Record<Language, string> | undefined {
  const { zh, en } = unknownCodesClause(unknownCodes);
  return unknownCodes.length === 0 ? undefined : { zh: `成功${zh}`, en: `OK${en}` };
}

/** Makes the clause that names unknown codes at the end of a sentence; empty if there are none. */
export function unknownCodesClause(codes: readonly string[]): Record<Language, string> {
  if (codes.length === 0) return { zh: '', en: '' };
  const named = codes.slice(0, MAX_NAMED);
  const moreCount = codes.length - MAX_NAMED;
  const rest = moreCount > 0 ? { zh: ` 等，另有 ${moreCount} 个`, en: ` and ${moreCount} more` } : { zh: '', en: '' };
  return {
    zh: `；食材目录和自有食材中都没有的编码：${named.join('、')}${rest.zh}`,
    en: `; codes that neither the catalogue nor a food of the unit has: ${named.join(', ')}${rest.en}`,
  };
}
