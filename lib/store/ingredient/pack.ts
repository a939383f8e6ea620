import * as z from 'zod/mini';
import {
  blockOf,
  blockOfPack,
  headKey,
  ingredientKey,
  ingredientsPartition,
  packKey,
  packOf,
  prefix,
} from '../../../tables/keys.ts';
import { Ingredient } from '../../domain/ingredient/ingredient.ts';
import { batchesOf } from '../../table/batches.ts';
import { isSettled } from '../../table/collection/blocks.ts';
import { type Head, parseHead, readHead } from '../../table/collection/collection.ts';
import { type BlockVersion, encodeRows, putCopy, readCopies } from '../../table/collection/copies.ts';
import type { Database } from '../../table/database.ts';
import type { Item } from '../../table/steps.ts';

/** The prefix of the columns that hold one nutrient each: its values compress best side by side. */
const NUTRIENT = 'nutrients.';

/** How many foods one transaction reads, beside the head: it may read 100 items. */
const FOODS_AT_ONCE = 99;

const Columns = z.record(z.string(), z.unknown());

/** A food as a pack holds it: its item, with a column for each nutrient. */
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

/** The version of a pack: that of its block. */
function versionOf(pack: number, { blocks }: Head): number | undefined {
  return blocks[blockOfPack(pack)]?.[1];
}

/** The foods of each pack as of this head. Packs without a copy are absent. */
export async function findPacks(
  db: Database,
  packs: readonly number[],
  head: Head,
): Promise<ReadonlyMap<number, readonly Ingredient[]>> {
  const wanted = packs.flatMap((pack): BlockVersion[] => {
    const version = versionOf(pack, head);
    return version === undefined ? [] : [{ block: pack, version }];
  });
  return readCopies(db, wanted, packKey, { Row: PackedFood });
}

/**
 * Whether a pack that was read may be kept as of this head: the last change of its block must be wholly visible. A
 * later change gives the block another version, so that nobody finds this copy any more.
 */
export function mayLeavePack(pack: number, { blocks }: Head): boolean {
  const entry = blocks[blockOfPack(pack)];
  return entry !== undefined && isSettled(entry);
}

/** Leaves the copy of a pack: all its foods, as their items were at the version of the head. */
export async function leavePack(db: Database, pack: number, items: readonly Item[], head: Head): Promise<void> {
  const version = versionOf(pack, head);
  if (version === undefined) return;
  await putCopy(db, packKey(pack), version, encodeRows(items.map(toColumns)));
}

/**
 * Leaves copies of all packs that have none. Commands that load many foods call this. A plain read may see half of
 * another writer's transaction: so the foods of a pack are read once more, in transactions that read the head, too.
 */
export async function leavePacks(db: Database): Promise<void> {
  const head = await readHead(db, ingredientsPartition);
  const items = await db.query(ingredientsPartition, { prefix: prefix.ingredient });
  const foods = items.map((item) => Ingredient.parse(item));
  const foodsByPack = Map.groupBy(foods, ({ number }) => packOf(number));
  const present = await findPacks(db, [...foodsByPack.keys()], head);
  const counts = Map.groupBy(foods, ({ number }) => blockOf(number));
  for (const [pack, own] of foodsByPack) {
    const read = present.has(pack) ? undefined : await readAtOnce(db, pack, own);
    const block = blockOfPack(pack);
    // Foods are never removed, so an equal number means that none is missing.
    const isWhole = read?.head.blocks[block]?.[0] === counts.get(block)?.length;
    if (read && isWhole) await leavePack(db, pack, read.items, read.head);
  }
}

/** The foods of a pack as they are at one version of their block; undefined while somebody is changing them. */
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

/** All attributes of the item. If a later release adds some, this copy keeps them for its readers. */
function toColumns({ pk: _, sk: __, ...item }: Item): Record<string, unknown> {
  const { nutrients, ...others } = Columns.parse(item);
  const values = Object.entries(Columns.parse(nutrients));
  return { ...others, ...Object.fromEntries(values.map(([key, value]) => [`${NUTRIENT}${key}`, value])) };
}
