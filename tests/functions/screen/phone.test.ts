import { afterEach, describe, expect, it } from 'vitest';
import { createMenu, menuItems } from '../../support/nouns/menus.ts';
import { fillTwoWeeks, makePhone, NOON, readWords } from '../../support/nouns/phones.ts';
import { failure } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';

const PAGE = 'GET /screen/{token}';
const DATA = 'GET /screen/{token}/menu.json';

const { service, setup } = await openSetup();
const { token } = setup.school;
service.stoppedAt = NOON;
const { rice, eggs, soup, week, next } = await fillTwoWeeks(setup);
const phone = await makePhone(setup);
const [{ iconVersion }] = (await service.call('GET /api/dish', { keyword: '蒸蛋' }, { token })).json.body.content;

afterEach(() => {
  service.stoppedAt = NOON;
});

const get = (route: string, of = phone) => service.call(route, { token: of });
const read = async (of = phone) => readWords((await get(PAGE, of)).text);

/** Publishes a menu for the evening of that Wednesday, and returns its id. */
async function publishDinner(): Promise<number> {
  const items = menuItems([1, 'dinner', rice]);
  const id = await createMenu(setup, { name: '第二食堂', start: '2026-09-09', days: 1, items });
  await setup.succeed('POST /api/menu/submit', { id }, token);
  return id;
}

const nutrient = (value: number, range: object, judgement: string, known = true) => ({
  ...{ key: 'protein', name: '蛋白质', unit: 'g', value, ...range, judgement, aboveUl: false, known },
});
const toGrams = (...amounts: readonly number[]) =>
  amounts.map((grams, index) => ({ group: index + 3 - amounts.length === 1 ? '一年级' : '六年级', grams }));
const plain = (...amounts: readonly number[]) => {
  return { id: rice, name: '米饭', allergens: [], allergensKnown: true, grams: toGrams(...amounts) };
};
const steamed = {
  ...{ id: eggs, name: '<b>蒸蛋</b>', allergens: ['蛋类'], allergensKnown: true, whom: '（六年级）' },
  grams: toGrams(100),
};
const broth = { id: soup, name: '老汤', allergens: ['蛋类'], allergensKnown: false, grams: toGrams(105, 210) };
/** What `menu.json` answers. */
const shown = {
  unit: '红旗小学',
  today: '2026-09-09',
  changed: NOON,
  published: NOON,
  days: Array.from({ length: 14 }, (_, index) => {
    const date = `2026-09-${String(7 + index).padStart(2, '0')}`;
    return { date, off: date === '2026-09-11', menus: menusOn(date) };
  }),
  left: 0,
};

function menusOn(date: string): object[] {
  const groups = (first: object, second: object) => [
    { name: '一年级', ...first },
    { name: '六年级', ...second },
  ];
  const lunch = (energy: number) => [{ meal: 'lunch', energy }];
  if (date === '2026-09-09') {
    const picture = `/screen/${phone}/picture?dish=${eggs}&v=${iconVersion}`;
    const meals = [
      { meal: 'breakfast', dishes: [{ ...plain(), grams: [{ group: '一年级', grams: 25 }] }] },
      { meal: 'lunch', dishes: [plain(50, 100), { ...steamed, picture }] },
    ];
    const taken = [{ meal: 'breakfast', energy: 363.25 }, ...lunch(726.5)];
    const first = { meals: taken, energyKnown: true, nutrients: [nutrient(5.93, { min: 3.5, max: 14 }, '适量')] };
    const second = { meals: lunch(2034), energyKnown: true, nutrients: [nutrient(21, { min: 360 }, '不足')] };
    return [{ id: week, name: '第一周', meals, groups: groups(first, second) }];
  }
  if (date === '2026-09-10') {
    const [first, second] = [
      nutrient(0.66, { min: 2, max: 8 }, '数据不足', false),
      nutrient(1.31, { min: 360 }, '数据不足', false),
    ];
    const both = groups(
      { meals: lunch(29.05), energyKnown: false, nutrients: [first] },
      { meals: lunch(58.1), energyKnown: false, nutrients: [second] },
    );
    return [{ id: week, name: '第一周', meals: [{ meal: 'lunch', dishes: [broth] }], groups: both }];
  }
  if (date !== '2026-09-14') return [];
  const both = groups(
    { meals: lunch(726.5), energyKnown: true, nutrients: [nutrient(3.95, { min: 2, max: 8 }, '适量')] },
    { meals: lunch(1453), energyKnown: true, nutrients: [nutrient(7.9, { min: 360 }, '不足')] },
  );
  return [{ id: next, name: '第二周', meals: [{ meal: 'lunch', dishes: [plain(50, 100)] }], groups: both }];
}

describe('a phone page', () => {
  it('is made by whoever holds 19, and told once', async () => {
    const role = await setup.createRole([19]);
    const { uid, password } = await setup.createUser(role);
    const by = await service.signIn(uid, password);
    const { id } = await setup.succeed('PUT /api/screen', { name: '家长', form: 'phone', levels: '["六年级"]' }, by);
    const list = (await service.call('GET /api/screen', {}, { token: by })).json.body;
    expect(list[0]).toEqual({ id, name: '家长', form: 'phone', levels: ['六年级'] });
    const led = await service.signIn(...(await userWith(20)));
    const refused = await service.call('PUT /api/screen', { name: '家长', form: 'phone' }, { token: led });
    expect(refused.json).toEqual(failure(403, 'missing_permission'));
  });

  async function userWith(item: number): Promise<[string, string]> {
    const { uid, password } = await setup.createUser(await setup.createRole([item]));
    return [uid, password];
  }

  it('shows what is live of this week and the next: by day, meal and dish, for whom, with allergens and judgements', async () => {
    const words = await read();
    expect(words).toMatch(
      /^红旗小学 食谱 9月9日更新 本周 周一 9\/7 周二 9\/8 .*周五 9\/11 休 .* 下周 周一 9\/14 .* 周日 9\/20 /,
    );
    expect(words).toContain(
      '9月9日 星期三 今日 早餐 一年级 363 kJ（86.8 千卡） 米饭 25 克 午餐 一年级 727 kJ（174 千卡）、六年级 2,034 kJ（486 千卡） ' +
        '米饭 一年级 50 克、六年级 100 克 &lt;b&gt;蒸蛋&lt;/b&gt;（六年级） 100 克 蛋类 ' +
        '营养：一年级 蛋白质 5.9 g 适量 营养：六年级 蛋白质 21 g 不足 9月10日 星期四 ' +
        '午餐 一年级 ≥29.1 kJ（6.9 千卡）、六年级 ≥58.1 kJ（13.9 千卡） 老汤 一年级 105 克、六年级 210 克 ' +
        '蛋类、成分不明 营养：一年级 蛋白质 ≥0.66 g 数据不足 营养：六年级 蛋白质 ≥1.3 g 数据不足 9月11日 星期五 休息 ' +
        '9月12日 星期六 没有公示的食谱',
    );
    expect(words).toContain(
      '9月14日 星期一 午餐 一年级 727 kJ（174 千卡）、六年级 1,453 kJ（347 千卡） 米饭 一年级 50 克、六年级 100 克 营养：一年级 蛋白质 4 g 适量',
    );
    expect(words).not.toContain('未公示的菜');
    expect(words).not.toContain('草稿');
  });

  it('is the same as data', async () => {
    const { status, headers, json } = await get(DATA);
    expect([status, headers['content-type'], json]).toEqual([200, 'application/json; charset=utf-8', shown]);
  });

  it('begins with the first day from today on that is served', async () => {
    const opened = async () => /id="d(\d+)" checked/.exec((await get(PAGE)).text)?.[1];
    expect(await opened()).toBe('2');
    service.stoppedAt = Date.parse('2026-09-11T08:00:00+08:00');
    expect(await opened()).toBe('7');
    service.stoppedAt = Date.parse('2026-09-18T08:00:00+08:00');
    expect(await opened()).toBe('4');
  });

  it('shows the groups that were chosen for it', async () => {
    const some = await makePhone(setup, { levels: '["一年级"]' });
    const words = await read(some);
    expect(words).toContain(
      '9月9日 星期三 今日 早餐 363 kJ（86.8 千卡） 米饭 25 克 午餐 727 kJ（174 千卡） 米饭 50 克 营养 蛋白质 5.9 g 适量',
    );
    expect(words).not.toContain('六年级');
    const { days } = (await get(DATA, some)).json;
    expect(days[2].menus[0].meals[1]).toEqual({
      meal: 'lunch',
      dishes: [{ ...plain(), grams: [{ group: '一年级', grams: 50 }] }],
    });
  });

  it('names the menus of a day with several, and shows no more once one is taken down', async () => {
    const before = await read();
    const other = await publishDinner();
    expect(await read()).toMatch(/今日 第一周 早餐 .* 第二食堂 晚餐 1,453 kJ（347 千卡） 米饭 100 克/);
    await setup.succeed('POST /api/menu/retract', { id: other, comment: '停' }, token);
    expect(await read()).toBe(before);
  });

  it('changes with a swap, and tells the day of the change', async () => {
    const school = await setup.createSchool();
    const [dish, instead] = [await setup.createDish({}, school), await setup.createDish({ name: '代替' }, school)];
    const menu = await createMenu(setup, { start: '2026-09-07', items: menuItems([4, 'lunch', dish]) }, school);
    await setup.succeed('POST /api/menu/submit', { id: menu }, school.token);
    const own = await makePhone(setup, {}, school.token);
    expect((await get(DATA, own)).json.changed).toBe(NOON);
    expect(await read(own)).toContain('下周的食谱公示后，就会出现在这里（本周的食谱是 9月9日 周三公示的）。');
    service.stoppedAt = NOON + 24 * 3_600_000;
    const later = await service.signIn(school.account, school.password);
    const swap = { id: menu, day: 4, meal: 'lunch', dish, with: instead, comment: '没到货' };
    await setup.succeed('POST /api/menu/swap', swap, later);
    expect(await read(own)).toMatch(/9月10日更新.*9月10日 星期四 今日 午餐 代替/);
    expect((await get(DATA, own)).json.changed).toBe(service.stoppedAt);
  });

  it('says so where nothing is published', async () => {
    const school = await setup.createSchool();
    const words = await read(await makePhone(setup, {}, school.token));
    expect(words).toContain('下周的食谱公示后，就会出现在这里。');
    expect(words).toMatch(new RegExp(`^${school.name} 食谱 本周 .*9月9日 星期三 今日 没有公示的食谱`));
  });
});
