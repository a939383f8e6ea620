import { cataloguePartition } from '../../../tables/keys.ts';
import { closeBrowser } from '../../../tests/support/browser/browser.ts';
import { fillWithDemo } from '../../../tests/support/service/demo.ts';
import { serveOverHttp } from '../../../tests/support/service/http.ts';
import { ADMIN, startService, type TestService } from '../../../tests/support/service/service.ts';
import { settle } from '../../../tests/support/table/settle.ts';
import { writeCompanions } from '../../build/companions.ts';
import type { Cell, Table } from '../table.ts';
import { countActions } from './actions.ts';
import { measureSizes, type Sizes } from './sizes.ts';
import { measureTimes, type Times } from './times.ts';

const UID = 'yangguang';
const MEALS = ['breakfast', 'lunch', 'dinner'];
const DAYS = 5;
/** With these days and meals, a week has 75 dishes. */
const DISHES_OF_MEAL = 5;
/** The factor by which the processor is slowed down, to that of an old office computer. */
const SLOWDOWN = 6;

/** Measures the workbench in Chromium, against a service of this process with the demo's data. */
export async function measureWorkbench(onProgress: (text: string) => void): Promise<Table> {
  await writeCompanions();
  const service = await startService();
  await fillWithDemo(service);
  const http = await serveOverHttp(service);
  try {
    const sizes = await measureSizes(http, UID);
    const menuId = await createWeek(service);
    // Foods change seldom, so a function usually finds their rows settled.
    await settle(service.deps.db, service.deps.env, cataloguePartition);
    onProgress('workbench: changes of a week');
    const times = await measureTimes(http, UID, menuId, 1);
    const slowTimes = await measureTimes(http, UID, menuId, SLOWDOWN);
    onProgress('workbench: from signing in to a published week');
    const actions = await countActions(http, await service.signIn(ADMIN.uid, ADMIN.password));
    return makeTable(sizes, [times, slowTimes], actions);
  } finally {
    await closeBrowser();
    await http.stop();
    await service.stop();
  }
}

/** Creates the menu of a week with 75 dishes of the library. */
async function createWeek(service: TestService): Promise<number> {
  const token = await service.signIn(UID, '123456');
  const dishes: { id: number }[] = (await service.call('GET /api/dish/select', { vender: 0 }, { token })).json.body;
  const slots = Array.from({ length: DAYS }, (_, dayIndex) =>
    MEALS.map((meal) => ({ day: dayIndex + 1, meal })),
  ).flat();
  const items = slots.flatMap((slot, index) =>
    dishes
      .slice(index * DISHES_OF_MEAL, (index + 1) * DISHES_OF_MEAL)
      .map(({ id }) => ({ ...slot, dish: id, portion: 1 })),
  );
  const facts = { name: '75 道菜', start: '2026-12-14', days: DAYS, groups: '[{"level":"中体力","people":800}]' };
  const answer = await service.call('PUT /api/menu', { ...facts, items: JSON.stringify(items) }, { token });
  return Number(answer.headers['catering-ids']);
}

/** Makes a table of the measurements, compared with the goals. */
function makeTable(sizes: Sizes, [times, slowTimes]: readonly [Times, Times], actions: number): Table {
  const row = (name: string, value: number, goal?: number): Cell[] => [
    name,
    Math.round(value * 10) / 10,
    goal ?? '',
    goal === undefined ? '' : value <= goal ? 'met' : 'NOT MET',
  ];
  const suffix = `, processor slowed ${SLOWDOWN}×`;
  return {
    title: 'The workbench in Chromium: KB of scripts and styles (gzip), ms in a week of 75 dishes (medians), actions',
    head: ['', 'measured', 'goal', ''],
    rows: [
      row('KB of the first page', sizes.first, 60),
      row("KB of the planner's page", sizes.planner),
      row('KB of everything', sizes.all, 120),
      row('ms until the grid shows a change', times.grid, 20),
      row('ms until the judgement is that of the change', times.judgement, 100),
      row(`ms until the grid shows a change${suffix}`, slowTimes.grid),
      row(`ms until the judgement is that of the change${suffix}`, slowTimes.judgement),
      row('actions from signing in to a published week', actions, 12),
    ],
  };
}
