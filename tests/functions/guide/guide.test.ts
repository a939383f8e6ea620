import { describe, expect, it } from 'vitest';
import { describeCallers } from '../../support/callers.ts';
import { createPublished, createServed } from '../../support/nouns/menus.ts';
import { addSignedIn, failure, itemsBut, success } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import type { School } from '../../support/service/setup.ts';

const ROUTE = 'GET /api/guide';
const STEPS = [
  ['config', '设置各餐比例'],
  ['standard', '确认营养标准'],
  ['user', '添加用户'],
  ['mark', '标记食材'],
  ['dish', '添加菜品'],
  ['menu', '编制食谱'],
  ['submit', '提交食谱'],
  ['publish', '发布食谱'],
] as const;

const { service, setup } = await openSetup();

/** The steps with these counts. The named ones are not done. */
function told(counts: readonly number[], ...undone: readonly string[]) {
  return success(
    STEPS.map(([step, name], index) => ({ step, name, count: counts[index], done: !undone.includes(step) })),
  );
}

const guide = async ({ token }: Pick<School, 'token'>) => (await service.call(ROUTE, {}, { token })).json;

describe(ROUTE, () => {
  it('tells a new unit what is before it: its shares are set, its main account is its only user', async () => {
    const school = await setup.createSchool();
    const undone = STEPS.slice(1).map(([step]) => step);
    expect(await guide(school)).toEqual(told([3, 0, 1, 0, 0, 0, 0, 0], ...undone));
    const config = { vender: school.id, breakfast: 0, lunch: 0, dinner: 0 };
    await setup.succeed('POST /api/vender/config', config, school.token);
    expect(await guide(school)).toEqual(told([0, 0, 1, 0, 0, 0, 0, 0], 'config', ...undone));
    await setup.succeed('POST /api/vender/config', { ...config, lunch: 100 }, school.token);
    expect(await guide(school)).toEqual(told([1, 0, 1, 0, 0, 0, 0, 0], ...undone));
  });

  it('counts what the own unit has, step by step, until a menu is published', async () => {
    const [school, other] = [await setup.createSchool(), await setup.createSchool()];
    await setup.createStandard(school);
    await setup.createUser(undefined, school);
    await setup.succeed('PUT /api/ingredient/mark', { nutrient: '自-1', mark: '常用' }, school.token);
    await setup.succeed('PUT /api/ingredient/mark', { nutrient: '自-2', mark: '忌用' }, school.token);
    await createServed(setup, {}, school);
    expect(await guide(school)).toEqual(told([3, 1, 2, 2, 1, 1, 0, 0], 'submit', 'publish'));
    const id = await createPublished(setup, {}, school);
    expect(await guide(school)).toEqual(told([3, 1, 2, 2, 2, 2, 1, 1]));
    expect(await guide(school)).toEqual(told([3, 1, 2, 2, 2, 2, 1, 1]));
    await setup.succeed('POST /api/menu/retract', { id, comment: '停供' }, school.token);
    expect(await guide(school)).toEqual(told([3, 1, 2, 2, 2, 2, 2, 0], 'publish'));
    expect((await guide(other)).body[4].count).toBe(0);
  });

  it('needs item 18, and is not for the platform', async () => {
    const { id } = setup.school;
    const [with18, without] = [
      await addSignedIn(service, id, 'one', [18]),
      await addSignedIn(service, id, 'two', itemsBut(id, 18)),
    ];
    expect((await guide({ token: with18 })).code).toBe(200);
    expect(await guide({ token: without })).toEqual(failure(403, 'missing_permission'));
    expect(await guide({ token: setup.admin })).toEqual(failure(403, 'wrong_side'));
    expect((await service.call(ROUTE)).json).toEqual(failure(401, 'not_signed_in'));
  });
});

describeCallers('GET /api/guide', { business: [18] });
