import { expect, it } from 'vitest';
import { GROUPS, MONDAY, menuItems } from '../../support/nouns/menus.ts';
import { failure } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';

const { service, setup } = await openSetup();

const row = (mark: string) => ({ marks: [mark], min: 10, max: 10 });
const template = JSON.stringify({ lunch: [row('凉菜'), row('素菜')], dinner: [row('荤菜')] });
const menu = { start: MONDAY, days: 1, meals: 'lunch,dinner', groups: GROUPS };
const MARKS = ['凉菜', '素菜', '荤菜'];

it('a planned menu has an analysis that can be answered, however many foods the dishes have', async () => {
  const school = await setup.createSchool();
  const ids = new Map<string, number[]>();
  for (const mark of MARKS) {
    const made: number[] = [];
    // The first dishes have most foods: 2,865 in all, and each food is in one dish only.
    for (let dish = 10; dish >= 1; dish -= 1) {
      const foods = Array.from({ length: 90 + dish }, (_, food) => ({ key: `${mark} ${dish} ${food}`, value: 10 }));
      made.push(await setup.createDish({ name: `${mark}${dish}`, mark, ingredient: JSON.stringify(foods) }, school));
    }
    ids.set(mark, made.reverse());
  }
  const { token } = school;
  const planned = await service.call('POST /api/menu/generate', { ...menu, template }, { token });
  const { items, analysis, unmet } = planned.json.body;
  // The seven dishes of each mark with fewest foods have 1,974 in all. The next dish, of 98 foods, would make more than
  // 2,000.
  expect(new Set(items.map(({ dish }: { dish: number }) => dish))).toEqual(
    new Set(MARKS.flatMap((mark) => (ids.get(mark) ?? []).slice(0, 7))),
  );
  const lacking = (meal: string, mark: string) => `第 1 天${meal}缺少 3 道菜品（${mark}）：可用的有 7 道`;
  const text = [lacking('午餐', '凉菜'), lacking('午餐', '素菜'), lacking('晚餐', '荤菜')].join('；');
  const ofDay = { day: 1, days: [1] };
  expect(unmet).toEqual([
    { rule: 'template', text, reason: 'conflict', ...ofDay },
    { rule: 'foods', text: '可选菜品的食材共超过 2000 种，食材多的 9 道菜品未考虑', by: 9 },
    { rule: 'standard', text: '没有营养标准，营养素和食物类别未评判' },
    { rule: 'dark', text: '第 1 天午餐深色蔬菜 0 道，少于 1 道', reason: 'impossible', ...ofDay, meal: 'lunch', by: 1 },
  ]);
  const id = await setup.create('PUT /api/menu', { name: '第一周', ...menu, items: JSON.stringify(items) }, token);
  const stored = await service.call('GET /api/menu/analysis', { id }, { token });
  expect(JSON.stringify(analysis)).toBe(JSON.stringify(stored.json.body));
  const [first] = items;
  const place = { id, day: 1, meal: 'lunch', dish: first.dish };
  const { json } = await service.call('GET /api/menu/alternatives', place, { token });
  expect(json.body).toEqual([]);
  // Locked dishes stay as they are. So there is no menu that could be analysed.
  const locked = menuItems(
    ...MARKS.flatMap((mark) => (ids.get(mark) ?? []).map((dish) => [1, 'lunch', dish] as const)),
  );
  const refused = await service.call('POST /api/menu/generate', { ...menu, template, locked }, { token });
  expect(refused.json).toEqual(failure(400, 'menu_too_large'));
});
