import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { splitIntoBatches } from '../../../lib/table/batches.ts';
import { openClient, type TableSettings } from '../../../lib/table/client.ts';
import type { Key } from '../../../tables/keys.ts';

const BATCH_SIZE = 25;
const BATCHES_AT_ONCE = 8;

/** Writes items and removes others directly, for tables that hold more than calls could create in time. */
export async function loadItems(
  settings: TableSettings,
  items: readonly object[],
  removed: readonly Key[] = [],
): Promise<void> {
  const client = openClient(settings);
  const requests = [
    ...items.map((item) => ({ PutRequest: { Item: { ...item } } })),
    ...removed.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
  ];
  const write = async (batch: typeof requests) => {
    const { UnprocessedItems = {} } = await client.send(
      new BatchWriteCommand({ RequestItems: { [settings.table]: batch } }),
    );
    if (Object.keys(UnprocessedItems).length > 0) throw new Error('the table is too busy to be written');
  };
  for (const batches of splitIntoBatches(splitIntoBatches(requests, BATCH_SIZE), BATCHES_AT_ONCE))
    await Promise.all(batches.map(write));
}
