import { batchesOf } from '../../../lib/table/batches.ts';
import type { StoreSettings } from '../../../lib/table/client.ts';
import { type Head, parseHead } from '../../../lib/table/collection/collection.ts';
import { type Item, put } from '../../../lib/table/steps.ts';
import { OpenTable } from '../../../scripts/doctor/open-table.ts';
import { placeOf } from '../../../tables/place.ts';

const ROWS_AT_ONCE = 90;

/** The fields that rows have since version 1, since version 4, and rows of units since version 6. */
const NEW_FIELDS = {
  pinyin: undefined,
  size: undefined,
  iconSize: undefined,
  months: undefined,
  codes: undefined,
  status: undefined,
  expire: undefined,
};

/**
 * Changes a table into one of a release before version 1: rows without pinyin and sizes, heads without sums, no
 * version, no copies.
 */
export async function makeOld(settings: StoreSettings): Promise<void> {
  const table = new OpenTable(settings);
  const items: Item[] = [];
  await table.readAll((item) => items.push(item));
  const of = (...kinds: unknown[]) => items.filter((item) => kinds.includes(placeOf(item)?.kind));
  for (const rows of batchesOf(of('row'), ROWS_AT_ONCE)) {
    await table.db.write(rows.map((row) => put({ ...row, ...NEW_FIELDS })));
  }
  for (const members of batchesOf(of('dish', 'unit'), ROWS_AT_ONCE)) {
    await table.db.write(members.map((member) => put({ ...member, iconSize: undefined })));
  }
  await table.db.write(of('head').map((head) => put({ ...head, blocks: withoutSums(parseHead(head)) })));
  await table.db.removeMany(of('copy', 'table version'));
  table.close();
}

function withoutSums({ blocks }: Head): Head['blocks'] {
  return Object.fromEntries(Object.entries(blocks).map(([block, [count, version]]) => [block, [count, version]]));
}
