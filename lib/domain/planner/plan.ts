import { analyse } from '../analysis/analyse.ts';
import { MOST_NAMED, print } from '../analysis/findings.ts';
import type { Analysis } from '../analysis/shape.ts';
import { kitchenName } from '../ingredient/ingredient.ts';
import type { MenuItem } from '../menu/menu.ts';
import type { PlanAnswer } from './answer.ts';
import { type Board, NOTHING, setUp } from './board.ts';
import { costOf } from './cost.ts';
import type { PlanProblem } from './problem.ts';
import { type Annealed, anneal, MOVES, type Moves } from './search/anneal.ts';
import { commonItems, substitute } from './substitutes.ts';
import { findUnmet } from './unmet/unmet.ts';

/** Plans a menu. The same problem gives the same answer on any machine. */
export function planMenu(problem: PlanProblem): PlanAnswer {
  return planWithin(problem, MOVES[problem.effort]);
}

/** The same with so many moves and so much work. */
export function planWithin(problem: PlanProblem, moves: Moves): PlanAnswer {
  const { locked, content } = problem;
  const board = setUp({ ...problem, locked: commonItems(locked, content.groups) });
  return answerWith(problem, board, anneal(board, problem.seed, moves));
}

/** The answer that serves these courses. */
export function answerWith(problem: PlanProblem, board: Board, { stand, isCutShort }: Annealed): PlanAnswer {
  const common = toItems(board, stand);
  const aside = problem.locked.filter((item) => !common.includes(item));
  const { items, unmet: unsubstituted } = substitute(problem, [...common, ...aside]);
  const analysis = analyseItems(problem, items);
  const unmet = [
    ...unsubstituted,
    ...findUnmet({ problem, board, items: common, served: items, analysis, isCutShort }),
  ];
  return { items, analysis, unmet, ...toldCost(problem, items) };
}

/** The analysis of a menu with these items. Dishes that it does not serve are left aside, as there may be thousands. */
export function analyseItems(problem: PlanProblem, items: readonly MenuItem[]): Analysis {
  const served = items.flatMap(({ dish: id }) => {
    const dish = problem.dishes.get(id);
    return dish ? [[id, dish] as const] : [];
  });
  return analyse({ ...problem, dishes: new Map(served), content: { ...problem.content, items } });
}

function toldCost(problem: PlanProblem, items: readonly MenuItem[]): Pick<PlanAnswer, 'cost'> {
  if (problem.prices.size === 0) return {};
  const { known, estimated, missing } = costOf(items, problem);
  const named = missing.slice(0, MOST_NAMED).map((code) => kitchenName(problem.foods.get(code), code));
  return {
    cost: { value: print(known), estimate: print(estimated), missing: named, missingCount: missing.length },
  };
}

/** The items in the order of the places. */
function toItems({ places, courses }: Board, stand: Int32Array): MenuItem[] {
  return places.flatMap(({ day, meal, locked }, place) => {
    if (locked) return [locked];
    const course = courses[stand[place] ?? NOTHING];
    return course && course.portion !== '' ? [{ day, meal, dish: course.dish, portion: course.portion }] : [];
  });
}
