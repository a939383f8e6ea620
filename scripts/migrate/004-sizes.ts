import { PLATFORM } from '../../lib/domain/unit.ts';
import { dishesOf } from '../../lib/store/dish/dish.ts';
import { iconSize } from '../../lib/store/item-size.ts';
import { standards } from '../../lib/store/standard.ts';
import { units } from '../../lib/store/unit/unit.ts';
import { batchesOf } from '../../lib/table/batches.ts';
import { blocksNewestFirst } from '../../lib/table/collection/blocks.ts';
import {
  type AnyCollection,
  type CollectionRow,
  parseHead,
  raiseBlock,
  readHead,
  storedRowOf,
} from '../../lib/table/collection/collection.ts';
import type { Database } from '../../lib/table/database.ts';
import { type Item, put, type Step, unchanged, update } from '../../lib/table/steps.ts';
import { blockPrefix, dishIconKey, headKey, type Key, rowKey, unitIconKey } from '../../tables/keys.ts';
import type { Migration } from './migration.ts';
import type { WriteRate } from './write-rate.ts';

/** From this version on rows know the size of their member, and rows of dishes also months and ingredients. */
export const SIZES_VERSION = 4;

/** How many members one transaction migrates. Each comes with its row; the head comes on top. */
const MEMBERS_PER_TRANSACTION = 45;

/** A collection whose rows get new fields. A number gives the keys of a member. */
interface Place {
  readonly collection: AnyCollection;
  /** Undefined where members have no icons. */
  readonly iconKey?: (number: number) => Key;
}

export const sizesOfMembers: Migration = {
  version: SIZES_VERSION,
  name: { en: 'sizes', zh: '大小' },
  purpose: {
    en: 'rows get the sizes of their members, those of dishes months and ingredients, for searches',
    zh: '行增加成员的大小，菜品的行增加月份和食材，用于搜索',
  },
  writesEach: 2,
  plan: (db) => countRows(db, undefined),
  apply: (db, rate) => countRows(db, rate),
};

const ofDishes = (unit: number): Place => ({
  collection: dishesOf(unit),
  iconKey: (number) => dishIconKey(unit, number),
});

/** The rows of units. */
export const ofUnits: Place = { collection: units, iconKey: unitIconKey };

async function countRows(db: Database, rate: WriteRate | undefined) {
  let rows = 0;
  for await (const place of listPlaces(db)) rows += await bringPlaceUpToDate(db, place, rate);
  return { rows };
}

/**
 * How many rows of a collection differ from what their members say. With a rate they are written, without one only
 * counted.
 */
export async function bringPlaceUpToDate(db: Database, place: Place, rate: WriteRate | undefined): Promise<number> {
  let rows = 0;
  const { partition } = place.collection;
  for (const { block } of blocksNewestFirst(await readHead(db, partition))) {
    const numbers = await listNumbers(db, partition, block);
    for (const batch of batchesOf(numbers, MEMBERS_PER_TRANSACTION)) {
      rows += await db.retryLostRaces(() => bringUpToDate(db, place, block, batch, rate));
    }
  }
  return rows;
}

async function* listPlaces(db: Database): AsyncIterable<Place> {
  yield ofUnits;
  yield { collection: standards };
  yield ofDishes(PLATFORM);
  for (const { block } of blocksNewestFirst(await readHead(db, units.partition))) {
    for (const unit of await listNumbers(db, units.partition, block)) yield ofDishes(unit);
  }
}

async function listNumbers(db: Database, partition: string, block: number): Promise<number[]> {
  const items = await db.query(partition, { prefix: blockPrefix(block) });
  return items.map((item) => Number(item['number']));
}

/** How many of these rows differ from what their members say. */
async function bringUpToDate(
  db: Database,
  place: Place,
  block: number,
  numbers: readonly number[],
  rate: WriteRate | undefined,
): Promise<number> {
  const { collection, iconKey } = place;
  const { partition } = collection;
  const [head, ...items] = await db.getMany([
    headKey(partition),
    ...numbers.map((number) => rowKey(partition, number)),
    ...numbers.map((number) => collection.memberKey({ number })),
    ...(iconKey ? numbers.map(iconKey) : []),
  ]);
  const count = numbers.length;
  const steps = numbers.map((_, index) => {
    const [row, member, icon] = [items[index], items[count + index], items[2 * count + index]];
    return row && member ? mendSteps(place, row, member, icon) : [];
  });
  const due = steps.filter((own) => own.length > 0);
  // The unit is being deleted.
  if (due.length === 0 || !parseHead(head).blocks[block]) return 0;
  if (rate) {
    await db.write([...due.flat(), raiseBlock(partition, block)]);
    await rate.wrote(due.length * 2 + 1);
  }
  return due.length;
}

/** The steps that write the size of an icon into its member, and the member's row; none where both are complete. */
function mendSteps({ collection }: Place, row: Item, member: Item, icon: Item | undefined): Step[] {
  const size = iconSize(typeof icon?.['icon'] === 'string' ? icon['icon'] : '');
  const isSized = member['iconSize'] === size;
  const wanted = storedRowOf(collection, isSized ? member : { ...member, iconSize: size });
  if (!wanted || (isSized && isSame(row, wanted))) return [];
  const key = { pk: member.pk, sk: member.sk };
  const version = Number(member['version']);
  const change = {
    set: '#size = :size',
    condition: '#version = :version',
    names: { '#size': 'iconSize', '#version': 'version' },
  };
  const guard = isSized
    ? unchanged(key, version)
    : update(key, { ...change, values: { ':size': size, ':version': version } });
  return [guard, put({ pk: row.pk, sk: row.sk, ...wanted })];
}

/** Whether a row is as it should be. Its pinyin belongs to another migration. */
function isSame({ pk: _pk, sk: _sk, pinyin: _pinyin, ...row }: Item, { pinyin: _, ...wanted }: CollectionRow): boolean {
  const textOf = (one: object) => JSON.stringify(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
  return textOf(row) === textOf(wanted);
}
