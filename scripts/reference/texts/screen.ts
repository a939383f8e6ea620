import type { Documentation } from './documentation.ts';

/** Tokens of the examples: of a screen, of a deleted screen, and of no screen. */
export const sampleTokens = {
  shown: 'EXAMPLE-shown-AAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  deleted: 'EXAMPLE-deleted-AAAAAAAAAAAAAAAAAAAAAAAAAAA',
  unknown: 'EXAMPLE-unknown-AAAAAAAAAAAAAAAAAAAAAAAAAAA',
};

export const documentation: Documentation = {
  about: {
    zh: '数据大屏：挂在墙上，显示供应什么',
    en: 'Display screens: what hangs on a wall, and shows what is served',
  },
  operations: {
    findScreens: {
      description: {
        zh: `调用者可查看的形式的本单位数据大屏：\`wall\` 需要权限项 19，\`led\` 需要权限项 20。\`seen\`
          为屏幕最近一次请求内容的时间，精确到十分钟左右；不出现：从未请求过。地址不再告知任何人。`,
        en: `The unit's screens of the forms that the caller may see: \`wall\` takes item 19, \`led\` item 20.
          \`seen\` is
        when a screen last asked for what it shows, to about ten minutes; absent: it never did. Addresses are told to nobody
        again.`,
      },
      examples: { all: {} },
    },
    createScreen: {
      description: {
        zh: `在 \`body\` 中告知一次数据大屏的地址，有地址的人都能看到；地址不作保存，用同一个 \`Idempotency-Key\`
          重复请求时响应中没有它。\`wall\` 需要权限项 19，\`led\` 需要权限项 20。一个单位最多 50 块数据大屏。`,
        en: `Answers once, in \`body\` alone, the address below which the screen is shown to whoever has it; it is kept
        nowhere, and a request that is repeated under its \`Idempotency-Key\` is answered without it. \`wall\` takes
        item 19,
        \`led\` item 20. A unit has at most 50 screens.`,
      },
      parameters: {
        name: { zh: '名称，1 至 100 个字符。', en: 'Name, 1 to 100 characters.' },
        form: {
          zh: '`wall`：16 : 9 的电视；`led`：宽条黑屏，少量大字。',
          en: '`wall`: a television of 16 : 9; `led`: a wide black panel with few large lines.',
        },
        levels: {
          about: {
            zh: '显示哪些体力活动水平的人群，最多 10 个；传空或不传：全部。',
            en: 'Levels of the groups to show, at most 10; absent or empty: all.',
          },
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
      description: {
        zh: '删除后 30 天内它的地址返回 410，此后返回 404，如同从未有过。需要该屏形式的权限项。',
        en: `Its address answers 410 for 30 days, and then 404 as if it had never been one. It takes the item of the
        screen's form.`,
      },
      parameters: { id: { zh: '数据大屏的编号。', en: 'Id of a screen.' } },
      examples: { one: { parameters: { id: 1000002 } } },
      failures: {
        invalid_input: { parameters: { id: 0 } },
        screen_not_found: { parameters: { id: 99 } },
      },
    },
    showScreen: {
      description: {
        zh: `供屏幕浏览器显示的页面：当天已生效的食谱供应什么，含克数、对照标准的营养素、食物种类、盐和致敏物质；
          19:00 起同时显示明天的；\`wall\` 还显示一周。页面每分钟询问一次是否有更新，\`If-None-Match\` 与 \`ETag\`
          相符时返回 304；没有响应时保留现有内容，并说明已有多久。单位已关闭或已到期时页面为空白。
          失败时，浏览器（\`Accept\` 中 \`text/html\` 在前）得到说明原因的页面，其他请求得到 JSON。`,
        en: `A page for the browser of a screen: what the live menus of today serve, with grams, nutrients against the
        standard, kinds of food, salt and allergens; from 19:00 on tomorrow, too; on a \`wall\` also the week. It asks
        every
        minute whether there is something new, and gets 304 where \`If-None-Match\` names its \`ETag\`; while nobody
        answers it
        keeps what it shows and says how old that is. While the unit is closed or has expired the page is blank.
        Of a failure a browser (\`Accept\` with \`text/html\` before JSON) gets a page that tells it, everybody else the
        envelope.`,
      },
      parameters: {
        token: {
          zh: '新建数据大屏时告知的地址中的那一段。',
          en: 'Out of the address that was told when the screen was created.',
        },
      },
      examples: { page: { as: 'nobody', parameters: { token: sampleTokens.shown } } },
      excerpt: 120,
      failures: {
        screen_not_found: { as: 'nobody', parameters: { token: sampleTokens.unknown } },
        screen_deleted: { as: 'nobody', parameters: { token: sampleTokens.deleted } },
      },
    },
  },
};
