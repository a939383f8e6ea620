import { AppError } from '../errors.ts';
import type { Picture } from '../text/picture.ts';

/** The content type of a workbook. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** The content types of files that are answered without the envelope, by the ending of the address. */
const contentTypeByEnding = {
  css: 'text/css',
  html: 'text/html',
  ics: 'text/calendar',
  js: 'text/javascript',
  json: 'application/json',
  svg: 'image/svg+xml',
  xlsx: XLSX,
} as const;

/** `image/*` is a picture as it was uploaded. Its header names its format. */
export type ContentType = (typeof contentTypeByEnding)[keyof typeof contentTypeByEnding] | 'image/*';

/** The content security policy. Pages and pictures use only inline styles and data URLs. Nothing from outside can run in them. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'";

interface FileAnswerOptions {
  /** The name under which browsers save the file; absent if they show it. */
  readonly fileName?: string;
  /** Headers to add to the usual ones or to replace them, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a handler returns to answer a file without the envelope. */
export class FileAnswer {
  readonly type: ContentType;
  /** Bytes are sent as they are. If they are compressed, `headers` has their `content-encoding`. */
  readonly content: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;

  constructor(type: ContentType, content: string | Uint8Array, { fileName, headers = {} }: FileAnswerOptions = {}) {
    this.type = type;
    this.content = content;
    this.headers = {
      'content-type': isText(type) ? `${type}; charset=utf-8` : type,
      'content-security-policy': POLICY,
      ...(fileName !== undefined && { 'content-disposition': toContentDisposition(fileName) }),
      ...headers,
    };
  }
}

/** Answers a picture. Clients may keep it for ever under its own version. @throws AppError `thing_not_found` if there is none. */
export function answerPicture(picture: Picture | undefined, requestedVersion: string | undefined): FileAnswer {
  if (!picture) throw new AppError('thing_not_found');
  const { contentType, bytes, version } = picture;
  const cacheControl = requestedVersion === version ? 'private, max-age=31536000, immutable' : 'private, no-cache';
  const headers = { 'content-type': contentType, etag: `"${version}"`, 'cache-control': cacheControl };
  return new FileAnswer('image/*', bytes, { headers });
}

/** Whether a file of this content type is text. */
export function isText(type: ContentType): boolean {
  return type !== XLSX && type !== 'image/*';
}

/** Finds the content type of a file by the ending of its address or name. */
export function findContentType(path: string): ContentType | undefined {
  return Object.entries(contentTypeByEnding).find(([ending]) => path.endsWith(`.${ending}`))?.[1];
}

/** Makes the `content-disposition` of RFC 6266: an ASCII name for old clients, and the true name. */
function toContentDisposition(name: string): string {
  const asciiName = /^[\w.-]+$/.test(name) ? name : `file${/\.\w+$/.exec(name)?.[0] ?? ''}`;
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}
