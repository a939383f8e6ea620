import { describe, expect, it } from 'vitest';
import { createMenu, MONDAY, menuItems } from '../../support/nouns/menus.ts';
import { badInput, SUCCESS } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

const { service, setup } = await openSetup();
const { token } = setup.school;

type Facts = Readonly<Record<string, string | number>>;
const call = (route: string, facts: Facts = {}) => service.call(route, facts, { token });
const show = (id: number) => setup.succeed('GET /api/menu', { id }, token);
const whole = { name: '第一周', start: MONDAY };
const group = (facts: object = {}) => ({ level: '中体力', people: 10, ...facts });
const toGroups = (...facts: readonly object[]) => JSON.stringify(facts.map(group));
const readNames = async (...facts: readonly object[]) => {
  const { groups } = await show(await createMenu(setup, { groups: toGroups(...facts) }));
  return groups.map(({ name }: { name: string }) => name);
};
const ALL = 'breakfast,lunch,dinner'.split(',');
const WORDS = '含麸质谷物 甲壳类 鱼类 蛋类 花生 大豆 乳 坚果';

describe('the groups of a menu', () => {
  it('have a name, a standard and allergens to avoid, and are answered as they can be sent', async () => {
    const standard = await setup.createStandard();
    const groups = toGroups({}, { name: ' 避坚果 ', standard, avoid: ['坚果', '花生', '坚果'], meals: ['lunch'] });
    const id = await createMenu(setup, { groups });
    const { groups: shown } = await show(id);
    expect(shown).toEqual([
      { name: '中体力', level: '中体力', people: 10, factor: 1, meals: ALL, avoid: [] },
      {
        ...{ name: '避坚果', level: '中体力', people: 10, factor: 1, meals: ['lunch'] },
        ...{ standard, avoid: ['花生', '坚果'] },
      },
    ]);
    const before = await dumpTable(service);
    expect((await call('POST /api/menu', { id, groups: JSON.stringify(shown) })).json).toEqual(SUCCESS);
    expect(await dumpTable(service)).toEqual(before);
    const copy = await setup.create('PUT /api/menu/copy', { id }, token);
    expect((await show(copy)).groups).toEqual(shown);
  });

  it('are called by their level, with a number where that is taken', async () => {
    expect(await readNames({}, {}, {})).toEqual(['中体力', '中体力2', '中体力3']);
    expect(await readNames({}, { name: '中体力2' }, {})).toEqual(['中体力', '中体力2', '中体力3']);
    expect(await readNames({ level: '教师' }, { level: '学生', name: '教师' })).toEqual(['教师2', '教师']);
    const long = '长'.repeat(50);
    const names = await readNames({ level: long }, { level: long });
    expect(names).toEqual([long, `${long}2`]);
    expect(await readNames({ level: long, name: names[1] })).toEqual([names[1]]);
  });

  it.each([
    ['groups.1.name', toGroups({ name: '甲１' }, { name: '甲1' }), { code: 'repeated' }],
    ['groups.0.name', toGroups({ name: ' ' }), { code: 'empty' }],
    ['groups.0.name', toGroups({ name: 1 }), { code: 'empty' }],
    ['groups.0.name', toGroups({ name: '长'.repeat(53) }), { code: 'too_long', max: 52 }],
    ['groups.0.name', toGroups({ name: 'a\u200bb' }), { code: 'text' }],
    ['groups.0.standard', toGroups({ standard: 0 }), { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER }],
    ['groups.0.standard', toGroups({ standard: 987 }), { code: 'unknown', names: '987' }],
    ['groups.0.avoid', toGroups({ avoid: '坚果' }), { code: 'choice', names: WORDS }],
    ['groups.0.avoid', toGroups({ avoid: ['芝麻'] }), { code: 'choice', names: WORDS }],
  ] as const)('cannot have %s of %s', async (field, groups, problem) => {
    for (const [route, facts] of [
      ['PUT /api/menu', { ...whole, groups }],
      ['POST /api/menu/analysis', { ...whole, groups }],
      ['POST /api/menu', { id: await createMenu(setup), groups }],
    ] as const) {
      expect((await call(route, facts)).json).toEqual(badInput([field, problem]));
    }
  });

  it('cannot have a standard of another unit, but keep one that is not theirs any more', async () => {
    const foreign = await setup.createStandard(await setup.createSchool());
    const groups = toGroups({ standard: foreign });
    const unknown = badInput(['groups.0.standard', { code: 'unknown', names: String(foreign) }]);
    expect((await call('PUT /api/menu', { ...whole, groups, standard: '' })).json).toEqual(unknown);
    expect((await call('POST /api/menu/analysis', { ...whole, groups, standard: '' })).json).toEqual(unknown);
    const standard = await setup.createStandard();
    const id = await createMenu(setup, { groups: toGroups({ standard }) });
    await setup.succeed('POST /api/nutrition', { id: standard, vendors: '' }, setup.admin);
    const stored = toGroups({ standard, people: 11 });
    expect((await call('POST /api/menu', { id, groups: stored })).json).toEqual(SUCCESS);
    expect((await show(id)).groups[0]).toMatchObject({ standard, people: 11 });
  });
});

describe('the items of a menu', () => {
  const groups = toGroups({}, { name: '避坚果', avoid: ['坚果'] });

  it('name the groups that get them, through every way of writing and copying', async () => {
    const [common, other] = [await setup.createDish({ name: '甲' }), await setup.createDish({ name: '乙' })];
    const [first] = JSON.parse(menuItems([1, 'lunch', common]));
    const items = JSON.stringify([{ ...first, groups: ['中体力'] }]);
    const id = await createMenu(setup, { groups, items });
    const put = (dish: number, facts: Facts = {}) =>
      call('PUT /api/menu/dish', { id, day: 1, meal: 'lunch', dish, ...facts });
    expect((await put(other, { groups: '["避坚果"]' })).json).toEqual(SUCCESS);
    const [one, two] = [
      { day: 1, meal: 'lunch', dish: common, name: '甲', portion: 1 },
      { day: 1, meal: 'lunch', dish: other, name: '乙', portion: 1 },
    ];
    const both = [
      { ...one, groups: ['中体力'] },
      { ...two, groups: ['避坚果'] },
    ];
    expect((await show(id)).items).toEqual(both);
    const before = await dumpTable(service);
    expect((await put(other)).json).toEqual(SUCCESS);
    expect((await call('POST /api/menu', { id, items: JSON.stringify(both) })).json).toEqual(SUCCESS);
    expect(await dumpTable(service)).toEqual(before);
    const copy = await setup.create('PUT /api/menu/copy', { id }, token);
    expect((await show(copy)).items).toEqual(both);
    expect((await put(common, { groups: '[]', portion: 2 })).json).toEqual(SUCCESS);
    expect((await show(id)).items).toEqual([{ ...one, portion: 2 }, both[1]]);
  });

  it('cannot name a group that the menu does not have, nor can it lose one that they name', async () => {
    const dish = await setup.createDish();
    const sent = (named: unknown) => JSON.stringify([{ day: 1, meal: 'lunch', dish, groups: named }]);
    const unknown = { code: 'unknown', names: '教师, 校长' } as const;
    for (const [named, field, problem] of [
      [['教师', '中体力', '校长'], 'items.0.groups', unknown],
      [[], 'items.0.groups', { code: 'empty' }],
      ['中体力', 'items.0.groups', { code: 'list' }],
      [['中体力', '中体力'], 'items.0.groups', { code: 'repeated' }],
      [[''], 'items.0.groups.0', { code: 'empty' }],
      [Array(11).fill('中体力'), 'items.0.groups', { code: 'too_many', max: 10 }],
    ] as const) {
      const { json } = await call('PUT /api/menu', { ...whole, groups, items: sent(named) });
      expect(json.errors).toContainEqual(badInput([field, problem]).errors?.[0]);
    }
    const id = await createMenu(setup, { groups, items: sent(['避坚果']) });
    const put = (named: string) => call('PUT /api/menu/dish', { id, day: 1, meal: 'lunch', dish, groups: named });
    expect((await put('["教师","校长"]')).json).toEqual(badInput(['groups', unknown]));
    expect((await put('x')).json).toEqual(badInput(['groups', { code: 'json' }]));
    const lost = badInput(['items.0.groups', { code: 'unknown', names: '避坚果' }]);
    expect((await call('POST /api/menu', { id, groups: toGroups({}) })).json).toEqual(lost);
    const draft = { ...whole, groups: toGroups({}), items: sent(['避坚果']) };
    expect((await call('POST /api/menu/analysis', draft)).json).toEqual(lost);
  });
});
