import * as z from 'zod/mini';
import { AppError, badField, type Language } from '../errors.ts';
import { choice, code } from './fields.ts';

/** The marks of an ingredient: commonly used, or to avoid. */
export const marks = ['常用', '忌用'] as const;
export const Mark = z.enum(marks);
export type Mark = z.output<typeof Mark>;

/**
 * Most bytes of the codes of all marks of a unit, so that one call can read them: 20,000 codes of 87 letters and
 * digits.
 */
export const MOST_MARK_BYTES = 1_750_000;

/** A mark as it is listed. */
export const MarkRecord = z.object({ nutrient: z.string(), mark: Mark });

/** Marks by ingredient code. */
export type Marks = ReadonlyMap<string, Mark>;

/** Input that names an ingredient: as `nutrient` in the contract, or as `ingredient`, which people expect. */
export const markedCode = { nutrient: z.optional(code()), ingredient: z.optional(code()) };

interface MarkedCode {
  readonly nutrient?: string | undefined;
  readonly ingredient?: string | undefined;
}

/**
 * The code that the input names.
 * @throws AppError `invalid_input` where it names none, or two.
 */
export function requireCode({ nutrient, ingredient }: MarkedCode): string {
  const named = nutrient ?? ingredient;
  if (named === undefined) throw badField('nutrient', { code: 'required' });
  if (ingredient !== undefined && ingredient !== named) throw badField('ingredient', { code: 'repeated' });
  return named;
}

/**
 * Input of a mark, by a form. Bad fields and missing ones are reported together, though `requireMark` is asked only
 * where nothing is bad.
 */
export const markInput = z.object({ ...markedCode, mark: z.optional(choice(marks)) }).check(
  z.refine(({ mark }) => mark !== undefined, {
    path: ['mark'],
    params: { problem: { code: 'required' } },
    when: ({ issues }) => areOthersBad(issues, 'mark'),
  }),
  z.refine(({ nutrient, ingredient }) => (nutrient ?? ingredient) !== undefined, {
    path: ['nutrient'],
    params: { problem: { code: 'required' } },
    when: ({ issues }) => areOthersBad(issues, 'nutrient', 'ingredient'),
  }),
  z.refine(
    ({ nutrient, ingredient }) => nutrient === undefined || ingredient === undefined || nutrient === ingredient,
    {
      path: ['ingredient'],
      params: { problem: { code: 'repeated' } },
      when: ({ issues }) => areOthersBad(issues, 'nutrient', 'ingredient'),
    },
  ),
);

/** Whether something is bad so far, but none of these fields. */
function areOthersBad(issues: readonly z.core.$ZodRawIssue[], ...fields: readonly string[]): boolean {
  return issues.length > 0 && !issues.some(({ path }) => fields.includes(String(path?.[0])));
}

/**
 * The code and mark of the form.
 * @throws AppError `invalid_input` naming everything that is missing.
 */
export function requireMark(input: MarkedCode & { readonly mark?: Mark | undefined }): { code: string; mark: Mark } {
  const { mark } = input;
  if (mark !== undefined) return { code: requireCode(input), mark };
  const missing = input.nutrient === undefined && input.ingredient === undefined ? ['nutrient', 'mark'] : ['mark'];
  throw new AppError('invalid_input', {
    fields: missing.map((field) => ({ field, problem: { code: 'required' } })),
  });
}

/** The outcome of a change of marks. */
interface Outcome {
  readonly set: number;
  readonly removed: number;
  readonly unknown: readonly string[];
}

/** Most unknown codes that an answer names one by one. */
const MOST_NAMED = 5;

/** Tells a person what an upload has changed. */
export function toOutcomeText({ set, removed, unknown }: Outcome): Record<Language, string> {
  const named = nameUnknown(unknown);
  return {
    zh: `成功：标记 ${set} 个，取消标记 ${removed} 个${named.zh}`,
    en: `OK: ${set} marked, ${removed} unmarked${named.en}`,
  };
}

/** Tells a person what setting one mark has done; undefined where that is just what was asked. */
export function toUnknownText({ unknown }: Outcome): Record<Language, string> | undefined {
  if (unknown.length === 0) return undefined;
  const named = nameUnknown(unknown);
  return { zh: `成功${named.zh}`, en: `OK${named.en}` };
}

function nameUnknown(codes: readonly string[]): Record<Language, string> {
  if (codes.length === 0) return { zh: '', en: '' };
  const [named, more] = [codes.slice(0, MOST_NAMED), codes.length - MOST_NAMED];
  const rest = more > 0 ? { zh: ` 等，另有 ${more} 个`, en: ` and ${more} more` } : { zh: '', en: '' };
  return {
    zh: `；食材目录和本单位菜品中都没有的编码：${named.join('、')}${rest.zh}`,
    en: `; codes that neither the catalogue nor a dish of the unit has: ${named.join(', ')}${rest.en}`,
  };
}
