import { comparableText, normaliseKey } from '../../text/normal-form.ts';

/** A keyword that may be pinyin: letters and digits, with spaces and apostrophes between syllables. */
const TYPED_PINYIN = /^(?=.*[a-z])[a-z0-9 ']+$/;

/**
 * Makes the fuzzy match of the contract: a keyword finds a text that contains it, ignoring case, and a name by pinyin of
 * consecutive syllables: all in full, the last as far as typed, or the first letter of each. `fanqie`, `fan qie`, `qiech`,
 * `fqcd` find 番茄炒蛋 (`FanQieChaoDan`); `an` and `nq` do not. The text is a normalised key; the pinyin is the name's, if known.
 */
export function makeKeywordMatcher(keyword: string | undefined): (text: string, pinyin?: string) => boolean {
  if (keyword === undefined) return () => true;
  const word = normaliseKey(keyword);
  // Keyboards have v for ü.
  const typed = word.replaceAll('ü', 'v');
  if (!TYPED_PINYIN.test(typed)) return (text) => text.includes(word);
  const sound = makePinyinPattern(typed.split(/[ ']+/).filter(Boolean));
  return (text, pinyin) => text.includes(word) || (pinyin !== undefined && sound.test(pinyin));
}

/** Makes a function that matches a whole text. Without `wanted` it matches every text. */
export function makeTextMatcher(wanted: string | undefined): (text: string) => boolean {
  const compared = wanted && comparableText(wanted);
  return (text) => compared === undefined || comparableText(text) === compared;
}

/** Makes the pattern of a keyword's pinyin. Syllables of a name begin with capitals. Each typed part begins a syllable. */
function makePinyinPattern(parts: readonly string[]): RegExp {
  const inFull = parts.map(([first = '', ...others]) => first.toUpperCase() + others.map(toAnyCase).join('')).join('');
  const initials = [...parts.join('').toUpperCase()].join('[a-z]*');
  return new RegExp(`${inFull}|${initials}`);
}

/** Makes the pattern of a letter that continues a syllable or begins the next one. */
function toAnyCase(letter: string): string {
  return `[${letter}${letter.toUpperCase()}]`;
}
