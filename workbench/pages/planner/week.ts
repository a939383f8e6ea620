import type { Schemas } from '../../api/client.ts';
import { dayAfter, weekday } from '../../parts/format.ts';

/** A dish at a place of the week, as the service tells it. Whether a plan leaves it as it is is known here alone. */
export type Item = Readonly<Schemas['MenuItem']> & { readonly locked?: boolean };

/** Which item is meant: a meal has each dish once. */
export type ItemPlace = Pick<Item, 'day' | 'meal' | 'dish'>;

/** A place of the week, and the dish there, if one is meant. */
export type Spot = Place & { readonly dish?: number | undefined };

/** A dish that comes into the week, with what a copied item brings along. */
export type NewDish = Pick<Item, 'dish' | 'name' | 'groups'> & { readonly portion?: number };

/** What a step leads to: the items after it and what it did, or why it cannot be done. */
export type Outcome = { readonly items: readonly Item[]; readonly step: string } | { readonly refusal: string };

/** The week before a step. */
export type Week = Frame & { readonly items: readonly Item[] };

/** The smallest and the largest portion, and by how much − and + change it. */
export const portions = { min: 0.1, max: 10, step: 0.1 };
const MOST_ITEMS = 315;
const MOST_DIFFERENT_DISHES = 150;

/** A text that names an item among those of its week; without a dish, its place. */
export function keyOf({ day, meal, dish }: Spot): string {
  return dish === undefined ? `${day} ${meal}` : `${day} ${meal} ${dish}`;
}

/** The item that is meant. */
export function itemAt(items: readonly Item[], place: Spot): Item | undefined {
  return items.find((item) => keyOf(item) === keyOf(place));
}

/** What stands at a place, in the order in which it is served. */
export function itemsAt(items: readonly Item[], place: Place): Item[] {
  return items.filter((item) => isSamePlace(item, place));
}

/** The items with one of them anew: before a dish of its meal, else where it stood, else last. */
export function withItem(items: readonly Item[], item: Item, before?: number): Item[] {
  if (before === undefined && itemAt(items, item)) return items.map((one) => (keyOf(one) === keyOf(item) ? item : one));
  const others = withoutItem(items, item);
  const at = others.findIndex((one) => keyOf(one) === keyOf({ ...item, dish: before }));
  return at < 0 ? [...others, item] : [...others.slice(0, at), item, ...others.slice(at)];
}

/** The items without that one. */
export function withoutItem(items: readonly Item[], place: ItemPlace): Item[] {
  return items.filter((item) => keyOf(item) !== keyOf(place));
}

/** Adds a dish to a place, before another one of the meal or last. */
export function add(week: Week, { portion = 1, ...dish }: NewDish, place: Place, before?: number): Outcome {
  const item = { ...dish, day: place.day, meal: place.meal, portion };
  if (itemAt(week.items, item)) return repeated(week, item);
  return replaceAll(withItem(week.items, item, before), `添加 ${item.name}`);
}

/** Moves an item to a place, before another dish of the meal or last. */
export function move(week: Week, from: ItemPlace, to: Place, before?: number): Outcome {
  return change(week, from, (item) => {
    const moved = { ...item, day: to.day, meal: to.meal };
    const [isHere, step] = [isSamePlace(item, to), `移动 ${item.name}`];
    if (!isHere && itemAt(week.items, moved)) return repeated(week, moved);
    if (isHere && before === item.dish) return { items: week.items, step };
    return { items: withItem(withoutItem(week.items, item), moved, before), step };
  });
}

/** Moves an item one step: up and down within its meal and into the next one, left and right to another day. */
export function nudge(week: Week, from: ItemPlace, direction: 'up' | 'down' | 'left' | 'right'): Outcome {
  const column = itemsAt(week.items, from);
  const at = column.findIndex(({ dish }) => dish === from.dish);
  const meal = week.meals.indexOf(from.meal);
  if (direction === 'up' && at > 0) return move(week, from, from, column[at - 1]?.dish);
  if (direction === 'down' && at < column.length - 1) return move(week, from, from, column[at + 2]?.dish);
  if (direction === 'left' || direction === 'right') {
    const day = from.day + (direction === 'left' ? -1 : 1);
    return day < 1 || day > week.days ? { refusal: '这边没有别的日子了。' } : move(week, from, { ...from, day });
  }
  const next = week.meals[direction === 'up' ? meal - 1 : meal + 1];
  if (!next) return { refusal: '这边没有别的餐次了。' };
  const to = { day: from.day, meal: next };
  return move(week, from, to, direction === 'down' ? itemsAt(week.items, to)[0]?.dish : undefined);
}

/** Takes an item out of the week. */
export function remove(week: Week, place: ItemPlace): Outcome {
  return change(week, place, (item) => ({ items: withoutItem(week.items, item), step: `移除 ${item.name}` }));
}

/** Sets the portion of an item, to a tenth. */
export function setPortion(week: Week, place: ItemPlace, portion: number): Outcome {
  const rounded = Math.round(portion * 10) / 10;
  if (!(rounded >= portions.min && rounded <= portions.max)) {
    return { refusal: `份量在 ${portions.min} 到 ${portions.max} 份之间。` };
  }
  return set(week, place, (item) => [{ ...item, portion: rounded }, `${item.name} 改为 ${rounded} 份`]);
}

/** Sets who gets an item; nobody named means all. */
export function setGroups(week: Week, place: ItemPlace, names: string[]): Outcome {
  return set(week, place, ({ groups: _, ...item }) => [
    names.length === 0 ? item : { ...item, groups: names },
    `${item.name} 给${names.join('、') || '所有人'}`,
  ]);
}

/** Locks an item, so that plans leave it as it is, or unlocks it. */
export function toggleLock(week: Week, place: ItemPlace): Outcome {
  return set(week, place, ({ locked, ...item }) =>
    locked ? [item, `解锁 ${item.name}`] : [{ ...item, locked: true }, `锁定 ${item.name}`],
  );
}

/** Serves another dish where one stands, for the same people; its own portion is 1. */
export function replace(week: Week, place: ItemPlace, { dish, name }: Pick<Item, 'dish' | 'name'>): Outcome {
  return change(week, place, (item) => {
    const other = { ...item, dish, name, portion: 1 };
    if (itemAt(week.items, other)) return repeated(week, other);
    const items = week.items.map((one) => (one === item ? other : one));
    return replaceAll(items, `${item.name} 换成 ${name}`);
  });
}

/** Puts other items in the place of all, such as a plan, if they are not too many. */
export function replaceAll(items: readonly Item[], step: string): Outcome {
  if (items.length > MOST_ITEMS) return { refusal: `一份食谱最多 ${MOST_ITEMS} 道菜，请先移除几道。` };
  if (new Set(items.map(({ dish }) => dish)).size > MOST_DIFFERENT_DISHES) {
    return { refusal: `一份食谱最多 ${MOST_DIFFERENT_DISHES} 种不同的菜，请改用已有的菜。` };
  }
  return { items, step };
}

function repeated(frame: Frame, item: Item): Outcome {
  return { refusal: `${placeName(frame, item)}已有 ${item.name}，可以改它的份量。` };
}

/** What is done with the item that is meant, unless it is gone. */
function change(week: Week, place: ItemPlace, act: (item: Item) => Outcome): Outcome {
  const item = itemAt(week.items, place);
  return item ? act(item) : { refusal: '这道菜已不在这里，可能刚被同事移走。' };
}

/** Puts what is made of an item where it stands. */
function set(week: Week, place: ItemPlace, make: (item: Item) => [made: Item, step: string]): Outcome {
  return change(week, place, (item) => {
    const [made, step] = make(item);
    return { items: withItem(week.items, made), step };
  });
}

/** A meal, as the service calls it. */
export type Meal = Schemas['MenuItem']['meal'];

/** A meal of a day, from 1. */
export type Place = Readonly<Pick<Schemas['MenuItem'], 'day' | 'meal'>>;

/** What the places of a menu are: from its first day on (`YYYY-MM-DD`), the same meals each day. */
export type Frame = Readonly<Pick<Schemas['Menu'], 'start' | 'days' | 'meals'>>;

/** The meals of a day in their order, and what people call them. */
export const mealNames: Readonly<Record<Meal, string>> = {
  breakfast: '早餐',
  morningSnack: '早点',
  lunch: '午餐',
  afternoonSnack: '午点',
  dinner: '晚餐',
  supper: '夜宵',
};

/** The days of a menu, from 1. */
export function daysOf({ days }: Pick<Frame, 'days'>): number[] {
  return Array.from({ length: days }, (_, index) => index + 1);
}

/** The date of a day of a menu, `YYYY-MM-DD`. */
export function dateOf({ start }: Pick<Frame, 'start'>, day: number): string {
  return dayAfter(start, day - 1);
}

/** The weekday of a day of a menu: 周一. */
export function weekdayOf(frame: Pick<Frame, 'start'>, day: number): string {
  return weekday(dateOf(frame, day));
}

/** What a place is called: 周三午餐. */
export function placeName(frame: Pick<Frame, 'start'>, { day, meal }: Place): string {
  return `${weekdayOf(frame, day)}${mealNames[meal]}`;
}

/** Whether both are the same place. */
export function isSamePlace(one: Place, other: Place): boolean {
  return one.day === other.day && one.meal === other.meal;
}
