import type { Planned, Unmet } from '../answer.ts';
import { findUnmetFigures } from './figures.ts';
import { findUnmetMeals } from './meals.ts';
import { findUnmetVariety } from './variety.ts';

/** All rules that the items do not observe, judged by the menu as stored ones are. */
export function findUnmet(planned: Planned): Unmet[] {
  return [...findUnmetMeals(planned), ...findUnmetFigures(planned), ...findUnmetVariety(planned)];
}
