import { describe, expect, it } from 'vitest';
import { readHead } from '../../../../lib/table/collection/collection.ts';
import { findRows, readPage } from '../../../../lib/table/collection/page.ts';
import { openTable } from '../../../support/service/open.ts';
import { settle } from '../../../support/table/settle.ts';
import {
  add,
  asMembers,
  change,
  drop,
  makeWord,
  newCollection,
  openWatched,
  pageOfModel,
  type Row,
  readMembers,
  seed,
  toRow,
} from './collection.ts';

const table = await openTable();
const open = () => openWatched(table);

const everything = () => true;
const makeRows = (numbers: readonly number[]): Row[] => numbers.map((number) => ({ number, word: makeWord(number) }));
const upTo = (last: number, from = 1) => Array.from({ length: last - from + 1 }, (_, index) => from + index);

describe('cached rows', () => {
  /** Three blocks with holes, all in memory. */
  async function makeWarm() {
    const watched = open();
    const collection = newCollection();
    const rows = makeRows([...upTo(9), ...upTo(1505, 1495), ...upTo(2005, 2000)]);
    await seed(watched, collection, rows, 2006);
    const find = () => findRows(watched.db, collection, everything);
    expect(await find()).toEqual(rows.toReversed());
    expect(watched.takeQueries().toSorted()).toEqual(['ROW#000000', 'ROW#000001', 'ROW#000002']);
    return { watched, collection, rows, find };
  }

  it('are not read again while nothing has changed', async () => {
    const { find, rows, watched } = await makeWarm();
    expect(await find()).toEqual(rows.toReversed());
    expect(watched.takeQueries()).toEqual([]);
  });

  it.each([
    [
      'a change',
      'ROW#000001',
      (rows: Row[]) => rows.map((row) => (row.number === 1500 ? { ...row, word: '改' } : row)),
    ],
    ['a removal', 'ROW#000000', (rows: Row[]) => rows.slice(1)],
    ['an addition', 'ROW#000002', (rows: Row[]) => [...rows, { number: 2006, word: '新' }]],
  ])('are seen as they are after %s elsewhere, which costs one block', async (what, block, apply) => {
    const { collection, find, rows, watched } = await makeWarm();
    const elsewhere = open().db;
    if (what === 'a change') await change(elsewhere, collection, { number: 1500, word: '改' });
    if (what === 'a removal') await drop(elsewhere, collection, 1);
    if (what === 'an addition') await add(elsewhere, collection, '新');
    expect(await find()).toEqual(apply(rows).reverse());
    expect(watched.takeQueries()).toEqual([block]);
  });

  it('are cached only after the change is settled', async () => {
    const { collection, find, watched } = await makeWarm();
    await change(watched.db, collection, { number: 7, word: '改' });
    for (const _ of [1, 2]) {
      await find();
      expect(watched.takeQueries()).toEqual(['ROW#000000']);
    }
    await settle(watched.db, watched.place, collection.partition);
    await find();
    expect(watched.takeQueries()).toEqual(['ROW#000000']);
    await find();
    expect(watched.takeQueries()).toEqual([]);
  });

  it('are not cached where the head counts other rows: while a change becomes visible', async () => {
    const { collection, watched, rows } = await makeWarm();
    const half = open();
    await seed(half, { ...collection, partition: `${collection.partition}-half` }, rows, 2006);
    const torn = { ...collection, partition: `${collection.partition}-half` };
    const head = await readHead(half.db, torn.partition);
    const [count = 0, ...rest] = head.blocks[0] ?? [];
    const changedHead = { ...head, blocks: { ...head.blocks, 0: [count + 1, ...rest] as [number, number, number] } };
    await findRows(half.db, torn, everything, changedHead);
    half.takeQueries();
    await findRows(half.db, torn, everything, changedHead);
    expect(half.takeQueries()).toEqual(['ROW#000000']);
    expect(watched.takeQueries()).toEqual([]);
  });

  it('are right for more blocks than the cache holds', async () => {
    const { db } = open();
    const collections = upTo(60).map(() => newCollection());
    for (const [index, collection] of collections.entries()) await add(db, collection, `第${index}`);
    for (const _ of [1, 2]) {
      for (const [index, collection] of collections.entries()) {
        expect(await findRows(db, collection, everything)).toEqual([{ number: 1, word: `第${index}` }]);
      }
    }
  });
});

const SIZE = 4;
const COUNT = 11;

/** Eleven members with their rows. */
async function makeSmall() {
  const watched = open();
  const collection = newCollection();
  for (const number of upTo(COUNT)) await add(watched.db, collection, makeWord(number));
  return { ...watched, collection, model: makeRows(upTo(COUNT)).reverse() };
}

describe('what is answered is as it is now', () => {
  it.each([
    ['without a filter', undefined],
    ['with one', (row: Row) => row.number > 4],
  ])('a member that is deleted after its row was read does not show, %s', async (_, filter) => {
    const { db, collection, model } = await makeSmall();
    const readAfterDrop = async (rows: readonly Row[]) => {
      await drop(db, collection, 10);
      return readMembers(db, collection)(rows);
    };
    const request = { pageNo: 0, pageSize: SIZE };
    const { content } = await readPage(db, collection, request, { filter, toRow, readMembers: readAfterDrop });
    expect(content).toEqual(model.slice(0, SIZE).filter(({ number }) => number !== 10));
  });

  it('a member that the filter lets through no longer does not show: filters are permissions', async () => {
    const { db, collection, model } = await makeSmall();
    const readAfterChange = async (rows: readonly Row[]) => {
      await change(db, collection, { number: 10, word: '改' });
      return readMembers(db, collection)(rows);
    };
    const request = { pageNo: 0, pageSize: SIZE };
    const filter = ({ word }: Row) => word !== '改';
    const { content } = await readPage(db, collection, request, { filter, toRow, readMembers: readAfterChange });
    expect(content).toEqual(model.slice(0, SIZE).filter(({ number }) => number !== 10));
  });

  it('members that are added after the head was read do not shift a page', async () => {
    const { db, collection, model } = await makeSmall();
    const firstHead = await readHead(db, collection.partition);
    await add(db, collection, '新');
    for (const pageNo of [0, 1, 2, 3]) {
      const options = { knownHead: firstHead, toRow, readMembers: readMembers(db, collection) };
      const page = await readPage(db, collection, { pageNo, pageSize: SIZE }, options);
      expect(page).toEqual(pageOfModel(model, pageNo, SIZE));
    }
  });

  it('more than may be found is refused', async () => {
    const { db, collection } = await makeSmall();
    const options = { filter: everything, maxMatches: 5, toRow, readMembers: asMembers };
    const page = readPage(db, collection, { pageNo: 0, pageSize: 5 }, options);
    await expect(page).rejects.toMatchObject({ reason: 'too_many_matches' });
  });
});
