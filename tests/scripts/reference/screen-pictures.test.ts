import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ScreenForm } from '../../../lib/domain/screen/screen.ts';
import { describeInBrowser, openPage } from '../../support/browser/browser.ts';
import { drawAt, EVENING, NOON, submittedWeek } from '../../support/nouns/screens.ts';
import { describePng, fingerprint, isUpdate, withSource } from './pictures.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDER = 'scripts/reference/pictures';
const MOST_BYTES = 500_000;
const TIMEOUT_MS = 120_000;

interface Shot {
  readonly file: string;
  readonly form: ScreenForm;
  readonly time: string;
  /** The number of the screen's page, counted from 0. */
  readonly page: number;
  readonly size: readonly [width: number, height: number];
}

const shots: readonly Shot[] = [
  { file: 'screen-wall.png', form: 'wall', time: NOON, page: 0, size: [1920, 1080] },
  { file: 'screen-week.png', form: 'wall', time: NOON, page: 1, size: [1920, 1080] },
  { file: 'screen-evening.png', form: 'wall', time: EVENING, page: 0, size: [3840, 2160] },
  { file: 'screen-led.png', form: 'led', time: NOON, page: 3, size: [1280, 320] },
];
const drawings = new Map(
  shots.map(({ file, form, time }) => [file, drawAt(form, '阳光小学', [submittedWeek()], time).html]),
);
const fingerprintOf = (file: string) => fingerprint(drawings.get(file) ?? '');

/** The picture, and the number of pixels that have the colour of the first one. */
async function shoot({
  file,
  size: [width, height],
  page: number,
}: Shot): Promise<{ png: Buffer; background: number }> {
  const { page } = await openPage();
  await page.setViewport({ width, height });
  await page.setContent(drawings.get(file) ?? '');
  await page.evaluate(`[...document.querySelectorAll('.page')].forEach((one, index) => {
    one.style.transition = 'none';
    one.className = index === ${number} ? 'page on' : 'page';
  })`);
  // What is not kept need not be small.
  const shot = await page.screenshot({ optimizeForSpeed: !isUpdate });
  const background = await page.evaluate(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${Buffer.from(shot).toString('base64')}';
    await image.decode();
    // Every fourth pixel of every fourth row.
    const [width, height] = [image.width / 4, image.height / 4];
    const canvas = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    canvas.imageSmoothingEnabled = false;
    canvas.drawImage(image, 0, 0, width, height);
    const pixels = new Uint32Array(canvas.getImageData(0, 0, width, height).data.buffer);
    return pixels.filter((one) => one === pixels[0]).length / pixels.length;
  })()`);
  await page.close();
  return { png: withSource(Buffer.from(shot), fingerprintOf(file)), background: Number(background) };
}

describeInBrowser('pictures of screens, taken in Chromium', () => {
  it.each(shots)('$file is as large as the one that is kept, and not empty', { timeout: TIMEOUT_MS }, async (shot) => {
    const { png, background } = await shoot(shot);
    const path = join(ROOT, FOLDER, shot.file);
    if (isUpdate) await mkdir(join(ROOT, FOLDER), { recursive: true });
    if (isUpdate) await writeFile(path, png);
    const [width, height] = shot.size;
    expect(describePng(png)).toEqual({ width, height, source: fingerprintOf(shot.file) });
    expect(background).toBeGreaterThan(0.5);
    expect(background).toBeLessThan(0.98);
  });
});

describe('the pictures of screens in README.md', () => {
  it.each(shots)('$file was taken of what is drawn today; npm run pictures takes it again', async ({ file, size }) => {
    const png = await readFile(join(ROOT, FOLDER, file));
    expect(describePng(png)).toEqual({ width: size[0], height: size[1], source: fingerprintOf(file) });
    expect(png.length).toBeLessThan(MOST_BYTES);
  });

  it.each(shots)('$file is shown there', async ({ file }) => {
    expect(await readFile(join(ROOT, 'README.md'), 'utf8')).toContain(`src="${FOLDER}/${file}"`);
  });
});
