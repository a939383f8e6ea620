import { expect, it } from 'vitest';
import { createPending, createReviewed, GROUPS, menuItems } from '../support/nouns/menus.ts';
import { addSignedIn, addUser, PASSWORD } from '../support/nouns/units.ts';
import { openHttp, openSetup } from '../support/service/open.ts';
import { ADMIN } from '../support/service/service.ts';
import { visit } from '../support/workbench/visit.ts';

const LONG = '长'.repeat(100);
const admin = { as: ADMIN.uid };

const { service, setup } = await openSetup();
const http = await openHttp(service);
await setup.loadRice();
const school = await createReviewed(setup);

/** The menu's state and its last record in the service. */
async function readState(id: number) {
  const { state } = await setup.succeed('GET /api/menu', { id }, school.token);
  const { content } = await setup.succeed('GET /api/menu/review', { menu: id }, school.token);
  return [state, content[0].action, content[0].comment];
}

it('without waiting menus it says so, and tells a unit what to do first', async () => {
  const page = await visit(http.url, '/w/review', admin);
  await page.see('没有食谱在等审核', '还没有记录');
  await page.expectAccessible();
  const unit = await visit(http.url, '/w/review', { as: school.account, password: school.password });
  await unit.see('在「排餐」里提交后会出现在这里');
  unit.expectQuiet();
});

it('a reviewer reads the changes, rejects with a reason, and continues with the next menu', async () => {
  const first = await createPending(setup, school, { name: '第一周' });
  await setup.succeed('POST /api/menu/review', { id: first, revision: 1, result: '通过' }, setup.admin);
  const [old, young] = [await setup.createDish({ name: '白米饭' }, school), await setup.createDish({}, school)];
  const menu = await setup.succeed('GET /api/menu', { id: first }, school.token);
  const items = menuItems([1, 'lunch', menu.items[0].dish, 2], [2, 'dinner', old], [2, 'dinner', young]);
  await setup.succeed('POST /api/menu', { id: first, items, groups: GROUPS.replace('120', '130') }, school.token);
  await setup.succeed('POST /api/menu/submit', { id: first }, school.token);
  const second = await createPending(setup, school, { name: '第二周' });
  const page = await visit(http.url, '/w/review', admin);
  await page.see(school.name, '没有标准，未评');
  await page.click('link', `${school.name}：第一周`);
  await page.see('与正在供应的第 1 次提交相比', '新增 2 道，去掉 0 道，改份量或人群 1 道');
  await page.see('120 人，份量 ×1，改为130 人', '原来 ×1', '白米饭');
  await page.expectAccessible();
  await page.fill('textbox', '审核意见', ' ');
  await page.click('button', '驳回');
  await page.see('驳回时请写明要改什么');
  await page.expectGone('有误');
  await page.fill('textbox', '审核意见', '周二晚餐太少');
  await page.expectGone('驳回时请写明要改什么');
  await page.click('button', '周二');
  await page.see('100 g');
  await page.click('button', '写意见「周二晚餐白米饭」');
  await page.fill('textbox', '意见「周二晚餐白米饭」', '换成杂粮饭');
  await page.click('button', '写意见「周二全天」');
  await page.fill('textbox', '意见「周二全天」', '缺早餐');
  await page.click('button', '写意见「周二晚餐」');
  await page.watched.page.keyboard.type('少一个素菜');
  await page.see('另有 3 处意见');
  // The opinion is in sight however far the page is.
  expect(
    await page.watched.page.evaluate("document.querySelector('form').getBoundingClientRect().bottom <= innerHeight"),
  ).toBe(true);
  await page.expectAccessible();
  // What is typed outlives the page.
  await page.goTo(page.path());
  await page.see('另有 3 处意见', '意见：少一个素菜');
  await page.click('button', '驳回');
  await page.see('已驳回，单位会看到您的意见', `${school.name} · `);
  expect(await readState(first)).toEqual(['已驳回', '驳回', '周二晚餐太少']);
  await page.expectAccessible();
  await page.find('link', `接下来审：${school.name} 第二周`);
  await page.press('Enter');
  await page.see('这份食谱还没有发布过');
  await page.click('button', '通过');
  await page.see('已通过，9月7日起照这份食谱供餐', '现在没有食谱在等审核');
  expect(await readState(second)).toEqual(['已发布', '通过', '']);

  const unit = await visit(http.url, `/w/planner?id=${first}`, { as: school.account, password: school.password });
  await unit.see('周二晚餐太少', '意见：换成杂粮饭', '意见：缺早餐', '意见：少一个素菜');
  await unit.expectAccessible();
  await unit.close();
  await setup.succeed('DELETE /api/menu/dish', { id: first, day: 2, meal: 'dinner', dish: old }, school.token);
  await setup.succeed('POST /api/menu/submit', { id: first }, school.token);
  await page.goTo(`/w/review?menu=${first}&revision=3`);
  await page.see('与被驳回的第 2 次提交相比', '新增 0 道，去掉 1 道', '上次意见：缺早餐', '上次意见：少一个素菜');
  await page.click('button', '与正在供应的第 1 次提交相比');
  await page.see('新增 1 道，去掉 0 道');
  await setup.succeed('POST /api/menu/review', { id: first, revision: 3, result: '通过' }, setup.admin);
  page.expectQuiet(400);
});

it('a reviewer who is too late sees who has decided, and keeps his comment', async () => {
  const id = await createPending(setup, school);
  const page = await visit(http.url, `/w/review?menu=${id}&revision=1`, admin);
  await page.fill('textbox', '审核意见', '很好');
  await page.setOffline(true);
  await page.click('button', '通过');
  await page.see('连接不上服务');
  await page.setOffline(false);
  expect(await page.read('textbox', '审核意见')).toBe('很好');
  await setup.succeed('POST /api/menu/review', { id, revision: 1, result: '驳回', comment: '请换菜' }, setup.admin);
  await page.click('button', '通过');
  await page.see('刚被别人处理过，您的决定没有提交', '您写的意见是「很好」', '驳回（第 1 次）：请换菜');
  expect(await readState(id)).toEqual(['已驳回', '驳回', '请换菜']);
  await page.expectAccessible();
  page.expectQuiet(409, 'ERR_INTERNET_DISCONNECTED');
});

it('a phone shows the longest names; the unit reads the record and starts editing', async () => {
  const id = await createPending(setup, school, { name: LONG });
  await setup.succeed('POST /api/menu/review', { id, revision: 1, result: '驳回', comment: LONG }, setup.admin);
  const page = await visit(http.url, '/w/review', { as: school.account, password: school.password, size: [390, 844] });
  await page.see(LONG, '平台 驳回');
  await page.expectNoSideways();
  await page.click('link', LONG);
  await page.find('link', '去修改');
  expect(await page.has('button', '通过')).toBe(false);
  await page.expectNoSideways();
  await page.expectAccessible();
  page.expectQuiet();
});

it('without the item for menus only records are shown, without both items nothing', async () => {
  await addSignedIn(service, school.id, 'reader', [33]);
  await addUser(service, school.id, 'cook', [25]);
  const page = await visit(http.url, '/w/review', { as: 'reader', password: PASSWORD });
  await page.see('平台 驳回');
  expect([await page.has('heading', '等待审核'), await page.has('link', LONG)]).toEqual([false, false]);
  await page.close();
  const other = await visit(http.url, '/w/review', { as: 'cook', password: PASSWORD });
  await other.see('您的角色没有打开「审核」的权限');
});
