import type { Documentation } from './documentation.ts';

export const documentation: Documentation = {
  about: 'What front ends choose from',
  operations: {
    getEnum: {
      description: `The fixed lists from which a front end offers choices: marks and cooking methods of dishes,
        categories of units, measures, nutrients with their units, food categories and levels of activity. They are the
        same for everybody and change with a release only. Of each entry \`key\` is what other calls take.`,
      examples: { lists: {} },
    },
  },
};
