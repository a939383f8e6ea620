import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readHead } from '../../../../lib/table/collection/collection.ts';
import { decodeCopy } from '../../../../lib/table/collection/copies.ts';
import { findRows } from '../../../../lib/table/collection/page.ts';
import type { Item } from '../../../../lib/table/steps.ts';
import { TableFault } from '../../../../lib/table/table-fault.ts';
import { copyKey } from '../../../../tables/keys.ts';
import { openTable } from '../../../support/service/open.ts';
import { add, change, drop, newCollection, openWatched, type Row, seed, wordOf } from './collection.ts';

const table = await openTable();
const open = () => openWatched(table);

type Watched = ReturnType<typeof open>;
type TestCollection = ReturnType<typeof newCollection>;

const upTo = (last: number, from = 1) => Array.from({ length: last - from + 1 }, (_, index) => from + index);
const rowsOf = (numbers: readonly number[]): Row[] => numbers.map((number) => ({ number, word: wordOf(number) }));

async function find({ db }: Watched, collection: TestCollection): Promise<readonly Row[]> {
  return findRows(db, collection, () => true, await readHead(db, collection.partition));
}
async function readStored({ client, table: TableName }: Watched, collection: TestCollection, block: number) {
  const Key = copyKey(collection.partition, block);
  return (await client.send('GetItem', { TableName, Key, ConsistentRead: true })).Item;
}

/**
 * A block of 150 rows, one of 100, and one of 99, which is too small for a copy; each is read once by a cold function.
 */
async function makeRead() {
  const first = open();
  const collection = newCollection();
  const rows = rowsOf([...upTo(150), ...upTo(1099, 1000), ...upTo(2098, 2000)]);
  await seed(first, collection, rows, 2099);
  expect(await find(first, collection)).toEqual(rows.toReversed());
  return { first, collection, rows };
}

/** A copy of rows with one word, as releases before 2026-11 left it. */
const EARLIER = JSON.stringify({
  count: 150,
  columns: { number: upTo(150), word: upTo(150).map(() => '旧') },
  pinyin: { readings: { 旧: 'Jiu' }, others: {} },
});

describe('a copy of a block', () => {
  it('is left of each block of 100 rows or more by the first function that reads it', async () => {
    const { first, collection, rows } = await makeRead();
    expect(decodeCopy((await readStored(first, collection, 0)) as Item, 1000, collection)).toEqual(rows.slice(0, 150));
    expect(decodeCopy((await readStored(first, collection, 1)) as Item, 1000, collection)).toEqual(
      rows.slice(150, 250),
    );
    expect(await readStored(first, collection, 2)).toBeUndefined();
  });

  it('expires when it has not been renewed for 90 days', async () => {
    const { first, collection } = await makeRead();
    const copy = await readStored(first, collection, 0);
    const days = (Number(copy?.['ttl']) - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(89.9);
    expect(days).toBeLessThanOrEqual(90);
  });

  it('spares the next function the rows', async () => {
    const { collection, rows } = await makeRead();
    const second = open();
    expect(await find(second, collection)).toEqual(rows.toReversed());
    expect(second.takeQueries()).toEqual(['ROW#000002']);
    expect(await find(second, collection)).toEqual(rows.toReversed());
    expect(second.takeQueries()).toEqual(['ROW#000002'].slice(1));
  });

  it.each([
    [
      'changed',
      async ({ db }: Watched, collection: TestCollection) => change(db, collection, { number: 7, word: '改' }),
    ],
    ['dropped', async ({ db }: Watched, collection: TestCollection) => drop(db, collection, 7)],
  ])('is not trusted once a row of its block was %s, and is renewed', async (_, write) => {
    const { first, collection } = await makeRead();
    await write(first, collection);
    const expected = await find(first, collection);
    expect(expected.find(({ number }) => number === 7)?.word).toBe(_ === 'changed' ? '改' : undefined);
    // A warm function leaves the copy to the next cold one: otherwise each of frequent writes would cost a copy.
    expect((await readStored(first, collection, 0))?.['version']).toBe(1000);
    const second = open();
    expect(await find(second, collection)).toEqual(expected);
    expect(second.takeQueries().toSorted()).toEqual(['ROW#000000', 'ROW#000002']);
    expect((await readStored(first, collection, 0))?.['version']).toBe(1001);
    const third = open();
    expect(await find(third, collection)).toEqual(expected);
    expect(third.takeQueries()).toEqual(['ROW#000002']);
  });

  it('is not trusted once a row was added', async () => {
    const { first, collection, rows } = await makeRead();
    const added = await add(first.db, collection, '新');
    const second = open();
    expect(await find(second, collection)).toEqual([added, ...rows.toReversed()]);
  });

  it.each([
    ['of a later version', { version: 1001 }],
    ['without data', { data: undefined }],
    ['whose version is not a number', { version: '1000' }],
  ])('%s is as good as none', async (_, damage) => {
    const { first, collection, rows } = await makeRead();
    const { client, table: TableName } = first;
    const copy = await readStored(first, collection, 0);
    await client.send('PutItem', { TableName, Item: { ...copy, ...damage, pk: copy?.['pk'], sk: copy?.['sk'] } });
    const second = open();
    expect(await find(second, collection)).toEqual(rows.toReversed());
    expect(second.takeQueries().toSorted()).toEqual(['ROW#000000', 'ROW#000002']);
  });

  it.each([
    ['of the earlier form, with the pinyin beside its columns', brotliCompressSync(EARLIER)],
    ['that is damaged', Buffer.from('{}')],
  ])('%s is as good as none, and is replaced', async (_, data) => {
    const { first, collection, rows } = await makeRead();
    const { client, table: TableName } = first;
    const sound = await readStored(first, collection, 0);
    await client.send('PutItem', { TableName, Item: { ...sound, data } });
    const second = open();
    expect(await find(second, collection)).toEqual(rows.toReversed());
    expect(second.takeQueries().toSorted()).toEqual(['ROW#000000', 'ROW#000002']);
    expect(await readStored(first, collection, 0)).toEqual({ ...sound, ttl: expect.any(Number) });
    const third = open();
    expect(await find(third, collection)).toEqual(rows.toReversed());
    expect(third.takeQueries()).toEqual(['ROW#000002']);
  });

  it('of rows of another form is as good as none', async () => {
    const { first, collection } = await makeRead();
    const copy = (await readStored(first, collection, 0)) as Item;
    const Later = z.object({ number: z.int(), word: z.string(), added: z.string() });
    expect(decodeCopy(copy, 1000, collection)).toHaveLength(150);
    expect(decodeCopy(copy, 1000, { ...collection, Row: Later })).toBeUndefined();
  });

  it('never replaces a later one', async () => {
    const { first, collection } = await makeRead();
    const { client, table: TableName } = first;
    const later = { ...(await readStored(first, collection, 0)), version: 2000 };
    await client.send('PutItem', { TableName, Item: later });
    await find(open(), collection);
    expect(await readStored(first, collection, 0)).toEqual(later);
  });

  it('that cannot be left because the store is busy spoils no answer', async () => {
    const { first, collection, rows } = await makeRead();
    await first.client.send('DeleteItem', { TableName: first.table, Key: copyKey(collection.partition, 0) });
    const second = open();
    second.client.use((operation, input, next) => {
      if (operation !== 'PutItem') return next(input);
      throw new TableFault('ThrottlingException');
    });
    expect(await find(second, collection)).toEqual(rows.toReversed());
    expect(await readStored(first, collection, 0)).toBeUndefined();
  });
});
