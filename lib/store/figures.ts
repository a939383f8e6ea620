import * as z from 'zod/mini';
import {
  blockOf,
  blockOfPack,
  figuresKey,
  headKey,
  ingredientKey,
  ingredientsPartition,
  packOf,
  prefix,
} from '../../tables/keys.ts';
import { Ingredient } from '../domain/ingredient.ts';
import { batchesOf } from '../table/batches.ts';
import { isSettled } from '../table/collection/blocks.ts';
import { type Head, parseHead, readHead } from '../table/collection/collection.ts';
import { type BlockVersion, encodeRows, putCopy, readCopies } from '../table/collection/copies.ts';
import type { Database } from '../table/database.ts';
import type { Item } from '../table/steps.ts';

/** How the names of columns begin that hold a nutrient each: side by side, its values compress best. */
const NUTRIENT = 'nutrients.';

/** Foods that one transaction reads, beside the head: it may read 100 items. */
const FOODS_AT_ONCE = 99;

const Columns = z.record(z.string(), z.unknown());

/** What a pack holds of a food: its item, with a column for each nutrient. */
export const PackedFood: z.ZodMiniType<Ingredient> = z.pipe(
  z.pipe(
    Columns,
    z.transform((columns) => {
      const fields = Object.entries(columns);
      const nutrients = fields.flatMap(([name, value]) =>
        name.startsWith(NUTRIENT) ? [[name.slice(NUTRIENT.length), value] as const] : [],
      );
      const others = fields.filter(([name]) => !name.startsWith(NUTRIENT));
      return { ...Object.fromEntries(others), nutrients: Object.fromEntries(nutrients) };
    }),
  ),
  Ingredient,
);

/** The version that a pack has while its block has this one. */
function versionOf(pack: number, { blocks }: Head): number | undefined {
  return blocks[blockOfPack(pack)]?.[1];
}

/** By pack, its foods as of this head, where there is a copy of them. */
export async function findPacks(
  db: Database,
  packs: readonly number[],
  head: Head,
): Promise<ReadonlyMap<number, readonly Ingredient[]>> {
  const wanted = packs.flatMap((pack): BlockVersion[] => {
    const version = versionOf(pack, head);
    return version === undefined ? [] : [{ block: pack, version }];
  });
  return readCopies(db, wanted, figuresKey, { Row: PackedFood });
}

/**
 * Whether whoever reads all foods of a pack may leave them as of this head: all of the last change of their block can
 * be seen by now, and a later one gives the block another version, under which nobody looks for this copy.
 */
export function mayLeavePack(pack: number, { blocks }: Head): boolean {
  const entry = blocks[blockOfPack(pack)];
  return entry !== undefined && isSettled(entry);
}

/** Leaves all foods of a pack, as their items were at the version that the head has. */
export async function leavePack(db: Database, pack: number, items: readonly Item[], head: Head): Promise<void> {
  const version = versionOf(pack, head);
  if (version === undefined) return;
  await putCopy(db, figuresKey(pack), version, encodeRows(items.map(toColumns)));
}

/**
 * Leaves copies of all packs that have none. Whoever has loaded much calls this. What it may read beside somebody's
 * transaction is half of a change: so the foods of a pack are read once more, by transactions that show the head, too.
 */
export async function leaveFigures(db: Database): Promise<void> {
  const head = await readHead(db, ingredientsPartition);
  const items = await db.query(ingredientsPartition, { prefix: prefix.ingredient });
  const foods = items.map((item) => Ingredient.parse(item));
  const foodsByPack = Map.groupBy(foods, ({ number }) => packOf(number));
  const present = await findPacks(db, [...foodsByPack.keys()], head);
  const counts = Map.groupBy(foods, ({ number }) => blockOf(number));
  for (const [pack, own] of foodsByPack) {
    const read = present.has(pack) ? undefined : await readAtOnce(db, pack, own);
    const block = blockOfPack(pack);
    // As many as there are, of which none ever goes: so none is missing.
    const isWhole = read?.head.blocks[block]?.[0] === counts.get(block)?.length;
    if (read && isWhole) await leavePack(db, pack, read.items, read.head);
  }
}

/** The foods of a pack as they are at one version of their block; undefined where somebody is changing them. */
async function readAtOnce(
  db: Database,
  pack: number,
  foods: readonly Ingredient[],
): Promise<{ readonly head: Head; readonly items: readonly Item[] } | undefined> {
  const items: Item[] = [];
  const heads: Head[] = [];
  for (const part of batchesOf(foods, FOODS_AT_ONCE)) {
    const found = await db.getIdle([headKey(ingredientsPartition), ...part.map(({ code }) => ingredientKey(code))]);
    const [head, ...own] = found ?? [];
    if (!head) return undefined;
    heads.push(parseHead(head));
    items.push(...own.filter((item) => item !== undefined));
  }
  const [head] = heads;
  const isOfOneVersion = head && heads.every((one) => versionOf(pack, one) === versionOf(pack, head));
  return isOfOneVersion && items.length === foods.length ? { head, items } : undefined;
}

/** Everything of the item, so that what a later release has added to it is not lost to those who read this copy. */
function toColumns({ pk: _, sk: __, ...item }: Item): Record<string, unknown> {
  const { nutrients, ...others } = Columns.parse(item);
  const values = Object.entries(Columns.parse(nutrients));
  return { ...others, ...Object.fromEntries(values.map(([key, value]) => [`${NUTRIENT}${key}`, value])) };
}
