import { CsvError, type InfoRecord, parse } from 'csv-parse/sync';
import { type CellRow, MAX_CELLS, MAX_ROWS, MAX_ROWS_WITH_EMPTY, type UploadBudget } from './cell.ts';
import { FileProblem } from './problem.ts';

const ENCODINGS = ['utf-8', 'gb18030'];
const DELIMITERS = [',', ';', '\t'];
/** The maximum characters of the header line that are searched for the delimiter. */
const MAX_HEADER_LENGTH = 10_000;
/** The maximum columns of a spreadsheet, empty ones included. `rows.ts` refuses filled ones far earlier. */
const MAX_COLUMNS_WITH_EMPTY = 16_384;

/**
 * Reads the rows of a CSV file in UTF-8 or GB18030. Empty lines are skipped, but row numbers count them. Filled cells, and
 * rows that are not empty lines, are subtracted from the budget. The first row beyond a limit ends the reading, to save
 * time and memory.
 * @throws FileProblem `encoding`, `malformed`, `too_many_cells`, `too_many_columns`, `too_many_empty_rows`, `too_many_rows`
 */
export function readCsv(bytes: Uint8Array, budget: UploadBudget): CellRow[] {
  const fileText = decode(bytes);
  const rows: CellRow[] = [];
  // It returns nothing, so that the parser keeps no records itself.
  const addRecord = (record: readonly string[], info: InfoRecord): undefined => {
    const rowNumber = info.records + info.empty_lines;
    if (record.length > MAX_COLUMNS_WITH_EMPTY)
      throw new FileProblem('too_many_columns', { row: rowNumber, max: MAX_COLUMNS_WITH_EMPTY });
    const cells = record.flatMap((text, columnIndex) => (text === '' ? [] : [{ columnIndex, text }]));
    budget.cells -= cells.length;
    if (budget.cells < 0) throw new FileProblem('too_many_cells', { row: rowNumber, max: MAX_CELLS });
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
    parse(fileText, {
      delimiter: findDelimiter(fileText),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: addRecord,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The parser's counts of the records and empty lines above the malformed row.
    const rowsAbove = Number(error['records'] ?? 0) + Number(error['empty_lines'] ?? 0);
    throw new FileProblem('malformed', { row: 1 + rowsAbove }, error);
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
