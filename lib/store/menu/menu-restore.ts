import { reviewKey, revisionKey, unitKey } from '../../../tables/keys.ts';
import { type DishNames, type Menu, type MenuContent, sizeOfAnswer } from '../../domain/menu/menu.ts';
import type { Review } from '../../domain/menu/review.ts';
import type { Revision } from '../../domain/revision.ts';
import { LAST_NUMBER } from '../../domain/values/id.ts';
import { AppError } from '../../errors.ts';
import { rowSteps } from '../../table/collection/collection.ts';
import type { Database } from '../../table/database.ts';
import { alive, insert, put } from '../../table/steps.ts';
import { getUnit } from '../unit/unit.ts';
import { liveSteps } from './live-menu.ts';
import { insertMenu, menusOf, readMenusHead } from './menu.ts';
import { packRevision } from './packed-revision.ts';
import { readReviewsHead, reviewsOf, waitSteps } from './review.ts';

/** A menu that keeps the number it had in another unit. */
export interface NumberedMenu {
  readonly number: number;
  readonly content: MenuContent;
  readonly names: DishNames;
  /** Its state, and what has been done with it. */
  readonly fate: Pick<Menu, 'state' | 'revision' | 'live' | 'waits' | 'mustBeReviewed' | 'modify'>;
  /** Its revisions, the first one first. */
  readonly revisions: readonly Revision[];
}

/**
 * How many menus one transaction gives a unit. Each is two items and a row, and an entry among the live or the waiting
 * ones; the head and the demand that the unit exists come on top.
 */
export const MENUS_PER_TRANSACTION = 15;
/**
 * How many reviews one transaction gives a unit. Each is an item and a row; the head and the demand that the unit
 * exists come on top.
 */
export const REVIEWS_PER_TRANSACTION = 45;

/**
 * Gives a unit menus that keep their numbers, in ascending order, all or none. Numbers that the unit has used already
 * count as done: repeating the call finishes what was cut short.
 * @throws AppError `quota_reached`, `unit_not_found`.
 */
export async function restoreMenus(db: Database, unit: number, menus: readonly NumberedMenu[]): Promise<void> {
  await db.retryLostRaces(async () => {
    const [owner, head] = await Promise.all([getUnit(db, unit), readMenusHead(db, unit)]);
    const missing = menus.filter(({ number }) => number >= head.next);
    if (missing.length === 0) return;
    const isFull = head.total + missing.length > db.quotas.menus || (missing.at(-1)?.number ?? 0) > LAST_NUMBER;
    if (isFull) throw new AppError('quota_reached');
    const added = missing.map(({ number, content, names, fate }) => {
      const { name, start, days } = content;
      const facts = { name, start, days, size: sizeOfAnswer(content, names), ...fate };
      const menu: Menu = { version: 1, vender: unit, number, planVersion: 1, ...facts };
      return { menu, content, names };
    });
    // Revisions come first: nobody looks for them before their menu exists.
    for (const menu of missing) await restoreRevisions(db, unit, menu);
    await db.write([
      alive(unitKey(unit), 'unit_not_found'),
      ...added.flatMap(insertMenu),
      ...added.flatMap(({ menu }) => [...liveSteps(menu), ...waitSteps(menu, owner.name)]),
      ...rowSteps(menusOf(unit), { add: added.map(({ menu }) => menu) }, head),
    ]);
  });
}

async function restoreRevisions(db: Database, unit: number, { number, revisions }: NumberedMenu): Promise<void> {
  for (const [index, revision] of revisions.entries()) {
    const item = { ...revisionKey(unit, number, index + 1), version: 1, data: packRevision(revision) };
    await db.write([alive(unitKey(unit), 'unit_not_found'), put(item)]);
  }
}

/** Gives a unit reviews that keep their numbers, in ascending order, all or none, as `restoreMenus` does. */
export async function restoreReviews(
  db: Database,
  unit: number,
  reviews: readonly Omit<Review, 'version' | 'vender'>[],
): Promise<void> {
  await db.retryLostRaces(async () => {
    const head = await readReviewsHead(db, unit);
    const missing = reviews.filter(({ number }) => number >= head.next);
    if (missing.length === 0) return;
    const added = missing.map((facts): Review => ({ version: 1, vender: unit, ...facts }));
    await db.write([
      alive(unitKey(unit), 'unit_not_found'),
      ...added.map((review) => insert({ ...reviewKey(unit, review.number), ...review })),
      ...rowSteps(reviewsOf(unit), { add: added }, head),
    ]);
  });
}
