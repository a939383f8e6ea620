import { createHash } from 'node:crypto';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import * as z from 'zod';
import { openPage } from '../../support/browser/browser.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** `npm run pictures` draws them again and keeps them. */
export const isUpdate = process.env['UPDATE_PICTURES'] === '1';
/** The keyword under which a picture names its source. */
const KEYWORD = 'Source';
/** A window in CSS pixels, and the dots per pixel: small enough for a README, but readable. */
export interface View {
  readonly width: number;
  readonly height: number;
  readonly density: number;
}

/** A6, and A4 landscape. */
export const A6: View = { width: 397, height: 559, density: 2 };
export const A4: View = { width: 1123, height: 794, density: 1.5 };
/** Paper has margins when a browser prints; a window has none. */
const MARGINS: ReadonlyMap<View, string> = new Map([[A4, '7mm 8mm 9mm']]);

const Pixels = z.object({ width: z.int(), height: z.int(), greys: z.string() });

/** Tells drawings apart, whatever fonts draw them. */
export function fingerprint(drawing: string): string {
  return createHash('sha256').update(drawing).digest('hex');
}

/** A PNG of an SVG or a page as it is printed, in 16 greys, which names its source. */
export async function paint(drawing: string, view: View): Promise<Buffer> {
  const { page } = await openPage();
  await page.setViewport({ width: view.width, height: view.height, deviceScaleFactor: view.density });
  await page.emulateMediaType('print');
  const margin = MARGINS.get(view) ?? '0';
  await page.setContent(`${drawing.replace(/^<\?xml.*?\?>/, '')}<style>body{margin:${margin}!important}</style>`);
  const shot = await page.screenshot({ encoding: 'base64', optimizeForSpeed: true });
  // The lowest four bits of each grey do not make letters clearer.
  const pixels = await page.evaluate(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${shot}';
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    const { data } = canvas.getImageData(0, 0, image.width, image.height);
    const greys = [];
    for (let at = 0; at < data.length; at += 4) greys.push((data[at] >> 4).toString(16));
    return { width: image.width, height: image.height, greys: greys.join('') };
  })()`);
  await page.close();
  const { width, height, greys } = Pixels.parse(pixels);
  return encodePng({ width, height, greys, source: fingerprint(drawing) });
}

interface Picture {
  readonly width: number;
  readonly height: number;
  /** One hexadecimal digit for each pixel; 0 is black. */
  readonly greys: string;
  readonly source: string;
}

function encodePng({ width, height, greys, source }: Picture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([4, 0, 0, 0, 0], 8);
  const rows = Array.from({ length: height }, (_, row) => {
    const line = greys.slice(row * width, (row + 1) * width);
    return Buffer.from(`00${line}${line.length % 2 === 0 ? '' : '0'}`, 'hex');
  });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from(`${KEYWORD}\0${source}`, 'latin1')),
    // To make a kept picture a twentieth smaller takes ten times as long.
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: isUpdate ? 9 : 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A browser's PNG with the name of its source added. */
export function withSource(png: Buffer, source: string): Buffer {
  const afterHeader = png.indexOf('IHDR') + 4 + 13 + 4;
  const text = chunk('tEXt', Buffer.from(`${KEYWORD}\0${source}`, 'latin1'));
  return Buffer.concat([png.subarray(0, afterHeader), text, png.subarray(afterHeader)]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** The size of a PNG in pixels, and its source. */
export function describePng(png: Buffer): { width: number; height: number; source: string | undefined } {
  const [, source] = new RegExp(`tEXt${KEYWORD}\\0([0-9a-f]{64})`).exec(png.toString('latin1')) ?? [];
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20), source };
}

/** The rows of a PNG of `paint`: one hexadecimal digit for each pixel; `0` is black and `f` is white. */
export function readGreys(png: Buffer): string[] {
  const { width, height } = describePng(png);
  const at = png.indexOf('IDAT');
  const data = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  const bytes = 1 + Math.ceil(width / 2);
  return Array.from({ length: height }, (_, row) =>
    data.toString('hex', row * bytes + 1, (row + 1) * bytes).slice(0, width),
  );
}
