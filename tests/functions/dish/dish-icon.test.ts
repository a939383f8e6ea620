import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../../lib/errors.ts';
import { RESTORED_PER_TRANSACTION, restoreDishes } from '../../../lib/store/dish/dish-placement.ts';
import { batchesOf } from '../../../lib/table/batches.ts';
import { dishIconKey } from '../../../tables/keys.ts';
import { Attachment } from '../../support/files/attachment.ts';
import {
  colourAt,
  header,
  makePng,
  paintPixels,
  showIcon,
  toJpeg,
  toPng,
  toWebp,
  withExif,
} from '../../support/files/photos.ts';
import { DishBench, FACTOR, plain } from '../../support/nouns/dishes.ts';
import { addSchool, addSignedIn, badInput, failure, itemsBut, outcomes, SUCCESS } from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';
import { dumpTable } from '../../support/service/table-dump.ts';
import { dish } from '../../support/statements/reference.ts';

const { service, admin } = await openPlatform();
const bench = new DishBench(service, admin);
const FIXTURES = new URL('../../fixtures/', import.meta.url);
const fixture = (name: string) => readFile(new URL(name, FIXTURES));

/** A picture with a red left half, a blue right half, and a green top line over both. */
const wide = paintPixels(96, 48, (x, y) => (y < 12 ? [0, 255, 0] : x < 48 ? [255, 0, 0] : [0, 0, 255]));
const noise = (x: number, y: number) => (Math.imul(x * 7919 + y * 104_729, 2_654_435_761) >>> 13) & 255;

let school: { id: number; token: string };
let other: { id: number; token: string };
let id: number;
beforeAll(async () => {
  school = await addSchool(service, 'school');
  other = await addSchool(service, 'other');
  id = await bench.add(school.id, plain);
});

interface Sent {
  readonly dish?: number | string;
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly name?: string;
}

function send(picture: Uint8Array, { dish = id, token = school.token, headers = {}, name = 'photo' }: Sent = {}) {
  return service.call('PUT /api/dish/icon', { id: dish, files: new Attachment(name, picture) }, { token, headers });
}

/** The icon made from a picture. */
async function iconOf(picture: Uint8Array): Promise<string> {
  expect((await send(picture)).json).toEqual(SUCCESS);
  const { icon } = await bench.byId(id);
  expect(icon).toMatch(/^data:image\/webp;base64,/);
  expect(icon.length).toBeLessThanOrEqual(20 * 1024);
  return icon;
}

const near = (expected: readonly number[], by = 24) =>
  expected.map((value) => expect.toSatisfy((one: number) => Math.abs(one - value) <= by));

describe('PUT /api/dish/icon', () => {
  it.each([
    ['png', toPng],
    ['jpeg', toJpeg],
    ['webp', toWebp],
  ] as const)(
    'makes the square in the middle of a %s the icon, and nothing else of the dish changes',
    async (_, make) => {
      const before = await bench.byId(id);
      const shown = await showIcon(await iconOf(await make(wide)));
      expect([shown.width, shown.height]).toEqual([48, 48]);
      expect(colourAt(shown, 0.2, 0.6)).toEqual(near([255, 0, 0, 255], 60));
      expect(colourAt(shown, 0.8, 0.6)).toEqual(near([0, 0, 255, 255], 60));
      expect(colourAt(shown, 0.5, 0.1)).toEqual(near([0, 255, 0, 255], 60));
      const { icon: _icon, modify, ...rest } = await bench.byId(id);
      expect(before).toMatchObject(rest);
      expect(modify).toBeGreaterThan(before.modify);
    },
  );

  it('does nothing where the icon is that already, and takes a picture once under one key', async () => {
    const first = await toPng(wide);
    await iconOf(first);
    const before = await dumpTable(service);
    expect((await send(first)).json).toEqual(SUCCESS);
    expect(await dumpTable(service)).toEqual(before);

    const headers = { 'Idempotency-Key': 'icon' };
    const second = toPng(paintPixels(40, 40, () => [9, 99, 199]));
    expect((await send(second, { headers })).json).toEqual(SUCCESS);
    const { icon } = await bench.byId(id);
    await iconOf(first);
    expect((await send(second, { headers })).json).toEqual(SUCCESS);
    expect((await bench.byId(id)).icon).not.toBe(icon);
    expect((await send(first, { headers })).json).toEqual(failure(409, 'repeated_request'));
    expect((await send(second, { headers, dish: id + 1 })).json).toEqual(failure(409, 'repeated_request'));
  });

  it('turns a photo as the phone was held, and keeps nothing that the phone tells of it', async () => {
    // Where the top left corner of the stored picture is seen.
    const corners = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ] as const;
    const jpeg = await toJpeg(paintPixels(32, 32, (x, y) => (x < 16 && y < 16 ? [255, 0, 0] : [0, 0, 255])));
    for (const [index, [right, down]] of corners.entries()) {
      const icon = await iconOf(withExif(jpeg, index + 1, 'N 39.90469 E 116.40717'));
      const shown = await showIcon(icon);
      const red = [0.25, 0.75].flatMap((y) =>
        [0.25, 0.75]
          .filter((x) => (colourAt(shown, x, y)[0] ?? 0) > 128)
          .map((x) => [x > 0.5 ? 1 : 0, y > 0.5 ? 1 : 0]),
      );
      expect([index + 1, red]).toEqual([index + 1, [[right, down]]]);
      const bytes = Buffer.from(icon.split(',')[1] ?? '', 'base64');
      expect(bytes.toString('latin1')).not.toMatch(/Exif|EXIF|39\.90469|ICCP|XMP/);
    }
  });

  it('keeps what is transparent so, and shrinks what is large to 320 pixels', async () => {
    const shown = await showIcon(
      await iconOf(toPng(paintPixels(800, 640, (x) => (x < 400 ? [255, 255, 255, 0] : [200, 100, 50, 255])))),
    );
    expect([shown.width, shown.height]).toEqual([320, 320]);
    expect(colourAt(shown, 0.1, 0.5)[3]).toBe(0);
    expect(colourAt(shown, 0.9, 0.5)).toEqual(near([200, 100, 50, 255]));
  });

  it('takes noise, a thin strip, and the ways of PNG and JPEG that are seldom', async () => {
    await iconOf(toPng(paintPixels(320, 320, (x, y) => [noise(x, y), noise(y, x), noise(x + 1, y), noise(x, y + 1)])));
    const strip = await showIcon(await iconOf(await toJpeg(paintPixels(9000, 32, () => [10, 200, 10]))));
    expect([strip.width, strip.height]).toEqual([32, 32]);
    for (const name of ['picture-interlaced-16-bit.png', 'picture-progressive.jpg']) {
      const shown = await showIcon(await iconOf(await fixture(name)));
      expect([shown.width, shown.height]).toEqual([40, 40]);
      expect(colourAt(shown, 0.5, 0.5)).toEqual(near([120, 120, 128, 255], 20));
    }
  });
});

/** A PNG whose header states a larger size than its data has. */
const huge = makePng([header(30_000, 30_000), ['IDAT', deflateSync(Buffer.alloc(100))]]);
const tooMuch = deflateSync(Buffer.alloc(60_000_000));

describe('PUT /api/dish/icon refuses', () => {
  const refused: readonly (readonly [string, () => Uint8Array | Promise<Uint8Array>, Problem])[] = [
    ['what is no picture', () => Buffer.from('<svg/>'), { code: 'picture' }],
    ['nothing', () => Buffer.alloc(0), { code: 'picture' }],
    ['a GIF', () => Buffer.from('GIF89a\x30\0\x30\0\0\0\0;', 'latin1'), { code: 'picture' }],
    ['a mere beginning', async () => (await toJpeg(wide)).subarray(0, 20), { code: 'picture' }],
    ['a JPEG cut off', async () => (await toJpeg(wide)).subarray(0, -40), { code: 'picture_damaged' }],
    ['a PNG cut off', () => toPng(wide).subarray(0, -40), { code: 'picture_damaged' }],
    ['a WebP cut off', async () => (await toWebp(wide)).subarray(0, -10), { code: 'picture_damaged' }],
    ['a PNG with a bit changed', () => withBitChanged(toPng(wide), 60), { code: 'picture_damaged' }],
    ['colours of print', () => fixture('picture-cmyk.jpg'), { code: 'picture_inks' }],
    ['what moves', () => fixture('picture-moving.webp'), { code: 'picture_moving' }],
    ['more pixels than it may have', () => huge, { code: 'picture_pixels', max: 25 }],
    ['a line', () => toPng(paintPixels(10_000, 1, () => [0, 0, 0])), { code: 'picture_side', min: 32 }],
    ['a column', () => toPng(paintPixels(1, 10_000, () => [0, 0, 0])), { code: 'picture_side', min: 32 }],
    ['no pixels', () => makePng([header(0, 0), ['IDAT', deflateSync('')]]), { code: 'picture_side', min: 32 }],
    [
      'a second header behind the one that is judged',
      () => makePng([header(40, 40), header(30_000, 30_000), ['IDAT', deflateSync(Buffer.alloc(100))]]),
      { code: 'picture_damaged' },
    ],
    [
      'a PNG that inflates for ever',
      () => makePng([header(40, 40, 1), ['IDAT', tooMuch]]),
      { code: 'picture_damaged' },
    ],
    [
      'a WebP whose parts say something else',
      async () => inLargerFrame(await toWebp(wide)),
      { code: 'picture_damaged' },
    ],
    ['a JPEG of endless rounds', async () => ofRounds(await toJpeg(wide), 101), { code: 'picture_damaged' }],
  ];
  it.each(refused)('%s', async (_, make, problem) => {
    const before = await dumpTable(service);
    expect((await send(await make())).json).toEqual(badInput(['files', problem]));
    expect(await dumpTable(service)).toEqual(before);
  });

  it('a form, no file, two files, too large a body, and a wrong id', async () => {
    const call = async (parameters: Parameters<typeof service.call>[1]) =>
      (await service.call('PUT /api/dish/icon', parameters, { token: school.token })).json;
    const photo = new Attachment('a.png', toPng(wide));
    expect(await call({ id })).toEqual(badInput(['files', { code: 'required' }]));
    expect(await call({ id, files: [photo, photo] })).toEqual(badInput(['files', { code: 'too_many', max: 1 }]));
    expect(await call({ files: photo })).toEqual(badInput(['id', { code: 'required' }]));
    expect(await call({ id: 'x', files: photo })).toEqual(
      badInput(['id', { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER }]),
    );
    const large = new Attachment('large.png', Buffer.alloc(4 * 1024 * 1024));
    expect(await call({ id, files: large })).toEqual(failure(413, 'payload_too_large'));
  });

  it('who may not change the dish: another unit, a unit the library, who lacks the item; a dish that is not there', async () => {
    const picture = toPng(wide);
    const ofLibrary = await bench.add(0, plain);
    const reader = await addSignedIn(service, school.id, 'reader', itemsBut(school.id, 27));
    const editor = await addSignedIn(service, school.id, 'editor', [27]);
    const before = await dumpTable(service);
    const none = failure(404, 'dish_not_found');
    expect((await send(picture, { token: other.token })).json).toEqual(none);
    expect((await send(picture, { dish: ofLibrary })).json).toEqual(none);
    expect((await send(picture, { dish: school.id * FACTOR + 99 })).json).toEqual(none);
    expect((await send(picture, { token: reader })).json).toEqual(failure(403, 'missing_permission'));
    expect((await send(picture, { token: '' })).json).toEqual(failure(401, 'not_signed_in'));
    expect(await dumpTable(service)).toEqual(before);
    expect((await send(picture, { token: editor })).json).toEqual(SUCCESS);
    expect((await send(picture, { token: admin, dish: ofLibrary })).json).toEqual(SUCCESS);
  });

  it('a version that is not meant any more; of two editors at once with one version, one wins', async () => {
    const dish = await bench.add(school.id, plain);
    const read = await service.call('GET /api/dish', { id: dish }, { token: school.token });
    const headers = { 'If-Match': String(read.headers['etag']) };
    const pictures = [toPng(wide), toPng(paintPixels(40, 40, () => [1, 2, 3]))];
    const answers = await Promise.all(pictures.map((picture) => send(picture, { dish, headers })));
    expect(outcomes(answers)).toEqual(['200 success', '409 changed_meanwhile']);
    const { icon } = await bench.byId(dish);
    expect(await service.deps.db.get(dishIconKey(school.id, dish % FACTOR))).toMatchObject({ icon, version: 2 });
  });
});

it('a page of 200 dishes with the largest icons that pictures become fits into one answer', async () => {
  const full = `data:image/webp;base64,${'A'.repeat(20 * 1024 - 24)}`;
  const ingredient = Array.from({ length: 20 }, (_, index) => ({ key: `0120${index}x`, value: '99.5' }));
  const content = { ...dish('番茄炒蛋'), ingredient };
  const dishes = Array.from({ length: 200 }, (_, index) => ({ number: index + 1, content, icon: full }));
  for (const some of batchesOf(dishes, RESTORED_PER_TRANSACTION)) await restoreDishes(service.deps.db, other.id, some);
  const { json, bytes } = await service.call('GET /api/dish', { pageSize: 200 }, { token: other.token });
  expect(json.body.content).toHaveLength(200);
  expect(json.body.content.every(({ icon }: { icon: string }) => icon === full)).toBe(true);
  expect(bytes.length).toBeGreaterThan(4_000_000);
  expect(bytes.length).toBeLessThan(6 * 1024 * 1024);
});

function withBitChanged(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

/** Adds a header to a WebP which states a larger canvas. */
function inLargerFrame(webp: Buffer): Buffer {
  const sheet = Buffer.alloc(18);
  sheet.write('VP8X');
  sheet.writeUInt32LE(10, 4);
  sheet.writeUIntLE(99, 12, 3);
  sheet.writeUIntLE(99, 15, 3);
  const whole = Buffer.concat([webp.subarray(0, 12), sheet, webp.subarray(12)]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** Repeats the first scan of a JPEG again and again. */
function ofRounds(jpeg: Buffer, count: number): Buffer {
  const start = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  return Buffer.concat([jpeg.subarray(0, start), ...Array(count).fill(jpeg.subarray(start, -2)), jpeg.subarray(-2)]);
}
