import { createHash, timingSafeEqual } from 'node:crypto';

/** What a front sends with every request, to show that it is one. */
const SECRET_HEADER = 'x-catering-front';
/** The address of whoever called CloudFront, which lets nobody else set it: `198.51.100.1:46532`, also of IPv6. */
const VIEWER_HEADER = 'cloudfront-viewer-address';
const DIGEST_BYTES = 32;

/** SHA-256 digests of the secrets that are good, in hex, separated by commas; undefined where it is something else. */
export function readFrontDigests(text: string): readonly string[] | undefined {
  const digests = text === '' ? [] : text.split(',').map((digest) => digest.trim());
  return digests.every((digest) => /^[0-9a-f]{64}$/.test(digest)) ? digests : undefined;
}

/**
 * From where a request comes that has passed the front; undefined where it has not, or where the front does not say
 * from where. A secret is compared by its digest, which may be known to everybody, and in the same time whatever it is.
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
