import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeBook } from '../support/files/sheets.ts';
import { addSchool, addSignedIn, PASSWORD } from '../support/nouns/units.ts';
import { openHttp, openPlatform } from '../support/service/open.ts';
import { ADMIN } from '../support/service/service.ts';
import type { WorkbenchPage } from '../support/workbench/page.ts';
import { visit } from '../support/workbench/visit.ts';

const LONG = '长'.repeat(100);
/** Views and changes users and roles, and nothing else. */
const STAFF = [36, 37, 38, 39, 40, 41, 42, 43];

const { service } = await openPlatform();
const school = await addSchool(service, 'hongqi', { name: LONG });
await addSignedIn(service, school.id, 'limei', STAFF);
await addSignedIn(service, school.id, 'zhoujie', [25]);
await addSignedIn(service, school.id, 'cook', [25]);
const http = await openHttp(service);

const roles = async () => (await service.call('GET /api/role', {}, { token: school.token })).json.body;
const open = (as: string) => visit(http.url, '/w/user', { as, password: PASSWORD, size: [390, 844] });

async function write(page: WorkbenchPage, texts: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(texts)) await page.fill('textbox', name, text);
}

async function save(page: WorkbenchPage, ...texts: string[]) {
  await page.click('button', '保存');
  await page.see(...texts);
}

it('a role is created and given to a new user, who signs in; the confirmation of its deletion names its holders', async () => {
  const page = await visit(http.url, '/w/user', { as: 'hongqi', password: PASSWORD });
  await page.expectAccessible();
  expect(await page.has('button', '仓库')).toBe(false);
  await page.click('button', '新建角色');
  await page.see('打开「食谱」「采购」「评价」', '打开「菜品」');
  await write(page, { 角色名称: 'limei的角色' });
  await page.click('checkbox', '菜品：全选');
  await page.click('checkbox', '菜品：删除');
  await save(page, '角色名称已存在');
  await page.expectAccessible();
  await write(page, { 角色名称: '采购员' });
  await save(page, '已新建角色「采购员」', '菜品（3/4）');
  const role = (await roles()).at(-1);
  expect([role.roleName, role.roleItems]).toEqual(['采购员', [25, 26, 27]]);
  await page.click('button', '新建用户');
  await write(page, { 用户名: 'LiMei', 姓名: '孙燕', 密码: 'a-good-password' });
  await page.fill('combobox', '角色', `${role.id}`);
  await save(page, '用户名已被占用');
  await page.expectAccessible();
  await write(page, { 用户名: 'sunyan' });
  await page.setOffline(true);
  await save(page, '连接不上服务');
  await page.setOffline(false);
  await save(page, '已新建「孙燕」，现在就可以登录');
  await (await visit(http.url, '/w/dish', { as: 'sunyan', password: 'a-good-password' })).close();
  await page.click('button', '删除「采购员」');
  await page.see('孙燕（1 人）会失去这个角色');
  await page.expectAccessible();
  await page.click('button', '删除');
  await page.see('没有角色，什么都打不开');
  page.expectQuiet(409, 'ERR_INTERNET_DISCONNECTED');
});

it('passwords are set for others; a workbook creates users, or names its wrong cells; people cannot delete themselves', async () => {
  const page = await open('hongqi');
  expect(await page.has('button', `删除「${LONG}」`)).toBe(false);
  await page.click('button', '重设密码「zhoujie」');
  await page.click('button', '随机生成');
  const password = await page.read('textbox', '新密码');
  await page.expectAccessible();
  await save(page, '「zhoujie」的密码已重设');
  await (await visit(http.url, '/w/dish', { as: 'zhoujie', password })).close();
  await page.fill('searchbox', '姓名、用户名、电话或角色', 'ZHOU');
  await page.click('button', '删除「zhoujie」');
  await page.click('button', '删除');
  await page.see('没有找到「ZHOU」');
  const file = join(process.env['TMPDIR'] ?? '/tmp', 'users.xlsx');
  const header = ['用户名', '姓名', '角色', '电话'];
  await writeFile(file, writeBook([header, ['hemin', '何敏', '厨师', '']]));
  await page.choose('button', '上传用户表', file);
  await page.see('用户表没有处理成功', '厨师');
  await page.click('button', '知道了');
  await writeFile(file, writeBook([header, ['hemin', '何敏', 'limei的角色', '']]));
  await page.choose('button', '上传用户表', file);
  await page.see('1 位新用户的密码', '密码只显示这一次', 'hemin');
  await page.press('Escape');
  await page.expectAccessible();
  await page.click('button', '已经记下');
  page.expectQuiet(400);
});

it('a unit without roles of its own is offered usual ones until it has each, and gets none unasked', async () => {
  const { token } = await addSchool(service, 'guangming');
  const page = await visit(http.url, '/w/user', { as: 'guangming', password: PASSWORD });
  for (const name of ['营养师', '食堂管理员']) await page.find('button', name);
  await page.expectAccessible();
  await page.click('button', '仓库');
  expect(await page.read('textbox', '角色名称')).toBe('仓库');
  await save(page, '已新建角色「仓库」');
  await page.find('button', '营养师');
  expect(await page.has('button', '仓库')).toBe(false);
  const { body } = (await service.call('GET /api/role', {}, { token })).json;
  expect(body.map(({ roleName, roleItems }: Record<string, unknown>) => [roleName, roleItems])).toEqual([
    ['超级管理员', expect.anything()],
    ['仓库', [21, 22, 23, 25, 29]],
  ]);
  page.expectQuiet();
  await page.close();
});

it('people cannot give roles or items that they lack; without the permission items the page is closed', async () => {
  const page = await open('limei');
  await page.click('button', '新建用户');
  await write(page, { 用户名: 'wujing', 姓名: '吴静', 密码: '123456' });
  await page.fill('combobox', '角色', `${(await roles())[0].id}`);
  await save(page, '不能授予自己没有的权限');
  await page.expectNoSideways();
  await page.click('button', '取消');
  await page.click('button', '新建角色');
  await page.see('灰色的权限您自己没有');
  expect(await page.outline()).toContain('checkbox 菜品：查看 disabled');
  await page.expectAccessible();
  page.expectQuiet(403);
  await page.close();
  const cook = await open('cook');
  await cook.see('您的角色没有打开「用户与角色」的权限');
  await cook.close();
  const platform = await visit(http.url, '/w/user', { as: ADMIN.uid });
  await platform.see('平台管理员（您）', '全部权限');
});
