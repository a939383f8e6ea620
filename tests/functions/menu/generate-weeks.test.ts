import { describe, expect, it } from 'vitest';
import { food, stock } from '../../support/nouns/foods.ts';
import { createMenu, GROUPS, MONDAY, menuItems } from '../../support/nouns/menus.ts';
import { badInput } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import type { School } from '../../support/service/setup.ts';

const ROUTE = 'POST /api/menu/generate';
const { service, setup } = await openSetup();
const { school, admin } = setup;
const SUNDAY = '2026-09-06';

function cook(code: string, home: School = school) {
  return setup.createDish(
    { name: `炒${code}`, mark: '素菜', ingredient: JSON.stringify([{ key: code, value: 100 }]) },
    home,
  );
}

async function publish(start: string, dish: number, home: School = school): Promise<number> {
  const id = await createMenu(setup, { start, days: 1, items: menuItems([1, 'lunch', dish]) }, home);
  await setup.succeed('POST /api/menu/submit', { id }, home.token);
  return id;
}

const template = '{"lunch":[{"marks":["素菜"],"min":1,"max":1}]}';
const request = { start: MONDAY, days: 1, meals: 'lunch', groups: GROUPS, template };

async function generate(facts: Readonly<Record<string, string | number>> = {}) {
  return (await service.call(ROUTE, { ...request, ...facts }, { token: school.token })).json;
}

const codes = ['041201', '041202', '041203'];
await stock(
  service,
  codes.map((code) => food(code, `菜${code}`, { energy: '130', protein: '1', sodium: '70' })),
);
const dishes: number[] = [];
for (const code of codes) dishes.push(await cook(code));

it('a plan beside menus that are live repeats nothing of the days before and after, but of days off, of other units and of what is taken down', async () => {
  const [one = 0, two = 0, three = 0] = dishes;
  await publish(SUNDAY, one);
  const after = await publish('2026-09-08', two);
  const other = await setup.createSchool();
  await publish(SUNDAY, await cook('041203', other), other);
  const plans = [];
  for (let time = 0; time < 3; time++) plans.push(await service.storeCalls.record(() => generate()));
  // Live menus are found while all else is read, and their revisions beside the standard. Trips are told by their
  // times, so a busy machine may show more of them than there are.
  expect(Math.min(...plans.map(({ roundTrips }) => roundTrips))).toBe(5);
  expect(plans.map(({ bill }) => bill.writeUnits)).toEqual([0, 0, 0]);
  expect(plans[0]?.result.body.items).toEqual([expect.objectContaining({ dish: three })]);
  const locked = menuItems([1, 'lunch', one], [1, 'lunch', two]);
  const countRepeats = async () => {
    const { unmet } = (await generate({ locked })).body;
    return unmet.flatMap(({ rule, text }: { rule: string; text: string }) =>
      rule === 'repeat' ? text.split('；').map((part) => part.slice(part.indexOf('（'))) : [],
    );
  };
  expect(await countRepeats()).toEqual(['（2026-09-06已有）', '（2026-09-08已有）']);
  await setup.succeed('POST /api/vender/calendar', { off: SUNDAY }, school.token);
  expect(await countRepeats()).toEqual(['（2026-09-08已有）']);
  await setup.succeed('POST /api/menu/retract', { id: after, comment: '换一周' }, school.token);
  expect(await countRepeats()).toEqual([]);
  await setup.succeed('POST /api/vender/calendar', { off: '' }, school.token);
});

describe('a plan beside menus that the caller names', () => {
  const draftDish = async (facts: Readonly<Record<string, string | number>>) => {
    const { body } = await generate({ start: '2026-11-09', ...facts });
    const repeats = body.unmet.filter(({ rule }: { rule: string }) => rule === 'repeat');
    return [body.items[0]?.dish, repeats.map(({ text }: { text: string }) => text.replace(/^.*（/, '（'))];
  };

  it('repeats nothing of them, be they drafts or live', async () => {
    const [one = 0, two = 0, three = 0] = dishes;
    const draft = { start: '2026-11-08', days: 2, items: menuItems([1, 'lunch', one], [2, 'lunch', three]) };
    const drafts = [await createMenu(setup, draft), await publish('2026-11-10', two)];
    const [sunday = 0, tuesday = 0] = drafts;
    const adjacent = drafts.join();
    // What a draft serves on the planned day itself would be replaced, so it does not count.
    expect([await draftDish({ adjacent }), await draftDish({ adjacent })]).toEqual([
      [three, []],
      [three, []],
    ]);
    const locked = menuItems([1, 'lunch', one]);
    expect(await draftDish({ locked })).toEqual([one, []]);
    expect(await draftDish({ locked, adjacent: sunday })).toEqual([one, ['（2026-11-08已有）']]);
    // A live menu counts once, though it is named, too.
    const twice = { locked: menuItems([1, 'lunch', two]), rules: '{"repeatDays":0,"perWeek":{"素菜":2}}' };
    expect(await draftDish({ ...twice, adjacent: tuesday })).toEqual([two, []]);
  });

  it('refuses what is no list of menus of the own unit', async () => {
    expect(await generate({ adjacent: 'x' })).toEqual(badInput(['adjacent', { code: 'ids' }]));
    const many = Array.from({ length: 21 }, (_, index) => school.id * 1_000_000 + index + 1).join();
    expect(await generate({ adjacent: many })).toEqual(badInput(['adjacent', { code: 'too_many', max: 20 }]));
    const other = await setup.createSchool();
    const foreign = await createMenu(setup, {}, other);
    for (const adjacent of [foreign, school.id * 1_000_000 + 999_999])
      expect(await generate({ adjacent })).toMatchObject({ code: 404, reason: 'menu_not_found' });
  });
});

describe('a cycle of weeks', () => {
  it('has a plan for each week, which sees those before it, with the analysis of such a menu', async () => {
    await setup.succeed('POST /api/vender/calendar', { off: '2026-09-14' }, admin);
    const { body } = await generate({ days: 2, weeks: 3, seed: 4 });
    expect(Object.keys(body)).toEqual(['weeks', 'seed']);
    expect(body.weeks.map(({ start }: { start: string }) => start)).toEqual([MONDAY, '2026-09-14', '2026-09-21']);
    const days = body.weeks.map(({ items }: { items: { day: number }[] }) => items.map(({ day }) => day));
    expect(days).toEqual([[1, 2], [2], [1, 2]]);
    const { start: _, ...first } = body.weeks[0];
    expect((await generate({ days: 2, seed: 4 })).body).toEqual({ ...first, seed: 4 });
    expect((await generate({ days: 2, weeks: 1, seed: 4 })).body).toEqual({ weeks: [body.weeks[0]], seed: 4 });
    await setup.succeed('POST /api/vender/calendar', { off: '' }, admin);
  });

  it('has one to four weeks', async () => {
    for (const weeks of [0, 5, 'x'])
      expect(await generate({ weeks })).toEqual(badInput(['weeks', { code: 'integer', min: 1, max: 4 }]));
  });
});
