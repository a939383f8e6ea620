import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Packed } from '../../lib/http/packed.ts';

/** The highest level, 11, would take seconds of each start, for a tenth less. */
const LEVEL = 9;

/** A text packed as functions send it. Its ETag is weak, since the text is also sent unpacked. */
export function pack(text: string): Packed {
  const hash = createHash('sha256').update(text).digest('base64url');
  const brotli = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: LEVEL } });
  return { brotli: brotli.toString('base64'), etag: `W/"${hash.slice(0, 22)}"` };
}
