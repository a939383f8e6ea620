import type { Documentation } from './documentation.ts';

export const documentation: Documentation = {
  about: 'The catalogue of ingredients, the same for all units',
  operations: {
    listIngredients: {
      description: `Ingredients by page in the order in which they came into the catalogue, the latest first, each with
        its edible portion in per cent and the mark that the own unit has given it, null where there is none.`,
      parameters: {
        category: 'Only ingredients of this category, by its whole name. Empty or absent: all.',
        mark: 'Only ingredients with this mark of the own unit. Empty or absent: all.',
      },
      examples: {
        marked: {
          parameters: { keyword: '花生', category: '坚果种子类', mark: '忌用', pageSize: 5, pageNo: 0 },
        },
        page: { parameters: { pageSize: 2 } },
      },
      failures: { invalid_input: { parameters: { mark: '少用', pageNo: -1 } } },
    },
    selectIngredients: {
      description: `Ingredients with their nutrients per 100 g of the edible portion, in the order of the codes. A
        nutrient whose value is unknown is absent; \`traces\` names those of which there are only traces.
        \`vitamin-a\` is in μg RE, as labels count it, \`vitamin-a-rae\` in μg RAE, as standards for school meals do, and
        \`vitamin-e\` in mg α-TE.
        \`allergens\` are keys of the list \`allergen\` of \`GET /api/basic/enum\`, null where nobody knows, as of a
        composite food. \`foodCategory\` says what the food counts as in a standard: \`amount\` grams of it are
        \`counts\` grams of the category \`name\`; null where it counts for none. \`dark\` is true of dark vegetables.`,
      parameters: { codes: 'Codes of 1 to 200 ingredients, separated by commas.' },
      examples: { two: { parameters: { codes: '043119,209904' } } },
      failures: {
        invalid_input: { parameters: { codes: '' } },
        ingredient_not_found: { parameters: { codes: '043119,000000' } },
      },
    },
  },
};
