import { ingredientsPartition } from '../../../tables/keys.ts';
import type { Ingredient } from '../../domain/ingredient/ingredient.ts';
import type { Head } from '../../table/collection/collection.ts';
import { isSettled } from '../../table/collection/rows.ts';
import type { Database } from '../../table/database.ts';

/** Foods of a unit or of the catalogue, all or some of them, at one version of their head. */
interface KeptFoods {
  readonly version: string;
  readonly foods: ReadonlyMap<string, Ingredient>;
}

/** The foods that a function keeps, by partition; those unused for longest come first. */
const keptBy = new WeakMap<Database, Map<string, KeptFoods>>();

/** The most units whose foods a function keeps. */
const MOST_KEPT = 100;

/** The version of the foods that a head tells of: it changes with each change of one of them. */
export function versionOf({ blocks }: Head): string {
  return JSON.stringify(blocks);
}

/** The foods that are kept of a partition, by code, and their version. */
export function findKept(db: Database, partition: string): KeptFoods | undefined {
  const all = keptBy.get(db.root);
  const kept = all?.get(partition);
  if (kept) all?.delete(partition);
  if (kept) all?.set(partition, kept);
  return kept;
}

/** Keeps foods in place of those that are kept, if everything that the head tells of is visible: see `hasRested`. */
export function keepFoods(db: Database, partition: string, head: Head, foods: KeptFoods['foods']): void {
  const all = keptBy.get(db.root) ?? new Map<string, KeptFoods>();
  keptBy.set(db.root, all);
  all.delete(partition);
  if (!Object.values(head.blocks).every(([, , changed]) => isSettled(changed))) return;
  all.set(partition, { version: versionOf(head), foods });
  for (const [oldest] of all) if (all.size > MOST_KEPT && oldest !== ingredientsPartition) all.delete(oldest);
}
