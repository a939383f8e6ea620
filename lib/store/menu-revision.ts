import * as z from 'zod/mini';
import { revisionKey } from '../../tables/keys.ts';
import { locate } from '../domain/id.ts';
import type { DishNames, Menu, MenuContent, WholeMenu } from '../domain/menu.ts';
import { type Revision, thaw } from '../domain/revision.ts';
import { AppError } from '../errors.ts';
import type { Database } from '../table/database.ts';
import { findMenu } from './menu.ts';
import { unpackRevision } from './revision.ts';

/** The item of a revision. */
export const StoredRevision = z.object({
  /** Version of the menu that was submitted. */
  version: z.int(),
  data: z.instanceof(Uint8Array),
});

/** What a menu said when it was submitted. */
export interface SubmittedMenu {
  readonly content: MenuContent;
  readonly names: DishNames;
}

/** What was frozen at one of a menu's submissions, where there is that one. */
export async function findRevision(db: Database, id: number, revision: number): Promise<Revision | undefined> {
  const { unit, number } = locate(id);
  const item = await db.get(revisionKey(unit, number, revision));
  return item && unpackRevision(StoredRevision.parse(item).data);
}

/** What a menu said at one of its submissions, where there is that one. */
export async function findSubmitted(db: Database, id: number, revision: number): Promise<SubmittedMenu | undefined> {
  const found = await findRevision(db, id, revision);
  if (!found) return undefined;
  const { content, dishes } = thaw(found);
  return { content, names: new Map([...dishes].map(([dish, { name }]) => [dish, name])) };
}

/** All that was submitted of a menu, the first of it first. */
export async function readRevisions(db: Database, { vender, number, revision: last }: Menu): Promise<Revision[]> {
  const keys = Array.from({ length: last }, (_, index) => revisionKey(vender, number, index + 1));
  const items = await db.getMany(keys);
  return items.flatMap((item) => (item ? [unpackRevision(StoredRevision.parse(item).data)] : []));
}

/** A menu, and what it said when it was submitted. */
export interface MenuAsOf extends WholeMenu {
  /** Undefined where there is no such submission, and where none was asked for. */
  readonly submitted: SubmittedMenu | undefined;
}

/** A menu of any unit with what it said at one of its submissions, where one is asked for. */
export async function findMenuAsOf(
  db: Database,
  id: number,
  revision: number | undefined,
): Promise<MenuAsOf | undefined> {
  const [whole, submitted] = await Promise.all([
    findMenu(db, id),
    revision === undefined ? undefined : findSubmitted(db, id, revision),
  ]);
  return whole && { ...whole, submitted };
}

/**
 * The menu as it is, or as it was at the submission that was asked for.
 * @throws AppError `revision_not_found`.
 */
export function demandRevision({ submitted, ...whole }: MenuAsOf, revision: number | undefined): WholeMenu {
  if (revision === undefined) return whole;
  if (!submitted) throw new AppError('revision_not_found');
  return { ...whole, ...submitted };
}
