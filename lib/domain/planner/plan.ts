import { analyse } from '../analysis/analyse.ts';
import { MOST_NAMED, print } from '../analysis/findings.ts';
import type { MenuItem } from '../menu/menu.ts';
import type { PlanAnswer } from './answer.ts';
import { type Board, NOTHING, setUp } from './board.ts';
import { costOf } from './cost.ts';
import type { PlanProblem } from './problem.ts';
import { anneal, MOVES } from './search/anneal.ts';
import { findUnmet } from './unmet/unmet.ts';

/** Plans a menu. The same problem gives the same answer on any machine. */
export function planMenu(problem: PlanProblem): PlanAnswer {
  const board = setUp(problem);
  return answerWith(problem, board, anneal(board, problem.seed, MOVES[problem.effort]));
}

/** The answer that serves these courses. */
export function answerWith(problem: PlanProblem, board: Board, stand: Int32Array): PlanAnswer {
  const items = toItems(board, stand);
  const analysis = analyse({ ...problem, content: { ...problem.content, items } });
  return { items, analysis, unmet: findUnmet({ problem, board, items, analysis }), ...toldCost(problem, items) };
}

function toldCost(problem: PlanProblem, items: readonly MenuItem[]): Pick<PlanAnswer, 'cost'> {
  if (problem.prices.size === 0) return {};
  const { value, missing } = costOf(items, problem);
  const named = missing.slice(0, MOST_NAMED).map((code) => problem.foods.get(code)?.name ?? code);
  return { cost: { value: print(value), missing: named, missingCount: missing.length } };
}

/** The items in the order of the places. */
function toItems({ places, courses }: Board, stand: Int32Array): MenuItem[] {
  return places.flatMap(({ day, meal, locked }, place) => {
    if (locked) return [locked];
    const course = courses[stand[place] ?? NOTHING];
    return course && course.portion !== '' ? [{ day, meal, dish: course.dish, portion: course.portion }] : [];
  });
}
