import * as adapter from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Planning } from './planning.ts';
import { type ItemId, moveItem, type NewDish, removeItem, type Slot } from './week.ts';

/** What is dragged: a dish of the list, or an item of the week. */
type Source = { readonly dish: NewDish } | { readonly item: ItemId };
/** Where it is dropped: in a slot, there before the dish with an id or last, or outside the week. */
type Target = { readonly slot: Slot; readonly beforeDish?: number } | { readonly isOutside: true };

/** Makes an element draggable. Without a source it is not draggable. */
export const useDraggable = (element: RefObject<HTMLElement | null>, source: Source | undefined): void =>
  useRegistered(element, source, registerSource);

/** Makes an element a drop target. Without a target it accepts no drops. */
export function useDropTarget<Kind extends HTMLElement>(target: Target | undefined): RefObject<Kind | null> {
  const element = useRef<Kind>(null);
  useRegistered(element, target, registerTarget);
  return element;
}

type Register = (element: HTMLElement, data: () => Record<string, unknown>) => () => void;

/** Registers an element while it has data. The registration reads the data of the latest render. */
function useRegistered(element: RefObject<HTMLElement | null>, data: object | undefined, register: Register): void {
  const latestData = useRef(data);
  latestData.current = data;
  const hasData = data !== undefined;
  useEffect(
    () => (element.current && hasData ? register(element.current, () => ({ ...latestData.current })) : undefined),
    [element, hasData, register],
  );
}

const registerSource: Register = (element, getInitialData) => adapter.draggable({ element, getInitialData });

/** The innermost target marks itself by an attribute, so that dragging renders nothing. */
const registerTarget: Register = (element, getData) => {
  const leave = () => element.removeAttribute('data-over');
  return adapter.dropTargetForElements({
    element,
    getData,
    onDropTargetChange: ({ location }) =>
      element.toggleAttribute('data-over', location.current.dropTargets[0]?.element === element),
    onDragLeave: leave,
    onDrop: leave,
  });
};

/** Applies the edit of each drop. */
export function useDrops(planning: Planning): void {
  useEffect(
    () =>
      adapter.monitorForElements({
        onDragStart: ({ source }) => (planning.isDragging.value = 'item' in source.data),
        onDrop: ({ source, location }) => {
          planning.isDragging.value = false;
          // Only this file writes the data of sources and targets.
          const target = location.current.dropTargets[0]?.data as Target | undefined;
          if (target) applyDrop(planning, source.data as Source, target);
        },
      }),
    [planning],
  );
}

function applyDrop(planning: Planning, source: Source, target: Target): void {
  const week = planning.menu.week.value;
  if ('slot' in target) {
    const { slot, beforeDish } = target;
    if ('dish' in source) planning.add(source.dish, slot, beforeDish);
    else planning.applyEdit(moveItem(week, source.item, slot, beforeDish), { ...slot, dish: source.item.dish });
  } else if ('item' in source) planning.applyEdit(removeItem(week, source.item));
}
