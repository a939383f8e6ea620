import { createServer } from 'node:http';
import { inflateSync } from 'node:zlib';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadStarterFoods } from '../../../scripts/command/starter.ts';
import { openPage, type WatchedPage } from '../../support/browser/browser.ts';
import { cook, everydayFoods, food, type Recipe, stock, tomatoAndEgg, withEdition } from '../../support/nouns/foods.ts';
import { addSchool } from '../../support/nouns/units.ts';
import { openService } from '../../support/service/open.ts';
import type { Answer } from '../../support/service/service.ts';

/** A6 in points, as in a PDF. */
const A6 = { width: 297.64, height: 419.53 };
const TIMEOUT_MS = 120_000;

/** The server's answers, by path. */
const answers = new Map<string, Answer>();
/** Names of dishes by what makes them hard to print. */
const hard = {
  usual: '番茄炒蛋',
  long: '什锦'.repeat(50),
  wide: 'W'.repeat(100),
  markup: '<script>alert("1")</script> & ]]> abc',
  scripts: '👩👩👧👦🇨🇳مرحبا بالعالم ที่ 𒐫𒐫 ꧅ 番茄',
  nothing: '清水',
  gaps: '缺'.repeat(100),
  sets: '各'.repeat(100),
};
/** Rows that each have a note of their own if they lack other ingredients than the rest. */
const mandatory = ['protein', 'fat', 'saturated-fat', 'carbohydrate', 'sugar', 'fibre', 'sodium'];
const LABELS = Object.keys(hard).length;

const service = await openService();
await cookAll();
const server = createServer(({ url = '' }, response) => {
  const answer = answers.get(url);
  response.writeHead(answer?.status ?? 404, { ...answer?.headers } as Record<string, string>);
  response.end(answer?.bytes);
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
const address = server.address();
const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
afterAll(() => server.close());

async function cookAll(): Promise<void> {
  await loadStarterFoods(service.deps.db);
  const { id, token } = await addSchool(service, 'browser', { name: '学校'.repeat(50) });
  const codes = Array.from({ length: 98 }, (_, index) => [`${index}`.padStart(64, 'W'), 100_000] as const);
  const all = await service.call('GET /api/ingredient', { pageSize: 100 }, { token });
  const foods: Recipe = all.json.body.content.map(({ code }: { code: string }, index: number) => [code, 100 - index]);
  const nutrients = await listNutrients(token);
  const without = (key: string) => Object.fromEntries(nutrients.filter(([one]) => one !== key));
  await stock(service, [
    ...everydayFoods,
    food('huge', '𒐫大', Object.fromEntries(nutrients)),
    food('no-zinc', '缺锌的食材', without('zinc')),
    ...mandatory.map((key) => food(`no-${key}`, `缺${key}的食材名字很长很长很长很长`, without(key))),
  ]);
  const sets = mandatory.map((key) => [`no-${key}`, 1] as const);
  const own = codes.slice(0, 40).map(([, grams], index) => [`自编的很长的编码${index}`, grams] as const);
  await cook(service, token, hard.usual, tomatoAndEgg);
  await cook(service, token, hard.long, foods);
  await cook(service, token, hard.wide, [['huge', 100_000], ...codes]);
  await cook(service, token, hard.markup, [['<b>', 1], ...tomatoAndEgg]);
  await cook(service, token, hard.scripts, [['huge', 1]]);
  await cook(service, token, hard.nothing, []);
  await cook(service, token, hard.gaps, [['no-fat', 1], ['no-zinc', 1], ...own]);
  await cook(service, token, hard.sets, [['no-zinc', 1], ...sets, ...own]);
  const ids = Object.keys(hard).map((_, index) => id * 1_000_000 + index + 1);
  for (const edition of ['2011', '2025'] as const) {
    const call = () => service.call('GET /api/dish/label.html', { ids: ids.join(',') }, { token });
    answers.set(`/${edition}.html`, await withEdition(service, edition, call));
  }
  answers.set('/label.svg', await service.call('GET /api/dish/label.svg', { id: ids[0] ?? 0 }, { token }));
}

async function listNutrients(token: string): Promise<[string, string][]> {
  const { nutrient } = (await service.call('GET /api/basic/enum', {}, { token })).json.body;
  return ['sugar', ...nutrient.map(({ key }: { key: string }) => key)].map((key) => [key, '123456789.987']);
}

/** The texts of a label that are outside its page, or over one another. */
function findMisplaced(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('svg')].flatMap((svg, number) => {
    const margin = 7 * svg.getBoundingClientRect().width / 105 - 1;
    const page = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll('text')].map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }));
    const outside = texts.filter(({ box }) =>
      box.left < page.left + margin || box.right > page.right - margin ||
      box.top < page.top || box.bottom > page.bottom);
    const ink = ({ top, bottom, left, right }) => {
      const others = (bottom - top) * 0.25;
      return { top: top + others, bottom: bottom - others, left, right };
    };
    const over = texts.flatMap((one, index) => texts.slice(index + 1).filter((other) => {
      const [a, b] = [ink(one.box), ink(other.box)];
      return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    }).map((other) => one.text + ' / ' + other.text));
    return [...outside.map(({ text }) => number + ' outside: ' + text), ...over.map((text) => number + ' over: ' + text)];
  })`) as Promise<string[]>;
}

/** The page sizes of a PDF, including those in compressed objects. */
function readPageSizes(pdf: Uint8Array): number[][] {
  const plain = Buffer.from(pdf).toString('latin1');
  const compressed = plain.matchAll(/<<[^<>]*\/ObjStm[^<>]*>>\s*stream\r?\n/g);
  const streams = Array.from(compressed, ({ index, 0: { length } }) => {
    try {
      return inflateSync(Buffer.from(pdf).subarray(index + length), { finishFlush: 2 }).toString('latin1');
    } catch {
      return '';
    }
  });
  return [plain, ...streams].flatMap((text) =>
    Array.from(text.matchAll(/\/MediaBox\s*\[([\d. ]+)\]/g), ([, box = '']) => box.trim().split(/\s+/).map(Number)),
  );
}

describe('printed labels in Chromium', () => {
  describe.each(['2011', '2025'])('of the edition %s', (edition) => {
    let sheet: WatchedPage;
    beforeAll(async () => {
      sheet = await openPage();
      await sheet.page.goto(`${origin}/${edition}.html`);
    });
    afterAll(() => sheet.page.close());

    it('keep every text within the margins of its page, and off the others', async () => {
      expect(await sheet.page.$$eval('svg', (all) => all.length)).toBe(LABELS);
      expect(await findMisplaced(sheet.page)).toEqual([]);
    });

    it('have no letter below 1.8 mm: digits of these fonts are 0.72 of the size of type', async () => {
      const sizes = await sheet.page.$$eval('text', (all) => all.map((text) => Number(text.getAttribute('font-size'))));
      expect(sizes.length).toBeGreaterThan(300);
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(2.5); // 0.72 × 2.5 = 1.8
    });

    it('print each on one A6 page', { timeout: TIMEOUT_MS }, async () => {
      const sizes = readPageSizes(await sheet.page.pdf({ preferCSSPageSize: true }));
      expect(sizes.length).toBe(LABELS);
      for (const [, , width = 0, height = 0] of sizes) {
        expect(Math.abs(width - A6.width)).toBeLessThan(1);
        expect(Math.abs(height - A6.height)).toBeLessThan(1);
      }
    });

    it('request nothing else, run nothing and violate no policy', async () => {
      expect(sheet.requests).toEqual([`${origin}/${edition}.html`]);
      // Browsers ask for an icon by themselves.
      expect(sheet.faults.filter((fault) => !fault.includes('/favicon.ico'))).toEqual([]);
      expect(await sheet.page.$$eval('script, b', (all) => all.length)).toBe(0);
    });
  });

  it('are selectable text, and a table for screen readers', async () => {
    const page = (await openPage()).page;
    await page.goto(`${origin}/2011.html`);
    const selected = await page.evaluate(`getSelection().selectAllChildren(document.body), getSelection().toString()`);
    expect(selected).toContain('番茄炒蛋');
    expect(selected).toContain('738 kJ');
    const tree = JSON.stringify(await page.accessibility.snapshot({ interestingOnly: false }));
    for (const role of ['heading', 'table', 'row', 'columnheader', 'rowheader', 'cell']) {
      expect(tree).toContain(`"role":"${role}"`);
    }
    await page.close();
  });

  it('draw Chinese characters: none looks like a missing glyph', async () => {
    const page = (await openPage()).page;
    await page.setContent(`<canvas width="60" height="60"></canvas>`);
    const family = /font-family:([^;]*);/s.exec(answers.get('/label.svg')?.text.replaceAll('\n', '') ?? '')?.[1] ?? '';
    const drawings =
      (await page.evaluate(`[...'能量蛋白质脂肪碳水化合物钠项目每份营养成分表番茄炒鸡蛋豆油食盐※—–\\u{10FFFD}'].map((sign) => {
      const canvas = document.querySelector('canvas').getContext('2d', { willReadFrequently: true });
      canvas.clearRect(0, 0, 60, 60);
      canvas.font = '40px ' + ${JSON.stringify(family)};
      canvas.fillText(sign, 5, 45);
      return [...canvas.getImageData(0, 0, 60, 60).data].filter((_, index) => index % 4 === 3).join('');
    })`)) as string[];
    expect(new Set(drawings).size).toBe(drawings.length - 1); // 蛋 comes twice
    await page.close();
  });

  it('the picture alone is drawn in the size it says', async () => {
    const { page, faults } = await openPage();
    await page.goto(`${origin}/label.svg`);
    const size = await page.evaluate(`JSON.stringify(document.documentElement.getBoundingClientRect())`);
    const { width, height } = JSON.parse(String(size));
    expect([Math.round(width), Math.round(height)]).toEqual([397, 559]); // 105 and 148 mm at 96 dots per inch
    expect(faults.filter((fault) => !fault.includes('/favicon.ico'))).toEqual([]);
    await page.close();
  });
});
