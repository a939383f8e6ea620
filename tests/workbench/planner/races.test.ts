import { expect, it, vi } from 'vitest';
import { Random } from '../../../lib/domain/values/random.ts';
import * as weeks from '../../../workbench/pages/planner/week.ts';
import { createMenu, menuItems } from '../../support/nouns/menus.ts';
import { openSetup } from '../../support/service/open.ts';

const { service, setup } = await openSetup();
const { token } = setup.school;
const dishes: number[] = [];
while (dishes.length < 10) dishes.push(await setup.createDish());
let random = new Random(0);
/** The percentage of requests that are lost, and that of answers. */
let faults = 0;
/** Whether all answers are lost. */
let loseAnswers = false;

const session = JSON.stringify({ token, vender: setup.school.id, uid: setup.school.account });
vi.stubGlobal('sessionStorage', { getItem: () => session });
vi.stubGlobal('indexedDB', {
  open: () => {
    throw new DOMException('as in a private window');
  },
});
const Plain = Request;
vi.stubGlobal('Request', function toRequest(path: string, init: RequestInit) {
  return new Plain(new URL(path, 'http://service'), init);
});
vi.stubGlobal('fetch', async (request: Request) => {
  const { pathname, searchParams } = new URL(request.url);
  const form = request.method === 'GET' ? searchParams : new URLSearchParams(await request.text());
  const fate = random.below(100);
  if (fate < faults) throw new TypeError('the request was lost');
  const answer = await service.call(`${request.method} ${pathname}`, Object.fromEntries(form), {
    token,
    headers: Object.fromEntries(request.headers),
  });
  if (loseAnswers || fate >= 100 - faults) throw new TypeError('the answer was lost');
  const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(answer.text || null, { status: answer.status, headers });
});

/** An open menu. Its module needs the types of the browser, which tests lack. */
interface Open {
  readonly week: { readonly value: weeks.Week };
  readonly saving: { readonly value: unknown };
  applyEdit(outcome: weeks.Outcome): void;
  undo(): void;
  redo(): void;
  sync(): Promise<void>;
}
const { openMenu } = await vi.importActual<{ openMenu: (id: number) => Promise<Open> }>(
  '../../../workbench/pages/planner/open-menu.ts',
);

/** Applies a random edit of one's own dishes. */
function edit(open: Open, own: readonly number[]): void {
  const week = open.week.value;
  const items = week.items.filter(({ dish }) => own.includes(dish));
  const item = items.length > 0 ? random.pick(items) : undefined;
  const slot = { day: 1 + random.below(3), meal: random.pick(['lunch', 'dinner'] as const) };
  const kind = random.below(6);
  if (kind === 0) open.undo();
  else if (kind === 1) open.redo();
  else if (kind === 2 || !item) open.applyEdit(weeks.addDish(week, { dish: random.pick(own), name: '菜' }, slot));
  else if (kind === 3) open.applyEdit(weeks.setPortion(week, item, 1 + random.below(20) / 10));
  else open.applyEdit(kind === 4 ? weeks.removeItem(week, item) : weeks.moveItem(week, item, slot));
}

/** The keys and portions of the items with these dishes. */
function summarize(items: readonly weeks.Item[], own: readonly number[] = dishes): string[] {
  const summaries = items
    .filter(({ dish }) => own.includes(dish))
    .map((item) => `${weeks.partKey(item)} ${item.portion}`);
  return summaries.sort();
}

it('an edit whose answer was lost can be undone', async () => {
  const [dish = 0] = dishes;
  const menu = await createMenu(setup, { items: menuItems([1, 'lunch', dish]) });
  const open = await openMenu(menu);
  loseAnswers = true;
  open.applyEdit(weeks.setPortion(open.week.value, { day: 1, meal: 'lunch', dish }, 2));
  await open.sync();
  const stored = async () => (await setup.succeed('GET /api/menu', { id: menu }, token)).items[0].portion;
  expect(await stored()).toBe(2);
  open.undo();
  await open.sync();
  // Until then it is stored, since the tab may be closed.
  expect(open.saving.value).toEqual({ state: 'unsent' });
  loseAnswers = false;
  await open.sync();
  expect([await stored(), open.saving.value]).toEqual([1, { state: 'saved' }]);
});

it.each([1, 2, 3, 4, 5, 6])('two people who edit different dishes on a bad network lose nothing (%i)', async (seed) => {
  random = new Random(seed);
  const menu = await createMenu(setup);
  const people = [];
  for (const half of [0, 1]) {
    const own = dishes.filter((dish) => dish % 2 === half);
    people.push({ own, open: await openMenu(menu) });
  }
  faults = 20;
  for (let count = 0; count < 60; count++) {
    const { open, own } = random.pick(people);
    edit(open, own);
    if (random.fraction() < 0.4) await random.pick(people).open.sync();
  }
  faults = 0;
  const expected = people.map(({ open, own }) => summarize(open.week.value.items, own));
  for (const { open } of [...people, ...people]) await open.sync();
  const { items } = await setup.succeed('GET /api/menu', { id: menu }, token);
  for (const [index, { open, own }] of people.entries()) {
    expect([open.saving.value, summarize(items, own)]).toEqual([{ state: 'saved' }, expected[index]]);
    expect(summarize(open.week.value.items)).toEqual(summarize(items));
  }
});
