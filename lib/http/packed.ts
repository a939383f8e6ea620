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

/** Answers a packed text as the request's `Accept-Encoding` allows. */
export function answerPacked(
  packed: PackedText,
  requestHeaders: ReadonlyMap<string, string>,
  { type, headers }: { readonly type: ContentType; readonly headers: FileAnswer['headers'] },
): FileAnswer {
  const { data, headers: encodingHeaders } = encodePacked(packed, requestHeaders);
  return new FileAnswer(type, data, { headers: { ...headers, ...encodingHeaders } });
}

/** Encodes a packed text as the request's `Accept-Encoding` allows. */
function encodePacked({ brotli, etag }: PackedText, requestHeaders: ReadonlyMap<string, string>) {
  // The gateway answers each calling page with that page's own origin.
  const headers = { etag, vary: 'accept-encoding, origin' };
  const bytes = Buffer.from(brotli, 'base64');
  const accepted = requestHeaders.get('accept-encoding') ?? 'identity';
  const [encoding] = preferredEncodings(accepted, ENCODINGS, ENCODINGS);
  if (encoding === 'br') return { data: bytes, headers: { ...headers, 'content-encoding': 'br' } };
  const text = brotliDecompressSync(bytes);
  // Clients that accept gzip alone are old and rare.
  if (encoding === 'gzip') return { data: gzipSync(text), headers: { ...headers, 'content-encoding': 'gzip' } };
  return { data: text.toString(), headers };
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
  {
    type,
    headers,
  }: { readonly type: ContentType; readonly headers: FileAnswer['headers'] & { readonly etag: string } },
  draw: () => Promise<DrawnText>,
): Promise<FileAnswer> {
  if (isCachedByClient(headers.etag)) return new FileAnswer(type, '', { headers });
  const { text, headers: drawnHeaders = {}, isIncomplete = false } = await draw();
  const { data, headers: encodingHeaders } = encodePacked(packText(text, headers.etag), requestHeaders);
  const { etag, ...otherHeaders } = { ...headers, ...drawnHeaders, ...encodingHeaders };
  return new FileAnswer(type, data, { headers: isIncomplete ? otherHeaders : { etag, ...otherHeaders } });
}
