import { addSchool, PASSWORD } from '../../../tests/support/nouns/units.ts';
import type { HttpService } from '../../../tests/support/service/http.ts';
import type { WorkbenchPage } from '../../../tests/support/workbench/page.ts';
import { visit } from '../../../tests/support/workbench/visit.ts';

const UID = 'xinxiao';

/** Acts in the page as a person does, and counts the actions. */
class ActionCounter {
  actions = 0;
  readonly #page: WorkbenchPage;

  constructor(page: WorkbenchPage) {
    this.#page = page;
  }

  async click(role: string, name: string): Promise<void> {
    this.actions++;
    await this.#page.click(role, name);
  }

  async fill(role: string, name: string, text: string): Promise<void> {
    this.actions++;
    await this.#page.fill(role, name, text);
  }
}

/**
 * Counts the clicks and filled fields of a new unit, whose menus nobody reviews, from signing in to a published week. The
 * platform has given the unit a standard. Its dishes are those of the library.
 */
export async function countActions(http: HttpService, admin: string): Promise<number> {
  const { service } = http;
  const { id, token } = await addSchool(service, UID, { name: '新开的小学' });
  const [standard] = (await service.call('GET /api/nutrition', {}, { token: admin })).json.body.content;
  const vendors = [...standard.vendors, id].join();
  await service.call('POST /api/nutrition', { id: standard.id, vendors }, { token: admin });
  const page = await visit(http.url, '/w/home');
  const person = new ActionCounter(page);
  await person.fill('textbox', '用户名', UID);
  await person.fill('textbox', '密码', PASSWORD);
  await person.click('button', '登录');
  await person.click('link', '新建食谱');
  await person.click('button', '新建食谱');
  await person.fill('spinbutton', '人数', '500');
  await person.click('button', '新建');
  await person.click('button', '自动排餐');
  await person.click('button', '开始排');
  await page.see('排好了');
  await person.click('button', '提交审核');
  await person.click('button', '提交');
  await page.see('已发布');
  await page.close();
  const { content } = (await service.call('GET /api/menu', {}, { token })).json.body;
  if (content[0]?.state !== '已发布') throw new Error(`unit ${id} has published nothing`);
  return person.actions;
}
