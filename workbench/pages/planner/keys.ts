import { useEffect } from 'preact/hooks';
import type { Planning } from './planning.ts';
import { add, type Item, itemsAt, keyOf, nudge, remove, type Spot, toggleLock } from './week.ts';

/** The id of the field in which dishes are looked for. */
export const SEARCH_ID = 'planner-search';

/** Leads the focus to a stop of the week. */
export function focusStop(stop: string): void {
  focusFirst(`[data-stop="${stop}"]`);
}

/** Leads the focus to the first that a selector finds, if any. */
export function focusFirst(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}

const directions = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' } as const;
type Direction = (typeof directions)[keyof typeof directions];

/** Undo, redo and the search, wherever the focus is, but not where a text is typed or a dialog is open. */
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
      else if (key === 'escape') focusStop(planning.stop.value);
      else return;
      event.preventDefault();
      // What had the focus may be gone.
      if (isControl && document.activeElement?.closest('[data-stop]')) planning.wanted = planning.stop.value;
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [planning]);
}

/** Does what a key means at the stop that has the focus. */
export function pressKey(planning: Planning, event: KeyboardEvent): void {
  const at = planning.open.selected.value;
  if (!at || !(event.target instanceof Element) || !event.target.closest('[data-stop]')) return;
  const direction = directions[event.key as keyof typeof directions] as Direction | undefined;
  if (direction === undefined && !pressLetter(planning, at, event)) return;
  event.preventDefault();
  if (direction === undefined) return;
  const item = planning.chosen;
  if (!event.altKey) focusStop(keyOf(stopBeside(planning, at, direction)));
  else if (item && planning.open.isEditable.value) moveItem(planning, item, direction);
}

function moveItem(planning: Planning, item: Item, direction: Direction): void {
  const week = planning.open.week.value;
  const outcome = nudge(week, item, direction);
  const items = 'items' in outcome ? outcome.items : [];
  planning.take(outcome, items.find((one) => one.dish === item.dish && !week.items.includes(one)) ?? item);
}

/** Whether the key means something there. */
function pressLetter(planning: Planning, { day, meal }: Spot, { key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const { chosen: item, copied } = planning;
  const week = planning.open.week.value;
  const letter = ctrlKey || metaKey ? `^${key.toLowerCase()}` : key;
  if (letter === '^c' && item) {
    const { dish, name, groups, portion } = item;
    planning.copied = { dish, name, portion, ...(groups && { groups }) };
    planning.told.value = `已复制 ${name}`;
    return true;
  }
  if (!planning.open.isEditable.value) return false;
  if (letter === '^v' && copied) planning.take(add(week, copied, { day, meal }), { day, meal, dish: copied.dish });
  else if (!item) return false;
  else if (letter === 'Delete' || letter === 'Backspace') removeItem(planning, item);
  else if (letter === '+' || letter === '=') planning.changePortion(item, 1);
  else if (letter === '-') planning.changePortion(item, -1);
  else if (letter === 'l') planning.take(toggleLock(week, item));
  else return false;
  return true;
}

/** Takes an item out; the focus goes to what stands there then. */
export function removeItem(planning: Planning, item: Item): void {
  const week = planning.open.week.value;
  const others = itemsAt(week.items, item);
  const index = others.indexOf(item);
  planning.take(remove(week, item), others[index + 1] ?? others[index - 1] ?? { day: item.day, meal: item.meal });
}

/** In the list of dishes arrows lead up and down, Esc back into the week. */
export function pressKeyInList(planning: Planning, event: KeyboardEvent, list: HTMLElement | null): void {
  if (event.key === 'Escape') focusStop(planning.stop.value);
  const stops = [document.getElementById(SEARCH_ID), ...(list?.querySelectorAll('button') ?? [])];
  const at = stops.indexOf(event.target instanceof HTMLElement ? event.target : null);
  if (at < 0 || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
  event.preventDefault();
  stops[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}

/** The stop beside one: those of a day are, from top to bottom, the dishes of each place, then the way to add one. */
function stopBeside({ open }: Planning, at: Spot, direction: Direction): Spot {
  const { days, meals, items } = open.week.value;
  const stopsAt = (day: number, meal: Spot['meal']): Spot[] => {
    return [...itemsAt(items, { day, meal }), ...(open.isEditable.value ? [{ day, meal }] : [])];
  };
  if (direction === 'up' || direction === 'down') {
    const column = meals.flatMap((meal) => stopsAt(at.day, meal));
    const index = column.findIndex((one) => keyOf(one) === keyOf(at));
    return column[index + (direction === 'up' ? -1 : 1)] ?? at;
  }
  const day = at.day + (direction === 'left' ? -1 : 1);
  if (day < 1 || day > days) return at;
  const row = itemsAt(items, at).findIndex(({ dish }) => dish === at.dish);
  const there = stopsAt(day, at.meal);
  return there[row] ?? there.at(-1) ?? at;
}
