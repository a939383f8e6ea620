import { type Marks, marks as values } from '../domain/mark.ts';
import { AppError } from '../errors.ts';
import { MOST_ROWS } from '../spreadsheet/cell.ts';
import { writeXlsx } from '../spreadsheet/xlsx-writer.ts';

/** Most bytes of a template. In base64 it is a third longer and still fits into an answer of Lambda. */
const MOST_BYTES = 4_000_000;

/** The columns of a row beside the mark. */
interface TemplateRow {
  readonly code: string;
  readonly name: string;
  readonly category: string;
}

/**
 * Writes a mark sheet to fill in, with the marks there are. Uploaded as it is, it changes nothing.
 * @throws AppError `too_many_matches` where there is more than an upload takes.
 */
export function writeMarkTemplate(ingredients: readonly TemplateRow[], marks: Marks): Buffer {
  if (ingredients.length > MOST_ROWS) throw new AppError('too_many_matches');
  const file = writeXlsx({
    name: '食材标记',
    columns: [
      { header: '编码', width: 14 },
      { header: '名称', width: 40 },
      { header: '类别', width: 24 },
      {
        header: '标记',
        width: 10,
        choices: { values, refusal: `请选择${values.join('或')}；留空表示不标记` },
      },
    ],
    rows: ingredients.map(({ code, name, category }) => [code, name, category, marks.get(code) ?? '']),
  });
  if (file.length > MOST_BYTES) throw new AppError('too_many_matches');
  return file;
}
