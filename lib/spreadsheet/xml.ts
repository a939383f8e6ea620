/** The maximum bytes of a text that are decoded. A cell may have 1,000 characters (`rows.ts`), so a cut text is too long. */
const MAX_TEXT_BYTES = 64 * 1024;
/** The maximum depth of elements: more than any part of a workbook has. */
const MAX_DEPTH = 1000;

const CDATA = '<![CDATA[';
/** Markup that is no tag. */
const OTHER_MARKUP = [
  { beginning: '<?', end: '?>' },
  { beginning: '<!--', end: '-->' },
  { beginning: CDATA, end: ']]>' },
];

/** The beginning of a tag: a slash if it closes an element, a prefix, the name. `\0- ` are control characters and the space. */
const TAG_START = /<(\/?)(?:[^\0- /:>]*:)?([^\0- />]*)/y;
/** The rest of a tag. A `>` within quotation marks does not end it. */
const TAG_REST = /[^"'>]*(?:(?:"[^"]*"|'[^']*')[^"'>]*)*>/y;

const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(lt|gt|amp|quot|apos));/g;
const textByName: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const LAST_CODE_POINT = 0x10ffff;

/** The patterns that find attributes in a tag, by the attribute's name. Making one takes longer than using it. */
const patternByAttribute = new Map<string, RegExp>();

/**
 * Reads an XML document in UTF-8 tag by tag, and decodes only requested texts. Names come without the prefix of their
 * namespace. Entities that the document defines are not supported.
 * @throws Error if the document is UTF-16; `next` throws if it is cut off, has a document type or a wrong nesting of elements
 */
export class XmlReader {
  /** The name of the current tag; empty before the first one. */
  name = '';
  /** Whether the tag opens an element. A tag such as `<v/>` opens and closes one. */
  isOpening = false;
  isClosing = false;
  /** The document with a character for each byte, which takes the least time and memory. */
  readonly #bytes: string;
  /** The names of the open elements, the innermost last. */
  readonly #openNames: string[] = [];
  /** The index of the first character that is not read yet. */
  #position = 0;
  /** The text since the last tag up to the last comment, instruction or CDATA section; what follows is from `#textStart` on. */
  #textBefore = '';
  #textStart = 0;
  #textEnd = 0;
  #attributes = '';

  constructor(bytes: Buffer) {
    if (bytes[0] === 0 || bytes[0] === 0xfe || bytes[0] === 0xff) throw new Error('only UTF-8 is read');
    this.#bytes = bytes.toString('latin1');
  }

  /** Moves to the next tag; false at the end of the document. */
  next(): boolean {
    this.#textBefore = '';
    this.#textStart = this.#position;
    for (;;) {
      const start = this.#bytes.indexOf('<', this.#position);
      if (start < 0 && this.#openNames.length > 0) throw new Error(`there is no end of ${this.#openNames.at(-1)}`);
      if (start < 0) return false;
      const secondCharacter = this.#bytes[start + 1];
      if (secondCharacter !== '!' && secondCharacter !== '?') {
        this.#textEnd = start;
        this.#readTag(start);
        return true;
      }
      this.#skipMarkup(start);
    }
  }

  /** Returns the text between the previous tag and this one. A very long text is cut. */
  text(): string {
    return this.#textBefore + replaceEntities(this.#decodeRange(this.#textStart, this.#textEnd));
  }

  /** Returns the value of an attribute with any prefix. */
  attribute(name: string): string | undefined {
    let pattern = patternByAttribute.get(name);
    if (pattern === undefined) {
      pattern = new RegExp(`\\s(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
      patternByAttribute.set(name, pattern);
    }
    const [, doubleQuoted, singleQuoted] = pattern.exec(this.#attributes) ?? [];
    const value = doubleQuoted ?? singleQuoted;
    return value === undefined ? undefined : replaceEntities(decode(value));
  }

  #readTag(start: number): void {
    TAG_START.lastIndex = start;
    const [, slash = '', name = ''] = TAG_START.exec(this.#bytes) ?? [];
    TAG_REST.lastIndex = TAG_START.lastIndex;
    const [rest] = TAG_REST.exec(this.#bytes) ?? [];
    if (rest === undefined) throw new Error('the document is cut off within a tag');
    this.#position = TAG_REST.lastIndex;
    this.#attributes = rest;
    this.name = name;
    this.isOpening = slash === '';
    this.isClosing = !this.isOpening || rest.endsWith('/>');
    if (!this.isClosing && this.#openNames.push(name) > MAX_DEPTH) throw new Error('elements are nested too deeply');
    if (!this.isOpening && this.#openNames.pop() !== name) throw new Error(`${name} is closed where it is not open`);
  }

  /** Skips a comment or an instruction. The content of a CDATA section is added to the text. */
  #skipMarkup(start: number): void {
    this.#appendText(replaceEntities(this.#decodeRange(this.#textStart, start)));
    const kind = OTHER_MARKUP.find(({ beginning }) => this.#bytes.startsWith(beginning, start));
    if (!kind) throw new Error('a document type is not read');
    const { beginning, end } = kind;
    const contentStart = start + beginning.length;
    const contentEnd = this.#bytes.indexOf(end, contentStart);
    if (contentEnd < 0) throw new Error(`the document is cut off before ${end}`);
    if (beginning === CDATA) this.#appendText(this.#decodeRange(contentStart, contentEnd));
    this.#position = contentEnd + end.length;
    this.#textStart = this.#position;
  }

  #appendText(text: string): void {
    if (this.#textBefore.length < MAX_TEXT_BYTES) this.#textBefore += text;
  }

  #decodeRange(start: number, end: number): string {
    return decode(this.#bytes.slice(start, Math.min(end, start + MAX_TEXT_BYTES)));
  }
}

function decode(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}

function replaceEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return textByName[name] ?? entity;
    const codePoint = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return codePoint <= LAST_CODE_POINT ? String.fromCodePoint(codePoint) : entity;
  });
}
