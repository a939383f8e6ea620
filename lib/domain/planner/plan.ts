import { analyse } from '../analysis/analyse.ts';
import { toTwoDecimals } from '../analysis/ratio.ts';
import { exactNumber } from '../decimal.ts';
import type { MenuItem } from '../menu.ts';
import type { PlanAnswer } from './answer.ts';
import { costOf } from './cost.ts';
import { findPlaces, type Place } from './places.ts';
import type { PlanProblem } from './problem.ts';
import { findUnmet } from './unmet.ts';

/** Plans a menu. The same problem gives the same answer on any machine. */
export function planMenu(problem: PlanProblem): PlanAnswer {
  const items = fill(findPlaces(problem), problem);
  const analysis = analyse({ ...problem, content: { ...problem.content, items } });
  return { items, analysis, unmet: findUnmet(problem, items, analysis), ...toldCost(problem, items) };
}

function toldCost(problem: PlanProblem, items: readonly MenuItem[]): Pick<PlanAnswer, 'cost'> {
  if (problem.prices.size === 0) return {};
  const { value, missing } = costOf(items, problem);
  return { cost: { value: exactNumber(toTwoDecimals(value)), missing: missing.length } };
}

/** Gives each place that needs one the dish that was served least so far. */
function fill(places: readonly Place[], { locked }: PlanProblem): MenuItem[] {
  const times = new Map<number, number>();
  for (const { dish } of locked) times.set(dish, (times.get(dish) ?? 0) + 1);
  const items: MenuItem[] = [];
  for (const { day, meal, isRequired, fits, locked: fixed } of places) {
    if (fixed) items.push(fixed);
    if (!isRequired) continue;
    const here = new Set(
      [...items, ...locked].filter((one) => one.day === day && one.meal === meal).map(({ dish }) => dish),
    );
    const [dish] = fits.filter((id) => !here.has(id)).sort((a, b) => (times.get(a) ?? 0) - (times.get(b) ?? 0));
    if (dish === undefined) continue;
    times.set(dish, (times.get(dish) ?? 0) + 1);
    items.push({ day, meal, dish, portion: '1' });
  }
  return items;
}
