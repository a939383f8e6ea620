import type { WholeMenu } from '../../domain/menu/menu.ts';
import { freeze, type Revision, thaw, type Unfrozen } from '../../domain/revision.ts';
import { locate } from '../../domain/values/id.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { type AnalysisGround, gatherMenu, readAnalysisGround } from './analysis.ts';
import { findMenu } from './menu.ts';
import { findRevision } from './menu-revision.ts';

/**
 * A menu, and which revision of it is meant: 0 for its present content; absent for the live revision, or else the
 * present content.
 */
export interface ShownMenu {
  readonly id: number;
  readonly revision?: number | undefined;
}

/** What showing a menu needs first. It is read beside the caller's check. */
export interface ShownGround extends AnalysisGround {
  readonly menu: WholeMenu | undefined;
  readonly submitted: Revision | undefined;
}

/** Reads what showing a menu needs first. */
export async function readShownGround(db: Database, { id, revision = 0 }: ShownMenu): Promise<ShownGround> {
  const [menu, ground, submitted] = await Promise.all([
    findMenu(db, id),
    readAnalysisGround(db, locate(id).unit),
    revision === 0 ? undefined : findRevision(db, id, revision),
  ]);
  return { ...ground, menu, submitted };
}

/**
 * Reads everything about the revision that is meant. Its present content is read as it would be frozen.
 * @throws AppError `menu_not_found`, `revision_not_found`, `unit_not_found`, `menu_too_large`.
 */
export async function gatherShown(
  db: Database,
  { id, revision: asked }: ShownMenu,
  { menu: whole, submitted, ...ground }: ShownGround,
): Promise<Unfrozen & { readonly unitName: string }> {
  if (!whole) throw new AppError('menu_not_found');
  if (!ground.unit) throw new AppError('unit_not_found');
  const unitName = ground.unit.name;
  const revision = asked ?? whole.menu.live?.revision ?? 0;
  if (revision === 0) return { ...thaw(freeze(await gatherMenu(db, whole.content, ground))), unitName };
  const found = submitted ?? (asked === undefined ? await findRevision(db, id, revision) : undefined);
  if (!found) throw new AppError('revision_not_found');
  return { ...thaw(found), unitName };
}
