import { expect } from 'vitest';

/** The environment of a terminal in Chinese. */
export const CHINESE = { LC_ALL: 'zh_CN.UTF-8' };

export const HAN = /\p{Script=Han}/u;

/** Two English words one after the other: names of options, fields and units stand alone. */
const ENGLISH = /\b[A-Za-z]{2,},? [a-z]{2,}\b/;

/** Every line has something in Chinese, and none has English but for names. */
export function expectChinese(lines: readonly string[]): void {
  expect(lines.filter((line) => !HAN.test(line) || ENGLISH.test(line))).toEqual([]);
}
