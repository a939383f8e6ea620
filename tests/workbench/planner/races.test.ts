import { expect, it, vi } from 'vitest';
import { Random } from '../../../lib/domain/values/random.ts';
import * as steps from '../../../workbench/pages/planner/week.ts';
import { createMenu, itemsOf } from '../../support/nouns/menus.ts';
import { openSetup } from '../../support/service/open.ts';

const { service, setup } = await openSetup();
const { token } = setup.school;
const dishes: number[] = [];
while (dishes.length < 10) dishes.push(await setup.createDish());
let random = new Random(0);
/** How many of a hundred calls never arrive, and how many more are answered and nobody hears of it. */
let faults = 0;
/** Whether nobody hears of any answer. */
let isDeaf = false;

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
  if (fate < faults) throw new TypeError('did not arrive');
  const headers = Object.fromEntries(request.headers);
  const answer = await service.call(`${request.method} ${pathname}`, Object.fromEntries(form), { token, headers });
  if (isDeaf || fate >= 100 - faults) throw new TypeError('was not heard of');
  const told = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(answer.text || null, { status: answer.status, headers: told });
});

/** An open menu. Its module is of the browser, whose types tests do not have. */
interface Open {
  readonly week: { readonly value: steps.Week };
  readonly saving: { readonly value: unknown };
  take(outcome: steps.Outcome): void;
  undo(): void;
  redo(): void;
  look(): Promise<void>;
}
const { openMenu } = await vi.importActual<{ openMenu: (id: number) => Promise<Open> }>(
  '../../../workbench/pages/planner/state.ts',
);

/** Takes a random step with one's own dishes. */
function step(open: Open, own: readonly number[]): void {
  const week = open.week.value;
  const items = week.items.filter(({ dish }) => own.includes(dish));
  const item = items.length > 0 ? random.pick(items) : undefined;
  const place = { day: 1 + random.below(3), meal: random.pick(['lunch', 'dinner'] as const) };
  const kind = random.below(6);
  if (kind === 0) open.undo();
  else if (kind === 1) open.redo();
  else if (kind === 2 || !item) open.take(steps.add(week, { dish: random.pick(own), name: '菜' }, place));
  else if (kind === 3) open.take(steps.setPortion(week, item, 1 + random.below(20) / 10));
  else open.take(kind === 4 ? steps.remove(week, item) : steps.move(week, item, place));
}

/** What an open menu, or the service, has of some dishes. */
function tell(items: readonly steps.Item[], own: readonly number[] = dishes): string[] {
  const told = items.filter(({ dish }) => own.includes(dish)).map((item) => `${steps.keyOf(item)} ${item.portion}`);
  return told.sort();
}

it('what is taken back after its answer was lost is taken back', async () => {
  const [dish = 0] = dishes;
  const menu = await createMenu(setup, { items: itemsOf([1, 'lunch', dish]) });
  const open = await openMenu(menu);
  isDeaf = true;
  open.take(steps.setPortion(open.week.value, { day: 1, meal: 'lunch', dish }, 2));
  await open.look();
  const stored = async () => (await setup.succeed('GET /api/menu', { id: menu }, token)).items[0].portion;
  expect(await stored()).toBe(2);
  open.undo();
  await open.look();
  // Until then it is kept, as the tab may be closed.
  expect(open.saving.value).toEqual({ state: 'unsent' });
  isDeaf = false;
  await open.look();
  expect([await stored(), open.saving.value]).toEqual([1, { state: 'saved' }]);
});

it.each([1, 2, 3, 4, 5, 6])('two people lose nothing of different dishes on a bad network (%i)', async (seed) => {
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
    step(open, own);
    if (random.chance(0.4)) await random.pick(people).open.look();
  }
  faults = 0;
  const wanted = people.map(({ open, own }) => tell(open.week.value.items, own));
  for (const { open } of [...people, ...people]) await open.look();
  const { items } = await setup.succeed('GET /api/menu', { id: menu }, token);
  for (const [index, { open, own }] of people.entries()) {
    expect([open.saving.value, tell(items, own)]).toEqual([{ state: 'saved' }, wanted[index]]);
    expect(tell(open.week.value.items)).toEqual(tell(items));
  }
});
