import { expect, it } from 'vitest';
import { addSchool, addSignedIn, PASSWORD } from '../support/nouns/units.ts';
import { openHttp, openService } from '../support/service/open.ts';
import { ADMIN } from '../support/service/service.ts';
import { visit } from '../support/workbench/visit.ts';

const school = { as: 'hongqi', password: PASSWORD };

const service = await openService();
const { token, id: unit } = await addSchool(service, 'hongqi', { name: '长'.repeat(100) });
await addSignedIn(service, unit, 'limei', [21, 34]);
const http = await openHttp(service);

const call = (route: string, form: Record<string, string | number> = {}) => service.call(route, form, { token });
const read = async (route: string) => (await call(route)).json.body;

it('shares are saved when they are 100 % in all, and stored while the network is gone', async () => {
  const page = await visit(http.url, '/w/settings', school);
  await page.expectAccessible();
  // Nothing is changed yet.
  expect((await page.outline()).match(/button (保存|修改).* disabled/g)).toHaveLength(5);
  await page.fill('spinbutton', '午餐 %', '30');
  await page.see('合计 90 %，还差 10 %');
  expect(await page.outline()).toContain('button 保存各餐占比 disabled');
  await page.fill('spinbutton', '午点 %', '12.5');
  await page.see('多了 2.5 %');
  await page.fill('spinbutton', '午点 %', '10');
  await page.see('合计 100 %');
  await page.setOffline(true);
  await page.click('button', '保存各餐占比');
  await page.see('连接不上服务');
  await page.setOffline(false);
  await page.click('button', '保存各餐占比');
  await page.see('已保存各餐能量占比');
  expect(await read('GET /api/vender/config')).toEqual({ breakfast: 30, lunch: 30, afternoonSnack: 10, dinner: 30 });
  page.expectQuiet('ERR_INTERNET_DISCONNECTED');
});

it('days off are set one by one and in spans; a unit can serve on a day off of the platform', async () => {
  const admin = await service.signIn(ADMIN.uid, ADMIN.password);
  await service.call('POST /api/vender/calendar', { off: '2030-01-01' }, { token: admin });
  const page = await visit(http.url, '/w/settings', { ...school, size: [390, 844] });
  await page.fill('Date', '从', '2027-01-20');
  await page.fill('Date', '到', '2027-01-22');
  await page.click('button', '放假 3 天');
  await page.fill('Date', '从', '2030-01-01');
  await page.fill('Date', '到', '2030-01-01');
  await page.click('button', '不放假');
  await page.expectNoSideways();
  await page.expectAccessible();
  await page.click('button', '保存放假日历');
  await page.see('已保存放假日历');
  const { off, on } = await read('GET /api/vender/calendar');
  expect([off, on]).toEqual([['2027-01-20', '2027-01-21', '2027-01-22'], ['2030-01-01']]);
  page.expectQuiet();
});

it("a colleague's changes of other fields are merged, and those of the same field are a conflict", async () => {
  const page = await visit(http.url, '/w/settings', school);
  const colleague = (change: Record<string, string>) => call('POST /api/vender', { venderId: unit, ...change });
  await colleague({ contacts: '王老师' });
  await page.fill('textbox', '地址', '光明路 8 号');
  await page.click('button', '保存单位信息');
  await page.see('已保存单位信息');
  expect(await read('GET /api/vender/info')).toMatchObject({ contacts: '王老师', address: '光明路 8 号' });
  await colleague({ address: '和平路 1 号' });
  await page.fill('textbox', '地址', '光明路 9 号');
  await page.click('button', '保存单位信息');
  await page.see('单位信息刚被别人改过', '和平路 1 号', '光明路 9 号');
  await page.expectAccessible();
  await page.click('button', '用我的');
  await page.expectGone('单位信息刚被别人改过');
  await page.settle();
  expect(await read('GET /api/vender/info')).toMatchObject({ address: '光明路 9 号' });
  page.expectQuiet(409);
});

it('people change their own names and passwords and stay signed in; only the main account edits the unit', async () => {
  const page = await visit(http.url, '/w/settings', { as: 'limei', password: PASSWORD });
  await page.see('单位信息由主账号修改', '现在的密码是别人设的');
  expect(await page.outline()).toMatch(/textbox 地址 .*disabled/);
  expect(await page.has('button', '保存单位信息')).toBe(false);
  expect(await page.outline()).toContain('spinbutton 午餐 % = 30 disabled');
  await page.fill('textbox', '姓名', '李梅');
  await page.click('button', '保存我的资料');
  await page.see('李梅 · limei的角色');
  await page.fill('textbox', '现在的密码', 'wrong');
  await page.fill('textbox', '新密码', 'a-new-password');
  await page.fill('textbox', '再输一次新密码', 'a-new');
  await page.see('两次输入的新密码不一样');
  await page.fill('textbox', '再输一次新密码', 'a-new-password');
  await page.click('button', '修改密码');
  await page.see('原密码不正确');
  await page.expectAccessible();
  await page.fill('textbox', '现在的密码', PASSWORD);
  await page.click('button', '修改密码');
  await page.see('密码已修改');
  await page.expectGone('现在的密码是别人设的');
  await (await visit(http.url, '/w/settings', { as: 'limei', password: 'a-new-password' })).close();
  page.expectQuiet(400, 401, 403);
});
