import type { Day, Level } from '../analysis/shape.ts';
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

type GroupLetters = readonly { readonly letter: string }[];

/** Lists the energy of the groups that eat on a day. `levels` are the analysed groups, in the same order. */
export function listDayEnergy(date: string, groups: GroupLetters, levels: readonly Level[]): SheetEnergy[] {
  return listByGroup(date, groups, levels, ({ nutrients }) => {
    const energy = nutrients.find(({ key }) => key === 'energy');
    if (!energy) return undefined;
    const { value, judgement } = energy;
    return { value: value.rawJSON, ...(judgement ? { judgement } : {}) };
  });
}

/** Lists the energy of the groups that take a meal on a day. */
export function listMealEnergy(
  meal: Meal,
  date: string,
  groups: GroupLetters,
  levels: readonly Level[],
): SheetEnergy[] {
  return listByGroup(date, groups, levels, ({ meals }) => {
    const mealEnergy = meals.find((eaten) => eaten.meal === meal);
    return mealEnergy && { value: mealEnergy.energy.rawJSON };
  });
}

function listByGroup(
  date: string,
  groups: GroupLetters,
  levels: readonly Level[],
  findEnergy: (day: Day) => Omit<SheetEnergy, 'letter'> | undefined,
): SheetEnergy[] {
  return groups.flatMap(({ letter }, index) => {
    const day = levels[index]?.days.find((groupDay) => groupDay.date === date);
    const energy = day && findEnergy(day);
    return energy ? [{ letter, ...energy, value: formatFigure(energy.value) }] : [];
  });
}
