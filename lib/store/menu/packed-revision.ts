import { hash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import * as z from 'zod/mini';
import { FrozenDays } from '../../domain/analysis/frozen-days.ts';
import { Revision } from '../../domain/revision.ts';
import { AppError } from '../../errors.ts';

/** The maximum bytes of a packed revision. */
export const MAX_REVISION_BYTES = 200 * 1024;
/** The quality of compression. A higher one saves a few per cent and takes ten times as long. */
const BROTLI_QUALITY = 9;
/** The hex digits of a hash that are used: 48 bits, which a number represents exactly. */
const HASH_DIGITS = 12;

/**
 * Packs a revision into the bytes that its item holds.
 * @throws AppError `menu_too_large`.
 */
export function packRevision(revision: Revision): Uint8Array {
  const data = pack(revision);
  if (data.length > MAX_REVISION_BYTES) throw new AppError('menu_too_large');
  return data;
}

/** Unpacks the bytes of a revision. */
export function unpackRevision(data: Uint8Array): Revision {
  return Revision.parse(unpack(data));
}

/**
 * The findings about one day of a revision. Each day is packed separately, because most screens show only some days.
 */
export const PackedDay = z.object({ date: z.string(), data: z.instanceof(Uint8Array) });
type PackedDay = Readonly<z.output<typeof PackedDay>>;

/** Packs the days of all groups by date: for each date a list for each group, empty where it is served nothing. */
export function packDays(findings: FrozenDays): PackedDay[] {
  const dates = [...new Set(findings.flatMap((days) => days.map(({ date }) => date)))].sort();
  return dates.map((date) => ({ date, data: pack(findings.map((days) => days.filter((day) => day.date === date))) }));
}

/** Unpacks the days with these dates, and joins the lists of each group. */
export function unpackDays(packedDays: readonly PackedDay[], dates: readonly string[]): FrozenDays {
  const wantedDays = packedDays.filter(({ date }) => dates.includes(date));
  const findingsOfDays = wantedDays.map(({ data }) => FrozenDays.parse(unpack(data)));
  return (findingsOfDays[0] ?? []).map((_, group) => findingsOfDays.flatMap((findings) => findings[group] ?? []));
}

function pack(value: unknown): Uint8Array<ArrayBuffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  return brotliCompressSync(JSON.stringify(value), { params });
}

function unpack(data: Uint8Array): unknown {
  return JSON.parse(brotliDecompressSync(data).toString());
}

/**
 * The version of the analysis of a revision, used as its ETag: 48 bits of the revision's hash. It practically never equals
 * the version of a menu, which is a small number.
 */
export function hashRevision(revision: Revision): number {
  return Number.parseInt(hash('sha256', JSON.stringify(revision)).slice(0, HASH_DIGITS), 16);
}
