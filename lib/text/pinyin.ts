import { brotliDecompressSync } from 'node:zlib';
import { normaliseKey } from './normal-form.ts';
import { PACKED } from './pinyin.generated.ts';

/** Characters of foods and names that are in neither GB 2312 nor the first level of Big5. */
const OTHERS = '〇焗炆粿饸饹馎饦鮟鱇鳀鳒鲃鲯魟馃㸆菓糉螄镕喆堃珺囍赟昉瑄翀玹曌';

type Bounds = readonly [first: number, last: number];

/**
 * The reading of each single character, and of the words in which a character is read differently. Readings are
 * syllables without tones.
 */
interface Table {
  readonly characters: ReadonlyMap<string, string>;
  readonly words: ReadonlyMap<string, readonly string[]>;
  /** The number of characters of the longest word. */
  readonly longest: number;
}

let table: Table | undefined;

/**
 * The pinyin of a name without tones and spaces, with v for ü: `番茄A3（小）` → `FanQieA3Xiao`. Each syllable begins with a
 * capital. A letter or digit is a syllable of its own. Characters without a sound are left out. Undefined where a name
 * has no known Chinese character.
 */
export function toPinyin(name: string): string | undefined {
  table ??= unpack();
  const { characters } = table;
  const key = [...normaliseKey(name)];
  if (!key.some((character) => characters.has(character))) return undefined;
  const syllables: string[] = [];
  while (syllables.length < key.length) syllables.push(...readSyllables(table, key, syllables.length));
  return syllables.map(capitalise).join('');
}

/**
 * The characters whose pinyin is known, in the order of the table's readings. They are those of GB 2312, most of which
 * are ordered by pinyin, the frequent traditional ones of Big5, and some others.
 */
export function listCharacters(): readonly string[] {
  const simplified = decodeRows('gbk', [0xb0, 0xf7], [0xa1, 0xfe]);
  const traditional = decodeRows('big5', [0xa4, 0xc6], [0x40, 0xfe]);
  const characters = new Set<string>();
  for (const one of `${simplified}${traditional}${OTHERS}`) {
    // Some cells are empty or hold signs.
    if ((one >= '\u3400' && one <= '\u9fff') || one === '〇') characters.add(one);
  }
  return [...characters];
}

/** Decodes all characters of two bytes between these bounds. */
function decodeRows(encoding: string, [first, last]: Bounds, [lowest, highest]: Bounds): string {
  const bytes: number[] = [];
  for (let row = first; row <= last; row++) {
    for (let cell = lowest; cell <= highest; cell++) bytes.push(row, cell);
  }
  return new TextDecoder(encoding).decode(Uint8Array.from(bytes));
}

/** The syllables of the longest word that begins at `start`, or else of one character; empty where it has no sound. */
function readSyllables(
  { characters, words, longest }: Table,
  key: readonly string[],
  start: number,
): readonly string[] {
  for (let length = Math.min(longest, key.length - start); length > 1; length--) {
    const word = words.get(key.slice(start, start + length).join(''));
    if (word) return word;
  }
  const character = key[start] ?? '';
  return [characters.get(character) ?? (/^[a-z0-9]$/.test(character) ? character : '')];
}

function capitalise(syllable: string): string {
  return syllable.slice(0, 1).toUpperCase() + syllable.slice(1);
}

/** Unpacks the table, which takes some milliseconds: it is done once, for the first name. */
function unpack(): Table {
  const text = brotliDecompressSync(Buffer.from(PACKED, 'base64')).toString();
  const [initials = '', finals = '', initialCodes = '', finalCodes = '', ...polyphoneLines] = text.split('\n');
  const [initial, final] = [initials.split(' '), finals.split(' ')];
  const part = (parts: readonly string[], codes: string, index: number) => parts[codes.charCodeAt(index) - 48] ?? '';
  const readAt = (index: number) => part(initial, initialCodes, index) + part(final, finalCodes, index);
  const characters = new Map(listCharacters().map((one, index) => [one, readAt(index)]));
  const words = new Map<string, string[]>();
  for (const line of polyphoneLines) {
    const [title = '', ...ownWords] = line.split(' ');
    const [polyphone = '', ...syllable] = title;
    for (const word of ownWords) {
      const alone = words.get(word) ?? [...word].map((one) => characters.get(one) ?? '');
      words.set(
        word,
        [...word].map((one, index) => (one === polyphone ? syllable.join('') : (alone[index] ?? ''))),
      );
    }
  }
  const longest = Math.max(...[...words.keys()].map((word) => word.length));
  return { characters, words, longest };
}
