import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeInBrowser, startBrowser } from '../support/browser.ts';
import { cook, everyday, type Recipe, stock, tomatoAndEgg, withEdition } from '../support/foods.ts';
import { describePng, fingerprint, paint, readGreys } from '../support/pictures.ts';
import { startService, type TestService } from '../support/service.ts';
import { addSchool } from '../support/units.ts';

const FOLDER = join(import.meta.dirname, '../../scripts/reference/pictures');
/** `npm run pictures` draws them anew. */
const isUpdate = process.env['UPDATE_PICTURES'] === '1';
const MOST_BYTES = 60_000;
/** Least shares of a label's pixels: the paper, and its text and lines. */
const LEAST_WHITE = 0.75;
const LEAST_BLACK = 0.03;

/** By file: the edition by which it is printed, the dish. */
const dishes: readonly (readonly [file: string, edition: '2011' | '2025', name: string, recipe: Recipe])[] = [
  ['label.png', '2011', '番茄炒蛋', tomatoAndEgg],
  ['label-missing.png', '2025', '肉松番茄炒蛋', [...tomatoAndEgg, ['自制肉松', 10]]],
];

let service: TestService;
/** Labels by file, as they are drawn today. */
const drawings = new Map<string, string>();

beforeAll(async () => {
  service = await startService();
  await stock(service, everyday);
  const { id, token } = await addSchool(service, 'hongqi', { name: '红旗小学' });
  for (const [index, [file, edition, name, recipe]] of dishes.entries()) {
    await cook(service, token, name, recipe);
    const label = { id: id * 1_000_000 + index + 1 };
    const answer = await withEdition(service, edition, () => service.call('GET /api/dish/label.svg', label, { token }));
    drawings.set(file, answer.text);
  }
});
afterAll(() => service.stop());

function expectBlackOnWhite(png: Buffer): void {
  const rows = readGreys(png);
  const corners = [rows.at(0), rows.at(-1)].flatMap((row) => [row?.at(0), row?.at(-1)]);
  expect(corners).toEqual(['f', 'f', 'f', 'f']);
  const pixels = [...rows.join('')];
  const shareOf = (grey: string) => pixels.filter((one) => one === grey).length / pixels.length;
  expect(shareOf('f')).toBeGreaterThan(LEAST_WHITE);
  expect(shareOf('0')).toBeGreaterThan(LEAST_BLACK);
}

describeInBrowser('pictures drawn in Chromium', () => {
  it.each(dishes)('%s is black on white, in the size of the one that is kept', async (file) => {
    const browser = await startBrowser();
    const png = await paint(browser, drawings.get(file) ?? '');
    await browser.close();
    if (isUpdate) await mkdir(FOLDER, { recursive: true });
    if (isUpdate) await writeFile(join(FOLDER, file), png);
    const kept = await readFile(join(FOLDER, file));
    expect(describePng(png)).toEqual(describePng(kept));
    expectBlackOnWhite(png);
    // An empty page of that size takes less than 1,000 bytes.
    expect([png.length, kept.length].every((bytes) => bytes > 10_000 && bytes < MOST_BYTES)).toBe(true);
  });
});

describe('the pictures of README.md', () => {
  it.each(dishes)('%s was made from the label as it is drawn today; npm run pictures makes it anew', async (file) => {
    const { source } = describePng(await readFile(join(FOLDER, file)));
    expect(source).toBe(fingerprint(drawings.get(file) ?? ''));
  });

  it.each(dishes)('%s is black on white', async (file) => {
    expectBlackOnWhite(await readFile(join(FOLDER, file)));
  });

  it.each(dishes)('%s is shown there', async (file) => {
    expect(await readFile(join(import.meta.dirname, '../../README.md'), 'utf8')).toContain(
      `src="scripts/reference/pictures/${file}"`,
    );
  });
});
