import { badField } from '../../errors.ts';
import { addDays } from '../values/calendar.ts';
import type { MenuContent, MenuItem } from './menu.ts';
import { itemKey } from './menu-fields.ts';

/** A dish of a live menu, and the dish that is served `with` it in its place: both by their ids. */
export type Swap = Pick<MenuItem, 'day' | 'meal' | 'dish'> & { readonly with: number };

/** @throws AppError `invalid_input` where a swap is neither for `today`, as `YYYY-MM-DD`, nor for the day after. */
export function requireSwapDay({ day }: Swap, { start, days }: Pick<MenuContent, 'start' | 'days'>, today: string) {
  if (day > days) throw badField('day', { code: 'integer', min: 1, max: days });
  const dates = [today, addDays(today, 1)];
  if (!dates.includes(addDays(start, day - 1))) throw badField('day', { code: 'swap_day', names: dates.join('、') });
}

/** All items after a swap, and the one with the other dish. */
type SwappedItems = { readonly items: MenuItem[]; readonly swappedItem: MenuItem };

/** Swaps the dish of an item; returns undefined where the dish is not served there, or the other one already is. */
export function trySwapItem(items: readonly MenuItem[], swap: Swap): SwappedItems | undefined {
  const findIndex = (dish: number) => items.findIndex((item) => itemKey(item) === itemKey({ ...swap, dish }));
  const index = findIndex(swap.dish);
  const item = items[index];
  if (!item || findIndex(swap.with) >= 0) return undefined;
  const swappedItem = { ...item, dish: swap.with };
  return { items: items.with(index, swappedItem), swappedItem };
}

/** @throws AppError `invalid_input` where `trySwapItem` returns nothing. */
export function swapItem(items: readonly MenuItem[], swap: Swap): SwappedItems {
  const swapped = trySwapItem(items, swap);
  if (swapped) return swapped;
  const isServed = items.some((item) => itemKey(item) === itemKey(swap));
  throw isServed
    ? badField('with', { code: 'repeated' })
    : badField('dish', { code: 'unknown', names: String(swap.dish) });
}
