import { hash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import * as z from 'zod/mini';
import { FrozenDays } from '../../domain/analysis/frozen-days.ts';
import { Revision } from '../../domain/revision.ts';
import { AppError } from '../../errors.ts';

/** The most bytes of a packed revision. */
export const MAX_BYTES = 200 * 1024;
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
  if (data.length > MAX_BYTES) throw new AppError('menu_too_large');
  return data;
}

/** Unpacks the bytes of a revision. */
export function unpackRevision(data: Uint8Array): Revision {
  return Revision.parse(unpack(data));
}

/** What was found of one day of a revision. Each day is packed by itself: few who show a menu show all its days. */
export const PackedDay = z.object({ date: z.string(), data: z.instanceof(Uint8Array) });
type PackedDay = Readonly<z.output<typeof PackedDay>>;

/** Packs what was found of the days of a revision. */
export function packDays(found: FrozenDays): PackedDay[] {
  const dates = [...new Set(found.flatMap((days) => days.map(({ date }) => date)))].sort();
  return dates.map((date) => ({ date, data: pack(found.map((days) => days.filter((day) => day.date === date))) }));
}

/** Unpacks what was found of a revision on these dates. */
export function unpackDays(packed: readonly PackedDay[], dates: readonly string[]): FrozenDays {
  const days = packed.filter(({ date }) => dates.includes(date)).map(({ data }) => FrozenDays.parse(unpack(data)));
  return (days[0] ?? []).map((_, index) => days.flatMap((day) => day[index] ?? []));
}

function pack(value: unknown): Uint8Array<ArrayBuffer> {
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
export function hashRevision(revision: Revision): number {
  return Number.parseInt(hash('sha256', JSON.stringify(revision)).slice(0, HEX_DIGITS), 16);
}
