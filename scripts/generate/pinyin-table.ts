import { brotliCompressSync, constants } from 'node:zlib';
import { pinyin } from 'pinyin-pro';
import * as z from 'zod';
import { listCharacters } from '../../lib/text/pinyin.ts';
import { parsePairs } from '../command/food-words.ts';

/** The dictionary's own lists of words by length. Longer words are idioms, which are not names of dishes or schools. */
const WORD_LISTS = [2, 3].map((length) => `pinyin-pro/dist/esm/data/dict${length}.mjs`);
const WordList = z.object({ default: z.record(z.string(), z.string()) });

/** Words that the dictionary lacks, or reads differently than cooks do. */
const OWN_WORDS = parsePairs(`
  海参 hai-shen 西洋参 xi-yang-shen 太子参 tai-zi-shen 花旗参 hua-qi-shen 党参 dang-shen 丹参 dan-shen
  沙参 sha-shen 玄参 xuan-shen 刺参 ci-shen 辽参 liao-shen 参汤 shen-tang 参鸡 shen-ji 荠菜 ji-cai
  荸荠 bi-qi 仔鸡 zi-ji 仔鸭 zi-ya 仔姜 zi-jiang 仔排 zi-pai 六安 lu-an
`).map(([word, reading]) => [word, reading.replaceAll('-', ' ')] as const);

/** The text of `lib/text/pinyin.generated.ts`, which `lib/text/pinyin.ts` reads. */
export async function renderPinyinTable(): Promise<string> {
  const readings = listCharacters().map(readPinyin).map(splitSyllable);
  const [firsts, rests] = [listParts(readings, 0), listParts(readings, 1)];
  const lines = [
    firsts.join(' '),
    rests.join(' '),
    readings.map(([first]) => toDigit(firsts.indexOf(first))).join(''),
    readings.map(([, rest]) => toDigit(rests.indexOf(rest))).join(''),
    ...(await listPolyphones()),
  ];
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 20 };
  const packed = brotliCompressSync(lines.join('\n'), { params }).toString('base64');
  return [
    '// Written by npm run generate from the dictionary of pinyin-pro (MIT, https://github.com/zh-lx/pinyin-pro).',
    '',
    '/** Readings of characters and words, as `pinyin.ts` unpacks them. */',
    `export const PACKED =\n  '${packed}';`,
    '',
  ].join('\n');
}

/**
 * For each reading that a character has only in words: character, reading, and the words. A word that contains another
 * one (士大夫, 大夫) is listed even if its characters are read as alone.
 */
async function listPolyphones(): Promise<string[]> {
  const lines = new Map<string, string[]>();
  const words = await readWords();
  const irregular = [...words].filter(([word, reading]) => reading !== readByCharacter(word)).map(([word]) => word);
  for (const [word, reading] of words) {
    const syllables = reading.split(' ');
    const hidesAnother = irregular.some((other) => other !== word && word.includes(other));
    for (const [index, character] of [...word].entries()) {
      const syllable = syllables[index] ?? '';
      if (syllable === readPinyin(character) && !hidesAnother) continue;
      const title = `${character}${syllable}`;
      lines.set(title, [...(lines.get(title) ?? []), word]);
    }
  }
  return [...lines].map(([title, words]) => [title, ...words].join(' ')).sort();
}

/** The words of the dictionary, without tones, and our own. */
async function readWords(): Promise<Map<string, string>> {
  const lists = await Promise.all(WORD_LISTS.map(async (path) => WordList.parse(await import(path)).default));
  const words = lists.flatMap((list) => Object.keys(list)).map((word) => [word, readPinyin(word)] as const);
  return new Map([...words, ...OWN_WORDS]);
}

/** Each character as it is read alone. */
function readByCharacter(word: string): string {
  return [...word].map(readPinyin).join(' ');
}

function readPinyin(text: string): string {
  return pinyin(text, { toneType: 'none', v: true });
}

/** Splits a syllable into initial and final. Each has so few values that one character can encode it. */
function splitSyllable(reading: string): readonly [string, string] {
  const [, first = '', rest = ''] = /^([zcs]h|[bpmfdtnlgkhjqxrzcsyw])?(.*)$/.exec(reading) ?? [];
  return [first, rest];
}

function listParts(readings: readonly (readonly [string, string])[], part: 0 | 1): string[] {
  return [...new Set(readings.map((reading) => reading[part]))].sort();
}

function toDigit(index: number): string {
  return String.fromCharCode('0'.charCodeAt(0) + index);
}
