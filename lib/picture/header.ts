/** What a picture's header says, before anything is decoded. */
export interface PictureHeader {
  readonly kind: 'png' | 'jpeg' | 'webp';
  readonly width: number;
  readonly height: number;
  /** Whether it is animated, and so is not one picture. */
  readonly isAnimated: boolean;
  /** Whether its colours are inks, as for print (CMYK). */
  readonly isOfInks: boolean;
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
const LEAST_WEBP_BYTES = 30;
const VP8_START = 0x2a019d;
const VP8L_START = 0x2f;
const ANIMATED = 0x02;
const INKS = 4;

/** Markers of a JPEG: its start, the start of the scan, and those without a length. */
const START = 0xd8;
const LINES = 0xda;
const END = 0xd9;

/** Reads the header of a PNG, JPEG or WebP; undefined where the file is none of them, or is cut off. */
export function readHeader(bytes: Buffer): PictureHeader | undefined {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return readPng(bytes);
  if (bytes[0] === 0xff && bytes[1] === START) return readJpeg(bytes);
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp && bytes.length >= LEAST_WEBP_BYTES ? readWebp(bytes) : undefined;
}

function readPng(bytes: Buffer): PictureHeader | undefined {
  if (bytes.length < PNG.length + 13) return undefined;
  return toHeader('png', bytes.readUInt32BE(PNG.length), bytes.readUInt32BE(PNG.length + 4));
}

/** Finds the frame among the segments. Like the decoder, it skips what is between two segments. */
function readJpeg(bytes: Buffer): PictureHeader | undefined {
  let position = 2;
  while (position + 9 < bytes.length) {
    position = bytes.indexOf(0xff, position);
    if (position < 0) return undefined;
    while (bytes[position] === 0xff) position++;
    const marker = bytes[position] ?? 0;
    if (marker === LINES || marker === END || marker === START || position + 9 > bytes.length) return undefined;
    if (isFrame(marker)) {
      const isOfInks = bytes[position + 8] === INKS;
      return { ...toHeader('jpeg', bytes.readUInt16BE(position + 6), bytes.readUInt16BE(position + 4)), isOfInks };
    }
    position += hasNoLength(marker) ? 1 : 1 + bytes.readUInt16BE(position + 1);
  }
  return undefined;
}

/** Whether the marker is a start of frame. Three numbers of that range mean something else. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function hasNoLength(marker: number): boolean {
  return marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

/**
 * Reads the first chunk of a WebP, which tells its kind. The decoder refuses a file whose other parts contradict it.
 */
function readWebp(bytes: Buffer): PictureHeader | undefined {
  const chunk = bytes.toString('latin1', 12, 16);
  if (chunk === 'VP8X') {
    const isAnimated = ((bytes[20] ?? 0) & ANIMATED) !== 0;
    return { ...toHeader('webp', bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1), isAnimated };
  }
  if (chunk === 'VP8L' && bytes[20] === VP8L_START) {
    const sides = bytes.readUInt32LE(21);
    return toHeader('webp', (sides & 0x3fff) + 1, ((sides >> 14) & 0x3fff) + 1);
  }
  if (chunk !== 'VP8 ' || bytes.readUIntLE(23, 3) !== VP8_START) return undefined;
  return toHeader('webp', bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
}

function toHeader(kind: PictureHeader['kind'], width: number, height: number): PictureHeader {
  return { kind, width, height, isAnimated: false, isOfInks: false };
}
