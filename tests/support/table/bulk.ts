import { toAttributes } from '../../../lib/table/attributes.ts';
import { batchesOf } from '../../../lib/table/batches.ts';
import type { StoreSettings } from '../../../lib/table/client.ts';
import type { Key } from '../../../tables/keys.ts';
import { ask } from './wire.ts';

const BATCH = 25;
const AT_ONCE = 8;

/** Writes items and removes others directly, for tables that hold more than calls could create in time. */
export async function loadItems(
  place: StoreSettings,
  items: readonly object[],
  gone: readonly Key[] = [],
): Promise<void> {
  const requests = [
    ...items.map((item) => ({ PutRequest: { Item: toAttributes(item) } })),
    ...gone.map(({ pk, sk }) => ({ DeleteRequest: { Key: toAttributes({ pk, sk }) } })),
  ];
  for (const batches of batchesOf(batchesOf(requests, BATCH), AT_ONCE)) {
    await Promise.all(batches.map((batch) => write(place, batch)));
  }
}

async function write(place: StoreSettings, batch: readonly object[]): Promise<void> {
  const answer = await ask(place, 'BatchWriteItem', { RequestItems: { [place.table]: batch } });
  if (!answer.includes('"UnprocessedItems":{}')) throw new Error('the table is too busy to be written');
}
