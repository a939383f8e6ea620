import { describe, expect, it } from 'vitest';
import { addDays } from '../../../../lib/domain/values/calendar.ts';
import { locate } from '../../../../lib/domain/values/id.ts';
import { AppError } from '../../../../lib/errors.ts';
import { deleteDishes } from '../../../../lib/store/dish/dish-change.ts';
import { placeDish } from '../../../../lib/store/dish/dish-placement.ts';
import { listLiveMenus } from '../../../../lib/store/menu/live-menu.ts';
import { findWholeMenu, listMenus } from '../../../../lib/store/menu/menu.ts';
import * as change from '../../../../lib/store/menu/menu-change.ts';
import * as item from '../../../../lib/store/menu/menu-item.ts';
import { readMenuPeople, setMenuPeople } from '../../../../lib/store/menu/menu-people.ts';
import { deleteMenus } from '../../../../lib/store/menu/menu-removal.ts';
import { readRevisions } from '../../../../lib/store/menu/menu-revision.ts';
import { submitMenu } from '../../../../lib/store/menu/menu-submission.ts';
import { swapDish } from '../../../../lib/store/menu/menu-swap.ts';
import * as transition from '../../../../lib/store/menu/menu-transition.ts';
import { listPendingMenus, listReviews } from '../../../../lib/store/menu/review.ts';
import { listUnitPartitions } from '../../../../lib/store/nouns.ts';
import { createStandard, deleteStandard } from '../../../../lib/store/standard.ts';
import { updateUnit } from '../../../../lib/store/unit/unit-change.ts';
import { deleteUnit } from '../../../../lib/store/unit-deletion.ts';
import type { Database } from '../../../../lib/table/database.ts';
import { examine } from '../../../../scripts/doctor/examine.ts';
import { dish } from '../../../support/nouns/dish-content.ts';
import { MONDAY } from '../../../support/nouns/menus.ts';
import { addUnit } from '../../../support/nouns/units.ts';
import { openSetup } from '../../../support/service/open.ts';
import { InterruptedAt } from '../interrupted.ts';

const { service, setup } = await openSetup();
const { db } = service.deps;
const NOW = 1;
const doer = { uid: 'a', userName: 'a', now: NOW };
const never = () => false;
const MOST = { pageNo: 0, pageSize: 50 };

/** A unit with a menu that serves one of its two dishes, and is judged by its standard. */
interface Given {
  readonly unit: number;
  readonly menu: number;
  readonly served: number;
  readonly other: number;
  readonly standard: number;
  /** The menu's first day, which no other unit's menu has. */
  readonly start: string;
}

type GivenUnit = Omit<Given, 'menu' | 'start'>;
type Action = (table: Database, given: Given) => Promise<unknown>;

const items = (...dishes: readonly number[]) =>
  dishes.map((id) => ({ day: 1, meal: 'lunch' as const, dish: id, portion: '1' }));

async function create(table: Database, { unit, served, standard, start }: Omit<Given, 'menu'>, name: string) {
  const facts = { name, start, groups: [{ level: 'a', people: 1, factor: '1' }], standard, items: items(served) };
  return change.createMenu(table, unit, facts, NOW);
}

const update = (name: string, seededDishes: (given: Given) => readonly number[]): Action => {
  return (table, given) =>
    change.updateMenu(table, given.unit, given.menu, { name, items: items(...seededDishes(given)) }, { now: NOW });
};
const submit: Action = async (table, { unit, menu }) => {
  await submitMenu(table, unit, menu, { ...doer, isExpectedVersion: () => true });
};
const review: Action = (table, { menu }) =>
  transition.reviewMenu(table, menu, { revision: 1, result: '通过', comment: '' }, doer);
const retract = (byPlatform: boolean): Action => {
  return (table, { menu }) => transition.retractMenu(table, menu, { comment: '停供', byPlatform }, doer);
};
const place = { day: 2, meal: 'lunch' } as const;

/** What may be done in the unit. */
const actions = {
  'a new menu': (table, given) => create(table, given, '新'),
  'a save': update('存一', ({ served, other }) => [other, served]),
  'another save': update('存二', ({ served }) => [served]),
  'a copy': async (table, { unit, menu }) => {
    const whole = await findWholeMenu(table, menu);
    if (!whole) throw new AppError('menu_not_found');
    await change.copyMenu(table, unit, whole, { name: '副本', now: NOW });
  },
  'a dish set': (table, { unit, menu, other }) =>
    item.setMenuItem(table, unit, menu, { ...place, dish: other, portion: '2' }, { now: NOW }),
  'another dish set': (table, { unit, menu, served }) =>
    item.setMenuItem(table, unit, menu, { ...place, dish: served }, { now: NOW }),
  'a dish removed': (table, { unit, menu, served }) =>
    item.removeMenuItem(table, unit, menu, { day: 1, meal: 'lunch', dish: served }, { now: NOW }),
  'its submission': submit,
  'its withdrawal': (table, { unit, menu }) => transition.withdrawMenu(table, unit, menu, doer),
  'its review': review,
  'its end': retract(false),
  'its end by the platform': retract(true),
  'a swap': (table, { unit, menu, served, other, start }) => {
    const swap = { day: 1, meal: 'lunch', dish: served, with: other } as const;
    return swapDish(table, unit, menu, { ...doer, swap, comment: '没到', today: start });
  },
  'people of a day': (table, { unit, menu }) => setMenuPeople(table, unit, menu, { day: 1, group: 'a', people: 5 }),
  'people of another day': (table, { unit, menu }) =>
    setMenuPeople(table, unit, menu, { day: 2, group: 'a', people: 6 }),
  'a discard': (table, { unit, menu }) => change.discardChanges(table, unit, menu, { now: NOW }),
  'its deletion': (table, { unit, menu }) => deleteMenus(table, unit, [menu], never),
  'the deletion of its dish': (table, { unit, served }) =>
    deleteDishes(table, [served], (owner) => owner === unit, never),
  'the deletion of its standard': (table, { standard }) => deleteStandard(table, standard),
  'the deletion of its unit': (table, { unit }) => deleteUnit(table, unit),
  'that its menus are reviewed': (table, { unit }) => updateUnit(table, unit, { menuReview: true }),
} as const satisfies Record<string, Action>;
type Name = keyof typeof actions;

/** What has been done in the unit before. */
const beginnings = {
  drafted: [],
  waiting: ['that its menus are reviewed', 'its submission'],
  live: ['its submission'],
  changed: ['its submission', 'another save'],
} as const satisfies Record<string, readonly Name[]>;
type Beginning = keyof typeof beginnings;

/** Actions that affect more than the menu: they get a unit of their own. */
const destructive: ReadonlySet<Name> = new Set([
  'the deletion of its dish',
  'the deletion of its standard',
  'the deletion of its unit',
  'that its menus are reviewed',
]);
const givenUnits = new Map<string, Promise<GivenUnit>>();
let weeks = 0;

async function stock(): Promise<GivenUnit> {
  const unit = await addUnit(service, setup.unique('kitchen'));
  const standard = await createStandard(db, { name: '标准', vendors: [unit], overflow: '0.1' });
  const [served = 0] = await placeDish(db, { content: dish('甲'), icon: '', units: [unit] }, never);
  const [other = 0] = await placeDish(db, { content: dish('乙'), icon: '', units: [unit] }, never);
  return { unit, served, other, standard };
}

async function open(begun: Beginning, names: readonly Name[]): Promise<Given> {
  const isOwn = names.some((name) => destructive.has(name));
  const givenUnit = isOwn ? stock() : (givenUnits.get(begun) ?? stock());
  if (!isOwn) givenUnits.set(begun, givenUnit);
  const start = addDays(MONDAY, 7 * weeks++);
  const given = { ...(await givenUnit), start };
  const whole = { ...given, menu: await create(db, given, '周') };
  for (const name of beginnings[begun]) await actions[name](db, whole);
  return whole;
}

/** Whether it was done. It may be refused only because of what others have done. */
async function isDone(action: Promise<unknown>): Promise<boolean> {
  return action.then(
    () => true,
    (error: unknown) => {
      const reason = error instanceof AppError ? error.reason : error;
      expect(
        ['invalid_input', 'dish_not_found', 'standard_not_found', 'unit_not_found']
          .concat(['menu_not_found', 'menu_pending', 'menu_published', 'menu_not_pending', 'menu_not_live'])
          .concat(['changed_meanwhile']),
      ).toContain(reason);
      return false;
    },
  );
}

/** Everything about the unit's menus, without ids and versions. */
async function look({ unit, menu: id, served, other, standard, start }: Given) {
  const isOwn = (number: number) => number >= locate(id).number;
  const words = new Map([
    [served, '甲'],
    [other, '乙'],
  ]);
  const { content } = await listMenus(db, unit, MOST, {});
  const own = content.filter(({ menu }) => isOwn(menu.number));
  const menus = own.map(async ({ menu, content: said, nameByDish }) => ({
    name: menu.name,
    state: menu.state,
    live: menu.live?.revision,
    waits: menu.waits !== undefined,
    mustBeReviewed: menu.mustBeReviewed === true,
    standard: said.standard === standard,
    items: said.items.map((item) => [item.day, words.get(item.dish), nameByDish.get(item.dish), item.portion]),
    revisions: (await readRevisions(db, menu)).map((one) => ({
      name: one.content.name,
      dishes: one.dishes.map(({ name, ingredient }) => [name, ingredient.length]),
      standard: one.standard?.name,
    })),
  }));
  const records = await listReviews(db, unit, MOST, {});
  const pending = await listPendingMenus(db, undefined, 200);
  return {
    menus: await Promise.all(menus),
    people: (await readMenuPeople(db, id)).map(([, group, people]) => [group, people]),
    live: (await listLiveMenus(db, unit, start, start)).map(({ revision, name }) => [revision, name]),
    waiting: pending.content.filter(({ menu }) => menu === id).map(({ name }) => name),
    records: records.content
      .filter((review) => isOwn(locate(review.menu).number))
      .map(({ action, revision }) => [action, revision]),
  };
}

/** The answers of two actions one after the other, and what they leave. */
async function inOrder(begun: Beginning, names: readonly [Name, Name], order: readonly [0, 1] | readonly [1, 0]) {
  const given = await open(begun, names);
  const done = [false, false];
  for (const place of order) done[place] = await isDone(actions[names[place]](db, given));
  return { done, ...(await look(given)) };
}

/**
 * Runs `first` with `second` before each of its reads and writes; parallel reads count as one. The result must be that
 * of one of the two orders.
 */
async function interleave(begun: Beginning, first: Name, second: Name): Promise<number> {
  const orders = [await inOrder(begun, [first, second], [0, 1]), await inOrder(begun, [first, second], [1, 0])];
  for (let position = 0; ; position++) {
    const given = await open(begun, [first, second]);
    let isSecondDone = false;
    const table = new InterruptedAt(
      service,
      position,
      async () => {
        isSecondDone = await isDone(actions[second](db, given));
      },
      { isTogether: true },
    );
    const isFirstDone = await isDone(actions[first](table, given));
    if (!table.isOver) return position;
    const seen = { done: [isFirstDone, isSecondDone], ...(await look(given)) };
    expect(orders, `before step ${position}: ${JSON.stringify(seen)}`).toContainEqual(seen);
    if (second === 'the deletion of its unit') {
      for (const partition of listUnitPartitions(given.unit)) expect(await db.query(partition)).toEqual([]);
    }
  }
}

type Pair = readonly [begun: Beginning, first: Name, second: Name];

const pairs: readonly Pair[] = [
  ['drafted', 'a save', 'another save'],
  ['drafted', 'a save', 'a dish set'],
  ['drafted', 'a dish set', 'a dish removed'],
  ['drafted', 'its submission', 'a save'],
  ['drafted', 'its submission', 'its submission'],
  ['drafted', 'its submission', 'that its menus are reviewed'],
  ['drafted', 'its deletion', 'its submission'],
  ['drafted', 'its submission', 'its deletion'],
  ['drafted', 'a copy', 'its deletion'],
  ['waiting', 'its review', 'its withdrawal'],
  ['live', 'a save', 'its end'],
  ['changed', 'its submission', 'its end by the platform'],
  ['changed', 'a discard', 'a save'],
  ['changed', 'a discard', 'its end'],
  ['live', 'a swap', 'a save'],
  ['live', 'a swap', 'its end by the platform'],
  ['changed', 'a swap', 'its submission'],
  ['changed', 'a discard', 'a swap'],
  ['live', 'a swap', 'the deletion of its unit'],
  ['drafted', 'people of a day', 'people of another day'],
  ['drafted', 'people of a day', 'its submission'],
  ['drafted', 'people of a day', 'its deletion'],
  ['drafted', 'its deletion', 'people of a day'],
  ['drafted', 'people of a day', 'the deletion of its unit'],
  ...(['a save', 'its submission'] as const).flatMap((name): Pair[] => [
    ['drafted', name, 'the deletion of its dish'],
    ['drafted', name, 'the deletion of its standard'],
    ['drafted', name, 'the deletion of its unit'],
  ]),
  ['drafted', 'a new menu', 'the deletion of its unit'],
  ['drafted', 'another dish set', 'the deletion of its dish'],
  ['waiting', 'its review', 'the deletion of its unit'],
  ['waiting', 'its withdrawal', 'the deletion of its unit'],
  ['changed', 'its end', 'the deletion of its unit'],
];

describe('if another call runs at each read and write of a call, the result is that of one after the other:', () => {
  it.each(pairs)('of a menu that is %s, %s beside %s', async (begun, first, second) => {
    expect(await interleave(begun, first, second)).toBeGreaterThanOrEqual(2);
  });

  it('and everything is in order', async () => {
    expect((await examine(service.deps.env)).findings).toEqual([]);
  });
});
