import type { Analysis } from '../analysis/shape.ts';
import type { MenuItem } from '../menu.ts';
import type { Unmet } from './answer.ts';
import type { Board } from './board.ts';
import type { PlanProblem } from './problem.ts';
import { findUnmetFigures } from './unmet-figures.ts';
import { findUnmetMeals } from './unmet-meals.ts';
import { findUnmetVariety } from './unmet-variety.ts';

/** All rules that the items do not observe: judged by the menu as it is, whoever made it. */
export function findUnmet(problem: PlanProblem, board: Board, items: readonly MenuItem[], analysis: Analysis): Unmet[] {
  return [
    ...findUnmetMeals(problem, items),
    ...findUnmetFigures(problem, board, items, analysis),
    ...findUnmetVariety(problem, items),
  ];
}
