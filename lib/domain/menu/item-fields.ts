import { meals } from '../meal.ts';
import { about, choice, field, integer, withoutBlanks } from '../values/fields.ts';
import { MAX_DAYS } from './menu.ts';

export const portionRange = { min: 0.1, max: 10 };

export const itemFields = {
  id: about('A menu of the own unit.', integer(1, Number.MAX_SAFE_INTEGER)),
  day: about('Day of the menu, from 1.', integer(1, MAX_DAYS)),
  meal: about('A meal of the menu.', choice(meals)),
  dish: about('A dish.', integer(1, Number.MAX_SAFE_INTEGER)),
};

/** Makes the field of the portion of an item: a multiple of the dish as it is written, as decimal text. */
export function portion() {
  return field(
    { type: 'number', minimum: portionRange.min, maximum: portionRange.max, default: 1 },
    (value, fail): string => {
      const digits = withoutBlanks(value);
      const number = /^\d{1,2}(\.\d{1,15})?$/.test(digits) ? Number(digits) : Number.NaN;
      return number >= portionRange.min && number <= portionRange.max
        ? String(number)
        : fail({ code: 'between', ...portionRange });
    },
  );
}
