import type { GroupAnalysis } from '../analysis/shape.ts';
import type { Meal } from '../meal.ts';
import { formatFigure } from '../values/decimal.ts';

/** Energy of one group on one day or in one meal. */
export interface SheetEnergy {
  /** See `SheetGroup`. */
  readonly letter: string;
  /** In kJ. */
  readonly value: string;
  readonly judgement?: string;
}

/** Lists the energy of the groups that eat on a day, or that take a meal on it. `levels` are the same groups analysed. */
export function listEnergy(
  { date, meal }: { readonly date: string; readonly meal?: Meal },
  groups: readonly { readonly letter: string }[],
  levels: readonly GroupAnalysis[],
): SheetEnergy[] {
  return groups.flatMap(({ letter }, index) => {
    const day = levels[index]?.days.find((groupDay) => groupDay.date === date);
    const dayEnergy = meal === undefined ? day?.nutrients.find(({ key }) => key === 'energy') : undefined;
    const value = dayEnergy?.value ?? day?.meals.find((eaten) => eaten.meal === meal)?.energy;
    if (!value) return [];
    const judgement = dayEnergy?.judgement;
    return [{ letter, value: formatFigure(value.rawJSON), ...(judgement ? { judgement } : {}) }];
  });
}
