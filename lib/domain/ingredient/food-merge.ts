import { nutrients } from '../nutrient/nutrient.ts';
import { ratio } from '../values/ratio.ts';
import type { FoodFacts } from './food.ts';
import { findDoubts, type Implausibility, PLANT_CATEGORIES } from './plausibility.ts';
import { listChangedKeys, withSource } from './value-sources.ts';

/** Minerals in the order in which the national table prints them. */
const MINERALS = 'calcium phosphorus potassium sodium magnesium iron zinc selenium copper manganese'.split(' ');
/** Kitchens add salt, so a food is not compared with its relatives by sodium. */
const ADDED_BY_KITCHENS = 'sodium';
/** A mineral contradicts the relatives if it and their median differ by more than this factor. */
const MAX_FACTOR_TO_RELATIVES = 4;
/** A median of fewer relatives says nothing. */
const MIN_RELATIVES = 3;
/** The maximum difference of the water of relatives, in g per 100 g. Dried foods say nothing about fresh ones. */
const MAX_WATER_DIFFERENCE = 20;
/** A change by more than this factor is reported. */
const LARGE_FACTOR = 2;
const UNKNOWN = 'unknown';
/** A contradiction of the energy may come from any of these. */
const ENERGY_PARTS = ['energy', 'protein', 'fat', 'carbohydrate', 'fibre'];

/** Finds the median of a nutrient among the relatives of a food; undefined if there are too few of them. */
export type FindMedian = (food: FoodFacts, key: string) => string | undefined;

export interface MergeOptions {
  readonly findMedian: FindMedian;
  /** Whether values that were set by hand are overwritten, too. */
  readonly replace?: boolean | undefined;
}

/** A value of the catalogue that an import has left as it is, or changed by more than a factor of 2. */
export interface ValueChange {
  readonly key: string;
  readonly before: string;
  readonly after: string;
  /** Why the value of the catalogue stays; absent if the new value replaces it. */
  readonly reason?: string | undefined;
}

/** Makes a function that finds medians among relatives: the other foods of the class that have about as much water. */
export function makeMedianFinder(foods: Iterable<FoodFacts>): FindMedian {
  const toClass = ({ foodCategory, category }: FoodFacts) => foodCategory?.name ?? category;
  const foodsByClass = Map.groupBy(foods, toClass);
  return (food, key) => {
    const isRelative = ({ code, nutrients: { water = food.nutrients['water'] ?? '0' } }: FoodFacts) =>
      code !== food.code && Math.abs(Number(water) - Number(food.nutrients['water'] ?? water)) <= MAX_WATER_DIFFERENCE;
    const relatives = foodsByClass.get(toClass(food))?.filter(isRelative) ?? [];
    const values = relatives.flatMap((relative) => relative.nutrients[key] ?? []).sort((a, b) => Number(a) - Number(b));
    return values.length < MIN_RELATIVES ? undefined : values[Math.floor(values.length / 2)];
  };
}

/**
 * Merges the new facts of a food table into a food of the catalogue, and returns it with the changes to report. The catalogue
 * keeps values that the table lacks, the name that kitchens use, values that were set by hand, and values whose replacement
 * would bring a new contradiction.
 */
export function mergeFood(old: FoodFacts, food: FoodFacts, options: MergeOptions) {
  const allNew = combine(old, food, new Map());
  const changed = listChangedKeys(old, allNew);
  const ownKeys = options.replace ? [] : changed.filter((key) => old.source?.own?.includes(key));
  const reasonByKeptKey = new Map(ownKeys.map((key) => [key, 'was set by hand']));
  if (reasonByKeptKey.has('retinol') && changed.includes('vitamin-a'))
    reasonByKeptKey.set('vitamin-a', 'is made of retinol, which stays');
  for (const key of findShiftedMinerals(old, food))
    if (!reasonByKeptKey.has(key)) reasonByKeptKey.set(key, 'is the value of the next column');
  // An unchanged value brings no new contradiction.
  const findMedian: FindMedian = (tested, key) => (changed.includes(key) ? options.findMedian(tested, key) : undefined);
  // Each contradiction keeps at least one value more, so the loop ends.
  for (;;) {
    const merged = combine(old, food, reasonByKeptKey);
    const contradiction = findNewContradiction(old, merged, findMedian);
    if (contradiction === undefined) {
      const changes = changed.map((key): ValueChange => {
        return { key, before: readValue(old, key), after: readValue(allNew, key), reason: reasonByKeptKey.get(key) };
      });
      return { food: withSource(old, merged, 'import'), changes: changes.filter(isReported) };
    }
    for (const key of contradiction.keys) reasonByKeptKey.set(key, contradiction.problem);
  }
}

function combine(old: FoodFacts, food: FoodFacts, reasonByKeptKey: ReadonlyMap<string, string>): FoodFacts {
  const isNew = (key: string) => !reasonByKeptKey.has(key);
  const values = Object.entries(food.nutrients).filter(([key]) => isNew(key));
  const traces = food.traces.filter(isNew);
  const oldTraces = old.traces.filter((key) => !traces.includes(key) && !values.some(([newKey]) => newKey === key));
  const choose = <Key extends keyof FoodFacts>(key: Key) => (isNew(key) ? (food[key] ?? old[key]) : old[key]);
  return {
    ...old,
    name: choose('name'),
    alias: old.alias ?? food.alias,
    category: choose('category'),
    edible: choose('edible'),
    foodCategory: choose('foodCategory'),
    dark: choose('dark'),
    allergens: choose('allergens'),
    mayHaveOthers: isNew('allergens') ? (food.mayHaveOthers ?? old.mayHaveOthers) : old.mayHaveOthers,
    nutrients: { ...old.nutrients, ...Object.fromEntries(values) },
    traces: [...oldTraces, ...traces],
  };
}

/** Finds minerals with the old value of the next column: a cell before them was lost. One without a neighbour may be chance. */
function findShiftedMinerals(old: FoodFacts, food: FoodFacts): string[] {
  const shifted = MINERALS.filter((key, index) => {
    const value = food.nutrients[key];
    const next = MINERALS[index + 1] ?? '';
    return value !== undefined && value !== '0' && value === old.nutrients[next] && value !== old.nutrients[key];
  });
  const hasNeighbour = (key: string) =>
    [-1, 1].some((offset) => shifted.includes(MINERALS[MINERALS.indexOf(key) + offset] ?? ''));
  return shifted.filter(hasNeighbour);
}

/** Finds a contradiction among the merged values that old values would remove. `keys` are those of these old values. */
function findNewContradiction(old: FoodFacts, merged: FoodFacts, findMedian: FindMedian): Implausibility | undefined {
  for (const { keys, problem } of findContradictions(merged, findMedian)) {
    const changed = (keys.includes('energy') ? ENERGY_PARTS : keys).filter(
      (key) => old.nutrients[key] !== undefined && old.nutrients[key] !== merged.nutrients[key],
    );
    const oldValues = Object.fromEntries(changed.map((key) => [key, old.nutrients[key] ?? '']));
    const trial = { ...merged, nutrients: { ...merged.nutrients, ...oldValues } };
    const isOfSameKeys = (other: Implausibility) => other.keys.join() === keys.join();
    if (changed.length > 0 && !findContradictions(trial, findMedian).some(isOfSameKeys))
      return { keys: changed, problem };
  }
  return undefined;
}

function findContradictions(food: FoodFacts, findMedian: FindMedian): Implausibility[] {
  const { category, nutrients: values } = food;
  const isPlantWithCholesterol = PLANT_CATEGORIES.test(category) && Number(values['cholesterol'] ?? 0) > 0;
  const unlikeRelatives = MINERALS.flatMap((key): Implausibility[] => {
    const value = values[key];
    const median = value === undefined || key === ADDED_BY_KITCHENS ? undefined : findMedian(food, key);
    if (value === undefined || median === undefined) return [];
    if (!differByMore(value, median, MAX_FACTOR_TO_RELATIVES)) return [];
    return [{ keys: [key], problem: `is far from its relatives, ${median} in the median` }];
  });
  return [
    ...findDoubts(food),
    ...(isPlantWithCholesterol ? [{ keys: ['cholesterol'], problem: 'is in no food of plants' }] : []),
    ...unlikeRelatives,
  ];
}

/** Whether a value or fact stays, or a known value changes by more than `LARGE_FACTOR`. */
function isReported({ key, before, after, reason }: ValueChange): boolean {
  if (reason !== undefined) return true;
  if (before === UNKNOWN || after === UNKNOWN) return false;
  const isValue = key === 'edible' || nutrients.some((nutrient) => nutrient.key === key);
  return isValue && differByMore(before, after, LARGE_FACTOR);
}

/** Whether one of two values is more than so many times the other. */
function differByMore(value: string, other: string, factor: number): boolean {
  return ratio(value).times(factor).isBelow(other) || ratio(other).times(factor).isBelow(value);
}

function readValue(food: FoodFacts, key: string): string {
  const value: unknown = food.nutrients[key] ?? Reflect.get(food, key) ?? UNKNOWN;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
