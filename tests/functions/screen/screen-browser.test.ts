import { createServer, type Server } from 'node:http';
import axe from 'axe-core';
import { transform } from 'esbuild';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawScreenErrorPage, errorPageHeaders } from '../../../lib/screen/error-page.ts';
import { drawBlankPage, makePageHeaders, type ScreenPage } from '../../../lib/screen/page.ts';
import { HUNG_SCREEN_SCRIPT } from '../../../lib/screen/script.ts';
import { openPage, type WatchedPage } from '../../support/browser/browser.ts';
import { drawAt, EVENING, hardestWeek, NOON, submittedWeek, wholeDayWeek } from '../../support/nouns/screens.ts';

const MINUTE_MS = 60_000;
const TIMEOUT_MS = 120_000;
const LONG = '长'.repeat(100);

/** Windows by form and shape, the one of the design first. */
const SIZES = {
  wall: {
    wide: [
      [1920, 1080],
      [3840, 2160],
      [1366, 768],
    ],
    narrow: [[1080, 1920]],
  },
  led: {
    wide: [
      [1280, 320],
      [256, 64],
    ],
    narrow: [
      [640, 320],
      [128, 64],
      [192, 96],
      [512, 256],
    ],
  },
} as const;
/** The smallest type, in pixels of the design: on a panel of 64 pixels Chinese letters need 12 of them. */
const LEAST = { wall: 24, led: 62 };

/** The drawings by name: at noon and in the evening, with usual texts and with the longest ones. */
const pages = [
  ['wall', 'wide', '阳光小学', [submittedWeek()], NOON],
  ['wall', 'wide', '阳光小学', [submittedWeek()], EVENING],
  ['wall', 'wide', '阳光小学', [], NOON],
  ['wall', 'wide', LONG, [hardestWeek(), hardestWeek('W')], NOON],
  ['wall', 'wide', 'W'.repeat(100), [hardestWeek('，长')], EVENING],
  ['led', 'wide', '阳光小学', [submittedWeek()], NOON],
  ['led', 'wide', LONG, [hardestWeek(), hardestWeek('W')], EVENING],
  ['wall', 'narrow', '阳光小学', [wholeDayWeek()], NOON],
  ['wall', 'narrow', '阳光小学', [], EVENING],
  ['wall', 'narrow', LONG, [hardestWeek(), hardestWeek('W')], NOON],
  ['wall', 'narrow', LONG, [hardestWeek('，长')], EVENING],
  ['led', 'narrow', '阳光小学', [submittedWeek()], EVENING],
  ['led', 'narrow', 'W'.repeat(100), [hardestWeek(), hardestWeek('，长')], NOON],
] as const;

describe('the script of a screen', () => {
  it('is of the language, and of the browsers, of 2009', async () => {
    const [old, now] = await Promise.all(['es5', 'esnext'].map((target) => transform(HUNG_SCREEN_SCRIPT, { target })));
    expect(old?.code).toBe(now?.code);
    expect(HUNG_SCREEN_SCRIPT).not.toMatch(/\bfetch\b|Promise|classList|=>|\bconst\b|\blet\b|`/);
  });
});

/** The server's answer: a page, or nothing at all. */
const state = { status: 200, html: '', headers: {} as Record<string, string>, asked: [] as string[] };
let served = 0;

/** Serves a page with a new ETag. */
function serve({ html, policy }: ScreenPage): string {
  const etag = `"${++served}"`;
  const type = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
  const own = html.replace(/data-etag="[^"]*"/, `data-etag="&quot;${served}&quot;"`);
  Object.assign(state, { status: 200, html: own, headers: { ...type, ...makePageHeaders(etag) }, asked: [] });
  return etag;
}

/** Texts outside their page or under its footer, and the smallest type size, in pixels of the design. */
function measure(page: Page, scale: number) {
  return page.evaluate(`(() => {
    const wrong = [];
    let least = 1000;
    for (const [number, one] of [...document.querySelectorAll('.page')].entries()) {
      const box = one.getBoundingClientRect();
      const footer = one.querySelector('footer');
      const end = footer ? footer.getBoundingClientRect().top : box.bottom;
      const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode;
        if (!text.data.trim()) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const limit = footer && footer.contains(text) ? box.bottom : end;
        // Letters reach less far than the boxes of their fonts, which may overlap.
        const size = parseFloat(getComputedStyle(text.parentElement).fontSize);
        for (const line of range.getClientRects()) {
          const middle = (line.top + line.bottom) / 2;
          const [top, bottom] = [middle - 0.46 * size, middle + 0.65 * size];
          const isOut = line.left < box.left || line.right > box.right || top < box.top - 0.5 || bottom > limit + 1;
          if (isOut) wrong.push(number + ': ' + text.data.slice(0, 20));
        }
        least = Math.min(least, size);
      }
      if (footer && one.scrollWidth > one.clientWidth + 1) wrong.push(number + ' is too long');
    }
    return { wrong: wrong.slice(0, 5), least: Math.round(least * ${scale} * 10) / 10 };
  })()`) as Promise<{ wrong: string[]; least: number }>;
}

/** Gives the page a clock that stands still until it is moved. */
const STILL_CLOCK = `(() => {
  let now = 1e12;
  const ticks = [];
  let shift = 0;
  const Real = Date;
  window.Date = class extends Real { constructor(...args) { super(...(args.length ? args : [now + shift])); } static now() { return now + shift; } };
  window.setBack = (ms) => { shift -= ms; };
  window.setInterval = (run, every) => ticks.push({ run, every, due: now + every });
  window.goOn = (ms) => {
    const end = now + ms;
    while (now < end) {
      now = Math.min(end, Math.min(...ticks.map(({ due }) => due)));
      for (const tick of ticks) if (tick.due <= now) { tick.due += tick.every; tick.run(); }
    }
  };
})()`;

describe('screens in Chromium', () => {
  let server: Server;
  let address: string;
  /** Shows one drawing after another. */
  let watched: WatchedPage;

  beforeAll(async () => {
    watched = await openPage();
    server = createServer((request, response) => {
      const held = String(request.headers['if-none-match'] ?? '');
      state.asked.push(held);
      if (state.status === 0) return response.destroy();
      if (state.status === 200 && held !== '' && held === state.headers['etag']) {
        return response.writeHead(304, state.headers).end();
      }
      response.writeHead(state.status, state.headers).end(state.html);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const place = server.address();
    address = `http://127.0.0.1:${typeof place === 'object' ? place?.port : ''}/screen/token`;
  });
  afterAll(async () => {
    await watched.page.close();
    server.closeAllConnections();
    server.close();
  });

  describe.each(pages)('a %s, %s, of %s…', (form, shape, unit, revisions, time) => {
    it('shows every text whole, and none too small', { timeout: TIMEOUT_MS }, async () => {
      serve(drawAt(form, unit, revisions, time, shape));
      const { page, faults } = watched;
      await page.goto(address);
      const [[designed]] = SIZES[form][shape];
      for (const [width, height] of SIZES[form][shape]) {
        await page.setViewport({ width, height });
        const { wrong, least } = await measure(page, designed / width);
        expect(wrong).toEqual([]);
        expect(least).toBeGreaterThanOrEqual(LEAST[form]);
      }
      expect(await page.$$eval('.page.on', (all) => all.length)).toBe(1);
      expect(faults).toEqual([]);
    });
  });

  it.each(pages.filter(([, , unit]) => unit === '阳光小学'))(
    'a %s, %s, has nothing that axe finds',
    { timeout: TIMEOUT_MS },
    async (form, shape, unit, revisions, time) => {
      serve(drawAt(form, unit, revisions, time, shape));
      const { page } = watched;
      const [[width, height]] = SIZES[form][shape];
      await page.setViewport({ width, height });
      await page.setBypassCSP(true);
      await page.goto(address);
      await page.evaluate(axe.source);
      // Pages that are not shown are not judged, but read: so only one at a time is there.
      const found = await page.evaluate(`(async () => {
        const all = [...document.querySelectorAll('.page')];
        const place = all[0].parentElement;
        for (const one of all) one.remove();
        const found = [];
        for (const [index, one] of all.slice(0, 8).entries()) {
          one.style.transition = 'none';
          one.className = 'page on';
          place.prepend(one);
          const { violations, passes } = await axe.run({ resultTypes: ['violations'] });
          for (const { id, nodes } of violations) found.push([index, id, nodes[0].html]);
          if (!passes.some(({ id }) => id === 'color-contrast')) found.push([index, 'has no text']);
          one.remove();
        }
        return found;
      })()`);
      await page.setBypassCSP(false);
      expect(found).toEqual([]);
    },
  );

  describe('that has been opened', () => {
    const first = drawAt('wall', '阳光小学', [submittedWeek()], NOON);
    const text = (page: Page, selector: string) => page.$eval(selector, (one) => one.textContent ?? '');
    const goOn = async (page: Page, minutes: number) => {
      for (let passed = 0; passed < minutes; passed++) {
        const before = state.asked.length;
        await page.evaluate(`goOn(${MINUTE_MS})`);
        await page.waitForNetworkIdle({ idleTime: 20, timeout: 5000 });
        // Chromium itself repeats a request whose connection breaks.
        expect(state.asked.length - before).toBeGreaterThanOrEqual(1);
        if (state.status > 0) expect(state.asked.length - before).toBe(1);
      }
    };
    const open = async () => {
      const etag = serve(first);
      const { page } = await openPage();
      await page.evaluateOnNewDocument(STILL_CLOCK);
      await page.goto(address);
      state.asked = [];
      return { page, etag };
    };

    it('asks once a minute for what is new, by its ETag, and shows that', { timeout: TIMEOUT_MS }, async () => {
      const { page, etag } = await open();
      await goOn(page, 2);
      expect(state.asked).toEqual([etag, etag]);
      const next = serve(drawAt('wall', '红旗小学', [submittedWeek()], NOON));
      await goOn(page, 1);
      const isShown = `document.querySelector('.page.on .unit')?.textContent === '红旗小学'`;
      await page.waitForFunction(isShown, { polling: 'mutation', timeout: 5000 });
      // Anything else would be turned to, like a page.
      expect(await page.$$eval('#content > *', (all) => all.every((one) => one.matches('section.page')))).toBe(true);
      await goOn(page, 1);
      expect(state.asked).toEqual([etag, next]);
      await page.close();
    });

    it('asks for the drawing of an upright window as soon as it stands so', { timeout: TIMEOUT_MS }, async () => {
      const { page } = await open();
      const shape = () => page.evaluate('document.documentElement.className');
      const addresses: string[] = [];
      page.on('request', (request) => addresses.push(new URL(request.url()).search));
      await page.evaluate('goOn(5000)');
      expect([await shape(), addresses]).toEqual(['wide', []]);
      const etag = serve(drawAt('wall', '红旗小学', [submittedWeek()], NOON, 'narrow'));
      await page.setViewport({ width: 1080, height: 1920 });
      await page.evaluate('goOn(1000)');
      await page.waitForNetworkIdle({ idleTime: 20, timeout: 5000 });
      expect([await shape(), addresses]).toEqual(['narrow', ['?shape=narrow']]);
      await goOn(page, 1);
      expect([addresses, state.asked.at(-1)]).toEqual([['?shape=narrow', '?shape=narrow'], etag]);
      expect(await text(page, '.page.on .unit')).toBe('红旗小学');
      await page.close();
    });

    it('turns its pages, each for a quarter of a minute', { timeout: TIMEOUT_MS }, async () => {
      const { page } = await open();
      const titles: string[] = [];
      for (let turned = 0; turned < 4; turned++) {
        titles.push(await text(page, '.page.on footer p:last-child'));
        await page.evaluate('goOn(15000)');
      }
      const [one = '', two = ''] = titles;
      expect([one[0], two[0]]).toEqual(['1', '2']);
      expect(new Set(titles).size).toBe(Math.min(4, await page.$$eval('.page', (all) => all.length)));
      await page.close();
    });

    it('keeps what it shows through ten minutes without an answer, and says how old that is', {
      timeout: TIMEOUT_MS,
    }, async () => {
      const { page } = await open();
      const shown = await text(page, '#content');
      await goOn(page, 1);
      expect(await text(page, '#age')).toBe('');
      for (const [status, minutes, html = '{}'] of [
        [0, 4],
        [503, 2],
        [500, 1],
        [429, 1],
        // Old televisions may say that they want a page.
        [500, 1, drawScreenErrorPage('internal', 'zh')],
        [503, 1, drawScreenErrorPage('unavailable', 'zh')],
      ] as const) {
        Object.assign(state, { status, html });
        await goOn(page, minutes);
        expect(await text(page, '#content')).toBe(shown);
      }
      expect(await text(page, '#age')).toBe('网络中断，显示的是 10 分钟前的内容');
      expect(await page.evaluate(`getComputedStyle(document.getElementById('age')).display`)).toBe('block');
      serve(first);
      await goOn(page, 1);
      expect(await text(page, '#age')).toBe('');
      expect(await text(page, '#content')).toBe(shown);
      await page.close();
    });

    it('goes on asking where its clock is set back or leaps, and still says how old it is', {
      timeout: TIMEOUT_MS,
    }, async () => {
      const { page } = await open();
      Object.assign(state, { status: 503, html: '{}' });
      await goOn(page, 2);
      for (const hours of [1, -24 * 366, 24 * 366]) {
        await page.evaluate(`setBack(${hours * 60 * MINUTE_MS})`);
        // `goOn` expects one request a minute.
        await goOn(page, 2);
      }
      expect(await text(page, '#age')).toBe('网络中断，显示的是 8 分钟前的内容');
      serve(first);
      await goOn(page, 1);
      expect(await text(page, '#age')).toBe('');
      await page.close();
    });

    it('asks as seldom as the answer says, and each minute while there is none', { timeout: TIMEOUT_MS }, async () => {
      const { page, etag } = await open();
      Object.assign(state.headers, { 'catering-refresh': '300' });
      await goOn(page, 1);
      await page.evaluate(`goOn(${4 * MINUTE_MS})`);
      await page.waitForNetworkIdle({ idleTime: 20, timeout: 5000 });
      expect(state.asked).toEqual([etag]);
      state.status = 503;
      await goOn(page, 1);
      await goOn(page, 1);
      expect(state.asked).toEqual([etag, etag, etag]);
      await page.close();
    });

    it('goes blank with its unit, and comes back; says that it was deleted', { timeout: TIMEOUT_MS }, async () => {
      const { page } = await open();
      serve(drawBlankPage({ form: 'wall', shape: 'wide', etag: '' }));
      await goOn(page, 1);
      expect(await page.$$eval('#content > *', (all) => all.length)).toBe(0);
      serve(first);
      await goOn(page, 1);
      expect(await text(page, '.page.on h1')).toBe('今日食谱');
      state.status = 410;
      await goOn(page, 1);
      expect(await text(page, '#content')).toBe('此屏幕已停用');
      state.status = 200;
      await goOn(page, 1);
      expect(await text(page, '.page.on h1')).toBe('今日食谱');
      await page.close();
    });
  });

  it('a screen that begins with a failure shows the page once there is one, without any script', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { page, faults } = await openPage();
    await page.setJavaScriptEnabled(false);
    for (const reason of ['internal', 'screen_deleted'] as const) {
      // The minute of waiting is cut short.
      const html = drawScreenErrorPage(reason, 'zh').replace('content="60"', 'content="0"');
      const headers = { 'content-type': 'text/html; charset=utf-8', ...errorPageHeaders };
      Object.assign(state, { status: 500, html, headers, asked: [] });
      await page.goto(address);
      await expect.poll(() => state.asked.length, { timeout: 10_000 }).toBeGreaterThan(1);
      serve(drawAt('wall', '阳光小学', [submittedWeek()], NOON));
      await page.waitForSelector('.page.on .unit', { timeout: 10_000 });
    }
    expect(faults.filter((fault) => !/status of 500/.test(fault))).toEqual([]);
    await page.close();
  });

  it.each(['wall', 'led'] as const)(
    'a %s turns its pages and loads anew without scripts',
    { timeout: TIMEOUT_MS },
    async (form) => {
      serve(drawAt(form, '阳光小学', [submittedWeek()], NOON));
      const { page, faults } = await openPage();
      await page.setJavaScriptEnabled(false);
      await page.goto(address);
      const seconds = form === 'wall' ? 15 : 8;
      const count = await page.$$eval('.page', (all) => all.length);
      const visible = (at: number) =>
        page.evaluate(`(() => {
        for (const animation of document.getAnimations()) { animation.pause(); animation.currentTime = ${at * 1000}; }
        return [...document.querySelectorAll('.page')].flatMap((one, index) => getComputedStyle(one).visibility === 'visible' ? [index] : []);
      })()`);
      expect(await visible(1)).toEqual([0]);
      expect(await visible(seconds + 1)).toEqual([1]);
      expect(await visible(seconds * count + 1)).toEqual([0]);
      const refresh = /<noscript><meta http-equiv="refresh" content="(\d+)">/.exec(state.html)?.[1];
      expect(Number(refresh)).toBe(Math.max(60, seconds * count));
      expect(faults).toEqual([]);
      await page.close();
    },
  );
});
