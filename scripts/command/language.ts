import type { Language } from '../../lib/errors.ts';

/** A text for the person at the terminal. */
export type Text = Readonly<Record<Language, string>>;

/** The texts of a command by name, some of them made of figures. */
export type Words = Readonly<Record<string, Text | ((...figures: never[]) => Text)>>;

/** The language of the terminal, as its programs find it: Chinese where the locale is, else English. */
export function languageOf(variables: Readonly<Record<string, string | undefined>> = process.env): Language {
  const locale = variables['LC_ALL'] || variables['LC_MESSAGES'] || variables['LANG'] || '';
  return /^zh/i.test(locale) ? 'zh' : 'en';
}

/** The text as the terminal's person reads it. What has no language (a path, a table of data) stays as it is. */
export function inLanguage(text: Text | string): string {
  return typeof text === 'string' ? text : text[languageOf()];
}
