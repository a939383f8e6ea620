import type { Documentation } from './documentation.ts';

export const documentation: Documentation = {
  about: 'Who did what',
  operations: {
    listOperations: {
      description: `The successful writes of a unit's users in the last 180 days, newest first: when, who, which call,
        and the ids of what was changed and named. \`more\` counts the ids beyond 50 of a kind. \`next\` is the \`from\`
        of the next page, empty after the last one. A unit sees its own only.`,
      parameters: {
        vender: 'Id of the unit, 0 for the platform; absent: the own one. A unit may name only itself.',
        from: 'Where to go on: the `next` of the page before. Empty or absent: from the newest.',
        pageSize: 'Operations of a page, 1 to 200; 20 by default.',
      },
      examples: {
        latest: { parameters: { pageSize: 2 } },
        further: { as: 'admin', parameters: { vender: 1, from: '0001788186000000#', pageSize: 1 } },
      },
      failures: {
        invalid_input: { parameters: { from: 'yesterday', pageSize: 0 } },
        foreign_unit: { parameters: { vender: 2 } },
      },
    },
  },
};
