import type { Collection, CollectionRow } from './collection.ts';
import type { Database } from './database.ts';

/** All rows of a block, ascending by number, exactly as they were at its version. */
interface Block<Row> {
  readonly version: number;
  readonly rows: readonly Row[];
}

/** Most partitions kept at once; the longest unused is dropped first. */
const MOST_PARTITIONS = 50;

/** Blocks a warm function keeps, by database and partition. */
const caches = new WeakMap<Database, Map<string, Map<number, Block<CollectionRow>>>>();

/** The rows of a block, where they are kept as of this version. */
export function cachedBlock<Row extends CollectionRow>(
  db: Database,
  { partition }: Collection<Row>,
  block: number,
  version: number,
): readonly Row[] | undefined {
  const kept = blocksOf(db, partition).get(block);
  // Blocks of a partition are only ever kept by `keepBlock` for the collection of that partition.
  return kept?.version === version ? (kept.rows as readonly Row[]) : undefined;
}

/** Keeps the rows of a block as of its version. */
export function keepBlock<Row extends CollectionRow>(
  db: Database,
  { partition }: Collection<Row>,
  block: number,
  rows: Block<Row>,
): void {
  blocksOf(db, partition).set(block, rows);
}

function blocksOf(db: Database, partition: string): Map<number, Block<CollectionRow>> {
  const partitions = caches.get(db) ?? new Map<string, Map<number, Block<CollectionRow>>>();
  caches.set(db, partitions);
  const blocks = partitions.get(partition) ?? new Map<number, Block<CollectionRow>>();
  partitions.delete(partition);
  partitions.set(partition, blocks);
  const [longestUnused] = partitions.keys();
  if (partitions.size > MOST_PARTITIONS && longestUnused !== undefined) partitions.delete(longestUnused);
  return blocks;
}
