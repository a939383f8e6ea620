import type { Template, TemplateRow } from './problem.ts';

const row = (marks: string, min: number, max: number): TemplateRow => ({ marks: marks.split(' '), min, max });

/** The template of a unit that has set none: the usual meals of schools. Rows that not every kitchen serves have `min` 0. */
export const DEFAULT_TEMPLATE: Template = {
  breakfast: [
    row('主食 点心', 1, 2),
    row('粥 饮品', 0, 1),
    row('奶类', 1, 1),
    row('小荤 半荤 凉菜', 1, 1),
    row('素菜', 0, 1),
  ],
  lunch: [
    row('主食', 1, 1),
    row('大荤 荤菜', 1, 1),
    row('小荤 半荤', 1, 1),
    row('素菜 凉菜', 1, 2),
    row('汤羹', 1, 1),
    row('水果', 0, 1),
    row('奶类', 0, 1),
  ],
  dinner: [
    row('主食', 1, 1),
    row('大荤 荤菜 小荤 半荤', 1, 2),
    row('素菜 凉菜', 1, 2),
    row('汤羹 粥', 0, 1),
    row('水果', 0, 1),
  ],
  morningSnack: [row('水果 奶类 点心 饮品', 1, 2)],
  afternoonSnack: [row('水果 奶类 点心 饮品', 1, 2)],
  supper: [row('粥 点心 主食', 1, 1), row('奶类 饮品 水果', 0, 1)],
};
