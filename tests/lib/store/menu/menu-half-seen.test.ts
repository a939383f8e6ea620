import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { placeDish } from '../../../../lib/store/dish/dish-placement.ts';
import { listLiveMenus } from '../../../../lib/store/menu/live-menu.ts';
import { getWholeMenu } from '../../../../lib/store/menu/menu.ts';
import { createMenu, updateMenu } from '../../../../lib/store/menu/menu-change.ts';
import { setMenuItem } from '../../../../lib/store/menu/menu-item.ts';
import { findRevisionContent } from '../../../../lib/store/menu/menu-revision.ts';
import { submitMenu } from '../../../../lib/store/menu/menu-submission.ts';
import { reviewMenu, withdrawMenu } from '../../../../lib/store/menu/menu-transition.ts';
import { listPendingMenus, listReviews } from '../../../../lib/store/menu/review.ts';
import { createUnits } from '../../../../lib/store/unit/unit-change.ts';
import { deleteUnit } from '../../../../lib/store/unit-deletion.ts';
import type { Key } from '../../../../tables/keys.ts';
import { dish } from '../../../support/nouns/dish-content.ts';
import { MONDAY } from '../../../support/nouns/menus.ts';
import { atEachShift, hasDone, openHalfSeen, STEP_MS } from '../half-seen.ts';

const { db, late, atOnce } = await openHalfSeen();
const NOW = 1;
const doer = { uid: 'a', userName: 'a', now: NOW };

interface Given {
  readonly unit: number;
  readonly menu: number;
  readonly dishes: readonly number[];
}

let serial = 0;
/** A unit with two dishes and a menu that serves the first. */
async function begin(menuReview: boolean): Promise<Given> {
  serial += 1;
  const facts = { account: `school${serial}`, name: `小学${serial}`, category: '小学', expire: '2099-12-31' };
  const unit = await createUnits(db, [{ ...facts, menuReview, passwordHash: 'x', systemRoleItems: [1] }], NOW);
  const dishes: number[] = [];
  for (const name of ['甲', '乙']) {
    dishes.push(...(await placeDish(db, { content: dish(name), icon: '', units: [unit] }, () => false)));
  }
  return { unit, dishes, menu: await addMenu(unit, dishes[0] ?? 0) };
}

async function addMenu(unit: number, served: number): Promise<number> {
  const items = [{ day: 1, meal: 'lunch', dish: served, portion: '1' }] as const;
  const groups = [{ level: 'a', people: 1, factor: '1' }];
  return createMenu(db, unit, { name: '周', start: MONDAY, groups, items }, NOW);
}

async function submit(unit: number, id: number): Promise<void> {
  await submitMenu(db, unit, id, { ...doer, isExpectedVersion: () => true });
}

type Trial = (given: Given) => readonly [first: () => Promise<unknown>, second: () => Promise<unknown>];

/** Runs trials at each shift, while these items become visible later. What is prepared and checked is visible at once. */
async function shift(
  items: (key: Key) => boolean,
  prepare: () => Promise<Given>,
  trial: Trial,
  check: (given: Given, done: readonly boolean[]) => Promise<void>,
): Promise<void> {
  await atEachShift(async (together) => {
    atOnce();
    const given = await prepare();
    late(items);
    const done = await together(...trial(given));
    atOnce();
    await check(given, done);
  });
}

const isPlan = ({ sk }: Key) => sk.startsWith('MENU#');
const isState = ({ sk }: Key) => sk.startsWith('STATE#');
const isLive = ({ sk }: Key) => sk.startsWith('LIVE#');

describe.each([
  ['what it serves', isPlan],
  ['its state', isState],
])('a menu of which %s is seen later', (_, items) => {
  it('loses neither of two single dishes', async () => {
    await shift(
      items,
      () => begin(false),
      ({ unit, menu, dishes: [one = 0, two = 0] }) => [
        () => setMenuItem(db, unit, menu, { day: 2, meal: 'lunch', dish: one }, { now: NOW }),
        () => setMenuItem(db, unit, menu, { day: 3, meal: 'lunch', dish: two }, { now: NOW }),
      ],
      async ({ unit, menu }, done) => {
        expect(done).toEqual([true, true]);
        expect((await getWholeMenu(db, unit, menu)).content.items).toHaveLength(3);
      },
    );
  });

  it('is submitted as it was looked at, or as it was changed, and never changed while it waits', async () => {
    await shift(
      items,
      () => begin(true),
      ({ unit, menu }) => [() => submit(unit, menu), () => updateMenu(db, unit, menu, { name: '改过' }, { now: NOW })],
      async ({ unit, menu }, [isSubmitted, isChanged]) => {
        const { menu: now } = await getWholeMenu(db, unit, menu);
        expect(isSubmitted).toBe(true);
        expect([now.state, now.name]).toEqual(['待审核', isChanged ? '改过' : '周']);
        expect((await findRevisionContent(db, menu, 1))?.content.name).toBe(now.name);
      },
    );
  });

  it('that is withdrawn is not approved as well', async () => {
    await shift(
      items,
      async () => {
        const given = await begin(true);
        await submit(given.unit, given.menu);
        return given;
      },
      ({ unit, menu }) => [
        () => withdrawMenu(db, unit, menu, doer),
        () => reviewMenu(db, menu, { revision: 1, result: '通过', comment: '' }, doer),
      ],
      async ({ unit, menu }, done) => {
        expect(done.filter(Boolean)).toHaveLength(1);
        const { menu: now } = await getWholeMenu(db, unit, menu);
        expect([now.state, now.waits]).toEqual([done[0] ? '草稿' : '已发布', undefined]);
        expect(await listLiveMenus(db, unit, MONDAY, MONDAY)).toHaveLength(done[0] ? 0 : 1);
        const { content } = await listReviews(db, unit, { pageNo: 0, pageSize: 5 }, {});
        expect(content.map(({ action }) => action)).toEqual([done[0] ? '撤回' : '通过', '提交']);
      },
    );
  });

  it('of a unit that is deleted does not wait for review any more', async () => {
    await shift(
      items,
      () => begin(true),
      ({ unit, menu }) => [() => submit(unit, menu), () => deleteUnit(db, unit)],
      async ({ unit }) => {
        const { content } = await listPendingMenus(db, undefined, 200);
        expect(content.filter(({ vender }) => vender === unit)).toEqual([]);
      },
    );
  });
});

it('at most twenty menus are live on a day, although a live entry may be visible later than its review', async () => {
  atOnce();
  const { unit, dishes } = await begin(false);
  const ids: number[] = [];
  for (let count = 0; count < 22; count++) ids.push(await addMenu(unit, dishes[0] ?? 0));
  for (const id of ids.slice(0, 19)) await submit(unit, id);
  late(isLive);
  const done = await Promise.all(
    ids.slice(19).map((id, index) => sleep(index * STEP_MS).then(() => hasDone(submit(unit, id)))),
  );
  expect(done.filter(Boolean)).toHaveLength(1);
  expect(await listLiveMenus(db, unit, MONDAY, MONDAY)).toHaveLength(20);
});
