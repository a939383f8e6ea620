import { expect, it } from 'vitest';
import { addSchool, addSignedIn, DIGEST, PASSWORD } from '../support/nouns/units.ts';
import { openHttp, openService } from '../support/service/open.ts';
import { ADMIN } from '../support/service/service.ts';
import { visit } from '../support/workbench/visit.ts';

/** The longest uid. */
const LONG = 'w'.repeat(64);

const service = await openService();
const { token, id } = await addSchool(service, 'hongqi');
const role = await service.call('PUT /api/role', { roleName: '采购员' }, { token });
await service.call('DELETE /api/role', { roleId: `${role.headers['catering-ids']}` }, { token });
await service.call('PUT /api/user', { uid: 'sunyan', name: '孙燕', password: DIGEST, roleId: '1000001' }, { token });
await service.call('PUT /api/user', { uid: LONG, name: LONG, password: DIGEST, roleId: '1000001' }, { token });
const limei = await addSignedIn(service, id, 'limei', [18, 21, 22]);
await service.call('POST /api/vender/calendar', { off: '2030-01-01' }, { token: limei });
const dishIds: unknown[] = [];
for (let count = 0; count < 55; count++) {
  const { headers } = await service.call('PUT /api/dish', { name: `${count}`, mark: '主食' }, { token });
  dishIds.push(headers['catering-ids']);
}
await service.call('DELETE /api/dish', { ids: dishIds.join() }, { token });
await service.call('PUT /api/screen', { name: '走廊', form: 'wall' }, { token });
const http = await openHttp(service);

it('describes operations, filtered by person, kind and day, page by page', async () => {
  const page = await visit(http.url, '/w/log', { as: 'hongqi', password: PASSWORD });
  await page.see('登录', '新建大屏「走廊」', '新建菜品（编号', '等 55 个）');
  await page.expectAccessible();
  await page.click('button', '更早的');
  await page.see('新建用户「sunyan」', '新建角色「采购员」');
  await page.click('button', '回到最新');
  await page.fill('combobox', '谁', 'limei');
  await page.see('修改放假日历');
  await page.expectGone('新建菜品（');
  await page.fill('combobox', '哪一类', '菜品');
  await page.see('没有符合条件的记录');
  await page.fill('combobox', '谁', '');
  await page.settle();
  await page.setOffline(true);
  await page.fill('combobox', '哪一类', '用户与角色');
  await page.see('连接不上服务');
  await page.setOffline(false);
  await page.click('button', '重试');
  await page.see('新建用户「sunyan」');
  await page.fill('Date', '到哪天为止', '2026-01-01');
  await page.expectGone('新建用户「sunyan」');
  page.expectQuiet('ERR_INTERNET_DISCONNECTED');
});

it('the platform reads the log of any unit, on a phone too; the page is closed without its permission item', async () => {
  const platform = await visit(http.url, `/w/log?vender=${id}&kind=用户与角色`, {
    as: ADMIN.uid,
    size: [390, 844],
  });
  await platform.see('新建用户「sunyan」', `新建用户「${LONG}」`, `单位 ${id}`);
  await platform.expectNoSideways();
  await platform.expectAccessible();
  platform.expectQuiet();
  await platform.close();
  const limei = await visit(http.url, '/w/log', { as: 'limei', password: PASSWORD });
  await limei.see('您的角色没有打开「日志」的权限');
});

it('every call that writes has a text for the log', () => {
  const writes = [...service.endpoints.values()].filter((one) => one.access === 'write' && one.callers !== 'public');
  const undescribed = writes.filter(({ logged }) => !logged || /[A-Za-z]/.test(logged.text));
  expect(undescribed.map(({ id }) => id)).toEqual([]);
});
