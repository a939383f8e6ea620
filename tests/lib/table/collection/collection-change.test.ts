import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../lib/errors.ts';
import { cachedBlock } from '../../../../lib/table/collection/blocks.ts';
import { readHead } from '../../../../lib/table/collection/collection.ts';
import { findRows, readPage } from '../../../../lib/table/collection/page.ts';
import { ensureTable, openLocalClient } from '../../../../scripts/start/table.ts';
import { openTable } from '../../../support/service/open.ts';
import {
  add,
  asMembers,
  change,
  drop,
  newCollection,
  openWatched,
  pageOfModel,
  type Row,
  readMembers,
  rowOf,
  seed,
  wordOf,
} from './collection.ts';

const table = await openTable();
const open = (name?: string) => openWatched(table, name);

const everything = () => true;
const rowsOf = (numbers: readonly number[]): Row[] => numbers.map((number) => ({ number, word: wordOf(number) }));
const upTo = (last: number, from = 1) => Array.from({ length: last - from + 1 }, (_, index) => from + index);

describe('a warm cache', () => {
  /** Three blocks with holes, all in memory. */
  async function makeWarm() {
    const watched = open();
    const collection = newCollection();
    const rows = rowsOf([...upTo(9), ...upTo(1505, 1495), ...upTo(2005, 2000)]);
    await seed(watched, collection, rows, 2006);
    const find = async () =>
      findRows(watched.db, collection, everything, await readHead(watched.db, collection.partition));
    expect(await find()).toEqual(rows.toReversed());
    expect(watched.takeQueries().toSorted()).toEqual(['ROW#000000', 'ROW#000001', 'ROW#000002']);
    return { ...watched, collection, rows, find };
  }

  it('reads nothing where nothing has changed', async () => {
    const { find, rows, takeQueries } = await makeWarm();
    expect(await find()).toEqual(rows.toReversed());
    expect(takeQueries()).toEqual([]);
  });

  it('after a change reads the changed block again, and no other', async () => {
    const { db, collection, find, rows, takeQueries } = await makeWarm();
    await change(db, collection, { number: 1500, word: '改' });
    expect(await find()).toEqual(
      rows.map((row) => (row.number === 1500 ? { number: 1500, word: '改' } : row)).reverse(),
    );
    expect(takeQueries()).toEqual(['ROW#000001']);
  });

  it('after a removal reads the changed block again, and no other', async () => {
    const { db, collection, find, rows, takeQueries } = await makeWarm();
    await drop(db, collection, 1);
    expect(await find()).toEqual(rows.slice(1).reverse());
    expect(takeQueries()).toEqual(['ROW#000000']);
  });

  it('after an addition reads the last block again, and no other', async () => {
    const { db, collection, find, rows, takeQueries } = await makeWarm();
    const added = await add(db, collection, '新');
    expect(await find()).toEqual([added, ...rows.toReversed()]);
    expect(takeQueries()).toEqual(['ROW#000002']);
  });

  it('sees what another function instance has written', async () => {
    const { collection, find, rows, takeQueries } = await makeWarm();
    const elsewhere = open();
    await change(elsewhere.db, collection, { number: 7, word: '别处' });
    await drop(elsewhere.db, collection, 2005);
    const expected = rows.slice(0, -1).map((row) => (row.number === 7 ? { number: 7, word: '别处' } : row));
    expect(await find()).toEqual(expected.reverse());
    expect(takeQueries().toSorted()).toEqual(['ROW#000000', 'ROW#000002']);
  });

  it('is of one Database alone: a second one reads for itself', async () => {
    const { collection, rows } = await makeWarm();
    const second = open();
    const head = await readHead(second.db, collection.partition);
    expect(await findRows(second.db, collection, everything, head)).toEqual(rows.toReversed());
    expect(second.takeQueries().toSorted()).toEqual(['ROW#000000', 'ROW#000001', 'ROW#000002']);
  });

  it('never shows the rows of another table, though partition and versions are the same', async () => {
    const client = openLocalClient(table.endpoint, table.region);
    await ensureTable(client, 'catering-other');
    client.destroy();
    const collection = newCollection();
    const both = [open(), open('catering-other')] as const;
    await add(both[0].db, collection, '这里');
    await add(both[1].db, collection, '那里');
    const find = async ({ db }: (typeof both)[number]) =>
      findRows(db, collection, everything, await readHead(db, collection.partition));
    for (const _ of [1, 2]) {
      expect(await find(both[0])).toEqual([{ number: 1, word: '这里' }]);
      expect(await find(both[1])).toEqual([{ number: 1, word: '那里' }]);
    }
  });

  it('holds some partitions and is right for more of them than it holds', async () => {
    const { db } = open();
    const collections = upTo(60).map(() => newCollection());
    for (const [index, collection] of collections.entries()) await add(db, collection, `第${index}`);
    for (const _ of [1, 2]) {
      for (const [index, collection] of collections.entries()) {
        const head = await readHead(db, collection.partition);
        expect(await findRows(db, collection, everything, head)).toEqual([{ number: 1, word: `第${index}` }]);
      }
    }
  });
});

const SIZE = 4;
const COUNT = 11;
const even = (row: Row) => row.number % 2 === 0;

/** Eleven members with their rows. */
async function makeSmall() {
  const watched = open();
  const collection = newCollection();
  for (const number of upTo(COUNT)) await add(watched.db, collection, wordOf(number));
  return { ...watched, collection, model: rowsOf(upTo(COUNT)).reverse() };
}

describe('a member deleted after the rows were read', () => {
  const gone = [11, 10, 8, 4, 2, 1];
  const cases = [undefined, even].flatMap((filter) =>
    gone.map((number) => ({ number, filter, filtered: Boolean(filter) })),
  );

  it.each(cases)('never shows ($number, filtered: $filtered), and the totals are right', async ({ number, filter }) => {
    for (const pageNo of [0, 1, 2]) {
      const { db, collection, model } = await makeSmall();
      let isOnPage = false;
      const readAfterDrop = async (rows: readonly Row[]) => {
        if (rows.some((row) => row.number === number)) {
          isOnPage = true;
          await drop(db, collection, number);
        }
        return readMembers(db, collection)(rows);
      };
      const page = await readPage(
        db,
        collection,
        { pageNo, pageSize: SIZE },
        { filter, rowOf, readMembers: readAfterDrop },
      );
      const left = model.filter((row) => (filter?.(row) ?? true) && !(isOnPage && row.number === number));
      expect(page).toEqual(pageOfModel(left, pageNo, SIZE));
    }
  });

  it('and several at once, one after the other', async () => {
    const { db, collection, model } = await makeSmall();
    const gone = [11, 9, 8];
    const left = [...gone];
    const read = readMembers(db, collection);
    const page = await readPage(
      db,
      collection,
      { pageNo: 0, pageSize: SIZE },
      {
        rowOf,
        readMembers: async (rows) => {
          const next = left.shift();
          if (next !== undefined) await drop(db, collection, next);
          return read(rows);
        },
      },
    );
    expect(page).toEqual(
      pageOfModel(
        model.filter((row) => !gone.includes(row.number)),
        0,
        SIZE,
      ),
    );
  });
});

describe('what happens after the head was read shows on a page as a whole or not at all', () => {
  type Small = Awaited<ReturnType<typeof makeSmall>>;
  const removals = [11, 8, 6, 3, 1].map((number) => ({
    event: `the removal of ${number}`,
    happen: ({ db, collection }: Small) => drop(db, collection, number),
    apply: (model: Row[]) => model.filter((row) => row.number !== number),
  }));
  const addition = {
    event: 'an addition',
    happen: async ({ db, collection }: Small) => {
      await add(db, collection, '新');
    },
    apply: (model: Row[]) => [{ number: COUNT + 1, word: '新' }, ...model],
  };
  /** Another reader with the same head fills the cache. */
  const caches = ['never', 'before', 'after'] as const;
  const cases = [...removals, addition].flatMap((event) => caches.map((cached) => ({ ...event, cached })));

  it.each(cases)('$event, the rows cached $cached', async ({ happen, apply, cached }) => {
    const small = await makeSmall();
    const { db, collection, model } = small;
    const firstHead = await readHead(db, collection.partition);
    if (cached === 'before') await findRows(db, collection, everything, firstHead);
    await happen(small);
    if (cached === 'after') await findRows(db, collection, everything, firstHead);
    for (const pageNo of [0, 1, 2, 3]) {
      const options = { firstHead, rowOf, readMembers: readMembers(db, collection) };
      const page = await readPage(db, collection, { pageNo, pageSize: SIZE }, options);
      const possible = [pageOfModel(model, pageNo, SIZE), pageOfModel(apply(model), pageNo, SIZE)];
      expect(possible, JSON.stringify(page)).toContainEqual(page);
    }
  });
});

it('rows of two blocks, one cached and one read, are never of two different moments', async () => {
  const watched = open();
  const { db } = watched;
  const collection = newCollection();
  const rows = rowsOf([1, 2, 3, 1000, 1001]);
  await seed(watched, collection, rows, 1002);
  await findRows(db, collection, everything, await readHead(db, collection.partition));
  const set = async (number: number, word: string) => {
    await change(db, collection, { number, word });
    rows.splice(0, rows.length, ...rows.map((row) => (row.number === number ? { number, word } : row)));
  };
  // The newer block must be read again, the older one not; then the older one changes first.
  await set(1000, '一');
  const firstHead = await readHead(db, collection.partition);
  await set(1, '二');
  await set(1001, '三');
  expect(await findRows(db, collection, everything, firstHead)).toEqual(rows.toReversed());
  const options = { firstHead, filter: everything, rowOf, readMembers: asMembers };
  const page = await readPage(db, collection, { pageNo: 0, pageSize: 5 }, options);
  expect(page).toEqual(pageOfModel(rows.toReversed(), 0, 5));
});

it('a block that changed before its rows were read is believed as of the later head, and not read again', async () => {
  const { db, takeQueries, ...watched } = open();
  const collection = newCollection();
  const rows = rowsOf([...upTo(3), 1000, 1001, 2000]);
  await seed({ db, takeQueries, ...watched }, collection, rows, 2001);
  const firstHead = await readHead(db, collection.partition);
  await change(db, collection, { number: 2, word: '改' });
  await change(db, collection, { number: 1001, word: '也' });
  takeQueries();
  const words = new Map([
    [2, '改'],
    [1001, '也'],
  ]);
  expect(await findRows(db, collection, everything, firstHead)).toEqual(
    rows.map(({ number, word }) => ({ number, word: words.get(number) ?? word })).reverse(),
  );
  expect(takeQueries().toSorted()).toEqual(['ROW#000000', 'ROW#000001', 'ROW#000002']);
});

it.each([
  ['because there are more than may be', { most: 5, readMembers: asMembers }],
  ['by what reads its members', { readMembers: () => Promise.reject(new AppError('too_many_matches')) }],
])('a page that is refused %s leaves its rows in memory for the next call', async (_, options) => {
  const { db, takeQueries, ...watched } = open();
  const collection = newCollection();
  await seed({ db, takeQueries, ...watched }, collection, rowsOf(upTo(6)), 7);
  const read = () => readPage(db, collection, { pageNo: 0, pageSize: 5 }, { filter: everything, rowOf, ...options });
  await expect(read()).rejects.toMatchObject({ reason: 'too_many_matches' });
  const [version = 0] = Object.values((await readHead(db, collection.partition)).blocks).map(([, version]) => version);
  expect(cachedBlock(db, collection, { block: 0, version })?.rows).toHaveLength(6);
  expect(takeQueries()).toEqual(['ROW#000000']);
  await expect(read()).rejects.toMatchObject({ reason: 'too_many_matches' });
  expect(takeQueries()).toEqual([]);
});

it('a member that the filter no longer lets through after its row was read does not show', async () => {
  const { db, collection, model } = await makeSmall();
  let changes = 1;
  const read = readMembers(db, collection);
  const page = await readPage(
    db,
    collection,
    { pageNo: 0, pageSize: SIZE },
    {
      filter: (row) => row.word !== '改',
      rowOf,
      readMembers: async (rows) => {
        if (changes-- > 0) await change(db, collection, { number: 10, word: '改' });
        return read(rows);
      },
    },
  );
  expect(page).toEqual(
    pageOfModel(
      model.filter((row) => row.number !== 10),
      0,
      SIZE,
    ),
  );
});

describe('a collection that changes while it is read', () => {
  /** Reads a page. After every read of rows one of them changes, as often as there are changes. */
  async function readWhileChanging(changes: number) {
    const { db, client, collection, model } = await makeSmall();
    const elsewhere = open();
    let left = changes;
    client.use(async (operation, input, next) => {
      const output = await next(input);
      const isRows = operation === 'Query';
      if (isRows && left-- > 0) await change(elsewhere.db, collection, { number: COUNT, word: `${left}` });
      return output;
    });
    const options = { filter: everything, rowOf, readMembers: asMembers };
    const page = readPage(db, collection, { pageNo: 0, pageSize: SIZE }, options);
    return { page, last: [{ number: COUNT, word: '0' }, ...model.slice(1)] };
  }

  it('is read until one moment is found', async () => {
    const { page, last } = await readWhileChanging(20);
    expect(await page).toEqual(pageOfModel(last, 0, SIZE));
  });

  it('is too busy if forty reads give none', async () => {
    const { page } = await readWhileChanging(1000);
    await expect(page).rejects.toMatchObject({ reason: 'unavailable' });
  });
});

it('a member that is missing for good does not keep its page from being answered', async () => {
  const { db, collection, model } = await makeSmall();
  const page = await readPage(
    db,
    collection,
    { pageNo: 0, pageSize: SIZE },
    {
      rowOf,
      readMembers: async (rows) => (await asMembers(rows)).map((row) => (row.number === 10 ? undefined : row)),
    },
  );
  expect(page.content).toEqual(model.slice(0, SIZE).filter((row) => row.number !== 10));
});
