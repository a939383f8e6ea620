import type { Price } from '../domain/ingredient/price.ts';
import { decimal } from '../domain/values/fields.ts';
import type { CodeSheetForm } from './code-sheet.ts';

const price = decimal();

/** Worksheets of prices, in yuan per kilogram. */
export const priceSheetForm: CodeSheetForm<Price> = {
  headers: ['价格', '价格(元/kg)', '价格(元/千克)', '单价', 'price'],
  toValue: (text) => price.safeParse(text).data,
  problems: { badValue: 'bad_price', conflict: 'conflicting_price', conflictOfFiles: 'conflicting_price_file' },
};
