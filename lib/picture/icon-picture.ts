import createJpegDecoder from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js';
import createWebpDecoder from '@jsquash/webp/codec/dec/webp_dec.js';
import createWebpEncoder from '@jsquash/webp/codec/enc/webp_enc_simd.js';
import { defaultOptions } from '@jsquash/webp/meta.js';
import { AppError, badField, type Problem } from '../errors.ts';
import { type PictureHeader, readHeader } from './header.ts';
import { decodePng } from './png.ts';
import { cutSquare, type Pixels } from './square.ts';
import { startCodec } from './wasm.ts';

/** The form field that pictures come in. */
const FIELD = 'files';
/** The most pixels of a picture: a little more than the 24 million of phone cameras. */
const MOST_PIXELS = 25_000_000;
/** The least pixels of each side. */
const LEAST_SIDE = 32;
/** The most scans of a progressive JPEG. 1 to 15 are usual, and each takes time for the whole picture. */
const MOST_ROUNDS = 100;
const ROUND = Buffer.from([0xff, 0xda]);

const PREFIX = 'data:image/webp;base64,';
/** The most characters of an icon made from a picture: 200 such icons fit into one answer. */
const MOST_CHARACTERS = 20 * 1024;
/** Side and quality, from the best to one that always fits. */
const ATTEMPTS = [
  [320, 80],
  [320, 65],
  [320, 50],
  [240, 50],
  [240, 30],
  [160, 30],
  [96, 30],
  [48, 30],
] as const;

/**
 * Makes an icon from a PNG, JPEG or WebP: the square in its middle, turned upright, as a data string of at most 20 KB.
 * It contains nothing else of the picture. The same bytes make the same icon.
 * @throws AppError `invalid_input` naming what is wrong in field `files`.
 */
export async function makeIcon(file: Uint8Array): Promise<string> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const header = readHeader(bytes);
  if (header === undefined) throw badField(FIELD, { code: 'picture' });
  demandBounded(header, bytes);
  const pixels = await decode(header, bytes);
  for (const [side, quality] of ATTEMPTS) {
    const icon = PREFIX + (await encode(cutSquare(pixels, side), quality)).toString('base64');
    if (icon.length <= MOST_CHARACTERS) return icon;
  }
  throw new Error('the smallest picture is too large');
}

function demandBounded({ kind, width, height, isAnimated, isOfInks }: PictureHeader, bytes: Buffer): void {
  const refuse = (problem: Problem) => {
    throw badField(FIELD, problem);
  };
  if (isAnimated) refuse({ code: 'picture_moving' });
  if (isOfInks) refuse({ code: 'picture_inks' });
  if (width * height > MOST_PIXELS) refuse({ code: 'picture_pixels', max: MOST_PIXELS / 1_000_000 });
  if (Math.min(width, height) < LEAST_SIDE) refuse({ code: 'picture_side', min: LEAST_SIDE });
  if (kind === 'jpeg' && countRounds(bytes) > MOST_ROUNDS) refuse({ code: 'picture_damaged' });
}

function countRounds(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(ROUND); at >= 0 && count <= MOST_ROUNDS; at = bytes.indexOf(ROUND, at + 2)) count++;
  return count;
}

async function decode({ kind, width, height }: PictureHeader, bytes: Buffer): Promise<Pixels> {
  try {
    const pixels = kind === 'png' ? decodePng(bytes) : await (kind === 'jpeg' ? decodeJpeg(bytes) : decodeWebp(bytes));
    if (pixels && pixels.width * pixels.height === width * height) return pixels;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw badField(FIELD, { code: 'picture_damaged' }, 'invalid_input', cause);
  }
  throw badField(FIELD, { code: 'picture_damaged' });
}

/** Decodes a JPEG. The decoder fills the missing part of a file that is cut off with grey: only its warnings tell. */
async function decodeJpeg(bytes: Buffer): Promise<Pixels | null | undefined> {
  let isCutOff = false;
  const decoder = await startCodec('jpeg', createJpegDecoder, (line) => {
    isCutOff ||= line.startsWith('Premature end');
  });
  const pixels = decoder.decode(bytes, true);
  return isCutOff ? undefined : pixels;
}

async function decodeWebp(bytes: Buffer): Promise<Pixels | null | undefined> {
  const decoder = await startCodec('webp', createWebpDecoder);
  return decoder.decode(bytes);
}

async function encode({ data, width, height }: Pixels, quality: number): Promise<Buffer> {
  const encoder = await startCodec('toWebp', createWebpEncoder);
  const bytes = encoder.encode(data, width, height, { ...defaultOptions, quality, alpha_quality: quality });
  if (!bytes) throw new Error('the picture cannot be encoded');
  return Buffer.from(bytes);
}
