import { dishPartition, menuPartition, reviewPartition } from '../../tables/keys.ts';
import type { GuideFacts } from '../domain/guide.ts';
import { addDays, toMonday } from '../domain/values/calendar.ts';
import { AppError } from '../errors.ts';
import { readHead } from '../table/collection/collection.ts';
import type { Database } from '../table/database.ts';
import { countValues, markKind } from './ingredient/code-values.ts';
import { countLiveMenus } from './menu/live-menu.ts';
import { findNewestReview } from './menu/review.ts';
import { getWeekStatuses } from './menu/week.ts';
import { listAssignedStandardIds } from './standard.ts';
import { findUnit } from './unit/unit.ts';
import { getUnitRoles } from './user/unit-roles.ts';

/** The number of live menus up to which the guide counts them. */
const MAX_COUNTED_MENUS = 200;

/** Reads the facts for the guide of a new unit on the day `today` (`YYYY-MM-DD`); throws `unit_not_found`. */
export async function getGuideFacts(db: Database, unit: number, today: string): Promise<GuideFacts> {
  const countMembers = async (partition: string) => (await readHead(db, partition)).total;
  // The counts have their names in `GuideFacts`.
  const [storedUnit, unitRoles, standardIds, lastReview, weeks, mark, dish, menu, submit, publish] = await Promise.all([
    findUnit(db, unit),
    getUnitRoles(db, unit),
    listAssignedStandardIds(db, unit),
    findNewestReview(db, unit),
    getWeekStatuses(db, unit, [toMonday(today), addDays(toMonday(today), 7)]),
    countValues(db, unit, markKind),
    countMembers(dishPartition(unit)),
    countMembers(menuPartition(unit)),
    countMembers(reviewPartition(unit)),
    countLiveMenus(db, unit, MAX_COUNTED_MENUS),
  ]);
  if (!storedUnit) throw new AppError('unit_not_found');
  return {
    config: storedUnit.config,
    // The main account always exists, even where users have not been counted yet.
    user: unitRoles.users ?? 1,
    standard: standardIds.length,
    mark,
    dish,
    menu,
    submit,
    publish,
    lastAction: lastReview?.action,
    weeks,
  };
}
