import { describe, expect, it } from 'vitest';
import { food, stock } from '../../support/nouns/foods.ts';
import { badInput, SUCCESS } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';

const { service, setup } = await openSetup();
const { admin, school } = setup;
const MONDAY = '2026-09-07';
const dishes: Record<string, number> = {};

/** A menu that serves these dishes at one lunch. */
const menuOf = async (names: readonly string[], facts = {}) => {
  const items = names.map((name) => ({ day: 1, meal: 'lunch', dish: dishes[name] }));
  const groups = [{ level: '轻体力', people: 9, meals: ['lunch'], ...facts }];
  const menu = { name: '食谱', start: MONDAY, days: 1, meals: 'lunch', standard };
  return setup.create(
    'PUT /api/menu',
    { ...menu, items: JSON.stringify(items), groups: JSON.stringify(groups) },
    school.token,
  );
};
const submit = (id: number, confirm?: string) =>
  service.call('POST /api/menu/submit', { id, ...(confirm ? { confirm } : {}) }, { token: school.token });
const lastRecord = async () => (await setup.succeed('GET /api/menu/review', {}, school.token)).content[0];

await stock(service, [
  { ...food('042110', '四季豆（菜豆）', {}), alias: '四季豆', allergens: [] },
  { ...food('081101x', '猪肉', {}), foodCategory: { name: '畜禽肉类', amount: '1', counts: '1' }, allergens: [] },
  { ...food('043101', '黄瓜', {}), allergens: [] },
  { ...food('071004', '花生', {}), allergens: ['花生'] },
]);
const recipes = [
  ['干煸四季豆', '素菜', '042110'],
  ['拍黄瓜', '凉菜', '043101'],
  ['凉拌肉丝', '凉菜', '081101x'],
  ['红烧肉', '荤菜', '081101x'],
  ['花生四季豆', '素菜', '042110', '071004'],
] as const;
for (const [name, mark, ...keys] of recipes) {
  const ingredient = JSON.stringify(keys.map((key) => ({ key, value: 50 })));
  dishes[name] = await setup.create('PUT /api/dish', { name, mark, ingredient }, school.token);
}
const standard = await setup.createStandard();
await setup.succeed('POST /api/nutrition', { id: standard, forbidden: '042110', forbiddenMarks: '冷荤' }, admin);

describe('foods and dishes that a standard forbids', () => {
  it('are warnings by place', async () => {
    const id = await menuOf(['干煸四季豆', '拍黄瓜', '凉拌肉丝', '红烧肉']);
    const { warnings } = await setup.succeed('GET /api/menu/analysis', { id }, school.token);
    const at = { kind: 'forbidden', day: 1, meal: 'lunch' };
    expect(warnings.filter(({ kind }: { kind: string }) => kind === 'forbidden')).toEqual([
      { ...at, dish: dishes['干煸四季豆'], ingredient: '042110', text: '“干煸四季豆”的“四季豆”是标准禁止供应的食材' },
      { ...at, dish: dishes['凉拌肉丝'], text: '“凉拌肉丝”属于标准禁止供应的冷荤' },
    ]);
  });

  it('are submitted only with confirm=forbidden, which the record keeps', async () => {
    const id = await menuOf(['红烧肉', '干煸四季豆', '凉拌肉丝']);
    const refused = await submit(id, 'allergen');
    expect([refused.status, refused.json]).toMatchObject([
      409,
      {
        reason: 'forbidden_unconfirmed',
        errors: badInput(
          ['items.1.dish', { code: 'forbidden', names: '四季豆' }],
          ['items.2.dish', { code: 'forbidden', names: '冷荤' }],
        ).errors,
      },
    ]);
    expect((await submit(id, 'forbidden')).json).toEqual(SUCCESS);
    expect(await lastRecord()).toMatchObject({ action: '免审', confirmed: 'forbidden' });
  });

  it('beside allergens need both confirmations', async () => {
    const id = await menuOf(['花生四季豆'], { avoid: ['花生'] });
    expect((await submit(id, 'forbidden')).json.reason).toBe('allergens_unconfirmed');
    expect((await submit(id, 'allergen')).json.reason).toBe('forbidden_unconfirmed');
    expect((await submit(id, 'allergen,forbidden')).json).toEqual(SUCCESS);
    expect(await lastRecord()).toMatchObject({ confirmed: 'allergen,forbidden' });
  });

  it('a menu without them needs no confirmation and records none', async () => {
    expect((await submit(await menuOf(['红烧肉', '拍黄瓜']), 'forbidden')).json).toEqual(SUCCESS);
    expect(await lastRecord()).not.toHaveProperty('confirmed');
  });

  it('are neither planned nor offered; a locked one is reported', async () => {
    const template = JSON.stringify({ lunch: [{ marks: ['素菜', '凉菜', '荤菜'], min: 1, max: 5 }] });
    const groups = JSON.stringify([{ level: '轻体力', people: 9, meals: ['lunch'] }]);
    const form = { name: '食谱', start: MONDAY, days: 1, meals: 'lunch', standard, groups, template };
    const planned = await setup.succeed('POST /api/menu/generate', form, school.token);
    const served = planned.items.map(({ dish }: { dish: number }) => dish);
    expect(served.length).toBeGreaterThan(0);
    expect([dishes['拍黄瓜'], dishes['红烧肉']]).toEqual(expect.arrayContaining(served));
    const id = await menuOf(['红烧肉']);
    const offered = await setup.succeed('GET /api/menu/alternatives', { id, day: 1, meal: 'lunch' }, school.token);
    expect(offered.map(({ name }: { name: string }) => name)).toEqual(['拍黄瓜']);
    const locked = JSON.stringify([{ day: 1, meal: 'lunch', dish: dishes['凉拌肉丝'] }]);
    const { unmet } = await setup.succeed('POST /api/menu/generate', { ...form, locked }, school.token);
    expect(unmet).toContainEqual({
      ...{ rule: 'forbidden', day: 1, days: [1], meal: 'lunch', dish: dishes['凉拌肉丝'], of: '冷荤' },
      text: expect.stringContaining('标准禁止供应的（冷荤）'),
    });
  });

  it('are offered for no place, whether a code or a mark forbids them', async () => {
    const id = await menuOf(['拍黄瓜', '红烧肉']);
    const offer = async () => {
      const place = { id, day: 1, meal: 'lunch', dish: Number(dishes['拍黄瓜']) };
      const offered = await setup.succeed('GET /api/menu/alternatives', place, school.token);
      return offered.map(({ name }: { name: string }) => name).sort();
    };
    const forbid = (facts: object) => setup.succeed('POST /api/nutrition', { id: standard, ...facts }, admin);
    expect(await offer()).toEqual([]);
    await forbid({ forbidden: '' });
    expect(await offer()).toEqual(['干煸四季豆', '花生四季豆']);
    await forbid({ forbidden: '042110', forbiddenMarks: '' });
    expect(await offer()).toEqual(['凉拌肉丝']);
    await forbid({ forbiddenMarks: '冷荤' });
  });

  it('are told apart in the choice of dishes, by the own standards that are named', async () => {
    const foreign = await setup.createStandard(await setup.createSchool());
    await setup.succeed('POST /api/nutrition', { id: foreign, forbiddenMarks: '荤菜' }, admin);
    const choose = async (facts: object) => {
      const choices = await setup.succeed('GET /api/dish/select', { figures: 'true', ...facts }, school.token);
      return choices.map((choice: { name: string; figures: { forbidden?: boolean } }) => [
        choice.name,
        choice.figures.forbidden,
      ]);
    };
    expect(await choose({ standards: `${foreign},${standard}` })).toEqual([
      ['花生四季豆', true],
      ['红烧肉', false],
      ['凉拌肉丝', true],
      ['拍黄瓜', false],
      ['干煸四季豆', true],
    ]);
    expect(await choose({ keyword: 'hongshao' })).toEqual([['红烧肉', undefined]]);
    const bad = { figures: 'true', standards: 'x' };
    const refused = await service.call('GET /api/dish/select', bad, { token: school.token });
    expect([refused.status, refused.json]).toEqual([400, badInput(['standards', { code: 'ids' }])]);
  });

  it.each([
    ['干煸四季豆', '四季豆'],
    ['凉拌肉丝', '冷荤'],
  ])('replace a dish of the day only with confirm=forbidden, which the record keeps: %s', async (name, names) => {
    service.stoppedAt = Date.parse(`${MONDAY}T09:00:00+08:00`);
    const id = await menuOf(['拍黄瓜', '红烧肉']);
    await submit(id);
    const [dish, other] = [Number(dishes['拍黄瓜']), Number(dishes[name])];
    const place = { id, day: 1, meal: 'lunch', dish, with: other, comment: '未到货' };
    const swap = (facts = {}) => service.call('POST /api/menu/swap', { ...place, ...facts }, { token: school.token });
    const refused = await swap({ confirm: 'allergen' });
    expect([refused.status, refused.json]).toMatchObject([
      409,
      { reason: 'forbidden_unconfirmed', errors: badInput(['with', { code: 'forbidden', names }]).errors },
    ]);
    expect((await swap({ confirm: 'forbidden' })).status).toBe(200);
    expect(await lastRecord()).toMatchObject({ action: '换菜', confirmed: 'forbidden' });
  });

  it('a frozen revision keeps the standard that judged it', async () => {
    const id = await menuOf(['红烧肉']);
    await submit(id);
    await setup.succeed('POST /api/nutrition', { id: standard, forbidden: '042110,081101x' }, admin);
    const kinds = async (revision?: number) => {
      const query = { id, ...(revision ? { revision } : {}) };
      const { warnings } = await setup.succeed('GET /api/menu/analysis', query, school.token);
      return warnings.map(({ kind }: { kind: string }) => kind).includes('forbidden');
    };
    expect([await kinds(), await kinds(1)]).toEqual([true, false]);
    await setup.succeed('POST /api/nutrition', { id: standard, forbidden: '042110' }, admin);
  });
});

it.each([
  ['forbidden', 'a'.repeat(65), { code: 'code', max: 64 }],
  ['forbidden', Array.from({ length: 501 }, (_, index) => `c${index}`).join(), { code: 'too_many', max: 500 }],
  ['unitCategories', 'x'.repeat(501), { code: 'too_long', max: 500 }],
] as const)('%s %.20s … is 400', async (field, value, problem) => {
  const answer = await service.call('POST /api/nutrition', { id: standard, [field]: value }, { token: admin });
  expect([answer.status, answer.json]).toEqual([400, badInput([field, problem])]);
});

it('an unknown mark is 400 and names those that there are', async () => {
  const { status, json } = await service.call(
    'POST /api/nutrition',
    { id: standard, forbiddenMarks: '甜品' },
    { token: admin },
  );
  expect([status, json.errors[0].message]).toEqual([400, expect.stringContaining('凉菜')]);
  expect(json.errors[0].message).toContain('冷荤');
});
