import { hash } from 'node:crypto';
import { type FoodFacts, Ingredient, isSameFood } from '../../lib/domain/ingredient/ingredient.ts';
import { ingredients } from '../../lib/store/ingredient/ingredient.ts';
import { leavePacks } from '../../lib/store/ingredient/pack.ts';
import { batchesOf } from '../../lib/table/batches.ts';
import { rowSteps } from '../../lib/table/collection/collection.ts';
import type { Database } from '../../lib/table/database.ts';
import { replace } from '../../lib/table/steps.ts';
import { ingredientKey } from '../../tables/keys.ts';
import { starterFoods } from '../command/starter.ts';
import earlier from './009-earlier-starter.json' with { type: 'json' };
import type { Migration } from './migration.ts';
import type { WriteRate } from './write-rate.ts';

/** How many foods one transaction migrates. Each is an item and perhaps a row; the head comes on top. */
const FOODS_PER_TRANSACTION = 49;
const DIGEST_DIGITS = 12;

/** Digests of the starter catalogue's earlier foods, by code. */
const digests = new Map(Object.entries(earlier));
/** These nutrients are not compared: migration 007 has changed them. */
const CHANGED_BEFORE = ['vitamin-a', 'vitamin-a-rae', 'vitamin-e'];

/**
 * Replaces the starter catalogue's figures of American foods. A food that is still exactly as the starter catalogue had
 * it gets its new figures. A food that somebody has changed, or loaded from a food table, keeps its figures. All of the
 * starter catalogue's foods get the traits that they lack.
 */
export const figuresOfStarter: Migration = {
  version: 9,
  name: { en: 'figures of the starter catalogue', zh: '初始食材库的数值' },
  purpose: {
    en: 'foods of the starter catalogue get the figures of the national table, allergens and food categories',
    zh: '初始食材库的食材改用国家食物成分表的数值，并增加过敏原和食物类别',
  },
  writesEach: 2,
  plan: (db) => changeFoods(db, undefined),
  apply: async (db, rate) => {
    const counts = await changeFoods(db, rate);
    if (counts.foods + counts['with their own figures'] > 0) await leavePacks(db);
    return counts;
  },
};

/** A digest of a food's figures. */
export function digestOfFigures({ name, category, edible, nutrients, traces }: FoodFacts): string {
  const isTelling = (key: string) => !CHANGED_BEFORE.includes(key);
  const values = Object.entries(nutrients).filter(([key]) => isTelling(key));
  const figures = [name, category, edible ?? null, values.sort(), traces.filter(isTelling).sort()];
  return hash('sha1', JSON.stringify(figures)).slice(0, DIGEST_DIGITS);
}

async function changeFoods(db: Database, rate: WriteRate | undefined) {
  const counts = { foods: 0, 'with their own figures': 0 };
  for (const batch of batchesOf(starterFoods, FOODS_PER_TRANSACTION)) {
    const changes = await db.retryLostRaces(() => changeBatch(db, batch, rate));
    const own = changes.filter(({ isReplaced }) => !isReplaced).length;
    counts.foods += changes.length - own;
    counts['with their own figures'] += own;
  }
  return counts;
}

/** The traits of a food, which food tables do not have. */
function traitsOf({ allergens, foodCategory, dark }: FoodFacts): Partial<FoodFacts> {
  return { ...(allergens && { allergens }), ...(foodCategory && { foodCategory }), ...(dark && { dark }) };
}

/** The foods of a batch that differ. With a rate they are written, without one only returned. */
async function changeBatch(db: Database, batch: readonly FoodFacts[], rate: WriteRate | undefined) {
  const items = await db.getMany(batch.map(({ code }) => ingredientKey(code)));
  const changes = batch.flatMap((food, index) => {
    const before = items[index] && Ingredient.parse(items[index]);
    if (!before) return [];
    const isReplaced = digests.get(food.code) === digestOfFigures(before);
    const { version, number } = before;
    const facts = isReplaced ? food : { ...traitsOf(food), ...before };
    const after: Ingredient = { ...facts, number, version: version + 1 };
    return isSameFood(before, after) ? [] : [{ before, after, isReplaced }];
  });
  if (changes.length > 0 && rate) {
    await db.write([
      ...changes.map(({ before, after }) => replace({ ...ingredientKey(after.code), ...after }, before.version)),
      ...rowSteps(ingredients, { change: changes }),
    ]);
    await rate.wrote(2 * changes.length + 1);
  }
  return changes;
}
