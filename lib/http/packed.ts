import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib';
import { preferredEncodings } from 'negotiator/lib/encoding.js';
import * as z from 'zod/mini';
import type { Call } from './endpoint.ts';
import { type ContentType, FileAnswer } from './file-answer.ts';

/** The quality of brotli. The highest one, 11, takes ten times as long and saves a tenth. */
const BROTLI_QUALITY = 9;
/** The encodings of answers, the preferred one first. */
const ENCODINGS = ['br', 'gzip', 'identity'];
/** The request's headers that an answer depends on. The gateway answers each calling page with that page's own origin. */
const VARY = 'accept-encoding, origin';

/** A text compressed with brotli, in base64, as the build puts it beside a function. */
export const PackedText = z.object({ brotli: z.string(), etag: z.string() });
export type PackedText = z.output<typeof PackedText>;

/** Compresses a text. `etag` must be weak: the text is also sent uncompressed. */
export function packText(text: string, etag: string): PackedText {
  return { brotli: compress(text).toString('base64'), etag };
}

function compress(text: string): Buffer {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
}

/** What is known of an answer before its text is there. */
interface AnswerHead {
  readonly type: ContentType;
  readonly headers: FileAnswer['headers'];
}

type RequestHeaders = ReadonlyMap<string, string>;

/** Answers a packed text as the request's `Accept-Encoding` allows. */
export function answerPacked({ brotli, etag }: PackedText, request: RequestHeaders, head: AnswerHead): FileAnswer {
  const bytes = Buffer.from(brotli, 'base64');
  const forms = { toBrotli: () => bytes, toText: () => brotliDecompressSync(bytes).toString() };
  return answerEncoded(forms, request, { ...head, headers: { ...head.headers, etag } });
}

/** Answers a text in the encoding that the request prefers. Only the form that is sent is made. */
function answerEncoded(
  { toBrotli, toText }: { readonly toBrotli: () => Buffer; readonly toText: () => string },
  request: RequestHeaders,
  { type, headers: ownHeaders }: AnswerHead,
): FileAnswer {
  const headers = { ...ownHeaders, vary: VARY };
  const accepted = request.get('accept-encoding') ?? 'identity';
  const [encoding] = preferredEncodings(accepted, ENCODINGS, ENCODINGS);
  if (encoding !== 'br' && encoding !== 'gzip') return new FileAnswer(type, toText(), { headers });
  // Clients that accept gzip alone are old and rare.
  const bytes = encoding === 'br' ? toBrotli() : gzipSync(toText());
  return new FileAnswer(type, bytes, { headers: { ...headers, 'content-encoding': encoding } });
}

/** A text that is drawn for one request, with the headers that follow from it. */
interface DrawnText {
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether something is missing. Such a text gets no ETag, because the ETag belongs to the complete text. */
  readonly isIncomplete?: boolean;
}

/** Draws a text and answers it compressed. If the client has a copy, `draw` is not called; `conditional` then answers 304. */
export async function answerText(
  { headers: request, isCachedByClient }: Pick<Call<unknown, undefined>, 'headers' | 'isCachedByClient'>,
  { type, headers: { etag, ...headers } }: AnswerHead & { readonly headers: { readonly etag: string } },
  draw: () => Promise<DrawnText>,
): Promise<FileAnswer> {
  if (isCachedByClient(etag)) return new FileAnswer(type, '', { headers: { ...headers, etag, vary: VARY } });
  const { text, headers: drawnHeaders, isIncomplete = false } = await draw();
  const forms = { toBrotli: () => compress(text), toText: () => text };
  const etagHeader = isIncomplete ? {} : { etag };
  return answerEncoded(forms, request, { type, headers: { ...headers, ...drawnHeaders, ...etagHeader } });
}
