import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { crc32, deflateSync } from 'node:zlib';
import encodeJpeg, { init as startJpeg } from '@jsquash/jpeg/encode.js';
import createWebpDecoder from '@jsquash/webp/codec/dec/webp_dec.js';
import encodeWebp, { init as startWebp } from '@jsquash/webp/encode.js';
import type { Pixels } from '../../../lib/picture/square.ts';
import { startCodec } from '../../../lib/picture/wasm.ts';

const require = createRequire(import.meta.url);
const CHANNELS = 4;

type Colour = readonly [red: number, green: number, blue: number, opacity?: number];

/** A picture in which `colourAt` gives the colour of each pixel. */
export function paintPixels(width: number, height: number, colourAt: (x: number, y: number) => Colour): Pixels {
  const data = new Uint8ClampedArray(width * height * CHANNELS);
  for (let index = 0; index < width * height; index++) {
    const [red, green, blue, opacity = 255] = colourAt(index % width, Math.floor(index / width));
    data.set([red, green, blue, opacity], index * CHANNELS);
  }
  return { width, height, data };
}

/** Encodes a picture as JPEG, as cameras do. */
export async function toJpeg(pixels: Pixels, quality = 85): Promise<Buffer> {
  await startJpeg({ wasmBinary: await readFile(require.resolve('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm')) });
  return Buffer.from(await encodeJpeg({ ...pixels, colorSpace: 'srgb' }, { quality, progressive: false }));
}

/** Encodes a picture as WebP, lossless unless told otherwise. */
export async function toWebp(pixels: Pixels, options = { lossless: 1 }): Promise<Buffer> {
  await startWebp({ wasmBinary: await readFile(require.resolve('@jsquash/webp/codec/enc/webp_enc_simd.wasm')) });
  return Buffer.from(await encodeWebp({ ...pixels, colorSpace: 'srgb' }, options));
}

/** Encodes a picture as PNG of eight bits and four channels. */
export function toPng({ width, height, data }: Pixels): Buffer {
  const lines = Array.from({ length: height }, (_, line) => [
    Buffer.alloc(1),
    Buffer.from(data.subarray(line * width * CHANNELS, (line + 1) * width * CHANNELS)),
  ]);
  return makePng([header(width, height), ['IDAT', deflateSync(Buffer.concat(lines.flat()))]]);
}

type Chunk = readonly [name: string, data: Buffer];

/** A PNG of these chunks, which may contradict each other. */
export function makePng(chunks: readonly Chunk[]): Buffer {
  const all: readonly Chunk[] = [...chunks, ['IEND', Buffer.alloc(0)]];
  const packed = all.map(([name, data]) => {
    const content = Buffer.concat([Buffer.from(name), data]);
    return Buffer.concat([toBytes(data.length), content, toBytes(crc32(content))]);
  });
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...packed]);
}

/** The chunk with the size of a PNG. */
export function header(width: number, height: number, interlace = 0): Chunk {
  return ['IHDR', Buffer.concat([toBytes(width), toBytes(height), Buffer.from([8, 6, 0, 0, interlace])])];
}

function toBytes(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}

/** A JPEG as a phone writes it: with an orientation from 1 to 8, and with a text in its metadata. */
export function withExif(jpeg: Buffer, orientation: number, secret: string): Buffer {
  const entries = Buffer.alloc(2 + 2 * 12 + 4);
  entries.writeUInt16LE(2, 0);
  entries.writeUInt16LE(0x0112, 2);
  entries.writeUInt16LE(3, 4);
  entries.writeUInt32LE(1, 6);
  entries.writeUInt16LE(orientation, 10);
  entries.writeUInt16LE(0x010e, 14);
  entries.writeUInt16LE(2, 16);
  entries.writeUInt32LE(secret.length, 18);
  entries.writeUInt32LE(8 + entries.length, 22);
  const exif = Buffer.concat([Buffer.from('Exif\0\0II*\0\x08\0\0\0', 'latin1'), entries, Buffer.from(secret)]);
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, exif.length + 2]), exif]);
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}

/** The picture of an icon's data string. */
export async function showIcon(icon: string): Promise<Pixels> {
  const decoder = await startCodec('webp', createWebpDecoder);
  const pixels = decoder.decode(Buffer.from(icon.replace(/^data:image\/webp;base64,/, ''), 'base64'));
  if (!pixels) throw new Error('the icon is no picture');
  return pixels;
}

/** The colour at a point, given as shares of width and height. */
export function colourAt({ width, height, data }: Pixels, x: number, y: number): number[] {
  const at = (Math.floor(y * height) * width + Math.floor(x * width)) * CHANNELS;
  return [...data.subarray(at, at + CHANNELS)];
}
