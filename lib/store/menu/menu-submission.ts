import { reviewPartition, revisionKey, unitKey } from '../../../tables/keys.ts';
import type { Menu, WholeMenu } from '../../domain/menu/menu.ts';
import { stateAfter } from '../../domain/menu/menu-state.ts';
import { freeze, type Revision, type Unfrozen } from '../../domain/revision.ts';
import type { Unit } from '../../domain/unit.ts';
import { dayAfter } from '../../domain/values/calendar.ts';
import { AppError, type FieldProblem } from '../../errors.ts';
import { readIdleHead } from '../../table/collection/blocks.ts';
import type { Head } from '../../table/collection/collection.ts';
import type { Database } from '../../table/database.ts';
import { LostRace } from '../../table/faults.ts';
import { put, type Step, unchanged } from '../../table/steps.ts';
import { type AnalysisGround, gatherMenu, readAnalysisGround } from './analysis.ts';
import { demandFreeDays, goLiveSteps, listLive } from './live-menu.ts';
import { findOwnMenu } from './menu.ts';
import { type Doer, moveSteps } from './menu-transition.ts';
import { packRevision, versionOf } from './packed-revision.ts';
import { reviewSteps, waitSteps } from './review.ts';

/** The most revisions of a menu. */
const MOST_REVISIONS = 200;

/** What a submission needs first. It is read beside the caller's check. */
export interface SubmissionGround {
  readonly whole: WholeMenu | undefined;
  readonly ground: AnalysisGround;
  /** The head of the unit's reviews; undefined while somebody is changing it. */
  readonly reviewHead: Head | undefined;
}

/** Whether a submission is meant for an analysis, or a menu, of this version. */
type IsMeant = (version: number) => boolean;

/** What is known of a menu before it is submitted. */
interface Submission extends Doer {
  readonly menu: Menu;
  readonly unit: Unit;
  readonly reviewHead: Head;
  readonly revision: Revision;
  readonly needsReview: boolean;
}

/**
 * Reads what a submission needs first. The head of the reviews is read while nobody is changing it: then every live
 * menu that it counts is visible afterwards.
 */
export async function readSubmissionGround(db: Database, unit: number, id: number): Promise<SubmissionGround> {
  const [whole, ground, reviewHead] = await Promise.all([
    findOwnMenu(db, unit, id),
    readAnalysisGround(db, unit),
    readIdleHead(db, reviewPartition(unit)),
  ]);
  return { whole, ground, reviewHead };
}

/**
 * Submits a menu of the unit: freezes its next revision. The revision waits for review, or is live at once where none
 * is needed.
 * @throws AppError `menu_not_found`, `menu_pending`, `menu_published`, `too_many_revisions`, `day_full`,
 * `menu_too_large`; `invalid_input` naming dishes and a standard that are gone, and where nothing is served;
 * `changed_meanwhile` where what would be frozen is not what is meant.
 */
export async function submitMenu(
  db: Database,
  unit: number,
  id: number,
  doer: Doer & { readonly isMeant: IsMeant; readonly known: SubmissionGround },
): Promise<void> {
  let known: SubmissionGround | undefined = doer.known;
  await db.retryLostRaces(async () => {
    const { whole, ground, reviewHead } = known ?? (await readSubmissionGround(db, unit, id));
    known = undefined;
    if (!whole) throw new AppError('menu_not_found');
    if (!ground.unit) throw new AppError('unit_not_found');
    if (!reviewHead) throw new LostRace('changed_meanwhile');
    const { menu, content } = whole;
    const needsReview = ground.unit.menuReview || menu.mustBeReviewed === true;
    const state = stateAfter(menu, needsReview ? 'submit' : 'publish');
    if (menu.revision >= MOST_REVISIONS) throw new AppError('too_many_revisions');
    const [unfrozen, live] = await Promise.all([
      gatherMenu(db, content, ground),
      needsReview ? [] : listLive(db, unit, menu.start, dayAfter(menu.start, menu.days - 1)),
    ]);
    demandServable(unfrozen);
    const revision = freeze(unfrozen);
    if (!doer.isMeant(versionOf(revision)) && !doer.isMeant(menu.version)) throw new AppError('changed_meanwhile');
    if (!needsReview) demandFreeDays(menu, live);
    const { uid, now } = doer;
    const next = { ...menu, state, revision: menu.revision + 1, version: menu.version + 1 };
    await db.write(submitSteps({ menu: next, unit: ground.unit, reviewHead, revision, needsReview, uid, now }, menu));
  });
}

/**
 * Demands that everything that a menu serves exists.
 * @throws AppError `invalid_input`.
 */
function demandServable({ content, dishes, standard }: Unfrozen): void {
  const fields = content.items.flatMap(({ dish }, index): FieldProblem[] => {
    const isThere = dishes.has(dish);
    return isThere ? [] : [{ field: `items.${index}.dish`, problem: { code: 'unknown', names: String(dish) } }];
  });
  if (content.items.length === 0) fields.push({ field: 'items', problem: { code: 'empty' } });
  if (content.standard !== undefined && !standard) {
    fields.push({ field: 'standard', problem: { code: 'unknown', names: String(content.standard) } });
  }
  if (fields.length > 0) throw new AppError('invalid_input', { fields });
}

function submitSteps(
  { menu: next, unit, reviewHead, revision, needsReview, uid, now }: Submission,
  before: Menu,
): Step[] {
  const { number, name, start, days, revision: count } = next;
  const { id: vender, name: venderName } = unit;
  const after: Menu = needsReview
    ? { ...next, waits: { since: now, uid } }
    : { ...next, live: { revision: count, name, start, days } };
  const action = needsReview ? '提交' : '免审';
  const data = packRevision(revision);
  return [
    // The unit says whether its menus are reviewed. It must not be about to be deleted either.
    unchanged(unitKey(vender), unit.version),
    ...moveSteps(before, after),
    put({ ...revisionKey(vender, number, count), version: after.version, data }),
    ...(needsReview ? waitSteps(after, venderName) : goLiveSteps(before, after)),
    ...reviewSteps(vender, reviewHead, {
      ...{ menu: number, name, revision: count, action, uid, byPlatform: false, time: now, comment: '' },
    }),
  ];
}
