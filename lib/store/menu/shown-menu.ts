import { findDaysOff } from '../../domain/calendar.ts';
import { freeze, type ResolvedMenu, thaw } from '../../domain/revision.ts';
import { locate, toId } from '../../domain/values/id.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { readCalendars } from '../calendar.ts';
import { findUnit } from '../unit/unit.ts';
import { findWholeMenu } from './menu.ts';
import { readMenuPeople } from './menu-people.ts';
import { getRevision } from './menu-revision.ts';
import { resolveMenu } from './resolved-menu.ts';

/** In the place of a revision: the present content of the menu. */
const PRESENT_CONTENT = 0;

/** A menu and one of its revisions; absent: the live one, or the present content where nothing is live. */
export interface RevisionRequest {
  readonly id: number;
  readonly revision?: number | undefined;
}

/**
 * Reads a menu of any unit, and its unit.
 * @throws AppError `menu_not_found`, `unit_not_found`.
 */
export async function getMenuWithUnit(db: Database, id: number) {
  const [wholeMenu, unit] = await Promise.all([findWholeMenu(db, id), findUnit(db, locate(id).unit)]);
  if (!wholeMenu) throw new AppError('menu_not_found');
  if (!unit) throw new AppError('unit_not_found');
  return { wholeMenu, unit };
}

/**
 * Reads everything about the requested revision. The present content is returned as if it were frozen now.
 * @throws AppError `revision_not_found`, `menu_too_large`.
 */
export async function resolveRevision(
  db: Database,
  { wholeMenu: { menu, content }, unit }: Awaited<ReturnType<typeof getMenuWithUnit>>,
  requestedRevision: number | undefined,
): Promise<ResolvedMenu> {
  const revision = requestedRevision ?? menu.live?.revision ?? PRESENT_CONTENT;
  if (revision === PRESENT_CONTENT) return thaw(freeze(await resolveMenu(db, unit, content)));
  return thaw(await getRevision(db, toId(unit.id, menu.number), revision));
}

/**
 * Reads what sheets and other views show of a menu: everything about the requested revision, the name of its unit, and
 * the present days off and numbers of people.
 * @throws AppError `menu_not_found`, `unit_not_found`, `revision_not_found`, `menu_too_large`.
 */
export async function getShownMenu(db: Database, { id, revision }: RevisionRequest) {
  const [menuWithUnit, calendars, people] = await Promise.all([
    getMenuWithUnit(db, id),
    readCalendars(db, locate(id).unit),
    readMenuPeople(db, id),
  ]);
  const resolved = await resolveRevision(db, menuWithUnit, revision);
  return { ...resolved, daysOff: findDaysOff(calendars, resolved.content), unitName: menuWithUnit.unit.name, people };
}
