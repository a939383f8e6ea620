import { expect, it } from 'vitest';
import { meals } from '../../../lib/domain/meal.ts';
import { food, stock } from '../../support/nouns/foods.ts';
import { createMenu, MONDAY, menuItems } from '../../support/nouns/menus.ts';
import { openSetup } from '../../support/service/open.ts';

/** A kindergarten: children take the five meals that its day is divided into, teachers lunch and the afternoon's snack. */
const { service, setup } = await openSetup();
const { token } = setup.school;
const SHARES = { breakfast: '25', morningSnack: '0', lunch: '35', afternoonSnack: '10', dinner: '30' };
const GROUPS = JSON.stringify([
  { level: '中体力', people: 100 },
  { level: '中体力', people: 10, meals: ['afternoonSnack', 'lunch'] },
]);

const call = async (route: string, facts: Readonly<Record<string, string | number>>) =>
  (await service.call(route, facts, { token })).json.body;

await stock(service, [food('012001x', '大米', { energy: '1000', protein: '10' }, { edible: '100' })]);
const standard = await setup.createStandard();
const ingredient = '{"中体力":{"能量":{"min":2000,"max":4000}}}';
await setup.succeed('POST /api/nutrition', { id: standard, ingredient }, setup.admin);
await setup.succeed('POST /api/vender/config', { vender: setup.school.id, ...SHARES }, token);
const rice = await setup.createDish({ ingredient: '[{"key":"012001x","value":100}]' });
const items = menuItems(...[...meals].reverse().map((meal) => [1, meal, rice] as const));
const served = 'supper,dinner,afternoonSnack,lunch,morningSnack,breakfast';
const id = await createMenu(setup, { meals: served, groups: GROUPS, days: 1, standard, items });

it('a menu has the extra meals in their order, and its items in the order served', async () => {
  const body = await call('GET /api/menu', { id });
  expect(body.meals).toEqual([...meals]);
  expect(body.groups.map((group: { meals: string[] }) => group.meals)).toEqual([
    [...meals],
    ['lunch', 'afternoonSnack'],
  ]);
  expect(body.items.map(({ meal }: { meal: string }) => meal)).toEqual([...meals].reverse());
});

it('each group is judged by the shares of its meals, those of snacks included', async () => {
  const { levels, warnings } = await call('GET /api/menu/analysis', { id });
  const told = levels.map(({ days: [day] }: { days: { meals: object[]; nutrients: Record<string, unknown>[] }[] }) => {
    const energy = day?.nutrients.find(({ key }) => key === 'energy');
    return { meals: day?.meals, value: energy?.['value'], min: energy?.['min'], max: energy?.['max'] };
  });
  const eaten = (...some: readonly string[]) => some.map((meal) => ({ meal, energy: 1000 }));
  expect(told).toEqual([
    { meals: eaten(...meals), value: 6000, min: 2000, max: 4000 },
    { meals: eaten('lunch', 'afternoonSnack'), value: 2000, min: 900, max: 1800 },
  ]);
  expect(warnings.filter(({ kind }: { kind: string }) => kind === 'no_share')).toEqual([]);
});

it('what is frozen, served, bought and printed has them, too', async () => {
  await setup.succeed('POST /api/menu/submit', { id }, token);
  await setup.succeed('POST /api/vender/config', { vender: setup.school.id, ...SHARES, supper: '100' }, token);
  const [{ menus }] = await call('GET /api/menu/live', { from: MONDAY });
  const [children, teachers] = menus[0].groups;
  expect(children.meals.map(({ meal }: { meal: string }) => meal)).toEqual([...meals]);
  expect(teachers.nutrients.find(({ key }: { key: string }) => key === 'energy')).toMatchObject({
    min: 900,
    max: 1800,
  });
  // 100 children six times, ten teachers twice.
  const { total } = await call('GET /api/menu/purchase', { id });
  expect(total.map(({ kg }: { kg: number }) => kg)).toEqual([62]);
  const sheet = (await service.call('GET /api/menu/sheet.html', { id }, { token })).text;
  const bands = [...sheet.matchAll(/<tr class="band"><th[^>]*>(\S+) /g)].map(([, name]) => name);
  expect(bands.slice(0, 6)).toEqual(['早餐', '早点', '午餐', '午点', '晚餐', '夜宵']);
  // The energy of the day stands after its last meal.
  expect(sheet.slice(0, sheet.indexOf('每人每日营养'))).toMatch(/夜宵 .*全天能量/s);
});

it('a snack is planned of what suits it, by a template of its own', async () => {
  const cook = (name: string, mark: string, facts: Readonly<Record<string, string>>) =>
    setup.createDish({ name, mark, ingredient: '[{"key":"012001x","value":20}]', ...facts });
  const cake = await cook('小蛋糕', '点心', { meals: 'afternoonSnack' });
  await cook('大包子', '点心', { meals: 'breakfast,lunch' });
  const milk = await cook('牛奶', '奶类', {});
  const facts = {
    start: MONDAY,
    days: 2,
    meals: 'afternoonSnack',
    groups: JSON.stringify([{ level: '中体力', people: 1 }]),
  };
  const { items } = await call('POST /api/menu/generate', { ...facts, rules: '{"repeatDays":0}' });
  const served = new Set(items.map(({ dish }: { dish: number }) => dish));
  expect(served).toEqual(new Set([cake, milk]));
  const put = menuItems([1, 'afternoonSnack', milk], [2, 'afternoonSnack', cake]);
  const other = await createMenu(setup, { ...facts, items: put });
  await cook('花卷', '点心', { meals: 'breakfast' });
  const crackers = await cook('饼干', '点心', { meals: 'morningSnack,afternoonSnack' });
  // Who asks for another dish on a day off means that day.
  await setup.succeed('POST /api/vender/calendar', { off: '2026-09-08' }, token);
  const found = await call('GET /api/menu/alternatives', { id: other, day: 2, meal: 'afternoonSnack', dish: cake });
  expect(found.map(({ dish }: { dish: number }) => dish)).toEqual([crackers, milk]);
});
