import { randomUUID } from 'node:crypto';

/** Stands for a `JsonText` until its text is put in. Nobody can guess it, and it never leaves this process. */
const MARK = randomUUID();
const MARKS = new RegExp(`"${MARK}(\\d+)"`, 'g');

/** The texts that have been met while printing. */
let texts: string[] = [];

/**
 * JSON text that is answered exactly as it was sent, with its order of keys and its numbers. `printJson` does not quote
 * it.
 */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** `JSON.stringify` calls this; it cannot print an object from its text by itself. */
  toJSON(): string {
    return `${MARK}${texts.push(this.text) - 1}`;
  }
}

/** Prints a value as JSON; a `JsonText` within it stands as it is. */
export function printJson(value: unknown): string {
  texts = [];
  const draft = JSON.stringify(value);
  const found = texts;
  if (found.length === 0) return draft;
  texts = [];
  return draft.replace(MARKS, (_, index: string) => found[Number(index)] ?? 'null');
}
