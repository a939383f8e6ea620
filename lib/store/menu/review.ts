import * as z from 'zod/mini';
import { memberPrefix, pendingKey, pendingPartition, reviewKey, reviewPartition } from '../../../tables/keys.ts';
import type { Menu } from '../../domain/menu/menu.ts';
import { PendingMenu, type PendingPage, Review, type ReviewAction, reviewActions } from '../../domain/menu/review.ts';
import { locate, toId } from '../../domain/values/id.ts';
import type { PageRequest } from '../../domain/values/page.ts';
import { type Collection, collectionSteps, type Head } from '../../table/collection/collection.ts';
import { type RowFilter, readPage } from '../../table/collection/page.ts';
import type { Database } from '../../table/database.ts';
import { insertStep, putStep, removeStep, type Step } from '../../table/steps.ts';
import { findUnits } from '../unit/unit.ts';

const ReviewRow = z.object({ number: z.int(), menu: z.int(), action: z.enum(reviewActions) });
type ReviewRow = z.output<typeof ReviewRow>;

export interface ReviewFilter {
  /** The id of a menu, which may have been deleted. */
  readonly menu?: number | undefined;
  readonly action?: ReviewAction | undefined;
}

/** The collection of a unit's reviews. Those of unit 0 are the platform's decisions. */
export function reviewCollection(unit: number): Collection<ReviewRow, Review> {
  return {
    partition: reviewPartition(unit),
    Row: ReviewRow,
    Member: Review,
    // The stored kind: reviews were called records.
    kind: 'record',
    memberPrefix: memberPrefix(reviewPartition(unit)),
    memberKey: ({ number }) => reviewKey(unit, number),
    // A review is so small that it is its own row.
    externalRowKey: (number) => reviewKey(unit, number),
    toRow,
    searchText: () => '',
  };
}

const toRow = ({ number, menu, action }: Review): ReviewRow => ({ number, menu, action });

/** Reads one page of a unit's reviews that pass the filter, newest first. */
export async function listReviews(db: Database, unit: number, request: PageRequest, filter: ReviewFilter) {
  return readPage(db, reviewCollection(unit), request, {
    filter: makeRowFilter(filter),
    toRow,
    readMembers: async (rows) => {
      const items = await db.getMany(rows.map(({ number }) => reviewKey(unit, number)));
      return items.map((item) => item && Review.parse(item));
    },
  });
}

/** Finds the newest review of a unit; undefined where it has none. */
export async function findNewestReview(db: Database, unit: number): Promise<Review | undefined> {
  const partition = reviewPartition(unit);
  const [item] = await db.query(partition, { prefix: memberPrefix(partition), descending: true, limit: 1 });
  return item && Review.parse(item);
}

/** The number of reviews that are read at once to find those of one submission. Few menus have more. */
const REVIEWS_AT_ONCE = 20;

/** Reads the reviews of one submission of a menu, newest first. */
export async function listReviewsBySubmission(db: Database, menuId: number, revision: number): Promise<Review[]> {
  const reviews: Review[] = [];
  for (let pageNo = 0; ; pageNo += 1) {
    const pageRequest = { pageNo, pageSize: REVIEWS_AT_ONCE };
    const { content, totalPages } = await listReviews(db, locate(menuId).unit, pageRequest, { menu: menuId });
    reviews.push(...content.filter((review) => review.revision === revision));
    // Behind a review of an earlier revision all are of earlier ones. Not so a 下架: it may follow a newer submission.
    const hasEarlierOnes = content.some((review) => review.action !== '下架' && review.revision < revision);
    if (hasEarlierOnes || pageNo + 1 >= totalPages) return reviews;
  }
}

function makeRowFilter({ menu, action }: ReviewFilter): RowFilter<ReviewRow> | undefined {
  if (menu === undefined && action === undefined) return undefined;
  return (row) => (menu === undefined || menu === row.menu) && (action === undefined || action === row.action);
}

/**
 * Reads up to `size` menus that wait for review, longest waiting first. `cursor` is the `next` of the page before;
 * undefined for the first page. Menus of a unit that is being deleted are left out.
 */
export async function listPendingMenus(db: Database, cursor: string | undefined, size: number): Promise<PendingPage> {
  const between = [cursor ?? pendingKey(0, 0).sk, pendingKey(Number.MAX_SAFE_INTEGER, 0).sk] as const;
  // One more than the page has: its key is the cursor of the next page.
  const items = await db.query(pendingPartition, { between, limit: size + 1 });
  const pendingMenus = items.slice(0, size).map((item) => PendingMenu.parse(item));
  const unitIds = pendingMenus.map(({ menu }) => locate(menu).unit);
  const units = await findUnits(db, unitIds);
  const content = pendingMenus.flatMap((pendingMenu, index) => {
    const unit = units[index];
    return unit ? [{ ...pendingMenu, vender: unit.id, venderName: unit.name }] : [];
  });
  return { content, next: items[size]?.sk ?? '' };
}

/** The steps that write one review, numbered with the head's next number. */
export function reviewSteps(unit: number, head: Head, facts: Omit<Review, 'version' | 'number'>): Step[] {
  const review: Review = { version: 1, number: head.next, ...facts };
  return [
    insertStep({ ...reviewKey(unit, review.number), ...review }),
    ...collectionSteps(reviewCollection(unit), { add: [review] }, head),
  ];
}

/** The steps that write the pending entry of a menu, if it waits. The same transaction must check the menu's version. */
export function addPendingEntrySteps({ vender, number, name, start, days, revision, waits }: Menu): Step[] {
  if (!waits) return [];
  const { since: time, ...submitter } = waits;
  const pendingMenu: PendingMenu = { menu: toId(vender, number), name, start, days, revision, ...submitter, time };
  return [putStep({ ...pendingKey(time, pendingMenu.menu), ...pendingMenu })];
}

/** The steps that remove the pending entry of a menu, if it waits. The same transaction must check the menu's version. */
export function removePendingEntrySteps({ vender, number, waits }: Menu): Step[] {
  return waits ? [removeStep(pendingKey(waits.since, toId(vender, number)))] : [];
}
