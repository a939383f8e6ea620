import { randomUUID } from 'node:crypto';

/** Stands for a `JsonText` at first, followed by its index. Nobody can guess it, and it never leaves this process. */
const PLACEHOLDER = randomUUID();
const PLACEHOLDERS = new RegExp(`"${PLACEHOLDER}(\\d+)"`, 'g');

/** The texts that the current call of `printJson` has met so far. A call that fails may leave some. */
let texts: string[] = [];

/** JSON text that `printJson` prints exactly as it is. Print values that may hold one only by `printJson`. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** `JSON.stringify` calls this. It cannot print JSON text as it is, so it gets a placeholder. */
  toJSON(): string {
    return `${PLACEHOLDER}${texts.push(this.text) - 1}`;
  }
}

/** Prints a value as JSON. A `JsonText` within it is printed as its text. */
export function printJson(value: unknown): string {
  texts = [];
  const draft = JSON.stringify(value);
  const printedTexts = texts;
  if (printedTexts.length === 0) return draft;
  texts = [];
  return draft.replace(PLACEHOLDERS, (_, index: string) => printedTexts[Number(index)] ?? 'null');
}
