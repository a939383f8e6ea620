import type { Price } from '../domain/ingredient/price.ts';
import { decimal } from '../domain/values/fields.ts';
import type { CodeSheetForm } from './code-sheet.ts';

const price = decimal();

/** Worksheets of prices, in yuan per kilogram. */
export const priceSheetForm: CodeSheetForm<Price> = {
  headers: [
    '价格',
    ...['价格', '单价'].flatMap((word) => [`${word}(元/kg)`, `${word}(元/千克)`, `${word}元/kg`]),
    '单价',
    'price',
  ],
  // A price of half a kilogram would be read as that of a kilogram.
  forbidden: { pattern: /元\/(?:市?斤|500g|500克)/, problem: 'price_per_jin' },
  toValue: (text) => price.safeParse(text.replace(/^[¥￥]|元(?:\/(?:kg|千克|公斤))?$/gi, '')).data,
  problems: { badValue: 'bad_price', conflict: 'conflicting_price', conflictBetweenFiles: 'conflicting_price_file' },
};
