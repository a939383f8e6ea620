import type { Documentation } from './documentation.ts';

export const documentation: Documentation = {
  about: { zh: '单位在发布食谱的路上走到了哪一步', en: 'How far a unit has come on its way to a published menu' },
  operations: {
    showGuide: {
      description: {
        zh: `各步骤按进行的顺序排列，每一步给出已有的数量：有比例的餐次（\`config\`）、分配给单位的营养标准、用户、
          标记、菜品、食谱、食谱审核记录（\`submit\`）和已生效的食谱（\`publish\`，最多数到 200）。数量不为 0 即为完成；
          \`user\` 要有主账号以外的用户才算完成。`,
        en: `The steps in the order in which they are taken, each with how many there are of what it makes: meals with a
        share (\`config\`), standards assigned to the unit, users, marks, dishes, menus, records of what was done with
        menus
        (\`submit\`), and menus that are live (\`publish\`), of which 200 at most are counted. A step is done where
        there is
        one; \`user\` where there is another than the main account.`,
      },
      examples: { all: {} },
    },
  },
};
