import { readTextRows } from '../command/dish-table.ts';
import { getFoodCode } from '../command/food-words.ts';

/** The regions that have a list of prices, in the order of the columns of `demo/prices.txt`. */
export const regions = ['north-east', 'east coast', 'south-west'] as const;
export type Region = (typeof regions)[number];

const foods = readTextRows('scripts/start/demo/prices.txt').map((row) => row.split(' '));

/** Returns the prices of all foods in a region, by code. */
export function findPrices(region: Region): ReadonlyMap<string, string> {
  return new Map(foods.map(([word = '', ...yuan]) => [getFoodCode(word), yuan[regions.indexOf(region)] ?? '']));
}
