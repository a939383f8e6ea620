import { createHash, timingSafeEqual } from 'node:crypto';

/** The header in which a front sends its secret with every request. */
const SECRET_HEADER = 'x-catering-front';
/** The address of CloudFront's caller, as `198.51.100.1:46532`, with IPv6 alike. CloudFront lets nobody else set it. */
const VIEWER_HEADER = 'cloudfront-viewer-address';
const DIGEST_BYTES = 32;

/** Reads the SHA-256 digests of the valid secrets: hex, separated by commas. Undefined for any other text. */
export function readFrontDigests(text: string): readonly string[] | undefined {
  const digests = text === '' ? [] : text.split(',').map((digest) => digest.trim());
  return digests.every((digest) => /^[0-9a-f]{64}$/.test(digest)) ? digests : undefined;
}

/**
 * The address of a request that came through the front; undefined where it came past it, or where the front gives no
 * address. A secret is compared by its digest, which is no secret, and in constant time.
 */
export function findViewer(headers: ReadonlyMap<string, string>, digests: readonly string[]): string | undefined {
  const sent = createHash('sha256')
    .update(headers.get(SECRET_HEADER) ?? '')
    .digest();
  const isFront = digests.some((digest) => {
    const good = Buffer.from(digest, 'hex');
    return good.length === DIGEST_BYTES && timingSafeEqual(good, sent);
  });
  const [, address] = /^\[?([0-9a-fA-F.:]+?)\]?:\d{1,5}$/.exec(headers.get(VIEWER_HEADER) ?? '') ?? [];
  return isFront ? address : undefined;
}
