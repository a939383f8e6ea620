import { useEffect } from 'preact/hooks';
import type { Planning } from './planning.ts';
import { add, type Item, itemKey, itemsInSlot, nudge, remove, type Selection, toggleLock } from './week.ts';

/** The id of the search input. */
export const SEARCH_ID = 'planner-search';

/** Focuses a tab stop of the week. */
export function focusTabStop(stop: string): void {
  focusFirst(`[data-stop="${stop}"]`);
}

/** Focuses the first element that matches a selector, if any. */
export function focusFirst(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}

const directions = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' } as const;
type Direction = (typeof directions)[keyof typeof directions];

/** Handles the page's shortcuts for undo, redo and search, except in inputs and dialogs. */
export function useShortcuts(planning: Planning): void {
  useEffect(() => {
    const { open } = planning;
    const listen = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, select, textarea, dialog');
      if (isTyping || !open.isEditable.value) return;
      const isControl = event.ctrlKey || event.metaKey;
      const key = event.key.toLowerCase();
      if (isControl && key === 'z' && !event.shiftKey) open.undo();
      else if (isControl && (key === 'y' || key === 'z')) open.redo();
      else if (key === '/' && !isControl) focusFirst(`#${SEARCH_ID}`);
      else if (key === 'escape') focusTabStop(planning.tabStop.value);
      else return;
      event.preventDefault();
      // The focused element may have been removed.
      if (isControl && document.activeElement?.closest('[data-stop]')) planning.nextFocus = planning.tabStop.value;
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [planning]);
}

/** Handles a key at the focused tab stop of the week. */
export function pressKey(planning: Planning, event: KeyboardEvent): void {
  const at = planning.open.selected.value;
  if (!at || !(event.target instanceof Element) || !event.target.closest('[data-stop]')) return;
  const direction = directions[event.key as keyof typeof directions] as Direction | undefined;
  if (direction === undefined && !pressLetter(planning, at, event)) return;
  event.preventDefault();
  if (direction === undefined) return;
  const item = planning.chosen;
  if (!event.altKey) focusTabStop(itemKey(neighbouringStop(planning, at, direction)));
  else if (item && planning.open.isEditable.value) moveItem(planning, item, direction);
}

function moveItem(planning: Planning, item: Item, direction: Direction): void {
  const week = planning.open.week.value;
  const outcome = nudge(week, item, direction);
  const items = 'items' in outcome ? outcome.items : [];
  planning.applyEdit(outcome, items.find((one) => one.dish === item.dish && !week.items.includes(one)) ?? item);
}

/** Handles the other keys; returns whether the key has a meaning. */
function pressLetter(planning: Planning, { day, meal }: Selection, { key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const { chosen: item, copied } = planning;
  const week = planning.open.week.value;
  const letter = ctrlKey || metaKey ? `^${key.toLowerCase()}` : key;
  if (letter === '^c' && item) {
    const { dish, name, groups, portion } = item;
    planning.copied = { dish, name, portion, ...(groups && { groups }) };
    planning.announcement.value = `已复制 ${name}`;
    return true;
  }
  if (!planning.open.isEditable.value) return false;
  if (letter === '^v' && copied) planning.applyEdit(add(week, copied, { day, meal }), { day, meal, dish: copied.dish });
  else if (!item) return false;
  else if (letter === 'Delete' || letter === 'Backspace') removeItem(planning, item);
  else if (letter === '+' || letter === '=') planning.changePortion(item, 1);
  else if (letter === '-') planning.changePortion(item, -1);
  else if (letter === 'l') planning.applyEdit(toggleLock(week, item));
  else return false;
  return true;
}

/** Removes an item. The focus moves to a neighbour in its slot. */
export function removeItem(planning: Planning, item: Item): void {
  const week = planning.open.week.value;
  const others = itemsInSlot(week.items, item);
  const index = others.indexOf(item);
  planning.applyEdit(remove(week, item), others[index + 1] ?? others[index - 1] ?? { day: item.day, meal: item.meal });
}

/** Handles keys in the list of dishes: the arrows move through it, Esc returns to the week. */
export function pressKeyInList(planning: Planning, event: KeyboardEvent, list: HTMLElement | null): void {
  if (event.key === 'Escape') focusTabStop(planning.tabStop.value);
  const stops = [document.getElementById(SEARCH_ID), ...(list?.querySelectorAll('button') ?? [])];
  const at = stops.indexOf(event.target instanceof HTMLElement ? event.target : null);
  if (at < 0 || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
  event.preventDefault();
  stops[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}

/** The neighbour of a tab stop. The stops of a day are, from the top, the dishes and the add button of each slot. */
function neighbouringStop({ open }: Planning, at: Selection, direction: Direction): Selection {
  const { days, meals, items } = open.week.value;
  const stopsAt = (day: number, meal: Selection['meal']): Selection[] => {
    return [...itemsInSlot(items, { day, meal }), ...(open.isEditable.value ? [{ day, meal }] : [])];
  };
  if (direction === 'up' || direction === 'down') {
    const column = meals.flatMap((meal) => stopsAt(at.day, meal));
    const index = column.findIndex((one) => itemKey(one) === itemKey(at));
    return column[index + (direction === 'up' ? -1 : 1)] ?? at;
  }
  const day = at.day + (direction === 'left' ? -1 : 1);
  if (day < 1 || day > days) return at;
  const row = itemsInSlot(items, at).findIndex(({ dish }) => dish === at.dish);
  const there = stopsAt(day, at.meal);
  return there[row] ?? there.at(-1) ?? at;
}
