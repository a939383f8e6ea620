import { unitKey } from '../../tables/keys.ts';
import { LAST_NUMBER } from '../domain/id.ts';
import { type DishNames, type Menu, type MenuContent, sizeOfAnswer } from '../domain/menu.ts';
import { AppError } from '../errors.ts';
import { rowSteps } from '../table/collection/collection.ts';
import type { Database } from '../table/database.ts';
import { alive } from '../table/steps.ts';
import { insertMenu, menusOf, readMenusHead } from './menu.ts';

/** A menu that keeps the number it has had in another unit. */
export interface NumberedMenu {
  readonly number: number;
  readonly content: MenuContent;
  readonly names: DishNames;
  /** What has become of it. */
  readonly fate: Pick<Menu, 'state' | 'revision' | 'modify'>;
}

/** Menus that one transaction gives a unit: each is two items and a row, beside their head and that the unit lives. */
export const MENUS_PER_TRANSACTION = 30;

/**
 * Gives a unit some menus, ascending by number, that keep their numbers; all or none. Those that the unit has already
 * given out count as done, so that what was cut short is finished by repeating it.
 * @throws AppError `quota_reached`, `unit_not_found`.
 */
export async function restoreMenus(db: Database, unit: number, menus: readonly NumberedMenu[]): Promise<void> {
  await db.retryLostRaces(async () => {
    const head = await readMenusHead(db, unit);
    const missing = menus.filter(({ number }) => number >= head.next);
    if (missing.length === 0) return;
    const isFull = head.total + missing.length > db.quotas.menus || (missing.at(-1)?.number ?? 0) > LAST_NUMBER;
    if (isFull) throw new AppError('quota_reached');
    const added = missing.map(({ number, content, names, fate }) => {
      const { name, start, days } = content;
      const facts = { name, start, days, size: sizeOfAnswer(content, names), ...fate };
      const menu: Menu = { version: 1, vender: unit, number, planVersion: 1, ...facts };
      return { menu, content, names };
    });
    await db.write([
      alive(unitKey(unit), 'unit_not_found'),
      ...added.flatMap(insertMenu),
      ...rowSteps(menusOf(unit), { add: added.map(({ menu }) => menu) }, head),
    ]);
  });
}
