import { expect, it } from 'vitest';
import { usualMeals as meals } from '../../../lib/domain/meal.ts';
import { makeMenuSheet } from '../../../lib/domain/menu-sheet/sheet.ts';
import { type Revision, thaw } from '../../../lib/domain/revision.ts';
import { drawMenuPage } from '../../../lib/sheets/menu-page.ts';
import { openPage } from '../../support/browser/browser.ts';
import { type GroupFacts, hardestWeek, submittedWeek } from '../../support/nouns/screens.ts';

const TIMEOUT_MS = 120_000;
const FOUR: GroupFacts = [
  ['一至三年级', '0.85'],
  ['四至六年级', '1'],
  ['七至九年级', '1.2'],
  ['教师', '1.25'],
];
const MAX_ITEMS = 315;
const SEVEN_DISHES = [
  '米饭 香菇烧鸡 番茄炒蛋 清炒小白菜 白菜豆腐汤 鲜肉包 水煮蛋',
  '二米饭 番茄鱼片 家常豆腐 蒜蓉西兰花 番茄蛋花汤 馒头 蒸蛋羹',
  '米饭 宫保鸡丁 番茄炒蛋 清炒小白菜 番茄蛋花汤 香蕉 葱油花卷',
  '糙米饭 清蒸鲈鱼 麻婆豆腐 醋熘白菜 番茄蛋花汤 酸奶 鲜肉包',
  '米饭 粉蒸排骨 蒸蛋羹 蒜蓉西兰花 白菜豆腐汤 香蕉 玉米面饼',
];

/** The same menu with the lunches of a school week on seven days, three times a day. */
function sevenDays(revision: Revision): Revision {
  const { content } = revision;
  const lunches = content.items.filter(({ meal }) => meal === 'lunch');
  const days = [1, 2, 3, 4, 5, 6, 7];
  const items = days.flatMap((day) =>
    meals.flatMap((meal) =>
      lunches.filter((item) => item.day === ((day - 1) % content.days) + 1).map((item) => ({ ...item, day, meal })),
    ),
  );
  const groups = content.groups.map((group) => ({ ...group, meals }));
  return { ...revision, content: { ...content, days: days.length, meals, groups, items } };
}

/** The largest menu with the longest names. */
function largest(): Revision {
  const revision = sevenDays(hardestWeek());
  const ids = revision.dishes.map(({ id }) => id);
  const items = Array.from({ length: MAX_ITEMS }, (_, index) => ({
    ...{ day: (index % 7) + 1, meal: meals[Math.floor(index / 7) % 3] ?? 'lunch' },
    ...{ dish: ids[index % ids.length] ?? 0, portion: '1' },
  }));
  return { ...revision, content: { ...revision.content, items } };
}

function draw(revision: Revision, unit = { name: '阳光小学', contacts: '王老师', phone: '010-12345678' }): string {
  const status = { state: '已发布', shown: 1, liveRevision: 1 } as const;
  const facts = { unit, menu: thaw(revision), nameByDish: new Map(), status };
  return drawMenuPage(makeMenuSheet({ ...facts, timeZone: 'Asia/Shanghai' }));
}

const long = (sign: string, length: number) => sign.repeat(length);

it.each([
  ['a school week of two meals and groups', submittedWeek(), 2],
  ['seven dishes a day for two groups', submittedWeek(undefined, { lunch: SEVEN_DISHES }), 1],
  ['seven days, three meals and four groups', sevenDays(submittedWeek(FOUR)), 4],
])(
  'a printed sheet goes on where a page has room, and breaks between dishes: %s',
  async (_, revision, most) => {
    const { page } = await openPage();
    await page.setContent(draw(revision));
    const pdf = Buffer.from(await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b/g)?.length).toBe(most);
    await page.close();
  },
  TIMEOUT_MS,
);

it(
  'figures that do not fit below the dishes stand together on the next page',
  async () => {
    const { page } = await openPage();
    await page.setContent(
      draw(
        submittedWeek(undefined, {
          lunch: SEVEN_DISHES,
          breakfast: SEVEN_DISHES.map((row) => row.split(' ').slice(4).join(' ')),
        }),
      ),
    );
    // Columns break as pages do, and can be measured.
    await page.addStyleTag({ content: 'main{width:281mm;height:199mm;columns:281mm;column-fill:auto;column-gap:0}' });
    await page.emulateMediaType('print');
    const lefts = `[...document.querySelectorAll('.figures, footer')].map((one) => one.getBoundingClientRect().left)`;
    const [left, ...others] = (await page.evaluate(lefts)) as number[];
    expect(left).toBeGreaterThan(900);
    expect(others).toEqual([left, left, left]);
    await page.close();
  },
  TIMEOUT_MS,
);

it.each([
  ['landscape', 1062],
  ['portrait', 733],
])(
  'a printed sheet of the largest menu cuts no name: %s',
  async (_, width) => {
    const unit = { name: long('长', 100), contacts: long('W', 500), phone: long('1', 500) };
    const { page } = await openPage();
    await page.emulateMediaType('print');
    await page.setViewport({ width, height: 700 });
    await page.setContent(draw(largest(), unit));
    const cut = await page.evaluate(`[...document.querySelectorAll('main *')].filter((one) => {
      const { left, right } = one.getBoundingClientRect();
      return right > document.documentElement.clientWidth || left < 0 || one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0;
    }).map((one) => one.outerHTML.slice(0, 80))`);
    expect(cut).toEqual([]);
    await page.close();
  },
  TIMEOUT_MS,
);
