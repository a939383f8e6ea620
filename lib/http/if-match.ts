import { badField } from '../errors.ts';

const HEADER = 'If-Match';
/** The longest header that is read, in characters. */
const MOST_CHARACTERS = 1000;

/** The ETag of a version. */
export function toETag(version: number): string {
  return `"${version}"`;
}

/**
 * Reads the versions that the header allows: every version where there is no header, none for a weak ETag.
 * @throws AppError `invalid_input` where the header is not `*` or a list of ETags.
 */
export function readIfMatch(header: string | undefined): (version: number) => boolean {
  if (header === undefined || header.trim() === '*') return () => true;
  const tags = header.split(',').map((tag) => tag.trim());
  const isList = header.length <= MOST_CHARACTERS && tags.every((tag) => /^(W\/)?"[!#-~]*"$/.test(tag));
  if (!isList) throw badField(HEADER, { code: 'etags' });
  return (version) => tags.includes(toETag(version));
}
