import * as z from 'zod/mini';
import { AllergenName } from '../ingredient/allergen.ts';
import { meals } from '../meal.ts';
import { toId } from '../values/id.ts';
import { ExactNumber, exactNumber, nameSchemas, toTwoDecimals } from '../values/output.ts';
import { Menu, MenuContent, MenuGroup, MenuItem, type NameByDish, type WholeMenu } from './menu.ts';
import { menuStates } from './menu-state.ts';

// Items, groups and menus as answers show them.

export const MenuItemRecord = z.extend(MenuItem, {
  name: z.string(),
  portion: ExactNumber,
  groups: z.optional(z.array(z.string())),
  /** Raw grams of one head whose factor is 1; only of a submission. */
  grams: z.optional(ExactNumber),
});

export const GroupRecord = z.extend(MenuGroup, {
  factor: ExactNumber,
  meals: z.array(z.enum(meals)),
  avoid: z.array(AllergenName),
});

export const MenuRecord = z.object({
  id: z.int(),
  vender: z.int(),
  ...MenuContent.shape,
  meals: z.array(z.enum(meals)),
  groups: z.array(GroupRecord),
  items: z.array(MenuItemRecord),
  state: z.enum(menuStates),
  revision: z.int(),
  /** The live revision; absent: none. */
  published: z.optional(z.int()),
  /** Not in lists of menus. */
  comments: Menu.shape.comments,
  modify: z.int(),
});

export const MenuChoice = z.pick(MenuRecord, { id: true, name: true, start: true, days: true, state: true });
nameSchemas({ Menu: MenuRecord, MenuItem: MenuItemRecord, MenuGroup: GroupRecord, MenuChoice });

/** Makes the answer of a menu. Its items have grams where `gramsByDish` is given. */
export function toMenuRecord({ menu, content, nameByDish, gramsByDish }: WholeMenu): z.input<typeof MenuRecord> {
  const { vender, number, state, revision, live, modify } = menu;
  return {
    ...content,
    id: toId(vender, number),
    vender,
    meals: [...content.meals],
    groups: content.groups.map(toGroupRecord),
    items: content.items.map((item) => toItemRecord(item, nameByDish, gramsByDish)),
    state,
    revision,
    published: live?.revision,
    modify,
  };
}

/** Makes the answer of a group. Its factor is exactly the number that was sent. */
export function toGroupRecord(group: MenuGroup): z.input<typeof GroupRecord> {
  return { ...group, factor: exactNumber(group.factor), meals: [...group.meals], avoid: [...group.avoid] };
}

/** Makes the answer of an item. Its name is empty where `nameByDish` lacks the dish. */
export function toItemRecord(
  item: MenuItem,
  nameByDish: NameByDish,
  gramsByDish?: WholeMenu['gramsByDish'],
): z.input<typeof MenuItemRecord> {
  const { dish, portion, groups } = item;
  const grams = gramsByDish?.get(dish)?.times(portion);
  const optional = { groups: groups && [...groups], grams: grams && toTwoDecimals(grams) };
  return { ...item, name: nameByDish.get(dish) ?? '', portion: exactNumber(portion), ...optional };
}
