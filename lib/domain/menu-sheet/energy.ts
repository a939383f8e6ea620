import type { Day, Level } from '../analysis/shape.ts';
import type { Meal } from '../meal.ts';
import { formatFigure } from './figures.ts';

/** Energy of one group on one day or in one meal. */
export interface SheetEnergy {
  /** See `SheetGroup`. */
  readonly letter: string;
  /** In kJ. */
  readonly value: string;
  readonly judgement?: string;
}

/** The groups of a menu, of which only the letters are needed. */
type Lettered = readonly { readonly letter: string }[];

/** Energy of the groups that eat on that day. `levels` are the analysed groups, in the same order. */
export function listDayEnergy(date: string, groups: Lettered, levels: readonly Level[]): SheetEnergy[] {
  return listByGroup(date, groups, levels, ({ nutrients }) => {
    const energy = nutrients.find(({ key }) => key === 'energy');
    if (!energy) return undefined;
    const { value, judgement } = energy;
    return { value: value.rawJSON, ...(judgement ? { judgement } : {}) };
  });
}

/** Energy of the groups that take that meal on that day. */
export function listMealEnergy(meal: Meal, date: string, groups: Lettered, levels: readonly Level[]): SheetEnergy[] {
  return listByGroup(date, groups, levels, ({ meals }) => {
    const eaten = meals.find((one) => one.meal === meal);
    return eaten && { value: eaten.energy.rawJSON };
  });
}

function listByGroup(
  date: string,
  groups: Lettered,
  levels: readonly Level[],
  find: (day: Day) => Omit<SheetEnergy, 'letter'> | undefined,
): SheetEnergy[] {
  return groups.flatMap(({ letter }, index) => {
    const day = levels[index]?.days.find((one) => one.date === date);
    const found = day && find(day);
    return found ? [{ letter, ...found, value: formatFigure(found.value) }] : [];
  });
}
