import { pinyin } from 'pinyin-pro';
import { normaliseKey } from '../../../lib/text/normal-form.ts';

/** Whether a word is pinyin of consecutive syllables of a name, in full or by first letters. */
export function isSounded(name: string, word: string): boolean {
  const parts = normaliseKey(word).split(/[ ']+/).filter(Boolean);
  const letters = parts.join('');
  if (!/^[a-z0-9]+$/.test(letters) || !/[a-z]/.test(letters) || !/\p{Script=Han}/u.test(name)) return false;
  const syllables = pinyin(normaliseKey(name), { toneType: 'none', v: true, type: 'array' }).filter((syllable) =>
    /^[a-z0-9]+$/.test(syllable),
  );
  const initials = syllables.map((syllable) => syllable.slice(0, 1)).join('');
  return initials.includes(letters) || syllables.some((_, start) => goesOn(syllables.slice(start), parts));
}

/** Whether syllables begin with these parts, from the first one on. */
function goesOn(syllables: readonly string[], [part, ...others]: readonly string[]): boolean {
  if (part === undefined) return true;
  if (others.length === 0) return syllables.join('').startsWith(part);
  const count = syllables.findIndex((_, end) => syllables.slice(0, end + 1).join('') === part);
  return count >= 0 && goesOn(syllables.slice(count + 1), others);
}
