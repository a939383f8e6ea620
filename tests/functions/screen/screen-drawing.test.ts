import { describe, expect, it } from 'vitest';
import { boardingWeek, drawAt, EVENING, NOON, submittedWeek } from '../../support/nouns/screens.ts';

/** The pages of a drawing. */
function listPages({ html }: { readonly html: string }): string[] {
  return html.slice(html.indexOf('<main'), html.indexOf('</main>')).split('<section class="page').slice(1);
}

/** All that a pattern finds on a page, by its first group. */
const find = (page: string, pattern: RegExp) => Array.from(page.matchAll(pattern), ([, found = '']) => found);
const visibleText = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
const ALONE = [['中体力', '1']] as const;

/** Wednesday's 宫保鸡丁 is not for a third group, which gets Tuesday's 家常豆腐 instead. */
function weekWithSubstitute() {
  const whole = submittedWeek();
  const { content } = whole;
  const [first] = content.groups;
  if (!first) throw new Error('no group');
  const groups = [...content.groups, { ...first, name: '避花生', people: 6, avoid: ['花生' as const] }];
  const findId = (name: string) => whole.dishes.find((dish) => dish.name === name)?.id ?? 0;
  const items = content.items.flatMap((item) => {
    if (item.dish !== findId('宫保鸡丁')) return [item];
    const others = content.groups.map(({ name }) => name);
    return [
      { ...item, groups: others },
      { ...item, dish: findId('家常豆腐'), groups: ['避花生'] },
    ];
  });
  return { ...whole, content: { ...content, groups, items } };
}

describe('a dish that not all groups get', () => {
  it('has grams for those who get it, and says in the week whom it is for', () => {
    const [dishes = '', , week = ''] = listPages(drawAt('wall', '阳光小学', [weekWithSubstitute()], NOON)).map(
      visibleText,
    );
    expect(dishes).toMatch(/避花生 6 人/);
    expect(dishes).toMatch(/宫保鸡丁 [^\d—]*103 121 —/);
    expect(dishes).toMatch(/家常豆腐 [^\d—]*— — \d+/);
    expect(week).toMatch(/宫保鸡丁（避花生除外） 家常豆腐（避花生）/);
    expect(week).not.toMatch(/米饭（/);
  });

  it('stands on a panel for those who get it alone', () => {
    const pages = listPages(drawAt('led', '阳光小学', [weekWithSubstitute()], NOON)).map(visibleText);
    const findLunch = (name: string) => pages.filter((page) => page.includes(`午餐生重 ${name}`)).join();
    expect(findLunch('一至三年级')).toMatch(/宫保鸡丁 103克/);
    expect(findLunch('一至三年级')).not.toContain('家常豆腐');
    expect(findLunch('避花生')).toMatch(/家常豆腐 \d+克/);
    expect(findLunch('避花生')).not.toContain('宫保鸡丁');
  });
});

describe('a wall', () => {
  it('says who gets the grams, and how many they are', () => {
    const words = visibleText(drawAt('wall', '阳光小学', [submittedWeek(ALONE)], NOON).html);
    expect(words).toContain('每人克数（生重） 中体力 200 人 早餐 葱油花卷');
    const groups = visibleText(drawAt('wall', '阳光小学', [submittedWeek()], NOON).html);
    expect(groups).toContain('每人每日 一至三年级 200 人 四至六年级 200 人 能量 kJ');
  });

  it('draws groups with equal amounts as one column, with bars where they are all', () => {
    const equal = [
      ['一至三年级', '1'],
      ['四至六年级', '1'],
    ] as const;
    const drawing = drawAt('wall', '阳光小学', [submittedWeek(equal)], NOON);
    expect(visibleText(drawing.html)).toContain('每人每日 一至三年级、四至六年级 400 人 能量 kJ');
    expect(drawing.html).toContain('<svg');
  });

  it('breaks no name of eight characters over lines of the week', () => {
    const week = submittedWeek();
    const dishes = week.dishes.map((dish) => ({
      ...dish,
      name: dish.name === '番茄炒蛋' ? '番茄土豆炖牛腩粒' : dish.name,
    }));
    const [size] = find(drawAt('wall', '阳光小学', [{ ...week, dishes }], NOON).html, /<table class="week s(\d+)"/g);
    expect(8 * Number(size)).toBeLessThanOrEqual(310);
  });

  it.each(['wide', 'narrow'] as const)('that is %s breaks no meal, and has no page of a few rows', (shape) => {
    for (const time of [NOON, EVENING]) {
      const pages = listPages(drawAt('wall', '阳光小学', [boardingWeek()], time, shape));
      const tables = pages.flatMap((page) => find(page, /(<table.*?<\/table>)/gs));
      const dishes = tables.filter((table) => table.includes('"dishes'));
      const days = time === NOON ? 1 : 2;
      const meals = dishes.flatMap((table) => find(table, /<tr class="meal">.*?>([^<]*)<\/th>/g));
      expect(meals.toSorted()).toEqual(['午餐', '早餐', '晚餐'].flatMap((meal) => Array(days).fill(meal)));
      const rows = tables.filter((table) => !table.includes('"week')).map((table) => find(table, /(<tr>)/g).length);
      expect(Math.min(...rows)).toBeGreaterThanOrEqual(5);
    }
  });

  it('is filled when it stands upright: as many pages as when it lies, with the week day by day', () => {
    const [wide, narrow] = (['wide', 'narrow'] as const).map((shape) => {
      return listPages(drawAt('wall', '阳光小学', [boardingWeek()], NOON, shape));
    });
    expect(narrow).toHaveLength(wide?.length ?? 0);
    expect(visibleText(narrow?.at(-1) ?? '')).toMatch(/早餐 午餐 晚餐 周一 9月7日 鲜肉包 .* 周二 9月8日 馒头/);
    expect(visibleText(wide?.at(-1) ?? '')).toMatch(/周一 9月7日 .* 周五 9月11日 早餐 鲜肉包/);
  });

  it('draws each amount within the tolerated range exactly where it is judged to be right', () => {
    const factors = ['0.9', '1', '1.1', '1.2', '1.3', '1.4'];
    const weeks = factors.map((factor) => submittedWeek([['中体力', factor]]));
    const bars = find(drawAt('wall', '阳光小学', weeks, EVENING).html, /(<svg.*?<\/svg>)/gs);
    expect(bars.length).toBeGreaterThanOrEqual(144);
    const seen = bars.map((bar) => {
      const [, x = '', width = ''] = /class="tolerance" x="(\d+)" y="8" width="(\d+)"/.exec(bar) ?? [];
      const [, range = ''] = /class="range" x="(\d+)"/.exec(bar) ?? [];
      const at = Number(/cx="([\d.]+)"/.exec(bar)?.[1]);
      expect(Number(range)).toBeGreaterThanOrEqual(Number(x));
      const zone = at < Number(x) ? 'low' : at > Number(x) + Number(width) ? 'high' : 'good';
      expect(bar).toContain(`class="${zone}"`);
      return zone === 'good' && at < Number(range);
    });
    // Some are below the range, and still tolerated.
    expect(seen).toContain(true);
  });

  it('judges salt by what the standard says of it', () => {
    const words = (standard: Readonly<Record<string, string>>) => {
      const revision = submittedWeek(ALONE);
      return visibleText(
        drawAt(
          'wall',
          '阳光小学',
          [{ ...revision, ...(revision.standard ? { standard: { ...revision.standard, ...standard } } : {}) }],
          NOON,
        ).html,
      );
    };
    expect(words({})).toMatch(/ 烹调用盐 g 2\.\d 适量/);
    expect(words({ foodCategoryDay: '{"盐":1}' })).toMatch(/ 烹调用盐 g 2\.\d 过量/);
    const sodium = { foodCategoryDay: '{}', ingredient: '{"中体力":{"钠":{"max":1000}}}' };
    expect(words(sodium)).toMatch(/食盐（全部钠折算） g 3\.\d 过量/);
    expect(words({ foodCategoryDay: '{}' })).toMatch(/食盐（全部钠折算） g 3(\.\d)? 食物种类/);
  });
});

describe('a led', () => {
  it('says that its grams are raw, and shares its words among the pages', () => {
    for (const shape of ['wide', 'narrow'] as const) {
      const pages = listPages(drawAt('led', '阳光小学', [boardingWeek()], NOON, shape));
      const headings = pages.map((page) => visibleText(find(page, /<h1>(.*?)<\/h1>/g).join('')));
      expect(new Set(headings).size).toBeGreaterThan(8);
      expect(headings[0]).toBe('今日早餐生重');
      expect(headings.at(-1)).toBe('9月9日 星期三');
      const counts = Map.groupBy(pages, (_, index) => headings[index] ?? '');
      // A phrase that is wider than a line has its words in it.
      const joined = counts
        .get('今日营养')
        ?.map((page) => page.replaceAll(/class="long">.*?<\/span><\/span>/g, 'class="whole">'));
      const phrases = joined?.map((page) => find(page, /(<span class="whole">)/g).length) ?? [];
      expect(phrases.length).toBeGreaterThan(1);
      expect(Math.max(...phrases) - Math.min(...phrases)).toBeLessThanOrEqual(1);
    }
  });

  it('shows each word of a name that takes more lines than a page has', () => {
    const words = ['番茄牛腩土豆胡萝卜煲', '不放洋葱也不放芹菜的', '四至六年级寄宿生专用', '周三第二批出锅的那一'];
    const week = submittedWeek();
    const name = words.join(' ');
    const dishes = week.dishes.map((dish) => (dish.name === '宫保鸡丁' ? { ...dish, name } : dish));
    for (const shape of ['wide', 'narrow'] as const) {
      const shown = listPages(drawAt('led', '阳光小学', [{ ...week, dishes }], NOON, shape))
        .map(visibleText)
        .join();
      expect(shown).toContain('午餐生重 一至三年级');
      for (const part of shape === 'wide' ? words : words.map((word) => word.slice(0, 8)))
        expect(shown).toContain(part);
    }
  });

  it('tells a group of a long name once, and its number with each meal', () => {
    const level = '一年级一班至三班以及他们的老师';
    const groups = [
      [level, '1'],
      ['二年级', '1.2'],
    ] as const;
    const words = visibleText(drawAt('led', '阳光小学', [submittedWeek(groups)], NOON, 'narrow').html);
    expect(words).toMatch(/ 第1组 一年级一班至三班 ?以及他们的老师 早餐生重 第1组 葱油花卷 /);
    expect(words).toContain('午餐生重 二年级 ');
    expect(words).not.toContain('第2组');
  });
});
