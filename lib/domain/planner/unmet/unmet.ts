import type { Planned, Unmet } from '../answer.ts';
import { findUnmetFigures } from './figures.ts';
import { findUnmetMeals } from './meals.ts';
import { textsOf } from './texts.ts';
import { findUnmetVariety } from './variety.ts';

/** All rules that the items do not observe, judged by the menu as stored ones are; before them, if the search ended early. */
export function findUnmet(planned: Planned): Unmet[] {
  const cut: Unmet = { rule: 'search', text: textsOf(planned.problem).cutShort };
  return [
    ...(planned.isCutShort ? [cut] : []),
    ...findUnmetMeals(planned),
    ...findUnmetFigures(planned),
    ...findUnmetVariety(planned),
  ];
}
