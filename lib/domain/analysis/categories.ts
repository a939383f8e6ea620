import { enumLists } from '../enum.ts';
import { type Ratio, ratio } from '../values/ratio.ts';
import type { AnalysedFood } from './content.ts';

const countedCategories = new Set(enumLists.foodCategory.map(({ key }) => key));

/** Whether it is one of the categories by which foods are counted. A standard may name others. */
export function isKnownCategory(name: string): boolean {
  return countedCategories.has(name);
}

/** By category, the wider categories for which its foods count as well. */
const widerByCategory: ReadonlyMap<string, readonly string[]> = new Map([
  ['谷类', ['谷薯类']],
  ['薯类', ['谷薯类']],
  ['深色蔬菜', ['蔬菜类']],
  ['动物肝脏', ['畜禽肉类']],
  ['大豆类及其制品', ['大豆及坚果']],
  ['坚果类', ['大豆及坚果']],
  ['杂豆类', ['谷薯类']],
  ['菌藻类', ['蔬菜类']],
]);
/** Categories that had no wider one before version 3 of the rules. */
const formerlyUnwidened = new Set(['杂豆类', '菌藻类']);

const VEGETABLES = '蔬菜类';
const DARK_VEGETABLES = '深色蔬菜';
export const SALT = '盐';

/** Names of salt for people: `added` is salt itself and the salt in condiments, `all` is all sodium as salt. */
export const saltNames = { added: '烹调用盐', all: '食盐（全部钠折算）' } as const;

/** The name of a category for people. */
export function nameCategory(name: string): string {
  return name === SALT ? saltNames.added : name;
}

/** Categories for which a standard's figure is a maximum. For all others it is a minimum. */
const maximumCategories = new Set(['植物油', SALT, '糖']);

/** Whether a standard's figure for the category is a maximum. */
export function isFigureMaximum(category: string): boolean {
  return maximumCategories.has(category);
}

/** 2000 mg of sodium are counted as 5 g of salt. */
const SODIUM_MG_PER_SALT_G = 400;

/** Converts milligrams of sodium to grams of salt. */
export function saltFromSodium(milligrams: Ratio): Ratio {
  return milligrams.per(SODIUM_MG_PER_SALT_G);
}

interface CategoryOptions {
  /** The sodium of a condiment, in milligrams per 100 g. The salt in one other than salt is calculated from it. */
  readonly sodium?: Ratio | undefined;
  /** Whether the rules from before version 3 of the judgement hold, as for old revisions. */
  readonly hasOldRules?: boolean;
}

/** Lists how many grams of each category one gram of the food counts for. */
export function listGramsByCategory(food: AnalysedFood | undefined, options: CategoryOptions = {}): [string, Ratio][] {
  const { sodium, hasOldRules = false } = options;
  const grams: [category: string, gramsPerGram: Ratio][] = [];
  if (food?.foodCategory) {
    const { name, amount, counts: countedGrams } = food.foodCategory;
    const gramsPerGram = ratio(countedGrams).per(amount).reduced();
    const categories = hasOldRules && formerlyUnwidened.has(name) ? [name] : listCategories(name, food.dark === true);
    for (const category of categories) grams.push([category, gramsPerGram]);
  }
  if (sodium && food?.foodCategory?.name !== SALT) grams.push([SALT, saltFromSodium(sodium).per(100).reduced()]);
  return grams;
}

function listCategories(name: string, isDark: boolean): readonly string[] {
  const category = isDark && name === VEGETABLES ? DARK_VEGETABLES : name;
  return [category, ...(widerByCategory.get(category) ?? [])];
}
