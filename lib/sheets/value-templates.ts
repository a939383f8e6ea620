import { kitchenName } from '../domain/ingredient/food.ts';
import { foodMarks, type Marks } from '../domain/ingredient/mark.ts';
import type { Prices } from '../domain/ingredient/price.ts';
import { AppError } from '../errors.ts';
import { MAX_ROWS } from '../spreadsheet/cell.ts';
import { type ListColumn, writeListSheets } from '../spreadsheet/list-sheet.ts';
import { requireFittingFile } from '../text/answer-size.ts';

/** A food that gets a row. Its mark or price is passed separately. */
interface ListedFood {
  readonly code: string;
  readonly name: string;
  readonly alias?: string | undefined;
  readonly category: string;
}

/**
 * Writes a worksheet with the current marks, to be edited and uploaded. Uploading it unchanged changes nothing.
 * @throws AppError `too_many_matches` if an upload may not have so many rows or bytes
 */
export function writeMarkTemplate(foods: readonly ListedFood[], marks: Marks): Buffer {
  const refusal = `请选择${foodMarks.join('或')}；留空表示不标记`;
  const column = { header: '标记', width: 10, choices: { values: foodMarks, refusal } };
  return writeValueTemplate('食材标记', column, { foods, valueByCode: marks });
}

/**
 * Writes a worksheet with the current prices, to be edited and uploaded. Uploading it unchanged changes nothing.
 * @throws AppError `too_many_matches` if an upload may not have so many rows or bytes
 */
export function writePriceTemplate(foods: readonly ListedFood[], prices: Prices): Buffer {
  const column = { header: '价格（元/kg）', width: 16, numberFormat: 'twoDecimals' } as const;
  return writeValueTemplate('食材价格', column, { foods, valueByCode: prices });
}

interface Template {
  readonly foods: readonly ListedFood[];
  readonly valueByCode: ReadonlyMap<string, string>;
}

function writeValueTemplate(sheetName: string, valueColumn: ListColumn, { foods, valueByCode }: Template): Buffer {
  if (foods.length > MAX_ROWS) throw new AppError('too_many_matches');
  const file = writeListSheets({
    name: sheetName,
    columns: [{ header: '编码', width: 14 }, { header: '名称', width: 40 }, { header: '类别', width: 24 }, valueColumn],
    rows: foods.map((food) => {
      const { code, category } = food;
      return [code, kitchenName(food, code), category, valueByCode.get(code) ?? ''];
    }),
  });
  return requireFittingFile(file, 'too_many_matches');
}
