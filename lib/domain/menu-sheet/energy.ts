import type { GroupAnalysis } from '../analysis/shape.ts';
import type { Meal } from '../meal.ts';
import { formatFigure } from '../values/output.ts';

/** The energy that one group gets on a day or in a meal. */
export type SheetEnergy = ReturnType<typeof listEnergies>[number];

/**
 * Lists the energy in kJ that the groups get on a day or, if `meal` is given, in one meal of it. Only that of a day is judged.
 * `analyses` are the same groups, analysed. Groups that get nothing are left out.
 */
export function listEnergies(
  { date, meal }: { readonly date: string; readonly meal?: Meal },
  groups: readonly { readonly letter: string }[],
  analyses: readonly GroupAnalysis[],
) {
  return groups.flatMap(({ letter }, index) => {
    const day = analyses[index]?.days.find((groupDay) => groupDay.date === date);
    if (meal !== undefined) {
      const energy = day?.meals.find((groupMeal) => groupMeal.meal === meal)?.energy;
      return energy ? [{ letter, value: formatFigure(energy.rawJSON) }] : [];
    }
    const finding = day?.nutrients.find(({ key }) => key === 'energy');
    if (!finding) return [];
    const { value, judgement } = finding;
    return [{ letter, value: formatFigure(value.rawJSON), ...(judgement ? { judgement } : {}) }];
  });
}
