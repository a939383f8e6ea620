import type { WholeMenu } from '../../domain/menu/menu.ts';
import { PLATFORM_NAME, type Review } from '../../domain/menu/review.ts';
import type { SheetFacts } from '../../domain/menu-sheet/sheet.ts';
import type { Deed, StandingFacts } from '../../domain/menu-sheet/standing.ts';
import { PLATFORM } from '../../domain/unit.ts';
import type { Database } from '../../table/database.ts';
import { findUserNames } from '../user/user.ts';
import { listReviewsOf } from './review.ts';
import { gatherRevision, getShown, type ShownMenu } from './shown-menu.ts';

/**
 * Reads everything that the sheet of a menu needs. The caller must be allowed to see that unit's menus.
 * @throws AppError `menu_not_found`, `revision_not_found`, `unit_not_found`, `menu_too_large`.
 */
export async function gatherSheet(
  db: Database,
  asked: ShownMenu,
  caller: number,
): Promise<Omit<SheetFacts, 'timeZone'>> {
  const shown = await getShown(db, asked.id);
  const { whole, unit } = shown;
  const revision = asked.revision ?? whole.menu.live?.revision;
  const [served, standing] = await Promise.all([
    gatherRevision(db, shown, asked.revision),
    revision === undefined ? standingNow(db, whole) : standingOf(db, { id: asked.id, revision }, caller, whole),
  ]);
  return { unit: unit.name, served, names: whole.names, standing };
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
): Promise<StandingFacts> {
  const reviews = await listReviewsOf(db, { menu: id, revision });
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
