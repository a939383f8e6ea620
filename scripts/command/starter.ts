import type { FoodFacts } from '../../lib/domain/ingredient.ts';
import { leaveFigures } from '../../lib/store/figures.ts';
import { ingredients, readCatalogueHead, readListedCodes } from '../../lib/store/ingredient.ts';
import { leaveCopies } from '../../lib/table/collection/load.ts';
import type { Database } from '../../lib/table/database.ts';
import catalogue from '../../tables/starter/ingredients.json' with { type: 'json' };
import { loadIngredients } from '../import-ingredients/load-foods.ts';

/** A food of the starter catalogue as its file has it; of its source and of what is derived the service keeps nothing. */
interface StarterFood {
  readonly code: string;
  readonly name: string;
  readonly category: string;
  /** In per cent. */
  readonly edible: number;
  readonly nutrients: Readonly<Record<string, string>>;
  readonly traces?: readonly string[];
}

/** The foods of the built-in starter catalogue. */
export const starterFoods: readonly FoodFacts[] = catalogue.foods.map(toFacts);

/**
 * Loads the foods of the starter catalogue whose codes the catalogue lacks, and returns how many. A food that is there
 * stays as it is, whether it came from here or from a real food table. Going by code rather than by an empty catalogue
 * finishes a run that was cut short, and adds what a later edition of the starter catalogue brings.
 */
export async function loadStarter(db: Database): Promise<number> {
  const head = await readCatalogueHead(db);
  const present = await readListedCodes(db, head);
  const absent = starterFoods.filter(({ code }) => !present.has(code));
  const { added } = await loadIngredients(db, absent);
  await leaveCopies(db, ingredients);
  await leaveFigures(db);
  return added.length;
}

function toFacts({ code, name, category, edible, nutrients, traces = [] }: StarterFood): FoodFacts {
  return { code, name, category, edible: String(edible), nutrients: { ...nutrients }, traces: [...traces] };
}
