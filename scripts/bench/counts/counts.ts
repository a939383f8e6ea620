import { type BenchContext, type Scale, withScaledSetup } from '../scaled-setup.ts';
import type { Table } from '../table.ts';
import { type GoalOutcome, goals, measureGoals } from './goals.ts';
import { phonePageGoal, publishWeek, repeatedScreenGoal } from './screen-goals.ts';

/** Parts of seeded names: of some units in a hundred, of most, of none; and likewise of dishes. */
const SEARCHED = { unitKeywords: ['红旗', '小学', '没有'], unitChoice: '红旗', dishKeywords: ['土豆', '炒', '没有'] };

/** Counts the costs of all goals' calls at a scale. */
export function measureCounts(scale: Scale, context: BenchContext): Promise<readonly GoalOutcome[]> {
  return withScaledSetup(scale, context, async (setup) => {
    const searched = { setup, ...SEARCHED };
    await publishWeek(searched);
    return measureGoals([...goals, repeatedScreenGoal, phonePageGoal], searched);
  });
}

/** Makes a table of the costs of each goal's most expensive calls, compared with the goal. */
export function makeGoalTable(outcomes: readonly GoalOutcome[]): Table {
  const missedCount = outcomes.filter(({ isMet }) => !isMet).length;
  return {
    title: `Costs of calls: ${outcomes.length - missedCount} goals met, ${missedCount} not met`,
    head: ['call', 'round trips', 'read units', 'write units', ''],
    rows: outcomes.map(({ title, limits, isMet, roundTrips, readUnits, writeUnits }) => [
      title,
      `${roundTrips} of ${limits.roundTrips}`,
      `${readUnits} of ${limits.readUnits}`,
      `${writeUnits} of ${limits.writeUnits}`,
      isMet ? 'met' : 'NOT MET',
    ]),
  };
}
