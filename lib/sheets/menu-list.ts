import { mealNames } from '../domain/meal.ts';
import type { WholeMenu } from '../domain/menu/menu.ts';
import { addDays } from '../domain/values/calendar.ts';
import { toId } from '../domain/values/id.ts';
import { writeListSheets } from '../spreadsheet/list-sheet.ts';
import type { SheetColumn } from '../spreadsheet/xlsx-sheet.ts';
import { describeGroup } from './menu-words.ts';

const menuColumns: readonly SheetColumn[] = [
  { header: '编号', width: 12, numberStyle: 'whole' },
  { header: '名称', width: 32 },
  { header: '开始日期', width: 12 },
  { header: '天数', width: 6, numberStyle: 'whole' },
  { header: '餐次', width: 16 },
  { header: '供餐人群', width: 40 },
  { header: '状态', width: 10 },
  { header: '已发布版本', width: 12, numberStyle: 'whole' },
];
const itemColumns: readonly SheetColumn[] = [
  { header: '食谱编号', width: 12, numberStyle: 'whole' },
  { header: '食谱', width: 32 },
  { header: '日期', width: 12 },
  { header: '餐次', width: 8 },
  { header: '菜品编号', width: 12, numberStyle: 'whole' },
  { header: '菜名', width: 32 },
  { header: '份量', width: 8, numberStyle: 'quantity' },
  { header: '供应人群', width: 24 },
];

/** Writes menus as a workbook: a worksheet with a row for each menu, and another with a row for each item. */
export function writeMenuList(menus: readonly WholeMenu[]): Buffer {
  // The cells are in the order of `menuColumns`. A group has a letter, and names its meals, only on the sheet of one menu.
  const menuRows = menus.map(({ menu, content: { name, start, days, meals, groups } }) => [
    String(toId(menu.vender, menu.number)),
    name,
    start,
    String(days),
    meals.map((meal) => mealNames[meal]).join('、'),
    groups.map(({ meals: _, ...group }) => describeGroup({ ...group, letter: '' })).join('；'),
    menu.state,
    menu.live ? String(menu.live.revision) : '',
  ]);
  const itemRows = menus.flatMap(({ menu, content, nameByDish }) =>
    // The cells are in the order of `itemColumns`. The days of items count from 1.
    content.items.map(({ day, meal, dish: dishId, portion, groups = [] }) => [
      String(toId(menu.vender, menu.number)),
      content.name,
      addDays(content.start, day - 1),
      mealNames[meal],
      String(dishId),
      nameByDish.get(dishId) ?? '',
      portion,
      groups.join('、'),
    ]),
  );
  return writeListSheets(
    { name: '食谱', columns: menuColumns, rows: menuRows },
    { name: '菜品', columns: itemColumns, rows: itemRows },
  );
}
