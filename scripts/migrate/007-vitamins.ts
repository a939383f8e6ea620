import { Ingredient } from '../../lib/domain/ingredient/ingredient.ts';
import { toRetinolEquivalents } from '../../lib/domain/nutrient/vitamin.ts';
import { leavePacks } from '../../lib/store/ingredient/pack.ts';
import { batchesOf } from '../../lib/table/batches.ts';
import { blocksNewestFirst } from '../../lib/table/collection/blocks.ts';
import { raiseBlock, readHead } from '../../lib/table/collection/collection.ts';
import type { Database } from '../../lib/table/database.ts';
import { replace } from '../../lib/table/steps.ts';
import { blockPrefix, ingredientKey, ingredientsPartition } from '../../tables/keys.ts';
import tocopherol from './007-starter-tocopherol.json' with { type: 'json' };
import type { Migration } from './migration.ts';
import type { WriteRate } from './write-rate.ts';

/** From this version on vitamins A and E of the catalogue are in the units of their names. */
export const VITAMIN_VERSION = 7;

/** How many foods one transaction migrates. The head comes on top. */
const FOODS_PER_TRANSACTION = 90;

/** What happens to the vitamins of foods. */
interface VitaminCounts {
  readonly foods: number;
  /** Foods without known retinol, whose vitamin A in μg RE is therefore unknown. */
  readonly 'without vitamin A in μg RE': number;
  /** Foods whose vitamin E was a total. */
  readonly 'without vitamin E in α-TE': number;
}

/**
 * Vitamin A was stored in μg RAE, and vitamin E as the total of all tocopherols, both under other names.
 *
 * Vitamin A becomes `vitamin-a-rae`. In μg RE it is calculated where retinol is known, otherwise left out. α-TE cannot
 * be calculated from the total of tocopherols, and their parts were not stored: vitamin E is left out until a food
 * table brings it. The starter catalogue's value was α-tocopherol, and stays.
 */
export const unitsOfVitamins: Migration = {
  version: VITAMIN_VERSION,
  name: { en: 'units of vitamins', zh: '维生素单位' },
  purpose: {
    en: 'vitamin A of foods is kept in μg RE and in μg RAE, vitamin E in α-TE; import food tables again for the rest',
    zh: '食材的维生素 A 以 μg RE 和 μg RAE 保存，维生素 E 以 α-TE 保存；其余请重新导入食物成分表',
  },
  writesEach: 1,
  plan: (db) => countFoods(db, undefined),
  apply: async (db, rate) => {
    const counts = await countFoods(db, rate);
    if (counts.foods > 0) await leavePacks(db);
    return counts;
  },
};

/** The food with its vitamins in the right units; undefined where they are so already. */
function withVitamins(food: Ingredient): Ingredient | undefined {
  const { 'vitamin-a': activity, 'vitamin-e': total, ...others } = food.nutrients;
  // Foods written since then have both forms of vitamin A, or neither.
  if ('vitamin-a-rae' in others) return undefined;
  const isTotal = total !== undefined && total !== new Map(Object.entries(tocopherol)).get(food.code);
  if (activity === undefined && !isTotal) return undefined;
  const equivalents = activity === undefined ? undefined : toRetinolEquivalents(activity, others['retinol']);
  const nutrients = {
    ...others,
    ...(activity === undefined ? {} : { 'vitamin-a-rae': activity }),
    ...(equivalents === undefined ? {} : { 'vitamin-a': equivalents }),
    ...(total === undefined || isTotal ? {} : { 'vitamin-e': total }),
  };
  const traces = food.traces.flatMap((key) => (key === 'vitamin-a' ? ['vitamin-a', 'vitamin-a-rae'] : [key]));
  return { ...food, nutrients, traces: traces.filter((key) => key in nutrients), version: food.version + 1 };
}

async function countFoods(db: Database, rate: WriteRate | undefined) {
  const changes: { readonly before: Ingredient; readonly after: Ingredient }[] = [];
  const { blocks } = await readHead(db, ingredientsPartition);
  for (const { block } of blocksNewestFirst({ next: 1, total: 0, blocks })) {
    const rows = await db.query(ingredientsPartition, { prefix: blockPrefix(block) });
    for (const batch of batchesOf(rows, FOODS_PER_TRANSACTION)) {
      const codes = batch.map((row) => String(row['code']));
      changes.push(...(await db.retryLostRaces(() => bringUpToDate(db, block, codes, rate))));
    }
  }
  const lost = (key: string) =>
    changes.filter(({ before, after }) => key in before.nutrients && !(key in after.nutrients));
  return {
    foods: changes.length,
    'without vitamin A in μg RE': lost('vitamin-a').length,
    'without vitamin E in α-TE': lost('vitamin-e').length,
  } satisfies VitaminCounts;
}

/** The foods of a block that differ. With a rate they are written, without one only returned. */
async function bringUpToDate(db: Database, block: number, codes: readonly string[], rate: WriteRate | undefined) {
  const items = await db.getMany(codes.map(ingredientKey));
  const changes = items.flatMap((item) => {
    const before = item && Ingredient.parse(item);
    const after = before && withVitamins(before);
    return after ? [{ before, after }] : [];
  });
  if (changes.length > 0 && rate) {
    const steps = changes.map(({ before, after }) =>
      replace({ ...ingredientKey(after.code), ...after }, before.version),
    );
    await db.write([...steps, raiseBlock(ingredientsPartition, block)]);
    await rate.wrote(changes.length + 1);
  }
  return changes;
}
