import { headKey, menuKey, menuPlanKey, recordPartition, unitKey } from '../../tables/keys.ts';
import { dayAfter } from '../domain/calendar.ts';
import { locate } from '../domain/id.ts';
import { Menu, sizeOfAnswer, toPlan, type WholeMenu } from '../domain/menu.ts';
import { stateAfter } from '../domain/menu-state.ts';
import type { ReviewAction } from '../domain/review.ts';
import { AppError } from '../errors.ts';
import { readIdleHead } from '../table/collection/blocks.ts';
import { changeSteps, type Head, parseHead } from '../table/collection/collection.ts';
import type { Database } from '../table/database.ts';
import { LostRace } from '../table/faults.ts';
import { alive, put, replace, type Step } from '../table/steps.ts';
import { demandFreeDays, goLiveSteps, listLive, takeDownSteps } from './live-menu.ts';
import { findMenus, getMenu, menusOf } from './menu.ts';
import { findSubmitted } from './menu-revision.ts';
import { recordSteps, waitNoMoreSteps } from './review.ts';
import { findUnit } from './unit.ts';

/** Who does something with a menu, and when (milliseconds since the epoch). */
export interface Doer {
  readonly uid: string;
  readonly now: number;
}

/** A menu and the head of its unit's records, as a transition begins with them. */
interface Standing {
  readonly menu: Menu;
  readonly records: Head;
}

/** What a review begins with, read beside the caller's check. */
export interface ReviewGround {
  /** Undefined where there is no such menu, or its unit is on its way out. */
  readonly menu: Menu | undefined;
  /** Head of the unit's records; undefined while somebody is changing it. */
  readonly records: Head | undefined;
}

/** What a reviewer decides of a revision. */
export interface Judgement {
  readonly revision: number;
  readonly result: Extract<ReviewAction, '通过' | '驳回'>;
  readonly comment: string;
}

/**
 * The steps that put a menu in place of what it was, its row with it; its plan is another matter. Where the row changes,
 * they demand the head of the unit's menus, which a unit that is being deleted has no longer.
 */
export function moveSteps(before: Menu, after: Menu): Step[] {
  const { vender, number, version } = before;
  return [replace({ ...menuKey(vender, number), ...after }, version), ...changeSteps(menusOf(vender), before, after)];
}

/**
 * Takes back what was submitted.
 * @throws AppError `menu_not_found`, `menu_not_pending`.
 */
export async function withdrawMenu(db: Database, unit: number, id: number, doer: Doer): Promise<void> {
  await db.retryLostRaces(async () => {
    const { menu, records } = await readStanding(db, unit, id);
    const { waits, ...rest } = menu;
    const after: Menu = { ...rest, state: stateAfter(menu, 'withdraw'), version: menu.version + 1 };
    await db.write([
      ...moveSteps(menu, after),
      ...waitNoMoreSteps(menu),
      ...record(menu, records, '撤回', { ...doer, byPlatform: false, comment: '' }),
    ]);
  });
}

/**
 * Reads what a review begins with. The head of the records is read while nobody is changing it: then all that is live of
 * what it counts can be seen after it.
 */
export async function readReviewGround(db: Database, id: number): Promise<ReviewGround> {
  const { unit } = locate(id);
  const [[menu], owner, records] = await Promise.all([
    findMenus(db, [id]),
    findUnit(db, unit),
    readIdleHead(db, recordPartition(unit)),
  ]);
  return { menu: owner && menu, records };
}

/**
 * Approves the revision that waits, which then is live, or rejects it. That its unit lives is not demanded: the head of
 * the unit's menus, which counts every change of a state, goes with the first step of the unit's deletion.
 * @throws AppError `menu_not_found`, `menu_not_pending`, `day_full`; `changed_meanwhile` where another revision waits.
 */
export async function reviewMenu(
  db: Database,
  id: number,
  judgement: Judgement,
  doer: Doer & { readonly known?: ReviewGround | undefined },
): Promise<void> {
  const { revision, result, comment } = judgement;
  let known: ReviewGround | undefined = doer.known;
  await db.retryLostRaces(async () => {
    const { menu, records } = known ?? (await readReviewGround(db, id));
    known = undefined;
    if (!menu) throw new AppError('menu_not_found');
    if (!records) throw new LostRace('changed_meanwhile');
    const state = stateAfter(menu, result === '通过' ? 'approve' : 'reject');
    if (menu.revision !== revision) throw new AppError('changed_meanwhile');
    const { waits, ...rest } = menu;
    const moved: Menu = { ...rest, state, version: menu.version + 1 };
    const { live, after } = result === '通过' ? await goLive(db, menu, moved) : { live: [], after: moved };
    const { uid, now } = doer;
    await db.write([
      ...moveSteps(menu, after),
      ...live,
      ...waitNoMoreSteps(menu),
      ...record(menu, records, result, { uid, now, byPlatform: true, comment }),
    ]);
  });
}

async function goLive(db: Database, before: Menu, { mustBeReviewed: _, ...moved }: Menu) {
  const { vender, name, start, days, revision } = moved;
  demandFreeDays(moved, await listLive(db, vender, start, dayAfter(start, days - 1)));
  const after: Menu = { ...moved, live: { revision, name, start, days } };
  return { live: goLiveSteps(before, after), after };
}

/**
 * Takes down what is live of a menu. What the platform has taken down is reviewed when it is submitted again.
 * @throws AppError `menu_not_found`, `menu_not_live`.
 */
export async function retractMenu(
  db: Database,
  id: number,
  { comment, byPlatform }: { readonly comment: string; readonly byPlatform: boolean },
  doer: Doer,
): Promise<void> {
  const { unit } = locate(id);
  await db.retryLostRaces(async () => {
    const { menu, records } = await readStanding(db, unit, id);
    const { live, ...rest } = menu;
    const moved: Menu = { ...rest, state: stateAfter(menu, 'retract'), version: menu.version + 1 };
    const after: Menu = byPlatform ? { ...moved, mustBeReviewed: true } : moved;
    const told = { ...doer, byPlatform, comment, revision: live?.revision };
    await db.write([
      // Where the state stays, the head of the unit's menus is not changed, which would tell that the unit lives.
      ...(after.state === menu.state ? [alive(unitKey(unit))] : []),
      ...moveSteps(menu, after),
      ...takeDownSteps(menu),
      ...record(menu, records, '下架', told),
    ]);
  });
}

/**
 * Has a menu of the unit say again what is live of it.
 * @throws AppError `menu_not_found`, `menu_pending`, `menu_published`, `menu_not_live`.
 */
export async function discardChanges(
  db: Database,
  unit: number,
  id: number,
  { now, known: first }: { readonly now: number; readonly known?: WholeMenu | undefined },
): Promise<void> {
  let known = first;
  await db.retryLostRaces(async () => {
    const { menu } = known ?? (await getMenu(db, unit, id));
    known = undefined;
    const state = stateAfter(menu, 'discard');
    const submitted = menu.live && (await findSubmitted(db, id, menu.live.revision));
    if (!submitted) throw new LostRace('changed_meanwhile');
    const { content, names } = submitted;
    const { name, start, days } = content;
    const version = menu.version + 1;
    const size = sizeOfAnswer(content, names);
    const modify = Math.max(now, menu.modify + 1);
    const after: Menu = { ...menu, name, start, days, version, planVersion: version, size, state, modify };
    await db.write([
      ...moveSteps(menu, after),
      put({ ...menuPlanKey(unit, menu.number), ...toPlan(content, names, version) }),
    ]);
  });
}

/** @throws AppError `menu_not_found`. */
async function readStanding(db: Database, unit: number, id: number): Promise<Standing> {
  const { unit: owner, number } = locate(id);
  const [item, head] = await db.getMany([menuKey(unit, number), headKey(recordPartition(unit))]);
  if (!item || owner !== unit) throw new AppError('menu_not_found');
  return { menu: Menu.parse(item), records: parseHead(head) };
}

function record(
  { vender, number, name, revision }: Menu,
  records: Head,
  action: ReviewAction,
  told: Doer & { readonly byPlatform: boolean; readonly comment: string; readonly revision?: number | undefined },
): Step[] {
  const { uid, now, byPlatform, comment } = told;
  const facts = {
    menu: number,
    name,
    revision: told.revision ?? revision,
    action,
    uid,
    byPlatform,
    time: now,
    comment,
  };
  return recordSteps(vender, records, facts);
}
