import { expect, it } from 'vitest';
import { addSchool, PASSWORD } from '../support/nouns/units.ts';
import { openHttp, openService } from '../support/service/open.ts';
import { visit } from '../support/workbench/visit.ts';

const FILE = 'GET /workbench/{file}';
const PAGE = 'GET /w/{page+}';
const gone = { code: 404, success: false, reason: 'not_found', desc: '接口不存在' };
const school = { as: 'hongqi', password: PASSWORD };

const service = await openService();
await addSchool(service, 'hongqi', { name: '红旗小学' });
const http = await openHttp(service);

const countPages = () => http.requests.filter((route) => route === PAGE).length;

it('a page whose file a deployment has replaced is reloaded, and then shown', async () => {
  const page = await visit(http.url, '/w/home', school);
  const before = countPages();
  http.answerNext(FILE, 404, gone);
  await page.click('link', '大屏');
  await page.find('heading', '大屏');
  expect([page.path(), countPages()]).toEqual(['/w/screen', before + 2]);
  page.expectQuiet(404);
  // It may happen again after the next deployment.
  await page.goTo('/w/home');
  http.answerNext(FILE, 404, gone);
  await page.click('link', '菜品');
  await page.find('heading', '菜品');
  expect(countPages()).toBe(before + 5);
});

it('a file that is still missing does not reload the page again', async () => {
  const page = await visit(http.url, '/w/home', school);
  const before = countPages();
  const { page: tab } = page.watched;
  await tab.setRequestInterception(true);
  const known = new Set(page.watched.requests);
  tab.on('request', (request) => {
    const isNew = request.url().includes('/workbench/') && !known.has(request.url());
    void (isNew ? request.respond({ status: 404, body: '' }) : request.continue());
  });
  await page.click('link', '大屏');
  await page.see('这个页面没有加载出来');
  // One request checks that the service answers, the next is the reload, and the last checks again.
  expect(countPages()).toBe(before + 3);
  await page.expectAccessible();
});

it('a broken network leaves the tab as it is until the person reloads it', async () => {
  const page = await visit(http.url, '/w/home', school);
  await page.setOffline(true);
  await page.click('link', '大屏');
  await page.see('这个页面没有加载出来');
  await page.find('link', '首页');
  await page.setOffline(false);
  await page.click('button', '重新加载');
  await page.find('heading', '大屏');
  page.expectQuiet('ERR_INTERNET_DISCONNECTED');
});
