import { toDay, toMonday } from '../../../lib/domain/values/calendar.ts';
import { PICTURES } from '../../../tests/support/nouns/phones.ts';
import { listDishIds, makeGoal, type PlainCall, type SearchedSetup } from './goal.ts';

/** Publishes a week of 60 dishes, one with a picture, so that screens have something to show. */
export async function publishWeek(searched: SearchedSetup): Promise<void> {
  const { setup } = searched;
  const ids = listDishIds(searched, 60);
  await setup.succeed('POST /api/dish', { id: ids[0] ?? 0, icon: PICTURES[0] }, setup.school.token);
  const items = JSON.stringify(ids.map((dish, index) => ({ day: 1 + (index % 7), meal: 'lunch', dish })));
  const groups = '[{"level":"中体力","people":400},{"level":"轻体力","people":300,"factor":0.9}]';
  const start = toMonday(toDay(Date.now(), 'Asia/Shanghai'));
  const id = await setup.create('PUT /api/menu', { name: '本周', start, days: 7, groups, items }, setup.school.token);
  await setup.succeed('POST /api/menu/submit', { id }, setup.school.token);
}

/** Makes a request for a new screen or a part of it. */
async function makeScreenCall(searched: SearchedSetup, form: string, part = ''): Promise<PlainCall> {
  const { setup } = searched;
  const { address } = await setup.succeed('PUT /api/screen', { name: '屏', form }, setup.school.token);
  const token = String(address).replace('/screen/', '');
  const [dish = 0] = listDishIds(searched, 1);
  const parameters = part === '/picture' ? { token, dish } : { token };
  return { route: `GET /screen/{token}${part}`, parameters, options: {} };
}

/** Makes requests for what screens already have: pages, data, a feed. The first request of each is made here, and noted. */
async function listRereads(searched: SearchedSetup): Promise<PlainCall[]> {
  const requests: PlainCall[] = [];
  for (const [form = '', part] of [['wall'], ['phone'], ['phone', '/menu.json'], ['phone', '/menu.ics']]) {
    const call = await makeScreenCall(searched, form, part);
    const { headers } = await searched.setup.service.call(call.route, call.parameters);
    requests.push({ ...call, options: { headers: { 'if-none-match': String(headers['etag']) } } });
  }
  return requests;
}

const unlimited = [Infinity, Infinity, Infinity] as const;
export const pictureGoal = makeGoal('a picture', 'warm', unlimited, async (searched) => [
  await makeScreenCall(searched, 'phone', '/picture'),
]);
/** One write unit: the first reading of a screen is noted. */
export const phonePageGoal = makeGoal(
  'GET /screen/{token}, a phone page, changed',
  'warm',
  [6, 20, 1],
  async (searched) => [await makeScreenCall(searched, 'phone')],
);
export const repeatedScreenGoal = makeGoal('GET /screen/{token} and below, unchanged', 'cold', [3, 4, 0], listRereads);
