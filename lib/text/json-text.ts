import { randomUUID } from 'node:crypto';

/** The placeholder of a `JsonText` in a draft. Nobody can guess it, and it never leaves this process. */
const MARK = randomUUID();
const MARKS = new RegExp(`"${MARK}(\\d+)"`, 'g');

/** The texts that the current call of `printJson` has found so far. */
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

  /** `JSON.stringify` calls this. It cannot print JSON text as it is, so it gets a placeholder. */
  toJSON(): string {
    return `${MARK}${texts.push(this.text) - 1}`;
  }
}

/** Prints a value as JSON. A `JsonText` within it is printed as its text. */
export function printJson(value: unknown): string {
  texts = [];
  const draft = JSON.stringify(value);
  const found = texts;
  if (found.length === 0) return draft;
  texts = [];
  return draft.replace(MARKS, (_, index: string) => found[Number(index)] ?? 'null');
}
