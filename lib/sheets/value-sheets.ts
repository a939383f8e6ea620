import { kitchenName, type StoredFood } from '../domain/ingredient/food.ts';
import { describeMarkOutcome, foodMarks, Mark } from '../domain/ingredient/mark.ts';
import { describePriceOutcome, type Price } from '../domain/ingredient/price.ts';
import { decimal, field, isPlain } from '../domain/values/fields.ts';
import { AppError } from '../errors.ts';
import { MAX_ROWS } from '../spreadsheet/cell.ts';
import { writeListSheets } from '../spreadsheet/list-sheet.ts';
import { requireFittingFile } from '../text/answer-size.ts';
import { comparableText } from '../text/normal-form.ts';
import { type CodeSheetForm, explainingColumns } from './code-upload.ts';
import { cellTextField } from './fact-columns.ts';
import { normaliseHeader } from './sheet-header.ts';

export const markSheetForm: CodeSheetForm<Mark> = {
  name: '食材标记',
  writtenColumn: {
    header: '标记',
    width: 10,
    choices: { values: foodMarks, errorMessage: `请选择${foodMarks.join('或')}；留空表示不标记` },
  },
  readColumn: { headers: ['标记', 'mark'] },
  valueField: cellTextField((text) => Mark.safeParse(comparableText(text)).data, { code: 'unknown_mark' }),
  conflictProblem: 'conflicting_mark',
  conflictBetweenFilesProblem: 'conflicting_mark_file',
  describeOutcome: describeMarkOutcome,
};

const priceField = decimal();
const headersPerKilogram = ['价格', '单价'].flatMap((word) => [`${word}(元/kg)`, `${word}(元/千克)`, `${word}元/kg`]);

/** A price per jin, half a kilogram. Without this check it would be read as the price of a kilogram. */
const PER_JIN_PATTERN = /元\/(?:市?斤|500g|500克)/;
/** The currency and unit that people write beside the number in a cell, although the header has them. */
const PRICE_UNIT_PATTERN = /^[¥￥]|元(?:\/(?:kg|千克|公斤))?$/gi;

/** Worksheets of prices, in yuan per kilogram. */
export const priceSheetForm: CodeSheetForm<Price> = {
  name: '食材价格',
  writtenColumn: { header: '价格（元/kg）', width: 16, numberStyle: 'twoDecimals' },
  readColumn: {
    headers: ['价格', ...headersPerKilogram, '单价', 'price'],
    mistakable: { pattern: PER_JIN_PATTERN, problem: { code: 'price_per_jin' } },
  },
  valueField: field({}, (text, fail) => {
    const numberText = comparableText(isPlain(text) ? text : '').replace(PRICE_UNIT_PATTERN, '');
    const isPerJin = PER_JIN_PATTERN.test(normaliseHeader(text));
    return priceField.safeParse(numberText).data ?? fail({ code: isPerJin ? 'price_per_jin' : 'bad_price' });
  }),
  conflictProblem: 'conflicting_price',
  conflictBetweenFilesProblem: 'conflicting_price_file',
  describeOutcome: describePriceOutcome,
};

/** Writes a worksheet with the present values. Uploaded unchanged, it changes nothing. @throws AppError `too_many_matches` */
export function writeValueTemplate<Value extends string>(
  { name, writtenColumn }: CodeSheetForm<Value>,
  foods: readonly Pick<StoredFood, 'code' | 'name' | 'alias' | 'category'>[],
  valueByCode: ReadonlyMap<string, Value>,
): Buffer {
  if (foods.length > MAX_ROWS) throw new AppError('too_many_matches');
  const columns = [{ header: '编码', width: 14 }, ...explainingColumns, writtenColumn];
  // The cells are in the order of `columns`.
  const rows = foods.map((food) => {
    return [food.code, kitchenName(food, food.code), food.category, valueByCode.get(food.code) ?? ''];
  });
  return requireFittingFile(writeListSheets({ name, columns, rows }), 'too_many_matches');
}
