import { ingredientsPartition } from '../../../tables/keys.ts';
import type { Ingredient } from '../../domain/ingredient/ingredient.ts';
import type { Head } from '../../table/collection/collection.ts';
import { isSettled } from '../../table/collection/rows.ts';
import type { Database } from '../../table/database.ts';

/** Foods of a unit or of the catalogue, all or some of them, at one version of their head. */
interface CachedFoods {
  readonly version: string;
  readonly foods: ReadonlyMap<string, Ingredient>;
}

/** The foods that a function keeps, by partition; those unused for longest come first. */
const caches = new WeakMap<Database, Map<string, CachedFoods>>();

/** The most units whose foods a function keeps. */
const MAX_CACHED_UNITS = 100;

/** The version of the foods that a head tells of: it changes with each change of one of them. */
export function headVersion({ blocks }: Head): string {
  return JSON.stringify(blocks);
}

/** The foods that are kept of a partition, by code, and their version. */
export function findCachedFoods(db: Database, partition: string): CachedFoods | undefined {
  const cache = caches.get(db.root);
  const cached = cache?.get(partition);
  if (cached) cache?.delete(partition);
  if (cached) cache?.set(partition, cached);
  return cached;
}

/** Keeps foods in place of those that are kept, if everything that the head tells of is visible: see `hasRested`. */
export function cacheFoods(db: Database, partition: string, head: Head, foods: CachedFoods['foods']): void {
  const cache = caches.get(db.root) ?? new Map<string, CachedFoods>();
  caches.set(db.root, cache);
  cache.delete(partition);
  if (!Object.values(head.blocks).every(([, , changed]) => isSettled(changed))) return;
  cache.set(partition, { version: headVersion(head), foods });
  for (const [oldest] of cache)
    if (cache.size > MAX_CACHED_UNITS && oldest !== ingredientsPartition) cache.delete(oldest);
}
