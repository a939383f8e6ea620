import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Collection, readHead } from '../../../../lib/table/collection/collection.ts';
import { leaveCopies } from '../../../../lib/table/collection/load.ts';
import { findRows } from '../../../../lib/table/collection/page.ts';
import { Database } from '../../../../lib/table/database.ts';
import { openTable } from '../../../support/service/open.ts';
import { newCollection, openWatched, type Row, seed } from './collection.ts';

/** What one call may read, including the caller's check. */
const CEILING = 500;
const CHECK = 20;
/** Members of a block. */
const BLOCK = 1000;

const watched = openWatched(await openTable());

/** Words that a copy compresses to three quarters at best. */
const word = (length: number) => randomBytes(length).toString('base64').slice(0, length);

/** Blocks of members with words of these lengths, oldest first, with copies of those that fit into an item. */
async function fill(lengths: readonly number[]): Promise<Collection<Row, Row>> {
  const collection: Collection<Row, Row> = { ...newCollection(), isBounded: true };
  const rows = lengths.flatMap((length, block) =>
    Array.from({ length: block === 0 ? BLOCK - 1 : BLOCK }, (_, index): Row => {
      return { number: block === 0 ? index + 1 : block * BLOCK + index, word: word(length) };
    }),
  );
  await seed(watched, collection, rows, lengths.length * BLOCK);
  return collection;
}

/** Searches in a function that has just started until it is answered. Returns what each of its calls read. */
async function search(collection: Collection<Row, Row>): Promise<{ found: number; units: number[] }> {
  const db = new Database(watched.client, watched.table);
  const units: number[] = [];
  for (;;) {
    const view = db.forRequest(Date.now());
    try {
      const rows = await findRows(view, collection, () => true, await readHead(view, collection.partition));
      return { found: rows.length, units: [...units, view.request.usage.readUnits] };
    } catch (error) {
      expect(error).toMatchObject({ reason: 'unavailable', retryAfter: expect.any(Number) });
      units.push(view.request.usage.readUnits);
      expect(units.length).toBeLessThan(20);
    }
  }
}

describe('a search of a collection whose size a unit decides', () => {
  it.each([
    ['copies as large as can be beside a block that has none', [...Array<number>(8).fill(500), 1300], true],
    ['a short block before long ones, none with a copy', [1300, 1300, 1300, 5], false],
  ])('reads no more than a call may of %s', { timeout: 120_000 }, async (_, lengths, areCopied) => {
    const collection = await fill(lengths);
    if (areCopied) await leaveCopies(watched.db, collection);
    const { found, units } = await search(collection);
    expect(found).toBe(lengths.length * BLOCK - 1);
    expect(units.length).toBeGreaterThan(1);
    expect(Math.max(...units)).toBeLessThanOrEqual(CEILING - CHECK);
  });

  it('reads ordinary blocks all at once', async () => {
    const collection = await fill([12, 12, 12]);
    const { found, units } = await search(collection);
    expect([found, units.length]).toEqual([3 * BLOCK - 1, 1]);
  });
});
