import { describe, expect, it } from 'vitest';
import { menuStates } from '../../../lib/domain/menu/menu-state.ts';
import type { Reason } from '../../../lib/errors.ts';
import {
  createMenu,
  createPending,
  createPublished,
  createReviewed,
  createServed,
  MONDAY,
  menuItems,
} from '../../support/nouns/menus.ts';
import { badInput, failure, SUCCESS } from '../../support/nouns/units.ts';
import { expectNoWrites } from '../../support/service/expect-no-writes.ts';
import { openSetup } from '../../support/service/open.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

const { service, setup } = await openSetup();
const reviewed = await createReviewed(setup);

type Facts = Readonly<Record<string, string | number>>;
const call = async (route: string, parameters: Facts, token = setup.school.token, headers = {}) =>
  (await service.call(route, parameters, { token, headers })).json;
const show = (id: number, token = setup.school.token) => setup.succeed('GET /api/menu', { id }, token);
const readState = async (id: number, token = setup.school.token) => {
  const { state, revision, published } = await show(id, token);
  return [state, revision, published];
};
const judge = (id: number, revision: number, result: string, comment = '') =>
  call('POST /api/menu/review', { id, revision, result, comment }, setup.admin);
const readRecords = async (id: number, token: string) => {
  const { content } = await setup.succeed('GET /api/menu/review', { menu: id }, token);
  return content.map(({ action, revision, uid, comment }: Record<string, unknown>) => [action, revision, uid, comment]);
};

/** Creates a menu in each state, by the calls that lead there, in a unit whose menus are reviewed. */
const makers = {
  草稿: () => createServed(setup, {}, reviewed),
  待审核: () => createPending(setup, reviewed),
  已驳回: async () => {
    const id = await createPending(setup, reviewed);
    await judge(id, 1, '驳回', '盐太多');
    return id;
  },
  已发布: async () => {
    const id = await createPending(setup, reviewed);
    await judge(id, 1, '通过');
    return id;
  },
} as const;

/** The result of each call in each state of a menu: the state after it, or the reason of the refusal. */
const table: readonly [
  string,
  (id: number) => Promise<unknown>,
  Record<(typeof menuStates)[number], Reason | string>,
][] = [
  [
    'edit',
    (id) => call('POST /api/menu', { id, name: setup.unique('改名') }, reviewed.token),
    { 草稿: '草稿', 待审核: 'menu_pending', 已驳回: '草稿', 已发布: '草稿' },
  ],
  [
    'remove a dish',
    async (id) => {
      const { dish } = (await show(id, reviewed.token)).items[0];
      return call('DELETE /api/menu/dish', { id, day: 1, meal: 'lunch', dish }, reviewed.token);
    },
    { 草稿: '草稿', 待审核: 'menu_pending', 已驳回: '草稿', 已发布: '草稿' },
  ],
  [
    'set a dish',
    async (id) => {
      const { dish } = (await show(id, reviewed.token)).items[0];
      return call('PUT /api/menu/dish', { id, day: 2, meal: 'lunch', dish }, reviewed.token);
    },
    { 草稿: '草稿', 待审核: 'menu_pending', 已驳回: '草稿', 已发布: '草稿' },
  ],
  [
    'discard',
    (id) => call('POST /api/menu/discard', { id }, reviewed.token),
    { 草稿: 'menu_not_live', 待审核: 'menu_pending', 已驳回: 'menu_not_live', 已发布: 'menu_published' },
  ],
  [
    'submit',
    (id) => call('POST /api/menu/submit', { id }, reviewed.token),
    { 草稿: '待审核', 待审核: 'menu_pending', 已驳回: '待审核', 已发布: 'menu_published' },
  ],
  [
    'withdraw',
    (id) => call('POST /api/menu/withdraw', { id }, reviewed.token),
    { 草稿: 'menu_not_pending', 待审核: '草稿', 已驳回: 'menu_not_pending', 已发布: 'menu_not_pending' },
  ],
  [
    'approve',
    (id) => judge(id, 1, '通过'),
    { 草稿: 'menu_not_pending', 待审核: '已发布', 已驳回: 'menu_not_pending', 已发布: 'menu_not_pending' },
  ],
  [
    'reject',
    (id) => judge(id, 1, '驳回', '不合适'),
    { 草稿: 'menu_not_pending', 待审核: '已驳回', 已驳回: 'menu_not_pending', 已发布: 'menu_not_pending' },
  ],
  [
    'retract',
    (id) => call('POST /api/menu/retract', { id, comment: '停供' }, reviewed.token),
    { 草稿: 'menu_not_live', 待审核: 'menu_not_live', 已驳回: 'menu_not_live', 已发布: '草稿' },
  ],
];
const cases = table.flatMap(([name, act, outcomes]) =>
  menuStates.map((state) => [name, state, act, outcomes[state]] as const),
);

describe('the states of a menu', () => {
  it.each(cases)('%s in %s', async (_, state, act, outcome) => {
    const id = await makers[state]();
    expect((await readState(id, reviewed.token))[0]).toBe(state);
    if (menuStates.some((one) => one === outcome)) {
      expect(await act(id)).toEqual(SUCCESS);
      expect((await readState(id, reviewed.token))[0]).toBe(outcome);
    } else {
      expect(await expectNoWrites(service, () => act(id))).toEqual(failure(409, outcome as Reason));
    }
  });

  it.each([
    ['草稿', undefined],
    ['待审核', 'menu_pending'],
    ['已驳回', undefined],
    ['已发布', 'menu_published'],
  ] as const)('delete in %s', async (state, reason) => {
    const id = await makers[state]();
    const answer = await call('DELETE /api/menu', { ids: id }, reviewed.token);
    const refusal = reason && failure(409, reason, ['ids', { code: 'not_allowed', names: String(id) }]);
    expect(answer).toEqual(refusal ?? SUCCESS);
    const { status } = await service.call('GET /api/menu', { id }, { token: reviewed.token });
    expect(status).toBe(reason ? 200 : 404);
  });
});

describe('POST /api/menu/submit', () => {
  it('publishes at once where nobody reviews, and says so in the records', async () => {
    const id = await createServed(setup, { name: '一周' });
    const time = service.deps.now();
    expect(await call('POST /api/menu/submit', { id })).toEqual(SUCCESS);
    expect(await readState(id)).toEqual(['已发布', 1, 1]);
    const { content } = await setup.succeed('GET /api/menu/review', { menu: id }, setup.school.token);
    expect(content).toEqual([
      {
        ...{ menu: id, name: '一周', revision: 1, action: '免审', uid: 'hongqi', userName: '红旗小学' },
        ...{ time: content[0].time, comment: '' },
      },
    ]);
    expect(content[0].time).toBeGreaterThanOrEqual(time);
  });

  it('refuses what serves nothing, what is gone, and a standard that the unit has no longer', async () => {
    const school = await setup.createSchool();
    const standard = await setup.createStandard(school);
    const empty = await createMenu(setup, {}, school);
    expect(await call('POST /api/menu/submit', { id: empty }, school.token)).toEqual(
      badInput(['items', { code: 'empty' }]),
    );
    const [kept, gone] = [await setup.createDish({}, school), await setup.createDish({}, school)];
    const id = await createMenu(setup, { items: menuItems([1, 'lunch', kept], [2, 'lunch', gone]) }, school);
    await setup.succeed('DELETE /api/dish', { ids: gone }, school.token);
    await setup.succeed('DELETE /api/nutrition', { id: standard }, setup.admin);
    const before = await dumpTable(service);
    expect(await call('POST /api/menu/submit', { id }, school.token)).toEqual(
      badInput(
        ['items.1.dish', { code: 'unknown', names: String(gone) }],
        ['standard', { code: 'unknown', names: String(standard) }],
      ),
    );
    expect(await dumpTable(service)).toEqual(before);
  });

  it('freezes what was looked at, or says that it has changed: by the ETag of the menu', async () => {
    const id = await createServed(setup);
    const { etag } = (await service.call('GET /api/menu', { id }, { token: setup.school.token })).headers;
    await setup.succeed('POST /api/menu', { id, name: '改过' }, setup.school.token);
    const stale = await call('POST /api/menu/submit', { id }, setup.school.token, { 'if-match': String(etag) });
    expect(stale).toEqual(failure(409, 'changed_meanwhile'));
    expect(await readState(id)).toEqual(['草稿', 0, undefined]);
    const fresh = (await service.call('GET /api/menu', { id }, { token: setup.school.token })).headers;
    const answer = await call('POST /api/menu/submit', { id }, setup.school.token, {
      'if-match': String(fresh['etag']),
    });
    expect(answer).toEqual(SUCCESS);
  });

  it('keeps each revision as it was, however menu and dishes change', async () => {
    const dish = await setup.createDish({ name: '原名' });
    const id = await createMenu(setup, { name: '甲', items: menuItems([1, 'lunch', dish, 0.5]) });
    await setup.succeed('POST /api/menu/submit', { id }, setup.school.token);
    const first = await show(id);
    await setup.succeed('POST /api/dish', { id: dish, name: '新名' }, setup.school.token);
    await setup.succeed('POST /api/menu', { id, name: '乙', start: '2026-10-12', items: '' }, setup.school.token);
    await setup.succeed('DELETE /api/dish', { ids: dish }, setup.school.token);
    const now = await show(id);
    expect([now.state, now.published, now.name]).toEqual(['草稿', 1, '乙']);
    const frozen = await setup.succeed('GET /api/menu', { id, revision: 1 }, setup.school.token);
    const [item] = first.items;
    expect(frozen).toEqual({ ...first, items: [{ ...item, grams: 50 }], state: '草稿', modify: now.modify });
    expect(await call('GET /api/menu', { id, revision: 2 })).toEqual(failure(404, 'revision_not_found'));
    const copy = await setup.create('PUT /api/menu/copy', { id, revision: 1, name: '副本' }, setup.school.token);
    const copied = await show(copy);
    expect([copied.name, copied.start, copied.items]).toEqual(['副本', MONDAY, first.items]);
    expect(await call('PUT /api/menu/copy', { id, revision: 9 })).toEqual(failure(404, 'revision_not_found'));
  });

  it('lets twenty menus be live on a day, and no more', async () => {
    const school = await setup.createSchool();
    const ids: number[] = [];
    for (let count = 0; count < 20; count++) ids.push(await createPublished(setup, { start: MONDAY, days: 2 }, school));
    const submit = (id: number) => call('POST /api/menu/submit', { id }, school.token);
    const full = failure(409, 'day_full');
    const [before, after, free] = [
      await createServed(setup, { start: '2026-09-01', days: 7 }, school),
      await createServed(setup, { start: '2026-09-08', days: 1 }, school),
      await createServed(setup, { start: '2026-09-09', days: 7 }, school),
    ];
    expect(await submit(before)).toEqual(full);
    expect(await submit(after)).toEqual(full);
    expect(await submit(free)).toEqual(SUCCESS);
    await setup.succeed('POST /api/menu', { id: ids[0] ?? 0, start: '2026-09-08' }, school.token);
    expect(await submit(ids[0] ?? 0)).toEqual(SUCCESS);
    await setup.succeed('POST /api/menu/retract', { id: ids[0] ?? 0, comment: '换菜' }, school.token);
    const same = await createServed(setup, { start: '2026-09-08', days: 1 }, school);
    const burst = await Promise.all([submit(same), submit(after)]);
    expect(burst.map(({ code }) => code).toSorted()).toEqual([200, 409]);
  });
});

describe('what is live', () => {
  it('stays so while it is edited, is replaced by what is published next, and can be had back', async () => {
    const id = await createPublished(setup, { name: '第一版' });
    const { token } = setup.school;
    const first = await show(id);
    await setup.succeed('POST /api/menu', { id, name: '改着', start: '2026-11-02', items: '' }, token);
    expect(await readState(id)).toEqual(['草稿', 1, 1]);
    expect(await call('POST /api/menu/discard', { id })).toEqual(SUCCESS);
    const back = await show(id);
    expect(back).toEqual({ ...first, modify: back.modify });
    await setup.succeed('POST /api/menu', { id, name: '第二版', start: '2026-11-02' }, token);
    expect(await call('POST /api/menu/submit', { id })).toEqual(SUCCESS);
    expect(await readState(id)).toEqual(['已发布', 2, 2]);
    const live = (await dumpTable(service)).filter(
      ({ sk, number }) => /^LIVE#/.test(String(sk)) && number === id % 1_000_000,
    );
    expect(live.filter(({ pk }) => pk === `V#${setup.school.id}#MENU`)).toEqual([
      expect.objectContaining({ revision: 2, name: '第二版', start: '2026-11-02', days: 5 }),
    ]);
    expect(await call('POST /api/menu/retract', { id, comment: '' })).toEqual(badInput(['comment', { code: 'empty' }]));
    expect(await call('POST /api/menu/retract', { id, comment: '食材不足' })).toEqual(SUCCESS);
    expect(await readState(id)).toEqual(['草稿', 2, undefined]);
    expect(await readRecords(id, token)).toEqual([
      ['下架', 2, 'hongqi', '食材不足'],
      ['免审', 2, 'hongqi', ''],
      ['免审', 1, 'hongqi', ''],
    ]);
  });

  it('is taken down by the platform, and then reviewed before it is live again', async () => {
    const id = await createPublished(setup);
    expect(await call('POST /api/menu/retract', { id, comment: '超标' }, setup.admin)).toEqual(SUCCESS);
    expect(await call('POST /api/menu/submit', { id })).toEqual(SUCCESS);
    expect(await readState(id)).toEqual(['待审核', 2, undefined]);
    expect(await judge(id, 2, '驳回', '还是超标')).toEqual(SUCCESS);
    await setup.succeed('POST /api/menu', { id, name: '再改' }, setup.school.token);
    expect(await call('POST /api/menu/submit', { id })).toEqual(SUCCESS);
    expect(await readState(id)).toEqual(['待审核', 3, undefined]);
    expect(await judge(id, 3, '通过', '可以')).toEqual(SUCCESS);
    await setup.succeed('POST /api/menu', { id, name: '又改' }, setup.school.token);
    expect(await call('POST /api/menu/submit', { id })).toEqual(SUCCESS);
    expect(await readState(id)).toEqual(['已发布', 4, 4]);
    const records = await readRecords(id, setup.school.token);
    expect(records.slice(1, 3)).toEqual([
      ['通过', 3, '平台', '可以'],
      ['提交', 3, 'hongqi', ''],
    ]);
    const { content } = await setup.succeed('GET /api/menu/review', { menu: id, vender: setup.school.id }, setup.admin);
    expect(content.find(({ action }: { action: string }) => action === '通过').uid).toBe('admin');
  });
});

describe('POST /api/menu/review', () => {
  it('judges the revision that it names, and no other', async () => {
    const id = await createPending(setup, reviewed);
    expect(await judge(id, 2, '通过')).toEqual(failure(409, 'changed_meanwhile'));
    await setup.succeed('POST /api/menu/withdraw', { id }, reviewed.token);
    expect(await judge(id, 1, '通过')).toEqual(failure(409, 'menu_not_pending'));
    await setup.succeed('POST /api/menu/submit', { id }, reviewed.token);
    expect(await judge(id, 1, '通过')).toEqual(failure(409, 'changed_meanwhile'));
    expect(await judge(id, 2, '通过')).toEqual(SUCCESS);
    expect(await readState(id, reviewed.token)).toEqual(['已发布', 2, 2]);
  });

  it('demands a comment of a rejection, and an existing menu', async () => {
    const id = await createPending(setup, reviewed);
    expect(await judge(id, 1, '驳回')).toEqual(badInput(['comment', { code: 'reason' }]));
    expect(await judge(id, 1, '免审')).toEqual(badInput(['result', { code: 'choice', names: '通过 驳回' }]));
    expect(await judge(99, 1, '通过')).toEqual(failure(404, 'menu_not_found'));
  });
});

describe('comments of a review', () => {
  const comment = (id: number, comments: unknown, revision = 1) =>
    call(
      'POST /api/menu/review',
      { id, revision, result: '驳回', comment: '见各处', comments: JSON.stringify(comments) },
      setup.admin,
    );

  it('stand with the menu until its next submission, and in the record for ever', async () => {
    const id = await createPending(setup, reviewed);
    const [{ dish }] = (await show(id, reviewed.token)).items;
    const comments = [
      { day: 1, meal: 'lunch', dish, text: '盐偏多' },
      { day: 1, meal: 'dinner', text: '没有菜' },
      { day: 2, text: '少一餐' },
    ];
    expect(await comment(id, comments)).toEqual(SUCCESS);
    const told = comments.map((one) => ({ ...one, revision: 1 }));
    expect((await show(id, reviewed.token)).comments).toEqual(told);
    await setup.succeed('POST /api/menu', { id, name: '改了' }, reviewed.token);
    expect((await show(id, reviewed.token)).comments).toEqual(told);
    const list = await setup.succeed('GET /api/menu', { keyword: '改了' }, reviewed.token);
    expect(list.content[0]).not.toHaveProperty('comments');
    await setup.succeed('POST /api/menu/submit', { id }, reviewed.token);
    expect(await show(id, reviewed.token)).not.toHaveProperty('comments');
    const { content } = await setup.succeed('GET /api/menu/review', { menu: id }, reviewed.token);
    expect(content.map(({ action, comments: said }: Record<string, unknown>) => [action, said])).toEqual([
      ['提交', undefined],
      ['驳回', comments],
      ['提交', undefined],
    ]);
  });

  it('name what the menu serves, few and short', async () => {
    const id = await createPending(setup, reviewed);
    const refuse = async (comments: unknown, ...problems: Parameters<typeof badInput>) =>
      expect(await comment(id, comments)).toEqual(badInput(...problems));
    const text = '字';
    await refuse({}, ['comments', { code: 'list' }]);
    await refuse([{ day: 8, text }], ['comments.0.day', { code: 'integer', min: 1, max: 7 }]);
    await refuse([{ day: 6, text }], ['comments.0.day', { code: 'integer', min: 1, max: 5 }]);
    await refuse([{ day: 1, dish: 1, text }], ['comments.0.meal', { code: 'required' }]);
    await refuse([{ day: 1, meal: 'lunch', dish: 1, text }], ['comments.0.dish', { code: 'unknown', names: '1' }]);
    await refuse(
      [{ day: 1, meal: 'supper', text }],
      ['comments.0.meal', { code: 'choice', names: 'breakfast lunch dinner' }],
    );
    await refuse([{ day: 1, text: ' ' }], ['comments.0.text', { code: 'empty' }]);
    await refuse([{ day: 1, text: text.repeat(151) }], ['comments.0.text', { code: 'too_long', max: 150 }]);
    await refuse(Array(31).fill({ day: 1, text }), ['comments', { code: 'too_many', max: 30 }]);
    expect(await comment(id, Array(30).fill({ day: 1, text: text.repeat(150) }))).toEqual(SUCCESS);
  });
});

it('deleting a unit leaves nothing of its menus, nor anything that waits', async () => {
  const school = await createReviewed(setup);
  await createPending(setup, school);
  const id = await createPending(setup, school);
  await judge(id, 1, '通过');
  await setup.succeed('DELETE /api/vender', { vender: school.id }, setup.admin);
  const left = (await dumpTable(service)).filter(
    ({ pk, vender }) => String(pk).startsWith(`V#${school.id}#`) || (pk === 'PENDING' && vender === school.id),
  );
  expect(left).toEqual([]);
});

it('only the platform says whether the menus of a unit are reviewed', async () => {
  const { id: venderId, token } = await setup.createSchool({ menuReview: 'true' });
  const records = async () => (await setup.succeed('GET /api/vender/info', {}, token)).menuReview;
  expect(await records()).toBe(true);
  expect(await call('POST /api/vender', { venderId, menuReview: 'false' }, token)).toEqual(
    failure(403, 'admin_side_only'),
  );
  expect(await call('POST /api/vender', { venderId, menuReview: 'false' }, setup.admin)).toEqual(SUCCESS);
  expect(await records()).toBe(false);
});
