import { classify } from '../../lib/domain/ingredient/food-class.ts';
import { type FoodFacts, Ingredient, isSameFood, mergeFood } from '../../lib/domain/ingredient/ingredient.ts';
import { catalogue } from '../../lib/store/ingredient/ingredient.ts';
import { splitIntoBatches } from '../../lib/table/batches.ts';
import { readHead, rowSteps } from '../../lib/table/collection/collection.ts';
import type { Database } from '../../lib/table/database.ts';
import { insert, replace } from '../../lib/table/steps.ts';
import { ingredientKey, ingredientsPartition } from '../../tables/keys.ts';

/** The number of foods in a transaction. Each food is an item and a row. The transaction also writes the head. */
const FOODS_PER_TRANSACTION = 49;

/** The result of loading foods, by code. */
export interface LoadOutcome {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly unchanged: readonly string[];
  /** The nutrient of each value that stays in the catalogue because the tables lack it. */
  readonly kept: readonly string[];
}

/**
 * Loads foods into the catalogue by code, in batches. `onProgress` gets the number of loaded foods. Values are replaced
 * one by one: a value that a food lacks stays as it is in the catalogue. The call can be repeated: unchanged foods are
 * not written. No code may occur twice.
 */
export async function loadIngredients(
  db: Database,
  foods: readonly FoodFacts[],
  onProgress: (done: number) => void = () => {},
): Promise<LoadOutcome> {
  const outcomes: LoadOutcome[] = [];
  for (const [index, batch] of splitIntoBatches(foods, FOODS_PER_TRANSACTION).entries()) {
    outcomes.push(await db.retryLostRaces(() => loadBatch(db, batch, false)));
    onProgress(index * FOODS_PER_TRANSACTION + batch.length);
  }
  return mergeOutcomes(outcomes);
}

/** Computes what `loadIngredients` would do, without writing. */
export async function compareIngredients(db: Database, foods: readonly FoodFacts[]): Promise<LoadOutcome> {
  const batches = splitIntoBatches(foods, FOODS_PER_TRANSACTION).map((batch) => loadBatch(db, batch, true));
  return mergeOutcomes(await Promise.all(batches));
}

function mergeOutcomes(outcomes: readonly LoadOutcome[]): LoadOutcome {
  const merge = (kind: keyof LoadOutcome) => outcomes.flatMap((outcome) => outcome[kind]);
  return { added: merge('added'), changed: merge('changed'), unchanged: merge('unchanged'), kept: merge('kept') };
}

async function loadBatch(db: Database, foods: readonly FoodFacts[], isDry: boolean): Promise<LoadOutcome> {
  const [head, items] = await Promise.all([
    readHead(db, ingredientsPartition),
    db.getMany(foods.map((food) => ingredientKey(food.code))),
  ]);
  const presentByCode = new Map(
    items.flatMap((item) => (item ? [Ingredient.parse(item)] : [])).map((food) => [food.code, food]),
  );
  const add = foods
    .filter((food) => !presentByCode.has(food.code))
    // Only new foods are classified: people may have corrected the others.
    .map((food, index): Ingredient => ({ ...classify(food), version: 1, number: head.next + index }));
  const change = foods.flatMap((food): { before: Ingredient; after: Ingredient }[] => {
    const before = presentByCode.get(food.code);
    const merged = before && mergeFood(before, food);
    if (!before || !merged || isSameFood(before, merged)) return [];
    return [{ before, after: { ...merged, version: before.version + 1, number: before.number } }];
  });
  const codes = new Set([...add, ...change.map(({ after }) => after)].map(({ code }) => code));
  if (!isDry && codes.size > 0) {
    await db.write([
      ...add.map((food) => insert({ ...ingredientKey(food.code), ...food })),
      ...change.map(({ before, after }) => replace({ ...ingredientKey(after.code), ...after }, before.version)),
      ...rowSteps(catalogue, { add, change }, head),
    ]);
  }
  return {
    added: add.map(({ code }) => code),
    changed: change.map(({ after }) => after.code),
    unchanged: foods.map(({ code }) => code).filter((code) => !codes.has(code)),
    kept: foods.flatMap(({ code, nutrients }) =>
      Object.keys(presentByCode.get(code)?.nutrients ?? {}).filter((key) => !(key in nutrients)),
    ),
  };
}
