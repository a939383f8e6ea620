import { type Ratio, ratio } from '../values/ratio.ts';
import type { AnalysedFood } from './content.ts';

/** The wider categories, by category, that its foods count for as well. */
const widerCategories: ReadonlyMap<string, readonly string[]> = new Map([
  ['谷类', ['谷薯类']],
  ['薯类', ['谷薯类']],
  ['深色蔬菜', ['蔬菜类']],
  ['动物肝脏', ['畜禽肉类']],
  ['大豆类及其制品', ['大豆及坚果']],
  ['坚果类', ['大豆及坚果']],
  ['杂豆类', ['谷薯类']],
  ['菌藻类', ['蔬菜类']],
]);
/** Classes that were in no wider category before version 3 of the rules. */
const formerlyAlone = new Set(['杂豆类', '菌藻类']);

const VEGETABLES = '蔬菜类';
const DARK_VEGETABLES = '深色蔬菜';
export const SALT = '盐';

/** What people read: salt that is added and in condiments, and all sodium as salt. */
export const saltNames = { added: '烹调用盐', all: '食盐（全部钠折算）' } as const;

/** The name of a category for people. */
export function labelCategory(name: string): string {
  return name === SALT ? saltNames.added : name;
}

/** Categories for which a standard's figure is a maximum. For all others it is a minimum. */
const maxima = new Set(['植物油', SALT, '糖']);

/** Whether a standard's figure for the category is a maximum. */
export function isMaximum(category: string): boolean {
  return maxima.has(category);
}

const SODIUM_MG_PER_SALT_G = 400;

/** Converts milligrams of sodium to grams of salt. */
export function saltFromSodium(sodium: Ratio): Ratio {
  return sodium.per(SODIUM_MG_PER_SALT_G);
}

/**
 * Lists how much one gram of the food counts for each of its categories. `sodium` is in milligrams per 100 g of a
 * condiment: a condiment other than salt counts as salt by its sodium. `isOld`: by the rules from before version 3.
 */
export function listCategoryCounts(
  food: AnalysedFood | undefined,
  sodium: Ratio | undefined,
  isOld: boolean,
): (readonly [string, Ratio])[] {
  const counts: (readonly [string, Ratio])[] = [];
  const { name, amount, counts: grams } = food?.foodCategory ?? { name: undefined, amount: '1', counts: '1' };
  if (name !== undefined) {
    const count = ratio(grams).per(amount).reduced();
    const categories = isOld && formerlyAlone.has(name) ? [name] : listCategories(name, food?.dark === true);
    for (const category of categories) counts.push([category, count]);
  }
  if (sodium && name !== SALT) counts.push([SALT, saltFromSodium(sodium).per(100).reduced()]);
  return counts;
}

function listCategories(name: string, isDark: boolean): readonly string[] {
  const category = isDark && name === VEGETABLES ? DARK_VEGETABLES : name;
  return [category, ...(widerCategories.get(category) ?? [])];
}
