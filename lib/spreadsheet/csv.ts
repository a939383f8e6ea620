import { CsvError, type InfoRecord, parse } from 'csv-parse/sync';
import { type CellRow, MAX_ROWS, MAX_ROWS_WITH_EMPTY, type UploadBudget } from './cell.ts';
import { FileProblem } from './problem.ts';

const ENCODINGS = ['utf-8', 'gb18030'];
const DELIMITERS = [',', ';', '\t'];
/** The maximum characters of the header line that are searched for the delimiter. */
const MAX_HEADER_LENGTH = 10_000;
/** The maximum columns of a spreadsheet, empty ones included. `rows.ts` refuses filled ones far earlier. */
const MAX_COLUMNS_WITH_EMPTY = 16_384;

/**
 * Reads the records of a CSV file in UTF-8 or GB18030. Empty lines are skipped, but row numbers count them. Cells, and
 * rows that are not empty lines, are subtracted from the budget. The first excessive row ends the reading, to save time
 * and memory.
 * @throws FileProblem `encoding`, `too_many_cells`, `too_many_columns`, `too_many_empty_rows`, `too_many_rows`; `malformed`
 * with its row
 */
export function readCsv(bytes: Uint8Array, budget: UploadBudget): CellRow[] {
  const text = decode(bytes);
  const maxCells = budget.cells;
  const rows: CellRow[] = [];
  // It returns nothing, so that the parser keeps no records itself.
  const readRecord = (record: readonly string[], info: InfoRecord): undefined => {
    const rowNumber = info.records + info.empty_lines;
    if (record.length > MAX_COLUMNS_WITH_EMPTY)
      throw new FileProblem('too_many_columns', { row: rowNumber, max: MAX_COLUMNS_WITH_EMPTY });
    const cells = record.flatMap((text, columnIndex) => (text === '' ? [] : [{ columnIndex, text }]));
    budget.cells -= cells.length;
    if (budget.cells < 0) throw new FileProblem('too_many_cells', { row: rowNumber, max: maxCells });
    if (--budget.rows < 0) throw new FileProblem('too_many_empty_rows', { row: rowNumber, max: MAX_ROWS_WITH_EMPTY });
    if (!cells.some((cell) => cell.text.trim() !== '')) return;
    // The first row is the header.
    if (rows.length > MAX_ROWS) throw new FileProblem('too_many_rows', { row: rowNumber, max: MAX_ROWS });
    rows.push([rowNumber, cells]);
  };
  const { stackTraceLimit } = Error;
  try {
    // The parser makes an error for each row that is not as long as the header. Stacks would take most of the time.
    Error.stackTraceLimit = 0;
    parse(text, {
      delimiter: findDelimiter(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: readRecord,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { records, empty_lines } = { records: 0, empty_lines: 0, ...error };
    throw new FileProblem('malformed', { row: 1 + records + empty_lines }, error);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
  return rows;
}

/** Decodes a text. Chinese in GB18030 is hardly ever valid UTF-8, so the first encoding in which the text is valid is right. */
function decode(bytes: Uint8Array): string {
  for (const encoding of ENCODINGS) {
    try {
      // The decoder does not drop a byte order mark of GB18030.
      return new TextDecoder(encoding, { fatal: true }).decode(bytes).replace(/^\uFEFF/, '');
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  throw new FileProblem('encoding');
}

/** Finds the delimiter: the most frequent one in the header line, outside quotation marks. */
function findDelimiter(text: string): string {
  const [header = ''] = /^(?:"[^"]*"|[^"\r\n])+/m.exec(text.slice(0, MAX_HEADER_LENGTH)) ?? [];
  const unquoted = header.replace(/"[^"]*"/g, '');
  const [mostFrequent = ','] = DELIMITERS.toSorted((a, b) => unquoted.split(b).length - unquoted.split(a).length);
  return mostFrequent;
}
