import { describe, expect, it } from 'vitest';
import { cook, food, labelLine, stock, withEdition } from '../../support/nouns/foods.ts';
import { addSchool, badInput, success } from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

const ROUTE = 'POST /api/dish/label';
const { service, admin } = await openPlatform();
const ask = async (parameters: Readonly<Record<string, string>>, token = school.token) =>
  (await withEdition(service, '2011', () => service.call(ROUTE, parameters, { token }))).json;

/** 100 g of rice and 50 g of egg. */
const recipe = '[{"key":"egg","value":50},{"key":"rice","value":100,"isMain":true}]';

const school = await addSchool(service, 'school');
await stock(service, [
  food('rice', '大米', { energy: '1447', protein: '7.4', iron: '2.3' }),
  food('egg', '鸡蛋', { energy: '600', protein: '13.1' }),
]);

describe(ROUTE, () => {
  it('answers the label of a dish that is not stored, for either side, and writes nothing', async () => {
    const before = await dumpTable(service);
    const label = {
      name: '蛋炒饭（大）',
      ingredients: ['大米', '鸡蛋'],
      component: [
        labelLine('能量', '1747.00(kJ)', '20.80%'), // 1447 + 300; / 8400
        labelLine('蛋白质', '13.95(g)', '23.25%'), // 7.4 + 6.55; / 60
        labelLine('铁', '2.30(mg)', '15.33%', ['鸡蛋']), // / 15
      ],
    };
    for (const token of [school.token, admin]) {
      expect(await ask({ name: ' 蛋炒饭（大） ', ingredient: recipe }, token)).toEqual(success(label));
    }
    expect(await dumpTable(service)).toEqual(before);
  });

  it('answers what the label of the stored dish answers, apart from its id', async () => {
    await cook(service, school.token, '存', [
      ['own-1', 3],
      ['rice', 100],
    ]);
    const [{ id, ...stored }] = (await service.call('GET /api/dish/label', { ids: school.id * 1_000_000 + 1 }, school))
      .json.body;
    const own = '[{"key":"own-1","value":3},{"key":"rice","value":100}]';
    expect([id, stored]).toEqual([school.id * 1_000_000 + 1, (await ask({ name: '存', ingredient: own })).body]);
  });

  it('may lack a name and ingredients that are still to come', async () => {
    expect(await ask({ ingredient: '' })).toEqual(success({ name: '', ingredients: [], component: [] }));
  });

  it.each([
    [{}, ['ingredient', { code: 'required' }]],
    [{ ingredient: '{}' }, ['ingredient', { code: 'list' }]],
    [{ ingredient: '[{"key":"a","value":0}]' }, ['ingredient.0.value', { code: 'grams', max: 100_000 }]],
    [{ ingredient: '[{"key":"","value":1}]' }, ['ingredient.0.key', { code: 'code', max: 64 }]],
    [
      { ingredient: JSON.stringify(Array.from({ length: 101 }, (_, key) => ({ key: `${key}`, value: 1 }))) },
      ['ingredient', { code: 'too_many', max: 100 }],
    ],
    [{ name: '菜'.repeat(101), ingredient: '[]' }, ['name', { code: 'too_long', max: 100 }]],
  ] as const)('refuses %j as a dish does', async (parameters, problem) => {
    expect(await ask(parameters)).toEqual(badInput([...problem]));
  });
});
