import type { Documentation } from './documentation.ts';

export const documentation: Documentation = {
  about: { zh: '食材目录，对所有单位都相同', en: 'The catalogue of ingredients, the same for all units' },
  operations: {
    listIngredients: {
      description: {
        zh: `食材，分页，按进入目录的先后，最近的在前；每种给出可食部（百分比）和本单位的标记，没有标记时为 null。`,
        en: `Ingredients by page in the order in which they came into the catalogue, the latest first, each with
        its edible portion in per cent and the mark that the own unit has given it, null where there is none.`,
      },
      parameters: {
        category: {
          zh: '只查这个类别的食材，填完整的类别名称。传空或不传：全部。',
          en: 'Only ingredients of this category, by its whole name. Empty or absent: all.',
        },
        mark: {
          zh: '只查有本单位这个标记的食材。传空或不传：全部。',
          en: 'Only ingredients with this mark of the own unit. Empty or absent: all.',
        },
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
      description: {
        zh: `食材及其每 100 g 可食部的营养素，按编码排序。数值未知的营养素不出现；只有微量的列在 \`traces\` 中。
          \`vitamin-a\` 的单位是 μg RE，与标签一致；\`vitamin-a-rae\` 的单位是 μg RAE，与学生餐标准一致；\`vitamin-e\`
          的单位是 mg α-TE。\`allergens\` 为 \`GET /api/basic/enum\` 中列表 \`allergen\` 的 \`key\`，无从得知时为 null，
          例如复合食品。\`foodCategory\` 说明该食材在标准中算作什么：每 \`amount\` 克算作 \`counts\` 克的 \`name\` 类；
          不算作任何类别时为 null。\`dark\` 为 true 表示深色蔬菜。`,
        en: `Ingredients with their nutrients per 100 g of the edible portion, in the order of the codes. A
        nutrient whose value is unknown is absent; \`traces\` names those of which there are only traces.
        \`vitamin-a\` is in μg RE, as labels count it, \`vitamin-a-rae\` in μg RAE, as standards for school meals do,
        and
        \`vitamin-e\` in mg α-TE.
        \`allergens\` are keys of the list \`allergen\` of \`GET /api/basic/enum\`, null where nobody knows, as of a
        composite food. \`foodCategory\` says what the food counts as in a standard: \`amount\` grams of it are
        \`counts\` grams of the category \`name\`; null where it counts for none. \`dark\` is true of dark vegetables.`,
      },
      parameters: {
        codes: { zh: '1 至 200 种食材的编码，以逗号分隔。', en: 'Codes of 1 to 200 ingredients, separated by commas.' },
      },
      examples: { two: { parameters: { codes: '043119,209904' } } },
      failures: {
        invalid_input: { parameters: { codes: '' } },
        ingredient_not_found: { parameters: { codes: '043119,000000' } },
      },
    },
  },
};
