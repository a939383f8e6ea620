import { queryObjects } from 'node:v8';
import { expect, it } from 'vitest';
import { openClient } from '../../../../lib/table/client.ts';
import { keepBlock, keptBlock, makeBlock } from '../../../../lib/table/collection/cache.ts';
import { Database } from '../../../../lib/table/database.ts';
import { newCollection } from './collection.ts';

// Nothing is sent to it.
const settings = { table: 'none', region: 'cn-north-1', endpoint: 'http://127.0.0.1:1' };

it('what was never kept takes no memory when it is asked for', () => {
  const db = new Database(openClient(settings), settings.table);
  const kept = newCollection();
  const block = makeBlock(kept, 1, [{ number: 1, word: 'one' }]);
  keepBlock(db, kept, 0, block);
  const before = queryObjects(Map, { format: 'count' });
  for (let count = 0; count < 1000; count++) expect(keptBlock(db, newCollection(), 0)).toBeUndefined();
  expect(queryObjects(Map, { format: 'count' }) - before).toBeLessThan(100);
  expect([keptBlock(db, kept, 0), keptBlock(db, kept, 1)]).toEqual([block, undefined]);
});
