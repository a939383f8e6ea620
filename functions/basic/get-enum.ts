import { EnumLists, enumLists } from '../../lib/domain/enum.ts';
import { mealNames, meals } from '../../lib/domain/meal.ts';
import { chooseEdition } from '../../lib/domain/nutrient/edition.ts';
import { nutrients } from '../../lib/domain/nutrient/nutrient.ts';
import { exactNumber } from '../../lib/domain/values/output.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { listCatalogueCategories } from '../../lib/store/ingredient/food-list.ts';

export const { endpoint, handler } = defineEndpoint('getEnum', 'GET /api/basic/enum', {
  permission: 'session',
  output: EnumLists,
  summary:
    'Lists that front ends choose from. Other calls take the `key` of an entry. `nrv` of a nutrient is its reference value ' +
    'per day, by the edition of GB 28050 in force; null: it has none.',
  handle: async ({ deps }) => {
    const categories = await listCatalogueCategories(deps.db);
    const edition = chooseEdition(deps.now(), deps.env);
    const nutrient = nutrients.map(({ key, value, unit, nrv: { [edition]: nrv } }) => {
      return { key, value, unit, nrv: nrv === undefined ? null : exactNumber(nrv) };
    });
    return {
      ...enumLists,
      nutrient,
      meal: meals.map((key) => ({ key, value: mealNames[key] })),
      ingredientCategory: categories.map((name) => ({ key: name, value: name })),
    };
  },
});
