import { cleanText } from './clean-text.ts';

const entityByCharacter: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for XML and HTML, between tags and in attributes with double quotes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entityByCharacter[character] ?? character);
}

/** HTML or SVG. It is not escaped again when it is put into other markup. */
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
 * The tag of a template of HTML or SVG. It escapes texts and makes them printable, for use between tags and in
 * attributes with double quotes. Markup is inserted unchanged, and a list without separators.
 */
export function markup(texts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(
    texts.reduce((markupText, text, index) => `${markupText}${writePiece(pieces[index - 1] ?? '')}${text}`),
  );
}

/** Joins pieces, by default with line breaks. */
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
