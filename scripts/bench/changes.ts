import { fillWithDemo } from '../../tests/support/service/demo.ts';
import { startService, type TestService } from '../../tests/support/service/service.ts';
import { DEMO_PASSWORD } from '../start/demo.ts';
import { median } from './median.ts';
import type { Table } from './table.ts';

const UID = 'yangguang';
const DAYS = 7;
const MEALS = ['breakfast', 'lunch', 'dinner'];
/** So that a week has the most items that there may be: 315. */
const DISHES_OF_MEAL = 15;
/** The most different dishes that a menu may have. */
const MOST_DISHES = 150;
const ROUNDS = 20;
/** The first calls warm the function up. */
const WARMING = 3;
const GOAL_MS = 100;

/** Measures what it takes to tell what changed between two submissions of the largest menu: milliseconds of a core. */
export async function measureChanges(): Promise<Table> {
  const service = await startService();
  try {
    await fillWithDemo(service);
    const token = await service.signIn(UID, DEMO_PASSWORD);
    const id = await submitTwice(service, token);
    const times: number[] = [];
    for (let round = 0; round < WARMING + ROUNDS; round++) {
      const before = process.cpuUsage();
      const { status, text } = await service.call('GET /api/menu/changes', { id, from: 1, to: 2 }, { token });
      const { user, system } = process.cpuUsage(before);
      if (status !== 200) throw new Error(text);
      if (round >= WARMING) times.push((user + system) / 1000);
    }
    const title = 'What changed between two submissions of 315 items: milliseconds of a core (median)';
    return { title, head: ['measured', 'goal'], rows: [[Math.round(median(times)), GOAL_MS]] };
  } finally {
    await service.stop();
  }
}

/** Submits the largest menu, and once more with each of its dishes at another place. */
async function submitTwice(service: TestService, token: string): Promise<number> {
  const ask = async (route: string, facts: Readonly<Record<string, string | number>>) => {
    const answer = await service.call(route, facts, { token });
    if (answer.status !== 200) throw new Error(`${route}: ${answer.text}`);
    return answer;
  };
  const dishes: { id: number }[] = (await ask('GET /api/dish/select', { vender: 0 })).json.body.slice(0, MOST_DISHES);
  const itemsFrom = (first: number) =>
    JSON.stringify(
      Array.from({ length: DAYS * MEALS.length * DISHES_OF_MEAL }, (_, at) => ({
        day: Math.floor(at / (MEALS.length * DISHES_OF_MEAL)) + 1,
        meal: MEALS[Math.floor(at / DISHES_OF_MEAL) % MEALS.length],
        dish: dishes[(first + at) % dishes.length]?.id,
      })),
    );
  const head = { name: '315 道菜', start: '2027-03-01', days: DAYS, groups: '[{"level":"中体力","people":800}]' };
  const made = await ask('PUT /api/menu', { ...head, items: itemsFrom(0) });
  const id = Number(made.headers['catering-ids']);
  await ask('POST /api/menu/submit', { id });
  await ask('POST /api/menu', { id, items: itemsFrom(DISHES_OF_MEAL) });
  await ask('POST /api/menu/submit', { id });
  return id;
}
