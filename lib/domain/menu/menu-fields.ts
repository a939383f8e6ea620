import * as z from 'zod/mini';
import { badField } from '../../errors.ts';
import { mealList, meals, usualMeals } from '../meal.ts';
import { type Change, withChange } from '../values/change.ts';
import {
  about,
  choice,
  date,
  integer,
  keyword,
  MAX_NAME_LENGTH,
  orNone,
  paging,
  requiredText,
  unitParameter,
} from '../values/fields.ts';
import { json, type PlacedObject, readChoice, readId, readInteger, readNumber, readObjects } from '../values/json.ts';
import { nameSchemas } from '../values/output.ts';
import { portionRange } from './item-fields.ts';
import { MAX_DAYS, type MenuContent, type MenuItem } from './menu.ts';
import { GroupNames, menuGroups, readGroupNames, type SentGroup, toGroups } from './menu-groups.ts';
import { menuStates } from './menu-state.ts';

const USUAL_DAYS = 5;
/** The maximum number of items of a menu: fifteen dishes per meal, three meals, seven days. */
export const MAX_MENU_ITEMS = 315;
/** The maximum number of different dishes among them. */
export const MAX_DIFFERENT_DISHES = 150;
/** The maximum characters of all items as JSON text. */
const MAX_ITEMS_LENGTH = 100_000;

const ItemShape = z.object({
  day: z.int().check(z.minimum(1), z.maximum(MAX_DAYS)),
  meal: z.enum(meals),
  dish: z.int().check(z.minimum(1)),
  portion: z.optional(z.number().check(z.minimum(portionRange.min), z.maximum(portionRange.max))),
  groups: z.optional(GroupNames.check(z.minLength(1))),
});
nameSchemas({ MenuItemSent: ItemShape });

/** A menu as it is sent, or its change; absent parts stay. */
export interface MenuChange extends Change<Omit<MenuContent, 'groups'>> {
  readonly groups?: readonly SentGroup[] | undefined;
}

/** Input of a menu. The endpoint for new menus requires what a new one must have. */
export const menuFields = {
  name: z.optional(about('Name; several menus may have the same.', requiredText(MAX_NAME_LENGTH))),
  start: z.optional(about('The first day.', date())),
  days: about('How many days: no fewer than items need.', z.optional(integer(1, MAX_DAYS, { default: USUAL_DAYS }))),
  meals: about(
    'The meals that are served, separated by commas; breakfast, lunch and dinner for a new menu.',
    z.optional(mealList({ isRequired: true })),
  ),
  groups: z.optional(
    about(
      'Who eats: level of the standard, people, `factor` of every portion (0.1 to 5; absent: 1), `meals` that the ' +
        'group takes (absent: all), a `name` of its own (absent: the level), a `standard` of its own (absent: that of ' +
        'the menu), and the allergens to `avoid`. A level that the standard does not know goes unjudged.',
      menuGroups(),
    ),
  ),
  standard: about(
    'A standard that is assigned to the unit; empty: none. For a new menu absent: the only one, if any.',
    z.optional(orNone(integer(1, Number.MAX_SAFE_INTEGER, { maximum: undefined }))),
  ),
  items: about(
    'What is served, in this order: `day` from 1, `portion` of the dish as it is written (0.1 to 10; absent: 1). ' +
      'A dish stands once in a meal; at most 150 different ones, of the own unit or the library.',
    z.optional(menuItems()),
  ),
} satisfies { readonly [Fact in keyof MenuContent]-?: z.ZodMiniType<MenuChange[Fact]> };

export const menuSearch = {
  vender: unitParameter(),
  keyword: keyword(),
  state: about('Only menus in this state.', z.optional(choice(menuStates))),
  from: about('Only menus that have a day on this one or later.', z.optional(date())),
  to: about('Only menus that have a day on this one or earlier.', z.optional(date())),
  ...paging,
};

/** What is sent of a new menu: at least its name and its first day. */
export type NewMenu = MenuChange & Pick<MenuContent, 'name' | 'start'>;

/** Makes the content of a new menu, with the usual values where nothing was sent. */
export function newMenuContent(facts: NewMenu): MenuContent {
  const { name, start } = facts;
  return changeContent({ name, start, days: USUAL_DAYS, meals: usualMeals, groups: [], items: [] }, facts);
}

/** Changes a menu. A group that took all meals takes all meals of the changed menu, too, unless the change names the groups. */
export function changeContent(before: MenuContent, { groups, ...change }: MenuChange): MenuContent {
  const after = withChange<Omit<MenuContent, 'groups'>>(before, change);
  return {
    ...after,
    groups: toGroups(groups ?? before.groups, (group) => {
      const tookAll = groups === undefined && String(group.meals) === String(before.meals);
      return tookAll ? after.meals : (group.meals ?? after.meals);
    }),
  };
}

/** Makes the field of items as JSON text: `[{"day": 1, "meal": "lunch", "dish": 1000001, "portion": 1}]`; empty: none. */
export function menuItems() {
  const shape = z.array(ItemShape).check(z.maxLength(MAX_MENU_ITEMS));
  return json({ max: MAX_ITEMS_LENGTH, empty: '[]', shape }, (value, _text, place): MenuItem[] => {
    const usedKeys = new Set<string>();
    const items = readObjects(value, MAX_MENU_ITEMS, place).map((entry) => readItem(entry, usedKeys));
    if (countDishes(items) > MAX_DIFFERENT_DISHES) place.report({ code: 'too_many_dishes', max: MAX_DIFFERENT_DISHES });
    return items;
  });
}

/** @throws AppError `invalid_input` where a menu has too many items, or too many different dishes. */
export function requireItemLimits(items: readonly MenuItem[]): void {
  if (items.length > MAX_MENU_ITEMS) throw badField('dish', { code: 'too_many', max: MAX_MENU_ITEMS });
  if (countDishes(items) > MAX_DIFFERENT_DISHES)
    throw badField('dish', { code: 'too_many_dishes', max: MAX_DIFFERENT_DISHES });
}

function countDishes(items: readonly MenuItem[]): number {
  return new Set(items.map(({ dish }) => dish)).size;
}

/** Reads an item. `usedKeys` are the keys of the items read so far; the item's own is added. */
function readItem({ members, place }: PlacedObject, usedKeys: Set<string>): MenuItem {
  const { day, meal, dish, portion = 1, groups: groupNames } = members;
  const knownMeal = readChoice(meal, meals, place.at('meal'));
  const item = {
    day: readInteger(day, { min: 1, max: MAX_DAYS }, place.at('day')),
    meal: knownMeal ?? meals[0],
    dish: readId(dish, place.at('dish')),
    portion: readNumber(portion, portionRange, place.at('portion')),
    groups: groupNames === undefined ? undefined : readGroupNames(groupNames, place.at('groups')),
  };
  if (item.groups?.length === 0) place.at('groups').report({ code: 'empty' });
  const key = itemKey(item);
  if (knownMeal && usedKeys.has(key)) place.at('dish').report({ code: 'repeated' });
  usedKeys.add(key);
  return item;
}

/** Makes the key of an item in its menu: a meal has each dish only once. */
export function itemKey({ day, meal, dish }: Pick<MenuItem, 'day' | 'meal' | 'dish'>): string {
  return `${day} ${meal} ${dish}`;
}
