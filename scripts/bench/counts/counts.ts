import { openSetup, type Scale } from '../scaled-setup.ts';
import type { Table } from '../table.ts';
import { type GoalOutcome, goals, measureGoal } from './goals.ts';

/** Parts of seeded names: of some units in a hundred, of most, of none; and likewise of dishes. */
const SEARCHED = {
  unitKeywords: ['红旗', '小学', '没有'],
  unitChoice: '红旗',
  dishKeywords: ['土豆', '炒', '没有'],
};

/** Counts what the calls of all goals cost at a scale. */
export async function measureGoals(
  scale: Scale,
  folder: string,
  say: (text: string) => void,
): Promise<readonly GoalOutcome[]> {
  const { setup, stop } = await openSetup(scale, folder, say);
  try {
    const outcomes: GoalOutcome[] = [];
    for (const goal of goals) outcomes.push(await measureGoal(goal, { setup, ...SEARCHED }));
    return outcomes;
  } finally {
    await stop();
  }
}

/** What the dearest call of each goal costs, beside the goal. */
export function goalTable(outcomes: readonly GoalOutcome[]): Table {
  const missed = outcomes.filter(({ isMet }) => !isMet).length;
  return {
    title: `Costs of calls: ${outcomes.length - missed} goals met, ${missed} not met`,
    head: ['call', 'round trips', 'read units', 'write units', ''],
    rows: outcomes.map(({ title, limits, isMet, roundTrips, readUnits, writeUnits }) => [
      title,
      `${roundTrips} of ${limits.roundTrips ?? '–'}`,
      `${readUnits} of ${limits.readUnits}`,
      `${writeUnits} of ${limits.writeUnits}`,
      isMet ? 'met' : 'NOT MET',
    ]),
  };
}
