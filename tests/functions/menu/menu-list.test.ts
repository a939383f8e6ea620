import { expect, it } from 'vitest';
import { readSheetRows } from '../../support/files/sheets.ts';
import { createMenu } from '../../support/nouns/menus.ts';
import { addSignedIn, failure } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';

const { service, setup } = await openSetup();
const MENUS = ['编号', '名称', '开始日期', '天数', '餐次', '供餐人群', '状态', '已发布版本'];
const ITEMS = ['食谱编号', '食谱', '日期', '餐次', '菜品编号', '菜名', '份量', '供应人群'];

const get = (parameters: Record<string, string | number>, token = setup.school.token) =>
  service.call('GET /api/menu/list.xlsx', parameters, { token });

const dish = await setup.createDish({ name: '=番茄' });
const groups = JSON.stringify([{ level: '轻体力', people: 320, factor: 1.2 }]);
const items = JSON.stringify([
  { day: 2, meal: 'dinner', dish, portion: 0.5 },
  { day: 1, meal: 'lunch', dish },
]);
const menu = await createMenu(setup, { name: '第一周', start: '2026-09-30', groups, items });
await createMenu(setup, { name: '第二周', start: '2026-10-12' });

it('has a row for each menu of the page, and one for each dish of each place', async () => {
  expect(readSheetRows((await get({ keyword: '第一' })).bytes)).toEqual({
    食谱: [MENUS, [menu, '第一周', '2026-09-30', 5, '早餐、午餐、晚餐', '轻体力 320 人，份量×1.2', '草稿', '']],
    菜品: [
      ITEMS,
      [menu, '第一周', '2026-10-01', '晚餐', dish, '=番茄', 0.5, ''],
      [menu, '第一周', '2026-09-30', '午餐', dish, '=番茄', 1, ''],
    ],
  });
  const names = async (parameters: Record<string, string | number>) =>
    readSheetRows((await get(parameters)).bytes)
      ['食谱']?.slice(1)
      .map(([, name]) => name);
  expect(await names({})).toEqual(['第二周', '第一周']);
  expect(await names({ pageSize: 1, pageNo: 1 })).toEqual(['第一周']);
  expect(await names({ from: '2026-10-10', state: '草稿' })).toEqual(['第二周']);
});

it('asks for the item of menus, and shows a unit its own only', async () => {
  const cook = await addSignedIn(service, setup.school.id, 'cook', [25]);
  expect((await get({}, cook)).json).toEqual(failure(403, 'missing_permission'));
  const other = await setup.createSchool();
  expect((await get({ vender: setup.school.id }, other.token)).json).toEqual(failure(403, 'foreign_unit'));
  expect(readSheetRows((await get({}, other.token)).bytes)).toEqual({ 食谱: [MENUS], 菜品: [ITEMS] });
  expect(readSheetRows((await get({ vender: setup.school.id }, setup.admin)).bytes)['食谱']).toHaveLength(3);
});
