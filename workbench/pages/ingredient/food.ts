import type { Schemas } from '../../api/client.ts';
import { typedNumber } from '../../parts/format.ts';

/** A food as the list tells it. */
export type Food = Schemas['Ingredient'];
type FoodForm = Schemas['CreateIngredientForm'];
export type Nutrient = Schemas['NutrientChoice'];

const texts = { code: '', name: '', alias: '', category: '', edible: '' };
/** What is typed of a food. What is empty is not known. */
export interface FoodWork extends Readonly<typeof texts> {
  /** The category of standards that it counts for, and how many grams of it count as how many. */
  readonly counted: string;
  readonly amount: string;
  readonly counts: string;
  readonly dark: boolean;
  readonly allergens: readonly string[];
  readonly nutrients: Readonly<Record<string, string>>;
  /** Nutrients of which there is a trace, until their values are typed. */
  readonly traces: readonly string[];
}

/** Says of a food that it has no allergens, where no choice at all says that nobody knows. */
export const NO_ALLERGENS = '无';

/** What kitchens call a food. */
export function nameOf({ alias, name }: Pick<Food, 'alias' | 'name'>): string {
  return alias || name;
}

/** What is known of a food, to be changed. A new one begins with a code that the time proposes. */
export function toWork(food?: Food, isCopy = false): FoodWork {
  const proposed = `ZY-${new Date().toISOString().slice(2, 16).replace(/\D/g, '')}`;
  const { foodCategory: counted = null, allergens = null } = food ?? {};
  const told = Object.keys(texts).map((name) => [name, String(food?.[name as keyof typeof texts] ?? '')]);
  return {
    ...{ ...texts, ...Object.fromEntries(told), ...(food === undefined || isCopy ? { code: proposed } : {}) },
    ...{ counted: counted?.name ?? '', dark: food?.dark ?? false },
    ...{ amount: String(counted?.amount ?? 100), counts: String(counted?.counts ?? 100) },
    allergens: allergens?.length === 0 ? [NO_ALLERGENS] : (allergens ?? []),
    traces: food?.traces ?? [],
    nutrients: Object.fromEntries(Object.entries(food?.nutrients ?? {}).map(([key, value]) => [key, String(value)])),
  };
}

/** All of a food as a call takes it. */
export function toForm(work: FoodWork): Required<FoodForm> {
  const { counted, amount, counts, dark, allergens, nutrients, traces: _, ...rest } = work;
  const figures = Object.entries(nutrients).filter(([, text]) => text !== '');
  const counting = counted === '' ? {} : { name: counted, amount: typedNumber(amount), counts: typedNumber(counts) };
  return {
    ...rest,
    dark: dark ? 'true' : 'false',
    allergens: allergens.join(),
    // An empty object takes the category away, which the type of the field does not tell.
    foodCategory: counting as Required<FoodForm>['foodCategory'],
    nutrient: Object.fromEntries(figures.map(([key, text]) => [key, typedNumber(text)])),
  };
}

/** What a call changes: only what differs, so that a colleague's other changes and traces stay. */
export function toChange(work: FoodWork, before: FoodWork): Partial<FoodForm> & Pick<FoodForm, 'code'> {
  const old = new Map<string, unknown>(Object.entries(toForm(before)));
  const isChanged = ([field, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(old.get(field));
  return { ...Object.fromEntries(Object.entries(toForm(work)).filter(isChanged)), code: before.code };
}

const groups: readonly (readonly [name: string, keys: RegExp])[] = [
  ['标签上的成分', /^(energy|protein|fat|saturated-fat|carbohydrate|sugar|sodium)$/],
  ['膳食纤维、胆固醇等', /^(fibre|cholesterol|water|ash)$/],
  ['维生素', /^(vitamin-.*|niacin|folate|pantothenic-acid|biotin|choline|carotene|retinol)$/],
  ['矿物质', /./],
];

/** The nutrients in groups; the first one is what every label has. */
export function groupNutrients(nutrients: readonly Nutrient[]): { name: string; members: Nutrient[] }[] {
  const groupOf = (one: Nutrient) => groups.find(([, keys]) => keys.test(one.key))?.[0];
  return groups.map(([name]) => ({ name, members: nutrients.filter((one) => groupOf(one) === name) }));
}
