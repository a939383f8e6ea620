import { describe, expect, it } from 'vitest';
import { splitIntoBatches } from '../../../../lib/table/batches.ts';
import { collectionSteps, readHead } from '../../../../lib/table/collection/collection.ts';
import { findRows, readPage } from '../../../../lib/table/collection/page.ts';
import { toBlockNumber } from '../../../../tables/keys.ts';
import { openTable } from '../../../support/service/open.ts';
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
  type Watched,
} from './collection.ts';

const table = await openTable();
const open = () => openWatched(table);

describe('numbers', () => {
  it('are dense from 1, and the head counts members and versions per block', async () => {
    const { db } = open();
    const collection = newCollection();
    expect(await readHead(db, collection.partition)).toEqual({ next: 1, total: 0, blocks: {} });
    for (const number of [1, 2, 3]) expect(await add(db, collection, 'x')).toEqual({ number, word: 'x' });
    await change(db, collection, { number: 2, word: 'y' });
    await drop(db, collection, 3);
    const blocks = { 0: [2, 5, expect.any(Number)] };
    expect(await readHead(db, collection.partition)).toEqual({ next: 4, total: 2, blocks });
  });

  it('are never given twice, not even where all members are gone', async () => {
    const { db } = open();
    const collection = newCollection();
    await add(db, collection, 'x');
    await drop(db, collection, 1);
    expect(await add(db, collection, 'y')).toEqual({ number: 2, word: 'y' });
    const page = await readPage(
      db,
      collection,
      { pageNo: 0, pageSize: 5 },
      { toRow, readMembers: readMembers(db, collection) },
    );
    expect(page).toEqual(pageOfModel([{ number: 2, word: 'y' }], 0, 5));
  });

  it('are never given twice, not even by who read the head before another member came and went', async () => {
    const { db } = open();
    const collection = newCollection();
    await add(db, collection, 'x');
    const outdated = await readHead(db, collection.partition);
    await add(db, collection, 'y');
    await drop(db, collection, 2);
    const late = collectionSteps(collection, { add: [{ number: outdated.next, word: 'late' }] }, outdated);
    await expect(db.write(late)).rejects.toThrow();
    expect(await readHead(db, collection.partition)).toMatchObject({ next: 3, total: 1 });
  });

  it('are dense when 30 are added at the same time', async () => {
    const { db } = open();
    const collection = newCollection();
    const words = Array.from({ length: 30 }, (_, index) => `w${index}`);
    const rows = await Promise.all(words.map((word) => add(db, collection, word)));
    expect(rows.map(({ number }) => number).sort((a, b) => a - b)).toEqual(words.map((_, index) => index + 1));
    const model = rows.toSorted((a, b) => b.number - a.number);
    expect(await findRows(db, collection, () => true, await readHead(db, collection.partition))).toEqual(model);
  });

  it('go on across the border of a block of 1,000', async () => {
    const watched = open();
    const { db } = watched;
    const collection = newCollection();
    const rows = Array.from({ length: 997 }, (_, index) => ({ number: index + 1, word: makeWord(index + 1) }));
    await seed(watched, collection, rows, 998);
    for (let number = 998; number <= 1002; number++) rows.push(await add(db, collection, makeWord(number)));
    expect(await readHead(db, collection.partition)).toEqual({
      next: 1003,
      total: 1002,
      blocks: { 0: [999, 3, expect.any(Number)], 1: [3, 3, expect.any(Number)] },
    });
    await drop(db, collection, 1000);
    await drop(db, collection, 999);
    const model = rows.filter(({ number }) => number !== 999 && number !== 1000).reverse();
    expect(await readPage(db, collection, { pageNo: 0, pageSize: 7 }, { toRow, readMembers: asMembers })).toEqual(
      pageOfModel(model, 0, 7),
    );
  });
});

describe('a collection of 2,821 members in blocks with holes', async () => {
  const cold = open();
  const warm = open();
  const collection = newCollection();
  const NEXT = 5301;
  // Block 0: every third is gone; block 1: complete; block 2: all are gone; block 3: only its ends; block 4: complete;
  // block 5: half.
  const has = [
    (n: number) => n % 3 !== 0,
    () => true,
    () => false,
    (n: number) => n < 3002 || n > 3997,
    () => true,
    (n: number) => n % 2 === 0,
  ];
  const numbers = Array.from({ length: NEXT - 1 }, (_, index) => index + 1).filter((n) => has[toBlockNumber(n)]?.(n));
  const model = numbers.map((number) => ({ number, word: makeWord(number) })).reverse();
  await seed(cold, collection, model, NEXT);
  const head = await readHead(cold.db, collection.partition);

  const ask = ({ db }: Watched, pageNo: number, pageSize: number, filter?: (row: Row) => boolean) =>
    readPage(db, collection, { pageNo, pageSize }, { knownHead: head, filter, toRow, readMembers: asMembers });
  /** Compares pages of several sizes with the array's, some at a time. */
  async function compare(watched: Watched, pages: readonly (readonly [number, number])[]) {
    for (const some of splitIntoBatches(pages, 40)) {
      const found = await Promise.all(some.map(([pageNo, size]) => ask(watched, pageNo, size)));
      const expected = some.map(([pageNo, size]) => pageOfModel(model, pageNo, size));
      // Texts are compared first: thousands of deep comparisons would take most of the time.
      if (JSON.stringify(found) !== JSON.stringify(expected)) expect(found).toEqual(expected);
    }
  }
  const allPages = (size: number) =>
    Array.from({ length: Math.ceil(model.length / size) + 2 }, (_, pageNo) => [pageNo, size] as const);

  it('has the members it was given, newest first', async () => {
    expect(model).toHaveLength(2821);
    expect(await ask(cold, 0, 3000)).toEqual(pageOfModel(model, 0, 3000));
  });

  it.each([20, 99, 200, 333, 1000, 2500])('pages of %i: every one of them, the last and past the end', (size) =>
    compare(cold, allPages(size)),
  );

  it('pages of every size from 1 to 200: both ends and wherever a block begins', async () => {
    const borders = [0, 151, 1151, 1155, 2155, model.length - 1, model.length];
    const sizes = Array.from({ length: 200 }, (_, index) => index + 1);
    const pages = sizes.flatMap((size) =>
      [...new Set(borders.map((border) => Math.floor(border / size)))].map((pageNo) => [pageNo, size] as const),
    );
    await compare(cold, pages);
  });

  it('pages of every size from 1 to 200 from a warm cache, which reads nothing: every one of them', async () => {
    expect(await findRows(warm.db, collection, () => true, head)).toEqual(model);
    expect(warm.takeQueries().toSorted()).toEqual([
      'ROW#000000',
      'ROW#000001',
      'ROW#000003',
      'ROW#000004',
      'ROW#000005',
    ]);
    for (let size = 1; size <= 200; size++) await compare(warm, allPages(size));
    expect(warm.takeQueries()).toEqual([]);
  });

  it.each(['甲', '-1', '丁-1', '乙-5', '0', '-3999', '戊'])(
    'what a filter for %j lets through is what it lets through of an array',
    async (word) => {
      const filter = (row: Row) => row.word.includes(word);
      const filtered = model.filter(filter);
      expect(await findRows(warm.db, collection, filter, head)).toEqual(filtered);
      for (const size of [1, 20, 200]) {
        const last = Math.max(0, Math.ceil(filtered.length / size) - 1);
        for (const pageNo of new Set([0, 1, last, last + 1, 5000])) {
          expect(await ask(warm, pageNo, size, filter)).toEqual(pageOfModel(filtered, pageNo, size));
        }
      }
    },
  );
});

describe('a block larger than the megabyte that one query reads', async () => {
  const watched = open();
  const collection = newCollection();
  const model = Array.from({ length: 700 }, (_, index) => ({
    number: 700 - index,
    word: `${700 - index}${'长'.repeat(1300)}`,
  }));
  await seed(watched, collection, model, 701);
  const head = await readHead(watched.db, collection.partition);

  it.each([0, 1, 2, 3, 4])('page %i of 200 is whole', async (pageNo) => {
    const page = await readPage(
      watched.db,
      collection,
      { pageNo, pageSize: 200 },
      { knownHead: head, toRow, readMembers: asMembers },
    );
    expect(page).toEqual(pageOfModel(model, pageNo, 200));
  });

  it('is searched to its end', async () => {
    const { db } = open();
    expect(await findRows(db, collection, (row) => row.number % 50 === 1, head)).toEqual(
      model.filter(({ number }) => number % 50 === 1),
    );
  });
});
