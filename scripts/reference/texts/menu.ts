import type { Documentation, ParameterText } from './documentation.ts';

const meal = { type: 'string', enum: ['breakfast', 'lunch', 'dinner'] } as const;

/** The parameters that filter a list of menus, for the page and for the workbook. */
const filters = {
  vender: {
    zh: '单位的编号：默认本单位。平台须指定单位。',
    en: 'Id of the unit: the own one, which is the default. The platform names one.',
  },
  state: {
    zh: '只查这个状态的食谱：`草稿`、`待审核`、`已驳回` 或 `已发布`。传空或不传：全部。',
    en: 'Only menus in this state: `草稿`, `待审核`, `已驳回` or `已发布`. Empty or absent: all.',
  },
  from: {
    zh: '只查有某天在这一天或之后的食谱。不传：全部。',
    en: 'Only menus that have a day on this one or later. Absent: all.',
  },
  to: {
    zh: '只查有某天在这一天或之前的食谱。不传：全部。',
    en: 'Only menus that have a day on this one or earlier. Absent: all.',
  },
} satisfies Readonly<Record<string, ParameterText>>;

const groups: ParameterText = {
  about: {
    zh: `谁来用餐，JSON 文本：1 至 10 个人群。\`level\` 为标准中的体力活动水平，1 至 50 个字符；标准中没有的不予评判，
      几个人群可以相同。\`people\` 为人数，0 至 100000。\`factor\` 为份量系数，0.1 至 5；不传为 1。\`meals\`
      为该人群用的餐次；不传为食谱的全部餐次。`,
    en: `Who eats, as JSON text: 1 to 10 groups. \`level\` is a level of the standard, 1 to 50 characters; one that the
    standard does not know goes unjudged, and several groups may have the same. \`people\` is 0 to 100000. \`factor\`,
    0.1 to
    5, scales every portion; absent: 1. \`meals\` are those that the group takes; absent: all of the menu.`,
  },
  holds: {
    type: 'array',
    minItems: 1,
    maxItems: 10,
    items: {
      type: 'object',
      required: ['level', 'people'],
      properties: {
        level: { type: 'string', minLength: 1, maxLength: 50 },
        people: { type: 'integer', minimum: 0, maximum: 100_000 },
        factor: { type: 'number', minimum: 0.1, maximum: 5 },
        meals: { type: 'array', minItems: 1, items: meal },
      },
    },
  },
};
const items: ParameterText = {
  about: {
    zh: `供应什么，JSON 文本，按供应的顺序：最多 315 项，最多 150 种不同的菜品，本单位或菜品库的。
      一餐中每道菜只出现一次。\`day\` 从 1 起。\`portion\` 为菜品份量的倍数，0.1 至 10；不传为 1。其他键忽略。传空：
      没有菜品。`,
    en: `What is served, as JSON text in the order in which it is: at most 315 items of at most 150 different dishes, of
    the own unit or the library. A dish stands once in a meal. \`day\` counts from 1. \`portion\`, 0.1 to 10, is how
    much of
    the dish as it is written; absent: 1. Further keys are ignored. Empty: nothing.`,
  },
  holds: {
    type: 'array',
    maxItems: 315,
    items: {
      type: 'object',
      required: ['day', 'meal', 'dish'],
      properties: {
        day: { type: 'integer', minimum: 1, maximum: 7 },
        meal,
        dish: { type: 'integer', minimum: 1 },
        portion: { type: 'number', minimum: 0.1, maximum: 10 },
      },
    },
  },
};
const template: ParameterText = {
  about: {
    zh: `每餐由什么组成，JSON 文本：按餐次列出若干行，每行为一组标记的菜品，最多 10 行。每行至少 \`min\` 道（不传为
      1），至多 \`max\` 道（不传为 \`min\` 或 1）；一道菜只计入一行。未列出的餐次用通常的组成；
      没有行的餐次除锁定的菜品外没有菜品。一份食谱最多 150 种菜品。`,
    en: `What each meal is made of, as JSON text: by meal, rows of dishes by mark, at most 10. Of each row at least
      \`min\`
    dishes are served (absent: 1) and at most \`max\` (absent: \`min\`, or 1); a dish counts for one row. A meal
    without an
    entry has a usual one; one without rows has no dishes but those that are locked. A menu has at most 150 dishes.`,
  },
  holds: {
    type: 'object',
    additionalProperties: {
      type: 'array',
      maxItems: 10,
      items: {
        type: 'object',
        required: ['marks'],
        properties: {
          marks: { type: 'array', minItems: 1, items: { type: 'string' } },
          min: { type: 'integer', minimum: 0, maximum: 10 },
          max: { type: 'integer', minimum: 1, maximum: 10 },
        },
      },
    },
  },
};
const rules: ParameterText = {
  about: {
    zh: `食谱在标准之外要遵守的规则，JSON 文本；不传的按通常的值。\`repeatDays\`：连续多少天内菜品不重复（3），
      \`主食\`、
      \`粥\`、\`奶类\` 和 \`饮品\` 除外。\`perWeek\`：按标记，同一道菜一周最多几次。\`kindsPerDay\`（12）、
      \`kindsPerWeek\`（25）：
      食物种类至少多少。\`mainPerDay\`（1）、\`mainPerWeek\`（2）：同一食物作主料最多几次。\`methodPerDay\`（2）：
      同一烹调方法一天最多几次。\`friedPerWeek\`（2）：油炸菜品一周最多几次。\`budget\`：每人每天最多多少元。`,
    en: `What the menu is to observe beside the standard, as JSON text; what is absent is as usual. \`repeatDays\`: in
      so
    many days in a row no dish comes twice (3), \`主食\`, \`粥\`, \`奶类\` and \`饮品\` excepted. \`perWeek\`: by
    mark, how often one dish
    comes. \`kindsPerDay\` (12), \`kindsPerWeek\` (25): least kinds of food. \`mainPerDay\` (1), \`mainPerWeek\` (2):
    how
    often a food is a main ingredient. \`methodPerDay\` (2): how often one way of cooking. \`friedPerWeek\` (2): how
    often
    fried dishes. \`budget\`: most yuan per head and day.`,
  },
  holds: {
    type: 'object',
    properties: {
      repeatDays: { type: 'integer', minimum: 0, maximum: 7 },
      perWeek: { type: 'object', additionalProperties: { type: 'integer', minimum: 0, maximum: 105 } },
      kindsPerDay: { type: 'integer', minimum: 0, maximum: 100 },
      kindsPerWeek: { type: 'integer', minimum: 0, maximum: 500 },
      mainPerDay: { type: 'integer', minimum: 0, maximum: 50 },
      mainPerWeek: { type: 'integer', minimum: 0, maximum: 350 },
      methodPerDay: { type: 'integer', minimum: 0, maximum: 50 },
      friedPerWeek: { type: 'integer', minimum: 0, maximum: 350 },
      budget: { type: 'number', minimum: 0, maximum: 10_000 },
    },
  },
};
const nutrient = {
  zh: '营养素的编码或中文名称：每个体力活动水平会另外给出它主要来自哪些食物。传空或不传：不给出。',
  en: 'Code or Chinese name of a nutrient: each level then tells which foods bring most of it. Absent or empty: none does.',
};
const MEALS = {
  zh: '`breakfast`、`lunch`、`dinner`，以逗号分隔',
  en: '`breakfast`, `lunch`, `dinner`, separated by commas',
};

const GROUPS = JSON.stringify([
  { level: '轻体力', people: 320 },
  { level: '中体力', people: 45, factor: 1.2, meals: ['lunch'] },
]);
const ITEMS = JSON.stringify([
  { day: 1, meal: 'lunch', dish: 1 },
  { day: 1, meal: 'lunch', dish: 1000001, portion: 1.5 },
  { day: 2, meal: 'lunch', dish: 1000002 },
]);
const whole = { days: 5, meals: 'breakfast,lunch', groups: GROUPS, standard: 1, items: ITEMS };
const place = {
  id: { zh: '本单位的食谱编号。', en: 'Id of a menu of the own unit.' },
  day: { zh: '食谱的第几天，从 1 起。', en: 'Day of the menu, from 1.' },
  meal: {
    zh: '食谱的一餐：`breakfast`、`lunch` 或 `dinner`。',
    en: 'A meal of the menu: `breakfast`, `lunch` or `dinner`.',
  },
  dish: { zh: '菜品的编号。', en: 'Id of a dish.' },
};

const sheet = {
  id: { zh: '本单位的食谱编号；平台可填任何单位的。', en: 'Id of a menu of the own unit; for the platform of any.' },
  revision: {
    zh: '第几次提交的版本，从 1 起。传空或不传：已生效的版本；没有时为食谱现在的内容，即草稿。',
    en: `Which of its submissions, from 1. Absent or empty: the one that is live, else the menu as it is now, which is a
    draft.`,
  },
};
const sheetFailures = {
  invalid_input: { parameters: { id: 1000006, revision: 0 } },
  menu_not_found: { parameters: { id: 2000001 } },
  revision_not_found: { parameters: { id: 1000006, revision: 9 } },
} as const;

const purchaseParameters = {
  id: { zh: '本单位的食谱编号；平台可填任何单位的。', en: 'Id of a menu of the own unit; for the platform of any.' },
  revision: {
    zh: '第几次提交的版本，从 1 起；0：食谱现在的内容。传空或不传：已生效的版本，没有时为现在的内容。',
    en: 'Which of its submissions, from 1; 0: what it says now. Absent or empty: the live one, else what it says now.',
  },
  from: {
    zh: '采购的第一天。不传：食谱的第一天。',
    en: 'The first day that is bought for. Absent: the first of the menu.',
  },
  to: {
    zh: '采购的最后一天。不传：食谱的最后一天。',
    en: 'The last day that is bought for. Absent: the last of the menu.',
  },
  reserve: {
    zh: '比所需多采购的备用量，百分数，0 至 100，最多两位小数。不传：0。',
    en: 'How much more is bought than is needed, in percent, 0 to 100 with at most two decimals. Absent: 0.',
  },
};

export const documentation: Documentation = {
  about: {
    zh: '单位的食谱：最多七天供应什么，各多少',
    en: 'Menus of a unit: what it serves on up to seven days, with quantities',
  },
  operations: {
    findMenus: {
      description: {
        zh: `带 \`id\` 时为一份食谱：本单位的，平台可查任何单位的。它的 \`ETag\` 用于 \`POST /api/menu\` 的
          \`If-Match\`。
          不带 \`id\` 时为本单位的食谱，分页，最新的在前，须同时符合所有筛选条件。菜名为食谱最近一次保存时的名称；
          已没有这个名称的菜品，说明菜品已不存在。`,
        en: `With \`id\`, one menu: of the own unit, for the platform of any. Its \`ETag\` is for \`If-Match\` of
        \`POST /api/menu\`. Without \`id\`, menus of the own unit by page, newest first, those that meet all of the
        filters.
        Dishes are named as they were called when the menu was written last; a name that nobody has any more says that the
        dish is gone.`,
      },
      parameters: {
        id: {
          zh: '要查的一份食谱的编号。此时除 `revision` 外，其他参数不起作用。',
          en: 'Id of the one menu that is asked for. All but `revision` then counts for nothing.',
        },
        revision: {
          zh: '与 `id` 同用：食谱第几次提交时的内容，从 1 起。不传：现在的内容。',
          en: 'With `id`: what the menu said when it was submitted for that time, from 1. Absent: what it says now.',
        },
        ...filters,
      },
      examples: {
        ofAWeek: { parameters: { from: '2026-09-07', to: '2026-09-13', state: '草稿', pageSize: 2, pageNo: 0 } },
        byName: { parameters: { keyword: '第一周' } },
        byId: { parameters: { id: 1000001 } },
        asSubmitted: { parameters: { id: 1000006, revision: 1 } },
        ofAUnit: { as: 'admin', parameters: { vender: 1, pageSize: 1 } },
      },
      failures: {
        invalid_input: { parameters: { from: '2026-02-30' } },
        foreign_unit: { parameters: { vender: 2 } },
        unit_not_found: { as: 'admin', parameters: { vender: 99 } },
        menu_not_found: { parameters: { id: 2000001 } },
        revision_not_found: { parameters: { id: 1000006, revision: 9 } },
      },
    },
    getMenuList: {
      description: {
        zh: `与 \`GET /api/menu\` 相同的一页食谱，工作簿（\`.xlsx\`）格式：工作表 \`食谱\` 每份食谱一行，工作表 \`菜品\`
          每天每餐每道菜一行。供阅读和计算；食谱不能上传。公示表见 \`GET /api/menu/sheet.xlsx\`。`,
        en: `A page of menus as \`GET /api/menu\` has it, as a workbook (\`.xlsx\`): the sheet \`食谱\` has a row for
          each
        menu, the sheet \`菜品\` one for each dish of each day and meal. It is to read and to reckon with: menus are not
        uploaded. The sheet for the notice board is \`GET /api/menu/sheet.xlsx\`.`,
      },
      parameters: {
        ...filters,
      },
      examples: {
        ofAWeek: {
          parameters: {
            keyword: '第一周',
            from: '2026-09-07',
            to: '2026-09-13',
            state: '草稿',
            pageSize: 100,
            pageNo: 0,
          },
        },
        ofAUnit: { as: 'admin', parameters: { vender: 1 } },
      },
      failures: {
        invalid_input: { parameters: { from: '2026-02-30' } },
        foreign_unit: { parameters: { vender: 2 } },
        unit_not_found: { as: 'admin', parameters: { vender: 99 } },
      },
    },
    selectMenus: {
      description: {
        zh: '本单位的全部食谱，最新的在前，不分页。可用关键字缩小范围。',
        en: 'All menus of the own unit, newest first and without pages. A keyword narrows them down.',
      },
      examples: { week: { parameters: { keyword: '周' } } },
      failures: { invalid_input: { parameters: { keyword: '周'.repeat(101) } } },
    },
    createMenu: {
      description: { zh: '在本单位新建一份食谱，状态为草稿。', en: 'Creates a menu in the own unit. It is a draft.' },
      parameters: {
        name: {
          zh: '名称，1 至 100 个字符；一个单位可以有同名的食谱。',
          en: 'Name, 1 to 100 characters; a unit may have several menus of one name.',
        },
        start: { zh: '第一天。几份食谱可以相同。', en: 'The first day. Several menus may have the same.' },
        days: { zh: '多少天，1 至 7。不传：5。', en: 'How many days, 1 to 7. Absent: 5.' },
        meals: {
          zh: `供应的餐次：${MEALS.zh}。不传：三餐。`,
          en: `The meals that are served: ${MEALS.en}. Absent: all three.`,
        },
        groups,
        standard: {
          zh: '分配给本单位的营养标准的编号。传空：不用标准。不传：只有一个标准时就用它。',
          en: 'Id of a standard that is assigned to the unit. Empty: none. Absent: the only one that there is, if any.',
        },
        items,
      },
      examples: {
        whole: {
          parameters: { name: '第二周', start: '2026-09-14', ...whole },
          headers: { 'Idempotency-Key': 'menu-2026-09-01-1' },
        },
        least: { parameters: { name: '第三周', start: '2026-09-21', groups: '[{"level":"轻体力","people":320}]' } },
      },
      failures: {
        invalid_input: {
          parameters: {
            name: '第二周',
            start: '2026-09-14',
            ...whole,
            items: '[{"day":6,"meal":"lunch","dish":2000001}]',
          },
        },
      },
    },
    updateMenu: {
      description: {
        zh: `修改本单位的食谱：不传的字段不变。修改后为草稿；已生效的版本继续有效。未改动的项可以是已不存在的菜品；
          其他项的菜品不存在时被拒绝。`,
        en: `Changes a menu of the own unit: what is absent stays. It is a draft then; what is live of it stays live.
        Items that stay as they are may name a dish that is gone; all others are refused where there is no such dish.`,
      },
      parameters: {
        id: { zh: '本单位的食谱编号。', en: 'Id of a menu of the own unit.' },
        name: { zh: '新名称，1 至 100 个字符。', en: 'New name, 1 to 100 characters.' },
        start: { zh: '第一天。', en: 'The first day.' },
        days: {
          zh: '多少天，1 至 7：不能少于各项所需的天数。',
          en: 'How many days, 1 to 7: not fewer than its items need.',
        },
        meals: {
          zh: `供应的餐次：${MEALS.zh}。用全部餐次的人群随之变化。`,
          en: `The meals that are served: ${MEALS.en}. Groups that take all of the menu take these.`,
        },
        groups,
        standard: {
          zh: '分配给本单位的营养标准的编号。传空：不用标准。',
          en: 'Id of a standard that is assigned to the unit. Empty: none.',
        },
        items,
      },
      examples: {
        whole: {
          parameters: { id: 1000001, name: '第一周（改）', start: '2026-09-07', ...whole },
          headers: { 'If-Match': '"3"' },
        },
        renamed: { parameters: { id: 1000001, name: '开学第一周' } },
      },
      failures: {
        invalid_input: { parameters: { id: 1000001, days: 0 } },
        menu_not_found: { parameters: { id: 2000001, name: '改名' } },
        menu_pending: { parameters: { id: 1000004, name: '改名' } },
        changed_meanwhile: { parameters: { id: 1000001, name: '改名' }, headers: { 'If-Match': '"99"' } },
      },
    },
    deleteMenus: {
      description: {
        zh: '删除本单位的食谱：要么全部删除；有一份找不到、待审核或已生效时，一份也不删。审核记录仍然保留。',
        en: `Deletes menus of the own unit: all of them or, where one is not found, waits for review or is live,
        none. What was done with them stays on record.`,
      },
      parameters: {
        ids: { zh: '1 至 30 份食谱的编号，以逗号分隔。', en: 'Ids of 1 to 30 menus, separated by commas.' },
      },
      examples: { one: { parameters: { ids: '1000002' } } },
      failures: {
        invalid_input: { parameters: { ids: '' } },
        menu_not_found: { parameters: { ids: '1000002,2000001' } },
        menu_pending: { parameters: { ids: '1000004' } },
        menu_published: { parameters: { ids: '1000006' } },
      },
    },
    copyMenu: {
      description: {
        zh: '在本单位新建一份内容与另一份食谱相同的食谱，状态为草稿。已不存在的菜品和标准照样复制。',
        en: `Gives the own unit a menu that says what another of its menus says. It is a draft. Dishes and standards
        that are gone are copied as they are.`,
      },
      parameters: {
        id: { zh: '本单位的食谱编号。', en: 'Id of a menu of the own unit.' },
        revision: {
          zh: '复制第几次提交时的内容。不传：现在的内容。',
          en: 'Copies what it said when it was submitted for that time. Absent: what it says now.',
        },
        start: { zh: '副本的第一天。不传：与原食谱相同。', en: 'The first day of the copy. Absent: as it was.' },
        name: {
          zh: '副本的名称，1 至 100 个字符。不传：与原食谱相同。',
          en: 'Name of the copy, 1 to 100 characters. Absent: as it was.',
        },
      },
      examples: {
        nextWeek: {
          parameters: { id: 1000001, start: '2026-09-14', name: '第二周' },
          headers: { 'Idempotency-Key': 'menu-2026-09-01-2' },
        },
        asSubmitted: { parameters: { id: 1000006, revision: 1 } },
      },
      failures: {
        invalid_input: { parameters: { id: 1000001, start: '2026-02-30' } },
        menu_not_found: { parameters: { id: 2000001 } },
        revision_not_found: { parameters: { id: 1000006, revision: 9 } },
      },
    },
    setMenuDish: {
      description: {
        zh: `设置食谱中的一道菜，其余的保持不变，不论别人同时在改什么。已在其中的菜品改为新的份量；
          新的菜品排在最后。`,
        en: `Sets one dish of a menu, and leaves all others as they are, whoever changes them at the same moment. A
        dish that stands there already takes the portion; another one is served last.`,
      },
      parameters: {
        ...place,
        portion: {
          zh: '菜品份量的倍数，0.1 至 10。不传：不变，新菜品为 1。',
          en: `How much of the dish as it is written, 0.1 to 10. Absent: as it is, for a new dish 1.`,
        },
      },
      examples: {
        added: {
          parameters: { id: 1000001, day: 3, meal: 'lunch', dish: 1000001, portion: 0.5 },
          headers: { 'Idempotency-Key': 'menu-2026-09-01-3' },
        },
      },
      failures: {
        invalid_input: { parameters: { id: 1000001, day: 6, meal: 'lunch', dish: 1000001 } },
        menu_not_found: { parameters: { id: 2000001, day: 1, meal: 'lunch', dish: 1000001 } },
        menu_pending: { parameters: { id: 1000004, day: 2, meal: 'lunch', dish: 1000001 } },
      },
    },
    removeMenuDish: {
      description: {
        zh: '从食谱中去掉一道菜，其余的保持不变。原本不在其中也没有关系。',
        en: `Removes one dish of a menu, and leaves all others as they are. What does not stand there does not
        matter.`,
      },
      parameters: place,
      examples: { one: { parameters: { id: 1000001, day: 1, meal: 'lunch', dish: 1000001 } } },
      failures: {
        invalid_input: { parameters: { id: 1000001, day: 0, meal: 'lunch', dish: 1000001 } },
        menu_not_found: { parameters: { id: 2000001, day: 1, meal: 'lunch', dish: 1000001 } },
        menu_pending: { parameters: { id: 1000004, day: 1, meal: 'lunch', dish: 1000001 } },
      },
    },
    analyseMenu: {
      description: {
        zh: `一份食谱给每个用餐人群提供了什么，逐日和日平均，以及按标准如何评判。分析依据食谱现在的菜品、食物数值、
          标记、三餐比例和标准；\`ETag\` 代表这一切。\`value\` 为每人一天各餐的量，有数值未知时为下限：\`coverage\`
          为已知部分占总克数的比例，1 为全部，\`missing\` 列出最多十种未知的食物。\`min\`、\`max\` 和 \`amount\`
          为标准对所用餐次的数值；\`ul\` 为全天的数值。食物有采购价时，\`cost\` 为每人多少元，按单位的采购价，
          已提交的按提交时的价格：\`missing\` 列出最多十种没有价格的食物。\`judgement\` 为 \`不足\`、\`适量\`、
          \`过量\`，或已知部分不到
          95 % 时为 \`数据不足\`；标准中没有数值的不评判。供能比以 1 为全部，盐以 g 计。带 \`revision\` 时，
          按提交时的一切分析，结果永远不变。菜品共含 2,000 种以上不同食物的食谱过大。`,
        en: `What a menu gives each group that eats of it, a day and in the mean of the days, and how a standard
        judges that. The menu is analysed with its dishes, foods, marks, meal shares and standard as they are now; the
        \`ETag\` stands for all of them. \`value\` is the amount of a day's meals for one head, a lower bound where
        values
        are unknown: \`coverage\` is how much of the grams is known, 1 being all, \`missing\` names up to ten of the
        foods that
        are not. \`min\`, \`max\` and \`amount\` are the figures of the standard for the meals that are eaten; \`ul\`
        is that of
        the whole day. \`cost\`, where anything eaten has a price, is in yuan for one head, by the prices of the unit,
        of a
        submission by those of then: \`missing\` names up to ten of the foods without price. \`judgement\` is
        \`不足\`, \`适量\`, \`过量\` or, where less than 95 % is known, \`数据不足\`; what the standard has no
        figure for has none. Shares of energy are parts of 1, salt is in g. With \`revision\`, the menu is analysed as
        it was
        submitted, with everything as it was then: the answer stays the same for ever. A menu whose dishes are made of more
        than 2,000 different foods is too large.`,
      },
      parameters: {
        id: {
          zh: '本单位的食谱编号；平台可填任何单位的。',
          en: 'Id of a menu of the own unit; for the platform of any.',
        },
        revision: {
          zh: '第几次提交的版本，从 1 起。传空或不传：食谱现在的内容。',
          en: 'Which of its submissions, from 1. Absent or empty: the menu as it is now.',
        },
        nutrient,
      },
      examples: {
        one: { parameters: { id: 1000001 } },
        asSubmitted: { parameters: { id: 1000006, revision: 1 } },
        whereSaltComesFrom: { as: 'admin', parameters: { id: 1000001, nutrient: '钠' } },
      },
      failures: {
        invalid_input: { parameters: { id: 1000001, nutrient: '咖啡因' } },
        menu_not_found: { parameters: { id: 2000001 } },
        revision_not_found: { parameters: { id: 1000006, revision: 9 } },
      },
    },
    getPurchase: {
      description: {
        zh: `为供应所有人群需要采购什么，以毛重公斤计，按食谱的每一天和合计，按编码排序；目录中没有的排在最后。
          每种食材的 \`grams\` 为供应的克数，\`kg\` = \`grams\` /（\`edible\` / 100）/ 1000 ×（1 + \`reserve\` / 100）
          ，进位到
          0.01 kg，每个数各自进位，合计也是；\`cost\` 为精确数量乘以 \`price\`，单位为元，合计为所有有价格的食材之和。
          可食部未知或为 0 的按 100 % 计（标志 \`edible_unknown\`），目录之外的编码有标志 \`unlisted\`。没有人用餐时为 0
          kg。菜品已不存在的项列在 \`missingDishes\` 中。已提交的版本按提交时的内容和价格计算；
          当时没有价格的没有费用。`,
        en: `What is to be bought so that all groups are served, in kilograms as bought, for each day of the menu and in
        all, in the order of the codes; what the catalogue does not have comes last. Of an ingredient \`grams\` is
        what is
        served, \`kg\` = \`grams\` / (\`edible\` / 100) / 1000 × (1 + \`reserve\` / 100), rounded up to 0.01 kg, each
        figure by
        itself, totals too; \`cost\` is the exact amount times \`price\` in yuan, and in all that of everything that
        has a
        price. An edible share that is unknown or 0 counts as 100 % (flag \`edible_unknown\`), a code outside the
        catalogue
        has the flag \`unlisted\`. Where nobody eats, it is 0 kg. Items whose dish is gone are told as
        \`missingDishes\`. A
        submission is bought for as it was submitted, with the prices of then; one without prices has no costs.`,
      },
      parameters: purchaseParameters,
      examples: {
        live: { parameters: { id: 1000001 } },
        aDay: { parameters: { id: 1000006, revision: 1, from: '2026-09-01', to: '2026-12-31', reserve: 5 } },
        ofAUnit: { as: 'admin', parameters: { id: 1000001, revision: 0 } },
      },
      failures: {
        invalid_input: { parameters: { id: 1000001, reserve: 101 } },
        menu_not_found: { parameters: { id: 2000001 } },
        revision_not_found: { parameters: { id: 1000006, revision: 9 } },
      },
    },
    getPurchaseWorkbook: {
      description: {
        zh: `采购清单的工作簿（\`.xlsx\`），内容同 \`GET /api/menu/purchase\`，两张工作表，打印在 A4 上：\`采购汇总\`，按类别，带价格和费用；\`按日采购\`，
          每天一列。`,
        en: `The same as a workbook (\`.xlsx\`) of two sheets that are printed on A4: \`采购汇总\`, by category with
          prices and
        costs, and \`按日采购\`, with a column for each day.`,
      },
      parameters: purchaseParameters,
      examples: {
        live: { parameters: { id: 1000001 } },
        aDay: { parameters: { id: 1000006, revision: 1, from: '2026-09-01', to: '2026-12-31', reserve: 5 } },
      },
      failures: {
        invalid_input: { parameters: { id: 1000001, reserve: 101 } },
        menu_not_found: { parameters: { id: 2000001 } },
        revision_not_found: { parameters: { id: 1000006, revision: 9 } },
      },
    },
    analyseDraft: {
      description: {
        zh: '分析一份未保存的食谱，例如即将保存的，内容同 `GET /api/menu/analysis`。不存在的菜品不计入，并给出提醒。什么也不保存。',
        en: `The same of a menu that is not stored, as of one that is about to be. Dishes that there are not do not
        count, and are warned of. Nothing is stored.`,
      },
      parameters: {
        name: { zh: '名称，1 至 100 个字符，不影响结果。', en: 'Name, 1 to 100 characters. It does not matter.' },
        start: { zh: '第一天：菜品有适用的月份。', en: 'The first day: dishes have their months.' },
        days: { zh: '多少天，1 至 7。不传：5。', en: 'How many days, 1 to 7. Absent: 5.' },
        meals: {
          zh: `供应的餐次：${MEALS.zh}。不传：三餐。`,
          en: `The meals that are served: ${MEALS.en}. Absent: all three.`,
        },
        groups,
        standard: {
          zh: '分配给本单位的营养标准的编号。传空：不用标准。不传：只有一个标准时就用它。',
          en: 'Id of a standard that is assigned to the unit. Empty: none. Absent: the only one that there is, if any.',
        },
        items,
        nutrient,
      },
      examples: {
        lunch: {
          parameters: {
            name: '第二周',
            start: '2026-09-14',
            days: 1,
            meals: 'lunch',
            groups: '[{"level":"轻体力","people":320}]',
            standard: 1,
            items: '[{"day":1,"meal":"lunch","dish":1000002}]',
            nutrient: 'protein',
          },
        },
      },
      failures: {
        invalid_input: { parameters: { start: '2026-09-14', groups: GROUPS, days: 1, items: ITEMS } },
      },
    },
    listAlternatives: {
      description: {
        zh: `食谱某个位置上最好的十道替代菜，最好的在前，权衡与排餐相同：标准、多样性，价格已知时还有费用。
          只取同类、当月适用、不含忌用食材的菜品。\`changes\` 按体力活动水平列出会改变的日平均数值（标准所评判的），
          各有替换前和替换后；\`warnings\` 为替换后新出现的提醒。用 \`DELETE\` 和 \`PUT /api/menu/dish\` 进行替换。`,
        en: `The ten best other dishes for one place of a menu, the best first, by what a plan would weigh: the
        standard, variety, and cost where prices are known. Dishes of the same kind of course that are of the month, and
        have nothing to avoid. \`changes\` has, by level, the figures of the mean of the days that the standard judges
        and
        that would be others, each before and after; \`warnings\` what would have to be warned of that is not so now.
        \`DELETE\` and \`PUT /api/menu/dish\` put one in place of the other.`,
      },
      parameters: {
        ...place,
        dish: { zh: '该位置上现在的菜品的编号。', en: 'Id of the dish that is served there.' },
        library: {
          zh: '是否也可用菜品库的菜品：`true` 或 `false`，默认 `false`。',
          en: 'Whether dishes of the library may be served, too: `true` or `false`, which is the default.',
        },
      },
      examples: {
        lunch: { parameters: { id: 1000001, day: 1, meal: 'lunch', dish: 1000001, library: 'true' } },
      },
      failures: {
        invalid_input: { parameters: { id: 1000001, day: 5, meal: 'lunch', dish: 1000002 } },
        menu_not_found: { parameters: { id: 2000001, day: 1, meal: 'lunch', dish: 1000002 } },
      },
    },
    generateMenu: {
      description: {
        zh: `排出一份食谱：供应什么才能达到标准，价格已知时花费最少。什么也不保存；返回的 \`items\` 可以原样交给 \`PUT
          /api/menu\`。锁定的菜品保持不动。不用含忌用食材的和不合月份的菜品。\`unmet\` 列出每条未能满足的规则、在哪里，
          \`by\` 为差多少，\`text\` 说明原因：可选菜品能达到多少，或者换菜会违反什么（\`against\`，最多三条）。
          数据不足而不能判断的营养素也在其中，\`missing\` 为没有数据的食材，最多三种。\`analysis\` 为带这些菜品的食谱的分析。\`cost\` 为所有用餐者平均每人每天多少元，
          并列出没有价格的食物。同样的输入和同样的数据，结果总是相同；换一个 \`seed\` 得到另一份食谱。`,
        en: `Plans a menu: says what to serve so that the standard is met, at the least cost where prices are known.
        Nothing is stored; \`PUT /api/menu\` takes the \`items\` as they are. What is locked stays. Never served are
        dishes
        with ingredients to avoid, and out of their months. \`unmet\` names each rule that could not be met, where,
        and in \`by\` by how much; \`text\` says why: how far the dishes go, or what other dishes would break
        (\`against\`, at most three). A nutrient of which too little is known is among them, with foods without a value in
        \`missing\`, at most three. \`analysis\` is that of the menu with these items. \`cost\` is in yuan per head and day in
        the mean of
        all who eat, with the foods that have no price. The same input, on the same data, always has the same answer; another
        \`seed\` gives another menu.`,
      },
      parameters: {
        name: { zh: '名称，1 至 100 个字符，不影响结果。', en: 'Name, 1 to 100 characters. It does not matter.' },
        start: { zh: '第一天：菜品有适用的月份。', en: 'The first day: dishes have their months.' },
        days: { zh: '多少天，1 至 7。不传：5。', en: 'How many days, 1 to 7. Absent: 5.' },
        meals: {
          zh: `供应的餐次：${MEALS.zh}。不传：三餐。`,
          en: `The meals that are served: ${MEALS.en}. Absent: all three.`,
        },
        groups,
        standard: {
          zh: '分配给本单位的营养标准的编号。传空：不用标准。不传：只有一个标准时就用它。',
          en: 'Id of a standard that is assigned to the unit. Empty: none. Absent: the only one that there is, if any.',
        },
        template,
        rules,
        locked: {
          ...items,
          about: {
            zh: '保持不动的项，JSON 文本，计入标记模板。传空或不传：没有。',
            en: `Items that stay as they are, as JSON text. They count for the template. Empty or absent: none.`,
          },
        },
        library: {
          zh: '是否也可用菜品库的菜品：`true` 或 `false`，默认 `false`。',
          en: 'Whether dishes of the library may be served, too: `true` or `false`, which is the default.',
        },
        seed: {
          zh: '在许多好的食谱中取哪一份，0 至 4294967295。不传：1。',
          en: 'Which of the many good menus is found, 0 to 4294967295. Absent: 1.',
        },
        effort: {
          zh: '`quick`（默认）或 `thorough`，后者用时为几倍，更接近最低花费。',
          en: '`quick`, which is the default, or `thorough`, which takes several times as long and comes closer to the least cost.',
        },
      },
      examples: {
        lunches: {
          parameters: {
            name: '第二周',
            start: '2026-09-14',
            days: 2,
            meals: 'lunch',
            groups: '[{"level":"轻体力","people":320}]',
            standard: 1,
            template: '{"lunch":[{"marks":["小荤","半荤"],"min":1,"max":1}]}',
            rules: '{"repeatDays":1,"perWeek":{"半荤":3},"budget":12.5}',
            locked: '[{"day":1,"meal":"lunch","dish":1000002}]',
            library: 'true',
            seed: 7,
            effort: 'thorough',
          },
        },
      },
      failures: {
        invalid_input: {
          parameters: {
            start: '2026-09-14',
            groups: GROUPS,
            template: '{"lunch":[{"marks":["甜品"],"min":2,"max":1}]}',
          },
        },
      },
    },
    showMenuSheet: {
      description: {
        zh: `食谱的公示表页面，打印为 A4 横向：一周各餐的菜品、各人群每人的食材克数、GB 7718-2025 八类致敏物质、
          标准所评判的营养素的供给量，以及编制人和审核人。未生效的内容在每页的表上方注明。
          单位看到的平台人员一律为 \`平台\`。页面不需要任何外部内容，也不运行脚本。`,
        en: `A menu as a page for the notice board, to be printed on A4 landscape: the week by meal with dishes, their
        ingredients in grams for one head of each group, allergens of the eight groups of GB 7718-2025, what the groups get
        of the nutrients that the standard judges, who has submitted it and who has approved it. What is not live says so
        above the table, on each page. Units read \`平台\` in place of the platform's people. It needs nothing from
        elsewhere
        and runs no script.`,
      },
      parameters: sheet,
      examples: { live: { parameters: { id: 1000006 } }, asSubmitted: { parameters: { id: 1000006, revision: 1 } } },
      failures: sheetFailures,
      excerpt: 300,
    },
    getMenuWorkbook: {
      description: {
        zh: '公示表的工作簿（`.xlsx`），内容同 `GET /api/menu/sheet.html`，均为文本，每天一列，打印为 A4 横向、一页宽。',
        en: `The same as a workbook (\`.xlsx\`) of texts, a column for each day, printed on A4 landscape as wide as one
        page.`,
      },
      parameters: sheet,
      examples: { live: { parameters: { id: 1000006 } }, asSubmitted: { parameters: { id: 1000006, revision: 1 } } },
      failures: sheetFailures,
    },
  },
};
