import * as z from 'zod/mini';
import type { Language } from '../../errors.ts';
import { about, choice } from '../values/fields.ts';
import { nameSchemas } from '../values/schema-name.ts';
import { type CodeOutcome, namedCode, nameUnknown, valueChecks } from './named-code.ts';

/** The marks of an ingredient: commonly used, or to avoid. */
export const marks = ['常用', '忌用'] as const;
export const Mark = z.enum(marks);
export type Mark = z.output<typeof Mark>;

/** A mark as it is listed. */
export const MarkRecord = z.object({ nutrient: z.string(), mark: Mark });
nameSchemas({ IngredientMark: MarkRecord });

/** Marks by ingredient code. */
export type Marks = ReadonlyMap<string, Mark>;

/** Input of a mark, by a form. */
export const markInput = z
  .object({
    ...namedCode,
    mark: about('`常用`: commonly used; `忌用`: to avoid. The form requires it.', z.optional(choice(marks))),
  })
  .check(...valueChecks('mark'));

/** A sentence about what an upload has changed. */
export function toMarkOutcomeText({ set, removed, unknown }: CodeOutcome): Record<Language, string> {
  const named = nameUnknown(unknown);
  return {
    zh: `成功：标记 ${set} 个，取消标记 ${removed} 个${named.zh}`,
    en: `OK: ${set} marked, ${removed} unmarked${named.en}`,
  };
}
