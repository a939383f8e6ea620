import type { GuideFacts } from '../domain/guide.ts';
import { AppError } from '../errors.ts';
import type { Head } from '../table/collection/collection.ts';
import type { Database } from '../table/database.ts';
import { readDishesHead } from './dish/dish.ts';
import { countMarks } from './ingredient/mark.ts';
import { countLive } from './menu/live-menu.ts';
import { readMenusHead } from './menu/menu.ts';
import { readReviewsHead } from './menu/review.ts';
import { listAssignedStandards, readStandardsHead } from './standard.ts';
import { findUnit } from './unit/unit.ts';
import { readRoster } from './user/roster.ts';

/** What is known of a unit before its standards are read. It is read beside the caller's check. */
interface GuideGround {
  /** Undefined where the unit is gone. */
  readonly counts: Omit<GuideFacts, 'standard'> | undefined;
  readonly standards: Head;
}

/** Counts what a unit has, by the heads of its collections. */
export async function readGuideGround(db: Database, unit: number): Promise<GuideGround> {
  const [found, roster, mark, dishes, menus, reviews, publish, standards] = await Promise.all([
    findUnit(db, unit),
    readRoster(db, unit),
    countMarks(db, unit),
    readDishesHead(db, unit),
    readMenusHead(db, unit),
    readReviewsHead(db, unit),
    countLive(db, unit),
    readStandardsHead(db),
  ]);
  const counts = found && {
    config: found.config,
    // Before the users are counted, the main account is the only certain one.
    user: roster.users ?? 1,
    mark,
    dish: dishes.total,
    menu: menus.total,
    submit: reviews.total,
    publish,
  };
  return { counts, standards };
}

/**
 * How far a unit has come on its way to a published menu.
 * @throws AppError `unit_not_found`.
 */
export async function findGuide(db: Database, unit: number, { counts, standards }: GuideGround): Promise<GuideFacts> {
  if (!counts) throw new AppError('unit_not_found');
  const assigned = await listAssignedStandards(db, unit, standards);
  return { ...counts, standard: assigned.length };
}
