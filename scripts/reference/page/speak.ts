import type { Language } from '../../../lib/errors.ts';
import { tags } from './language.ts';
import { type Speak, type Word, words } from './words.ts';

/** Says the words of the page in a language. */
export function speakIn(language: Language): Speak {
  return (word, values = {}) => words[word][language].replaceAll(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
}

/** Writes into what the page has had from the start: each element names its word. */
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
