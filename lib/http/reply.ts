import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { preferredLanguages } from 'negotiator/lib/language.js';
import * as z from 'zod/mini';
import { AppError, describeProblem, describeReason, type Language, toHttpStatus } from '../errors.ts';
import { MAX_ANSWER_BYTES, pageTooLarge } from '../text/answer-size.ts';
import { printJson } from '../text/json-text.ts';
import { FileAnswer } from './file-answer.ts';

/** An answer as the gateway takes it. */
export type Reply = APIGatewayProxyStructuredResultV2;

/** The part of a page that the error `page_too_large` needs. */
const Page = z.object({ content: z.array(z.looseObject({ icon: z.optional(z.string()) })), totalPages: z.int() });

/** The headers of every answer. A file may replace them. */
const USUAL_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

interface CreatedThings {
  /** Their ids, separated by commas, each encoded as in an address. */
  readonly ids: string;
  /** The address of the first one; empty if it has none. */
  readonly location: string;
}

interface AnswerFacts {
  readonly body?: unknown;
  /** Whether the body is answered without the envelope. */
  readonly isBare?: boolean;
  /** A text of its own for `desc`. */
  readonly desc?: Readonly<Record<Language, string>> | undefined;
  /** The version of the thing, answered as its `ETag`. */
  readonly version?: number | undefined;
  /** Present if things were created. A repetition under the same `Idempotency-Key` is then answered without the body. */
  readonly created?: CreatedThings;
}

/** What a handler returns to answer more than a body. */
export class Answer {
  readonly facts: AnswerFacts;

  constructor(facts: AnswerFacts) {
    this.facts = facts;
  }

  /** Answers the ids of created things in the headers. `readAddress` is the address of a list, or ends in `=` and lacks only an id. */
  static created(ids: readonly (number | string)[], readAddress: string, facts: AnswerFacts = {}): Answer {
    const encoded = ids.map((id) => encodeURIComponent(id));
    const location = readAddress.endsWith('=') ? `${readAddress}${encoded[0]}` : readAddress;
    const created = { ids: encoded.join(','), location: encoded.length === 0 ? '' : location };
    return new Answer({ ...facts, created });
  }

  /** Makes an answer of what a handler returned: an answer, or only a body. */
  static of(result: unknown): Answer {
    return result instanceof Answer ? result : new Answer({ body: result });
  }
}

/** What a handler returns if the client has a current copy: 304 without a body, with these headers. */
export class NotModifiedAnswer {
  readonly headers: Readonly<Record<string, string>>;

  constructor(headers: Readonly<Record<string, string>>) {
    this.headers = headers;
  }
}

/**
 * Puts a result into the envelope of a success, with `ownHeaders` in addition to the usual ones. A file is answered without
 * the envelope, and has its own headers.
 * @throws AppError `page_too_large` if the body does not fit into one answer.
 */
export function replySuccess(result: unknown, language: Language, ownHeaders: Readonly<Record<string, string>>): Reply {
  if (result instanceof NotModifiedAnswer) return { statusCode: 304, headers: { ...USUAL_HEADERS, ...result.headers } };
  if (result instanceof FileAnswer) return replyFile(result);
  const { facts } = Answer.of(result);
  const text = printJson(facts.isBare ? facts.body : toEnvelope(facts, language));
  if (isTooLong(text)) throw bodyTooLarge(facts.body);
  const { ids = '', location = '' } = facts.created ?? {};
  const createdHeaders = ids === '' ? {} : { location, 'catering-ids': ids };
  return { statusCode: 200, headers: { ...USUAL_HEADERS, ...ownHeaders, ...createdHeaders }, body: text };
}

/** Makes the error for a body that is too long. For a page it names the parameters that make it shorter. */
function bodyTooLarge(body: unknown): AppError {
  const entries = Page.safeParse(body).data?.content;
  if (!entries) return new AppError('page_too_large');
  const entryBytes = entries.map((entry) => Buffer.byteLength(printJson(entry)) + 1);
  const hasPictures = entries.some(({ icon = '' }) => icon !== '');
  return pageTooLarge(entryBytes, { hasPictures });
}

function replyFile(file: FileAnswer): Reply {
  const encoded = encode(file.content);
  if (isTooLong(encoded.body)) throw new AppError('page_too_large');
  return { statusCode: 200, headers: { ...USUAL_HEADERS, ...file.headers }, ...encoded };
}

function encode(content: FileAnswer['content']): { body: string; isBase64Encoded: boolean } {
  const isText = typeof content === 'string';
  return { body: isText ? content : Buffer.from(content).toString('base64'), isBase64Encoded: !isText };
}

function isTooLong(text: string): boolean {
  return Buffer.byteLength(text) > MAX_ANSWER_BYTES;
}

function toEnvelope({ body, desc }: AnswerFacts, language: Language): object {
  const text = desc?.[language] || (language === 'en' ? 'OK' : '成功');
  return { code: 200, desc: text, success: true, ...(body === undefined ? {} : { body }) };
}

/** Puts a failure into its envelope, with every bad field. If a page was drawn for it, the page is answered instead. */
export function replyFailure(error: AppError, language: Language, drawnPage?: FileAnswer): Reply {
  const code = toHttpStatus(error.reason);
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
    ...(drawnPage ? encode(drawnPage.content) : { body: text }),
  };
}

/** Chooses the language of an answer: Chinese unless the request's `Accept-Language` prefers English. */
export function chooseLanguage(header: string | undefined): Language {
  const [preferred] = preferredLanguages(header, ['zh', 'en']);
  return preferred === 'en' ? 'en' : 'zh';
}
