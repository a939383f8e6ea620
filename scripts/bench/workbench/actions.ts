import { addSchool, PASSWORD } from '../../../tests/support/nouns/units.ts';
import type { HttpService } from '../../../tests/support/service/http.ts';
import type { WorkbenchPage } from '../../../tests/support/workbench/page.ts';
import { visit } from '../../../tests/support/workbench/visit.ts';

const UID = 'xinxiao';

/** Does what a person does, and counts it. */
class Hand {
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
 * How many clicks and filled fields lead a new unit, whose menus nobody reviews, from signing in to a published week.
 * The platform has given it a standard, and its dishes are those of the library.
 */
export async function countActions(http: HttpService, admin: string): Promise<number> {
  const { service } = http;
  const { id, token } = await addSchool(service, UID, { name: '新开的小学' });
  const [standard] = (await service.call('GET /api/nutrition', {}, { token: admin })).json.body.content;
  const vendors = [...standard.vendors, id].join();
  await service.call('POST /api/nutrition', { id: standard.id, vendors }, { token: admin });
  const page = await visit(http.url, '/w/home');
  const hand = new Hand(page);
  await hand.fill('textbox', '用户名', UID);
  await hand.fill('textbox', '密码', PASSWORD);
  await hand.click('button', '登录');
  await hand.click('link', '新建食谱');
  await hand.click('button', '新建食谱');
  await hand.fill('spinbutton', '人数', '500');
  await hand.click('button', '新建');
  await hand.click('button', '自动排餐');
  await hand.click('button', '开始排');
  await page.see('排好了');
  await hand.click('button', '提交审核');
  await hand.click('button', '提交');
  await page.see('已发布');
  await page.close();
  const { content } = (await service.call('GET /api/menu', {}, { token })).json.body;
  if (content[0]?.state !== '已发布') throw new Error(`unit ${id} has published nothing`);
  return hand.actions;
}
