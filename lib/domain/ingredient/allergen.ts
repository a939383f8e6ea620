import * as z from 'zod/mini';

/** The groups of foods that cause allergies, by GB 7718-2025. Each includes products made of its foods. */
const groups = {
  含麸质谷物: '含有麸质的谷物及其制品',
  甲壳类: '甲壳纲类动物及其制品',
  鱼类: '鱼类及其制品',
  蛋类: '蛋类及其制品',
  花生: '花生及其制品',
  大豆: '大豆及其制品',
  乳: '乳及乳制品（包括乳糖）',
  坚果: '坚果及其果仁类制品',
} as const;
export type Allergen = keyof typeof groups;

const names = Object.keys(groups) as Allergen[];
export const AllergenName = z.enum(names);

/** The groups as a list to choose from. */
export const allergenChoices = names.map((key) => ({ key, value: groups[key] }));

/**
 * Codes of the national table whose foods belong to a group, the longest first. Where only some foods of such a part of
 * the table belong to the group, the names of the foods tell which.
 */
const GLUTEN = /小麦|大麦|黑麦|燕麦|莜麦|青稞|烤麸|面筋/;
const implied: readonly (readonly [code: RegExp, allergen: Allergen, name?: RegExp])[] = [
  [/^01[14]/, '含麸质谷物'],
  [/^0[1-3]/, '含麸质谷物', GLUTEN],
  [/^12[23]/, '甲壳类'],
  [/^121/, '鱼类'],
  [/^11/, '蛋类'],
  [/^07/, '花生', /花生/],
  [/^031/, '大豆'],
  [/^10/, '乳'],
  [/^071/, '坚果'],
];

/** Groups of the table whose foods are made of one thing only. Foods of the other groups may contain anything. */
const PLAIN = /^(?:0[1-9]|1[0-2]|19)\d{4}x?$/;

/**
 * The allergens of a food: those of its own entry, which may be none, or else those that its code in the national table
 * implies. Undefined where nobody knows (不明): composite foods, and foods of other tables, without an entry.
 */
export function allergensOf({ code, name, allergens }: Food): readonly Allergen[] | undefined {
  if (allergens !== undefined) return names.filter((one) => allergens.includes(one));
  if (!PLAIN.test(code)) return undefined;
  const found = implied.filter(([codes, , names]) => codes.test(code) && (names?.test(name) ?? true));
  return names.filter((one) => found.some(([, allergen]) => allergen === one));
}

interface Food {
  readonly code: string;
  readonly name: string;
  readonly allergens?: readonly Allergen[] | undefined;
}
