import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Planning } from './planning.ts';
import { type ItemPlace, move, type NewDish, type Place, remove } from './week.ts';

/** What is dragged: a dish of the list, or an item of the week. */
type Source = { readonly dish: NewDish } | { readonly item: ItemPlace };
/** Where it is dropped: into a place, before a dish there, or out of the week. */
type Target = { readonly place: Place; readonly before?: number } | { readonly out: true };

/** Makes an element something to drag; without a source it stays where it is. */
export function useDragging(element: RefObject<HTMLElement | null>, source: Source | undefined): void {
  useRegistered(element, source, acceptDrags);
}

/** Makes an element something to drop on; without a target nothing can be. */
export function useDropping<Kind extends HTMLElement>(target: Target | undefined): RefObject<Kind | null> {
  const element = useRef<Kind>(null);
  useRegistered(element, target, acceptDrops);
  return element;
}

type Register = (element: HTMLElement, data: () => Record<string, unknown>) => () => void;

/** Registers an element as long as it has data, which are those of the newest drawing. */
function useRegistered(element: RefObject<HTMLElement | null>, data: object | undefined, register: Register): void {
  const now = useRef(data);
  now.current = data;
  const hasData = data !== undefined;
  useEffect(
    () => (element.current && hasData ? register(element.current, () => ({ ...now.current })) : undefined),
    [element, hasData, register],
  );
}

const acceptDrags: Register = (element, getInitialData) => draggable({ element, getInitialData });

/** The innermost target below the pointer says so by itself: nothing is drawn anew while something is dragged. */
const acceptDrops: Register = (element, getData) => {
  const leave = () => element.removeAttribute('data-over');
  return dropTargetForElements({
    element,
    getData,
    onDropTargetChange: ({ location }) =>
      element.toggleAttribute('data-over', location.current.dropTargets[0]?.element === element),
    onDragLeave: leave,
    onDrop: leave,
  });
};

/** Takes the step that each drop means. */
export function useDrops(planning: Planning): void {
  useEffect(
    () =>
      monitorForElements({
        onDragStart: ({ source }) => (planning.isDragging.value = 'item' in source.data),
        onDrop: ({ source, location }) => {
          planning.isDragging.value = false;
          // What is dragged and dropped on is of our own making.
          const target = location.current.dropTargets[0]?.data as Target | undefined;
          if (target) drop(planning, source.data as Source, target);
        },
      }),
    [planning],
  );
}

function drop(planning: Planning, source: Source, target: Target): void {
  const week = planning.open.week.value;
  if ('place' in target) {
    const { place, before } = target;
    if ('dish' in source) planning.add(source.dish, place, before);
    else planning.take(move(week, source.item, place, before), { ...place, dish: source.item.dish });
  } else if ('item' in source) planning.take(remove(week, source.item));
}
