import { type Possibility, refuses, succeeds } from './order.ts';

/** The content of a menu: its name, and what it serves as `day dish portion`. */
export interface Said {
  readonly name: string;
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
export interface Kitchen {
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
export type Rule = (kitchen: Kitchen) => readonly Possibility<Kitchen>[];

export const GONE: Kitchen = {
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
  return (kitchen) => (kitchen.isGone ? refuses(kitchen, ...GOING) : rule(kitchen));
}

function ofMenu(rule: (menu: RacingMenu, kitchen: Kitchen) => readonly Possibility<Kitchen>[]): Rule {
  return (kitchen) => (kitchen.menu ? rule(kitchen.menu, kitchen) : refuses(kitchen, NOT_FOUND));
}

const dishOf = (item: string) => item.split(' ')[1] ?? '';
/** Whether everything that these items name exists, apart from unchanged items. */
const canServe = ({ dishes }: Kitchen, items: readonly string[], before: readonly string[]) =>
  items.every((item) => before.includes(item) || dishes.includes(dishOf(item)));

function moved(kitchen: Kitchen, menu: RacingMenu, change: Partial<RacingMenu>, record?: string) {
  const records = record === undefined ? kitchen.records : [...kitchen.records, record];
  return succeeds({ ...kitchen, menu: { ...menu, ...change, version: menu.version + 1 }, records });
}

/** A save. Without a change nothing is written. `etag` is the version for which it is meant. */
export function saves(
  change: Partial<Said>,
  { etag, takesStandard = false }: { etag?: number; takesStandard?: boolean } = {},
) {
  return ofUnit(
    ofMenu((menu, kitchen) => {
      if (etag !== undefined && etag !== menu.version) return refuses(kitchen, '409 changed_meanwhile');
      if (menu.state === '待审核') return refuses(kitchen, '409 menu_pending');
      const said = { name: menu.name, items: menu.items, ...change };
      if (!canServe(kitchen, said.items, menu.items) || (takesStandard && !kitchen.hasStandard)) {
        return refuses(kitchen, BAD);
      }
      const isSame = JSON.stringify(said) === JSON.stringify({ name: menu.name, items: menu.items });
      return isSame ? succeeds(kitchen) : moved(kitchen, menu, { ...said, state: '草稿' });
    }),
  );
}

/** Sets a single dish; a new one is added at the end. */
export function sets(place: string, portion: string): Rule {
  return ofUnit(
    ofMenu((menu, kitchen) => {
      if (menu.state === '待审核') return refuses(kitchen, '409 menu_pending');
      const at = menu.items.findIndex((item) => item.startsWith(`${place} `));
      const item = `${place} ${portion}`;
      if (menu.items[at] === item) return succeeds(kitchen);
      if (!kitchen.dishes.includes(dishOf(item))) return refuses(kitchen, BAD);
      const items = at < 0 ? [...menu.items, item] : menu.items.with(at, item);
      return moved(kitchen, menu, { items, state: '草稿' });
    }),
  );
}

export function removes(place: string): Rule {
  return ofUnit(
    ofMenu((menu, kitchen) => {
      if (menu.state === '待审核') return refuses(kitchen, '409 menu_pending');
      const items = menu.items.filter((item) => !item.startsWith(`${place} `));
      return items.length === menu.items.length ? succeeds(kitchen) : moved(kitchen, menu, { items, state: '草稿' });
    }),
  );
}

/** A submission. `isJudged`: the standard judges the menu. */
export function submits({ isJudged = false }: { isJudged?: boolean } = {}): Rule {
  return ofUnit(
    ofMenu((menu, kitchen) => {
      if (menu.state === '待审核') return refuses(kitchen, '409 menu_pending');
      if (menu.state === '已发布') return refuses(kitchen, '409 menu_published');
      const isServable = menu.items.length > 0 && canServe(kitchen, menu.items, []);
      if (!isServable || (isJudged && !kitchen.hasStandard)) return refuses(kitchen, BAD);
      const revision = menu.revision + 1;
      const needsReview = kitchen.isReviewed || menu.mustBeReviewed;
      if (needsReview) return moved(kitchen, menu, { state: '待审核', revision }, `提交 ${revision}`);
      const live = { name: menu.name, items: menu.items, revision };
      return moved(kitchen, menu, { state: '已发布', revision, live }, `免审 ${revision}`);
    }),
  );
}

export const withdraws: Rule = ofUnit(
  ofMenu((menu, kitchen) => {
    if (menu.state !== '待审核') return refuses(kitchen, '409 menu_not_pending');
    return moved(kitchen, menu, { state: '草稿' }, `撤回 ${menu.revision}`);
  }),
);

/** A review by the platform, which works even without the unit's users. */
export function reviews(revision: number, result: '通过' | '驳回'): Rule {
  return ofMenu((menu, kitchen) => {
    if (menu.state !== '待审核') return refuses(kitchen, '409 menu_not_pending');
    if (menu.revision !== revision) return refuses(kitchen, '409 changed_meanwhile');
    if (result === '驳回') return moved(kitchen, menu, { state: '已驳回' }, `驳回 ${revision}`);
    const live = { name: menu.name, items: menu.items, revision };
    return moved(kitchen, menu, { state: '已发布', live, mustBeReviewed: false }, `通过 ${revision}`);
  });
}

export function retracts(byPlatform: boolean): Rule {
  const rule = ofMenu((menu, kitchen) => {
    if (!menu.live) return refuses(kitchen, '409 menu_not_live');
    const state = menu.state === '已发布' ? '草稿' : menu.state;
    const mustBeReviewed = byPlatform || menu.mustBeReviewed;
    return moved(kitchen, menu, { state, live: null, mustBeReviewed }, `下架 ${menu.live.revision}`);
  });
  return byPlatform ? rule : ofUnit(rule);
}

export const discards: Rule = ofUnit(
  ofMenu((menu, kitchen) => {
    if (menu.state === '待审核') return refuses(kitchen, '409 menu_pending');
    if (menu.state === '已发布') return refuses(kitchen, '409 menu_published');
    if (!menu.live) return refuses(kitchen, '409 menu_not_live');
    return moved(kitchen, menu, { name: menu.live.name, items: menu.live.items, state: '已发布' });
  }),
);

export function copies(name: string): Rule {
  return ofUnit(
    ofMenu((menu, kitchen) => succeeds({ ...kitchen, others: [...kitchen.others, { name, items: menu.items }] })),
  );
}

export function creates(said: Said, { takesStandard = false }: { takesStandard?: boolean } = {}): Rule {
  return ofUnit((kitchen) => {
    if (!canServe(kitchen, said.items, []) || (takesStandard && !kitchen.hasStandard)) return refuses(kitchen, BAD);
    return succeeds({ ...kitchen, others: [...kitchen.others, said] });
  });
}

export const deletes: Rule = ofUnit(
  ofMenu((menu, kitchen) => {
    if (menu.state === '待审核') return refuses(kitchen, '409 menu_pending');
    if (menu.state === '已发布' || menu.live) return refuses(kitchen, '409 menu_published');
    return succeeds({ ...kitchen, menu: null });
  }),
);

export function deletesDish(name: string): Rule {
  return ofUnit((kitchen) => {
    if (!kitchen.dishes.includes(name)) return refuses(kitchen, '404 dish_not_found');
    return succeeds({ ...kitchen, dishes: kitchen.dishes.filter((one) => one !== name) });
  });
}

export const deletesStandard: Rule = (kitchen) =>
  kitchen.hasStandard ? succeeds({ ...kitchen, hasStandard: false }) : refuses(kitchen, '404 standard_not_found');

/** A second deletion goes on with the first one while that has something left to do. */
export const deletesUnit: Rule = (kitchen) =>
  kitchen.isGone ? [...succeeds(kitchen), ...refuses(kitchen, '404 unit_not_found')] : succeeds(GONE);
