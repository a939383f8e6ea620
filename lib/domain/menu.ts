import * as z from 'zod/mini';
import { AppError, badField, type FieldProblem } from '../errors.ts';
import { ExactNumber, exactNumber } from './decimal.ts';
import { idOf } from './id.ts';
import { menuStates } from './menu-state.ts';
import { PLATFORM } from './unit.ts';

/** The meals of a day, as the configuration of a unit calls them, in the order in which they are eaten. */
export const meals = ['breakfast', 'lunch', 'dinner'] as const;
export type Meal = (typeof meals)[number];

/** What people call the meals. */
export const mealNames: Readonly<Record<Meal, string>> = { breakfast: '早餐', lunch: '午餐', dinner: '晚餐' };

/** People who eat the same. */
export interface MenuGroup {
  /** A level of the standard; one that the standard does not know is not judged. */
  readonly level: string;
  readonly people: number;
  /** What scales every portion, as decimal text. */
  readonly factor: string;
  /** The meals that they take. */
  readonly meals: readonly Meal[];
}

/** A dish on one place of a menu. */
export interface MenuItem {
  /** From 1 to the menu's days. */
  readonly day: number;
  readonly meal: Meal;
  /** Id of a dish of the unit or of the library. */
  readonly dish: number;
  /** How much of the dish as it is written, as decimal text. */
  readonly portion: string;
}

/** What a menu says, whatever becomes of it. */
export interface MenuContent {
  readonly name: string;
  /** Its first day, `YYYY-MM-DD`. */
  readonly start: string;
  readonly days: number;
  readonly meals: readonly Meal[];
  readonly groups: readonly MenuGroup[];
  /** Id of the standard by which it is judged. */
  readonly standard?: number;
  /** In the order in which they are served. */
  readonly items: readonly MenuItem[];
}

/** What is known of a menu beside its plan: what it is found by, and what has become of it. */
export const Menu = z.object({
  version: z.int(),
  vender: z.int().check(z.minimum(0)),
  /** The menu's number in its unit. */
  number: z.int(),
  name: z.string(),
  start: z.string(),
  days: z.int(),
  /** Version of the menu that wrote its plan; the plan has the same one. */
  planVersion: z.int(),
  /** Bytes of the menu as it is answered, about. */
  size: z.int(),
  state: z.enum(menuStates),
  /** How often it was submitted. */
  revision: z.int(),
  /** The revision that is live, and where its entry stands. */
  live: z.optional(z.object({ revision: z.int(), name: z.string(), start: z.string(), days: z.int() })),
  /** When it was submitted, which tells where it stands among what waits, and by whom; absent where it does not wait. */
  waits: z.optional(z.object({ since: z.int(), uid: z.string() })),
  /** Whether the platform has taken it down: then it is reviewed whatever its unit's menus need. */
  mustBeReviewed: z.optional(z.boolean()),
  /** Milliseconds since the epoch of the last change of what it says. */
  modify: z.int(),
});
export type Menu = z.output<typeof Menu>;

/** What is served to whom: the long part of a menu, an item of its own that a change of state leaves alone. */
export const MenuPlan = z.object({
  /** See `planVersion` of the menu. */
  version: z.int(),
  meals: z.array(z.enum(meals)),
  groups: z.array(z.object({ level: z.string(), people: z.int(), factor: z.string(), meals: z.array(z.enum(meals)) })),
  standard: z.optional(z.int()),
  /** Day, number of the meal from 0, dish and portion of each. */
  items: z.array(z.tuple([z.int(), z.int().check(z.minimum(0), z.maximum(2)), z.int(), z.string()])),
  /** Id and name of each dish, as of when the menu was written. */
  names: z.array(z.tuple([z.int(), z.string()])),
});
export type MenuPlan = z.output<typeof MenuPlan>;

/** By id, what dishes are called. */
export type DishNames = ReadonlyMap<number, string>;

/** A menu with all that it says. */
export interface WholeMenu {
  readonly menu: Menu;
  readonly content: MenuContent;
  readonly names: DishNames;
}

const Group = z.object({ level: z.string(), people: z.int(), factor: ExactNumber, meals: z.array(z.enum(meals)) });
/** An item as it is answered. */
export const MenuItemRecord = z.object({
  day: z.int(),
  meal: z.enum(meals),
  dish: z.int(),
  name: z.string(),
  portion: ExactNumber,
});

/** A menu as it is answered. */
export const MenuRecord = z.object({
  id: z.int(),
  vender: z.int(),
  name: z.string(),
  start: z.string(),
  days: z.int(),
  meals: z.array(z.enum(meals)),
  groups: z.array(Group),
  standard: z.optional(z.int()),
  items: z.array(MenuItemRecord),
  state: z.enum(menuStates),
  revision: z.int(),
  /** The revision that is live; absent: none. */
  published: z.optional(z.int()),
  modify: z.int(),
});

/** A menu as it is chosen from a list. */
export const MenuChoice = z.pick(MenuRecord, { id: true, name: true, start: true, days: true, state: true });

/** The record of a menu. */
export function toMenuRecord({ menu, content, names }: WholeMenu): z.input<typeof MenuRecord> {
  const { vender, number, state, revision, live, modify } = menu;
  const { name, start, days, groups, standard, items } = content;
  return {
    id: idOf(vender, number),
    vender,
    name,
    start,
    days,
    meals: [...content.meals],
    groups: groups.map((group) => ({ ...group, factor: exactNumber(group.factor), meals: [...group.meals] })),
    ...(standard === undefined ? {} : { standard }),
    items: items.map((item) => toItemRecord(item, names)),
    state,
    revision,
    ...(live ? { published: live.revision } : {}),
    modify,
  };
}

/** The record of an item. */
export function toItemRecord({ day, meal, dish, portion }: MenuItem, names: DishNames): z.input<typeof MenuItemRecord> {
  return { day, meal, dish, name: names.get(dish) ?? '', portion: exactNumber(portion) };
}

/** What a menu says, put together of its parts. */
export function contentOf({ name, start, days }: Menu, { groups, standard, items, ...plan }: MenuPlan): MenuContent {
  return {
    name,
    start,
    days,
    meals: plan.meals,
    groups,
    ...(standard === undefined ? {} : { standard }),
    items: items.map(([day, meal, dish, portion]) => ({ day, meal: meals[meal] ?? meals[0], dish, portion })),
  };
}

/** The plan of a menu that says this. Of the names those are kept that it needs. */
export function toPlan(content: MenuContent, names: DishNames, version: number): MenuPlan {
  const { groups, standard, items } = content;
  return {
    version,
    meals: [...content.meals],
    groups: groups.map((group) => ({ ...group, meals: [...group.meals] })),
    ...(standard === undefined ? {} : { standard }),
    items: items.map(({ day, meal, dish, portion }) => [day, meals.indexOf(meal), dish, portion]),
    names: [...new Set(items.map(({ dish }) => dish))].map((dish) => [dish, names.get(dish) ?? '']),
  };
}

/** Bytes of a menu as it is answered, about. */
export function sizeOfAnswer(content: MenuContent, names: DishNames): number {
  const items = content.items.map((item) => ({ ...item, name: names.get(item.dish) }));
  return Buffer.byteLength(JSON.stringify({ ...content, items })) + 100;
}

/** Who deals with menus: a unit with its own, the platform with those of all units. */
export interface MenuCaller {
  readonly vender: number;
}

/**
 * Demands that the caller may see the menus of that unit.
 * @throws AppError `menu_not_found`.
 */
export function demandMenuOf({ vender }: MenuCaller, owner: number): void {
  if (vender !== PLATFORM && vender !== owner) throw new AppError('menu_not_found');
}

/**
 * The unit whose menus are meant: the caller's own; the platform, which has none, names one.
 * @throws AppError `foreign_unit` where a unit names another; `invalid_input` where the platform names none.
 */
export function menuUnit({ vender }: MenuCaller, asked: number | undefined): number {
  if (vender === PLATFORM && asked === undefined) throw badField('vender', { code: 'required' });
  if (vender !== PLATFORM && asked !== undefined && asked !== vender) throw new AppError('foreign_unit');
  return asked ?? vender;
}

/** What does not fit together in a menu whose parts are right each by itself. */
export function findMisfits({ days, meals: served, groups, items }: MenuContent): FieldProblem[] {
  const unserved = (path: string, meal: Meal): FieldProblem[] =>
    served.includes(meal) ? [] : [{ field: path, problem: { code: 'choice', names: served.join(' ') } }];
  const outside = (path: string, day: number): FieldProblem[] =>
    day <= days ? [] : [{ field: path, problem: { code: 'integer', min: 1, max: days } }];
  return [
    ...groups.flatMap((group, index) => group.meals.flatMap((meal) => unserved(`groups.${index}.meals`, meal))),
    ...items.flatMap(({ day, meal }, index) => [
      ...outside(`items.${index}.day`, day),
      ...unserved(`items.${index}.meal`, meal),
    ]),
  ];
}
