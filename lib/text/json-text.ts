import { randomUUID } from 'node:crypto';

/** Stands for a `JsonText` until it is put in; nobody can guess it, and it never leaves this process. */
const MARK = randomUUID();
const MARKS = new RegExp(`"${MARK}(\\d+)"`, 'g');

/** The texts that the printing under way has come across. */
let texts: string[] = [];

/**
 * JSON text that is answered exactly as it was sent: key order kept, numbers unchanged. `printJson` prints it as it is
 * instead of quoting it.
 */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Called by `JSON.stringify`, which has no way of its own to print an object from its text. */
  toJSON(): string {
    return `${MARK}${texts.push(this.text) - 1}`;
  }
}

/** JSON of a value; a `JsonText` within it stands as it is. */
export function printJson(value: unknown): string {
  texts = [];
  const draft = JSON.stringify(value);
  const found = texts;
  if (found.length === 0) return draft;
  texts = [];
  return draft.replace(MARKS, (_, index: string) => found[Number(index)] ?? 'null');
}
