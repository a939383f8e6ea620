import type { FoodFacts } from '../../lib/domain/ingredient.ts';
import { loadIngredients } from '../../scripts/import-ingredients/load-foods.ts';
import type { TestService } from './service.ts';

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

/** Writes a dish into the caller's own unit. */
export async function cook(service: TestService, token: string, name: string, recipe: Recipe): Promise<void> {
  const ingredient = JSON.stringify(recipe.map(([key, value]) => ({ key, value })));
  const answer = await service.call('PUT /api/dish', { name, mark: '荤菜', ingredient }, { token });
  if (answer.status !== 200) throw new Error(`cannot cook ${name}: ${answer.text}`);
}

/** One line of a label. */
export function line(name: string, nutrition: string, nvr: string, missing?: readonly string[]) {
  return { name, nutrition, nvr, ...(missing ? { missing } : {}) };
}

/** Runs an action while the setting of the edition of the reference values is this; undefined: not set. */
export async function withEdition<T>(
  service: TestService,
  edition: '2011' | '2025' | undefined,
  action: () => Promise<T>,
): Promise<T> {
  const { deps } = service;
  Object.assign(service, { deps: { ...deps, env: { ...deps.env, edition } } });
  try {
    return await action();
  } finally {
    Object.assign(service, { deps });
  }
}
