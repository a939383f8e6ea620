import type { Language } from '../../../lib/errors.ts';

const KEY = 'catering-language';

/** As `lang` and `Accept-Language` have it. */
export const tags: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en' };

/** The language that was chosen here before; else, as the service does, what the browser prefers of those there are. */
export function recallLanguage(): Language {
  return toLanguage(recall()) ?? navigator.languages.map(toLanguage).find((one) => one !== undefined) ?? 'zh';
}

/** A browser that keeps nothing forgets the choice. */
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
