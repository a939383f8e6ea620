import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allergenChoices } from '../../../lib/domain/ingredient/allergen.ts';
import { findInaccessible } from '../../support/browser/axe.ts';
import { openContext, openPage, type WatchedPage } from '../../support/browser/browser.ts';
import { food, stock } from '../../support/nouns/foods.ts';
import { createMenu } from '../../support/nouns/menus.ts';
import { fillTwoWeeks, makePhone, NOON, PICTURES } from '../../support/nouns/phones.ts';
import { type HttpService, serveOverHttp } from '../../support/service/http.ts';
import { openSetup } from '../../support/service/open.ts';

const TIMEOUT_MS = 120_000;
/** The most bytes of a page without its pictures. */
const MAX_BYTES = 30_000;
const MEALS = ['breakfast', 'lunch', 'dinner'] as const;
const JUDGED = 'energy protein fat carbohydrate fibre calcium iron zinc sodium vitamin-b1 vitamin-b2 vitamin-c'.split(
  ' ',
);

const { service, setup } = await openSetup();
service.stoppedAt = NOON;
let http: HttpService;
/** The tokens of pages: with few dishes, a full week, two of them, the longest names there can be, and nothing. */
const phones = new Map<string, string>();

beforeAll(async () => {
  await stock(service, [
    food('noodle', '面条', whole('1200'), { category: '谷类', allergens: ['含麸质谷物', '蛋类'] }),
    food('any', '混合', { energy: '900' }, { allergens: [...allergenChoices.map(({ key }) => key)] }),
  ]);
  await fillTwoWeeks(setup);
  phones.set('few', await makePhone(setup));
  const usual = { name: (number: number) => `香菇青菜炒肉丝配饼${number}`, food: 'noodle', dishes: 5 };
  const grades = ['一至三年级', '四至六年级'];
  await fill('week', '某某市某某区实验小学东校区', { ...usual, days: 5, groups: grades, weeks: ['2026-09-07'] });
  await fill('full', '某某市某某区实验小学西校区', { ...usual, days: 5, groups: grades });
  const long = (number: number, length = 100) => `${number}`.padEnd(length, number % 2 === 0 ? 'W' : '长');
  const groups = Array.from({ length: 10 }, (_, index) => long(index, 50));
  await fill('longest', 'W'.repeat(100), { name: long, food: 'any', dishes: 2, days: 7, groups });
  phones.set('nothing', await makePhone(setup, {}, (await setup.createSchool()).token));
  http = await serveOverHttp(service);
}, TIMEOUT_MS);
afterAll(() => http.stop());

/** Values of all judged nutrients. */
function whole(value: string): Record<string, string> {
  return Object.fromEntries(JUDGED.map((key) => [key, value]));
}

interface Filling {
  readonly name: (number: number) => string;
  readonly food: string;
  readonly days: number;
  /** Of a meal. */
  readonly dishes: number;
  readonly groups: readonly string[];
  /** The Mondays from which menus are live. */
  readonly weeks?: readonly string[];
}

/** Makes a school with a phone page. Of each meal the first dish is for the first group only. */
async function fill(
  phone: string,
  school: string,
  { name, food: key, days, dishes, groups, weeks = ['2026-09-07', '2026-09-14'] }: Filling,
): Promise<void> {
  const made = await setup.createSchool({ name: school });
  const id = await setup.createStandard(made);
  const figures = Object.fromEntries(JUDGED.map((nutrient) => [nutrient, { min: 10, max: 2000 }]));
  const ingredient = JSON.stringify(Object.fromEntries(groups.map((level) => [level, figures])));
  await setup.succeed('POST /api/nutrition', { id, ingredient }, setup.admin);
  const cooked: number[] = [];
  for (let number = 0; number < dishes * MEALS.length; number++) {
    const recipe = JSON.stringify([{ key, value: 100 + 7 * number }]);
    cooked.push(await setup.createDish({ name: name(number), ingredient: recipe, icon: PICTURES[0] }, made));
  }
  const items = Array.from({ length: days }, (_, day) =>
    cooked.map((dish, index) => ({
      ...{ day: day + 1, meal: MEALS[Math.floor(index / dishes)], dish, portion: 1 + day / 10 },
      ...(index % dishes === 0 ? { groups: groups.slice(0, 1) } : {}),
    })),
  ).flat();
  const eaters = JSON.stringify(groups.map((level, index) => ({ level, people: 100, factor: 1 + index / 10 })));
  for (const start of weeks) {
    const facts = { name: name(1), start, days, groups: eaters, items: JSON.stringify(items) };
    const menu = await createMenu(setup, facts, made);
    await setup.succeed('POST /api/menu/submit', { id: menu }, made.token);
  }
  phones.set(phone, await makePhone(setup, {}, made.token));
}

/** Opens a page on a telephone of that width, with type so many times as large. */
async function open(name: string, width = 390, type = 1): Promise<WatchedPage> {
  const watched = await openPage(await openContext());
  await watched.page.setViewport({ width, height: 844, isMobile: true, hasTouch: true });
  await watched.page.goto(`${http.url}/screen/${phones.get(name)}`, { waitUntil: 'networkidle0' });
  await watched.page.evaluate(`document.documentElement.style.fontSize = '${100 * type}%'`);
  return watched;
}

/** The headings of the days that are seen. */
const seen = ({ page }: WatchedPage) =>
  page.evaluate(
    `[...document.querySelectorAll('section')].filter((one) => one.offsetParent).map((one) => one.querySelector('h2').innerText)`,
  );
/** Taps the label of a choice. */
const click = async ({ page }: WatchedPage, name: string) => {
  const [x, y] = (await page.evaluate(`(() => {
    const label = [...document.querySelectorAll('label')].find((one) => one.innerText.replace(/\\s+/g, ' ') === '${name}');
    label.scrollIntoView();
    const { x, y, width, height } = label.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  })()`)) as [number, number];
  await page.mouse.click(x, y);
};
/** How the seen dishes of that name are drawn. */
const looks = ({ page }: WatchedPage, dish: string) =>
  page.evaluate(
    `[...document.querySelectorAll('li')].filter((one) => one.offsetParent && one.innerText.includes('${dish}')).map((one) => getComputedStyle(one.querySelector('b')).textDecorationLine)`,
  );

describe('a phone page in Chromium', () => {
  it.each(['few', 'full', 'longest', 'nothing'])(
    'can be read at 320 pixels, and in type twice as large: %s',
    { timeout: TIMEOUT_MS },
    async (name) => {
      for (const [width, type] of [
        [390, 1],
        [320, 1],
        [320, 2],
      ] as const) {
        const watched = await open(name, width, type);
        const wrong = await watched.page.evaluate(`(() => {
        for (const one of document.querySelectorAll('details')) one.open = true;
        const wrong = document.documentElement.scrollWidth > ${width} ? ['sideways'] : [];
        const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          const range = document.createRange();
          range.selectNodeContents(texts.currentNode);
          const isOut = [...range.getClientRects()].some(({ left, right }) => left < 0 || right > ${width});
          if (isOut) wrong.push(texts.currentNode.data.slice(0, 20));
        }
        const sizes = [...document.querySelectorAll('main :not(input)')].map((one) => parseFloat(getComputedStyle(one).fontSize));
        const least = Math.min(...sizes);
        return least < ${13 * type} ? [...wrong, 'small type'] : wrong;
      })()`);
        expect([width, type, wrong]).toEqual([width, type, []]);
        expect(watched.faults).toEqual([]);
        await watched.page.browserContext().close();
      }
    },
  );

  it.each(['few', 'full', 'longest', 'nothing'])(
    'has nothing that axe finds, light or dark: %s',
    { timeout: TIMEOUT_MS },
    async (name) => {
      const watched = await open(name);
      const { page } = watched;
      await page.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`);
      for (const value of ['light', 'dark']) {
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
        expect([value, await findInaccessible(page)]).toEqual([value, []]);
      }
      await click(watched, '蛋类');
      expect(await findInaccessible(page)).toEqual([]);
      await page.browserContext().close();
    },
  );

  it('shows one day at a time and greys out what has the chosen allergens, without any script', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const watched = await openPage(await openContext());
    await watched.page.setJavaScriptEnabled(false);
    await watched.page.goto(`${http.url}/screen/${phones.get('few')}`);
    expect(await seen(watched)).toEqual(['9月9日 星期三 今日']);
    expect(await looks(watched, '蒸蛋')).toEqual(['none']);
    await click(watched, '蛋类');
    expect([await looks(watched, '蒸蛋'), await looks(watched, '米饭')]).toEqual([['line-through'], ['none', 'none']]);
    await click(watched, '周四 9/10');
    expect(await seen(watched)).toEqual(['9月10日 星期四']);
    await click(watched, '蛋类');
    expect(await looks(watched, '老汤')).toEqual(['none']);
    await click(watched, '坚果');
    expect(await looks(watched, '老汤')).toEqual(['line-through']);
    await click(watched, '周五 9/11 休');
    expect(await seen(watched)).toEqual(['9月11日 星期五']);
    expect(watched.faults).toEqual([]);
    await watched.page.browserContext().close();
  });

  it('can be used with keys alone', async () => {
    const watched = await open('few');
    const { keyboard } = watched.page;
    await keyboard.press('Tab');
    await keyboard.press('ArrowRight');
    expect(await seen(watched)).toEqual(['9月10日 星期四']);
    await keyboard.press('Tab');
    await keyboard.press('Space');
    expect(await watched.page.$eval('[value=含麸质谷物]', (box) => box.matches(':checked'))).toBe(true);
    await watched.page.browserContext().close();
  });

  it('keeps the chosen allergens on the phone alone, also when it has not changed meanwhile', async () => {
    const watched = await open('few');
    const { page } = watched;
    await click(watched, '蛋类');
    await click(watched, '花生');
    const answer = await page.reload({ waitUntil: 'networkidle0' });
    expect(answer?.status()).toBe(304);
    expect(await page.$$eval(':checked', (all) => all.map((one) => one.id))).toEqual(['d2', 'a3', 'a4']);
    expect(await page.evaluate('localStorage.allergens')).toBe('蛋类,花生');
    const token = phones.get('few');
    const asked = watched.requests.map((url) => url.replace(http.url, '').replace(/dish=.*/, 'dish='));
    expect(new Set(asked)).toEqual(new Set([`/screen/${token}`, `/screen/${token}/picture?dish=`]));
    expect(watched.faults).toEqual([]);
    await page.browserContext().close();
  });

  it('has at most 30 KB without its pictures: a full week as it stands, two full weeks as they are sent', async () => {
    const sizes = async (name: string) => {
      const asked = { token: phones.get(name) ?? '' };
      const { text } = await service.call('GET /screen/{token}', asked);
      const sent = await service.call('GET /screen/{token}', asked, { headers: { 'accept-encoding': 'br' } });
      return [Buffer.byteLength(text.replace(/<img[^>]*>/g, '')), sent.bytes.length];
    };
    const [[week = 0], [, full = 0], [, longest = 0]] = [
      await sizes('week'),
      await sizes('full'),
      await sizes('longest'),
    ];
    expect(Math.max(week, full, longest)).toBeLessThan(MAX_BYTES);
    expect(Math.min(week, full, longest)).toBeGreaterThan(2000);
  });
});
