import { menuPlanKey, reviewPartition, unitKey } from '../../../tables/keys.ts';
import { analyse, summariseGroups } from '../../domain/analysis/analyse.ts';
import type { Dish } from '../../domain/dish.ts';
import { estimateAnswerBytes, type Menu, toMenuPlan, type WholeMenu } from '../../domain/menu/menu.ts';
import { requireItemLimits } from '../../domain/menu/menu-fields.ts';
import { getStateAfter } from '../../domain/menu/menu-state.ts';
import type { Confirmation } from '../../domain/menu/review.ts';
import { requireSwapDay, type Swap, swapItem, trySwapItem } from '../../domain/menu/swap.ts';
import { freeze, thaw, withDish } from '../../domain/revision.ts';
import { nextModify, requireExpectedVersion } from '../../domain/values/change.ts';
import { AppError, badField } from '../../errors.ts';
import { readHead } from '../../table/collection/collection.ts';
import type { Database } from '../../table/database.ts';
import { RepeatableError } from '../../table/faults.ts';
import { checkExistsStep, putStep } from '../../table/steps.ts';
import { replaceLiveEntrySteps } from './live-menu.ts';
import { getWholeMenu } from './menu.ts';
import { findRevision } from './menu-revision.ts';
import { MAX_REVISIONS, requireConfirmed, revisionStep } from './menu-submission.ts';
import { type MenuRequest, menuReviewSteps, replaceMenuSteps } from './menu-transition.ts';
import { readFoodFacts, readServableDishes, requireAnalysable } from './resolved-menu.ts';

/** Who swaps which dish, when and why, and what they confirmed. */
interface SwapRequest extends MenuRequest {
  readonly swap: Swap;
  readonly comment: string;
  /** The present day, `YYYY-MM-DD`. */
  readonly today: string;
  readonly confirmation?: Confirmation | undefined;
}

/**
 * Swaps a dish of the live revision of a menu, today or tomorrow, and returns the menu's version. The result is a new
 * revision that is live at once: the frozen live one with the other dish as it is now. The draft gets the same swap where
 * it begins on the same day and still serves the dish in that slot.
 * @throws AppError `menu_not_found`, `menu_pending`, `menu_not_live`, `too_many_revisions`, `menu_too_large`;
 * `invalid_input` naming what does not exist, or a day that is neither today nor tomorrow; `changed_meanwhile`. Without
 * `confirmation`, `allergens_unconfirmed` where groups should avoid the other dish, and `forbidden_unconfirmed` where a
 * standard forbids it.
 */
export async function swapDish(db: Database, unit: number, id: number, request: SwapRequest): Promise<number> {
  const { swap, today, now } = request;
  return db.retryLostRaces(async () => {
    const [wholeMenu, reviewHead, servableDishes] = await Promise.all([
      getWholeMenu(db, unit, id),
      readHead(db, reviewPartition(unit)),
      readServableDishes(db, unit, [swap.with]),
    ]);
    const { menu } = wholeMenu;
    requireExpectedVersion(menu.version, request.isExpectedVersion);
    const state = getStateAfter(menu, 'swap');
    if (!menu.live) throw new AppError('menu_not_live');
    if (menu.revision >= MAX_REVISIONS) throw new AppError('too_many_revisions');
    requireSwapDay(swap, menu.live, today);
    const dish = servableDishes.get(swap.with);
    if (!dish) throw badField('with', { code: 'unknown', names: String(swap.with) });
    const liveRevisionPlace = { unit, id, revisionNumber: menu.live.revision };
    const { swappedMenu, storedConfirmation } = await swapInLiveRevision(db, liveRevisionPlace, dish, request);
    const analysis = analyse(swappedMenu);
    const version = menu.version + 1;
    const revision = menu.revision + 1;
    const draftChange = planDraftSwap(wholeMenu, request, dish.name);
    // The entries of the weeks stay the same, because neither the state nor the live days change.
    const live = { ...menu.live, revision, swapped: now, groups: summariseGroups(analysis) };
    const after: Menu = { ...menu, state, version, revision, live, ...draftChange.menuChange };
    await db.write([
      // Where the menu's row stays the same, no other step requires that the unit exists.
      checkExistsStep(unitKey(unit)),
      ...replaceMenuSteps(menu, after),
      ...draftChange.steps,
      revisionStep(after, freeze(swappedMenu), analysis),
      ...replaceLiveEntrySteps(menu, after),
      // The swap is one of the live menu; the draft may have another name.
      ...menuReviewSteps({ ...after, name: live.name }, '换菜', { ...request, reviewHead, storedConfirmation }),
    ]);
    return version;
  });
}

/** Swaps in a live revision, which gets `dish`. Returns the swapped menu, and what had to be confirmed. */
async function swapInLiveRevision(
  db: Database,
  { unit, id, revisionNumber }: Record<'unit' | 'id' | 'revisionNumber', number>,
  dish: Dish,
  { swap, confirmation }: SwapRequest,
) {
  const [liveRevision, foodFacts] = await Promise.all([
    findRevision(db, id, revisionNumber),
    readFoodFacts(db, unit, new Map([[swap.with, dish]])),
  ]);
  // By now another revision is live, or none.
  if (!liveRevision) throw new RepeatableError('changed_meanwhile');
  const liveMenu = thaw(liveRevision);
  const { items, swappedItem } = swapItem(liveMenu.content.items, swap);
  requireItemLimits(items);
  const menuWithDish = withDish(liveMenu, foodFacts, { id: swap.with, dish });
  requireAnalysable(menuWithDish.dishes);
  // Only the new item needs a confirmation. Field `with` has its dish, so errors name that field.
  const menuOfSwappedItem = { ...menuWithDish, content: { ...liveMenu.content, items: [swappedItem] } };
  const storedConfirmation = requireConfirmed(menuOfSwappedItem, confirmation, () => 'with');
  return { swappedMenu: { ...menuWithDish, content: { ...liveMenu.content, items } }, storedConfirmation };
}

/** Plans the swap in the draft. Nothing is planned where the draft begins on another day or lacks the dish in that slot. */
function planDraftSwap({ menu, content, nameByDish }: WholeMenu, { swap, now }: SwapRequest, dishName: string) {
  // The days of a swap count from the first day of the live revision.
  const draftSwap = content.start === menu.live?.start ? trySwapItem(content.items, swap) : undefined;
  if (!draftSwap) return { menuChange: {}, steps: [] };
  const version = menu.version + 1;
  const swappedContent = { ...content, items: draftSwap.items };
  const nextNameByDish = new Map([...nameByDish, [swap.with, dishName] as const]);
  const size = estimateAnswerBytes(swappedContent, nextNameByDish);
  const planItem = { ...menuPlanKey(menu.vender, menu.number), ...toMenuPlan(swappedContent, nextNameByDish, version) };
  const menuChange: Partial<Menu> = { planVersion: version, size, modify: nextModify(menu, now) };
  return { menuChange, steps: [putStep(planItem)] };
}
