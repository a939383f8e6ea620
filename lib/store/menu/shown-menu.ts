import { listDaysOff } from '../../domain/calendar.ts';
import type { WholeMenu } from '../../domain/menu/menu.ts';
import { PLATFORM_NAME, type Review } from '../../domain/menu/review.ts';
import type { Signature, StatusFacts } from '../../domain/menu-sheet/status.ts';
import { planKitchen } from '../../domain/purchase/kitchen.ts';
import { freeze, thaw } from '../../domain/revision.ts';
import { PLATFORM, type Unit } from '../../domain/unit.ts';
import { addDays } from '../../domain/values/calendar.ts';
import { locate, toId } from '../../domain/values/id.ts';
import { AppError, badField } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { readCalendars } from '../calendar.ts';
import { findUnit } from '../unit/unit.ts';
import { findWholeMenu } from './menu.ts';
import { readMenuPeople } from './menu-people.ts';
import { getRevision } from './menu-revision.ts';
import { resolveMenu } from './resolved-menu.ts';
import { listReviewsBySubmission } from './review.ts';

/** What a caller sends in the place of a revision to ask for the present content of the menu. */
const PRESENT_CONTENT = 0;

/** A menu and the revision to show, or `PRESENT_CONTENT`; absent: the live revision or, without one, the present content. */
export interface RevisionRequest {
  readonly id: number;
  readonly revision?: number | undefined;
}

/** A menu, and the unit to which it belongs. */
type MenuWithUnit = { readonly wholeMenu: WholeMenu; readonly unit: Unit };

/** Reads a menu of any unit, and its unit; throws `menu_not_found`, `unit_not_found`. */
export async function getMenuWithUnit(db: Database, id: number): Promise<MenuWithUnit> {
  const [wholeMenu, unit] = await Promise.all([findWholeMenu(db, id), findUnit(db, locate(id).unit)]);
  if (!wholeMenu) throw new AppError('menu_not_found');
  if (!unit) throw new AppError('unit_not_found');
  return { wholeMenu, unit };
}

/** Chooses what is shown of a menu, see `RevisionRequest`. */
function chooseRevision({ menu }: WholeMenu, { revision }: RevisionRequest): number {
  return revision ?? menu.live?.revision ?? PRESENT_CONTENT;
}

/** Reads a revision, or the present content as if it were frozen now; throws `revision_not_found`, `menu_too_large`. */
async function resolveRevision(db: Database, { wholeMenu, unit }: MenuWithUnit, revision: number) {
  const isDraft = revision === PRESENT_CONTENT;
  const frozenMenu = isDraft
    ? freeze(await resolveMenu(db, unit, wholeMenu.content))
    : await getRevision(db, toId(unit.id, wholeMenu.menu.number), revision);
  return { ...thaw(frozenMenu), isDraft };
}

/**
 * Reads what views show of a menu: the requested revision, its unit's name, and the present days off and numbers of people.
 * @throws AppError `menu_not_found`, `unit_not_found`, `revision_not_found`, `menu_too_large`.
 */
export async function getShownMenu(db: Database, request: RevisionRequest) {
  const [menuWithUnit, calendars, people] = await Promise.all([
    getMenuWithUnit(db, request.id),
    readCalendars(db, locate(request.id).unit),
    readMenuPeople(db, request.id),
  ]);
  const resolved = await resolveRevision(db, menuWithUnit, chooseRevision(menuWithUnit.wholeMenu, request));
  return { ...resolved, daysOff: listDaysOff(calendars, resolved.content), unitName: menuWithUnit.unit.name, people };
}

/**
 * Reads what the kitchen cooks on a day of a menu, counted from 1; without `day` on each of its days.
 * @throws AppError as `getShownMenu` does; `invalid_input` for a day that the menu does not have.
 */
export async function getKitchenDays(db: Database, request: RevisionRequest & { readonly day?: number | undefined }) {
  const { day: onlyDay } = request;
  const { unitName, isDraft, ...facts } = await getShownMenu(db, request);
  const { name: menuName, start, days: dayCount } = facts.content;
  if (onlyDay !== undefined && onlyDay > dayCount) throw badField('day', { code: 'integer', min: 1, max: dayCount });
  const days = onlyDay === undefined ? Array.from({ length: dayCount }, (_, dayIndex) => dayIndex + 1) : [onlyDay];
  return days.map((day) => {
    const isOff = facts.daysOff?.includes(day) ?? false;
    const sheetFacts = { unitName, menuName, date: addDays(start, day - 1), isOff, isDraft };
    return { day: planKitchen(facts, day), facts: sheetFacts };
  });
}

/** Reads what the sheet of a menu needs, for a caller who may see the menu; throws as `getShownMenu` does. */
export async function getSheetFacts(db: Database, request: RevisionRequest, callerUnit: number) {
  const menuWithUnit = await getMenuWithUnit(db, request.id);
  const { wholeMenu, unit } = menuWithUnit;
  const revision = chooseRevision(wholeMenu, request);
  const [menu, status] = await Promise.all([
    resolveRevision(db, menuWithUnit, revision),
    revision === PRESENT_CONTENT ? describePresentStatus(wholeMenu) : readStatus(db, wholeMenu, revision, callerUnit),
  ]);
  return { unit, menu, nameByDish: wholeMenu.nameByDish, status };
}

/** The status of the present content of a menu. Its submitter is known only while it waits for review. */
function describePresentStatus({ menu: { state, waits } }: WholeMenu): StatusFacts {
  return { shown: 'present', state, ...(waits ? { submittedBy: { who: waits.userName, time: waits.since } } : {}) };
}

/** Reads the status of one revision of a menu from its reviews. `callerUnit` is the unit of whoever will see it. */
async function readStatus(db: Database, { menu }: WholeMenu, shown: number, callerUnit: number): Promise<StatusFacts> {
  const { vender, number, state, live } = menu;
  const reviews = await listReviewsBySubmission(db, toId(vender, number), shown);
  const findReview = (action: Review['action']) => reviews.find((review) => review.action === action);
  const exemption = findReview('免审');
  const swap = findReview('换菜');
  const approval = findReview('通过');
  const firstReview = findReview('提交') ?? exemption ?? swap;
  return {
    shown,
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
