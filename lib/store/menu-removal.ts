import { menuKey, menuPlanKey } from '../../tables/keys.ts';
import { idOf, locate } from '../domain/id.ts';
import type { Menu } from '../domain/menu.ts';
import { badField } from '../errors.ts';
import { rowSteps } from '../table/collection/collection.ts';
import type { Database } from '../table/database.ts';
import { remove, type Step } from '../table/steps.ts';
import { findMenus, menusOf } from './menu.ts';

/** Most menus that one call deletes: each is two items and a row in one transaction. */
export const MOST_MENUS_AT_ONCE = 30;

/**
 * Removes menus of the unit, all or none.
 * @throws AppError `menu_not_found` naming in field `ids` those that the unit has not.
 */
export async function deleteMenus(db: Database, unit: number, ids: readonly number[]): Promise<void> {
  await db.retryLostRaces(async () => {
    const menus = (
      await findMenus(
        db,
        ids.filter((id) => locate(id).unit === unit),
      )
    ).filter((menu) => menu !== undefined);
    const found = new Set(menus.map(({ number }) => idOf(unit, number)));
    const names = ids.filter((id) => !found.has(id)).join(', ');
    if (names !== '') throw badField('ids', { code: 'unknown', names }, 'menu_not_found');
    await db.write(removeSteps(unit, menus));
  });
}

function removeSteps(unit: number, menus: readonly Menu[]): Step[] {
  return [
    ...rowSteps(menusOf(unit), { remove: menus }),
    ...menus.flatMap(({ number, version }) => [
      remove(menuKey(unit, number), version),
      remove(menuPlanKey(unit, number)),
    ]),
  ];
}
