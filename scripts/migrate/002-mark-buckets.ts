import { PLATFORM } from '../../lib/domain/unit.ts';
import { moveMarks } from '../../lib/store/ingredient/mark.ts';
import { blocksNewestFirst } from '../../lib/table/collection/blocks.ts';
import { readHead } from '../../lib/table/collection/collection.ts';
import type { Database } from '../../lib/table/database.ts';
import { blockPrefix, prefix, unitPartition, unitsPartition } from '../../tables/keys.ts';
import { placeOf } from '../../tables/place.ts';
import type { Migration } from './migration.ts';

/** Write units of moving a small unit's marks, which count for the rate. */
const WRITES_PER_UNIT = 10;

/** Moves marks from 8 buckets of up to 380 KB: setting one mark cost as much as its whole bucket. */
export const marksInSmallBuckets: Migration = {
  version: 2,
  name: { en: 'mark buckets', zh: '标记分组' },
  purpose: {
    en: 'marks of units move into smaller buckets and are counted, so that setting one costs little',
    zh: '单位的标记拆成更小的分组并计数，使设置一个标记的代价很小',
  },
  writesEach: WRITES_PER_UNIT,
  plan: async (db) => {
    let units = 0;
    for await (const unit of listUnits(db)) {
      const items = await db.query(unitPartition(unit), { prefix: prefix.earlierMarks, limit: 1 });
      units += items.length;
    }
    return { units };
  },
  apply: async (db, rate) => {
    let units = 0;
    for await (const unit of listUnits(db)) {
      if (!(await moveMarks(db, unit))) continue;
      await rate.wrote(WRITES_PER_UNIT);
      units += 1;
    }
    return { units };
  },
};

/** Ids of all units. Units that are created from now on need no migration. */
export async function* listUnits(db: Database): AsyncIterable<number> {
  yield PLATFORM;
  for (const { block } of blocksNewestFirst(await readHead(db, unitsPartition))) {
    const items = await db.query(unitsPartition, { prefix: blockPrefix(block) });
    for (const item of items) yield placeOf(item)?.number ?? PLATFORM;
  }
}
