import { preferredLanguages } from 'negotiator/lib/language.js';
import type { Language } from '../errors.ts';

const languages: readonly Language[] = ['zh', 'en'];

/** The language of an answer: Chinese unless the request's `Accept-Language` prefers English. */
export function chooseLanguage(header: string | undefined): Language {
  const [preferred] = preferredLanguages(header, languages);
  return languages.find((one) => one === preferred) ?? 'zh';
}
