import { isGranted, type Permission } from '../api/permissions.ts';
import { heldItemIds, type Session, session } from '../api/session.ts';

/** A page of the workbench: its address, and who may open it. */
export interface PageEntry {
  readonly path: string;
  readonly name: string;
  /** Any one of them opens the page; absent: everybody may open it. */
  readonly permissions?: readonly Permission[];
  /** The only side that has the page; absent: every side that has one of the permissions. */
  readonly side?: Session['side'];
  /** Whether the page is missing from the navigation: other pages link to it. */
  readonly isUnlisted?: boolean;
}

const allOf = (noun: 'dish' | 'menu' | 'role' | 'unit' | 'user') =>
  [`${noun}.view`, `${noun}.create`, `${noun}.edit`, `${noun}.delete`] as const;

/** All pages, in the order of the navigation. */
export const pages: readonly PageEntry[] = [
  { path: '/w/home', name: '首页' },
  { path: '/w/menus', name: '食谱', side: 'business', permissions: allOf('menu') },
  { path: '/w/planner', name: '排餐', permissions: ['menu.create', 'menu.edit'] },
  { path: '/w/review', name: '审核', permissions: ['record.view'] },
  { path: '/w/dish', name: '菜品', permissions: allOf('dish') },
  { path: '/w/dish/edit', name: '菜品', permissions: allOf('dish'), isUnlisted: true },
  { path: '/w/ingredient', name: '食材', permissions: ['ingredient.view', 'ingredient.edit', 'mark.edit'] },
  { path: '/w/standard', name: '营养标准', permissions: ['standard.view', 'standard.edit', 'standard.delete'] },
  { path: '/w/purchase', name: '采购', side: 'business', permissions: ['menu.view'] },
  { path: '/w/evaluation', name: '评价', permissions: ['menu.view'] },
  { path: '/w/screen', name: '大屏', permissions: ['screen.wall', 'screen.led'] },
  { path: '/w/unit', name: '单位', permissions: allOf('unit') },
  { path: '/w/user', name: '用户与角色', permissions: [...allOf('user'), ...allOf('role')] },
  { path: '/w/settings', name: '设置' },
  { path: '/w/log', name: '日志', permissions: ['operation.view', 'user.view'] },
];

/** Whether permission items, by default the person's own, open a page on the person's side. */
export function mayOpenPage({ side, permissions }: PageEntry, itemIds = heldItemIds.value): boolean {
  if (session.value === undefined || (side ?? session.value.side) !== session.value.side) return false;
  return permissions === undefined || isGranted(permissions, itemIds);
}

export const mayOpenPath = (path: string): boolean => pages.some((page) => page.path === path && mayOpenPage(page));
