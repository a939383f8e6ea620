/** What a menu can be: drafted, waiting for review, rejected, published. */
export const menuStates = ['草稿', '待审核', '已驳回', '已发布'] as const;
export type MenuState = (typeof menuStates)[number];
