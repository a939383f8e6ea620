import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { AppError, describeProblem, describeReason, type Language, statusOf } from '../errors.ts';
import { MOST_ANSWER_BYTES } from '../text/answer-size.ts';
import { printJson } from '../text/json-text.ts';
import { Content } from './content.ts';

/** What the gateway is answered. */
export type Reply = APIGatewayProxyStructuredResultV2;

/** What a success is answered by, beside its result. */
interface Asked {
  readonly language: Language;
  /** Of the thing that is answered. */
  readonly etag: string | undefined;
  /** Of the request, by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
}

/** Most bytes that one unit of a string's length takes in UTF-8. */
const MOST_BYTES_PER_UNIT = 3;

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** What a handler returns to answer without the envelope. */
export class Bare {
  readonly body: unknown;

  constructor(body: unknown) {
    this.body = body;
  }
}

/** What a handler returns to say in `desc` more than that it went well. */
export class Described {
  readonly desc: Readonly<Record<Language, string>>;

  constructor(desc: Readonly<Record<Language, string>>) {
    this.desc = desc;
  }
}

/** What a handler returns to have the answer tell in its headers what it has created. */
export class Created {
  /** Separated by commas, each encoded as in an address. */
  readonly ids: string;
  /** Where the first of them is read; empty where there is none. */
  readonly location: string;

  constructor(ids: string, location: string) {
    this.ids = ids;
    this.location = location;
  }

  /** Things of these ids, the first of which is read at `read` with its id behind; a list is read as a whole. */
  static of(ids: readonly (number | string)[], read: string): Created {
    const [first] = ids.map((id) => encodeURIComponent(id));
    const location = read.endsWith('=') ? `${read}${first}` : read;
    return new Created(ids.map((id) => encodeURIComponent(id)).join(','), first === undefined ? '' : location);
  }
}

/** What a handler returns to have the answer carry the version of what it shows, as an ETag. */
export class Versioned {
  readonly result: unknown;
  readonly version: number;

  constructor(result: unknown, version: number) {
    this.result = result;
    this.version = version;
  }
}

/**
 * The envelope of a success, whose `body` is left out where there is none; or the file that is answered in its place.
 * @throws AppError `page_too_large` where the body does not fit into one answer.
 */
export function replySuccess(result: unknown, { language, etag, headers: asked }: Asked): Reply {
  if (result instanceof Content) return replyContent(result, asked.get('if-none-match') ?? '');
  const text = printJson(result instanceof Bare ? result.body : envelop(result, language));
  if (isTooLong(text)) throw new AppError('page_too_large');
  const told = { ...(etag === undefined ? {} : { etag }), ...tellCreated(result) };
  return { statusCode: 200, headers: { ...headers, ...told }, body: text };
}

function tellCreated(result: unknown): Record<string, string> {
  if (!(result instanceof Created) || result.ids === '') return {};
  return { location: result.location, 'catering-ids': result.ids };
}

/** Weak tags, as of what may come compressed, and strong ones alike. */
function toOpaque(tag: string): string {
  return tag.replace('W/', '');
}

/** A file with an ETag goes out only to those who do not have it already. */
function replyContent(content: Content, known: string): Reply {
  const { data } = content;
  const { etag } = content.headers;
  if (etag !== undefined && known.split(/\s*,\s*/).some((tag) => toOpaque(tag) === toOpaque(etag))) {
    return { statusCode: 304, headers: { ...headers, ...content.headers } };
  }
  const body = typeof data === 'string' ? data : Buffer.from(data).toString('base64');
  if (isTooLong(body)) throw new AppError('page_too_large');
  const isBase64Encoded = typeof data !== 'string';
  return { statusCode: 200, headers: { ...headers, ...content.headers }, body, isBase64Encoded };
}

/** Counting the bytes takes longer than all else here; of short texts it would say nothing. */
function isTooLong(text: string): boolean {
  return text.length * MOST_BYTES_PER_UNIT > MOST_ANSWER_BYTES && Buffer.byteLength(text) > MOST_ANSWER_BYTES;
}

function envelop(result: unknown, language: Language): object {
  if (result instanceof Described) return { code: 200, desc: result.desc[language], success: true };
  const desc = language === 'en' ? 'OK' : '成功';
  return {
    code: 200,
    desc,
    success: true,
    ...(result === undefined || result instanceof Created ? {} : { body: result }),
  };
}

/** The envelope of a failure, with every bad field. */
export function replyFailure(error: AppError, language: Language): Reply {
  const code = statusOf(error.reason);
  const errors = error.fields.map(({ field, problem, place }) => {
    return { field, message: describeProblem(problem, language), ...place };
  });
  const text = JSON.stringify({
    code,
    desc: describeReason(error.reason, language),
    success: false,
    reason: error.reason,
    ...(errors.length > 0 ? { errors } : {}),
  });
  return {
    statusCode: code,
    headers: {
      ...headers,
      ...(code === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      ...(error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) }),
    },
    body: text,
  };
}
