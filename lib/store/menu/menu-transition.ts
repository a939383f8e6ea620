import { headKey, menuStateKey, reviewPartition, unitKey } from '../../../tables/keys.ts';
import { requireCommentedParts } from '../../domain/menu/comments.ts';
import { Menu } from '../../domain/menu/menu.ts';
import { getStateAfter } from '../../domain/menu/menu-state.ts';
import type { GroupSummary, MenuComment, ReviewAction, StoredConfirmation } from '../../domain/menu/review.ts';
import { PLATFORM } from '../../domain/unit.ts';
import { addDays } from '../../domain/values/calendar.ts';
import { type IsExpectedVersion, requireExpectedVersion } from '../../domain/values/change.ts';
import { locate, toId } from '../../domain/values/id.ts';
import { AppError } from '../../errors.ts';
import type { Head } from '../../table/collection/collection.ts';
import { collectionSteps, parseHead, readHead, readHeadSnapshot } from '../../table/collection/collection.ts';
import type { Database } from '../../table/database.ts';
import { checkExistsStep, replaceStep, type Step } from '../../table/steps.ts';
import { findUnit } from '../unit/unit.ts';
import { listLiveMenus, replaceLiveEntrySteps, requireRoomOnDays } from './live-menu.ts';
import { findWholeMenu, menuCollection } from './menu.ts';
import { removePendingEntrySteps, reviewSteps } from './review.ts';
import { weekSteps } from './week.ts';

/** A request to change the state of a menu: who makes it, when, and which version they expect; absent: any. */
export interface MenuRequest {
  readonly uid: string;
  readonly userName: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly isExpectedVersion?: IsExpectedVersion;
}

/** What the platform decides about a waiting revision, with comments about parts of the menu. */
export interface ReviewDecision {
  readonly revision: number;
  readonly result: Extract<ReviewAction, '通过' | '驳回'>;
  readonly comment: string;
  readonly comments?: readonly MenuComment[];
}

/**
 * The steps that replace the state item of a menu and its row, but not its plan item. Where the row changes, they fail
 * while the unit is being deleted, because the head of its menus is gone.
 */
export function replaceMenuSteps(before: Menu, after: Menu): Step[] {
  const { vender, number, version } = before;
  return [
    replaceStep({ ...menuStateKey(vender, number), ...after }, version),
    ...collectionSteps(menuCollection(vender), { change: [{ before, after }] }),
  ];
}

/** Withdraws a menu from review, and returns its version; throws `menu_not_found`, `menu_not_pending`. */
export async function withdrawMenu(db: Database, unit: number, id: number, request: MenuRequest): Promise<number> {
  return db.retryLostRaces(async () => {
    const { menu, reviewHead } = await getTransitionContext(db, unit, id, request);
    const { waits: _, ...withdrawnMenu } = menu;
    const after: Menu = { ...withdrawnMenu, state: getStateAfter(menu, 'withdraw'), version: menu.version + 1 };
    await db.write([
      ...replaceMenuSteps(menu, after),
      ...(await weekSteps(db, unit, [{ before: menu, after }])),
      ...removePendingEntrySteps(menu),
      ...menuReviewSteps(menu, '撤回', { ...request, reviewHead, comment: '' }),
    ]);
    return after.version;
  });
}

/**
 * Approves the waiting revision, which makes it live, or rejects it. Returns the menu's version.
 * @throws AppError `menu_not_found`, `menu_not_pending`, `day_full`; `changed_meanwhile` where another revision waits;
 * `invalid_input` where a comment is about what is not served.
 */
export async function reviewMenu(db: Database, id: number, decision: ReviewDecision, request: MenuRequest) {
  const { revision, result, comment, comments = [] } = decision;
  const { unit } = locate(id);
  return db.retryLostRaces(async () => {
    const [wholeMenu, owner, reviewHead, platformHead] = await Promise.all([
      findWholeMenu(db, id),
      findUnit(db, unit),
      // A snapshot that is read before the live menus, to miss none: see `submitMenu`.
      readHeadSnapshot(db, reviewPartition(unit)),
      readHead(db, reviewPartition(PLATFORM)),
    ]);
    if (!owner || !wholeMenu) throw new AppError('menu_not_found');
    const { menu, content } = wholeMenu;
    requireExpectedVersion(menu.version, request.isExpectedVersion);
    const isApproved = result === '通过';
    const state = getStateAfter(menu, isApproved ? 'approve' : 'reject');
    if (menu.revision !== revision) throw new AppError('changed_meanwhile');
    requireCommentedParts(comments, content);
    const { waits: submission, ...judgedMenu } = menu;
    // The menu has no earlier comments that a decision without comments might keep: its submission removed them.
    const revisionComments = comments.length > 0 ? comments.map((sent) => ({ ...sent, revision })) : undefined;
    const nextMenu: Menu = { ...judgedMenu, comments: revisionComments, state, version: menu.version + 1 };
    const after = isApproved ? withLiveRevision(nextMenu, request.now, submission?.groups ?? []) : nextMenu;
    const [weekChangeSteps, liveMenus] = await Promise.all([
      weekSteps(db, unit, [{ before: menu, after }]),
      isApproved ? listLiveMenus(db, unit, menu.start, addDays(menu.start, menu.days - 1)) : [],
    ]);
    if (isApproved) requireRoomOnDays(after, liveMenus);
    const platformContext = { platformHead, venderName: owner.name };
    await db.write([
      // These fail while the unit is being deleted, because the state changes: see `replaceMenuSteps`.
      ...replaceMenuSteps(menu, after),
      ...weekChangeSteps,
      ...(isApproved ? replaceLiveEntrySteps(menu, after) : []),
      ...removePendingEntrySteps(menu),
      ...menuReviewSteps(menu, result, { ...request, reviewHead, comment, comments, platformContext }),
    ]);
    return after.version;
  });
}

/** Returns the menu after its latest revision has become live at this time, in milliseconds since the epoch. */
export function withLiveRevision({ mustBeReviewed: _, ...menu }: Menu, since: number, groups: GroupSummary[]): Menu {
  const { revision, name, start, days } = menu;
  return { ...menu, live: { revision, name, start, days, since, groups } };
}

/**
 * Takes the live revision of a menu down, and returns the menu's version; throws `menu_not_found`, `menu_not_live`. If
 * the platform does so, the next submission must be reviewed.
 */
export async function retractMenu(
  db: Database,
  id: number,
  { comment, byPlatform }: { readonly comment: string; readonly byPlatform: boolean },
  request: MenuRequest,
): Promise<number> {
  const { unit } = locate(id);
  return db.retryLostRaces(async () => {
    const [{ menu, reviewHead }, owner, platformHead] = await Promise.all([
      getTransitionContext(db, unit, id, request),
      findUnit(db, unit),
      readHead(db, reviewPartition(PLATFORM)),
    ]);
    if (!owner) throw new AppError('menu_not_found');
    const { live, ...retractedMenu } = menu;
    const nextMenu: Menu = { ...retractedMenu, state: getStateAfter(menu, 'retract'), version: menu.version + 1 };
    const after: Menu = byPlatform ? { ...nextMenu, mustBeReviewed: true } : nextMenu;
    const platformContext = byPlatform ? { platformHead, venderName: owner.name } : undefined;
    const review = { ...request, reviewHead, comment, revision: live?.revision, platformContext };
    await db.write([
      // Where the state stays, no other step requires that the unit exists.
      ...(after.state === menu.state ? [checkExistsStep(unitKey(unit))] : []),
      ...replaceMenuSteps(menu, after),
      ...(await weekSteps(db, unit, [{ before: menu, after }])),
      ...replaceLiveEntrySteps(menu, after),
      ...menuReviewSteps(menu, '下架', review),
    ]);
    return after.version;
  });
}

/** Reads a menu that is about to change its state, and the head of the unit's reviews; throws `menu_not_found`. */
async function getTransitionContext(db: Database, unit: number, id: number, { isExpectedVersion }: MenuRequest) {
  const { unit: menuUnit, number } = locate(id);
  const [stateItem, headItem] = await db.getMany([menuStateKey(unit, number), headKey(reviewPartition(unit))]);
  if (!stateItem || menuUnit !== unit) throw new AppError('menu_not_found');
  const menu = Menu.parse(stateItem);
  requireExpectedVersion(menu.version, isExpectedVersion);
  return { menu, reviewHead: parseHead(headItem) };
}

/** The facts of a review that its menu does not have. */
interface ReviewFacts extends MenuRequest {
  readonly reviewHead: Head;
  readonly comment: string;
  readonly comments?: readonly MenuComment[];
  /** The revision that the review is about; absent: the latest one. */
  readonly revision?: number | undefined;
  readonly storedConfirmation?: StoredConfirmation;
  /** For a decision of the platform: the head of the platform's reviews, and the name of the menu's unit. */
  readonly platformContext?: { readonly platformHead: Head; readonly venderName: string } | undefined;
}

/** The steps that write a review of a menu to its unit's reviews, and a decision of the platform also to the platform's. */
export function menuReviewSteps(menu: Menu, action: ReviewAction, facts: ReviewFacts): Step[] {
  const { uid, userName, now: time, comment, comments = [], revision, platformContext } = facts;
  const { vender, number, name } = menu;
  const menuFacts = { menu: toId(vender, number), name, revision: revision ?? menu.revision };
  const actorFacts = { uid, userName, time, byPlatform: platformContext !== undefined };
  const review = { ...menuFacts, ...actorFacts, action, comment, ...facts.storedConfirmation };
  const { platformHead, venderName } = platformContext ?? {};
  return [
    ...reviewSteps(vender, facts.reviewHead, comments.length > 0 ? { ...review, comments: [...comments] } : review),
    ...(platformHead ? reviewSteps(PLATFORM, platformHead, { ...review, venderName }) : []),
  ];
}
