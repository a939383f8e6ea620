import { locate } from '../domain/id.ts';
import type { WholeMenu } from '../domain/menu.ts';
import type { SheetFacts } from '../domain/menu-sheet/sheet.ts';
import type { Deed, StandingFacts } from '../domain/menu-sheet/standing.ts';
import { PLATFORM_NAME, type Review } from '../domain/review.ts';
import { freeze, type Revision, thaw } from '../domain/revision.ts';
import { PLATFORM } from '../domain/unit.ts';
import { AppError } from '../errors.ts';
import type { Head } from '../table/collection/collection.ts';
import type { Database } from '../table/database.ts';
import { type AnalysisGround, gatherMenu, readAnalysisGround } from './analysis.ts';
import { findMenu } from './menu.ts';
import { findRevision } from './menu-revision.ts';
import { listReviewsOf, readReviewsHead } from './review.ts';
import { findUserNames } from './user.ts';

/** A menu, and the submission of it that is asked for: absent, the live one, or what it says now. */
interface AskedSheet {
  readonly id: number;
  readonly revision?: number | undefined;
}

/** What the sheet of a menu begins with, read beside the caller's check. */
interface SheetGround extends AnalysisGround {
  readonly menu: WholeMenu | undefined;
  readonly records: Head;
  readonly submitted: Revision | undefined;
}

/** Reads what the sheet of a menu begins with. */
export async function readSheetGround(db: Database, { id, revision }: AskedSheet): Promise<SheetGround> {
  const { unit } = locate(id);
  const [menu, ground, records, submitted] = await Promise.all([
    findMenu(db, id),
    readAnalysisGround(db, unit),
    readReviewsHead(db, unit),
    revision === undefined ? undefined : findRevision(db, id, revision),
  ]);
  return { ...ground, menu, records, submitted };
}

/**
 * Reads all that the sheet of a menu is made of, for a caller of that unit, who may see it.
 * @throws AppError `menu_not_found`, `revision_not_found`, `unit_not_found`.
 */
export async function gatherSheet(
  db: Database,
  asked: AskedSheet,
  caller: number,
  ground: SheetGround,
): Promise<Omit<SheetFacts, 'timeZone'>> {
  const { menu: whole, unit } = ground;
  if (!whole) throw new AppError('menu_not_found');
  if (!unit) throw new AppError('unit_not_found');
  const revision = asked.revision ?? whole.menu.live?.revision;
  const [frozen, standing] = await Promise.all([
    findShown(db, asked.id, revision, whole, ground),
    revision === undefined ? standingNow(db, whole) : standingOf(db, { id: asked.id, revision }, caller, whole, ground),
  ]);
  return { unit: unit.name, served: thaw(frozen), names: whole.names, standing };
}

async function findShown(
  db: Database,
  id: number,
  revision: number | undefined,
  { content }: WholeMenu,
  ground: SheetGround,
): Promise<Revision> {
  if (revision === undefined) return freeze(await gatherMenu(db, content, ground));
  const found = ground.submitted ?? (await findRevision(db, id, revision));
  if (!found) throw new AppError('revision_not_found');
  return found;
}

/** How a menu stands of which nothing is live: who has submitted it is known while it waits. */
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
  { records }: SheetGround,
): Promise<StandingFacts> {
  const reviews = await listReviewsOf(db, { menu: id, revision }, records);
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

/** Who has done it: his name, or his uid where he is there no more. Units do not read who judges for the platform. */
async function nameDoer(db: Database, { uid, time, byPlatform }: Review, home: number, caller: number): Promise<Deed> {
  if (byPlatform && caller !== PLATFORM) return { who: PLATFORM_NAME, time };
  const names = await findUserNames(db, home, [uid]);
  return { who: names.get(uid) ?? uid, time };
}
