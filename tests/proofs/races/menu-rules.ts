import { type Possibility, refuses, succeeds } from './order.ts';

/** The content of a menu: its name, its first day, and what it serves as `day dish portion`. */
export interface Said {
  readonly name: string;
  readonly start: string;
  readonly items: readonly string[];
}

interface Live extends Said {
  readonly revision: number;
}

export interface RacingMenu extends Said {
  readonly version: number;
  readonly state: string;
  readonly revision: number;
  readonly live: Live | null;
  readonly mustBeReviewed: boolean;
}

/** A menu of a unit, what else the unit has, and what was done with the menu. */
export interface UnitState {
  readonly isGone: boolean;
  /** Whether the platform reviews the unit's menus. */
  readonly isReviewed: boolean;
  readonly hasStandard: boolean;
  /** The names of the existing dishes. */
  readonly dishes: readonly string[];
  readonly menu: RacingMenu | null;
  /** Other menus of the unit, oldest first. */
  readonly others: readonly Said[];
  /** Action and revision of each review, oldest first. */
  readonly records: readonly string[];
}

/** What a call does, by its rules alone. */
export type Rule = (unit: UnitState) => readonly Possibility<UnitState>[];

export const GONE: UnitState = {
  isGone: true,
  isReviewed: false,
  hasStandard: false,
  dishes: [],
  menu: null,
  others: [],
  records: [],
};

const NOT_FOUND = '404 menu_not_found';
const BAD = '400 invalid_input';
/** Answers to users of a unit that is deleted, or is being deleted while they call. */
const GOING = ['401 not_signed_in', '404 unit_not_found', NOT_FOUND, BAD, '404 dish_not_found'] as const;

/** The rule of a call by the unit's users, whom a deleted unit does not have. */
function ofUnit(rule: Rule): Rule {
  return (unit) => (unit.isGone ? refuses(unit, ...GOING) : rule(unit));
}

function ofMenu(rule: (menu: RacingMenu, unit: UnitState) => readonly Possibility<UnitState>[]): Rule {
  return (unit) => (unit.menu ? rule(unit.menu, unit) : refuses(unit, NOT_FOUND));
}

const pickSaid = ({ name, start, items }: Said): Said => ({ name, start, items });
const dishName = (item: string) => item.split(' ')[1] ?? '';
/** Whether everything that these items name exists, apart from unchanged items. */
const canServe = ({ dishes }: UnitState, items: readonly string[], before: readonly string[]) =>
  items.every((item) => before.includes(item) || dishes.includes(dishName(item)));

function moved(unit: UnitState, menu: RacingMenu, change: Partial<RacingMenu>, record?: string) {
  const records = record === undefined ? unit.records : [...unit.records, record];
  return succeeds({ ...unit, menu: { ...menu, ...change, version: menu.version + 1 }, records });
}

/** A save. Without a change nothing is written. `etag` is the version for which it is meant. */
export function saves(
  change: Partial<Said>,
  { etag, takesStandard = false }: { etag?: number; takesStandard?: boolean } = {},
) {
  return ofUnit(
    ofMenu((menu, unit) => {
      if (etag !== undefined && etag !== menu.version) return refuses(unit, '409 changed_meanwhile');
      if (menu.state === '待审核') return refuses(unit, '409 menu_pending');
      const before = pickSaid(menu);
      const said = { ...before, ...change };
      if (!canServe(unit, said.items, menu.items) || (takesStandard && !unit.hasStandard)) {
        return refuses(unit, BAD);
      }
      return JSON.stringify(said) === JSON.stringify(before)
        ? succeeds(unit)
        : moved(unit, menu, { ...said, state: '草稿' });
    }),
  );
}

/** Sets a single dish; a new one is added at the end. */
export function sets(slot: string, portion: string): Rule {
  return ofUnit(
    ofMenu((menu, unit) => {
      if (menu.state === '待审核') return refuses(unit, '409 menu_pending');
      const at = menu.items.findIndex((item) => item.startsWith(`${slot} `));
      const item = `${slot} ${portion}`;
      if (menu.items[at] === item) return succeeds(unit);
      if (!unit.dishes.includes(dishName(item))) return refuses(unit, BAD);
      const items = at < 0 ? [...menu.items, item] : menu.items.with(at, item);
      return moved(unit, menu, { items, state: '草稿' });
    }),
  );
}

export function removes(slot: string): Rule {
  return ofUnit(
    ofMenu((menu, unit) => {
      if (menu.state === '待审核') return refuses(unit, '409 menu_pending');
      const items = menu.items.filter((item) => !item.startsWith(`${slot} `));
      return items.length === menu.items.length ? succeeds(unit) : moved(unit, menu, { items, state: '草稿' });
    }),
  );
}

/** A submission. `isJudged`: the standard judges the menu. */
export function submits({ isJudged = false }: { isJudged?: boolean } = {}): Rule {
  return ofUnit(
    ofMenu((menu, unit) => {
      if (menu.state === '待审核') return refuses(unit, '409 menu_pending');
      if (menu.state === '已发布') return refuses(unit, '409 menu_published');
      const isServable = menu.items.length > 0 && canServe(unit, menu.items, []);
      if (!isServable || (isJudged && !unit.hasStandard)) return refuses(unit, BAD);
      const revision = menu.revision + 1;
      const needsReview = unit.isReviewed || menu.mustBeReviewed;
      if (needsReview) return moved(unit, menu, { state: '待审核', revision }, `提交 ${revision}`);
      const live = { ...pickSaid(menu), revision };
      return moved(unit, menu, { state: '已发布', revision, live }, `免审 ${revision}`);
    }),
  );
}

export const withdraws: Rule = ofUnit(
  ofMenu((menu, unit) => {
    if (menu.state !== '待审核') return refuses(unit, '409 menu_not_pending');
    return moved(unit, menu, { state: '草稿' }, `撤回 ${menu.revision}`);
  }),
);

/** A review by the platform, which works even without the unit's users. */
export function reviews(revision: number, result: '通过' | '驳回'): Rule {
  return ofMenu((menu, unit) => {
    if (menu.state !== '待审核') return refuses(unit, '409 menu_not_pending');
    if (menu.revision !== revision) return refuses(unit, '409 changed_meanwhile');
    if (result === '驳回') return moved(unit, menu, { state: '已驳回' }, `驳回 ${revision}`);
    const live = { ...pickSaid(menu), revision };
    return moved(unit, menu, { state: '已发布', live, mustBeReviewed: false }, `通过 ${revision}`);
  });
}

export function retracts(byPlatform: boolean): Rule {
  const rule = ofMenu((menu, unit) => {
    if (!menu.live) return refuses(unit, '409 menu_not_live');
    const state = menu.state === '已发布' ? '草稿' : menu.state;
    const mustBeReviewed = byPlatform || menu.mustBeReviewed;
    return moved(unit, menu, { state, live: null, mustBeReviewed }, `下架 ${menu.live.revision}`);
  });
  return byPlatform ? rule : ofUnit(rule);
}

export const discards: Rule = ofUnit(
  ofMenu((menu, unit) => {
    if (menu.state === '待审核') return refuses(unit, '409 menu_pending');
    if (menu.state === '已发布') return refuses(unit, '409 menu_published');
    if (!menu.live) return refuses(unit, '409 menu_not_live');
    return moved(unit, menu, { ...pickSaid(menu.live), state: '已发布' });
  }),
);

/** A swap of what is live tomorrow, on its first day, which the draft follows where it serves the same on that day. */
export function swaps(slot: string, other: string, tomorrow: string): Rule {
  const swapIn = (items: readonly string[]) => {
    const at = items.findIndex((item) => item.startsWith(`${slot} `));
    const isServed = items.some((item) => item.startsWith(`${other} `));
    return at < 0 || isServed ? undefined : items.with(at, `${other} ${items[at]?.split(' ')[2]}`);
  };
  return ofUnit(
    ofMenu((menu, unit) => {
      if (menu.state === '待审核') return refuses(unit, '409 menu_pending');
      if (!menu.live) return refuses(unit, '409 menu_not_live');
      const swapped = menu.live.start === tomorrow ? swapIn(menu.live.items) : undefined;
      if (!swapped || !unit.dishes.includes(dishName(other))) return refuses(unit, BAD);
      const revision = menu.revision + 1;
      const live = { ...menu.live, items: swapped, revision };
      const draft = menu.start === tomorrow ? swapIn(menu.items) : undefined;
      return moved(unit, menu, { items: draft ?? menu.items, revision, live }, `换菜 ${revision}`);
    }),
  );
}

export function copies(name: string): Rule {
  return ofUnit(ofMenu((menu, unit) => succeeds({ ...unit, others: [...unit.others, { ...pickSaid(menu), name }] })));
}

export function creates(said: Said, { takesStandard = false }: { takesStandard?: boolean } = {}): Rule {
  return ofUnit((unit) => {
    if (!canServe(unit, said.items, []) || (takesStandard && !unit.hasStandard)) return refuses(unit, BAD);
    return succeeds({ ...unit, others: [...unit.others, said] });
  });
}

export const deletes: Rule = ofUnit(
  ofMenu((menu, unit) => {
    if (menu.state === '待审核') return refuses(unit, '409 menu_pending');
    if (menu.state === '已发布' || menu.live) return refuses(unit, '409 menu_published');
    return succeeds({ ...unit, menu: null });
  }),
);

export function deletesDish(name: string): Rule {
  return ofUnit((unit) => {
    if (!unit.dishes.includes(name)) return refuses(unit, '404 dish_not_found');
    return succeeds({ ...unit, dishes: unit.dishes.filter((one) => one !== name) });
  });
}

export const deletesStandard: Rule = (unit) =>
  unit.hasStandard ? succeeds({ ...unit, hasStandard: false }) : refuses(unit, '404 standard_not_found');

/** A second deletion goes on with the first one while that has something left to do. */
export const deletesUnit: Rule = (unit) =>
  unit.isGone ? [...succeeds(unit), ...refuses(unit, '404 unit_not_found')] : succeeds(GONE);
