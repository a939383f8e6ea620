import type { Cell, CellRow, UploadAllowance } from './cell.ts';
import { FileProblem } from './problem.ts';

const ENCODINGS = ['utf-8', 'gb18030'];
const DELIMITERS = [',', ';', '\t'];
/** The most characters of the header line that are searched for the delimiter. */
const LONGEST_HEADER = 10_000;
const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** The end of a field, and its text; undefined where a quotation mark is misplaced or never closed. */
interface Field {
  readonly end: number;
  readonly text: string | undefined;
}

/**
 * Reads the records of a CSV file in UTF-8 or GB18030, one at a time. Empty lines are skipped, but they count as rows.
 * Cells are subtracted from the allowance.
 * @throws FileProblem `encoding`, `too_many_cells`; `malformed` with its row.
 */
export function* readCsv(file: string, bytes: Uint8Array, allowance: UploadAllowance): Generator<CellRow> {
  const text = decode(file, bytes);
  const delimiter = findDelimiter(text).charCodeAt(0);
  const most = allowance.cells;
  let position = 0;
  for (let row = 1; position < text.length; row++) {
    const cells: Cell[] = [];
    for (let column = 0; ; column++) {
      const field = readField(text, position, delimiter);
      if (field.text === undefined) throw new FileProblem(file, 'malformed', { row });
      if (field.text !== '') cells.push({ column, text: field.text });
      if (cells.length > allowance.cells) throw new FileProblem(file, 'too_many_cells', { row, max: most });
      position = field.end + 1;
      if (text.charCodeAt(field.end) !== delimiter) break;
    }
    if (text[position - 1] === '\r' && text[position] === '\n') position++;
    allowance.cells -= cells.length;
    if (cells.length > 0) yield [row, cells];
  }
}

function readField(text: string, start: number, delimiter: number): Field {
  return text.charCodeAt(start) === QUOTE ? readQuoted(text, start, delimiter) : readPlain(text, start, delimiter);
}

function readPlain(text: string, start: number, delimiter: number): Field {
  for (let end = start; ; end++) {
    const code = text.charCodeAt(end);
    if (code === QUOTE) return { end, text: undefined };
    if (isEnd(code, delimiter)) return { end, text: text.slice(start, end) };
  }
}

function readQuoted(text: string, start: number, delimiter: number): Field {
  let isDoubled = false;
  for (let end = start + 1; ; end += 2) {
    end = text.indexOf('"', end);
    if (end < 0) return { end: text.length, text: undefined };
    const code = text.charCodeAt(end + 1);
    if (isEnd(code, delimiter)) {
      const inner = text.slice(start + 1, end);
      return { end: end + 1, text: isDoubled ? inner.replaceAll('""', '"') : inner };
    }
    if (code !== QUOTE) return { end, text: undefined };
    isDoubled = true;
  }
}

/** Whether a field ends before this character. At the end of the file there is none, and the field ends, too. */
function isEnd(code: number, delimiter: number): boolean {
  return code === delimiter || code === LINE_FEED || code === CARRIAGE_RETURN || Number.isNaN(code);
}

/**
 * Decodes a text. Chinese in GB18030 is hardly ever valid UTF-8, so the first of the two encodings that fits is right.
 */
function decode(file: string, bytes: Uint8Array): string {
  for (const encoding of ENCODINGS) {
    try {
      // The decoder does not drop a byte order mark of GB18030.
      return new TextDecoder(encoding, { fatal: true }).decode(bytes).replace(/^\uFEFF/, '');
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  throw new FileProblem(file, 'encoding');
}

/** Finds the delimiter: the most frequent one in the header line, outside quotation marks. */
function findDelimiter(text: string): string {
  const [header = ''] = /^(?:"[^"]*"|[^"\r\n])+/m.exec(text.slice(0, LONGEST_HEADER)) ?? [];
  const plain = header.replace(/"[^"]*"/g, '');
  const [best = ','] = DELIMITERS.toSorted((a, b) => plain.split(b).length - plain.split(a).length);
  return best;
}
