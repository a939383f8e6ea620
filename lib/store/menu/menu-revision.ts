import * as z from 'zod/mini';
import { revisionKey } from '../../../tables/keys.ts';
import type { Menu, WholeMenu } from '../../domain/menu/menu.ts';
import { type Revision, thaw } from '../../domain/revision.ts';
import { locate } from '../../domain/values/id.ts';
import { sumRatios } from '../../domain/values/ratio.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { findWholeMenu } from './menu.ts';
import { PackedDay, unpackRevision } from './packed-revision.ts';

/** The item of a revision. `data` is the packed revision. */
export const StoredRevision = z.object({
  /** The version of the menu that was submitted. */
  version: z.int(),
  data: z.instanceof(Uint8Array),
  /** The findings about its days, computed once for all screens. */
  days: z.array(PackedDay),
});

/** Reads one revision of a menu; undefined where the menu does not have it. */
export async function findRevision(db: Database, id: number, revision: number): Promise<Revision | undefined> {
  const { unit, number } = locate(id);
  const item = await db.get(revisionKey(unit, number, revision));
  return item && unpackRevision(StoredRevision.parse(item).data);
}

/**
 * Reads one revision of a menu.
 * @throws AppError `revision_not_found`.
 */
export async function getRevision(db: Database, id: number, revision: number): Promise<Revision> {
  const storedRevision = await findRevision(db, id, revision);
  if (!storedRevision) throw new AppError('revision_not_found');
  return storedRevision;
}

/** Reads the content of one revision of a menu; undefined where the menu does not have it. */
export async function findSubmittedMenu(db: Database, id: number, revision: number) {
  const storedRevision = await findRevision(db, id, revision);
  if (!storedRevision) return undefined;
  const { content, dishes } = thaw(storedRevision);
  const grams = [...dishes].map(([id, dish]) => [id, sumRatios(dish.ingredient.map(({ value }) => value))] as const);
  return { content, nameByDish: new Map([...dishes].map(([id, { name }]) => [id, name])), gramsByDish: new Map(grams) };
}

/** Reads all revisions of a menu, oldest first. */
export async function readRevisions(db: Database, { vender, number, revision: latest }: Menu): Promise<Revision[]> {
  const keys = Array.from({ length: latest }, (_, index) => revisionKey(vender, number, index + 1));
  const items = await db.getMany(keys);
  return items.flatMap((item) => (item ? [unpackRevision(StoredRevision.parse(item).data)] : []));
}

/** Reads a menu of any unit, with the content of one of its revisions if one is requested. */
export async function findMenuAtRevision(db: Database, id: number, revision: number | undefined) {
  const [wholeMenu, submitted] = await Promise.all([
    findWholeMenu(db, id),
    revision === undefined ? undefined : findSubmittedMenu(db, id, revision),
  ]);
  return wholeMenu && { ...wholeMenu, submitted };
}

/**
 * The menu with its present content, or with that of the requested revision.
 * @throws AppError `revision_not_found`.
 */
export function withRequestedRevision(
  { submitted, ...wholeMenu }: WholeMenu & { readonly submitted: Awaited<ReturnType<typeof findSubmittedMenu>> },
  revision: number | undefined,
): WholeMenu {
  if (revision === undefined) return wholeMenu;
  if (!submitted) throw new AppError('revision_not_found');
  return { ...wholeMenu, ...submitted };
}
