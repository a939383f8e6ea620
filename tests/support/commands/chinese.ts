import { expect } from 'vitest';

/** The environment of a terminal in Chinese. */
export const CHINESE = { LC_ALL: 'zh_CN.UTF-8' };

export const HAN = /\p{Script=Han}/u;

/** Two English words in a row: names of options, fields and units are single words. */
const ENGLISH = /\b[A-Za-z]{2,},? [a-z]{2,}\b/;

/** Expects that every line has Chinese text, and English only in names. */
export function expectChinese(lines: readonly string[]): void {
  expect(lines.filter((line) => !HAN.test(line) || ENGLISH.test(line))).toEqual([]);
}
