import { kitchenName } from '../../lib/domain/ingredient/food.ts';
import catalogue from '../../tables/starter/ingredients.json' with { type: 'json' };

/** Parses pairs of words from a text: the first and second, the third and fourth, and so on. */
export function parsePairs(text: string): (readonly [string, string])[] {
  return [...text.matchAll(/(\S+)\s+(\S+)/g)].map(([, first = '', second = '']) => [first, second]);
}

/** The names of foods by their short names in the lists of dishes of seed and demo. */
const nameByShortName: ReadonlyMap<string, string> = new Map([
  ['油', '豆油'],
  ['盐', '食盐'],
]);

const codeByName = new Map(catalogue.foods.map((food) => [kitchenName(food, food.code), food.code]));

/** @throws RangeError where no food of the starter catalogue has this kitchen name. */
export function getFoodCode(food: string): string {
  const code = codeByName.get(nameByShortName.get(food) ?? food);
  if (code === undefined) throw new RangeError(`no food ${food}`);
  return code;
}
