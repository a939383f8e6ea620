import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInaccessible } from '../support/browser/axe.ts';
import { openPage } from '../support/browser/browser.ts';
import { cook, everydayFoods, stock, tomatoAndEgg } from '../support/nouns/foods.ts';
import { drawAt, NOON, submittedWeek } from '../support/nouns/screens.ts';
import { addSchool } from '../support/nouns/units.ts';
import { fillWithDemo } from '../support/service/demo.ts';
import { type HttpService, serveOverHttp } from '../support/service/http.ts';
import { ADMIN, startService, type TestService } from '../support/service/service.ts';
import { visit } from '../support/workbench/visit.ts';

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

/** When the pictures are taken: the Sunday before the demo's week. */
const TAKEN = Date.parse('2026-09-06T18:00:00+08:00');

const services: TestService[] = [];
let http: HttpService;
/** The menu that waits for review. */
let waiting: number;
/** The path of the demo school's phone page. */
let phone: string;
const pages = new Map<string, string>();
let longest: string;

beforeAll(async () => {
  pages.set('label.png', await drawLabel());
  const { demo, token, screens } = await openDemoSchool();
  phone = screens['yangguang phone'] ?? '';
  await servePlates(demo);
  pages.set('menu-sheet.png', await drawSheet(demo, token));
  longest = await drawLongest(demo, token);
  http = await serveOverHttp(demo);
  waiting = await submitNext(demo, 'mingde');
  for (const form of ['wall', 'led'] as const) {
    pages.set(`screen-${form}.png`, drawAt(form, '阳光小学', [submittedWeek()], NOON).html);
  }
}, 120_000);
afterAll(async () => {
  await http.stop();
  await Promise.all(services.map((service) => service.stop()));
});

async function drawLabel(): Promise<string> {
  const service = await startService();
  services.push(service);
  await stock(service, everydayFoods);
  const { id, token } = await addSchool(service, 'hongqi', { name: '红旗小学' });
  await cook(service, token, '番茄炒蛋', tomatoAndEgg);
  const svg = (await service.call('GET /api/dish/label.svg', { id: id * 1_000_000 + 1 }, { token })).text;
  const drawing = svg.replace(/^<\?xml.*?\?>/, '');
  return `<!doctype html><html lang="zh-CN"><title>营养标签</title><body style="margin:0"><main>${drawing}</main></body></html>`;
}

async function openDemoSchool() {
  const demo = await startService();
  services.push(demo);
  demo.stoppedAt = TAKEN;
  const screens = await fillWithDemo(demo);
  return { demo, token: await demo.signIn('yangguang', '123456'), screens };
}

/** How many different plates there are. */
const PLATES = 12;

/** Gives most dishes of the library a picture, of a plate from above. */
async function servePlates(service: TestService): Promise<void> {
  const token = await service.signIn(ADMIN.uid, ADMIN.password);
  const { page } = await openPage();
  await page.setViewport({ width: 128, height: 128 });
  const plates: string[] = [];
  for (let plate = 0; plate < PLATES; plate++) {
    const hue = (plate * 23) % 110;
    const food = `hsl(${hue} 70% 62%), hsl(${hue + 15} 60% 42%) 52%, #fff 54%, #eee 70%, #d8d2c4 72%`;
    await page.setContent(`<body style="margin:0;background:radial-gradient(circle at 50% 48%, ${food})">`);
    plates.push(`data:image/jpeg;base64,${await page.screenshot({ type: 'jpeg', quality: 80, encoding: 'base64' })}`);
  }
  await page.close();
  const dishes = (await service.call('GET /api/dish/select', {}, { token })).json.body;
  for (const { id } of dishes.filter((one: { id: number }) => one.id % 5 > 0)) {
    const icon = plates[id % PLATES] ?? '';
    expect((await service.call('POST /api/dish', { id, icon }, { token })).status).toBe(200);
  }
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

/** Submits the next menu of a school, and returns its id. */
async function submitNext(service: TestService, account: string): Promise<number> {
  const token = await service.signIn(account, '123456');
  const [{ id }] = (await service.call('GET /api/menu', { state: '草稿', keyword: '下周' }, { token })).json.body
    .content;
  expect((await service.call('POST /api/menu/submit', { id }, { token })).status).toBe(200);
  return id;
}

/** Opens a page of the workbench at the time of the demo, and clicks the button whose name begins so. */
async function openWorkbench(as: string, path: string, button?: string) {
  const page = await visit(http.url, '/w/home', { as });
  const { page: tab } = page.watched;
  await tab.evaluateOnNewDocument(`Date.now = () => ${TAKEN}`);
  await page.goTo(path);
  const [, name] = new RegExp(`button (${button} .+)`).exec(await page.outline()) ?? [];
  if (name !== undefined) await page.click('button', name);
  await page.settle();
  return page;
}

describe('the workbench', () => {
  it.each([
    { file: 'workbench-planner.png', as: 'mingde', path: '/w/planner', button: '钙' },
    { file: 'workbench-dish.png', as: 'yangguang', path: '/w/dish/edit?id=1000001' },
    { file: 'workbench-review.png', as: ADMIN.uid, path: '/w/review?revision=1&menu=' },
  ])('$file can be read by everybody, as axe sees it', async ({ file, as, path, button }) => {
    const page = await openWorkbench(as, path.endsWith('=') ? `${path}${waiting}` : path, button);
    await page.expectAccessible();
    if (FOLDER) await page.picture(join(FOLDER, file));
    page.expectQuiet();
    await page.close();
  });
});

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

  it('screen-phone.png can be read by everybody, as axe sees it', async () => {
    const { page } = await openPage();
    await page.setViewport({ width: 390, height: 844, deviceScaleFactor: 1.5, isMobile: true });
    await submitNext(http.service, 'yangguang');
    await page.goto(`${http.url}${phone}`, { waitUntil: 'networkidle0' });
    expect(await page.$$eval('img', (all) => all.filter((one) => one.naturalWidth > 0).length)).toBeGreaterThan(0);
    expect(await findInaccessible(page)).toEqual([]);
    if (FOLDER) await writeFile(join(FOLDER, 'screen-phone.png'), await page.screenshot());
    await page.close();
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
