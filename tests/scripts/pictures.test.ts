import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInaccessible } from '../support/browser/axe.ts';
import { openPage } from '../support/browser/browser.ts';
import { cook, everyday, stock, tomatoAndEgg } from '../support/nouns/foods.ts';
import { drawAt, NOON, submittedWeek } from '../support/nouns/screens.ts';
import { addSchool } from '../support/nouns/units.ts';
import { fillWithDemo } from '../support/service/demo.ts';
import { startService, type TestService } from '../support/service/service.ts';

/** `npm run pictures` keeps what is drawn here, for README.md. */
const FOLDER = process.env['UPDATE_PICTURES'] === '1' ? join(import.meta.dirname, '../../pictures') : undefined;

/** What a picture shows, and the window in which it is taken. */
interface View {
  readonly file: string;
  readonly media: 'print' | 'screen';
  readonly size: readonly [width: number, height: number];
  readonly density: number;
  /** Of the pages that a screen turns, the one that is shown. */
  readonly page?: number;
}

const views: readonly View[] = [
  { file: 'label.png', media: 'print', size: [397, 559], density: 2 },
  { file: 'menu-sheet.png', media: 'print', size: [1123, 794], density: 1.5 },
  { file: 'screen-wall.png', media: 'screen', size: [1920, 1080], density: 1, page: 0 },
  { file: 'screen-led.png', media: 'screen', size: [1280, 320], density: 1, page: 3 },
];

const services: TestService[] = [];
const pages = new Map<string, string>();
let longest: string;

beforeAll(async () => {
  pages.set('label.png', await drawLabel());
  const { demo, token } = await openDemoSchool();
  pages.set('menu-sheet.png', await drawSheet(demo, token));
  longest = await drawLongest(demo, token);
  for (const form of ['wall', 'led'] as const) {
    pages.set(`screen-${form}.png`, drawAt(form, '阳光小学', [submittedWeek()], NOON).html);
  }
}, 120_000);
afterAll(() => Promise.all(services.map((service) => service.stop())));

async function drawLabel(): Promise<string> {
  const service = await startService();
  services.push(service);
  await stock(service, everyday);
  const { id, token } = await addSchool(service, 'hongqi', { name: '红旗小学' });
  await cook(service, token, '番茄炒蛋', tomatoAndEgg);
  const svg = (await service.call('GET /api/dish/label.svg', { id: id * 1_000_000 + 1 }, { token })).text;
  const drawing = svg.replace(/^<\?xml.*?\?>/, '');
  return `<!doctype html><html lang="zh-CN"><title>营养标签</title><body style="margin:0"><main>${drawing}</main></body></html>`;
}

async function openDemoSchool(): Promise<{ demo: TestService; token: string }> {
  const demo = await startService();
  services.push(demo);
  demo.stoppedAt = Date.parse('2026-09-06T18:00:00+08:00');
  await fillWithDemo(demo);
  return { demo, token: await demo.signIn('yangguang', '123456') };
}

async function drawSheet(service: TestService, token: string): Promise<string> {
  const [menu] = (await service.call('GET /api/menu', { keyword: '本周' }, { token })).json.body.content;
  return (await service.call('GET /api/menu/sheet.html', { id: menu.id }, { token })).text;
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
    ...{ level: long('M', 50), people: 100_000 },
    factor: 1 + index / 4,
  }));
  const facts = { name: long('W'), start: '2026-09-07', days: 7, groups: JSON.stringify(groups) };
  const menu = await service.call('PUT /api/menu', { ...facts, items: JSON.stringify(items) }, { token });
  const answer = await service.call(
    'GET /api/menu/sheet.html',
    { id: Number(menu.headers['catering-ids']) },
    { token },
  );
  expect(answer.status).toBe(200);
  return answer.text;
}

describe('what is printed and shown', () => {
  it.each(views)(
    '$file can be read by everybody, as axe sees it',
    async ({ file, media, size, density, page: shown }) => {
      const { page } = await openPage();
      await page.setViewport({ width: size[0], height: size[1], deviceScaleFactor: density });
      await page.emulateMediaType(media);
      await page.setContent(pages.get(file) ?? '');
      if (shown !== undefined) {
        await page.evaluate(`[...document.querySelectorAll('.page')].forEach((one, index) => {
        one.style.transition = 'none';
        one.className = index === ${shown} ? 'page on' : 'page';
      })`);
      }
      expect(await findInaccessible(page)).toEqual([]);
      if (FOLDER) await writeFile(join(FOLDER, file), await page.screenshot());
      await page.close();
    },
  );

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
