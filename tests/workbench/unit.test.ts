import { expect, it } from 'vitest';
import { addDays, toDay } from '../../lib/domain/values/calendar.ts';
import { addSchool, addUnit, findRecord, PASSWORD } from '../support/nouns/units.ts';
import { openHttp, openPlatform } from '../support/service/open.ts';
import { ADMIN } from '../support/service/service.ts';
import { visit } from '../support/workbench/visit.ts';

const LONG = '长'.repeat(100);
const inDays = (days: number) => addDays(toDay(Date.now(), 'Asia/Shanghai'), days);

let school: number;
const { service, admin } = await openPlatform();
const http = await openHttp(service);

it('the first unit is created; a duplicate account or name is refused', async () => {
  const page = await visit(http.url, '/w/unit', { as: ADMIN.uid });
  await page.see('新建一个单位');
  school = await addUnit(service, 'hongqi');
  const made = await service.call(
    'PUT /api/nutrition',
    { name: '学生标准', vendors: school, overflow: '0.1' },
    { token: admin },
  );
  const standard = Number(made.headers['catering-ids']);
  await page.click('button', '新建单位');
  await page.fill('textbox', '主账号', 'HongQi');
  await page.fill('textbox', '单位名称', LONG);
  await page.fill('combobox', '类别', '小学');
  await page.fill('Date', '用到哪天（含）', inDays(20));
  await page.fill('textbox', '密码', PASSWORD);
  await page.click('button', '保存');
  await page.see('账号已被占用');
  await page.fill('textbox', '主账号', 'guangming');
  await page.fill('textbox', '单位名称', 'hongqi小学');
  await page.click('button', '保存');
  await page.see('单位名称已被占用');
  await page.expectAccessible();
  await page.fill('textbox', '单位名称', LONG);
  await page.setOffline(true);
  await page.click('button', '保存');
  await page.see('连接不上服务');
  await page.setOffline(false);
  await page.fill('combobox', '营养标准', `${standard}`);
  await page.fill('combobox', '食谱', 'true');
  await page.click('button', '保存');
  await page.see(`主账号 guangming 和密码 ${PASSWORD} 告诉单位`, '首页的「使用步骤」', '在您的「审核」里等您通过');
  await page.expectAccessible();
  await page.click('button', '知道了');
  await page.see('还有 20 天', '平台审核', '学生标准');
  const { body } = (await service.call('GET /api/nutrition/select', { id: standard }, { token: admin })).json;
  expect(body.vendors.length).toBe(2);
  await page.fill('combobox', '登录', 'false');
  await page.expectGone('hongqi小学');
  await (await visit(http.url, '/w/home', { as: 'guangming', password: PASSWORD })).close();
  page.expectQuiet(409, 'ERR_INTERNET_DISCONNECTED');
});

it('units are found, shown, renewed, closed and opened, and their passwords set', async () => {
  const page = await visit(http.url, '/w/unit', { as: ADMIN.uid });
  await page.fill('combobox', '到期', inDays(31));
  await page.expectGone('hongqi小学');
  await page.click('button', `修改「${LONG}」`);
  expect(await page.read('textbox', '主账号')).toBe('guangming');
  expect(await page.read('Date', '用到哪天（含）')).toBe(inDays(20));
  await page.expectAccessible();
  await page.click('button', '取消');
  await page.click('button', `续期「${LONG}」`);
  await page.expectAccessible();
  await page.click('button', '续期');
  await page.see('没有符合条件的单位');
  await page.fill('combobox', '到期', '');
  await page.fill('searchbox', '名称或拼音', 'hongqi');
  await page.click('button', '关闭「hongqi小学」');
  await page.see('它的所有人都不能登录');
  await page.click('button', '关闭');
  await page.see('已关闭「hongqi小学」');
  expect(await findRecord(service, admin, school)).toMatchObject({ status: false });
  await page.click('button', '开放「hongqi小学」');
  await page.click('button', '开放');
  await page.click('button', '重设密码「hongqi小学」');
  await page.fill('textbox', '新密码', 'a-new-password');
  await page.click('button', '保存');
  await page.see('「hongqi」的密码已重设');
  await (await visit(http.url, '/w/home', { as: 'hongqi', password: 'a-new-password' })).close();
  page.expectQuiet();
});

it('a conflict shows both versions; the confirmation of a deletion says what is lost', async () => {
  const page = await visit(http.url, '/w/unit?keyword=hongqi', { as: ADMIN.uid, size: [390, 844] });
  await page.expectNoSideways();
  await page.click('button', '修改「hongqi小学」');
  await page.fill('textbox', '联系人', '王老师');
  await service.call('POST /api/vender', { venderId: school, contacts: '李老师' }, { token: admin });
  await page.click('button', '保存');
  await page.see('刚被别人改过', '王老师', '李老师');
  await page.expectAccessible();
  await page.click('button', '用我的');
  await page.see('已保存单位「hongqi小学」');
  expect(await findRecord(service, admin, school)).toMatchObject({ contacts: '王老师' });
  await page.click('button', '删除「hongqi小学」');
  await page.see('用户和角色、菜品、食谱和审核记录');
  await page.expectAccessible();
  await page.click('button', '删除');
  await page.see('没有符合条件的单位');
  page.expectQuiet(409);
});

it('is closed to units', async () => {
  await addSchool(service, 'yucai');
  const page = await visit(http.url, '/w/unit', { as: 'yucai', password: PASSWORD });
  await page.see('您的角色没有打开「单位」的权限');
});
