import { cleanText } from './clean-text.ts';

const entityByCharacter: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for XML and HTML, between tags and in attributes with double quotes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entityByCharacter[character] ?? character);
}

/** HTML or SVG, made by the functions below alone. It is not escaped again when it is put into other markup. */
export class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

type Piece = string | number | Markup | readonly Piece[];

/**
 * The template tag for HTML and SVG. It escapes inserted texts and makes them printable, for use between tags and in
 * attributes with double quotes. Markup is inserted unchanged. The pieces of a list follow each other without a separator.
 */
export function markup(literals: TemplateStringsArray, ...insertions: readonly Piece[]): Markup {
  // `reduce` begins with the first literal, so each other literal follows the insertion before it.
  return new Markup(
    literals.reduce((text, literal, index) => text + writePiece(insertions[index - 1] ?? '') + literal),
  );
}

/** Joins pieces, by default with line breaks. The separator is our own text, so it is not escaped. */
export function joinMarkup(pieces: readonly Piece[], separator = '\n'): Markup {
  return new Markup(pieces.map(writePiece).join(separator));
}

/** Makes markup of a text without escaping it. The text must be our own, such as a script or a style. */
export function trustedMarkup(text: string): Markup {
  return new Markup(text);
}

function writePiece(piece: Piece): string {
  if (typeof piece === 'string') return escapeMarkup(cleanText(piece));
  return piece instanceof Markup || typeof piece === 'number' ? piece.toString() : piece.map(writePiece).join('');
}
