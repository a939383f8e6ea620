import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type * as z from 'zod';
import { inLanguage } from '../command/language.ts';
import { codeOf, describeError, Problem } from '../start/problem.ts';
import { Counts, End, FORMAT, Line, lineTypes } from './line.ts';
import { words } from './words.ts';

/** More characters than any line has: a menu of two hundred revisions of about 100 KB each. */
const MOST_CHARACTERS = 50_000_000;
/** The file contains passwords, if only as hashes: nobody else may read it. */
const OWNER_ONLY = 0o600;

/** The checksum of everything before the last line, and the number of lines of each type. */
class Tally {
  readonly #hash = createHash('sha256');
  readonly #counts = Counts.parse(Object.fromEntries(lineTypes.map((type) => [type, 0])));

  add(line: string, type: Line['type']): void {
    this.#hash.update(`${line}\n`);
    this.#counts[type]++;
  }

  /** Must be called only once. */
  end(): z.output<typeof End> {
    return { type: 'end', counts: { ...this.#counts }, sha256: this.#hash.digest('hex') };
  }
}

/**
 * Writes a new file that only its owner may read. If that fails, nothing is left of it.
 * @throws Problem where the file exists or cannot be written.
 */
export async function writeUnitFile(path: string, lines: AsyncIterable<Line>): Promise<Counts> {
  const file = await open(path, 'wx', OWNER_ONLY).catch((error: unknown) => {
    const why = codeOf(error) === 'EEXIST' ? inLanguage(words.existsAlready) : describeError(error);
    throw new Problem(words.cannotWrite(path, why), { cause: error });
  });
  try {
    const tally = new Tally();
    let counts: Counts | undefined;
    const toText = async function* () {
      for await (const line of lines) {
        const text = JSON.stringify(line);
        tally.add(text, line.type);
        yield `${text}\n`;
      }
      const end = tally.end();
      counts = end.counts;
      yield `${JSON.stringify(end)}\n`;
    };
    await pipeline(toText, file.createWriteStream());
    return counts ?? tally.end().counts;
  } catch (error) {
    await unlink(path);
    throw error;
  }
}

/**
 * The lines of a file without the last. `onEnd` is told the checksum after all lines have been verified.
 * @throws Problem where the file is not complete, was changed, or has another format.
 */
export async function* readUnitFile(path: string, onEnd: (sha256: string) => void = () => {}): AsyncGenerator<Line> {
  const tally = new Tally();
  let isEnded = false;
  let number = 0;
  let place = 0;
  for await (const text of readTexts(path)) {
    number++;
    if (isEnded) throw new Problem(words.goesOn(path));
    const content = parseJson(text, path, number);
    if (number === 1) demandFormat(content, path);
    const end = End.safeParse(content);
    if (end.success) {
      demandSame(end.data, tally.end(), path);
      onEnd(end.data.sha256);
      isEnded = true;
      continue;
    }
    const line = parseLine(content, `${path}, line ${number}`);
    const order = lineTypes.indexOf(line.type);
    if (order < place || (number === 1) !== (line.type === 'unit')) {
      throw new Problem(words.misplaced(path, number, line.type));
    }
    place = order;
    tally.add(text, line.type);
    yield line;
  }
  if (!isEnded) throw new Problem(words.cutShort(path));
}

/**
 * Parses a line.
 * @throws Problem naming `where` and everything that is wrong.
 */
export function parseLine(content: unknown, where: string): Line {
  const line = Line.safeParse(content);
  if (line.success) return line.data;
  const wrong = line.error.issues.map(({ path, message }) => `${path.join('.') || 'the line'}: ${message}`);
  throw new Problem(words.wrongLine(where, wrong));
}

function parseJson(text: string, path: string, number: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(words.noJson(path, number));
  }
}

function demandFormat(content: unknown, path: string): void {
  const isObject = typeof content === 'object' && content !== null;
  const format = isObject && 'format' in content ? content.format : undefined;
  if (format === FORMAT) return;
  if (typeof format === 'number') throw new Problem(words.otherFormat(path, format, FORMAT));
  throw new Problem(words.noUnitFile(path));
}

function demandSame(told: z.output<typeof End>, found: z.output<typeof End>, path: string): void {
  for (const type of lineTypes) {
    const [expected, actual] = [told.counts[type], found.counts[type]];
    if (expected !== actual) throw new Problem(words.notWhole(path, actual, expected, type));
  }
  if (told.sha256 !== found.sha256) throw new Problem(words.altered(path));
}

/** The lines as text, none longer than possible. */
async function* readTexts(path: string): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const part of createReadStream(path, { encoding: 'utf8' })) {
      const texts = `${rest}${part}`.split('\n');
      rest = texts.pop() ?? '';
      if ([rest, ...texts].some(({ length }) => length > MOST_CHARACTERS)) throw new Problem(words.lineTooLong(path));
      yield* texts;
    }
  } catch (error) {
    throw error instanceof Problem ? error : new Problem(words.cannotRead(path, describeError(error)));
  }
  if (rest !== '') yield rest;
}
