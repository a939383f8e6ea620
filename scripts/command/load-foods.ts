import { type FoodFacts, isSameFood, StoredFood } from '../../lib/domain/ingredient/food.ts';
import { classify } from '../../lib/domain/ingredient/food-class.ts';
import {
  type FindMedian,
  type MergeOptions,
  makeMedianFinder,
  mergeFood,
  type ValueChange,
} from '../../lib/domain/ingredient/food-merge.ts';
import { withSource } from '../../lib/domain/ingredient/value-sources.ts';
import { PLATFORM } from '../../lib/domain/unit.ts';
import { catalogueCollection, readAllFoods } from '../../lib/store/ingredient/food.ts';
import { splitIntoBatches } from '../../lib/table/batches.ts';
import { collectionSteps, readHead } from '../../lib/table/collection/collection.ts';
import type { Database } from '../../lib/table/database.ts';
import { insertStep, replaceStep } from '../../lib/table/steps.ts';
import { catalogueKey, cataloguePartition } from '../../tables/keys.ts';

/** The number of foods in a transaction. Each food is an item and a row. The transaction also writes the head. */
const FOODS_PER_TRANSACTION = 49;

/** The result of loading foods, by code. */
export interface LoadOutcome {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly unchanged: readonly string[];
  /** The nutrient of each value that stays in the catalogue because the tables lack it. */
  readonly kept: readonly string[];
  /** The values that stay although the tables have others, and those that change by more than a factor of 2. */
  readonly changes: readonly (ValueChange & { readonly code: string })[];
}

interface LoadOptions {
  readonly onProgress?: (loadedCount: number) => void;
  /** Whether values that were set by hand are overwritten, too. */
  readonly replace?: boolean;
  /** Whether the outcome is only computed, and nothing is written. */
  readonly isDry?: boolean;
}

type BatchRules = MergeOptions & { readonly isDry: boolean };

/**
 * Loads foods into the catalogue by code, in batches. Values are replaced one by one, as `mergeFood` says. The call can be
 * repeated: unchanged foods are not written. No code may occur twice.
 */
export async function loadIngredients(
  db: Database,
  foods: readonly FoodFacts[],
  { onProgress = () => {}, replace = false, isDry = false }: LoadOptions = {},
): Promise<LoadOutcome> {
  const rules = { findMedian: await makeMedianFinderFor(db, foods), replace, isDry };
  const outcomes: LoadOutcome[] = [];
  for (const [index, batch] of splitIntoBatches(foods, FOODS_PER_TRANSACTION).entries()) {
    outcomes.push(await db.retryLostRaces(() => loadBatch(db, batch, rules)));
    onProgress(index * FOODS_PER_TRANSACTION + batch.length);
  }
  return mergeOutcomes(outcomes);
}

/** Makes a function that finds medians among the foods of the catalogue and those that are added to it. */
async function makeMedianFinderFor(db: Database, foods: readonly FoodFacts[]): Promise<FindMedian> {
  const presentByCode = await readAllFoods(db, PLATFORM);
  const added = foods.filter(({ code }) => !presentByCode.has(code)).map(classify);
  return makeMedianFinder([...presentByCode.values(), ...added]);
}

/**
 * Merges new facts into a food of the catalogue. By an earlier rule, prepared foods had only the allergens that follow from
 * their names. A food that still says so, and of which no person has set the allergens, gets what the present rule says.
 */
function mergeIntoCatalogue(before: StoredFood, food: FoodFacts, rules: MergeOptions): ReturnType<typeof mergeFood> {
  const { allergens, mayHaveOthers } = classify(food);
  const isOwn = before.source?.['own']?.includes('allergens') === true;
  const followsEarlierRule = before.mayHaveOthers === undefined && String(before.allergens) === String(allergens ?? []);
  const isUnclear = !isOwn && (!allergens || mayHaveOthers === true);
  const merged = mergeFood(before, food, rules);
  return {
    ...merged,
    food: { ...merged.food, ...(followsEarlierRule && isUnclear ? { allergens, mayHaveOthers } : {}) },
  };
}

function mergeOutcomes(outcomes: readonly LoadOutcome[]): LoadOutcome {
  const concatenate = (kind: 'added' | 'changed' | 'unchanged' | 'kept') =>
    outcomes.flatMap((outcome) => outcome[kind]);
  return {
    added: concatenate('added'),
    changed: concatenate('changed'),
    unchanged: concatenate('unchanged'),
    kept: concatenate('kept'),
    changes: outcomes.flatMap(({ changes }) => changes),
  };
}

async function loadBatch(db: Database, foods: readonly FoodFacts[], { isDry, ...rules }: BatchRules) {
  const [head, items] = await Promise.all([
    readHead(db, cataloguePartition),
    db.getMany(foods.map((food) => catalogueKey(food.code))),
  ]);
  const presentFoods = items.flatMap((item) => (item ? [StoredFood.parse(item)] : []));
  const presentByCode = new Map(presentFoods.map((food) => [food.code, food]));
  const add = foods
    .filter((food) => !presentByCode.has(food.code))
    // Only new foods are classified: people may have corrected the others.
    .map((food, index): StoredFood => ({ ...toAddedFood(food), version: 1, number: head.next + index }));
  const merged = foods.flatMap((food) => {
    const before = presentByCode.get(food.code);
    return before ? [{ before, ...mergeIntoCatalogue(before, food, rules) }] : [];
  });
  const change = merged.flatMap(({ before, food }): { before: StoredFood; after: StoredFood }[] => {
    if (isSameFood(before, food)) return [];
    return [{ before, after: { ...food, version: before.version + 1, number: before.number } }];
  });
  const codes = new Set([...add, ...change.map(({ after }) => after)].map(({ code }) => code));
  if (!isDry && codes.size > 0) {
    await db.write([
      ...add.map((food) => insertStep({ ...catalogueKey(food.code), ...food })),
      ...change.map(({ before, after }) => replaceStep({ ...catalogueKey(after.code), ...after }, before.version)),
      ...collectionSteps(catalogueCollection, { add, change }, head),
    ]);
  }
  return {
    added: add.map(({ code }) => code),
    changed: change.map(({ after }) => after.code),
    unchanged: foods.map(({ code }) => code).filter((code) => !codes.has(code)),
    kept: foods.flatMap(({ code, nutrients }) =>
      Object.keys(presentByCode.get(code)?.nutrients ?? {}).filter((key) => !(key in nutrients)),
    ),
    changes: merged.flatMap(({ food: { code }, changes }) => changes.map((change) => ({ ...change, code }))),
  };
}

function toAddedFood(food: FoodFacts): FoodFacts {
  const emptyFood: FoodFacts = { code: food.code, name: '', category: '', nutrients: {}, traces: [] };
  return food.source ? classify(food) : withSource(emptyFood, classify(food), 'import');
}
