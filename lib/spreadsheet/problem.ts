import { fillIn, type Language } from '../errors.ts';

/**
 * The texts of the problems of a file, or of one of its rows or cells. The position goes before them, so English texts are
 * predicates. `{max}` stands for the problem's property of that name.
 */
const texts = {
  unsupported_type: { zh: '仅支持 .xlsx 和 .csv 文件', en: 'only .xlsx and .csv files are taken' },
  unreadable: { zh: '文件已损坏或不是有效的表格文件', en: 'is damaged or no valid table' },
  not_a_workbook: { zh: '不是 .xlsx 工作簿', en: 'is no .xlsx workbook' },
  encrypted: {
    zh: '文件已加密或为旧版 .xls，请另存为未加密的 .xlsx',
    en: 'is encrypted or an old .xls: save it as .xlsx',
  },
  too_large: { zh: '不能超过 {max} MB', en: 'must be at most {max} MB' },
  zip_bomb: { zh: '解压后的内容过大', en: 'holds far more than its size lets expect' },
  too_many_rows: { zh: '不能超过 {max} 行数据', en: 'must have at most {max} rows of data' },
  too_many_empty_rows: { zh: '不能超过 {max} 行（含空行）', en: 'must have at most {max} rows, empty ones included' },
  too_many_columns: { zh: '不能超过 {max} 列', en: 'must have at most {max} columns' },
  too_many_cells: { zh: '不能超过 {max} 个单元格', en: 'must have at most {max} cells' },
  too_long: { zh: '单元格不能超过 {max} 个字符', en: 'has a cell of more than {max} characters' },
  encoding: { zh: '编码应为 UTF-8 或 GB18030', en: 'must be in UTF-8 or GB18030' },
  malformed: { zh: '引号不成对或位置有误', en: 'has a quotation mark where none may be, or an open one' },
  formula: { zh: '不能含有公式，请粘贴为数值', en: 'has a formula: paste it as a value' },
  wrong_type: {
    zh: '应为文本或数字，不能是日期、逻辑值或错误值',
    en: 'must be text or a number: no date, yes/no or error',
  },
  lost_digits: {
    zh: '超过 15 位的数字会丢失末位，请设为文本格式后重新输入',
    en: 'has a number of more than 15 digits, whose last ones are lost: enter it as text',
  },
  no_header: { zh: '缺少表头行', en: 'has no header row' },
  missing_column: { zh: '缺少该列', en: 'has no such column' },
  repeated_column: { zh: '该列重复出现', en: 'has this column more than once' },
  empty_code: { zh: '食材编码不能为空', en: 'must not be empty' },
  bad_code: { zh: '应为 1 至 {max} 个字符的食材编码', en: 'must be an ingredient code of 1 to {max} characters' },
  unknown_mark: { zh: '应为常用、忌用或空', en: 'must be 常用, 忌用 or empty' },
  conflicting_mark: { zh: '同一编码的标记不一致（见第 {otherRow} 行）', en: 'has another mark in row {otherRow}' },
  conflicting_mark_file: {
    zh: '同一编码的标记不一致（见 {otherFile} 第 {otherRow} 行）',
    en: 'has another mark in row {otherRow} of {otherFile}',
  },
  bad_price: {
    zh: '应为 0 至 9999.99 的数，最多两位小数，或空',
    en: 'must be a number from 0 to 9999.99 with at most 2 decimals, or empty',
  },
  price_per_jin: {
    zh: '应为每千克的价格（元/kg）；每斤的价格请乘以 2',
    en: 'must be the price of a kilogram: twice that of half a kilogram (斤)',
  },
  conflicting_price: { zh: '同一编码的价格不一致（见第 {otherRow} 行）', en: 'has another price in row {otherRow}' },
  conflicting_price_file: {
    zh: '同一编码的价格不一致（见 {otherFile} 第 {otherRow} 行）',
    en: 'has another price in row {otherRow} of {otherFile}',
  },
} as const satisfies Record<string, Readonly<Record<Language, string>>>;

export type FileProblemCode = keyof typeof texts;

/** The position of a problem, and the values in its text. */
interface ProblemDetails {
  /** Name of the worksheet. */
  readonly sheet?: string | undefined;
  /** The row, counted from 1 as in a spreadsheet. */
  readonly row?: number | undefined;
  /** The column's header or, if it is unknown, its letter. */
  readonly column?: string | undefined;
  /** The limit that was exceeded. */
  readonly max?: number | undefined;
  /** Another row that the problem concerns. */
  readonly otherRow?: number | undefined;
  /** The file of `otherRow`, if it is another file. */
  readonly otherFile?: string | undefined;
}

/** A problem of an uploaded file. It is thrown if the whole file cannot be read, otherwise collected. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  /** The file's name as given. */
  readonly file: string;
  readonly code: FileProblemCode;
  readonly sheet: string | undefined;
  readonly row: number | undefined;
  readonly column: string | undefined;
  readonly max: number | undefined;
  readonly otherRow: number | undefined;
  readonly otherFile: string | undefined;

  constructor(file: string, code: FileProblemCode, details: ProblemDetails = {}, cause?: unknown) {
    // The problem is in a file, not in our code. Every cell may have one, and stacks would take most of the memory.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(code, { cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.file = file;
    this.code = code;
    this.sheet = details.sheet;
    this.row = details.row;
    this.column = details.column;
    this.max = details.max;
    this.otherRow = details.otherRow;
    this.otherFile = details.otherFile;
  }

  /** Returns the same problem with the names of its worksheet and its column. */
  at(sheet: string | undefined, column = this.column): FileProblem {
    const { row, max, otherRow, otherFile } = this;
    return new FileProblem(this.file, this.code, { sheet, row, column, max, otherRow, otherFile }, this.cause);
  }
}

/** Describes a problem without its position. */
export function describeFileProblem(problem: FileProblem, language: Language): string {
  const { code, max, otherRow, otherFile } = problem;
  return fillIn(texts[code][language], { max, otherRow, otherFile });
}
