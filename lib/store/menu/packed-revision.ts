import { hash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { FrozenDays } from '../../domain/analysis/frozen-days.ts';
import { Revision } from '../../domain/revision.ts';
import { AppError } from '../../errors.ts';

/** The most bytes of a packed revision. */
export const MOST_BYTES = 200 * 1024;
/** A higher quality saves only a few per cent and takes ten times as long. */
const QUALITY = 9;
/** As many hex digits as a number holds exactly. */
const HEX_DIGITS = 12;

/**
 * Packs a revision into the bytes that its item holds.
 * @throws AppError `menu_too_large`.
 */
export function packRevision(revision: Revision): Uint8Array {
  const data = pack(revision);
  if (data.length > MOST_BYTES) throw new AppError('menu_too_large');
  return data;
}

/** Unpacks the bytes of a revision. */
export function unpackRevision(data: Uint8Array): Revision {
  return Revision.parse(unpack(data));
}

/** Packs what was found of the days of a revision. */
export function packDays(days: FrozenDays): Uint8Array {
  return pack(days);
}

/** Unpacks what was found of the days of a revision. */
export function unpackDays(data: Uint8Array): FrozenDays {
  return FrozenDays.parse(unpack(data));
}

function pack(value: unknown): Uint8Array {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  return brotliCompressSync(JSON.stringify(value), { params });
}

function unpack(data: Uint8Array): unknown {
  return JSON.parse(brotliDecompressSync(data).toString());
}

/**
 * A number for everything that went into an analysis, used as its ETag: 48 bits of a hash. It is never as small as the
 * version of a menu.
 */
export function versionOf(revision: Revision): number {
  return Number.parseInt(hash('sha256', JSON.stringify(revision)).slice(0, HEX_DIGITS), 16);
}
