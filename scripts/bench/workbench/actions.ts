import { addSchool, PASSWORD } from '../../../tests/support/nouns/units.ts';
import type { HttpService } from '../../../tests/support/service/http.ts';
import { visit } from '../../../tests/support/workbench/visit.ts';

const UID = 'xinxiao';

/**
 * Counts the clicks and filled fields of a new unit, whose menus nobody reviews, from signing in to a published week. The
 * platform has given the unit a standard. Its dishes are those of the library.
 */
export async function countActions(http: HttpService, admin: string): Promise<number> {
  const { service } = http;
  const { id: unitId, token } = await addSchool(service, UID, { name: '新开的小学' });
  const [standard] = (await service.call('GET /api/nutrition', {}, { token: admin })).json.body.content;
  const vendors = [...standard.vendors, unitId].join();
  await service.call('POST /api/nutrition', { id: standard.id, vendors }, { token: admin });
  const page = await visit(http.url, '/w/home');
  const actions = [
    () => page.fill('textbox', '用户名', UID),
    () => page.fill('textbox', '密码', PASSWORD),
    () => page.click('button', '登录'),
    () => page.click('link', '新建食谱'),
    () => page.click('button', '新建食谱'),
    () => page.fill('spinbutton', '人数', '500'),
    () => page.click('button', '新建'),
    () => page.click('button', '自动排餐'),
    () => page.click('button', '开始排'),
    () => page.see('排好了').then(() => page.click('button', '提交审核')),
    () => page.click('button', '提交'),
  ];
  for (const act of actions) await act();
  await page.see('已发布');
  await page.close();
  const { content } = (await service.call('GET /api/menu', {}, { token })).json.body;
  if (content[0]?.state !== '已发布') throw new Error(`unit ${unitId} has published nothing`);
  return actions.length;
}
