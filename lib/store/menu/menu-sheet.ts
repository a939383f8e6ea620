import type { WholeMenu } from '../../domain/menu/menu.ts';
import { PLATFORM_NAME, type Review } from '../../domain/menu/review.ts';
import type { Signature, StatusFacts } from '../../domain/menu-sheet/status.ts';
import { PLATFORM } from '../../domain/unit.ts';
import type { Database } from '../../table/database.ts';
import { listReviewsBySubmission } from './review.ts';
import { getMenuWithUnit, type RevisionRequest, resolveRevision } from './shown-menu.ts';

/**
 * Reads everything that the sheet of a menu needs. The caller must already be allowed to see the menu.
 * @throws AppError `menu_not_found`, `revision_not_found`, `unit_not_found`, `menu_too_large`.
 */
export async function getSheetFacts(db: Database, request: RevisionRequest, callerUnit: number) {
  const menuWithUnit = await getMenuWithUnit(db, request.id);
  const { wholeMenu, unit } = menuWithUnit;
  const shownRevision = request.revision ?? wholeMenu.menu.live?.revision;
  const [menu, status] = await Promise.all([
    resolveRevision(db, menuWithUnit, request.revision),
    shownRevision === undefined
      ? describePresentStatus(wholeMenu)
      : readStatus(db, { id: request.id, shownRevision }, callerUnit, wholeMenu),
  ]);
  return { unit, menu, nameByDish: wholeMenu.nameByDish, status };
}

/** The status of a menu without a live revision. Its submitter is known only while it waits for review. */
function describePresentStatus({ menu: { state, waits } }: WholeMenu): StatusFacts {
  return { state, ...(waits ? { submittedBy: { who: waits.userName, time: waits.since } } : {}) };
}

/** Reads the status of one revision of a menu from its reviews. */
async function readStatus(
  db: Database,
  { id, shownRevision }: { readonly id: number; readonly shownRevision: number },
  callerUnit: number,
  { menu: { state, live } }: WholeMenu,
): Promise<StatusFacts> {
  const reviews = await listReviewsBySubmission(db, { menu: id, revision: shownRevision });
  const findReview = (action: Review['action']) => reviews.find((review) => review.action === action);
  const exemption = findReview('免审');
  const swap = findReview('换菜');
  const approval = findReview('通过');
  const firstReview = findReview('提交') ?? exemption ?? swap;
  return {
    shownRevision,
    ...(live ? { liveRevision: live.revision } : {}),
    state,
    ...(firstReview ? { submittedBy: toSignature(firstReview, callerUnit) } : {}),
    ...(approval ? { approvedBy: toSignature(approval, callerUnit) } : {}),
    isExempt: exemption !== undefined,
    isSwapped: swap !== undefined,
  };
}

/** The signature of a review. Units do not see the names of the platform's reviewers. */
function toSignature({ userName, time, byPlatform }: Review, callerUnit: number): Signature {
  return { who: byPlatform && callerUnit !== PLATFORM ? PLATFORM_NAME : userName, time };
}
