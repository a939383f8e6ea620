import { gunzipSync } from 'node:zlib';
import { preferredEncodings } from 'negotiator/lib/encoding.js';
import * as z from 'zod/mini';

/** A text as the build puts it beside a function: compressed, in base64. */
export const Packed = z.object({ gzip: z.string(), etag: z.string() });
export type Packed = z.output<typeof Packed>;

/** A text as it is sent, with its headers. */
interface Sent {
  readonly data: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** A packed text, compressed or not, as the request's `Accept-Encoding` allows. */
export function sendPacked({ gzip, etag }: Packed, requestHeaders: ReadonlyMap<string, string>): Sent {
  // The gateway answers each calling page with that page's own origin.
  const headers = { etag, vary: 'accept-encoding, origin' };
  const bytes = Buffer.from(gzip, 'base64');
  const asked = requestHeaders.get('accept-encoding') ?? 'identity';
  const [encoding] = preferredEncodings(asked, ['gzip', 'identity'], ['gzip', 'identity']);
  if (encoding !== 'gzip') return { data: gunzipSync(bytes).toString(), headers };
  return { data: bytes, headers: { ...headers, 'content-encoding': 'gzip' } };
}
