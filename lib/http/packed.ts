import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib';
import { preferredEncodings } from 'negotiator/lib/encoding.js';
import * as z from 'zod/mini';
import { type ContentType, FileAnswer } from './file-answer.ts';

/** The highest level, 11, takes ten times as long, for a tenth less. */
const LEVEL = 9;

/** A text as the build puts it beside a function: compressed, in base64. */
export const Packed = z.object({ brotli: z.string(), etag: z.string() });
export type Packed = z.output<typeof Packed>;

/** A text as it is sent, with its headers. */
interface Sent {
  readonly data: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** In the order in which they are preferred. */
const ENCODINGS = ['br', 'gzip', 'identity'];

/** Packs a text under its ETag, which is weak, since the text is also sent unpacked. */
export function packText(text: string, etag: string): Packed {
  const brotli = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: LEVEL } });
  return { brotli: brotli.toString('base64'), etag };
}

/** A packed text, compressed or not, as the request's `Accept-Encoding` allows. */
export function sendPacked({ brotli, etag }: Packed, requestHeaders: ReadonlyMap<string, string>): Sent {
  // The gateway answers each calling page with that page's own origin.
  const headers = { etag, vary: 'accept-encoding, origin' };
  const bytes = Buffer.from(brotli, 'base64');
  const accepted = requestHeaders.get('accept-encoding') ?? 'identity';
  const [encoding] = preferredEncodings(accepted, ENCODINGS, ENCODINGS);
  if (encoding === 'br') return { data: bytes, headers: { ...headers, 'content-encoding': 'br' } };
  const text = brotliDecompressSync(bytes);
  // Whoever takes gzip alone is old and rare.
  if (encoding === 'gzip') return { data: gzipSync(text), headers: { ...headers, 'content-encoding': 'gzip' } };
  return { data: text.toString(), headers };
}

/** What a text is answered with: its ETag among its headers, and those of the request. */
interface TextFrame {
  readonly type: ContentType;
  readonly headers: Readonly<Record<string, string>> & { readonly etag: string };
  readonly requestHeaders: ReadonlyMap<string, string>;
  readonly isHeld: (etag: string) => boolean;
}

/** A text, with headers on top of the frame's. */
interface DrawnText {
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether something is missing: then the text has no ETag, since the whole one has it. */
  readonly isPart?: boolean;
}

/** Answers a text, packed; to who holds it already nothing, and then it is not drawn. */
export async function answerText(
  { type, headers, requestHeaders, isHeld }: TextFrame,
  draw: () => Promise<DrawnText>,
): Promise<FileAnswer> {
  if (isHeld(headers.etag)) return new FileAnswer(type, '', { headers });
  const { text, headers: own = {}, isPart = false } = await draw();
  const { data, headers: sending } = sendPacked(packText(text, headers.etag), requestHeaders);
  const { etag, ...others } = { ...headers, ...own, ...sending };
  return new FileAnswer(type, data, { headers: isPart ? others : { etag, ...others } });
}
