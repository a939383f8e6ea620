import { reviewPartition, revisionKey, unitKey } from '../../../tables/keys.ts';
import { listAllergenFindings } from '../../domain/analysis/allergens.ts';
import { analyse, summariseGroups } from '../../domain/analysis/analyse.ts';
import { listForbiddenOfItem } from '../../domain/analysis/forbidden.ts';
import { freezeDays } from '../../domain/analysis/frozen-days.ts';
import type { Analysis } from '../../domain/analysis/shape.ts';
import { kitchenName } from '../../domain/ingredient/food.ts';
import type { Menu } from '../../domain/menu/menu.ts';
import { getStateAfter } from '../../domain/menu/menu-state.ts';
import { findUnknownStandards } from '../../domain/menu/misfits.ts';
import type { Confirmation, GroupSummary, StoredConfirmation } from '../../domain/menu/review.ts';
import { freeze, type ResolvedMenu, type Revision, withoutPrices } from '../../domain/revision.ts';
import { addDays } from '../../domain/values/calendar.ts';
import type { IsExpectedVersion } from '../../domain/values/change.ts';
import { AppError, type FieldProblem } from '../../errors.ts';
import { readHeadSnapshot } from '../../table/collection/collection.ts';
import type { Database } from '../../table/database.ts';
import { checkUnchangedStep, putStep } from '../../table/steps.ts';
import { getUnit } from '../unit/unit.ts';
import { listLiveMenus, replaceLiveEntrySteps, requireRoomOnDays } from './live-menu.ts';
import { getWholeMenu } from './menu.ts';
import { listUnknownDishes } from './menu-change.ts';
import { hashRevision, packDays, packRevision } from './menu-revision.ts';
import { type MenuRequest, menuReviewSteps, replaceMenuSteps, withLiveRevision } from './menu-transition.ts';
import { resolveMenu } from './resolved-menu.ts';
import { addPendingEntrySteps } from './review.ts';
import { weekSteps } from './week.ts';

/** The maximum number of revisions of a menu. */
export const MAX_REVISIONS = 200;

/** Who submits a menu and when, the version they have seen, and what they confirm. */
interface Submitter extends MenuRequest {
  readonly isExpectedVersion: IsExpectedVersion;
  readonly confirmation?: Confirmation | undefined;
}

/**
 * Submits a menu of the unit: freezes its next revision, and returns the menu's version. The revision waits for review,
 * or is live at once where none is needed.
 * @throws AppError `menu_not_found`, `menu_pending`, `menu_published`, `too_many_revisions`, `day_full`, `menu_too_large`;
 * `invalid_input` naming dishes and standards that are gone, or where nothing is served;
 * `allergens_unconfirmed` naming items that reach groups which should avoid them, unless confirmed;
 * `forbidden_unconfirmed` naming items that a standard forbids, unless confirmed;
 * `changed_meanwhile` where neither the menu nor its analysis has the expected version.
 */
export async function submitMenu(db: Database, unitId: number, id: number, submitter: Submitter): Promise<number> {
  return db.retryLostRaces(async () => {
    const [{ menu, content }, unit, reviewHead] = await Promise.all([
      getWholeMenu(db, unitId, id),
      getUnit(db, unitId),
      // A snapshot: the live menus of the reviews that it counts are visible to later reads. It is read before the live
      // menus, to miss none: a later review takes the number of this one, and the call is repeated.
      readHeadSnapshot(db, reviewPartition(unitId)),
    ]);
    const needsReview = unit.menuReview || menu.mustBeReviewed === true;
    const state = getStateAfter(menu, needsReview ? 'submit' : 'publish');
    if (menu.revision >= MAX_REVISIONS) throw new AppError('too_many_revisions');
    const liveSpanAfter = needsReview ? menu.live : { start: menu.start, days: menu.days };
    const [resolvedMenu, liveMenus, weekChangeSteps] = await Promise.all([
      resolveMenu(db, unit, content),
      needsReview ? [] : listLiveMenus(db, unitId, menu.start, addDays(menu.start, menu.days - 1)),
      // The week needs only the state and the live days of the next menu.
      weekSteps(db, unitId, [{ before: menu, after: { ...menu, state, live: liveSpanAfter } }]),
    ]);
    requireServable(resolvedMenu);
    const storedConfirmation = requireConfirmed(resolvedMenu, submitter.confirmation);
    const frozenMenu = freeze(resolvedMenu);
    // A caller knows the version of the menu, or that of its analysis, which may have been made without prices.
    const acceptedVersions = [menu.version, hashRevision(frozenMenu), hashRevision(withoutPrices(frozenMenu))];
    if (!acceptedVersions.some(submitter.isExpectedVersion)) throw new AppError('changed_meanwhile');
    if (!needsReview) requireRoomOnDays(menu, liveMenus);
    const analysis = analyse(resolvedMenu);
    const after = toSubmittedMenu({ ...menu, state }, summariseGroups(analysis), submitter);
    const review = { ...submitter, reviewHead, comment: '', storedConfirmation };
    await db.write([
      // The unit decides whether its menus are reviewed, and must not be deleted meanwhile.
      checkUnchangedStep(unitKey(unit.id), unit.version),
      ...replaceMenuSteps(menu, after),
      ...weekChangeSteps,
      revisionStep(after, frozenMenu, analysis),
      ...(needsReview ? addPendingEntrySteps(after) : replaceLiveEntrySteps(menu, after)),
      ...menuReviewSteps(after, needsReview ? '提交' : '免审', review),
    ]);
    return after.version;
  });
}

/** Gives a menu its next revision. Its state is the next one already. Its comments go: they are about an earlier revision. */
function toSubmittedMenu({ comments: _, ...menu }: Menu, groups: GroupSummary[], submitter: MenuRequest): Menu {
  const { uid, userName, now } = submitter;
  const nextMenu = { ...menu, revision: menu.revision + 1, version: menu.version + 1 };
  if (menu.state !== '待审核') return withLiveRevision(nextMenu, now, groups);
  return { ...nextMenu, waits: { since: now, uid, userName, groups } };
}

/** Requires that a menu serves something, and that its dishes and standards exist, or throws `invalid_input`. */
function requireServable({ content, dishes, standard, standards }: ResolvedMenu): void {
  const fields = listUnknownDishes(content, dishes);
  if (content.items.length === 0) fields.push({ field: 'items', problem: { code: 'empty' } });
  const assignedStandardIds = [...(standard ? [standard.id] : []), ...(standards?.keys() ?? [])];
  fields.push(...findUnknownStandards(content, assignedStandardIds));
  if (fields.length > 0) throw new AppError('invalid_input', { fields });
}

/** A menu that a caller may have to confirm, as far as it decides that. */
type ConfirmableMenu = Pick<ResolvedMenu, 'content' | 'dishes' | 'foods' | 'standard' | 'standards'>;

/**
 * Requires a confirmation where items reach groups that should avoid them, or are forbidden by a standard. Returns what
 * had to be confirmed. `toFieldName` names the field of the item with this index.
 * @throws AppError `allergens_unconfirmed`, `forbidden_unconfirmed`.
 */
export function requireConfirmed(
  menu: ConfirmableMenu,
  confirmation: Confirmation | undefined,
  toFieldName = (itemIndex: number) => `items.${itemIndex}.dish`,
): StoredConfirmation {
  const confirmations = confirmation?.split(',') ?? [];
  const allergenFields = listAllergenFields(menu, toFieldName);
  if (allergenFields.length > 0 && !confirmations.includes('allergen'))
    throw new AppError('allergens_unconfirmed', { fields: allergenFields });
  const forbiddenFields = listForbiddenFields(menu, toFieldName);
  if (forbiddenFields.length > 0 && !confirmations.includes('forbidden'))
    throw new AppError('forbidden_unconfirmed', { fields: forbiddenFields });
  return {
    ...(allergenFields.length > 0 ? { confirmed: 'allergen' } : {}),
    ...(forbiddenFields.length > 0 ? { forbidden: true } : {}),
  };
}

/** Lists the items that reach groups which should avoid them, with the names of these groups. */
function listAllergenFields(menu: ConfirmableMenu, toFieldName: (itemIndex: number) => string): FieldProblem[] {
  const findingsByItem = Map.groupBy(listAllergenFindings(menu), ({ itemIndex }) => itemIndex);
  return [...findingsByItem].map(([itemIndex, findings]) => {
    const groupNames = [...new Set(findings.map(({ group }) => group.name))].join('、');
    return { field: toFieldName(itemIndex), problem: { code: 'allergen', names: groupNames } };
  });
}

/** Lists the items that a standard forbids, with the forbidden marks and the names of the forbidden foods. */
function listForbiddenFields(menu: ConfirmableMenu, toFieldName: (itemIndex: number) => string): FieldProblem[] {
  return menu.content.items.flatMap((item, itemIndex): FieldProblem[] => {
    const names = listForbiddenOfItem(item, menu).map((forbidden) =>
      'mark' in forbidden ? forbidden.mark : kitchenName(menu.foods.get(forbidden.code), forbidden.code),
    );
    const problem = { code: 'forbidden', names: names.join('、') } as const;
    return names.length > 0 ? [{ field: toFieldName(itemIndex), problem }] : [];
  });
}

/** The step that writes the latest revision. The transaction must check the menu's version. Throws `menu_too_large`. */
export function revisionStep({ vender, number, revision, version }: Menu, frozenMenu: Revision, analysis: Analysis) {
  const data = packRevision(frozenMenu);
  return putStep({ ...revisionKey(vender, number, revision), version, data, days: packDays(freezeDays(analysis)) });
}
