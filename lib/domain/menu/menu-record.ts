import * as z from 'zod/mini';
import { AllergenName } from '../ingredient/allergen.ts';
import { meals } from '../meal.ts';
import { toId } from '../values/id.ts';
import { ExactNumber, exactNumber, nameSchemas, toTwoDecimals } from '../values/output.ts';
import { Menu, MenuContent, MenuGroup, MenuItem, type NameByDish, type WholeMenu } from './menu.ts';
import { menuStates } from './menu-state.ts';

/** An item as answers show it. */
export const MenuItemRecord = z.extend(MenuItem, {
  name: z.string(),
  portion: ExactNumber,
  groups: z.optional(z.array(z.string())),
  /** Raw grams of one head whose factor is 1; only of a submission. */
  grams: z.optional(ExactNumber),
});

/** A group as answers show it. */
export const GroupRecord = z.extend(MenuGroup, {
  factor: ExactNumber,
  meals: z.array(z.enum(meals)),
  avoid: z.array(AllergenName),
});

/** A menu as answers show it. */
export const MenuRecord = z.object({
  id: z.int(),
  vender: z.int(),
  ...MenuContent.shape,
  meals: z.array(z.enum(meals)),
  groups: z.array(GroupRecord),
  items: z.array(MenuItemRecord),
  state: z.enum(menuStates),
  revision: z.int(),
  /** The number of the live revision; absent: none. */
  published: z.optional(z.int()),
  /** The reviewer's; absent in lists of menus. `GET /api/menu?id=` adds them. */
  comments: Menu.shape.comments,
  modify: z.int(),
});

/** A menu as `GET /api/menu/select` answers it. */
export const MenuChoice = z.pick(MenuRecord, { id: true, name: true, start: true, days: true, state: true });
nameSchemas({ Menu: MenuRecord, MenuItem: MenuItemRecord, MenuGroup: GroupRecord, MenuChoice });

/** Converts a menu to its record. Its items have grams where `gramsPerPortionByDish` is given. */
export function toMenuRecord({
  menu,
  content,
  nameByDish,
  gramsPerPortionByDish,
}: WholeMenu): z.input<typeof MenuRecord> {
  const { vender, number, state, revision, live, modify } = menu;
  return {
    ...content,
    id: toId(vender, number),
    vender,
    meals: [...content.meals],
    groups: content.groups.map(toGroupRecord),
    items: content.items.map((item) => toItemRecord(item, nameByDish, gramsPerPortionByDish)),
    state,
    revision,
    published: live?.revision,
    modify,
  };
}

/** Converts a group to its record. Its factor has exactly the decimals that were sent. */
export function toGroupRecord(group: MenuGroup): z.input<typeof GroupRecord> {
  return { ...group, factor: exactNumber(group.factor), meals: [...group.meals], avoid: [...group.avoid] };
}

/** Converts an item to its record. Its name is empty where `nameByDish` lacks the dish. */
export function toItemRecord(
  item: MenuItem,
  nameByDish: NameByDish,
  gramsPerPortionByDish?: WholeMenu['gramsPerPortionByDish'],
): z.input<typeof MenuItemRecord> {
  const { dish, portion, groups } = item;
  const grams = gramsPerPortionByDish?.get(dish)?.times(portion);
  const optionalFields = { groups: groups && [...groups], grams: grams && toTwoDecimals(grams) };
  return { ...item, name: nameByDish.get(dish) ?? '', portion: exactNumber(portion), ...optionalFields };
}
