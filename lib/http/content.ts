/** Kinds of files that the service answers in place of the envelope. */
const types = {
  'application/json': { isText: true },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { isText: false },
  'image/svg+xml': { isText: true },
  'text/html': { isText: true },
};

export type ContentType = keyof typeof types;

/** A page or picture of ours needs its own styles and pictures only; what stands in it from outside can do nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'";

interface ContentFacts {
  /** Where it is to be saved rather than shown: under which name. */
  readonly fileName?: string;
  /** More headers, or others than the usual ones, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a handler returns to answer a file in place of the envelope. */
export class Content {
  readonly type: ContentType;
  /** Bytes are those that go out: what is compressed has its `content-encoding` among the headers. */
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

/** RFC 6266: a name for old clients, and the true one. */
function nameFile(name: string): string {
  const plain = /^[\w.-]+$/.test(name) ? name : `file${/\.\w+$/.exec(name)?.[0] ?? ''}`;
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}
