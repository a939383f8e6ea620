import type { Analysis } from '../../analysis/shape.ts';
import type { MenuItem } from '../../menu/menu.ts';
import type { Unmet } from '../answer.ts';
import type { Board } from '../board.ts';
import type { PlanProblem } from '../problem.ts';
import { findUnmetData } from './data.ts';
import { findUnmetFigures } from './figures.ts';
import { findUnmetMeals } from './meals.ts';
import { findUnmetVariety } from './variety.ts';
import { tellWhy } from './why.ts';

/** A plan with its menu and what that is found to be. */
interface Planned {
  readonly problem: PlanProblem;
  readonly board: Board;
  readonly stand: Int32Array;
  readonly items: readonly MenuItem[];
  readonly analysis: Analysis;
}

/** All rules that the items do not observe, judged by the menu as stored ones are, and why. */
export function findUnmet({ problem, board, stand, items, analysis }: Planned): Unmet[] {
  const found = [
    ...findUnmetMeals(problem, items),
    ...findUnmetFigures(problem, items, analysis),
    ...findUnmetData(problem, analysis),
    ...findUnmetVariety(problem, items),
  ];
  return tellWhy(found, problem, board, stand);
}
