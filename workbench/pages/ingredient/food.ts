import type { Schemas } from '../../api/client.ts';
import { pickChangedFields } from '../../parts/editor.tsx';
import { parseNumber } from '../../parts/format.ts';

export type Food = Schemas['Ingredient'];
type FoodForm = Schemas['CreateIngredientForm'];
export type Nutrient = Schemas['NutrientChoice'];

export const emptyTexts = { code: '', name: '', alias: '', category: '', edible: '' };
/** A food as it is typed into its form. `rawGrams` of it count as `countedGrams` of the category `countedAs`. */
export interface FoodWork
  extends Readonly<typeof emptyTexts & Record<'countedAs' | 'rawGrams' | 'countedGrams', string>> {
  readonly dark: boolean;
  readonly allergens: readonly string[];
  readonly nutrients: Readonly<Record<string, string>>;
  /** The nutrients with traces. A typed value replaces a trace. */
  readonly traces: readonly string[];
}

/** The choice for a food without allergens. Without any choice nobody knows the allergens. */
export const NO_ALLERGENS = '无';
/** The choice for a food that may have further allergens. */
export const UNKNOWN_ALLERGENS = '不明';

/** The choices of allergens that a food has, such as `鱼类` and `不明`. */
export function listAllergens({ allergens, mayHaveOthers }: Pick<Food, 'allergens' | 'mayHaveOthers'>): string[] {
  const names = [...(allergens ?? []), ...(allergens === null || mayHaveOthers ? [UNKNOWN_ALLERGENS] : [])];
  return names.length === 0 ? [NO_ALLERGENS] : names;
}

/** The name that kitchens use for a food. */
export const foodName = ({ alias, name }: Pick<Food, 'alias' | 'name'>): string => alias || name;

/** Converts a food to its typed fields. A new food gets a code of `ZY` (自有) and the current time. */
export function toWork(food?: Food, isCopy = false): FoodWork {
  const newCode = `ZY-${new Date().toISOString().slice(2, 16).replace(/\D/g, '')}`;
  const names = Object.keys(emptyTexts) as (keyof typeof emptyTexts)[];
  const texts = Object.fromEntries(names.map((name) => [name, String(food?.[name] ?? '')])) as typeof emptyTexts;
  return {
    ...texts,
    ...(food === undefined || isCopy ? { code: newCode } : {}),
    ...(food
      ? toClassification(food)
      : { countedAs: '', rawGrams: '100', countedGrams: '100', dark: false, allergens: [] }),
    traces: food?.traces ?? [],
    nutrients: Object.fromEntries(Object.entries(food?.nutrients ?? {}).map(([key, value]) => [key, String(value)])),
  };
}

/** Converts the classification of a food to typed fields: the category that it counts as, and its allergens. */
export function toClassification(food: Pick<Food, 'foodCategory' | 'dark' | 'allergens' | 'mayHaveOthers'>) {
  const { name = '', amount = 100, counts = 100 } = food.foodCategory ?? {};
  const equivalent = { countedAs: name, rawGrams: String(amount), countedGrams: String(counts) };
  return { ...equivalent, dark: food.dark, allergens: listAllergens(food) };
}

/** Converts typed fields to what is sent. Traces are left out: the service keeps them. */
export function toForm(work: FoodWork): Required<FoodForm> {
  const { countedAs, rawGrams, countedGrams, dark, allergens, nutrients, traces: _, ...rest } = work;
  const figures = Object.entries(nutrients).filter(([, text]) => text !== '');
  const foodCategory =
    countedAs === '' ? {} : { name: countedAs, amount: parseNumber(rawGrams), counts: parseNumber(countedGrams) };
  return {
    ...rest,
    dark: dark ? 'true' : 'false',
    allergens: allergens.filter((name) => name !== UNKNOWN_ALLERGENS).join(),
    mayHaveOthers: allergens.includes(UNKNOWN_ALLERGENS) ? 'true' : 'false',
    // An empty object removes the category, but the document's type does not allow it.
    foodCategory: foodCategory as Required<FoodForm>['foodCategory'],
    nutrient: Object.fromEntries(figures.map(([key, text]) => [key, parseNumber(text)])),
  };
}

/** The changed fields only, so that a colleague's other changes and the traces stay. */
export const toChanges = (work: FoodWork, before: FoodWork): Partial<FoodForm> & Pick<FoodForm, 'code'> => ({
  ...pickChangedFields(toForm(work), toForm(before)),
  code: before.code,
});

/** A nutrient belongs to the first group whose pattern its key matches. */
const nutrientGroups: readonly { readonly name: string; readonly keys: RegExp }[] = [
  { name: '标签上的成分', keys: /^(energy|protein|fat|saturated-fat|carbohydrate|sugar|sodium)$/ },
  { name: '膳食纤维、胆固醇等', keys: /^(fibre|cholesterol|water|ash)$/ },
  { name: '维生素', keys: /^(vitamin-.*|niacin|folate|pantothenic-acid|biotin|choline|carotene|retinol)$/ },
  { name: '矿物质', keys: /./ },
];

/** The nutrients in groups. The first group has the nutrients of every label. */
export function groupNutrients(nutrients: readonly Nutrient[]): { name: string; members: Nutrient[] }[] {
  const findGroup = (key: string) => nutrientGroups.find(({ keys }) => keys.test(key))?.name;
  return nutrientGroups.map(({ name }) => ({ name, members: nutrients.filter(({ key }) => findGroup(key) === name) }));
}

const sourceTexts = { print: '印刷的成分表', usda: '美国农业部', own: '手工填写', import: '导入的表' } as const;

/** Describes the sources of a group's values by their numbers of values: ，来自印刷的成分表 8、美国农业部 4; empty without values. */
export function describeSources({ source }: Pick<Food, 'source'>, members: readonly Nutrient[]): string {
  const sources = Object.keys(sourceTexts) as (keyof typeof sourceTexts)[];
  const texts = sources.flatMap((name) => {
    const count = members.filter(({ key }) => source[name]?.includes(key)).length;
    return count > 0 ? `${sourceTexts[name]} ${count}` : [];
  });
  return texts.length > 0 ? `，来自${texts.join('、')}` : '';
}
