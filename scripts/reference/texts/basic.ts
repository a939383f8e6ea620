import type { Documentation } from './documentation.ts';

export const documentation: Documentation = {
  about: 'What front ends choose from',
  operations: {
    getEnum: {
      description: `The lists from which a front end offers choices: marks and cooking methods of dishes,
        categories of units, measures, nutrients with their units, levels of activity, food categories (those that standards usually name; others may be
        named), the groups of foods that cause allergies (GB 7718-2025) and categories of ingredients (those of the catalogue). They are the same for everybody; those of the catalogue
        change with it, the others with a release only. Of each entry \`key\` is what other calls take.`,
      examples: { lists: {} },
    },
  },
};
