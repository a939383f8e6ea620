import { menuPeopleKey, menuPlanKey, menuStateKey, revisionKey } from '../../../tables/keys.ts';
import type { Menu } from '../../domain/menu/menu.ts';
import { findObstacle } from '../../domain/menu/menu-state.ts';
import { locate, toId } from '../../domain/values/id.ts';
import { badField } from '../../errors.ts';
import { collectionSteps } from '../../table/collection/collection.ts';
import type { Database } from '../../table/database.ts';
import { removeStep, type Step } from '../../table/steps.ts';
import { continueTaskStep, findTask, newTask, repeatParts, type TaskOfKind, taskStep } from '../task.ts';
import { findMenus, menuCollection } from './menu.ts';
import { weekSteps } from './week.ts';

/** The most menus that one call deletes. Each takes 8 steps: 3 items, a row, entry and head of 2 weeks. Head and task make 98. */
export const MAX_MENUS_AT_ONCE = 12;

/**
 * Deletes menus of the unit, all or none, and then removes their revisions. The sweep continues where that is cut short.
 * @throws AppError `menu_not_found`, `menu_pending`, `menu_published` naming in field `ids` the absent, waiting or live menus.
 */
export async function deleteMenus(db: Database, unit: number, ids: readonly number[], isTimeUp: () => boolean) {
  const task = await db.retryLostRaces(async () => {
    const ownIds = ids.filter((id) => locate(id).unit === unit);
    const menus = (await findMenus(db, ownIds)).filter((menu) => menu !== undefined);
    const foundIds = new Set(menus.map(({ number }) => toId(unit, number)));
    const absentIds = ids.filter((id) => !foundIds.has(id));
    if (absentIds.length > 0) throw badField('ids', { code: 'unknown', names: absentIds.join(', ') }, 'menu_not_found');
    requireDeletable(unit, menus);
    const left = menus.flatMap(({ number, revision }) => (revision > 0 ? [[number, revision] as const] : []));
    const newDeletion: TaskOfKind<'remove-revisions'> = { ...newTask(), kind: 'remove-revisions', unit, left };
    const deletion = left.length > 0 ? newDeletion : undefined;
    const changedMenus = menus.map((before) => ({ before }));
    const weekChangeSteps = await weekSteps(db, unit, changedMenus);
    await db.write([...deleteSteps(unit, menus), ...weekChangeSteps, ...(deletion ? [taskStep(deletion)] : [])]);
    return deletion;
  });
  if (task) await finishMenuDeletion(db, task.id, isTimeUp);
}

/** Continues to remove the revisions of deleted menus; false where time is up before the end. */
export async function finishMenuDeletion(db: Database, taskId: string, isTimeUp: () => boolean): Promise<boolean> {
  return repeatParts(db, isTimeUp, async () => {
    const task = await findTask(db, taskId);
    if (task?.kind !== 'remove-revisions') return true;
    // The default is for the compiler alone: a stored task has at least one menu left.
    const [[menuNumber, revisionCount] = [0, 0], ...left] = task.left;
    const revisions = Array.from({ length: revisionCount }, (_, index) => index + 1);
    await db.removeMany(revisions.map((revision) => revisionKey(task.unit, menuNumber, revision)));
    await db.write([continueTaskStep(task, left.length > 0 ? { ...task, left } : undefined)]);
    return left.length === 0;
  });
}

/** Requires that the menus are neither waiting nor live, or throws `menu_pending`, `menu_published`. */
function requireDeletable(unit: number, menus: readonly Menu[]): void {
  for (const reason of ['menu_pending', 'menu_published'] as const) {
    const undeletableMenus = menus.filter((menu) => findObstacle(menu, 'delete') === reason);
    const names = undeletableMenus.map(({ number }) => toId(unit, number)).join(', ');
    if (names !== '') throw badField('ids', { code: 'not_allowed', names }, reason);
  }
}

/** The steps that delete menus and their rows. The menus have neither live nor pending entries: see `requireDeletable`. */
function deleteSteps(unit: number, menus: readonly Menu[]): Step[] {
  return [
    ...collectionSteps(menuCollection(unit), { remove: menus }),
    ...menus.flatMap(({ number, version }) => [
      removeStep(menuStateKey(unit, number), version),
      removeStep(menuPlanKey(unit, number)),
      removeStep(menuPeopleKey(unit, number)),
    ]),
  ];
}
