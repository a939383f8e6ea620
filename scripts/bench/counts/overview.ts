import type { Menu } from '../../../lib/domain/menu/menu.ts';
import { toWeekMenu } from '../../../lib/domain/menu/week.ts';
import { listDaysOfWeek } from '../../../lib/domain/values/calendar.ts';
import { menuStateKey, toBlockNumber, WEEK_HEADS_PER_BLOCK, weekHeadKey, weekKey } from '../../../tables/keys.ts';
import type { Setup } from '../../../tests/support/service/setup.ts';
import { loadItems } from '../../../tests/support/table/bulk.ts';
import { type BenchContext, withScaledSetup } from '../scaled-setup.ts';
import { asAdmin, type Goal, listPageCalls, makeGoal, type SearchedSetup } from './goal.ts';
import { type GoalOutcome, measureGoals } from './goals.ts';

const SCALE = { units: 10_000, dishes: 100, menus: 40, foods: 209 };
const ROUTE = 'GET /api/menu/overview';
/** A week of the past, so that it is not the week that is due when the bench runs. */
const MONDAY = '2026-09-07';
const NOT_SEARCHED = { unitKeywords: [], unitChoice: '', dishKeywords: [] };

const listPages = (searched: SearchedSetup) => listPageCalls(searched, ROUTE, asAdmin(searched), { week: MONDAY });

const goals: readonly Goal[] = [
  makeGoal(`${ROUTE} of 10,000 units, any page, warm`, 'warm', [4, 60, 0], listPages),
  makeGoal(`${ROUTE} of 10,000 units, any page, cold`, 'cold', [4, 300, 0], listPages),
];

/** Counts what the overview costs over 10,000 units that have planned the week, most of them to its end. */
export function measureOverview(context: BenchContext): Promise<readonly GoalOutcome[]> {
  return withScaledSetup(SCALE, context, async (setup) => {
    await planWeek(setup);
    return measureGoals(goals, { setup, ...NOT_SEARCHED });
  });
}

/** Writes a menu of the week for every unit into the table itself, since calls would take an hour. */
async function planWeek({ service }: Setup): Promise<void> {
  const unitIds = Array.from({ length: SCALE.units }, (_, index) => index + 1);
  const dates = listDaysOfWeek(MONDAY);
  const headCount = (toBlockNumber(SCALE.units) + 1) * WEEK_HEADS_PER_BLOCK;
  await loadItems(service.deps.env, [
    ...unitIds.map(makeMenu).flatMap((menu) => [
      { ...menuStateKey(menu.vender, menu.number), ...menu },
      { ...weekKey(MONDAY, menu.vender), menus: [toWeekMenu(menu, dates)] },
    ]),
    ...Array.from({ length: headCount }, (_, number) => ({ ...weekHeadKey(MONDAY, number), version: 100, changed: 0 })),
  ]);
}

/** Makes the menu of a unit. Every tenth unit has a draft, every tenth waits for review, every tenth has published a part. */
function makeMenu(unit: number): Menu {
  const judged = { judged: true, shortfalls: ['钙', '膳食纤维', '水果类'], excesses: ['钠'] };
  const cost = { value: '12.35', missingCount: 2 };
  const groups = ['中体力', '教师'].map((name) => ({ name, level: '中体力', people: 400, ...judged, cost }));
  const name = '第 37 周食谱';
  const days = unit % 10 === 2 ? 3 : 5;
  const since = Date.parse('2026-09-04T09:00:00Z');
  const facts = { version: 5, vender: unit, number: 1, name, start: MONDAY, days, planVersion: 2, size: 900 };
  const menu = { ...facts, revision: 1, modify: since };
  if (unit % 10 === 0) return { ...menu, state: '草稿' };
  if (unit % 10 === 1) return { ...menu, state: '待审核', waits: { since, uid: 'u', userName: '李梅', groups } };
  return { ...menu, state: '已发布', live: { revision: 1, name, start: MONDAY, days, since, groups } };
}
