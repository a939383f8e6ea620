import * as z from 'zod/mini';
import type { Language } from '../../errors.ts';
import { about, decimal } from '../values/fields.ts';
import { ExactNumber, nameSchemas } from '../values/output.ts';
import { codeFields, unknownCodesClause, type ValueOutcome } from './named-code.ts';

/** The price of a kilogram of a food as it is bought, in yuan with two decimals. */
export const Price = z.string().check(z.regex(/^\d{1,4}\.\d\d$/));
export type Price = z.output<typeof Price>;

/** A price as answers show it. The contract calls a food's code `nutrient`. */
export const PriceRecord = z.object({ nutrient: z.string(), price: ExactNumber });
nameSchemas({ IngredientPrice: PriceRecord });

/** Prices by the code of the food. */
export type Prices = ReadonlyMap<string, Price>;

/** The fields of the form that sets a price. `price` is optional for the type only: see `valueChecks`. */
export const priceFields = {
  ...codeFields,
  price: about('Yuan for a kilogram as it is bought. The form requires it.', z.optional(decimal())),
};

/** Describes what an upload of prices has changed. */
export function describePriceOutcome({ setCount, removedCount, unknownCodes }: ValueOutcome): Record<Language, string> {
  const clause = unknownCodesClause(unknownCodes);
  return {
    zh: `成功：设置价格 ${setCount} 个，删除价格 ${removedCount} 个${clause.zh}`,
    en: `OK: ${setCount} prices set, ${removedCount} removed${clause.en}`,
  };
}
