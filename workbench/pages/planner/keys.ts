import { useEffect } from 'preact/hooks';
import type { Planning } from './planning.ts';
import * as weeks from './week.ts';

export const SEARCH_ID = 'planner-search';

export const focusFirst = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();

/** Focuses the tab stop of the week with this key of `partKey`. */
export const focusTabStop = (stopKey: string) => focusFirst(`[data-stop="${stopKey}"]`);

const directionByKey = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' } as const;
type Direction = (typeof directionByKey)[keyof typeof directionByKey];

/** Handles the page's shortcuts for undo, redo and search, except in inputs and dialogs. */
export function usePageShortcuts(planning: Planning): void {
  useEffect(() => {
    const { menu } = planning;
    const handleKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, select, textarea, dialog');
      if (isTyping || !menu.isEditable.value) return;
      const hasCommandKey = event.ctrlKey || event.metaKey;
      const key = event.key.toLowerCase();
      if (hasCommandKey && key === 'z' && !event.shiftKey) menu.undo();
      else if (hasCommandKey && (key === 'y' || key === 'z')) menu.redo();
      else if (key === '/' && !hasCommandKey) focusFirst(`#${SEARCH_ID}`);
      else if (key === 'escape') focusTabStop(planning.tabStop.value);
      else return;
      event.preventDefault();
      // The focused element may have been removed.
      if (hasCommandKey && document.activeElement?.closest('[data-stop]')) planning.nextFocus = planning.tabStop.value;
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [planning]);
}

/** Handles keys in the week: the arrows move the focus, with Alt they move the chosen dish. */
export function handleWeekKey(planning: Planning, event: KeyboardEvent): void {
  const selection = planning.menu.selected.value;
  if (!selection || !(event.target instanceof Element) || !event.target.closest('[data-stop]')) return;
  const direction = directionByKey[event.key as keyof typeof directionByKey] as Direction | undefined;
  if (direction === undefined && !handleItemKey(planning, selection, event)) return;
  event.preventDefault();
  if (direction === undefined) return;
  const item = planning.chosenItem;
  if (!event.altKey) focusTabStop(weeks.partKey(neighbourOf(planning, selection, direction)));
  else if (item && planning.menu.isEditable.value) moveChosenItem(planning, item, direction);
}

function moveChosenItem(planning: Planning, item: weeks.Item, direction: Direction): void {
  const week = planning.menu.week.value;
  const outcome = weeks.nudgeItem(week, item, direction);
  const items = 'items' in outcome ? outcome.items : [];
  // Only the moved item is a new object. Other days may have the same dish.
  planning.applyEdit(outcome, items.find((moved) => moved.dish === item.dish && !week.items.includes(moved)) ?? item);
}

/** Handles the other keys; returns whether the key has a meaning. `^c` stands for Control or Command with C. */
function handleItemKey(planning: Planning, { day, meal }: weeks.Selection, event: KeyboardEvent): boolean {
  const { chosenItem: item, copiedItem } = planning;
  const week = planning.menu.week.value;
  const shortcut = event.ctrlKey || event.metaKey ? `^${event.key.toLowerCase()}` : event.key;
  if (shortcut === '^c' && item) {
    const { dish, name, groups, portion } = item;
    planning.copiedItem = { dish, name, portion, ...(groups && { groups }) };
    planning.announcement.value = `已复制 ${name}`;
    return true;
  }
  if (!planning.menu.isEditable.value) return false;
  if (shortcut === '^v' && copiedItem)
    planning.applyEdit(weeks.addDish(week, copiedItem, { day, meal }), { day, meal, dish: copiedItem.dish });
  else if (!item) return false;
  else if (shortcut === 'Delete' || shortcut === 'Backspace') removeAndRefocus(planning, item);
  else if (shortcut === '+' || shortcut === '=') planning.changePortion(item, 1);
  else if (shortcut === '-') planning.changePortion(item, -1);
  else if (shortcut === 'l') planning.applyEdit(weeks.toggleLock(week, item));
  else return false;
  return true;
}

/** Removes an item. The focus moves to a neighbour in its slot, or to the add button if it was the last. */
export function removeAndRefocus(planning: Planning, item: weeks.Item): void {
  const week = planning.menu.week.value;
  const slotItems = weeks.listItemsIn(week.items, item);
  const index = slotItems.indexOf(item);
  const next = slotItems[index + 1] ?? slotItems[index - 1] ?? { day: item.day, meal: item.meal };
  planning.applyEdit(weeks.removeItem(week, item), next);
}

/** Handles keys in the list of dishes: the arrows move through it, Esc returns to the week. */
export function handleListKey(planning: Planning, event: KeyboardEvent, list: HTMLElement | null): void {
  if (event.key === 'Escape') focusTabStop(planning.tabStop.value);
  const stops = [document.getElementById(SEARCH_ID), ...(list?.querySelectorAll('button') ?? [])];
  const index = stops.indexOf(event.target instanceof HTMLElement ? event.target : null);
  if (index < 0 || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
  event.preventDefault();
  stops[index + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}

/** The neighbour of a tab stop. The stops of a day are, from the top, the dishes and the add button of each slot. */
function neighbourOf({ menu }: Planning, selection: weeks.Selection, direction: Direction): weeks.Selection {
  const { days, meals, items } = menu.week.value;
  const listStops = (slot: weeks.Slot) => [...weeks.listItemsIn(items, slot), ...(menu.isEditable.value ? [slot] : [])];
  if (direction === 'up' || direction === 'down') {
    const dayStops = meals.flatMap((meal) => listStops({ day: selection.day, meal }));
    const index = dayStops.findIndex((stop) => weeks.partKey(stop) === weeks.partKey(selection));
    return dayStops[index + (direction === 'up' ? -1 : 1)] ?? selection;
  }
  const day = selection.day + (direction === 'left' ? -1 : 1);
  if (day < 1 || day > days) return selection;
  const index = weeks.listItemsIn(items, selection).findIndex(({ dish }) => dish === selection.dish);
  const slotStops = listStops({ day, meal: selection.meal });
  return slotStops[index] ?? slotStops.at(-1) ?? selection;
}
