import type { WholeMenu } from '../../domain/menu/menu.ts';
import { PLATFORM_NAME, type Review } from '../../domain/menu/review.ts';
import type { SheetFacts } from '../../domain/menu-sheet/sheet.ts';
import type { Deed, StandingFacts } from '../../domain/menu-sheet/standing.ts';
import { PLATFORM } from '../../domain/unit.ts';
import { locate } from '../../domain/values/id.ts';
import { AppError } from '../../errors.ts';
import type { Head } from '../../table/collection/collection.ts';
import type { Database } from '../../table/database.ts';
import { findUserNames } from '../user/user.ts';
import { listReviewsOf, readReviewsHead } from './review.ts';
import { gatherShown, readShownGround, type ShownGround, type ShownMenu } from './shown-menu.ts';

/** What the sheet of a menu needs first. It is read beside the caller's check. */
interface SheetGround extends ShownGround {
  readonly reviewHead: Head;
}

/** Reads what the sheet of a menu needs first. */
export async function readSheetGround(db: Database, asked: ShownMenu): Promise<SheetGround> {
  const [ground, reviewHead] = await Promise.all([
    readShownGround(db, asked),
    readReviewsHead(db, locate(asked.id).unit),
  ]);
  return { ...ground, reviewHead };
}

/**
 * Reads everything that the sheet of a menu needs. The caller must be allowed to see that unit's menus.
 * @throws AppError `menu_not_found`, `revision_not_found`, `unit_not_found`, `menu_too_large`.
 */
export async function gatherSheet(
  db: Database,
  asked: ShownMenu,
  caller: number,
  { reviewHead, ...ground }: SheetGround,
): Promise<Omit<SheetFacts, 'timeZone'>> {
  const { menu: whole } = ground;
  if (!whole) throw new AppError('menu_not_found');
  const revision = asked.revision ?? whole.menu.live?.revision;
  const [{ unitName, ...served }, standing] = await Promise.all([
    gatherShown(db, asked, ground),
    revision === undefined
      ? standingNow(db, whole)
      : standingOf(db, { id: asked.id, revision }, caller, whole, reviewHead),
  ]);
  return { unit: unitName, served, names: whole.names, standing };
}

/** The standing of a menu of which nothing is live. Its submitter is known only while it waits. */
async function standingNow(db: Database, { menu }: WholeMenu): Promise<StandingFacts> {
  const { state, vender, waits } = menu;
  if (!waits) return { state };
  const names = await findUserNames(db, vender, [waits.uid]);
  return { state, made: { who: names.get(waits.uid) ?? waits.uid, time: waits.since } };
}

async function standingOf(
  db: Database,
  { id, revision }: { readonly id: number; readonly revision: number },
  caller: number,
  { menu: { state, live, vender } }: WholeMenu,
  reviewHead: Head,
): Promise<StandingFacts> {
  const reviews = await listReviewsOf(db, { menu: id, revision }, reviewHead);
  const did = (action: Review['action']) => reviews.find((review) => review.action === action);
  const [submitted, exempt, approved] = [did('提交'), did('免审'), did('通过')];
  const made = submitted ?? exempt;
  const [maker, approver] = await Promise.all([
    made && nameDoer(db, made, vender, caller),
    approved && nameDoer(db, approved, PLATFORM, caller),
  ]);
  return {
    revision,
    ...(live ? { live: live.revision } : {}),
    state,
    ...(maker ? { made: maker } : {}),
    ...(approver ? { approved: approver } : {}),
    isExempt: exempt !== undefined,
  };
}

/** The name of who did it, or his uid where he is gone. Units do not learn who reviews for the platform. */
async function nameDoer(db: Database, { uid, time, byPlatform }: Review, home: number, caller: number): Promise<Deed> {
  if (byPlatform && caller !== PLATFORM) return { who: PLATFORM_NAME, time };
  const names = await findUserNames(db, home, [uid]);
  return { who: names.get(uid) ?? uid, time };
}
