import type { Database } from '../database.ts';
import { perOwner, RecentMap } from '../recent-map.ts';
import type { Collection, CollectionRow } from './collection.ts';

/** All rows of a block at its version, ascending by number. */
export interface Block<Row> {
  readonly version: number;
  readonly rows: readonly Row[];
  /** By row, the text in which keywords are looked up. It is kept because making it takes longer than searching it. */
  readonly texts: readonly string[];
}

/** The most rows kept at once: about 50 MB. */
const MOST_ROWS = 200_000;

type Blocks = Map<number, Block<CollectionRow>>;

/** The blocks that a function keeps, by view. The views unused for longest are dropped first. */
const viewsOf = perOwner((_: Database) => new RecentMap<string, Blocks>(MOST_ROWS, countRows));

/** A block with the texts of its rows. */
export function makeBlock<Row extends CollectionRow>(
  { textOf }: Collection<Row>,
  version: number,
  rows: readonly Row[],
): Block<Row> {
  return { version, rows, texts: rows.map(textOf) };
}

/** The block as this function kept it last, at any version. */
export function keptBlock<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  block: number,
): Block<Row> | undefined {
  // Only `keepBlock` keeps blocks, and it does so under the view of their collection.
  return viewsOf(db.root).get(nameOfView(collection))?.get(block) as Block<Row> | undefined;
}

/** Keeps a block in memory, instead of any other version of it. */
export function keepBlock<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  block: number,
  content: Block<Row>,
): void {
  const views = viewsOf(db.root);
  const name = nameOfView(collection);
  const blocks: Blocks = views.get(name) ?? new Map();
  views.set(name, blocks.set(block, content as Block<CollectionRow>));
}

function nameOfView<Row extends CollectionRow>({ partition, view = '' }: Collection<Row>): string {
  return `${partition}\n${view}`;
}

function countRows(blocks: Blocks): number {
  let count = 0;
  for (const { rows } of blocks.values()) count += rows.length;
  return count;
}
