import { meals } from '../../meal.ts';
import type { Board } from '../board.ts';

/** What a food of a course takes to be read, for each measure, and an option to be ranked and judged; in sums, as all work is. */
const OF_A_FOOD = 5;
const OF_AN_OPTION = 8;
/** What finding prices takes, at most. */
const OF_PRICES = 30_000_000;
/** What judging takes, for each group and day, of each food and each measure. */
const OF_JUDGING = 500;

/** About the work of a plan beside its search: its problem is read, its options are ranked, and the menu is judged. */
export function workBeside({ courses, measures, optionsOf, mealOf, eaters, days }: Board): number {
  const groups = eaters.reduce((sum, one) => sum + one.groups.length, 0);
  const foods = new Set(courses.flatMap(({ kinds }) => [...kinds.keys()])).size;
  const read = courses.reduce((sum, { kinds }) => sum + kinds.size, 0);
  const lists = new Map<Int32Array, Set<number>>();
  for (const [place, options] of optionsOf.entries()) {
    lists.set(options, (lists.get(options) ?? new Set()).add((mealOf[place] ?? 0) % meals.length));
  }
  const ranked = [...lists].reduce((sum, [{ length }, inDay]) => sum + length * inDay.size, 0);
  const judged = OF_JUDGING * groups * (days + 1) * (foods + measures.length);
  return measures.length * (OF_A_FOOD * read + OF_AN_OPTION * ranked) + OF_PRICES + judged;
}

/**
 * What planning takes, counted instead of timed, so that it ends at the same point on any machine. A unit is a sum that is
 * looked at: about 2.5 ns.
 */
export class Work {
  spent = 0;
  /** How much may have been spent when the present part of a search ends. */
  end = Number.POSITIVE_INFINITY;
  /** Whether anything ended for want of work. */
  isCutShort = false;

  /** Whether the present part has to end: whoever asks ends it then. */
  isOver(): boolean {
    if (this.spent < this.end) return false;
    this.isCutShort = true;
    return true;
  }
}
