import type { StoredFood } from '../../domain/ingredient/food.ts';
import { TableCache } from '../../table/cache.ts';
import type { Head } from '../../table/collection/collection.ts';
import { isSettled } from '../../table/collection/rows.ts';
import type { Database } from '../../table/database.ts';

/** Foods of a unit, or of the catalogue. They are valid while the head of the collection has this version. */
interface CachedFoods {
  readonly version: string;
  readonly foods: ReadonlyMap<string, StoredFood>;
}

const MAX_CACHED_PARTITIONS = 100;

const cache = new TableCache<CachedFoods>(MAX_CACHED_PARTITIONS);

/** The version of a collection of foods by its head. It changes with each change of a food. */
export function headVersion({ blocks }: Head): string {
  return JSON.stringify(blocks);
}

/** Finds the cached foods of a partition; undefined where none are cached. They may be stale. */
export function findCachedFoods(db: Database, partition: string): CachedFoods | undefined {
  return cache.find(db, partition);
}

/** Replaces the cached foods of a partition. Where the last change is not settled, none are cached. */
export function cacheFoods(db: Database, partition: string, head: Head, foods: CachedFoods['foods']): void {
  const areSettled = Object.values(head.blocks).every(([, , changedAt]) => isSettled(changedAt));
  if (areSettled) cache.set(db, partition, { version: headVersion(head), foods });
  else cache.delete(db, partition);
}
