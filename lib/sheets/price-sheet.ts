import { describePriceOutcome, type Price } from '../domain/ingredient/price.ts';
import { decimal, field, isPlain } from '../domain/values/fields.ts';
import { comparableText } from '../text/normal-form.ts';
import type { CodeSheetForm } from './code-upload.ts';
import { normaliseHeader } from './sheet-header.ts';

const priceField = decimal();

/** A unit of half a kilogram (jin): its price would be read as that of a kilogram. */
const PER_JIN = /元\/(?:市?斤|500g|500克)/;
/** What people write with the number in a cell, although the header says it. */
const CURRENCY = /^[¥￥]|元(?:\/(?:kg|千克|公斤))?$/gi;

/** Worksheets of prices, in yuan per kilogram. */
export const priceSheetForm: CodeSheetForm<Price> = {
  valueColumn: {
    headers: [
      '价格',
      ...['价格', '单价'].flatMap((word) => [`${word}(元/kg)`, `${word}(元/千克)`, `${word}元/kg`]),
      '单价',
      'price',
    ],
    mistakable: { pattern: PER_JIN, problem: { code: 'price_per_jin' } },
  },
  field: field({}, (text, fail) => {
    const number = comparableText(isPlain(text) ? text : '').replace(CURRENCY, '');
    const isPerJin = PER_JIN.test(normaliseHeader(text));
    return priceField.safeParse(number).data ?? fail({ code: isPerJin ? 'price_per_jin' : 'bad_price' });
  }),
  conflict: 'conflicting_price',
  conflictBetweenFiles: 'conflicting_price_file',
  describeOutcome: describePriceOutcome,
};
