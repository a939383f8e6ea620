import type { WholeMenu } from '../../../lib/domain/menu/menu.ts';
import { addDays } from '../../../lib/domain/values/calendar.ts';
import { listMenus } from '../../../lib/store/menu/menu.ts';
import { findUnit } from '../../../lib/store/unit/unit.ts';
import { unitsPartition, weekKey } from '../../../tables/keys.ts';
import { settle, settleWeek } from '../../support/table/settle.ts';
import { FunctionInstance } from '../instance.ts';
import type { RaceTrack } from './race-track.ts';

/** The parts of the overview that follow from the menus. */
interface OverviewEntry {
  readonly vender: number;
  readonly state: string;
  readonly days: number;
  readonly covered: number;
  readonly groups: readonly unknown[];
}

const WORKDAYS = 5;
const dateRange = (start: string, days: number) => Array.from({ length: days }, (_, index) => addDays(start, index));

/**
 * What is wrong with what the overview tells of a unit's weeks: to a function that has just started, and to one that
 * keeps what it has read. The latter reads again at the end, as if nothing had changed for a while, so that it keeps
 * what may change in the next round.
 */
export async function findWrongWeeks(track: RaceTrack, unit: number, weeks: readonly string[]): Promise<string[]> {
  const { db, env } = track.service.deps;
  const faults: string[] = [];
  const owner = await findUnit(db, unit);
  const { content: menus } = await listMenus(db, unit, { pageNo: 0, pageSize: 50 }, {});
  const starting = new FunctionInstance(track.service, { observe: () => {} }, track.admin);
  for (const week of new Set(weeks)) {
    const expected = owner ? [expectWeek(unit, menus, week)] : [];
    for (const [name, instance] of Object.entries({ starting, keeping: track.keeping })) {
      const found = (await readOverview(instance, week)).filter(({ vender }) => vender === unit);
      if (JSON.stringify(found) !== JSON.stringify(expected)) {
        faults.push(`a ${name} function answers for ${week} ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
      }
    }
    if (!owner && (await db.get(weekKey(week, unit)))) faults.push(`${week} still knows unit ${unit}, which is gone`);
    await settleWeek(db, env, week);
    await settle(db, env, unitsPartition);
    await readOverview(track.keeping, week);
  }
  return faults;
}

/** Reads the overview of a week. Its totals must be those of its units. */
async function readOverview(instance: FunctionInstance, week: string): Promise<OverviewEntry[]> {
  const { status, body } = await instance.call('GET /api/menu/overview', { week, pageSize: 200 });
  if (status !== 200) throw new Error(`the overview answered ${status}`);
  const { content, totals } = body as { content: OverviewEntry[]; totals: { state: string; units: number }[] };
  for (const { state, units } of totals) {
    const count = content.filter((one) => one.state === state).length;
    if (count !== units) throw new Error(`the overview counts ${units} ${state}, and lists ${count}`);
  }
  return content.map(({ vender, state, days, covered, groups }) => ({ vender, state, days, covered, groups }));
}

/** The expected entry of a unit without a calendar, derived from its menus date by date. */
function expectWeek(unit: number, menus: readonly WholeMenu[], week: string): OverviewEntry {
  const dates = dateRange(week, 7);
  const isWithin = ({ start, days }: { start: string; days: number }) =>
    dateRange(start, days).some((date) => dates.includes(date));
  const lives = menus.flatMap(({ menu: { live } }) => (live && isWithin(live) ? [live] : []));
  const served = lives.flatMap(({ start, days }) => dateRange(start, days));
  const covered = dates.slice(0, WORKDAYS).filter((date) => served.includes(date)).length;
  const planned = menus.filter(({ content }) => isWithin(content)).map(({ menu }) => menu.state);
  const furthest = ['待审核', '已驳回', '草稿'].find((state) => planned.some((one) => one === state));
  const state = covered === WORKDAYS ? '已发布' : (furthest ?? (lives.length > 0 ? '已发布' : '未编制'));
  const waiting = menus.filter(({ menu, content }) => menu.waits && isWithin(content));
  const unlike = waiting.filter(({ menu: { live } }) => !(live && isWithin(live)));
  const groups = [...lives, ...unlike.flatMap(({ menu }) => menu.waits ?? [])].flatMap((one) => one.groups);
  return { vender: unit, state, days: WORKDAYS, covered, groups };
}
