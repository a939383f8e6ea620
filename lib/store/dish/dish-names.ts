import type { NameByDish } from '../../domain/menu/menu.ts';
import { PLATFORM } from '../../domain/unit.ts';
import { locate, toId } from '../../domain/values/id.ts';
import { findRows } from '../../table/collection/page.ts';
import type { Database } from '../../table/database.ts';
import { dishCollection } from './dish.ts';

/**
 * Finds the names of dishes by id, from their rows. A unit may serve its own dishes and those of the library. Other
 * dishes and deleted ones are absent.
 */
export async function findDishNames(db: Database, unit: number, ids: readonly number[]): Promise<NameByDish> {
  const wantedIds = new Set(ids);
  const owners = [...new Set(ids.map((id) => locate(id).unit))];
  const servableOwners = owners.filter((owner) => owner === unit || owner === PLATFORM);
  const entriesOfOwners = await Promise.all(
    servableOwners.map(async (owner) => {
      const rows = await findRows(db, dishCollection(owner), ({ number }) => wantedIds.has(toId(owner, number)));
      return rows.map(({ number, name }) => [toId(owner, number), name] as const);
    }),
  );
  return new Map(entriesOfOwners.flat());
}
