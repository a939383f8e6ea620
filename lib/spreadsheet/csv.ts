import { CsvError, type InfoRecord, parse } from 'csv-parse/sync';
import { type CellRow, MAX_CELLS, MAX_ROWS, MAX_ROWS_WITH_EMPTY, type UploadBudget } from './cell.ts';
import { FileProblem } from './problem.ts';

/** The encodings in the order in which they are tried. Chinese in GB18030 is hardly ever valid UTF-8, but UTF-8 may be valid GB18030. */
const ENCODINGS = ['utf-8', 'gb18030'];
/** The delimiters that a header may have. Of equally frequent ones the first counts. */
const DELIMITERS = [',', ';', '\t'];
/** The maximum characters of the file in which the header line is searched for the delimiter. */
const MAX_HEADER_LENGTH = 10_000;
/** The maximum columns of a spreadsheet, empty ones included. Filled ones have a far lower limit in `rows.ts`. */
const MAX_COLUMNS_WITH_EMPTY = 16_384;

/**
 * Reads the rows of a CSV file. Empty lines are skipped, but row numbers count them. Filled cells, and rows that are not empty
 * lines, are subtracted from the budget. The first row beyond a limit ends the reading, to save time and memory.
 * @throws FileProblem `encoding`, `malformed`, `too_many_cells`, `too_many_columns`, `too_many_empty_rows`, `too_many_rows`
 */
export function readCsv(bytes: Uint8Array, budget: UploadBudget): CellRow[] {
  const fileText = decodeText(bytes);
  const rows: CellRow[] = [];
  // This returns nothing, so that the parser itself keeps no records.
  const addRecord = (record: readonly string[], info: InfoRecord): undefined => {
    const number = info.records + info.empty_lines;
    if (record.length > MAX_COLUMNS_WITH_EMPTY)
      throw new FileProblem('too_many_columns', { row: number, max: MAX_COLUMNS_WITH_EMPTY });
    const cells = record.flatMap((text, columnIndex) => (text === '' ? [] : [{ columnIndex, text }]));
    budget.cells -= cells.length;
    if (budget.cells < 0) throw new FileProblem('too_many_cells', { row: number, max: MAX_CELLS });
    budget.rows -= 1;
    if (budget.rows < 0) throw new FileProblem('too_many_empty_rows', { row: number, max: MAX_ROWS_WITH_EMPTY });
    if (!cells.some((cell) => cell.text.trim() !== '')) return;
    // The first row is the header.
    if (rows.length > MAX_ROWS) throw new FileProblem('too_many_rows', { row: number, max: MAX_ROWS });
    rows.push({ number, cells });
  };
  const { stackTraceLimit } = Error;
  try {
    // The parser makes an error for each row that is not as long as the header. Stacks would take most of the time.
    Error.stackTraceLimit = 0;
    parse(fileText, {
      delimiter: chooseDelimiter(fileText),
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

/** Decodes a text by the first encoding in which it is valid. */
function decodeText(bytes: Uint8Array): string {
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

/** Chooses the delimiter that is most frequent outside quotation marks in the header, the first line that is not empty. */
function chooseDelimiter(fileText: string): string {
  const [header = ''] = /^(?:"[^"]*"|[^"\r\n])+/m.exec(fileText.slice(0, MAX_HEADER_LENGTH)) ?? [];
  const unquoted = header.replace(/"[^"]*"/g, '');
  const [mostFrequent = ','] = DELIMITERS.toSorted((a, b) => unquoted.split(b).length - unquoted.split(a).length);
  return mostFrequent;
}
