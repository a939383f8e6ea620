import { brotliDecompressSync } from 'node:zlib';
import { normaliseKey } from './normal-form.ts';
import { PACKED } from './pinyin.generated.ts';

/** Characters of foods and names that are in neither GB 2312 nor the first level of Big5, nor in the ranges below. */
const FURTHER_CHARACTERS =
  '〇焗炆粿㸆菓糉螄镕喆堃珺囍赟昉瑄翀玹曌爊蕌藠莙荙菾蒟蒻薢虀粩粄粨糬膶脷膥胘胾臛焌煀煠燂熥爁煏燣燶髈蟳虷蝲豝㙡杧梿葈萩' +
  '䱽䰾𩾽𩾌啰啫喱蚵薹蕻榅椪栳糌荬蒌蓣跷鏊甑烀煳焯𰻝𰻞';
/** The characters of food and of fish, traditional and simplified, by their first and last code. */
const FURTHER_RANGES: readonly Range[] = [
  [0x98df, 0x9995],
  [0x9b5a, 0x9ce5],
];

type Range = readonly [first: number, last: number];

/** The syllables of each word, without tones. */
type Words = ReadonlyMap<string, readonly string[]>;

/** The readings of single characters, and of the words in which a character is read differently. */
interface ReadingTable {
  readonly characters: ReadonlyMap<string, string>;
  /** The words by their first readings, and with the second readings of words that people read in two ways. */
  readonly wordLists: readonly [first: Words, second: Words];
  /** The number of characters of the longest word. */
  readonly maxWordLength: number;
}

let table: ReadingTable | undefined;

/**
 * Returns the pinyin of a name without tones and spaces, with v for ü: `番茄A3（小）` → `FanQieA3Xiao`. Each syllable begins
 * with a capital. A letter or digit is a syllable of its own. Characters without a sound are left out. A name that people
 * read in two ways has both, separated by a space: `ZhuXue ZhuXie`. Undefined if a name has no known Chinese character.
 */
export function toPinyin(name: string): string | undefined {
  table ??= unpack();
  const readings = table;
  const nameCharacters = [...normaliseKey(name)];
  if (!nameCharacters.some((character) => readings.characters.has(character))) return undefined;
  const spellings = readings.wordLists.map((words) => {
    const syllables: string[] = [];
    while (syllables.length < nameCharacters.length) {
      syllables.push(...readSyllables(readings, words, nameCharacters.slice(syllables.length)));
    }
    return syllables.map((syllable) => syllable.slice(0, 1).toUpperCase() + syllable.slice(1)).join('');
  });
  return [...new Set(spellings)].join(' ');
}

/**
 * Lists the characters whose pinyin is known, in the order of the table's readings. They are those of GB 2312, most of which
 * are ordered by pinyin, the frequent traditional ones of Big5, those of food and fish, and some others.
 */
export function listCharacters(): readonly string[] {
  const simplified = decodeRows('gbk', [0xb0, 0xf7], [0xa1, 0xfe]);
  const traditional = decodeRows('big5', [0xa4, 0xc6], [0x40, 0xfe]);
  const characters = new Set<string>();
  // Some cells are empty or hold signs.
  for (const character of `${simplified}${traditional}`)
    if (/[\u3400-\u9fff]/.test(character)) characters.add(character);
  for (const character of FURTHER_CHARACTERS) characters.add(character);
  for (const [first, last] of FURTHER_RANGES) {
    for (let code = first; code <= last; code++) characters.add(String.fromCodePoint(code));
  }
  return [...characters];
}

/** Decodes all characters whose two bytes, row and cell, are in these ranges. */
function decodeRows(encoding: string, [firstRow, lastRow]: Range, [firstCell, lastCell]: Range): string {
  const bytes: number[] = [];
  for (let row = firstRow; row <= lastRow; row++) {
    for (let cell = firstCell; cell <= lastCell; cell++) bytes.push(row, cell);
  }
  return new TextDecoder(encoding).decode(Uint8Array.from(bytes));
}

/**
 * Reads the longest word that begins a name, or else one character. Returns a syllable for each character read; it is
 * empty for a character without a sound.
 */
function readSyllables({ characters, maxWordLength }: ReadingTable, words: Words, name: readonly string[]) {
  for (let length = Math.min(maxWordLength, name.length); length > 0; length--) {
    const word = words.get(name.slice(0, length).join(''));
    if (word) return word;
  }
  const [character = ''] = name;
  return [characters.get(character) ?? (/^[a-z0-9]$/.test(character) ? character : '')];
}

/** The table numbers its initials and finals by characters from `0` on. */
const FIRST_CODE = '0'.charCodeAt(0);

/** Unpacks the table. This takes some milliseconds, and happens once for the first name. */
function unpack(): ReadingTable {
  const text = brotliDecompressSync(Buffer.from(PACKED, 'base64')).toString();
  const [initials = '', finals = '', initialCodes = '', finalCodes = '', ...wordLines] = text.split('\n');
  const initialList = initials.split(' ');
  const finalList = finals.split(' ');
  const decodeAt = (list: readonly string[], codes: string, index: number) =>
    list[codes.charCodeAt(index) - FIRST_CODE] ?? '';
  const readAt = (index: number) => decodeAt(initialList, initialCodes, index) + decodeAt(finalList, finalCodes, index);
  const characters = new Map(listCharacters().map((character, index) => [character, readAt(index)]));
  const secondStart = wordLines.indexOf('');
  const firstWords = unpackWords(wordLines.slice(0, secondStart), characters);
  const secondWords = unpackWords(wordLines.slice(secondStart + 1), characters);
  const maxWordLength = Math.max(...[...firstWords.keys(), ...secondWords.keys()].map((word) => word.length));
  return { characters, wordLists: [firstWords, new Map([...firstWords, ...secondWords])], maxWordLength };
}

/** Unpacks lines. Each begins with a character and its reading; the words in which it is read so follow. */
function unpackWords(lines: readonly string[], characters: ReadingTable['characters']): Words {
  const words = new Map<string, string[]>();
  for (const line of lines) {
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
  return words;
}
