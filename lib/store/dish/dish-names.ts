import type { DishNames } from '../../domain/menu/menu.ts';
import { PLATFORM } from '../../domain/unit.ts';
import { locate, toId } from '../../domain/values/id.ts';
import { findRows } from '../../table/collection/page.ts';
import type { Database } from '../../table/database.ts';
import { dishCollection } from './dish.ts';

/**
 * Finds the names of dishes by id, from their rows. A unit may serve its own dishes and those of the library. Other
 * dishes and deleted ones are absent.
 */
export async function findDishNames(db: Database, unit: number, ids: readonly number[]): Promise<DishNames> {
  const idSet = new Set(ids);
  const units = [...new Set(ids.map((id) => locate(id).unit))];
  const allowedUnits = units.filter((owner) => owner === unit || owner === PLATFORM);
  const entries = allowedUnits.map(async (owner) => {
    const rows = await findRows(db, dishCollection(owner), ({ number }) => idSet.has(toId(owner, number)));
    return rows.map(({ number, name }) => [toId(owner, number), name] as const);
  });
  return new Map((await Promise.all(entries)).flat());
}
