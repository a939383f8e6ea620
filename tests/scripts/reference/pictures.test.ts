import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seed } from '../../../scripts/start/demo.ts';
import { findInaccessible } from '../../support/browser/axe.ts';
import { describeInBrowser, openPage } from '../../support/browser/browser.ts';
import { cook, everyday, type Recipe, stock, tomatoAndEgg, withEdition } from '../../support/nouns/foods.ts';
import { addSchool } from '../../support/nouns/units.ts';
import { ADMIN, startService, type TestService } from '../../support/service/service.ts';
import { A4, A6, describePng, fingerprint, isUpdate, paint, readGreys, type View } from './pictures.ts';

const FOLDER = join(import.meta.dirname, '../../../scripts/reference/pictures');
/** The least shares of white and of black pixels: the paper, and its text and lines. */
const LEAST_WHITE = 0.75;
const LEAST_BLACK = 0.03;

/** By file: the edition by which the label is printed, and the dish. */
const dishes: readonly (readonly [file: string, edition: '2011' | '2025', name: string, recipe: Recipe])[] = [
  ['label.png', '2011', '番茄炒蛋', tomatoAndEgg],
  ['label-missing.png', '2025', '肉松番茄炒蛋', [...tomatoAndEgg, ['自制肉松', 10]]],
];

/** By file: what is shown, and the most bytes of the picture. */
const pictures: readonly (readonly [file: string, view: View, mostBytes: number])[] = [
  ...dishes.map(([file]) => [file, A6, 60_000] as const),
  ['menu-sheet.png', A4, 250_000],
];

/** The services from which the pictures are drawn. */
const services: TestService[] = [];
/** Labels and the sheet of a menu by file, as they are drawn today. */
const drawings = new Map<string, string>();
let longest: string;

beforeAll(() => Promise.all([drawLabels(), drawMenuSheet()]));
afterAll(() => Promise.all(services.map((service) => service.stop())));

/** The lunches of a week of the demo school. */
async function drawMenuSheet(): Promise<void> {
  const service = await startService();
  services.push(service);
  service.stoppedAt = Date.parse('2026-09-06T18:00:00+08:00');
  await seed(service.deps, { adminUid: ADMIN.uid, adminPassword: ADMIN.password, demo: true });
  const token = await service.signIn('yangguang', '123456');
  const [menu] = (await service.call('GET /api/menu', { keyword: '本周' }, { token })).json.body.content;
  const answer = await service.call('GET /api/menu/sheet.html', { id: menu.id }, { token });
  drawings.set('menu-sheet.png', answer.text);
  longest = await drawLongest(service, token);
}

/** The sheet of a menu of seven days with the longest allowed names. */
async function drawLongest(service: TestService, token: string): Promise<string> {
  const long = (sign: string, length = 100) => sign.repeat(length);
  const recipe = [...'甲乙丙W'].map((sign) => ({ key: long(sign, 64), value: 99_999.99 }));
  const dish = { name: long('W'), mark: '荤菜', ingredient: JSON.stringify(recipe) };
  const made = await service.call('PUT /api/dish', dish, { token });
  const id = Number(made.headers['catering-ids']);
  const items = Array.from({ length: 7 }, (_, day) => ({ day: day + 1, meal: 'lunch', dish: id, portion: 10 }));
  const groups = Array.from({ length: 10 }, (_, index) => ({
    level: long('M', 50),
    people: 100_000,
    factor: 1 + index / 3,
  }));
  const facts = {
    name: long('W'),
    start: '2026-09-07',
    days: 7,
    groups: JSON.stringify(groups.map((group) => ({ ...group, factor: Number(group.factor.toFixed(4)) }))),
    items: JSON.stringify(items),
  };
  const menu = await service.call('PUT /api/menu', facts, { token });
  const answer = await service.call(
    'GET /api/menu/sheet.html',
    { id: Number(menu.headers['catering-ids']) },
    { token },
  );
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.text;
}

async function drawLabels(): Promise<void> {
  const service = await startService();
  services.push(service);
  await stock(service, everyday);
  const { id, token } = await addSchool(service, 'hongqi', { name: '红旗小学' });
  for (const [index, [file, edition, name, recipe]] of dishes.entries()) {
    await cook(service, token, name, recipe);
    const label = { id: id * 1_000_000 + index + 1 };
    const answer = await withEdition(service, edition, () => service.call('GET /api/dish/label.svg', label, { token }));
    drawings.set(file, answer.text);
  }
}

function expectBlackOnWhite(png: Buffer): void {
  const rows = readGreys(png);
  const corners = [rows.at(0), rows.at(-1)].flatMap((row) => [row?.at(0), row?.at(-1)]);
  expect(corners).toEqual(['f', 'f', 'f', 'f']);
  const pixels = rows.join('');
  const shareOf = (grey: string) => 1 - pixels.replaceAll(grey, '').length / pixels.length;
  expect(shareOf('f')).toBeGreaterThan(LEAST_WHITE);
  expect(shareOf('0')).toBeGreaterThan(LEAST_BLACK);
}

describeInBrowser('pictures drawn in Chromium', () => {
  it.each(pictures)('%s is black on white, in the size of the one that is kept', async (file, view, mostBytes) => {
    const png = await paint(drawings.get(file) ?? '', view);
    if (isUpdate) await mkdir(FOLDER, { recursive: true });
    if (isUpdate) await writeFile(join(FOLDER, file), png);
    const kept = await readFile(join(FOLDER, file));
    expect(describePng(png)).toEqual(describePng(kept));
    expectBlackOnWhite(png);
    // An empty page of that size takes less than 1,000 bytes.
    expect([png.length, kept.length].every((bytes) => bytes > 10_000 && bytes < mostBytes)).toBe(true);
  });
});

describeInBrowser('what is printed', () => {
  it('can be used by everybody, as axe sees it, and has nothing cut off', async () => {
    for (const [file, view] of pictures) {
      const { page } = await openPage();
      await page.setViewport({ width: view.width, height: view.height });
      await page.setContent(asPage(drawings.get(file) ?? ''));
      expect([file, await findInaccessible(page)]).toEqual([file, []]);
      await page.close();
    }
  });

  it('of a menu has all of the longest names, on A4 landscape', async () => {
    const { page } = await openPage();
    await page.setContent(longest);
    const pdf = Buffer.from(await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf).toMatch(/\/MediaBox \[0 0 84[12]\.?\d* 59[45]\.?\d*\]/);
    await page.emulateMediaType('print');
    await page.setViewport({ width: 1062, height: 700 });
    const cut = await page.evaluate(`[...document.querySelectorAll('main *')].filter((one) => {
      const { left, right } = one.getBoundingClientRect();
      return right > document.documentElement.clientWidth || left < 0 || one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0;
    }).map((one) => one.outerHTML.slice(0, 80))`);
    expect(cut).toEqual([]);
    await page.close();
  });
});

/** A page with a title that shows only this picture. */
function asPage(drawing: string): string {
  if (!drawing.startsWith('<?xml')) return drawing;
  const svg = drawing.replace(/^<\?xml.*?\?>/, '');
  return `<!doctype html><html lang="zh-CN"><title>营养标签</title><body><main>${svg}</main></body></html>`;
}

describe('the pictures of README.md', () => {
  it.each(pictures)('%s was made from what is drawn today; npm run pictures draws it again', async (file) => {
    const { source } = describePng(await readFile(join(FOLDER, file)));
    expect(source).toBe(fingerprint(drawings.get(file) ?? ''));
  });

  it.each(pictures)('%s is black on white', async (file) => {
    expectBlackOnWhite(await readFile(join(FOLDER, file)));
  });

  it.each(pictures)('%s is shown there', async (file) => {
    expect(await readFile(join(import.meta.dirname, '../../../README.md'), 'utf8')).toContain(
      `src="scripts/reference/pictures/${file}"`,
    );
  });
});
