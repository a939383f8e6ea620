import type { ComponentType } from 'preact';
import { holds, type Session, session } from '../api/session.ts';

/** A page of the workbench: where it is, who finds it, and where its code lies. */
export interface PagePlace {
  /** The address below `/w`. */
  readonly path: string;
  readonly name: string;
  /** The permission items of each side that open it: any one of them. Absent: that side has no such page. */
  readonly items: Readonly<Partial<Record<Session['side'], readonly number[] | 'all'>>>;
  /** Pages that are reached from others are not in the navigation. */
  readonly isInner?: boolean;
  readonly load: () => Promise<ComponentType>;
}

/** All pages, in the order of the navigation. */
export const pages: readonly PagePlace[] = [
  {
    path: '/w/home',
    name: '首页',
    items: { business: 'all', admin: 'all' },
    load: () => import('./home/home-page.tsx').then((module) => module.HomePage),
  },
];

/** Whether the person who has signed in may open the page. */
export function isOpen({ items }: PagePlace): boolean {
  const needed = session.value === undefined ? undefined : items[session.value.side];
  return needed === 'all' || (needed !== undefined && holds(...needed));
}
