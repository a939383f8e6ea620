import type { Documentation } from './documentation.ts';

export const documentation: Documentation = {
  about: { zh: '谁做了什么', en: 'Who did what' },
  operations: {
    listOperations: {
      description: {
        zh: `一个单位的用户最近 180 天内成功的写操作，最新的在前：何时、何人、哪个接口，以及所改内容的编号和名称。
          每种超过 50 个的编号由 \`more\` 计数。\`next\` 是下一页的 \`from\`，最后一页之后为空。单位只能看自己的。`,
        en: `The successful writes of a unit's users in the last 180 days, newest first: when, who, which call,
        and the ids of what was changed and named. \`more\` counts the ids beyond 50 of a kind. \`next\` is the \`from\`
        of the next page, empty after the last one. A unit sees its own only.`,
      },
      parameters: {
        vender: {
          zh: '单位的编号，0 为平台；不传：本单位。业务端只能填本单位。',
          en: 'Id of the unit, 0 for the platform; absent: the own one. A unit may name only itself.',
        },
        from: {
          zh: '从哪里继续：上一页的 `next`。传空或不传：从最新的开始。',
          en: 'Where to go on: the `next` of the page before. Empty or absent: from the newest.',
        },
        pageSize: { zh: '每页的记录数，1 至 200；默认 20。', en: 'Operations of a page, 1 to 200; 20 by default.' },
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
