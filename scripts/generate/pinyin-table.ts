import { brotliCompressSync, constants } from 'node:zlib';
import { customPinyin, pinyin } from 'pinyin-pro';
import * as z from 'zod';
import { listCharacters } from '../../lib/text/pinyin.ts';
import { parsePairs } from '../command/food-words.ts';

/** The dictionary's own lists of words by length. Longer words are idioms, which are not names of dishes or schools. */
const WORD_LISTS = [2, 3].map((length) => `pinyin-pro/dist/esm/data/dict${length}.mjs`);
const WordList = z.object({ default: z.record(z.string(), z.string()) });

/** Words and characters that the dictionary lacks, or reads differently than cooks do. After a slash: a second reading in use. */
const KITCHEN_WORDS = parsePairs(`
  海参 hai-shen 西洋参 xi-yang-shen 太子参 tai-zi-shen 花旗参 hua-qi-shen 党参 dang-shen 丹参 dan-shen 沙参 sha-shen
  玄参 xuan-shen 刺参 ci-shen 辽参 liao-shen 参汤 shen-tang 参鸡 shen-ji 参片 shen-pian 红参 hong-shen 参薯 shen-shu
  荠菜 ji-cai 荸荠 bi-qi 仔鸡 zi-ji 仔鸭 zi-ya 仔姜 zi-jiang 仔排 zi-pai 仔鱼 zi-yu 六安 lu-an
  咖喱 ga-li/ka-li 扒 pa/ba 饸饹 he-le/he-ge 饹馇 ge-zha/ge-cha 髈 pang/bang 蹄膀 ti-pang/ti-bang 阿胶 e-jiao/a-jiao
  血 xue/xie 血豆腐 xie-dou-fu/xue-dou-fu 薄 bao/bo 芥蓝 jie-lan/gai-lan 芥兰 jie-lan/gai-lan
  芥菜 jie-cai/gai-cai 蛤 ge/ha 花蛤 hua-ge/hua-ha 文蛤 wen-ge/wen-ha 粘 nian/zhan 削面 xiao-mian/xue-mian
  糜子 mi-zi/mei-zi 酵 jiao/xiao 荨麻 qian-ma/xun-ma 桑葚 sang-shen/sang-ren 焯 chao/zhuo 糁 shen/san 糁汤 sa-tang/san-tang
  肉糁 rou-san/rou-shen 呷哺 xia-bu/ga-bu 豉 chi/shi 脯 fu/pu 鸡脯 ji-pu/ji-fu 胸脯 xiong-pu/xiong-fu 爪 zhua/zhao
  和面 huo-mian/he-mian 圆茄 yuan-qie 苣荬 qu-mai/ju-mai 鸡枞 ji-zong/ji-cong 㙡 zong 肋 lei/le 蚵仔 e-zai/ke-zai
  鳜 gui/jue 䱽 chang 䰾 ba 鰤 shi 鮻 suo 鯖 qing 苕 shao/tiao 蛤蟆 ha-ma 藏香 zang-xiang 藏红 zang-hong 螵蛸 piao-xiao 梿 lian
  甑糕 zeng-gao/jing-gao 酿皮 niang-pi/rang-pi 单县 shan-xian 歙县 she-xian/xi-xian 都匀 du-yun 𰻝 biang 𰻞 biang
  剥 bo/bao 炮羊 bao-yang/pao-yang 炮肉 bao-rou/pao-rou 蚌 bang/beng 焌 qu/jun
`).map(([word, text]) => {
  const [firstReading = '', secondReading] = text.replaceAll('-', ' ').split('/');
  return { word, firstReading, secondReading };
});
// A given reading of a character replaces the dictionary's in every word (薄荷), so only readings that differ are given.
const customReadings = KITCHEN_WORDS.map(({ word, firstReading }) => [word, firstReading] as const);
const isNew = ([word, reading]: readonly [string, string]) => [...word].length > 1 || readPinyin(word) !== reading;
customPinyin(Object.fromEntries(customReadings.filter(isNew)));

/** Renders the text of `lib/text/pinyin.generated.ts`, which `lib/text/pinyin.ts` reads. */
export async function renderPinyinTable(): Promise<string> {
  const syllables = listCharacters().map(readPinyin).map(splitSyllable);
  const initials = [...new Set(syllables.map(({ initial }) => initial))].sort();
  const finals = [...new Set(syllables.map(({ final }) => final))].sort();
  const lines = [
    initials.join(' '),
    finals.join(' '),
    syllables.map(({ initial }) => toDigit(initials.indexOf(initial))).join(''),
    syllables.map(({ final }) => toDigit(finals.indexOf(final))).join(''),
    ...(await listPolyphones()),
    '',
    ...listLines(KITCHEN_WORDS.flatMap(({ word, secondReading: other }) => (other ? [[word, other] as const] : []))),
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

/** Lists the words that are not read character by character, and all words that contain such a word, as 士大夫 contains 大夫. */
async function listPolyphones(): Promise<string[]> {
  const words = [...(await readWords())];
  const irregular = words.filter(([word, reading]) => reading !== readByCharacter(word)).map(([word]) => word);
  // A word contains itself, so this also finds the irregular words.
  return listLines(words.filter(([word]) => irregular.some((part) => word.includes(part))));
}

/** Lists a line for each reading of a character in words: the character with the reading, and the words. */
function listLines(words: Iterable<readonly [word: string, reading: string]>): string[] {
  const wordsByTitle = new Map<string, string[]>();
  for (const [word, reading] of words) {
    const syllables = reading.split(' ');
    const isRegular = reading === readByCharacter(word);
    for (const [index, character] of [...word].entries()) {
      const syllable = syllables[index] ?? '';
      // Where every character is read as alone, the first one stands for all.
      if (isRegular ? index > 0 : syllable === readPinyin(character)) continue;
      const title = `${character}${syllable}`;
      wordsByTitle.set(title, [...(wordsByTitle.get(title) ?? []), word]);
    }
  }
  return [...wordsByTitle].map(([title, words]) => [title, ...words].join(' ')).sort();
}

/** Reads the words of the dictionary and our own, and returns their readings without tones. */
async function readWords(): Promise<Map<string, string>> {
  const lists = await Promise.all(WORD_LISTS.map(async (path) => WordList.parse(await import(path)).default));
  const own = KITCHEN_WORDS.map(({ word }) => word).filter((word) => [...word].length > 1);
  const words = [...lists.flatMap((list) => Object.keys(list)), ...own];
  return new Map(words.map((word) => [word, readPinyin(word)]));
}

/** Reads each character as it is read alone. */
function readByCharacter(word: string): string {
  return [...word].map(readPinyin).join(' ');
}

/** Returns the dictionary's pinyin of a text, without tones; empty where it knows none. */
export function readPinyin(text: string): string {
  const syllables = pinyin(text, { toneType: 'none', v: true, type: 'array' });
  return syllables.filter((syllable) => /^[a-z0-9]+$/.test(syllable)).join(' ');
}

/** Splits a syllable into initial and final. Each has so few values that one character can encode it. */
function splitSyllable(reading: string): { readonly initial: string; readonly final: string } {
  const [, initial = '', final = ''] = /^([zcs]h|[bpmfdtnlgkhjqxrzcsyw])?(.*)$/.exec(reading) ?? [];
  return { initial, final };
}

function toDigit(index: number): string {
  return String.fromCharCode('0'.charCodeAt(0) + index);
}
