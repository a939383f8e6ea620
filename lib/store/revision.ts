import { hash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { Revision } from '../domain/revision.ts';
import { AppError } from '../errors.ts';

/** Most bytes of a revision as it lies in its item. */
export const MOST_BYTES = 200 * 1024;
/** Beyond it a revision gets smaller by a few per cent only, and takes ten times as long. */
const QUALITY = 9;
/** Digits of a version that a number holds exactly. */
const HEX_DIGITS = 12;

/**
 * The bytes of a revision in its item.
 * @throws AppError `menu_too_large`.
 */
export function packRevision(revision: Revision): Uint8Array {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  const data = brotliCompressSync(JSON.stringify(revision), { params });
  if (data.length > MOST_BYTES) throw new AppError('menu_too_large');
  return data;
}

/** The revision that these bytes are. */
export function unpackRevision(data: Uint8Array): Revision {
  return Revision.parse(JSON.parse(brotliDecompressSync(data).toString()));
}

/**
 * A number that stands for all that went into an analysis, for its ETag: 48 bits of a hash. It is none of the small ones
 * that are versions of menus.
 */
export function versionOf(revision: Revision): number {
  return Number.parseInt(hash('sha256', JSON.stringify(revision)).slice(0, HEX_DIGITS), 16);
}
