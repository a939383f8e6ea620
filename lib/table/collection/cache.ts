import type { Database } from '../database.ts';
import type { Collection, CollectionRow } from './collection.ts';

/** All rows of a block, ascending by number, exactly as they were at its version. */
export interface Block<Row> {
  readonly version: number;
  readonly rows: readonly Row[];
  /** What a keyword is looked for in, row by row: made once, since making it takes longer than looking. */
  readonly texts: readonly string[];
}

/** Most rows kept at once, some 50 MB; the partitions longest unused are dropped first. */
const MOST_ROWS = 200_000;

type Blocks = Map<number, Block<CollectionRow>>;

/** Blocks a warm function keeps, by database, partition and view. */
const caches = new WeakMap<Database, Map<string, Blocks>>();

/** A block with what is looked for in its rows. */
export function makeBlock<Row extends CollectionRow>(
  { textOf }: Collection<Row>,
  version: number,
  rows: readonly Row[],
): Block<Row> {
  return { version, rows, texts: rows.map(textOf) };
}

/** A block as it was kept last, of whatever version. */
export function keptBlock<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  block: number,
): Block<Row> | undefined {
  const partition = nameOfView(collection);
  const partitions = caches.get(db.root);
  const blocks = partitions?.get(partition);
  if (!partitions || !blocks) return undefined;
  placeLast(partitions, partition, blocks);
  // Blocks of a view are only ever kept by `keepBlock` for the collection of that partition.
  return blocks.get(block) as Block<Row> | undefined;
}

/** Keeps a block. */
export function keepBlock<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  block: number,
  content: Block<Row>,
): void {
  const partition = nameOfView(collection);
  const partitions = caches.get(db.root) ?? new Map<string, Blocks>();
  caches.set(db.root, partitions);
  const blocks: Blocks = partitions.get(partition) ?? new Map();
  blocks.set(block, content as Block<CollectionRow>);
  placeLast(partitions, partition, blocks);
  dropLongestUnused(partitions);
}

function nameOfView<Row extends CollectionRow>({ partition, view = '' }: Collection<Row>): string {
  return `${partition}\n${view}`;
}

/** The partition that was used last stands last. */
function placeLast(partitions: Map<string, Blocks>, partition: string, blocks: Blocks): void {
  partitions.delete(partition);
  partitions.set(partition, blocks);
}

function dropLongestUnused(partitions: Map<string, Blocks>): void {
  const sizes = [...partitions].map(([partition, blocks]) => ({ partition, rows: countRows(blocks) }));
  let total = sizes.reduce((sum, { rows }) => sum + rows, 0);
  for (const { partition, rows } of sizes.slice(0, -1)) {
    if (total <= MOST_ROWS) return;
    partitions.delete(partition);
    total -= rows;
  }
}

function countRows(blocks: Blocks): number {
  let count = 0;
  for (const { rows } of blocks.values()) count += rows.length;
  return count;
}
