import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Page } from '../../../../lib/domain/values/page.ts';
import {
  type Collection,
  knownSum,
  readHead,
  rowSteps,
  sumOfStamps,
} from '../../../../lib/table/collection/collection.ts';
import { findRows, readPage } from '../../../../lib/table/collection/page.ts';
import { insert, put, remove } from '../../../../lib/table/steps.ts';
import { letTimeLeap } from '../../../support/process/leaping-time.ts';
import { openTable } from '../../../support/service/open.ts';
import {
  newCollection,
  openWatched,
  pageOfModel,
  type Row,
  readMembers,
  rowOf,
  seed,
  type Watched,
} from './collection.ts';

/** Each item of a transaction becomes visible at a moment of its own within this time. */
const APART_MS = 40;
letTimeLeap();
const table = await openTable({ seed: 3, callMs: 2, inFlightMs: 2, apartMs: APART_MS });
afterEach(() => {
  vi.restoreAllMocks();
});

/** Enough rows that a copy is left. */
const ROWS = 130;
const wordOf = (number: number) => (number % 2 === 0 ? 'even' : 'odd');

interface Changes {
  readonly add?: readonly string[];
  readonly change?: readonly Row[];
  readonly remove?: readonly number[];
}

/** A collection of 130 members, and the array with which it is compared. */
class Subject {
  readonly collection: Collection<Row, Row> = newCollection();
  readonly writer = openWatched(table);
  /** Ascending. */
  rows: readonly Row[] = [];
  #next = ROWS + 1;

  static async open(): Promise<Subject> {
    const subject = new Subject();
    subject.rows = Array.from({ length: ROWS }, (_, index) => ({ number: index + 1, word: wordOf(index + 1) }));
    await seed(subject.writer, subject.collection, subject.rows, ROWS + 1);
    await subject.writer.db.write(
      subject.rows.slice(0, 90).map((row) => put({ ...subject.#memberKey(row.number), ...row })),
    );
    await subject.writer.db.write(
      subject.rows.slice(90).map((row) => put({ ...subject.#memberKey(row.number), ...row })),
    );
    return subject;
  }

  /** Makes all changes in one transaction; the array changes at once. */
  async write({ add = [], change = [], remove: removed = [] }: Changes): Promise<void> {
    const { db } = this.writer;
    const added = add.map((word, index) => ({ number: this.#next + index, word }));
    this.#next += added.length;
    const gone = removed.map((number) => this.#find(number));
    const changes = change.map((after) => ({ before: this.#find(after.number), after }));
    const changed = new Map(change.map((row) => [row.number, row]));
    const left = this.rows.filter(({ number }) => !removed.includes(number));
    this.rows = [...left.map((row) => changed.get(row.number) ?? row), ...added];
    const head = await readHead(db, this.collection.partition);
    await db.write([
      ...rowSteps(this.collection, { add: added, change: changes, remove: gone }, head),
      ...added.map((row) => insert({ ...this.#memberKey(row.number), ...row })),
      ...change.map((row) => put({ ...this.#memberKey(row.number), ...row })),
      ...removed.map((number) => remove(this.#memberKey(number))),
    ]);
  }

  get newestFirst(): Row[] {
    return this.rows.toReversed();
  }

  #find(number: number): Row {
    const found = this.rows.find((row) => row.number === number);
    if (!found) throw new Error(`there is no member ${number}`);
    return found;
  }

  #memberKey(number: number) {
    return { pk: `${this.collection.partition}#M`, sk: String(number) };
  }
}

const search = async ({ db }: Watched, { collection }: Subject, word: string) =>
  findRows(db, collection, (row) => row.word === word, await readHead(db, collection.partition));
const page = ({ db }: Watched, { collection }: Subject, pageNo = 0, pageSize = 20, word?: string) => {
  const filter = word === undefined ? undefined : (row: Row) => row.word === word;
  return readPage(db, collection, { pageNo, pageSize }, { filter, rowOf, readMembers: readMembers(db, collection) });
};

/** A write that tells whether it has ended. */
function watched(write: Promise<void>) {
  const state = { isOver: false, end: write };
  state.end = write.finally(() => {
    state.isOver = true;
  });
  return state;
}

/** Reads while something is written, each read some milliseconds after the one before. */
async function beside<T>(writing: Promise<void>, read: () => Promise<T>): Promise<T[]> {
  const write = watched(writing);
  const reads: Promise<T>[] = [];
  while (!write.isOver) {
    reads.push(read());
    await sleep(3);
  }
  await write.end;
  return Promise.all(reads);
}

const kinds: readonly (readonly [string, (round: number) => Changes])[] = [
  [
    'renamed',
    (round) => ({
      change: [
        { number: 7 + round, word: 'odd one' },
        { number: 60 + round, word: 'odd one' },
      ],
    }),
  ],
  ['added', () => ({ add: ['odd', 'even', 'odd'] })],
  ['removed', (round) => ({ remove: [10 + round, 100 - round] })],
  ['removed and added at once', (round) => ({ add: ['odd', 'odd'], remove: [10 + round, 100 - round] })],
];

describe.each(kinds)('rows that are %s', (_, changesOf) => {
  it('are kept, and left as a copy, only as they all are', async () => {
    const subject = await Subject.open();
    const [warm, cold] = [openWatched(table), openWatched(table)];
    for (let round = 0; round < 3; round++) {
      await search(warm, subject, 'odd');
      const write = watched(subject.write(changesOf(round)));
      // One after another: what the first one has kept is what the next one trusts.
      while (!write.isOver) for (const one of [warm, openWatched(table)]) await search(one, subject, 'odd');
      await write.end;
      const wanted = subject.newestFirst.filter(({ word }) => word === 'odd');
      for (const one of [warm, cold, openWatched(table)]) expect(await search(one, subject, 'odd')).toEqual(wanted);
    }
  });

  for (const [name, ageMs] of [
    ['that was changed just now', 0],
    ['that has been as it is for long', 60_000],
  ] as const) {
    it(`are on a page, or not, all at once, in a block ${name}`, async () => {
      const now = Date.now.bind(Date);
      vi.spyOn(Date, 'now').mockImplementation(() => now() + ageMs);
      const subject = await Subject.open();
      for (let round = 0; round < 2; round++) {
        const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + (round + 1) * ageMs);
        const before = subject.newestFirst;
        const write = subject.write(changesOf(round));
        const after = subject.newestFirst;
        const pages = await beside(write, () => page(openWatched(table), subject, 4, 9));
        const possible = [before, after].map((model) => pageOfModel(model, 4, 9));
        for (const one of pages) expect(possible.map(shapeOf)).toContainEqual(shapeOf(one));
        clock.mockRestore();
      }
    });
  }

  it('are in a filtered page with the members that fit', async () => {
    const subject = await Subject.open();
    for (let round = 0; round < 2; round++) {
      const fits = (model: readonly Row[]) =>
        pageOfModel(
          model.filter(({ word }) => word === 'odd'),
          0,
          200,
        );
      const before = fits(subject.newestFirst);
      const write = subject.write(changesOf(round));
      const after = fits(subject.newestFirst);
      const pages = await beside(write, () => page(openWatched(table), subject, 0, 200, 'odd'));
      for (const one of pages) expect([before, after].map(shapeOf)).toContainEqual(shapeOf(one));
    }
  });
});

/** Which members, and how many. Their facts may be of a later moment of the read. */
function shapeOf({ content, totalElements }: Page<Row>) {
  return { numbers: content.map(({ number }) => number), totalElements };
}

describe('the sum of a block', () => {
  it('is that of its rows, whatever was done to them', async () => {
    const subject = await Subject.open();
    await subject.write({ change: [{ number: 7, word: 'new' }], add: ['one', 'two'], remove: [9, 10] });
    await subject.write({ change: [{ number: 131, word: 'new' }], remove: [132, 7] });
    const head = await readHead(subject.writer.db, subject.collection.partition);
    const [block] = Object.values(head.blocks);
    expect(block && knownSum(block)).toBe(sumOfStamps(subject.rows));
    expect(block?.[0]).toBe(subject.rows.length);
  });
});
