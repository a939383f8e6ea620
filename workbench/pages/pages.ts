import { holds, type Session, session } from '../api/session.ts';

/** A page of the workbench: its address, and who may open it. */
export interface PageEntry {
  readonly path: string;
  readonly name: string;
  /** The permission items that open the page, by side; any one suffices. Absent: that side has no such page. */
  readonly items: Readonly<Partial<Record<Session['side'], readonly number[] | 'all'>>>;
  /** Whether the page is missing from the navigation: other pages link to it. */
  readonly isUnlisted?: boolean;
}

const dishItems = { business: [25, 26, 27, 28], admin: [9, 10, 11, 12] };
const userItems = { business: [36, 37, 38, 39, 40, 41, 42, 43], admin: [14, 15, 16, 17] };

/** All pages, in the order of the navigation. */
export const pages: readonly PageEntry[] = [
  { path: '/w/home', name: '首页', items: { business: 'all', admin: 'all' } },
  { path: '/w/menus', name: '食谱', items: { business: [29, 30, 31, 32] } },
  { path: '/w/planner', name: '排餐', items: { business: [30, 31] } },
  { path: '/w/review', name: '审核', items: { business: [33], admin: [45] } },
  { path: '/w/dish', name: '菜品', items: dishItems },
  { path: '/w/dish/edit', name: '菜品', items: dishItems, isUnlisted: true },
  { path: '/w/ingredient', name: '食材', items: { business: [23, 24, 46], admin: [13, 47] } },
  { path: '/w/standard', name: '营养标准', items: { business: [21], admin: [5, 7, 8] } },
  { path: '/w/purchase', name: '采购', items: { business: [29] } },
  { path: '/w/evaluation', name: '评价', items: { business: [29], admin: [44] } },
  { path: '/w/screen', name: '大屏', items: { business: [19, 20] } },
  { path: '/w/unit', name: '单位', items: { admin: [1, 2, 3, 4] } },
  { path: '/w/user', name: '用户与角色', items: userItems },
  { path: '/w/settings', name: '设置', items: { business: 'all', admin: 'all' } },
  { path: '/w/log', name: '日志', items: { business: [34, 36], admin: [1, 14] } },
];

export function mayOpenPage({ items }: PageEntry): boolean {
  const openingItems = session.value === undefined ? undefined : items[session.value.side];
  return openingItems === 'all' || (openingItems !== undefined && holds(...openingItems));
}

export const mayOpenPath = (path: string): boolean => pages.some((page) => page.path === path && mayOpenPage(page));
