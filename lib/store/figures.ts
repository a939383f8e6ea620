import * as z from 'zod/mini';
import { blockOfPack, figuresKey, ingredientsPartition, packOf, prefix } from '../../tables/keys.ts';
import { Ingredient } from '../domain/ingredient.ts';
import { isSettled, readIdleHead } from '../table/collection/blocks.ts';
import type { Head } from '../table/collection/collection.ts';
import { type BlockVersion, encodeRows, putCopy, readCopies } from '../table/collection/copies.ts';
import type { Database } from '../table/database.ts';
import type { Item } from '../table/steps.ts';

/** How the names of columns begin that hold a nutrient each: side by side, its values compress best. */
const NUTRIENT = 'nutrients.';

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
 * Leaves copies of all packs that have none. Whoever has loaded much calls this. Since no transaction is at work before
 * and after the foods are read, and their block has not changed between, they are those of its version.
 */
export async function leaveFigures(db: Database): Promise<void> {
  const before = await readIdleHead(db, ingredientsPartition);
  if (!before) return;
  const items = await db.query(ingredientsPartition, { prefix: prefix.ingredient });
  const foodsByPack = Map.groupBy(items, (item) => packOf(Ingredient.parse(item).number));
  const present = await findPacks(db, [...foodsByPack.keys()], before);
  const after = await readIdleHead(db, ingredientsPartition);
  if (!after) return;
  for (const [pack, foods] of foodsByPack) {
    if (present.has(pack) || versionOf(pack, before) !== versionOf(pack, after)) continue;
    await leavePack(db, pack, foods, after);
  }
}

/** Everything of the item, so that what a later release has added to it is not lost to those who read this copy. */
function toColumns({ pk: _, sk: __, ...item }: Item): Record<string, unknown> {
  const { nutrients, ...others } = Columns.parse(item);
  const values = Object.entries(Columns.parse(nutrients));
  return { ...others, ...Object.fromEntries(values.map(([key, value]) => [`${NUTRIENT}${key}`, value])) };
}
