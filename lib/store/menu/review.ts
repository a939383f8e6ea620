import * as z from 'zod/mini';
import { memberPrefix, pendingKey, pendingPartition, reviewKey, reviewPartition } from '../../../tables/keys.ts';
import type { Menu } from '../../domain/menu/menu.ts';
import { PendingMenu, type PendingPage, Review, type ReviewAction, reviewActions } from '../../domain/menu/review.ts';
import { idOf, locate } from '../../domain/values/id.ts';
import type { Page, PageRequest } from '../../domain/values/page.ts';
import { type Collection, type Head, readHead, rowSteps } from '../../table/collection/collection.ts';
import { type RowFilter, readPage } from '../../table/collection/page.ts';
import type { Database } from '../../table/database.ts';
import { insert, put, remove, type Step } from '../../table/steps.ts';
import { findUnits } from '../unit/unit.ts';

/** What reviews are searched by. */
const ReviewRow = z.object({ number: z.int(), menu: z.int(), action: z.enum(reviewActions) });
type ReviewRow = z.output<typeof ReviewRow>;

/** Which reviews are listed. */
export interface ReviewFilter {
  /** Id of a menu, which may be gone. */
  readonly menu?: number | undefined;
  readonly action?: ReviewAction | undefined;
}

/** The reviews of one unit: everything that was done with its menus. Of unit 0: everything that the platform decided. */
export function reviewCollection(unit: number): Collection<ReviewRow, Review> {
  return {
    partition: reviewPartition(unit),
    Row: ReviewRow,
    Member: Review,
    kind: 'record',
    memberPrefix: memberPrefix(reviewPartition(unit)),
    memberKey: ({ number }) => reviewKey(unit, number),
    rowKey: (number) => reviewKey(unit, number),
    toRow,
    searchText: () => '',
  };
}

function toRow({ number, menu, action }: Review): ReviewRow {
  return { number, menu, action };
}

/** The head of a unit's reviews. */
export async function readReviewsHead(db: Database, unit: number): Promise<Head> {
  return readHead(db, reviewPartition(unit));
}

/** One page of a unit's reviews that pass the filter, newest first. */
export async function listReviews(
  db: Database,
  unit: number,
  request: PageRequest,
  filter: ReviewFilter,
): Promise<Page<Review>> {
  return readPage(db, reviewCollection(unit), request, {
    filter: toRowFilter(filter),
    toRow,
    readMembers: async (rows) => {
      const items = await db.getMany(rows.map(({ number }) => reviewKey(unit, number)));
      return items.map((item) => item && Review.parse(item));
    },
  });
}

/** How many reviews are read at once to find those of one submission. Few menus have more. */
const REVIEWS_AT_ONCE = 20;

/** The reviews of one submission of a menu, newest first. */
export async function listReviewsBySubmission(
  db: Database,
  { menu, revision }: { readonly menu: number; readonly revision: number },
): Promise<Review[]> {
  const found: Review[] = [];
  for (let pageNo = 0; ; pageNo += 1) {
    const request = { pageNo, pageSize: REVIEWS_AT_ONCE };
    const { content, totalPages } = await listReviews(db, locate(menu).unit, request, { menu });
    found.push(...content.filter((review) => review.revision === revision));
    const isBefore = content.some((review) => review.revision < revision);
    if (isBefore || pageNo + 1 >= totalPages) return found;
  }
}

function toRowFilter({ menu, action }: ReviewFilter): RowFilter<ReviewRow> | undefined {
  if (menu === undefined && action === undefined) return undefined;
  return (row) => (menu === undefined || menu === row.menu) && (action === undefined || action === row.action);
}

/**
 * Part of the menus that wait for review, the longest waiting first, from the key `from` on. Those of a unit that is
 * being deleted are left out.
 */
export async function listPending(
  db: Database,
  { from, size }: { readonly from: string | undefined; readonly size: number },
): Promise<PendingPage> {
  const between = [from ?? pendingKey(0, 0).sk, pendingKey(Number.MAX_SAFE_INTEGER, 0).sk] as const;
  const items = await db.query(pendingPartition, { between, limit: size + 1 });
  const menus = items.slice(0, size).map((item) => PendingMenu.parse(item));
  const units = await findUnits(
    db,
    menus.map(({ menu }) => locate(menu).unit),
  );
  const content = menus.flatMap((menu, index) => {
    const unit = units[index];
    return unit ? [{ ...menu, vender: unit.id, venderName: unit.name }] : [];
  });
  return { content, next: items[size]?.sk ?? '' };
}

/** The steps that write one review. Its number is the next one of the head. */
export function reviewSteps(unit: number, head: Head, facts: Omit<Review, 'version' | 'number'>): Step[] {
  const review: Review = { version: 1, number: head.next, ...facts };
  return [
    insert({ ...reviewKey(unit, review.number), ...review }),
    ...rowSteps(reviewCollection(unit), { add: [review] }, head),
  ];
}

/**
 * The steps that add a menu to those that wait for review; none where it does not wait. A step on the menu must guard
 * them.
 */
export function addPendingSteps({ vender, number, name, start, days, revision, waits }: Menu): Step[] {
  if (!waits) return [];
  const { since: time, ...rest } = waits;
  const pending: PendingMenu = { menu: idOf(vender, number), name, start, days, revision, ...rest, time };
  return [put({ ...pendingKey(time, pending.menu), ...pending })];
}

/**
 * The steps that remove a menu from those that wait for review; none where it does not wait. A step on the menu must
 * guard them.
 */
export function removePendingSteps({ vender, number, waits }: Menu): Step[] {
  return waits ? [remove(pendingKey(waits.since, idOf(vender, number)))] : [];
}
