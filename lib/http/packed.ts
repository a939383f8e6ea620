import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib';
import { preferredEncodings } from 'negotiator/lib/encoding.js';
import * as z from 'zod/mini';
import type { Call } from './endpoint.ts';
import { type ContentType, FileAnswer } from './file-answer.ts';

/** The quality of brotli. The highest one, 11, takes ten times as long and saves a tenth. */
const BROTLI_QUALITY = 9;

/** A compressed text, in base64, as the build puts it beside a function. */
export const PackedText = z.object({ brotli: z.string(), etag: z.string() });
export type PackedText = z.output<typeof PackedText>;

/** The encodings of answers, the preferred one first. */
const ENCODINGS = ['br', 'gzip', 'identity'];

/** Packs a text under its ETag, which is weak, since the text is also sent unpacked. */
export function packText(text: string, etag: string): PackedText {
  const brotli = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  return { brotli: brotli.toString('base64'), etag };
}

/** What is known of an answer before its text is there. */
interface TextForm {
  readonly type: ContentType;
  readonly headers: FileAnswer['headers'];
}

/** Answers a packed text as the request's `Accept-Encoding` allows. */
export function answerPacked(
  { brotli, etag }: PackedText,
  requestHeaders: ReadonlyMap<string, string>,
  { type, headers: ownHeaders }: TextForm,
): FileAnswer {
  // The gateway answers each calling page with that page's own origin.
  const headers = { ...ownHeaders, etag, vary: 'accept-encoding, origin' };
  const bytes = Buffer.from(brotli, 'base64');
  const accepted = requestHeaders.get('accept-encoding') ?? 'identity';
  const [encoding] = preferredEncodings(accepted, ENCODINGS, ENCODINGS);
  if (encoding === 'br') return new FileAnswer(type, bytes, { headers: { ...headers, 'content-encoding': 'br' } });
  const text = brotliDecompressSync(bytes);
  // Clients that accept gzip alone are old and rare.
  return encoding === 'gzip'
    ? new FileAnswer(type, gzipSync(text), { headers: { ...headers, 'content-encoding': 'gzip' } })
    : new FileAnswer(type, text.toString(), { headers });
}

interface DrawnText {
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether something is missing. Such a text gets no ETag, because the ETag belongs to the complete text. */
  readonly isIncomplete?: boolean;
}

/** Draws a text and answers it compressed. If the client has a copy, `draw` is not called and the body is empty. */
export async function answerText(
  { headers: requestHeaders, isCachedByClient }: Pick<Call<unknown, undefined>, 'headers' | 'isCachedByClient'>,
  { type, headers }: TextForm & { readonly headers: { readonly etag: string } },
  draw: () => Promise<DrawnText>,
): Promise<FileAnswer> {
  if (isCachedByClient(headers.etag)) return new FileAnswer(type, '', { headers });
  const { text, headers: drawnHeaders, isIncomplete = false } = await draw();
  const form = { type, headers: { ...headers, ...drawnHeaders } };
  const answer = answerPacked(packText(text, headers.etag), requestHeaders, form);
  if (!isIncomplete) return answer;
  const { etag: _, ...otherHeaders } = answer.headers;
  return new FileAnswer(type, answer.content, { headers: otherHeaders });
}
