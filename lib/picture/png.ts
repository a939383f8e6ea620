import { inflateSync } from 'node:zlib';
import parse from 'pngjs/lib/parser-sync.js';
import type { Pixels } from './square.ts';

const CHUNKS_START = 8;
/** Bytes of a chunk around its data: length and name before, checksum after. */
const BEFORE = 8;
const AFTER = 4;
/**
 * The most bytes of a pixel, four channels of 16 bits; and the bytes of a line's filter, in each of up to seven passes.
 */
const MOST_PIXEL_BYTES = 8;
const MOST_PASSES = 7;

/**
 * Decodes a PNG; of an animated one, its first picture.
 * @throws Error where it is damaged.
 */
export function decodePng(bytes: Buffer): Pixels {
  const chunks = listChunks(bytes);
  // The decoder would use a second header, which nobody has checked.
  if (chunks.filter(({ name }) => name === 'IHDR').length !== 1) throw new Error('there is more than one header');
  if (isInterlaced(bytes)) demandBounded(bytes, chunks);
  return parse(bytes, {});
}

interface Chunk {
  readonly name: string;
  readonly data: Buffer;
}

function listChunks(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  let position = CHUNKS_START;
  while (position + BEFORE <= bytes.length) {
    const start = position + BEFORE;
    const end = start + bytes.readUInt32BE(position);
    chunks.push({ name: bytes.toString('latin1', position + 4, start), data: bytes.subarray(start, end) });
    position = end + AFTER;
  }
  return chunks;
}

function isInterlaced(bytes: Buffer): boolean {
  return bytes[CHUNKS_START + BEFORE + 12] === 1;
}

/** Inflates the data of an interlaced picture once with a limit, since the decoder inflates it without one. */
function demandBounded(bytes: Buffer, chunks: readonly Chunk[]): void {
  const [width, height] = [bytes.readUInt32BE(CHUNKS_START + BEFORE), bytes.readUInt32BE(CHUNKS_START + BEFORE + 4)];
  const packed = Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map(({ data }) => data));
  inflateSync(packed, { maxOutputLength: width * height * MOST_PIXEL_BYTES + height * MOST_PASSES });
}
