import { brotliDecompressSync } from 'node:zlib';
import { normaliseKey } from './normal-form.ts';
import { PACKED } from './pinyin.generated.ts';

/** Characters of food and of names that neither GB 2312 has nor the first level of Big5. */
const OTHERS = '〇焗炆粿饸饹馎饦鮟鱇鳀鳒鲃鲯魟馃㸆菓糉螄镕喆堃珺囍赟昉瑄翀玹曌';

type Ends = readonly [first: number, last: number];

/** How characters are read alone, and words in which some are read otherwise: by syllable, without tones. */
interface Table {
  readonly characters: ReadonlyMap<string, string>;
  readonly words: ReadonlyMap<string, readonly string[]>;
  /** Characters of the longest word. */
  readonly longest: number;
}

let table: Table | undefined;

/**
 * The pinyin of a name without tones and spaces, ü being v: `番茄A3（小）` → `FanQieA3Xiao`. Each syllable begins with a
 * capital; a letter or digit of the name is one by itself, what has no sound leaves no trace. Undefined where a name
 * has no Chinese character that is known.
 */
export function toPinyin(name: string): string | undefined {
  table ??= unpack();
  const { characters } = table;
  const key = [...normaliseKey(name)];
  if (!key.some((character) => characters.has(character))) return undefined;
  const syllables: string[] = [];
  while (syllables.length < key.length) syllables.push(...readFrom(table, key, syllables.length));
  return syllables.map(capitalise).join('');
}

/**
 * The characters whose pinyin is known, in the order of their readings in the table: those of GB 2312, of which most
 * stand in the order of their pinyin, the frequent traditional ones of Big5, and some others.
 */
export function listCharacters(): readonly string[] {
  const simplified = decodeRows('gbk', [0xb0, 0xf7], [0xa1, 0xfe]);
  const traditional = decodeRows('big5', [0xa4, 0xc6], [0x40, 0xfe]);
  const characters = new Set<string>();
  for (const one of `${simplified}${traditional}${OTHERS}`) {
    // Some cells stand empty, or hold signs.
    if ((one >= '\u3400' && one <= '\u9fff') || one === '〇') characters.add(one);
  }
  return [...characters];
}

/** All characters of two bytes whose first and second one lie between these ends. */
function decodeRows(encoding: string, [first, last]: Ends, [lowest, highest]: Ends): string {
  const bytes: number[] = [];
  for (let row = first; row <= last; row++) {
    for (let cell = lowest; cell <= highest; cell++) bytes.push(row, cell);
  }
  return new TextDecoder(encoding).decode(Uint8Array.from(bytes));
}

/** The syllables of the longest word that begins here, or of one character; empty for what has no sound. */
function readFrom({ characters, words, longest }: Table, key: readonly string[], start: number): readonly string[] {
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

/** Once, by the first name that is written: some milliseconds. */
function unpack(): Table {
  const text = brotliDecompressSync(Buffer.from(PACKED, 'base64')).toString();
  const [firsts = '', rests = '', begins = '', ends = '', ...polyphones] = text.split('\n');
  const [first, rest] = [firsts.split(' '), rests.split(' ')];
  const part = (parts: readonly string[], digits: string, at: number) => parts[digits.charCodeAt(at) - 48] ?? '';
  const characters = new Map(listCharacters().map((one, at) => [one, part(first, begins, at) + part(rest, ends, at)]));
  const words = new Map<string, string[]>();
  for (const line of polyphones) {
    const [title = '', ...own] = line.split(' ');
    const [polyphone = '', ...syllable] = title;
    for (const word of own) {
      const alone = words.get(word) ?? [...word].map((one) => characters.get(one) ?? '');
      words.set(
        word,
        [...word].map((one, at) => (one === polyphone ? syllable.join('') : (alone[at] ?? ''))),
      );
    }
  }
  const longest = Math.max(...[...words.keys()].map((word) => word.length));
  return { characters, words, longest };
}
