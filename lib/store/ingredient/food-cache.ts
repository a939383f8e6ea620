import { cataloguePartition } from '../../../tables/keys.ts';
import type { StoredFood } from '../../domain/ingredient/food.ts';
import type { Head } from '../../table/collection/collection.ts';
import { isSettled } from '../../table/collection/rows.ts';
import type { Database } from '../../table/database.ts';

/**
 * All or some foods of a unit, or of the catalogue, as of one version of their collection. They are valid while the head
 * that was just read has this version.
 */
interface CachedFoods {
  readonly version: string;
  readonly foods: ReadonlyMap<string, StoredFood>;
}

/** The cached foods of each table, by partition, least recently used first. */
const caches = new WeakMap<Database, Map<string, CachedFoods>>();

const MAX_CACHED_PARTITIONS = 100;

/** The version of a collection of foods by its head. It changes with each change of a food. */
export function headVersion({ blocks }: Head): string {
  return JSON.stringify(blocks);
}

/** Finds the cached foods of a partition, and makes them the most recently used ones; undefined where none are cached. */
export function findCachedFoods(db: Database, partition: string): CachedFoods | undefined {
  const cache = caches.get(db.root);
  const cached = cache?.get(partition);
  if (cached) cache?.delete(partition);
  if (cached) cache?.set(partition, cached);
  return cached;
}

/** Replaces the cached foods of a partition, or drops them where `isSettled` forbids a cache. The catalogue is never evicted. */
export function cacheFoods(db: Database, partition: string, head: Head, foods: CachedFoods['foods']): void {
  const cache = caches.get(db.root) ?? new Map<string, CachedFoods>();
  caches.set(db.root, cache);
  cache.delete(partition);
  if (!Object.values(head.blocks).every(([, , changedAt]) => isSettled(changedAt))) return;
  cache.set(partition, { version: headVersion(head), foods });
  for (const [leastRecentPartition] of cache)
    if (cache.size > MAX_CACHED_PARTITIONS && leastRecentPartition !== cataloguePartition)
      cache.delete(leastRecentPartition);
}
