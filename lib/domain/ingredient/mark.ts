import * as z from 'zod/mini';
import type { Language } from '../../errors.ts';
import { about, choice } from '../values/fields.ts';
import { nameSchemas } from '../values/output.ts';
import { codeFields, unknownCodesClause, type ValueOutcome } from './named-code.ts';

/** The marks that a food can have: commonly used, or to avoid. */
export const foodMarks = ['常用', '忌用'] as const;
export const Mark = z.enum(foodMarks);
export type Mark = z.output<typeof Mark>;

/** A mark as answers show it. The contract calls a food's code `nutrient`. */
export const MarkRecord = z.object({ nutrient: z.string(), mark: Mark });
nameSchemas({ IngredientMark: MarkRecord });

/** Marks by the code of the food. */
export type Marks = ReadonlyMap<string, Mark>;

/** The fields of the form that marks a food. `mark` is optional for the type only: see `valueChecks`. */
export const markFields = {
  ...codeFields,
  mark: about('`常用`: commonly used; `忌用`: to avoid. The form requires it.', z.optional(choice(foodMarks))),
};

/** Describes what an upload of marks has changed. */
export function describeMarkOutcome({ setCount, removedCount, unknownCodes }: ValueOutcome): Record<Language, string> {
  const clause = unknownCodesClause(unknownCodes);
  return {
    zh: `成功：标记 ${setCount} 个，取消标记 ${removedCount} 个${clause.zh}`,
    en: `OK: ${setCount} marked, ${removedCount} unmarked${clause.en}`,
  };
}
