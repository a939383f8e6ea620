import { normaliseKey } from '../text/normal-form.ts';

/**
 * Whether a keyword finds something: by its text, a normalised key, or by the pinyin of its name where that is known.
 */
export type Search = (text: string, pinyin: string | undefined) => boolean;

/** A keyword that may be pinyin: letters and digits, with spaces and apostrophes between syllables. */
const TYPED = /^(?=.*[a-z])[a-z0-9 ']+$/;

/**
 * Fuzzy match of the contract: a keyword is found where it is part of a text, ignoring case, or where it is pinyin of
 * syllables that follow each other in a name: all of them in full, the last as far as it has been typed, or the first
 * letter of each. `fanqie`, `qiech`, `fqcd` and `fan qie` find 番茄炒蛋 (`FanQieChaoDan`); `an` and `nq` do not.
 */
export function searchFor(keyword: string | undefined): Search {
  if (keyword === undefined) return () => true;
  const word = normaliseKey(keyword);
  // Keyboards have v for ü.
  const typed = word.replaceAll('ü', 'v');
  if (!TYPED.test(typed)) return (text) => text.includes(word);
  const sound = soundOf(typed.split(/[ ']+/).filter(Boolean));
  return (text, pinyin) => text.includes(word) || (pinyin !== undefined && sound.test(pinyin));
}

/**
 * The pattern of a keyword's pinyin. Syllables begin with capitals, and digits stand for themselves. Parts that were
 * typed apart are syllables apart.
 */
function soundOf(parts: readonly string[]): RegExp {
  const inFull = parts.map(([first = '', ...others]) => first.toUpperCase() + others.map(inAnyCase).join('')).join('');
  const initials = [...parts.join('').toUpperCase()].join('[a-z]*');
  return new RegExp(`${inFull}|${initials}`);
}

/** A letter that continues a syllable or begins the next one. */
function inAnyCase(letter: string): string {
  return `[${letter}${letter.toUpperCase()}]`;
}
