import * as z from 'zod';
import { PLATFORM } from '../../lib/domain/unit.ts';
import { batchesOf } from '../../lib/table/batches.ts';
import { blocksNewestFirst } from '../../lib/table/collection/blocks.ts';
import { parseHead, raiseBlock, readHead } from '../../lib/table/collection/collection.ts';
import type { Database } from '../../lib/table/database.ts';
import { type Step, update } from '../../lib/table/steps.ts';
import { toPinyin } from '../../lib/text/pinyin.ts';
import {
  blockPrefix,
  dishPartition,
  headKey,
  ingredientsPartition,
  rowKey,
  standardsPartition,
  unitsPartition,
} from '../../tables/keys.ts';
import type { Counts, Migration } from './migration.ts';
import type { WriteRate } from './write-rate.ts';

/** From this version on every row has the pinyin of its name. */
export const PINYIN_VERSION = 1;

/** How many rows one transaction writes. Their head comes on top. */
const ROWS_PER_TRANSACTION = 90;
const HEADS_AT_ONCE = 100;

/** What rows of all collections have in common. */
const Row = z.object({ number: z.int(), name: z.string(), pinyin: z.string().optional() });
type Row = z.output<typeof Row>;

interface RowBlock {
  readonly partition: string;
  readonly block: number;
}

/** Adds pinyin to rows that were written before keywords could be pinyin. */
export const pinyinOfNames: Migration = {
  version: PINYIN_VERSION,
  name: { en: 'pinyin', zh: '拼音' },
  purpose: {
    en: 'rows of units, dishes, standards and ingredients get the pinyin of their names, for keywords',
    zh: '单位、菜品、营养标准和食材的行增加名称拼音，用于关键字搜索',
  },
  writesEach: 1,
  plan: (db) => countRows(db, async (_, rows) => rows.length),
  apply: (db, rate) => countRows(db, (place, rows) => writeRows(db, place, rows, rate)),
};

/** Goes through all blocks. `handle` gets the rows that lack their pinyin and returns how many it has handled. */
async function countRows(db: Database, handle: (place: RowBlock, rows: readonly Row[]) => Promise<number>) {
  let [blocks, rows] = [0, 0];
  for await (const place of listBlocks(db)) {
    const items = await db.query(place.partition, { prefix: blockPrefix(place.block) });
    rows += await handle(place, items.map((item) => Row.parse(item)).filter(lacksPinyin));
    blocks += 1;
  }
  return { blocks, rows } satisfies Counts;
}

async function* listBlocks(db: Database): AsyncIterable<RowBlock> {
  for (const partitions of batchesOf(await listPartitions(db), HEADS_AT_ONCE)) {
    const heads = await db.getMany(partitions.map(headKey));
    for (const [index, partition] of partitions.entries()) {
      for (const { block } of blocksNewestFirst(parseHead(heads[index]))) yield { partition, block };
    }
  }
}

/** The partitions of all collections. Units that are created from now on have no dish without pinyin. */
async function listPartitions(db: Database): Promise<string[]> {
  const units: number[] = [];
  for (const { block } of blocksNewestFirst(await readHead(db, unitsPartition))) {
    const items = await db.query(unitsPartition, { prefix: blockPrefix(block) });
    units.push(...items.map((item) => Row.parse(item).number));
  }
  const ownDishes = [PLATFORM, ...units].map(dishPartition);
  return [unitsPartition, ingredientsPartition, standardsPartition, ...ownDishes];
}

function lacksPinyin({ name, pinyin }: Row): boolean {
  const wanted = toPinyin(name);
  return wanted !== undefined && wanted !== pinyin;
}

/**
 * Writes the pinyin of a block's rows. Every block gets a new version, even one whose rows are complete: a function of
 * an earlier release may have left a copy without pinyin.
 */
async function writeRows(db: Database, place: RowBlock, rows: readonly Row[], rate: WriteRate): Promise<number> {
  const batches = rows.length > 0 ? batchesOf(rows, ROWS_PER_TRANSACTION) : [[]];
  let written = 0;
  for (const batch of batches) {
    const count = await db.retryLostRaces(() => writeBatch(db, place, batch));
    await rate.wrote(count + 1);
    written += count;
  }
  return written;
}

/** How many rows were written: those that still lack it now. */
async function writeBatch(db: Database, { partition, block }: RowBlock, rows: readonly Row[]): Promise<number> {
  const keys = rows.map(({ number }) => rowKey(partition, number));
  const [head, ...items] = await db.getMany([headKey(partition), ...keys]);
  // The unit is being deleted.
  if (!parseHead(head).blocks[block]) return 0;
  const lacking = items.flatMap((item) => (item ? [Row.parse(item)] : [])).filter(lacksPinyin);
  await db.write([raiseBlock(partition, block), ...lacking.map((row) => writePinyin(partition, row))]);
  return lacking.length;
}

/** Writes the pinyin only if the name is still the one that was read. */
function writePinyin(partition: string, { number, name }: Row): Step {
  return update(rowKey(partition, number), {
    set: '#pinyin = :pinyin',
    condition: '#name = :name',
    names: { '#pinyin': 'pinyin', '#name': 'name' },
    values: { ':pinyin': toPinyin(name), ':name': name },
  });
}
