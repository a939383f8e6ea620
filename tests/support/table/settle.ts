import type { TableSettings } from '../../../lib/table/client.ts';
import { type Head, readHead } from '../../../lib/table/collection/collection.ts';
import type { Database } from '../../../lib/table/database.ts';
import { headKey, prefixes, weekPartition } from '../../../tables/keys.ts';
import { loadItems } from './bulk.ts';

/** The blocks of a head as if their last change were a minute older. */
export function settledBlocks(blocks: Head['blocks']): Head['blocks'] {
  const entries = Object.entries(blocks).map(
    ([block, [count, version, changed]]): [string, [number, number, number]] => [block, [count, version, changed - 60]],
  );
  return Object.fromEntries(entries);
}

/** Dates the last changes of a collection a minute back, so that its rows are settled and may be cached. */
export async function settle(db: Database, settings: TableSettings, partition: string): Promise<void> {
  const head = await readHead(db, partition);
  await loadItems(settings, [{ ...headKey(partition), ...head, blocks: settledBlocks(head.blocks) }]);
}

/** Dates the last changes of a week a minute back, so that its entries are settled and may be cached. */
export async function settleWeek(db: Database, settings: TableSettings, monday: string): Promise<void> {
  const heads = await db.query(weekPartition(monday), { prefix: prefixes.weekHead });
  await loadItems(
    settings,
    heads.map((head) => ({ ...head, changed: Number(head['changed']) - 60 })),
  );
}
