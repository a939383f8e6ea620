import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { everydayFoods, stock, tomatoAndEgg } from '../../support/nouns/foods.ts';
import { createMenu, menuItems } from '../../support/nouns/menus.ts';
import { badInput, failure } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';

const { service, setup } = await openSetup();
const { token } = setup.school;
await stock(service, everydayFoods);
/** Days of the menus: a Wednesday, and the Sunday after it. */
const at = (time: string, day = '2026-09-09') => Date.parse(`${day}T${time}:00+08:00`);
const GROUPS = JSON.stringify([
  { level: '一年级', people: 40, factor: 0.5 },
  { level: '六年级', people: 50, meals: ['lunch'] },
]);
const INGREDIENT = JSON.stringify(tomatoAndEgg.map(([key, value]) => ({ key, value })));
await setup.loadRice();
const rice = await setup.createDish({ name: '米饭' });
const eggs = await setup.createDish({ name: '<b>番茄</b>炒蛋', ingredient: INGREDIENT });
const standard = await setup.createStandard();
const ranges = JSON.stringify({ 一年级: { 蛋白质: { min: 5, max: 20 } }, 六年级: { 蛋白质: { min: 900 } } });
await setup.succeed('POST /api/nutrition', { id: standard, name: '小学标准', ingredient: ranges }, setup.admin);
const publish = async (facts: Readonly<Record<string, string | number>>) => {
  const menu = await createMenu(setup, { groups: GROUPS, ...facts });
  await setup.succeed('POST /api/menu/submit', { id: menu }, token);
  return menu;
};
const week = await publish({
  name: '第一周',
  start: '2026-09-07',
  items: menuItems([3, 'lunch', rice], [3, 'lunch', eggs, 1.5], [3, 'breakfast', rice, 0.25], [4, 'dinner', eggs]),
});

afterEach(() => {
  service.stoppedAt = undefined;
});

const hang = async (facts: Readonly<Record<string, string>> = {}, by = token) =>
  String((await setup.succeed('PUT /api/screen', { name: '屏', form: 'wall', ...facts }, by)).address);
const show = (address: string, headers: Readonly<Record<string, string>> = {}) =>
  service.call('GET /screen/{token}', { token: address.replace('/screen/', '') }, { headers });
const [wall, led] = [await hang(), await hang({ form: 'led' })];

/** The texts of a page, without its markup. */
function visibleText(html: string): string {
  const body = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  return body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
}

const read = async (address: string) => visibleText((await show(address)).text);

it('says when to ask again: soon around meals, after a change and before it changes by itself, else seldom', async () => {
  const home = await setup.createSchool();
  const address = await hang({}, home.token);
  const ask = async (time: string) => {
    service.stoppedAt = at(time);
    return (await show(address)).headers['catering-refresh'];
  };
  for (const time of ['07:00', '11:35', '12:30', '18:20', '23:57', '18:58'])
    expect([time, await ask(time)]).toEqual([time, '60']);
  for (const time of ['06:50', '09:00', '12:40', '15:00', '20:00'])
    expect([time, await ask(time)]).toEqual([time, '300']);
  service.stoppedAt = at('09:00');
  const dish = await setup.createDish({}, home);
  const id = await createMenu(setup, { start: '2026-09-07', items: menuItems([3, 'lunch', dish]) }, home);
  await setup.succeed('POST /api/menu/submit', { id }, home.token);
  expect([await ask('09:50'), await ask('10:10')]).toEqual(['60', '300']);
});

describe('a wall', () => {
  it('shows what is served today, how much of it to whom, what is in it, and how that is judged', async () => {
    service.stoppedAt = at('10:00');
    const words = await read(wall);
    expect(words).toContain('今日食谱 9月9日 星期三');
    expect(words).toContain('早餐 米饭 12.5 — 午餐 米饭 50 100 &lt;b&gt;番茄&lt;/b&gt;炒蛋 蛋类 、 成分不明 142 284');
    expect(words).toContain('营养 按小学标准 每人每日 一年级 40 人 六年级 50 人');
    expect(words).toMatch(/蛋白质 g 11.6 适量 21.3 不足/);
    expect(words).toMatch(/食盐（全部钠折算） g [\d.]+ [\d.]+ 食物种类 种 \d \d/);
    expect(words).not.toContain('明日');
  });

  it('shows the week, of menus that meet on a day each its own', async () => {
    service.stoppedAt = at('10:00');
    const words = await read(wall);
    expect(words).toContain('本周食谱 9月9日 星期三 周三 9月9日 周四 9月10日 早餐 米饭 午餐 米饭 &lt;b&gt;番茄');
    const other = await publish({
      name: '第二食堂',
      start: '2026-09-09',
      days: 1,
      items: menuItems([1, 'lunch', rice]),
    });
    const both = await read(wall);
    expect(both).toContain('第一周');
    expect(both).toContain('第二食堂');
    expect(both.split('本周食谱')).toHaveLength(3);
    await setup.succeed('POST /api/menu/retract', { id: other, comment: '停' }, token);
    expect(await read(wall)).toBe(words);
  });

  it('shows tomorrow beside today from 19:00 on', async () => {
    service.stoppedAt = at('18:59');
    expect(await read(wall)).not.toContain('明日');
    service.stoppedAt = at('19:00');
    const words = await read(wall);
    expect(words).toContain('今日与明日食谱');
    expect(words).toMatch(/今日 9月9日 第一周.*明日 9月10日 第一周.*晚餐 &lt;b&gt;番茄/);
    expect(words).toMatch(/今日与明日营养/);
  });

  it('says so where nothing is served', async () => {
    service.stoppedAt = at('10:00', '2026-09-13');
    expect(await read(wall)).toContain('今日没有公示的食谱');
    service.stoppedAt = at('20:00', '2026-09-13');
    expect(await read(wall)).toMatch(/今日 9月13日 没有公示的食谱 明日 9月14日 没有公示的食谱/);
  });

  it('passes over days off, whoever says that they are: beside today stands the next day that is served', async () => {
    await publish({ name: '第二周', start: '2026-09-14', items: menuItems([1, 'lunch', rice]) });
    await setup.succeed('POST /api/vender/calendar', { off: '2026-09-10,2026-09-11,2026-09-13' }, setup.admin);
    await setup.succeed('POST /api/vender/calendar', { off: '2026-09-12', on: '2026-09-11' }, token);
    service.stoppedAt = at('19:00');
    expect(await read(wall)).toMatch(/今日与周五食谱.*今日 9月9日 第一周.*周五 9月11日 没有公示的食谱.*本周食谱/);
    await setup.succeed('POST /api/vender/calendar', { on: '' }, token);
    const before = await show(wall);
    expect(visibleText(before.text)).toMatch(/今日与周一食谱.*周一 9月14日 第二周.*米饭 50 100/);
    expect(visibleText(before.text)).not.toContain('9月10日');
    expect(await read(led)).toMatch(/今日午餐生重.*周一午餐生重|午餐生重 一年级 .* 周一午餐生重 一年级/);
    service.stoppedAt = at('20:00', '2026-09-10');
    expect(await read(wall)).toMatch(/今日与周一食谱.*今日 9月10日 休息 周一 9月14日 第二周/);
    service.stoppedAt = at('10:00', '2026-09-10');
    expect([await read(wall), await read(led)]).toEqual([
      expect.stringMatching(/今日休息.*本周食谱.*周三 9月9日 早餐/),
      expect.stringContaining('今日休息'),
    ]);
    await setup.succeed('POST /api/vender/calendar', { off: '' }, setup.admin);
    await setup.succeed('POST /api/vender/calendar', { off: '' }, token);
    service.stoppedAt = at('19:00');
    expect((await show(wall, { 'if-none-match': String(before.headers['etag']) })).status).toBe(200);
  });

  it('shows the groups that were chosen for it, and the day that it is where it hangs', async () => {
    const some = await hang({ levels: '["六年级"]' });
    service.stoppedAt = Date.parse('2026-09-08T16:30:00Z');
    const words = await read(some);
    expect(words).toContain('9月9日');
    expect(words).not.toContain('一年级');
    expect(words).not.toContain('早餐 米饭 12.5');
    expect(words).toContain('每人克数（生重） 六年级 50 人 午餐 米饭 100');
    expect(await read(await hang({ levels: '["教师"]' }))).toContain('今日没有公示的食谱');
  });
});

it('a led tells the same, a few words at a time', async () => {
  service.stoppedAt = at('10:00');
  const words = await read(led);
  for (const told of [
    '9月9日 星期三 红旗小学',
    '早餐生重 一年级 米饭 12.5克',
    '午餐生重 六年级 米饭 100克',
    '营养 六年级',
    '不足',
    '今日成分不明的菜',
  ]) {
    expect(words).toContain(told);
  }
  expect(words).not.toContain('早餐生重 六年级');
  service.stoppedAt = at('19:00');
  expect(await read(led)).toContain('明日晚餐生重 一年级');
});

describe('the page', () => {
  it('cannot be found, kept or scripted by anybody else', async () => {
    const { headers, text } = await show(wall);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    });
    const policy = String(headers['content-security-policy']);
    const texts = Array.from(text.matchAll(/<(script|style)>(.*?)<\/\1>/gs), ([, , inner = '']) => inner);
    expect(texts.length).toBeGreaterThanOrEqual(2);
    for (const inner of texts) expect(policy).toContain(createHash('sha256').update(inner).digest('base64'));
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src /);
    expect(policy).not.toContain('unsafe');
    expect(text).not.toContain('<b>番茄');
    expect(text).not.toMatch(/ style=| on\w+=|https?:/);
    expect(text).not.toContain(wall.slice(8));
  });

  it('is drawn for the shape of its window, each with an ETag of its own', async () => {
    service.stoppedAt = at('11:00');
    const draw = (shape: string, headers = {}) =>
      service.call('GET /screen/{token}', { token: wall.replace('/screen/', ''), shape }, { headers });
    const [plain, wide, narrow] = [await show(wall), await draw('wide'), await draw('narrow')];
    expect(wide.text).toBe(plain.text);
    expect((await draw('')).text).toBe(plain.text);
    expect([wide.text, narrow.text].map((text) => /<html [^>]*>/.exec(text)?.[0])).toEqual([
      '<html lang="zh-CN" class="wide">',
      '<html lang="zh-CN" class="narrow">',
    ]);
    expect(narrow.headers['etag']).not.toBe(wide.headers['etag']);
    expect((await draw('narrow', { 'if-none-match': String(narrow.headers['etag']) })).status).toBe(304);
    expect((await draw('narrow', { 'if-none-match': String(wide.headers['etag']) })).status).toBe(200);
    expect((await draw('round')).json).toEqual(badInput(['shape', { code: 'choice', names: 'wide narrow' }]));
  });

  it('is sent again only once something has changed: two round trips, six units and nothing written say so', async () => {
    service.stoppedAt = at('11:00');
    const { headers } = await show(wall);
    const etag = String(headers['etag']);
    await show(wall);
    const askAgain = () => show(wall, { 'if-none-match': etag });
    const { result, bill } = await service.storeCalls.record(askAgain);
    expect([result.status, result.text, result.headers['etag']]).toEqual([304, '', etag]);
    // A browser would put the policy of this answer in the place of the page's own.
    expect(result.headers).not.toHaveProperty('content-security-policy');
    expect(bill).toMatchObject({ roundTrips: 2, writeUnits: 0 });
    expect(bill.readUnits).toBeLessThanOrEqual(6);
    service.stoppedAt = at('19:00');
    expect((await show(wall, { 'if-none-match': etag })).status).toBe(200);
    service.stoppedAt = at('11:00');
    await setup.succeed('POST /api/menu', { id: week, name: '改名' }, token);
    expect((await show(wall, { 'if-none-match': etag })).status).toBe(304);
    await setup.succeed('POST /api/menu/submit', { id: week }, token);
    const changed = await show(wall, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(visibleText(changed.text)).toContain('改名');
  });

  it('is blank while the unit is closed or has expired, and shows again what there is', async () => {
    const school = await setup.createSchool();
    const address = await hang({}, school.token);
    const open = await show(address);
    expect(visibleText(open.text)).toContain(school.name);
    for (const [closing, opening] of [
      [{ status: 'false' }, { status: 'true' }],
      [{ expire: '2020-01-01' }, { expire: '2099-12-31' }],
    ]) {
      await setup.succeed('POST /api/vender', { venderId: school.id, ...closing }, setup.admin);
      const blank = await show(address, { 'if-none-match': String(open.headers['etag']) });
      expect(blank.status).toBe(200);
      expect(visibleText(blank.text).trim()).toBe('');
      expect(blank.text).toContain('<title>数据大屏</title>');
      const conditions = { 'if-none-match': String(blank.headers['etag']) };
      expect((await show(address, conditions)).status).toBe(304);
      await setup.succeed('POST /api/vender', { venderId: school.id, ...opening }, setup.admin);
      const again = await show(address, conditions);
      expect(again.text).toBe(open.text);
    }
  });

  it('is a failure in the envelope where the store does not answer, which the screen outlasts', async () => {
    service.storeCalls.fault = () => ({ when: 'before', error: Object.assign(new Error(), { code: 'ECONNREFUSED' }) });
    const answer = await show(wall);
    service.storeCalls.fault = () => undefined;
    expect(answer.json).toEqual(failure(503, 'unavailable'));
  });
});
