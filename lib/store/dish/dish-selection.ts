import { blockOf, dishKey, dishPartition } from '../../../tables/keys.ts';
import { Dish, dishId } from '../../domain/dish.ts';
import { MOST_MEMBER_READ_UNITS, READ_UNIT_BYTES } from '../../domain/values/page.ts';
import { AppError } from '../../errors.ts';
import type { Head } from '../../table/collection/collection.ts';
import { findRows, type RowFilter, readPage } from '../../table/collection/page.ts';
import type { Database } from '../../table/database.ts';
import type { Item } from '../../table/steps.ts';
import { bitsOf, type DishFilter, type DishRow, dishesOf, toDishRow, toFilter } from './dish.ts';
import type { DishHeads } from './dish-names.ts';

/** Which dishes a plan may serve. */
export interface CandidateFilter {
  readonly marks: ReadonlySet<string>;
  /** The months of the plan. A dish must be meant for one of them, or for all months. */
  readonly months: readonly number[];
}

/**
 * The dishes of a unit that pass the filter, newest first, without icons.
 * @throws AppError `too_many_matches` beyond `most`, and where reading them would cost too much.
 */
export async function selectDishes(
  db: Database,
  unit: number,
  filter: DishFilter,
  most: number,
  head: Head,
): Promise<Dish[]> {
  const request = { pageNo: 0, pageSize: most };
  const page = await readPage(db, dishesOf(unit), request, {
    firstHead: head,
    filter: toFilter(filter) ?? (() => true),
    most,
    rowOf: toDishRow,
    readMembers: async (rows, blocks) => {
      const chosen = new Set(rows.map(({ number }) => number));
      const read = await readChosen(db, [{ unit, blocks: blocks.map((block) => block.rows), chosen }]);
      return rows.map(({ number }) => read.get(dishId(unit, number)));
    },
  });
  return page.content;
}

/**
 * The dishes of these units that a plan may serve, by id, without icons, as of the heads or later.
 * @throws AppError `too_many_matches` where reading them would cost too much. Then none is read.
 */
export async function readCandidates(
  db: Database,
  heads: DishHeads,
  filter: CandidateFilter,
): Promise<ReadonlyMap<number, Dish>> {
  const isMeant = toCandidateFilter(filter);
  const choices = [...heads].map(async ([unit, head]): Promise<Choice> => {
    const rows = await findRows(db, dishesOf(unit), () => true, head);
    const chosen = new Set(rows.filter((row) => isMeant(row, '')).map(({ number }) => number));
    const blocks = Map.groupBy(rows.toReversed(), ({ number }) => blockOf(number));
    return { unit, blocks: [...blocks.values()], chosen };
  });
  return readChosen(db, await Promise.all(choices));
}

/**
 * The dishes of a unit that have these numbers, by number, without icons, as of the head or later.
 * @throws AppError `too_many_matches` where reading them would cost too much. Then none is read.
 */
export async function readNumberedDishes(
  db: Database,
  unit: number,
  numbers: ReadonlySet<number>,
  head: Head,
): Promise<ReadonlyMap<number, Dish>> {
  if (numbers.size === 0) return new Map();
  const rows = await findRows(db, dishesOf(unit), () => true, head);
  const blocks = Map.groupBy(rows.toReversed(), ({ number }) => blockOf(number));
  const dishes = await readChosen(db, [{ unit, blocks: [...blocks.values()], chosen: numbers }]);
  return new Map([...dishes.values()].map((dish) => [dish.number, dish]));
}

function toCandidateFilter({ marks, months }: CandidateFilter): RowFilter<DishRow> {
  const bits = bitsOf(months);
  return ({ mark, months: own }) => marks.has(mark) && (own === undefined || (own & bits) !== 0);
}

/** Dishes to be read from a unit, and the rows of their blocks in ascending order. */
interface Choice {
  readonly unit: number;
  readonly blocks: readonly (readonly DishRow[])[];
  readonly chosen: ReadonlySet<number>;
}

/**
 * Some of these dishes in one block. They are read one by one, or by one query from the first to the last (`isRange`).
 */
interface Reading {
  readonly unit: number;
  readonly rows: readonly DishRow[];
  readonly isRange: boolean;
  readonly readUnits: number;
}

/**
 * Reads the dishes in the way that costs the fewest read units.
 * @throws AppError `too_many_matches`. Then none is read.
 */
async function readChosen(db: Database, choices: readonly Choice[]): Promise<ReadonlyMap<number, Dish>> {
  const readings = choices.flatMap(({ unit, blocks, chosen }) =>
    blocks.flatMap((rows) => planReading(unit, rows, chosen) ?? []),
  );
  if (readings.reduce((sum, { readUnits }) => sum + readUnits, 0) > MOST_MEMBER_READ_UNITS)
    throw new AppError('too_many_matches');
  const single = readings.flatMap(({ isRange, unit, rows }) =>
    isRange ? [] : rows.map(({ number }) => dishKey(unit, number)),
  );
  const [ones, ...ranges] = await Promise.all([
    db.getMany(single),
    ...readings.filter(({ isRange }) => isRange).map((reading) => readRange(db, reading)),
  ]);
  const chosenOf = new Map(choices.map(({ unit, chosen }) => [unit, chosen]));
  const dishes = [...ones, ...ranges.flat()].flatMap((item) => (item ? [Dish.parse(item)] : []));
  const meant = dishes.filter(({ vender, number }) => chosenOf.get(vender)?.has(number));
  return new Map(meant.map((dish) => [dishId(dish.vender, dish.number), dish]));
}

/** The cheaper way to read the chosen dishes of a block. `all` are the rows of the block in ascending order. */
function planReading(unit: number, all: readonly DishRow[], chosen: ReadonlySet<number>): Reading | undefined {
  const rows = all.filter(({ number }) => chosen.has(number));
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return undefined;
  const range = all.slice(all.indexOf(first), all.indexOf(last) + 1);
  const single = rows.reduce((sum, { size = 0 }) => sum + Math.max(1, Math.ceil(size / READ_UNIT_BYTES)), 0);
  const together = Math.ceil(range.reduce((sum, { size = READ_UNIT_BYTES }) => sum + size, 0) / READ_UNIT_BYTES);
  return together < single
    ? { unit, rows, isRange: true, readUnits: together }
    : { unit, rows, isRange: false, readUnits: single };
}

function readRange(db: Database, { unit, rows }: Reading): Promise<Item[]> {
  const [first, last] = [rows[0]?.number ?? 0, rows.at(-1)?.number ?? 0];
  return db.query(dishPartition(unit), { between: [dishKey(unit, first).sk, dishKey(unit, last).sk] });
}
