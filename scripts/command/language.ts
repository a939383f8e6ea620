import type { Language } from '../../lib/errors.ts';

/** A text for the person at the terminal. */
export type Text = Readonly<Record<Language, string>>;

/** The texts of a command by name. Functions make texts that contain figures. */
export type Words = Readonly<Record<string, Text | ((...figures: never[]) => Text)>>;

/** The language of the terminal by its environment: Chinese for a Chinese locale, otherwise English. */
export function languageOf(variables: Readonly<Record<string, string | undefined>> = process.env): Language {
  const locale = variables['LC_ALL'] || variables['LC_MESSAGES'] || variables['LANG'] || '';
  return /^zh/i.test(locale) ? 'zh' : 'en';
}

/**
 * The text in the language of the terminal. A text without a language, such as a path or a table of data, stays as it
 * is.
 */
export function inLanguage(text: Text | string): string {
  return typeof text === 'string' ? text : text[languageOf()];
}
