/** The kind of a workbook. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Kinds of files that the service answers in place of the envelope. */
const types = {
  'application/json': { isText: true },
  [XLSX]: { isText: false },
  'image/svg+xml': { isText: true },
  'text/html': { isText: true },
};

export type ContentType = keyof typeof types;

/** A page or picture of ours needs its own styles and pictures only. Nothing in it that comes from outside can act. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'";

interface ContentFacts {
  /** The name under which it is to be saved; absent where it is to be shown. */
  readonly fileName?: string;
  /** Headers beside the usual ones, or in their place, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a handler returns to answer a file in place of the envelope. */
export class Content {
  readonly type: ContentType;
  /** Bytes go out as they are: if they are compressed, the headers have their `content-encoding`. */
  readonly data: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;

  constructor(type: ContentType, data: string | Uint8Array, { fileName, headers = {} }: ContentFacts = {}) {
    this.type = type;
    this.data = data;
    this.headers = {
      'content-type': isText(type) ? `${type}; charset=utf-8` : type,
      'content-security-policy': POLICY,
      ...(fileName === undefined ? {} : { 'content-disposition': nameFile(fileName) }),
      ...headers,
    };
  }
}

/** Whether a file of this kind is text. */
export function isText(type: ContentType): boolean {
  return types[type].isText;
}

/**
 * Whether a request says that its sender has the file of this ETag. Weak tags, which compressed files may have, and strong
 * ones compare alike.
 */
export function isHeld(etag: string, headers: ReadonlyMap<string, string>): boolean {
  const held = (headers.get('if-none-match') ?? '').split(/\s*,\s*/);
  return held.some((tag) => toOpaque(tag) === toOpaque(etag));
}

function toOpaque(tag: string): string {
  return tag.replace('W/', '');
}

/** Names the file as RFC 6266 has it: once for old clients, and by its true name. */
function nameFile(name: string): string {
  const plain = /^[\w.-]+$/.test(name) ? name : `file${/\.\w+$/.exec(name)?.[0] ?? ''}`;
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}
