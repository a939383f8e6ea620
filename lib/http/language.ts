import { preferredLanguages } from 'negotiator/lib/language.js';
import type { Language } from '../errors.ts';
import { RecentMap } from '../text/recent-map.ts';

const languages: readonly Language[] = ['zh', 'en'];

/** Browsers send few different headers, and each of them with every call. */
const MOST_REMEMBERED = 50;
const chosen = new RecentMap<string | undefined, Language>(MOST_REMEMBERED);

/** The language of an answer by the request's `Accept-Language`: Chinese unless it prefers English. */
export function chooseLanguage(header: string | undefined): Language {
  const known = chosen.get(header);
  if (known) return known;
  const [preferred] = preferredLanguages(header, languages);
  const language = languages.find((one) => one === preferred) ?? 'zh';
  chosen.set(header, language);
  return language;
}
