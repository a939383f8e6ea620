import type { FoodFacts } from '../../../lib/domain/ingredient/food.ts';
import { loadIngredients } from '../../../scripts/command/load-foods.ts';
import type { TestService } from '../service/service.ts';

/** A food of the catalogue; its values are per 100 g. */
export function food(
  code: string,
  name: string,
  nutrients: Readonly<Record<string, string>> = {},
  rest: Partial<Omit<FoodFacts, 'code' | 'name' | 'nutrients'>> = {},
): FoodFacts {
  return { code, name, category: '测试', nutrients: { ...nutrients }, traces: [], ...rest };
}

/** Loads foods into the catalogue. */
export async function stock(service: TestService, foods: readonly FoodFacts[]) {
  return loadIngredients(service.deps.db, foods);
}

/** Codes with grams, in the order of the dish. */
export type Recipe = readonly (readonly [code: string, grams: number])[];

/** Creates a dish in the caller's own unit. */
export async function cook(service: TestService, token: string, name: string, recipe: Recipe): Promise<void> {
  const ingredient = JSON.stringify(recipe.map(([key, value]) => ({ key, value })));
  const answer = await service.call('PUT /api/dish', { name, mark: '荤菜', ingredient }, { token });
  if (answer.status !== 200) throw new Error(`cannot cook ${name}: ${answer.text}`);
}

/** The foods of an everyday dish, with values per 100 g. */
export const everydayFoods: readonly FoodFacts[] = [
  food('tomato', '番茄', {
    protein: '0.9',
    fat: '0.2',
    'saturated-fat': '0.03',
    cholesterol: '0',
    carbohydrate: '3.9',
    sugar: '2.6',
    fibre: '1.2',
    sodium: '9.7',
    'vitamin-a': '62',
    'vitamin-c': '14.0',
    calcium: '4',
    potassium: '179',
    iron: '0.2',
    zinc: '0.12',
  }),
  food('egg', '鸡蛋', {
    protein: '13.1',
    fat: '8.6',
    'saturated-fat': '3.1',
    cholesterol: '648',
    carbohydrate: '2.4',
    sugar: '0.4',
    fibre: '0',
    sodium: '131.5',
    'vitamin-a': '294',
    'vitamin-c': '0',
    calcium: '56',
    potassium: '154',
    iron: '1.6',
    zinc: '0.89',
  }),
  food('oil', '豆油', {
    protein: '0',
    fat: '99.9',
    'saturated-fat': '15.7',
    cholesterol: '0',
    carbohydrate: '0',
    sugar: '0',
    fibre: '0',
    sodium: '4.9',
    calcium: '13',
    potassium: '3',
    iron: '2.0',
    zinc: '1.09',
  }),
  food('salt', '食盐', {
    protein: '0',
    fat: '0',
    'saturated-fat': '0',
    cholesterol: '0',
    carbohydrate: '0',
    sugar: '0',
    fibre: '0',
    sodium: '39311',
    calcium: '22',
    potassium: '14',
    iron: '1.0',
    zinc: '0.24',
  }),
];

/** 番茄炒蛋 made of them. Energy, by protein, fat, carbohydrate less fibre, and fibre: 17 × 8.9 + 37 × 13.4 + 17 × 4.7 + 8 × 1.4 = 738.2 kJ. */
export const tomatoAndEgg: Recipe = [
  ['tomato', 120],
  ['egg', 60],
  ['oil', 8],
  ['salt', 1],
];

export function labelLine(name: string, nutrition: string, nvr: string, missing?: readonly string[]) {
  return { name, nutrition, nvr, ...(missing ? { missing } : {}) };
}

/** Runs an action with this edition of the nutrient reference values in the settings; undefined: not set. */
export async function withEdition<T>(
  service: TestService,
  edition: '2011' | '2025' | undefined,
  action: () => Promise<T>,
): Promise<T> {
  const { deps } = service;
  Object.assign(service, { deps: { ...deps, env: { ...deps.env, nrvEdition: edition } } });
  try {
    return await action();
  } finally {
    Object.assign(service, { deps });
  }
}
