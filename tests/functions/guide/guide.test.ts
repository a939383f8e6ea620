import { describe, expect, it } from 'vitest';
import { createPending, createPublished, createReviewed, createServed } from '../../support/nouns/menus.ts';
import { addSignedIn, failure, itemsWithout, success } from '../../support/nouns/units.ts';
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
// A Wednesday.
service.stoppedAt = Date.parse('2026-09-09T10:00:00+08:00');
setup.foundation = Date.parse('2026-08-31T10:00:00+08:00');

/** Nothing is planned for this week, which is late, nor for the next. */
const THIS = { week: '2026-09-07', state: '未编制', days: 5, covered: 0, by: '2026-09-04T17:00', late: true };
const NEXT = { week: '2026-09-14', state: '未编制', days: 5, covered: 0, by: '2026-09-11T17:00', late: false };

/** The steps with these counts, and what is due. The named ones are not done. */
function told(counts: readonly number[], undone: readonly string[] = [], due: readonly object[] = [THIS, NEXT]) {
  return success(
    STEPS.map(([step, name], index) => ({
      ...{ step, name, count: counts[index], done: !undone.includes(step) },
      ...(step === 'standard' && counts[index] === 0 ? { hint: '还没有营养标准，请联系平台分配' } : {}),
      ...(step === 'publish' ? { due } : {}),
    })),
  );
}

const guide = async ({ token }: Pick<School, 'token'>) => (await service.call(ROUTE, {}, { token })).json;

describe(ROUTE, () => {
  it('tells a new unit what is before it: its shares are set, its main account is its only user', async () => {
    const school = await setup.createSchool();
    const undone = STEPS.slice(1).map(([step]) => step);
    expect(await guide(school)).toEqual(told([3, 0, 1, 0, 0, 0, 0, 0], undone));
    const config = { vender: school.id, breakfast: 0, lunch: 0, dinner: 0 };
    await setup.succeed('POST /api/vender/config', config, school.token);
    expect(await guide(school)).toEqual(told([0, 0, 1, 0, 0, 0, 0, 0], ['config', ...undone]));
    await setup.succeed('POST /api/vender/config', { ...config, lunch: 100 }, school.token);
    expect(await guide(school)).toEqual(told([1, 0, 1, 0, 0, 0, 0, 0], undone));
  });

  it('counts what the own unit has, step by step, until a menu is published', async () => {
    const [school, other] = [await setup.createSchool(), await setup.createSchool()];
    await setup.createStandard(school);
    await setup.createUser(undefined, school);
    await setup.succeed('PUT /api/ingredient/mark', { nutrient: '自-1', mark: '常用' }, school.token);
    await setup.succeed('PUT /api/ingredient/mark', { nutrient: '自-2', mark: '忌用' }, school.token);
    await createServed(setup, {}, school);
    expect(await guide(school)).toEqual(
      told([3, 1, 2, 2, 1, 1, 0, 0], ['submit', 'publish'], [{ ...THIS, state: '草稿' }, NEXT]),
    );
    const id = await createPublished(setup, {}, school);
    expect(await guide(school)).toEqual(told([3, 1, 2, 2, 2, 2, 1, 1], [], [NEXT]));
    await setup.succeed('POST /api/menu/retract', { id, comment: '停供' }, school.token);
    expect(await guide(school)).toEqual(
      told([3, 1, 2, 2, 2, 2, 2, 0], ['publish'], [{ ...THIS, state: '草稿' }, NEXT]),
    );
    expect((await guide(other)).body[4].count).toBe(0);
  });

  it('tells which weeks are due: how far they are, which days are live, and until when', async () => {
    service.stoppedAt = Date.parse('2026-09-11T16:59:59+08:00');
    const school = await createReviewed(setup);
    const due = async () => (await guide(school)).body[7].due;
    await setup.succeed('POST /api/vender/calendar', { off: '2026-09-10', on: '2026-09-12' }, school.token);
    const id = await createPending(setup, school, { start: '2026-09-11', days: 4 });
    const waits = { state: '待审核', covered: 0 };
    expect(await due()).toEqual([
      { ...THIS, ...waits },
      { ...NEXT, ...waits },
    ]);
    await setup.succeed('POST /api/menu/review', { id, revision: 1, result: '通过' }, setup.admin);
    const part = [
      { ...THIS, state: '已发布', covered: 2 },
      { ...NEXT, state: '已发布', covered: 1 },
    ];
    expect(await due()).toEqual(part);
    await setup.succeed('POST /api/menu', { id, name: '改过' }, school.token);
    expect((await due())[0]).toEqual({ ...part[0], state: '草稿' });
    service.stoppedAt = Date.parse('2026-09-11T17:00:00+08:00');
    expect((await due())[1]).toEqual({ ...NEXT, state: '草稿', covered: 1, late: true });
    const holidays = '2026-09-14,2026-09-15,2026-09-16,2026-09-17,2026-09-18';
    await setup.succeed('POST /api/vender/calendar', { off: holidays, on: '' }, school.token);
    expect((await due()).length).toBe(1);
  });

  it('asks to submit again after a rejection and a withdrawal, until something is live', async () => {
    const school = await createReviewed(setup);
    const id = await createPending(setup, school);
    const submit = async () => (await guide(school)).body[6];
    expect(await submit()).toMatchObject({ count: 1, done: true });
    await setup.succeed('POST /api/menu/review', { id, revision: 1, result: '驳回', comment: '换菜' }, setup.admin);
    expect(await submit()).toMatchObject({ count: 2, done: false });
    await setup.succeed('POST /api/menu/submit', { id }, school.token);
    expect((await submit()).done).toBe(true);
    await setup.succeed('POST /api/menu/withdraw', { id }, school.token);
    expect((await submit()).done).toBe(false);
    await setup.succeed('POST /api/menu/submit', { id }, school.token);
    await setup.succeed('POST /api/menu/review', { id, revision: 3, result: '通过' }, setup.admin);
    expect((await submit()).done).toBe(true);
  });

  it('asks for no marks and dishes of its own where a menu is planned from the library', async () => {
    const school = await setup.createSchool();
    await createServed(setup, {}, school);
    const undone = (await guide(school)).body.filter(({ done }: { done: boolean }) => !done);
    expect(undone.map(({ step }: { step: string }) => step)).not.toContain('mark');
  });

  it('needs item 18, and is not for the platform', async () => {
    const { id } = setup.school;
    const [with18, without] = [
      await addSignedIn(service, id, 'one', [18]),
      await addSignedIn(service, id, 'two', itemsWithout(id, 18)),
    ];
    expect((await guide({ token: with18 })).code).toBe(200);
    expect(await guide({ token: without })).toEqual(failure(403, 'missing_permission'));
    expect(await guide({ token: setup.admin })).toEqual(failure(403, 'wrong_side'));
    expect((await service.call(ROUTE)).json).toEqual(failure(401, 'not_signed_in'));
  });
});
