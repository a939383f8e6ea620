import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Packed } from '../../lib/http/packed.ts';

/** A text packed as functions send it. Its ETag is weak, since the text is also sent unpacked. */
export function pack(text: string): Packed {
  const hash = createHash('sha256').update(text).digest('base64url');
  return { gzip: gzipSync(text, { level: 9 }).toString('base64'), etag: `W/"${hash.slice(0, 22)}"` };
}
