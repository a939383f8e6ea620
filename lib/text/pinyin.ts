import { brotliDecompressSync } from 'node:zlib';
import { normaliseKey } from './normal-form.ts';
import { PACKED } from './pinyin.generated.ts';

/** Characters of foods and names that are in neither GB 2312 nor the first level of Big5. */
const FURTHER_CHARACTERS = '〇焗炆粿饸饹馎饦鮟鱇鳀鳒鲃鲯魟馃㸆菓糉螄镕喆堃珺囍赟昉瑄翀玹曌';

/** The first and the last value of a byte. */
type ByteRange = readonly [first: number, last: number];

/**
 * The readings of single characters, and of the words in which a character is read differently. A reading is a
 * syllable without its tone.
 */
interface ReadingTable {
  readonly characters: ReadonlyMap<string, string>;
  readonly words: ReadonlyMap<string, readonly string[]>;
  /** The number of characters of the longest word. */
  readonly maxWordLength: number;
}

let table: ReadingTable | undefined;

/**
 * Returns the pinyin of a name without tones and spaces, with v for ü: `番茄A3（小）` → `FanQieA3Xiao`. Each syllable begins
 * with a capital. A letter or digit is a syllable of its own. Characters without a sound are left out. Undefined if a
 * name has no known Chinese character.
 */
export function toPinyin(name: string): string | undefined {
  table ??= unpack();
  const { characters } = table;
  const nameCharacters = [...normaliseKey(name)];
  if (!nameCharacters.some((character) => characters.has(character))) return undefined;
  const syllables: string[] = [];
  while (syllables.length < nameCharacters.length) {
    syllables.push(...readSyllables(table, nameCharacters, syllables.length));
  }
  return syllables.map(capitalise).join('');
}

/**
 * Lists the characters whose pinyin is known, in the order of the table's readings. They are those of GB 2312, most of which
 * are ordered by pinyin, the frequent traditional ones of Big5, and some others.
 */
export function listCharacters(): readonly string[] {
  const simplified = decodeRows('gbk', [0xb0, 0xf7], [0xa1, 0xfe]);
  const traditional = decodeRows('big5', [0xa4, 0xc6], [0x40, 0xfe]);
  const characters = new Set<string>();
  for (const character of `${simplified}${traditional}${FURTHER_CHARACTERS}`) {
    // Some cells are empty or hold signs.
    if ((character >= '\u3400' && character <= '\u9fff') || character === '〇') characters.add(character);
  }
  return [...characters];
}

/** Decodes all characters whose two bytes, row and cell, are in these ranges. */
function decodeRows(encoding: string, [firstRow, lastRow]: ByteRange, [firstCell, lastCell]: ByteRange): string {
  const bytes: number[] = [];
  for (let row = firstRow; row <= lastRow; row++) {
    for (let cell = firstCell; cell <= lastCell; cell++) bytes.push(row, cell);
  }
  return new TextDecoder(encoding).decode(Uint8Array.from(bytes));
}

/**
 * Reads the longest word that begins at `start`, or else one character. Returns a syllable for each character read; it is
 * empty for a character without a sound.
 */
function readSyllables(
  { characters, words, maxWordLength }: ReadingTable,
  name: readonly string[],
  start: number,
): readonly string[] {
  for (let length = Math.min(maxWordLength, name.length - start); length > 1; length--) {
    const word = words.get(name.slice(start, start + length).join(''));
    if (word) return word;
  }
  const character = name[start] ?? '';
  return [characters.get(character) ?? (/^[a-z0-9]$/.test(character) ? character : '')];
}

function capitalise(syllable: string): string {
  return syllable.slice(0, 1).toUpperCase() + syllable.slice(1);
}

/** Unpacks the table. This takes some milliseconds and is done once, for the first name. */
function unpack(): ReadingTable {
  const text = brotliDecompressSync(Buffer.from(PACKED, 'base64')).toString();
  const [initials = '', finals = '', initialCodes = '', finalCodes = '', ...polyphoneLines] = text.split('\n');
  const initialList = initials.split(' ');
  const finalList = finals.split(' ');
  const decodeAt = (list: readonly string[], codes: string, index: number) => list[codes.charCodeAt(index) - 48] ?? '';
  const readAt = (index: number) => decodeAt(initialList, initialCodes, index) + decodeAt(finalList, finalCodes, index);
  const characters = new Map(listCharacters().map((character, index) => [character, readAt(index)]));
  const words = new Map<string, string[]>();
  for (const line of polyphoneLines) {
    // A line begins with a character and its reading in the words that follow.
    const [entry = '', ...lineWords] = line.split(' ');
    const [polyphone = '', ...letters] = entry;
    for (const word of lineWords) {
      const syllables = words.get(word) ?? [...word].map((character) => characters.get(character) ?? '');
      words.set(
        word,
        [...word].map((character, index) => (character === polyphone ? letters.join('') : (syllables[index] ?? ''))),
      );
    }
  }
  const maxWordLength = Math.max(...[...words.keys()].map((word) => word.length));
  return { characters, words, maxWordLength };
}
