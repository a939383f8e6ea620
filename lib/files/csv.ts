import { CsvError, parse } from 'csv-parse/sync';
import { FileProblem } from './problem.ts';

const ENCODINGS = ['utf-8', 'gb18030'];
const DELIMITERS = [',', ';', '\t'];

/**
 * The records of a CSV file in UTF-8 or GB18030, an empty line being one as it is a row of a spreadsheet.
 * @throws FileProblem `encoding`; `malformed` with its row.
 */
export function readCsv(file: string, bytes: Uint8Array): string[][] {
  const text = decode(file, bytes);
  try {
    return parse(text, {
      delimiter: findDelimiter(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const row = typeof error['records'] === 'number' ? error['records'] + 1 : undefined;
    throw new FileProblem(file, 'malformed', { row }, error);
  }
}

/** Chinese text in GB18030 is hardly ever valid UTF-8, so that the first of both that fits is right. */
function decode(file: string, bytes: Uint8Array): string {
  for (const encoding of ENCODINGS) {
    try {
      // A byte order mark of GB18030 is not dropped by the decoder.
      return new TextDecoder(encoding, { fatal: true }).decode(bytes).replace(/^\uFEFF/, '');
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  throw new FileProblem(file, 'encoding');
}

/** The one that is most often in the header line, outside quotation marks. */
function findDelimiter(text: string): string {
  const [header = ''] = /^(?:"[^"]*"|[^"\r\n])+/m.exec(text) ?? [];
  const plain = header.replace(/"[^"]*"/g, '');
  const [best = ','] = DELIMITERS.toSorted((a, b) => plain.split(b).length - plain.split(a).length);
  return best;
}
