import type { Language } from '../../../lib/errors.ts';

const KEY = 'catering-language';

/** The languages as `lang` and `Accept-Language` write them. */
export const tags: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en' };

/** The language that was chosen here before, or else the one that the browser prefers, as the service chooses. */
export function recallLanguage(): Language {
  return toLanguage(recall()) ?? navigator.languages.map(toLanguage).find((one) => one !== undefined) ?? 'zh';
}

/** Remembers the choice, if the browser stores anything. */
export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {}
}

function recall(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

function toLanguage(tag: string): Language | undefined {
  const [first] = tag.toLowerCase().split('-');
  return first === 'zh' || first === 'en' ? first : undefined;
}
