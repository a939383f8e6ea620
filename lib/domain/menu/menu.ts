import * as z from 'zod/mini';
import { AppError, badField } from '../../errors.ts';
import { AllergenName } from '../ingredient/allergen.ts';
import { meals } from '../meal.ts';
import { type CallingUnit, PLATFORM } from '../unit.ts';
import { locate } from '../values/id.ts';
import { nameSchemas } from '../values/output.ts';
import type { Ratio } from '../values/ratio.ts';
import { menuStates } from './menu-state.ts';
import { GroupSummary, MenuComment } from './review.ts';

/** The maximum number of days of a menu. */
export const MAX_DAYS = 7;

const Meals = z.readonly(z.array(z.enum(meals)));

/** People who eat the same. */
export const MenuGroup = z.object({
  /** Unique in its menu. */
  name: z.string(),
  /** A level of the standard. If the standard does not have it, the group is not judged. */
  level: z.string(),
  people: z.int(),
  /** The factor of every portion, as decimal text. */
  factor: z.string(),
  meals: Meals,
  /** Id of the standard by which they are judged; absent: that of the menu. */
  standard: z.optional(z.int()),
  /** The allergens that they must not get. */
  avoid: z.readonly(z.array(AllergenName)),
});
export type MenuGroup = Readonly<z.output<typeof MenuGroup>>;

/** A dish in a meal of a day. */
export const MenuItem = z.object({
  /** From 1 to the menu's days. */
  day: z.int(),
  meal: z.enum(meals),
  /** Id of a dish of the unit or of the library. */
  dish: z.int(),
  /** The multiple of the dish as it is written, as decimal text. */
  portion: z.string(),
  /** Names of the groups that get it; absent: all that take the meal. */
  groups: z.optional(z.readonly(z.array(z.string()))),
});
export type MenuItem = Readonly<z.output<typeof MenuItem>>;

/** The content of a menu in any state: the one list of its facts. A fact that a menu may lack is optional. */
export const MenuContent = z.object({
  name: z.string(),
  /** Its first day, `YYYY-MM-DD`. */
  start: z.string(),
  days: z.int(),
  meals: Meals,
  groups: z.readonly(z.array(MenuGroup)),
  /** Id of the standard by which it is judged. */
  standard: z.optional(z.int()),
  /** In the order in which they are served. */
  items: z.readonly(z.array(MenuItem)),
});
export type MenuContent = Readonly<z.output<typeof MenuContent>>;

/** What a menu tells of its live revision. */
export const LiveFacts = z.object({
  revision: z.int(),
  name: z.string(),
  start: z.string(),
  days: z.int(),
  /** When it was published, in milliseconds since the epoch. */
  since: z.int(),
  /** When a dish of it was last swapped, in milliseconds since the epoch; absent: never. */
  swapped: z.optional(z.int()),
});

const RevisionComment = z.extend(MenuComment, { revision: z.int() });
nameSchemas({ RevisionComment });

/** A menu without its plan item: its state, and the facts by which menus are searched. */
export const Menu = z.object({
  version: z.int(),
  vender: z.int().check(z.minimum(0)),
  number: z.int(),
  name: z.string(),
  start: z.string(),
  days: z.int(),
  /** The version of the menu that wrote its plan item; that item has the same one. */
  planVersion: z.int(),
  /** The estimated bytes of the menu in an answer. */
  size: z.int(),
  state: z.enum(menuStates),
  revision: z.int(),
  /** The live revision, with the summaries of its groups. */
  live: z.optional(z.extend(LiveFacts, { groups: z.array(GroupSummary) })),
  /** When and by whom it was submitted, and its groups; absent where it does not wait. The time orders the waiting menus. */
  waits: z.optional(z.object({ since: z.int(), uid: z.string(), userName: z.string(), groups: z.array(GroupSummary) })),
  /** Whether the platform has taken it down. Then the next submission is reviewed, whatever the unit's setting. */
  mustBeReviewed: z.optional(z.boolean()),
  /** The comments of the latest review, with the revision that they are about. The next submission removes them. */
  comments: z.optional(z.array(RevisionComment)),
  /** Milliseconds since the epoch of the last change of its content. */
  modify: z.int(),
});
export type Menu = z.output<typeof Menu>;

/** The plan item of a menu: who eats, and what is served. It is the long part of a menu. A change of the state leaves it alone. */
export const MenuPlan = z.object({
  ...z.omit(MenuContent, { name: true, start: true, days: true }).shape,
  /** See `planVersion` of the menu. */
  version: z.int(),
  /** Of each item: day, index of the meal in `meals`, dish, portion and, if not all groups get it, the indexes of those. */
  items: z.array(
    z.tuple([
      z.int(),
      z.int().check(z.minimum(0), z.maximum(meals.length - 1)),
      z.int(),
      z.string(),
      z.optional(z.array(z.int())),
    ]),
  ),
  /** Ids and names of the dishes, as of when the menu was written. */
  names: z.array(z.tuple([z.int(), z.string()])),
});
export type MenuPlan = z.output<typeof MenuPlan>;

export type NameByDish = ReadonlyMap<number, string>;

/** A menu, its content, and what is kept of its dishes. */
export interface WholeMenu {
  readonly menu: Menu;
  readonly content: MenuContent;
  readonly nameByDish: NameByDish;
  /** By id of the dish, the raw grams of one portion as it is written; absent where these are not frozen. */
  readonly gramsPerPortionByDish?: ReadonlyMap<number, Ratio>;
}

/** Whether a group takes the meal and is among the groups that get the item; without a list, all get it. */
export function reaches({ meal, groups }: Pick<MenuItem, 'meal' | 'groups'>, group: MenuGroup): boolean {
  return group.meals.includes(meal) && (groups?.includes(group.name) ?? true);
}

/** Names the groups that get a dish, as `（教师）` or `（避花生除外）`; empty where all that take the meal get it. */
export function describeRecipients(item: Pick<MenuItem, 'meal' | 'groups'>, groups: readonly MenuGroup[]): string {
  const mealGroups = groups.filter(({ meals: taken }) => taken.includes(item.meal));
  const recipients = mealGroups.filter((group) => reaches(item, group)).map(({ name }) => name);
  const others = mealGroups.filter((group) => !reaches(item, group)).map(({ name }) => name);
  if (others.length === 0) return '';
  return others.length < recipients.length ? `（${others.join('、')}除外）` : `（${recipients.join('、')}）`;
}

/** Joins the two stored items of a menu. Names take the place of the stored indexes of groups. */
export function toMenuContent(
  { name, start, days }: Menu,
  { version: _version, names: _names, items, ...content }: MenuPlan,
): MenuContent {
  return {
    ...content,
    name,
    start,
    days,
    items: items.map(([day, mealIndex, dish, portion, groupIndexes]) => {
      const groups = groupIndexes?.flatMap((groupIndex) => content.groups[groupIndex]?.name ?? []);
      return { day, meal: meals[mealIndex] ?? meals[0], dish, portion, groups };
    }),
  };
}

/** Makes the plan item of a menu with this content. Of `nameByDish` it keeps the dishes that are in the content. */
export function toMenuPlan(
  { name: _name, start: _start, days: _days, items, ...content }: MenuContent,
  nameByDish: NameByDish,
  version: number,
): MenuPlan {
  return {
    ...content,
    version,
    items: items.map(({ day, meal, dish, portion, groups: groupNames }) => {
      const groupIndexes = groupNames?.map((name) => content.groups.findIndex((group) => group.name === name));
      const item = [day, meals.indexOf(meal), dish, portion] as const;
      return groupIndexes ? [...item, groupIndexes] : [...item];
    }),
    names: [...new Set(items.map(({ dish }) => dish))].map((dish) => [dish, nameByDish.get(dish) ?? '']),
  };
}

/** Roughly the bytes of what an answer adds to the content, such as id and state. */
const OTHER_FACTS_BYTES = 100;

/** Estimates the bytes of the answer of a menu, so that too large a page of menus is refused before it is read. */
export function estimateAnswerBytes(content: MenuContent, nameByDish: NameByDish): number {
  const items = content.items.map((item) => ({ ...item, name: nameByDish.get(item.dish) }));
  return Buffer.byteLength(JSON.stringify({ ...content, items })) + OTHER_FACTS_BYTES;
}

/** @throws AppError `menu_not_found` where the caller may not see the menu with this id. */
export function requireMenuAccess({ vender }: CallingUnit, menuId: number): void {
  if (vender !== PLATFORM && vender !== locate(menuId).unit) throw new AppError('menu_not_found');
}

/** @throws AppError `foreign_unit` if a unit names another; `invalid_input` if the platform, which has no menus, names none. */
export function chooseMenuUnit({ vender }: CallingUnit, requested: number | undefined): number {
  if (vender === PLATFORM && requested === undefined) throw badField('vender', { code: 'required' });
  if (vender !== PLATFORM && requested !== undefined && requested !== vender) throw new AppError('foreign_unit');
  return requested ?? vender;
}

/** Lists the ids of the standards by which a menu is judged: its own, and those of its groups. */
export function listStandardIds({ standard, groups }: Pick<MenuContent, 'standard' | 'groups'>): number[] {
  return [...new Set([standard, ...groups.map((group) => group.standard)].filter((id) => id !== undefined))];
}
