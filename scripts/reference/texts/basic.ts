import type { Documentation } from './documentation.ts';

export const documentation: Documentation = {
  about: { zh: '前端的各种选项', en: 'What front ends choose from' },
  operations: {
    getEnum: {
      description: {
        zh: `前端提供选择时所用的列表：菜品的标记和烹调方法、单位的类别、度量、营养素及其单位、体力活动水平、
          食物类别（标准中常见的；也可以另起名称）、致敏物质的类别（GB 7718-2025）和食材的类别（食材目录中的）。
          对所有人都相同；来自食材目录的随目录变化，其余的只随版本变化。每一项的 \`key\` 就是其他接口所用的值。`,
        en: `The lists from which a front end offers choices: marks and cooking methods of dishes,
        categories of units, measures, nutrients with their units, levels of activity, food categories (those that standards usually name; others may be
        named), the groups of foods that cause allergies (GB 7718-2025) and categories of ingredients (those of the catalogue). They are the same for everybody; those of the catalogue
        change with it, the others with a release only. Of each entry \`key\` is what other calls take.`,
      },
      examples: { lists: {} },
    },
  },
};
