import type { ComponentType } from 'preact';
import { holds, type Session, session } from '../api/session.ts';
import { HomePage } from './home/home-page.tsx';

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
    // It is the first page of everybody, so it needs no file of its own.
    load: async () => HomePage,
  },
  {
    path: '/w/menus',
    name: '食谱',
    items: { business: [29, 30, 31, 32] },
    load: () => import('./menus/menus-page.tsx').then((module) => module.MenusPage),
  },
  {
    path: '/w/planner',
    name: '排餐',
    items: { business: [30, 31] },
    load: () => import('./planner/planner-page.tsx').then((module) => module.PlannerPage),
  },
  {
    path: '/w/review',
    name: '审核',
    items: { business: [33], admin: [45] },
    load: () => import('./review/review-page.tsx').then((module) => module.ReviewPage),
  },
  {
    path: '/w/dish',
    name: '菜品',
    items: { business: [25, 26, 27, 28], admin: [9, 10, 11, 12] },
    load: () => import('./dish/dish-page.tsx').then((module) => module.DishPage),
  },
  {
    path: '/w/dish/edit',
    name: '菜品',
    items: { business: [25, 26, 27, 28], admin: [9, 10, 11, 12] },
    isInner: true,
    load: () => import('./dish/dish-edit-page.tsx').then((module) => module.DishEditPage),
  },
  {
    path: '/w/ingredient',
    name: '食材',
    items: { business: [23, 24, 46], admin: [13, 47] },
    load: () => import('./ingredient/ingredient-page.tsx').then((module) => module.IngredientPage),
  },
  {
    path: '/w/standard',
    name: '营养标准',
    items: { business: [21], admin: [5, 7, 8] },
    load: () => import('./standard/standard-page.tsx').then((module) => module.StandardPage),
  },
  {
    path: '/w/purchase',
    name: '采购',
    items: { business: [29] },
    load: () => import('./purchase/purchase-page.tsx').then((module) => module.PurchasePage),
  },
  {
    path: '/w/screen',
    name: '大屏',
    items: { business: [19, 20] },
    load: () => import('./screen/screen-page.tsx').then((module) => module.ScreenPage),
  },
  {
    path: '/w/unit',
    name: '单位',
    items: { admin: [1, 2, 3, 4] },
    load: () => import('./people.ts').then((module) => module.UnitPage),
  },
  {
    path: '/w/user',
    name: '用户与角色',
    items: { business: [36, 37, 38, 39, 40, 41, 42, 43], admin: [14, 15, 16, 17] },
    load: () => import('./people.ts').then((module) => module.UserPage),
  },
  {
    path: '/w/settings',
    name: '设置',
    items: { business: 'all', admin: 'all' },
    load: () => import('./people.ts').then((module) => module.SettingsPage),
  },
  {
    path: '/w/log',
    name: '日志',
    items: { business: [34, 36], admin: [1, 14] },
    load: () => import('./people.ts').then((module) => module.LogPage),
  },
];

/** Whether the person who has signed in may open the page. */
export function isOpen({ items }: PagePlace): boolean {
  const needed = session.value === undefined ? undefined : items[session.value.side];
  return needed === 'all' || (needed !== undefined && holds(...needed));
}
