import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { preferredEncodings } from 'negotiator/lib/encoding.js';

/** By text. A function has one of its own, which does not change while it lives. */
const compressed = new Map<string, Promise<Buffer>>();

/** A text as it goes out, with the headers that tell its encoding. */
interface Compressed {
  readonly data: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** Compresses a long text where the request's `Accept-Encoding` allows it. Each text is compressed once. */
export async function compress(text: string, requestHeaders: ReadonlyMap<string, string>): Promise<Compressed> {
  // The gateway answers each page that may call with that page's own origin.
  const vary = { vary: 'accept-encoding, origin' };
  const asked = requestHeaders.get('accept-encoding') ?? 'identity';
  const [encoding] = preferredEncodings(asked, ['gzip', 'identity'], ['gzip', 'identity']);
  if (encoding !== 'gzip') return { data: text, headers: vary };
  const known = compressed.get(text) ?? promisify(gzip)(text);
  compressed.set(text, known);
  return { data: await known, headers: { ...vary, 'content-encoding': 'gzip' } };
}
