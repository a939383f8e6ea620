import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { preferredLanguages } from 'negotiator/lib/language.js';
import * as z from 'zod/mini';
import { AppError, describeProblem, describeReason, findHttpStatus, type Language } from '../errors.ts';
import { MAX_ANSWER_BYTES, pageTooLarge } from '../text/answer-size.ts';
import { printJson } from '../text/json-text.ts';
import { FileAnswer } from './file-answer.ts';

/** An answer as the gateway takes it. */
export type Reply = APIGatewayProxyStructuredResultV2;

/** The part of a page that the error `page_too_large` needs. */
const Page = z.object({ content: z.array(z.looseObject({ icon: z.optional(z.string()) })), totalPages: z.int() });

/** The maximum bytes in UTF-8 of one code unit of a string. */
const MAX_BYTES_PER_CODE_UNIT = 3;

/** The headers of every answer. A file may replace them. */
const USUAL_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** What a handler returns to answer without the envelope. */
export class BareAnswer {
  readonly body: unknown;

  constructor(body: unknown) {
    this.body = body;
  }
}

/** What a handler returns to give `desc` a text of its own. */
export class DescribedAnswer {
  readonly desc: Readonly<Record<Language, string>>;
  readonly body = undefined;

  constructor(desc: Readonly<Record<Language, string>>) {
    this.desc = desc;
  }
}

interface CreatedContent {
  /** Answered only once. A repetition under the same `Idempotency-Key` is answered without it. */
  readonly body?: unknown;
  readonly desc?: DescribedAnswer['desc'] | undefined;
}

/** What a handler returns to answer the ids of created things in the headers. */
export class CreatedAnswer {
  /** The ids, separated by commas, each encoded as in an address. */
  readonly ids: string;
  /** The address of the first thing; empty where it has none. */
  readonly location: string;
  readonly body: unknown;
  readonly desc: CreatedContent['desc'];

  constructor(ids: string, location: string, { body, desc }: CreatedContent = {}) {
    this.ids = ids;
    this.location = location;
    this.body = body;
    this.desc = desc;
  }

  /** The same with this body. */
  withBody(body: unknown): CreatedAnswer {
    return new CreatedAnswer(this.ids, this.location, { ...this, body });
  }

  /** Makes the answer for things with these ids. `readAddress` is the address of a list, or ends in `=` and lacks only an id. */
  static forIds(ids: readonly (number | string)[], readAddress: string, content?: CreatedContent): CreatedAnswer {
    const encoded = ids.map((id) => encodeURIComponent(id));
    const location = readAddress.endsWith('=') ? `${readAddress}${encoded[0]}` : readAddress;
    return new CreatedAnswer(encoded.join(','), encoded.length === 0 ? '' : location, content);
  }
}

/** The result where the client has a current copy: 304 without a body, with these headers. */
export class NotModifiedAnswer {
  readonly headers: Readonly<Record<string, string>>;

  constructor(headers: Readonly<Record<string, string>>) {
    this.headers = headers;
  }
}

/** What a handler returns to answer the version of a thing as its ETag. */
export class VersionedAnswer {
  readonly result: unknown;
  readonly version: number;

  constructor(result: unknown, version: number) {
    this.result = result;
    this.version = version;
  }
}

/**
 * Puts a result into the envelope of a success, with `extraHeaders` in addition to the usual ones. A file is answered without
 * the envelope, and has its own headers.
 * @throws AppError `page_too_large` where the body does not fit into one answer.
 */
export function replySuccess(
  result: unknown,
  language: Language,
  extraHeaders: Readonly<Record<string, string>>,
): Reply {
  if (result instanceof NotModifiedAnswer) return { statusCode: 304, headers: { ...USUAL_HEADERS, ...result.headers } };
  if (result instanceof FileAnswer) return replyFile(result);
  const text = printJson(result instanceof BareAnswer ? result.body : toEnvelope(result, language));
  if (isTooLong(text)) throw bodyTooLarge(result);
  return { statusCode: 200, headers: { ...USUAL_HEADERS, ...extraHeaders, ...toCreatedHeaders(result) }, body: text };
}

/** The error for a body that is too long. For a page it names the parameters that make it shorter. */
function bodyTooLarge(result: unknown): AppError {
  const content = Page.safeParse(result).data?.content;
  if (!content) return new AppError('page_too_large');
  const bytes = content.map((entry) => Buffer.byteLength(printJson(entry)) + 1);
  const hasPictures = content.some(({ icon = '' }) => icon !== '');
  return pageTooLarge(bytes, hasPictures);
}

function toCreatedHeaders(result: unknown): Record<string, string> {
  if (!(result instanceof CreatedAnswer) || result.ids === '') return {};
  return { location: result.location, 'catering-ids': result.ids };
}

function replyFile(file: FileAnswer): Reply {
  const encoded = encode(file.data);
  if (isTooLong(encoded.body)) throw new AppError('page_too_large');
  return { statusCode: 200, headers: { ...USUAL_HEADERS, ...file.headers }, ...encoded };
}

function encode(data: FileAnswer['data']): { body: string; isBase64Encoded: boolean } {
  const isText = typeof data === 'string';
  return { body: isText ? data : Buffer.from(data).toString('base64'), isBase64Encoded: !isText };
}

/** Whether a text is too long for an answer. Counting its bytes is slow, so the bytes of a short text are not counted. */
function isTooLong(text: string): boolean {
  return text.length * MAX_BYTES_PER_CODE_UNIT > MAX_ANSWER_BYTES && Buffer.byteLength(text) > MAX_ANSWER_BYTES;
}

function toEnvelope(result: unknown, language: Language): object {
  const hasDesc = result instanceof DescribedAnswer || result instanceof CreatedAnswer;
  const desc = (hasDesc && result.desc?.[language]) || (language === 'en' ? 'OK' : '成功');
  const body = hasDesc ? result.body : result;
  return { code: 200, desc, success: true, ...(body === undefined ? {} : { body }) };
}

/** Puts a failure into its envelope, with every bad field. Where a page was drawn for it, the page is answered instead. */
export function replyFailure(error: AppError, language: Language, drawnPage?: FileAnswer): Reply {
  const code = findHttpStatus(error.reason);
  const errors = error.fields.map(({ field, problem, position }) => {
    return { field, message: describeProblem(problem, language), ...position };
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
      ...USUAL_HEADERS,
      ...(code === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      ...(error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) }),
      ...drawnPage?.headers,
    },
    ...(drawnPage ? encode(drawnPage.data) : { body: text }),
  };
}

const languages: readonly Language[] = ['zh', 'en'];

/** The language of an answer: Chinese unless the request's `Accept-Language` prefers English. */
export function chooseLanguage(header: string | undefined): Language {
  const [preferred] = preferredLanguages(header, languages);
  return languages.find((language) => language === preferred) ?? 'zh';
}
