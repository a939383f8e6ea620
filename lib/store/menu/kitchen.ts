import { planKitchen } from '../../domain/purchase/kitchen.ts';
import { addDays } from '../../domain/values/calendar.ts';
import { badField } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { getShownMenu, type RevisionRequest } from './shown-menu.ts';

/**
 * Reads what the kitchen cooks on a day of a menu, from 1; without `day` on each of its days.
 * @throws AppError as `getShownMenu` does; `invalid_input` for a day that the menu does not have.
 */
export async function getKitchenDays(
  db: Database,
  { day: onlyDay, ...request }: RevisionRequest & { readonly day?: number | undefined },
) {
  const { unitName, ...facts } = await getShownMenu(db, request);
  const { name: menuName, start, days: dayCount } = facts.content;
  if (onlyDay !== undefined && onlyDay > dayCount) throw badField('day', { code: 'integer', min: 1, max: dayCount });
  const days = onlyDay === undefined ? Array.from({ length: dayCount }, (_, index) => index + 1) : [onlyDay];
  return days.map((day) => {
    const isOff = facts.daysOff?.includes(day) ?? false;
    return [planKitchen(facts, day), { unitName, menuName, date: addDays(start, day - 1), isOff }] as const;
  });
}
