import type { Documentation } from './documentation.ts';

/** Tokens of the examples: of a screen, of one that was deleted, and of none. */
export const sampleTokens = {
  shown: 'EXAMPLE-shown-AAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  deleted: 'EXAMPLE-deleted-AAAAAAAAAAAAAAAAAAAAAAAAAAA',
  unknown: 'EXAMPLE-unknown-AAAAAAAAAAAAAAAAAAAAAAAAAAA',
};

export const documentation: Documentation = {
  about: 'Display screens: what hangs on a wall, and shows what is served',
  operations: {
    findScreens: {
      description: `The unit's screens of the forms that the caller may see: \`wall\` takes item 19, \`led\` item 20. \`seen\` is
        when a screen last asked for what it shows, to about ten minutes; absent: it never did. Addresses are told to nobody
        again.`,
      examples: { all: {} },
    },
    createScreen: {
      description: `Answers once, in \`body\` alone, the address below which the screen is shown to whoever has it; it is kept
        nowhere, and a request that is repeated under its \`Idempotency-Key\` is answered without it. \`wall\` takes item 19,
        \`led\` item 20. A unit has at most 50 screens.`,
      parameters: {
        name: 'Name, 1 to 100 characters.',
        form: '`wall`: a television of 16 : 9; `led`: a wide black panel with few large lines.',
        levels: {
          about: 'Levels of the groups to show, at most 10; absent or empty: all.',
          holds: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 50 }, maxItems: 10 },
        },
      },
      examples: {
        one: {
          parameters: { name: '二楼食堂', form: 'wall', levels: '["轻体力"]' },
          headers: { 'Idempotency-Key': 'screen-2026-09-01-1' },
        },
      },
      failures: { invalid_input: { parameters: { name: '', form: 'wall' } } },
    },
    deleteScreen: {
      description: `Its address answers 410 for 30 days, and then 404 as if it had never been one. It takes the item of the
        screen's form.`,
      parameters: { id: 'Id of a screen.' },
      examples: { one: { parameters: { id: 1000002 } } },
      failures: {
        invalid_input: { parameters: { id: 0 } },
        screen_not_found: { parameters: { id: 99 } },
      },
    },
    showScreen: {
      description: `A page for the browser of a screen: what the live menus of today serve, with grams, nutrients against the
        standard, kinds of food, salt and allergens; from 19:00 on tomorrow, too; on a \`wall\` also the week. It asks every
        minute whether there is something new, and gets 304 where \`If-None-Match\` names its \`ETag\`; while nobody answers it
        keeps what it shows and says how old that is. While the unit is closed or has expired the page is blank.`,
      parameters: { token: 'Out of the address that was told when the screen was created.' },
      examples: { page: { as: 'nobody', parameters: { token: sampleTokens.shown } } },
      excerpt: 120,
      failures: {
        screen_not_found: { as: 'nobody', parameters: { token: sampleTokens.unknown } },
        screen_deleted: { as: 'nobody', parameters: { token: sampleTokens.deleted } },
      },
    },
  },
};
