import { type FoodFacts, Ingredient, isSameFood, mergeFood } from '../../lib/domain/ingredient/ingredient.ts';
import { ingredients } from '../../lib/store/ingredient/ingredient.ts';
import { batchesOf } from '../../lib/table/batches.ts';
import { readHead, rowSteps } from '../../lib/table/collection/collection.ts';
import type { Database } from '../../lib/table/database.ts';
import { insert, replace } from '../../lib/table/steps.ts';
import { ingredientKey, ingredientsPartition, type Key } from '../../tables/keys.ts';

/** How many foods one transaction loads. Each is an item and a row; the head comes on top. */
const FOODS_PER_TRANSACTION = 49;

/** The result of loading foods, by code. */
export interface LoadOutcome {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly unchanged: readonly string[];
  /** By nutrient: for how many foods the catalogue keeps a value that the tables do not have. */
  readonly kept: Readonly<Record<string, number>>;
}

/**
 * Loads foods into the catalogue by code, in batches, and tells `onProgress` how many are done. Values are replaced one
 * by one: what a food lacks stays as it is in the catalogue. The call can be repeated: unchanged foods are not written.
 * No code may occur twice.
 */
export async function loadIngredients(
  db: Database,
  foods: readonly FoodFacts[],
  onProgress: (done: number) => void = () => {},
): Promise<LoadOutcome> {
  const outcomes: LoadOutcome[] = [];
  let done = 0;
  for (const batch of batchesOf(foods, FOODS_PER_TRANSACTION)) {
    outcomes.push(await db.retryLostRaces(() => loadBatch(db, batch, false)));
    done += batch.length;
    onProgress(done);
  }
  return mergeOutcomes(outcomes);
}

/** Tells what `loadIngredients` would do, without doing it. */
export async function compareIngredients(db: Database, foods: readonly FoodFacts[]): Promise<LoadOutcome> {
  const batches = batchesOf(foods, FOODS_PER_TRANSACTION).map((batch) => loadBatch(db, batch, true));
  return mergeOutcomes(await Promise.all(batches));
}

function mergeOutcomes(outcomes: readonly LoadOutcome[]): LoadOutcome {
  const merge = (kind: 'added' | 'changed' | 'unchanged') => outcomes.flatMap((outcome) => outcome[kind]);
  const kept: Record<string, number> = {};
  for (const outcome of outcomes) {
    for (const [key, count] of Object.entries(outcome.kept)) kept[key] = (kept[key] ?? 0) + count;
  }
  return { added: merge('added'), changed: merge('changed'), unchanged: merge('unchanged'), kept };
}

async function loadBatch(db: Database, foods: readonly FoodFacts[], isDry: boolean): Promise<LoadOutcome> {
  const [head, items] = await Promise.all([
    readHead(db, ingredientsPartition),
    db.getMany(foods.map((food) => ingredientKey(food.code))),
  ]);
  const present = new Map(
    items.flatMap((item) => (item ? [Ingredient.parse(item)] : [])).map((old) => [old.code, old]),
  );
  const added = foods
    .filter((food) => !present.has(food.code))
    .map((food, index): Ingredient => ({ ...food, version: 1, number: head.next + index }));
  const changed = foods.flatMap((food): Ingredient[] => {
    const old = present.get(food.code);
    const merged = old && mergeFood(old, food);
    return old && merged && !isSameFood(old, merged)
      ? [{ ...merged, version: old.version + 1, number: old.number }]
      : [];
  });
  const codes = new Set(changed.map(({ code }) => code));
  const outcome = {
    added: added.map(({ code }) => code),
    changed: [...codes],
    unchanged: foods.map(({ code }) => code).filter((code) => present.has(code) && !codes.has(code)),
    kept: countKept(foods, present),
  };
  if (isDry || added.length + changed.length === 0) return outcome;
  await db.write([
    ...added.map((ingredient) => insert(toItem(ingredient))),
    ...changed.map((ingredient) => replace(toItem(ingredient), ingredient.version - 1)),
    // If only nutrients change, the row stays the same. Its block gets a new version, because of the packs.
    ...rowSteps(ingredients, { add: added, change: changed.map((food) => toChange(present, food)) }, head),
  ]);
  return outcome;
}

function countKept(foods: readonly FoodFacts[], present: ReadonlyMap<string, Ingredient>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { code, nutrients } of foods) {
    for (const key of Object.keys(present.get(code)?.nutrients ?? {})) {
      if (!(key in nutrients)) counts[key] = (counts[key] ?? 0) + 1;
    }
  }
  return counts;
}

function toChange(present: ReadonlyMap<string, Ingredient>, food: Ingredient) {
  return { before: present.get(food.code) ?? food, after: food };
}

function toItem(ingredient: Ingredient): Key & Ingredient {
  return { ...ingredientKey(ingredient.code), ...ingredient };
}
