import type { Schemas } from '../../api/client.ts';
import { addDays, formatLongDay, formatWeekday } from '../../parts/dates.ts';

export type Meal = Schemas['MenuItem']['meal'];

/** A meal of a day; days count from 1. */
export type Slot = Readonly<Pick<Schemas['MenuItem'], 'day' | 'meal'>>;

/** A meal of a day, or without `meal` the whole day. */
export type Part = Pick<Slot, 'day'> & Partial<Pick<Slot, 'meal'>>;

/** A menu without its items: the first day (`YYYY-MM-DD`), the number of days, and the meals of each day in their order. */
export type Frame = Readonly<Pick<Schemas['Menu'], 'start' | 'days' | 'meals'>>;

/** An item: a dish in a slot of the week. Only this tab knows locks, which make planning leave an item as it is. */
export type Item = Readonly<Schemas['MenuItem']> & { readonly locked?: boolean };

/** Identifies an item: a slot has each dish once. */
export type ItemId = Pick<Item, 'day' | 'meal' | 'dish'>;

/** What is selected: a slot, or with `dish` an item in it. */
export type Selection = Slot & { readonly dish?: number | undefined };

/** A dish to add, with the portion and groups of a copied item. */
export type NewDish = DishName & Pick<Item, 'groups'> & { readonly portion?: number };
type DishName = Pick<Item, 'dish' | 'name'>;

/** The result of an edit: the new items and what was done, or why it was refused. */
export type Outcome = { readonly items: readonly Item[]; readonly summary: string } | { readonly refusal: string };

export type Week = Frame & { readonly items: readonly Item[] };

/** The service's limits of a portion, and the step of the − and + buttons. */
export const portionLimits = { min: 0.1, max: 10, step: 0.1 };
const MAX_ITEMS = 315; // The service's limit.
const MAX_DIFFERENT_DISHES = 150; // The service's limit.

/** A key for an item in its week; without a dish for a slot, without a meal for a day. */
export const partKey = ({ day, meal, dish }: Partial<Selection>): string =>
  [day, meal, dish].filter((part) => part !== undefined).join(' ');

export const findItem = (items: readonly Item[], selection: Selection): Item | undefined =>
  items.find((item) => partKey(item) === partKey(selection));

/** The items in a slot or on a whole day, in serving order. */
export const listItemsIn = (items: readonly Item[], part: Part) => items.filter((item) => isIn(item, part));

/** Replaces or adds an item: before `beforeDish` in its slot, else at its old position, else last. */
export function putItem(items: readonly Item[], item: Item, beforeDish?: number): Item[] {
  if (beforeDish === undefined && findItem(items, item))
    return items.map((current) => (partKey(current) === partKey(item) ? item : current));
  const others = omitItem(items, item);
  const index = others.findIndex((other) => partKey(other) === partKey({ ...item, dish: beforeDish }));
  return index < 0 ? [...others, item] : [...others.slice(0, index), item, ...others.slice(index)];
}

export const omitItem = (items: readonly Item[], id: ItemId) => items.filter((item) => partKey(item) !== partKey(id));

/** Adds a dish to a slot, before another dish or last. */
export function addDish(week: Week, { portion = 1, ...dish }: NewDish, slot: Slot, beforeDish?: number): Outcome {
  const item = { ...dish, day: slot.day, meal: slot.meal, portion };
  if (findItem(week.items, item)) return refuseRepetition(week, item);
  return replaceItems(putItem(week.items, item, beforeDish), `添加 ${item.name}`);
}

/** Moves an item to a slot, before another dish or last. */
export const moveItem = (week: Week, from: ItemId, to: Slot, beforeDish?: number): Outcome =>
  changeItem(week, from, (item) => {
    const moved = { ...item, day: to.day, meal: to.meal };
    const isInSlot = isIn(item, to);
    const summary = `移动 ${item.name}`;
    if (!isInSlot && findItem(week.items, moved)) return refuseRepetition(week, moved);
    if (isInSlot && beforeDish === item.dish) return { items: week.items, summary };
    return { items: putItem(omitItem(week.items, item), moved, beforeDish), summary };
  });

/** Moves an item one position: up or down in its slot or into the next meal, left or right to the next day. */
export function nudgeItem(week: Week, from: ItemId, direction: 'up' | 'down' | 'left' | 'right'): Outcome {
  const slotItems = listItemsIn(week.items, from);
  const index = slotItems.findIndex(({ dish }) => dish === from.dish);
  if (direction === 'up' && index > 0) return moveItem(week, from, from, slotItems[index - 1]?.dish);
  // One down is before the dish after the next one.
  if (direction === 'down' && index < slotItems.length - 1)
    return moveItem(week, from, from, slotItems[index + 2]?.dish);
  if (direction === 'left' || direction === 'right') {
    const day = from.day + (direction === 'left' ? -1 : 1);
    return day < 1 || day > week.days ? { refusal: '这边没有别的日子了。' } : moveItem(week, from, { ...from, day });
  }
  const otherMeal = week.meals[week.meals.indexOf(from.meal) + (direction === 'up' ? -1 : 1)];
  if (!otherMeal) return { refusal: '这边没有别的餐次了。' };
  const to = { day: from.day, meal: otherMeal };
  return moveItem(week, from, to, direction === 'down' ? listItemsIn(week.items, to)[0]?.dish : undefined);
}

export const removeItem = (week: Week, id: ItemId): Outcome =>
  changeItem(week, id, (item) => ({ items: omitItem(week.items, item), summary: `移除 ${item.name}` }));

/** Sets the portion of an item, rounded to a tenth. */
export function setPortion(week: Week, id: ItemId, portion: number): Outcome {
  const rounded = Math.round(portion * 10) / 10;
  if (!(rounded >= portionLimits.min && rounded <= portionLimits.max))
    return { refusal: `份量在 ${portionLimits.min} 到 ${portionLimits.max} 份之间。` };
  return editItem(week, id, (item) => [{ ...item, portion: rounded }, `${item.name} 改为 ${rounded} 份`]);
}

/** Sets the groups that get an item; no groups mean all groups. */
export const setGroups = (week: Week, id: ItemId, groups: string[]): Outcome =>
  editItem(week, id, ({ groups: _, ...item }) => [
    groups.length === 0 ? item : { ...item, groups },
    `${item.name} 给${groups.join('、') || '所有人'}`,
  ]);

export const toggleLock = (week: Week, id: ItemId): Outcome =>
  editItem(week, id, ({ locked, ...item }) =>
    locked ? [item, `解锁 ${item.name}`] : [{ ...item, locked: true }, `锁定 ${item.name}`],
  );

/** Replaces the dish of an item. The groups stay, the portion becomes 1. */
export const replaceDish = (week: Week, id: ItemId, { dish, name }: DishName): Outcome =>
  changeItem(week, id, (item) => {
    const replacement = { ...item, dish, name, portion: 1 };
    if (findItem(week.items, replacement)) return refuseRepetition(week, replacement);
    const items = week.items.map((current) => (current === item ? replacement : current));
    return replaceItems(items, `${item.name} 换成 ${name}`);
  });

type GroupedItem = Item & { readonly groups: readonly string[] };

/** Serves another dish to one group of an item. The item has at least two groups, of which the others keep it. */
export function replaceDishForGroup(week: Week, item: GroupedItem, group: string, { dish, name }: DishName): Outcome {
  const summary = `${group}的 ${item.name} 换成 ${name}`;
  const remaining = putItem(week.items, { ...item, groups: item.groups.filter((name) => name !== group) });
  const existing = findItem(week.items, { ...item, dish });
  if (!existing) {
    const outcome = addDish({ ...week, items: remaining }, { dish, name, groups: [group] }, item);
    return 'items' in outcome ? { ...outcome, summary } : outcome;
  }
  // A dish without groups already reaches the group.
  const extended = { ...existing, ...(existing.groups && { groups: [...new Set([...existing.groups, group])] }) };
  return { items: putItem(remaining, extended), summary };
}

/** Replaces all items, such as by a plan; refuses too many. */
export function replaceItems(items: readonly Item[], summary: string): Outcome {
  if (items.length > MAX_ITEMS) return { refusal: `一份食谱最多 ${MAX_ITEMS} 道菜，请先移除几道。` };
  if (new Set(items.map(({ dish }) => dish)).size > MAX_DIFFERENT_DISHES)
    return { refusal: `一份食谱最多 ${MAX_DIFFERENT_DISHES} 种不同的菜，请改用已有的菜。` };
  return { items, summary };
}

/** Copies the dishes of a meal, or of all meals of a day, to another one. There they replace all dishes but locked ones. */
export function copyPart(week: Week, from: Part, to: Part): Outcome {
  const remaining = week.items.filter((item) => item.locked || !isIn(item, to));
  const copies = listItemsIn(week.items, from)
    .map(({ locked: _, ...item }) => ({ ...item, day: to.day, meal: to.meal ?? item.meal }))
    .filter((copy) => !findItem(remaining, copy));
  return replaceItems([...remaining, ...copies], `${describeSlot(week, from)}复制到${describeSlot(week, to)}`);
}

const refuseRepetition = (frame: Frame, item: Item): Outcome => ({
  refusal: `${describeSlot(frame, item)}已有 ${item.name}，可以改它的份量。`,
});

/** Applies an edit to an item; refuses if the item no longer exists. */
function changeItem(week: Week, id: ItemId, edit: (item: Item) => Outcome): Outcome {
  const item = findItem(week.items, id);
  return item ? edit(item) : { refusal: '这道菜已不在这里，可能刚被同事移走。' };
}

const editItem = (week: Week, id: ItemId, edit: (item: Item) => [edited: Item, summary: string]): Outcome =>
  changeItem(week, id, (item) => {
    const [edited, summary] = edit(item);
    return { items: putItem(week.items, edited), summary };
  });

/** The meals of a day in their order, with their names. */
export const mealNames: Readonly<Record<Meal, string>> = {
  breakfast: '早餐',
  morningSnack: '早点',
  lunch: '午餐',
  afternoonSnack: '午点',
  dinner: '晚餐',
  supper: '夜宵',
};

/** The day numbers of a menu, from 1. */
export const listDayNumbers = ({ days }: Pick<Frame, 'days'>) => Array.from({ length: days }, (_, index) => index + 1);

export const dateOf = ({ start }: Pick<Frame, 'start'>, day: number): string => addDays(start, day - 1);

/** The days of a menu as choices, each by its number. */
export const listDayChoices = (frame: Pick<Frame, 'start' | 'days'>) =>
  listDayNumbers(frame).map((day) => ({ value: `${day}`, text: formatLongDay(dateOf(frame, day)) }));

export const weekdayOf = (frame: Pick<Frame, 'start'>, day: number): string => formatWeekday(dateOf(frame, day));

/** The name of a slot or a whole day: 周三午餐, 周三全天. */
export const describeSlot = (frame: Pick<Frame, 'start'>, { day, meal }: Part): string =>
  `${weekdayOf(frame, day)}${meal ? mealNames[meal] : '全天'}`;

/** Whether a slot, or the slot of an item, is a part: the same slot, or on that day. */
export const isIn = (slot: Slot, { day, meal }: Part) => slot.day === day && slot.meal === (meal ?? slot.meal);

/** Names the days of a text as the grid does: 第 2、3 天 becomes 周二、周三. */
export function nameDays(frame: Pick<Frame, 'start'>, text: string): string {
  const nameAll = (numbers: string) => numbers.replace(/\d+/g, (day) => weekdayOf(frame, Number(day)));
  return text.replace(/第 ([\d、]+) 天/g, (_, numbers: string) => nameAll(numbers));
}

/** The texts of a reviewer's comments on a day, a meal or a dish. */
export const listComments = (comments: readonly Schemas['MenuComment'][] = [], part: Partial<Selection>) =>
  comments.filter((comment) => partKey(comment) === partKey(part)).map(({ text }) => text);
