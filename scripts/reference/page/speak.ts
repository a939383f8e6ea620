import type { Language } from '../../../lib/errors.ts';
import { tags } from './language.ts';
import { type Speak, type Word, words } from './words.ts';

/** The texts of the page in a language. */
export function speakIn(language: Language): Speak {
  return (word, values = {}) => words[word][language].replaceAll(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
}

/** Writes texts into the elements that the template has. Each element names its text. */
export function writeWords(language: Language): void {
  const speak = speakIn(language);
  document.documentElement.lang = tags[language];
  document.title = speak('title');
  for (const element of document.querySelectorAll<HTMLElement>('[data-word]')) {
    element.textContent = speak(toWord(element.dataset['word']));
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-label]')) {
    element.setAttribute('aria-label', speak(toWord(element.dataset['label'])));
  }
}

function toWord(name = ''): Word {
  if (!isWord(name)) throw new Error(`the page has no word ${name}`);
  return name;
}

function isWord(name: string): name is Word {
  return Object.hasOwn(words, name);
}
