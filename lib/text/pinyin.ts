import { brotliDecompressSync } from 'node:zlib';
import { normaliseKey } from './normal-form.ts';
import { PACKED } from './pinyin.generated.ts';

/** Characters of foods and names that are neither in the ranges of GB 2312 and Big5 nor in `FURTHER_RANGES`. */
const FURTHER_CHARACTERS =
  '〇焗炆粿㸆菓糉螄镕喆堃珺囍赟昉瑄翀玹曌爊蕌藠莙荙菾蒟蒻薢虀粩粄粨糬膶脷膥胘胾臛焌煀煠燂熥爁煏燣燶髈蟳虷蝲豝㙡杧梿葈萩' +
  '䱽䰾𩾽𩾌啰啫喱蚵薹蕻榅椪栳糌荬蒌蓣跷鏊甑烀煳焯𰻝𰻞';
/** The code points of the characters with the radicals of food (食) and fish (魚), which are in one row each. */
const FURTHER_RANGES: readonly Range[] = [
  [0x98df, 0x9995],
  [0x9b5a, 0x9ce5],
];

type Range = readonly [first: number, last: number];

/** The syllables of each word without tones, one for each character. */
type SyllablesByWord = ReadonlyMap<string, readonly string[]>;

interface ReadingTable {
  readonly syllableByCharacter: ReadonlyMap<string, string>;
  /** The words in which a character is read differently: with their first readings, then with their second ones. */
  readonly syllablesByWordByReading: readonly SyllablesByWord[];
  readonly maxWordLength: number;
}

let unpackedTable: ReadingTable | undefined;

/**
 * Returns the pinyin of a name without tones and spaces, with v for ü: `番茄A3（小）` → `FanQieA3Xiao`. Each syllable begins
 * with a capital. A letter or digit is a syllable of its own. Characters without a sound are left out. A name that people
 * read in two ways has both, separated by a space: `ZhuXue ZhuXie`. Undefined if a name has no known Chinese character.
 */
export function toPinyin(name: string): string | undefined {
  unpackedTable ??= unpack();
  const table = unpackedTable;
  const nameCharacters = [...normaliseKey(name)];
  if (!nameCharacters.some((character) => table.syllableByCharacter.has(character))) return undefined;
  const spellings = table.syllablesByWordByReading.map((syllablesByWord) => {
    const syllables: string[] = [];
    while (syllables.length < nameCharacters.length) {
      syllables.push(...readFirstWord(table, syllablesByWord, nameCharacters.slice(syllables.length)));
    }
    return syllables.map((syllable) => syllable.slice(0, 1).toUpperCase() + syllable.slice(1)).join('');
  });
  return [...new Set(spellings)].join(' ');
}

/** Lists the characters whose pinyin is known, in the order of the table's readings: of GB 2312 (most by pinyin), Big5, food and fish, others. */
export function listCharacters(): readonly string[] {
  const simplified = decodeRows('gbk', [0xb0, 0xf7], [0xa1, 0xfe]);
  const traditional = decodeRows('big5', [0xa4, 0xc6], [0x40, 0xfe]);
  const characters = new Set<string>();
  // Some cells are empty or hold signs.
  for (const character of `${simplified}${traditional}`)
    if (/[\u3400-\u9fff]/.test(character)) characters.add(character);
  for (const character of FURTHER_CHARACTERS) characters.add(character);
  for (const [first, last] of FURTHER_RANGES) {
    for (let codePoint = first; codePoint <= last; codePoint++) characters.add(String.fromCodePoint(codePoint));
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

/** Reads the longest word that begins a name, or else one character: a syllable for each, empty for one without a sound. */
function readFirstWord(table: ReadingTable, syllablesByWord: SyllablesByWord, name: readonly string[]) {
  for (let length = Math.min(table.maxWordLength, name.length); length > 0; length--) {
    const syllables = syllablesByWord.get(name.slice(0, length).join(''));
    if (syllables) return syllables;
  }
  const [character = ''] = name;
  return [table.syllableByCharacter.get(character) ?? (/^[a-z0-9]$/.test(character) ? character : '')];
}

/** The character `0` stands for the first initial or final, the next character for the second, and so on. */
const FIRST_CODE = '0'.charCodeAt(0);

/**
 * Unpacks the table, which takes some milliseconds. Its lines are: the initials; the finals; for each of `listCharacters` the
 * initial, and in the next line the final; the lines of the first readings; an empty line; those of the second readings.
 */
function unpack(): ReadingTable {
  const text = brotliDecompressSync(Buffer.from(PACKED, 'base64')).toString();
  const [initialLine = '', finalLine = '', initialCodes = '', finalCodes = '', ...wordLines] = text.split('\n');
  const initials = initialLine.split(' ');
  const finals = finalLine.split(' ');
  const decodeAt = (sounds: readonly string[], codes: string, index: number) =>
    sounds[codes.charCodeAt(index) - FIRST_CODE] ?? '';
  const toSyllable = (index: number) => decodeAt(initials, initialCodes, index) + decodeAt(finals, finalCodes, index);
  const syllableByCharacter = new Map(listCharacters().map((character, index) => [character, toSyllable(index)]));
  const emptyLineIndex = wordLines.indexOf('');
  const firstReadings = unpackWords(wordLines.slice(0, emptyLineIndex), syllableByCharacter);
  const otherReadings = unpackWords(wordLines.slice(emptyLineIndex + 1), syllableByCharacter);
  // A word that people read in one way has the first reading here, too.
  const secondReadings = new Map([...firstReadings, ...otherReadings]);
  const maxWordLength = Math.max(...[...secondReadings.keys()].map((word) => word.length));
  return { syllableByCharacter, syllablesByWordByReading: [firstReadings, secondReadings], maxWordLength };
}

/** Unpacks lines such as `参shen 海参 党参`: a character, its reading, and words with it. A word may stand in several lines. */
function unpackWords(lines: readonly string[], syllableByCharacter: ReadonlyMap<string, string>) {
  const syllablesByWord = new Map<string, string[]>();
  for (const line of lines) {
    const [polyphoneAndReading = '', ...words] = line.split(' ');
    const [polyphone = '', ...readingLetters] = polyphoneAndReading;
    const reading = readingLetters.join('');
    for (const word of words) {
      const characters = [...word];
      const base = syllablesByWord.get(word) ?? characters.map((character) => syllableByCharacter.get(character) ?? '');
      const syllables = base.map((syllable, index) => (characters[index] === polyphone ? reading : syllable));
      syllablesByWord.set(word, syllables);
    }
  }
  return syllablesByWord;
}
