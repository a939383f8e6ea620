import { cleanText } from './clean-text.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for XML and HTML, between tags and in attributes with double quotes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}

/** HTML or SVG, which goes into other markup as it is. */
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
 * The tag of a template of HTML or SVG. A text in it is escaped and made printable, for use between tags and in
 * attributes with double quotes; markup goes in as it is, lists without anything between.
 */
export function markup(texts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(texts.reduce((all, text, index) => `${all}${write(pieces[index - 1] ?? '')}${text}`));
}

/** Pieces one after the other, on a line each. */
export function joinMarkup(pieces: readonly Piece[], between = '\n'): Markup {
  return new Markup(pieces.map(write).join(between));
}

/** Our own text, such as a script or a style, as it is. Never a text from outside. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

function write(piece: Piece): string {
  if (typeof piece === 'string') return escapeMarkup(cleanText(piece));
  return piece instanceof Markup || typeof piece === 'number' ? piece.toString() : piece.map(write).join('');
}
