import { expect, it } from 'vitest';
import { openSetup } from '../../support/service/open.ts';

const { service, setup } = await openSetup();

const propose = async (facts: Record<string, string>, token = setup.school.token) =>
  (await service.call('POST /api/ingredient/proposal', facts, { token })).json;

it.each([
  [
    { name: '菠菜（脱水）', category: '蔬菜类及其制品', nutrient: '{"water":9.2}' },
    { allergens: [], mayHaveOthers: false, foodCategory: { name: '蔬菜类', amount: 6, counts: 50 }, dark: true },
  ],
  [
    { name: '自制炸鱼块', category: '鱼虾蟹贝类' },
    {
      allergens: ['鱼类'],
      mayHaveOthers: true,
      foodCategory: { name: '鱼虾类', amount: 100, counts: 100 },
      dark: false,
    },
  ],
  [
    { name: '蟹味棒', category: '鱼虾蟹贝类', nutrient: '{"carbohydrate":18}' },
    {
      allergens: ['甲壳类'],
      mayHaveOthers: true,
      foodCategory: { name: '鱼虾类', amount: 100, counts: 100 },
      dark: false,
    },
  ],
  [
    { name: '秘制酱', category: '调味品类' },
    { allergens: null, mayHaveOthers: false, foodCategory: null, dark: false },
  ],
])('what an import would give a food is offered: %j', async (facts, expected) => {
  expect(await propose(facts)).toEqual({ code: 200, desc: '成功', success: true, body: expected });
  expect(await propose(facts, setup.admin)).toMatchObject({ body: expected });
});

it('nothing is stored, and each bad input is named', async () => {
  await propose({ name: '自制炸鱼块', category: '鱼虾蟹贝类' });
  const { json } = await service.call('GET /api/ingredient', { keyword: '炸鱼块' }, { token: setup.school.token });
  expect(json.body.content).toEqual([]);
  expect(await propose({ name: '', category: '', nutrient: '{"protein":-1}' })).toMatchObject({
    reason: 'invalid_input',
    errors: [{ field: 'name' }, { field: 'category' }, { field: 'nutrient.protein' }],
  });
});
