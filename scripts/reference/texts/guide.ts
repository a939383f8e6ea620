import type { Documentation } from './documentation.ts';

export const documentation: Documentation = {
  about: 'How far a unit has come on its way to a published menu',
  operations: {
    showGuide: {
      description: `The steps in the order in which they are taken, each with how many there are of what it makes: meals with a
        share (\`config\`), standards assigned to the unit, users, marks, dishes, menus, records of what was done with menus
        (\`submit\`), and menus that are live (\`publish\`), of which 200 at most are counted. A step is done where there is
        one; \`user\` where there is another than the main account.`,
      examples: { all: {} },
    },
  },
};
