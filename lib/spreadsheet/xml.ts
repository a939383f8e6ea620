const LESS = 0x3c;
const GREATER = 0x3e;
const SLASH = 0x2f;
const BANG = 0x21;
const QUESTION = 0x3f;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const COLON = 0x3a;
/** A space. This character and all below it end a name. */
const SPACE = 0x20;

const INSTRUCTION = Buffer.from('<?');
const INSTRUCTION_END = Buffer.from('?>');
const COMMENT = Buffer.from('<!--');
const COMMENT_END = Buffer.from('-->');
const CDATA = Buffer.from('<![CDATA[');
const CDATA_END = Buffer.from(']]>');

/** The maximum bytes of a text that are decoded. No cell may have that many characters. */
const MAX_TEXT_BYTES = 64 * 1024;

const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(lt|gt|amp|quot|apos));/g;
const textByEntity: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const LAST_CODE_POINT = 0x10ffff;

/** The maximum depth of elements: more than any part of a workbook has. */
const MAX_DEPTH = 1000;

/** The patterns that find attributes in a tag, by the attribute's name. */
const patternByAttribute = new Map<string, RegExp>();

/**
 * Reads an XML document in UTF-8 tag by tag, and decodes only requested texts. Names come without the prefix of their
 * namespace. Entities that the document defines are not supported.
 * @throws Error if the document is UTF-16, and from `next` if it is cut off, has a document type or elements that are not closed
 */
export class XmlReader {
  /** Name of the current tag. */
  name = '';
  /** Whether the tag opens an element. A tag such as `<v/>` opens and closes it. */
  isOpening = false;
  isClosing = false;
  readonly #bytes: Buffer;
  /** The names of the open elements, the innermost last. */
  readonly #openNames: string[] = [];
  #position = 0;
  #textStart = 0;
  #textEnd = 0;
  /** The text since the last tag up to the last comment, instruction or CDATA section. */
  #textBefore = '';
  #attributesStart = 0;
  #attributesEnd = 0;

  constructor(bytes: Buffer) {
    if (bytes[0] === 0 || bytes[0] === 0xfe || bytes[0] === 0xff) throw new Error('only UTF-8 is read');
    this.#bytes = bytes;
  }

  /** Moves to the next tag; false at the end of the document. */
  next(): boolean {
    this.#textBefore = '';
    this.#textStart = this.#position;
    for (;;) {
      const start = this.#bytes.indexOf(LESS, this.#position);
      if (start < 0 && this.#openNames.length > 0) throw new Error(`there is no end of ${this.#openNames.at(-1)}`);
      if (start < 0) return false;
      const second = this.#bytes[start + 1];
      if (second !== BANG && second !== QUESTION) {
        this.#textEnd = start;
        this.#readTag(start + 1);
        return true;
      }
      this.#skipMarkup(start);
    }
  }

  /** Returns the text between the previous tag and this one. A very long text is cut. */
  text(): string {
    return this.#textBefore + this.#decode(this.#textStart, this.#textEnd);
  }

  /** Returns the value of an attribute with any prefix. */
  attribute(name: string): string | undefined {
    if (this.#attributesStart >= this.#attributesEnd) return undefined;
    let pattern = patternByAttribute.get(name);
    if (pattern === undefined) {
      pattern = new RegExp(`\\s(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
      patternByAttribute.set(name, pattern);
    }
    const [, double, single] = pattern.exec(this.#slice(this.#attributesStart, this.#attributesEnd)) ?? [];
    const value = double ?? single;
    return value === undefined ? undefined : replaceEntities(value);
  }

  /** Reads the tag whose `<` is before `start`. */
  #readTag(start: number): void {
    const bytes = this.#bytes;
    this.isClosing = bytes[start] === SLASH;
    this.isOpening = !this.isClosing;
    let nameStart = this.isClosing ? start + 1 : start;
    let position = nameStart;
    for (let byte = bytes[position]; byte !== undefined; byte = bytes[++position]) {
      if (byte <= SPACE || byte === GREATER || byte === SLASH) break;
      if (byte === COLON) nameStart = position + 1;
    }
    this.#attributesStart = position;
    // Most tags of a worksheet have names of one letter.
    this.name =
      position - nameStart === 1 ? String.fromCharCode(bytes[nameStart] ?? 0) : this.#slice(nameStart, position);
    this.#attributesEnd = this.#findTagEnd(position);
    this.#position = this.#attributesEnd + 1;
    if (bytes[this.#attributesEnd - 1] === SLASH) this.isClosing = true;
    if (!this.isClosing && this.#openNames.push(this.name) > MAX_DEPTH)
      throw new Error('elements are nested too deeply');
    if (!this.isOpening && this.#openNames.pop() !== this.name)
      throw new Error(`${this.name} is closed where it is not open`);
  }

  /** Finds the `>` that ends the tag. One within quotation marks does not. */
  #findTagEnd(start: number): number {
    let quote = 0;
    for (let position = start; position < this.#bytes.length; position++) {
      const byte = this.#bytes[position];
      if (quote !== 0) {
        if (byte === quote) quote = 0;
      } else if (byte === GREATER) return position;
      else if (byte === DOUBLE_QUOTE || byte === SINGLE_QUOTE) quote = byte;
    }
    throw new Error('the document is cut off within a tag');
  }

  /** Skips a comment or an instruction. The content of a CDATA section is added to the text. */
  #skipMarkup(start: number): void {
    if (start > this.#textStart) this.#appendText(this.#decode(this.#textStart, start));
    if (this.#startsWith(start, INSTRUCTION)) this.#skipTo(INSTRUCTION_END, start + INSTRUCTION.length);
    else if (this.#startsWith(start, COMMENT)) this.#skipTo(COMMENT_END, start + COMMENT.length);
    else if (this.#startsWith(start, CDATA)) {
      const contentStart = start + CDATA.length;
      const end = this.#skipTo(CDATA_END, contentStart);
      this.#appendText(this.#slice(contentStart, Math.min(end, contentStart + MAX_TEXT_BYTES)));
    } else throw new Error('a document type is not read');
    this.#textStart = this.#position;
  }

  /** Whether the bytes at a position begin with a prefix. Nothing is decoded, since there may be millions of comments. */
  #startsWith(start: number, prefix: Buffer): boolean {
    return prefix.every((byte, index) => this.#bytes[start + index] === byte);
  }

  /** Moves behind the next `end`, and returns its start. */
  #skipTo(end: Buffer, from: number): number {
    const endStart = this.#bytes.indexOf(end, from);
    if (endStart < 0) throw new Error(`the document is cut off before ${end}`);
    this.#position = endStart + end.length;
    return endStart;
  }

  #appendText(text: string): void {
    if (this.#textBefore.length < MAX_TEXT_BYTES) this.#textBefore += text;
  }

  #decode(start: number, end: number): string {
    return start >= end ? '' : replaceEntities(this.#slice(start, Math.min(end, start + MAX_TEXT_BYTES)));
  }

  #slice(start: number, end: number): string {
    return this.#bytes.toString('utf8', start, end);
  }
}

function replaceEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (all, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return textByEntity[name] ?? all;
    const codePoint = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return codePoint <= LAST_CODE_POINT ? String.fromCodePoint(codePoint) : all;
  });
}
