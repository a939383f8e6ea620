import type { Documentation, ParameterText } from './documentation.ts';

const meal = { type: 'string', enum: ['breakfast', 'lunch', 'dinner'] } as const;

const groups: ParameterText = {
  about: `Who eats, as JSON text: 1 to 10 groups. \`level\` is a level of the standard, 1 to 50 characters; one that the
    standard does not know goes unjudged, and several groups may have the same. \`people\` is 0 to 100000. \`factor\`, 0.1 to
    5, scales every portion; absent: 1. \`meals\` are those that the group takes; absent: all of the menu.`,
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
  about: `What is served, as JSON text in the order in which it is: at most 315 items of at most 150 different dishes, of
    the own unit or the library. A dish stands once in a meal. \`day\` counts from 1. \`portion\`, 0.1 to 10, is how much of
    the dish as it is written; absent: 1. Further keys are ignored. Empty: nothing.`,
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
  about: `What each meal is made of, as JSON text: by meal, rows of dishes by mark, at most 10. Of each row at least \`min\`
    dishes are served (absent: 1) and at most \`max\` (absent: \`min\`, or 1); a dish counts for one row. A meal without an
    entry has a usual one; one without rows has no dishes but those that are locked. A menu has at most 150 dishes.`,
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
  about: `What the menu is to observe beside the standard, as JSON text; what is absent is as usual. \`repeatDays\`: in so
    many days in a row no dish comes twice (3), 主食, 粥, 奶类 and 饮品 excepted. \`perWeek\`: by mark, how often one dish
    comes. \`kindsPerDay\` (12), \`kindsPerWeek\` (25): least kinds of food. \`mainPerDay\` (1), \`mainPerWeek\` (2): how
    often a food is a main ingredient. \`methodPerDay\` (2): how often one way of cooking. \`friedPerWeek\` (2): how often
    fried dishes. \`budget\`: most yuan per head and day.`,
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
const nutrient =
  'Code or Chinese name of a nutrient: each level then tells which foods bring most of it. Absent or empty: none does.';
const MEALS = '`breakfast`, `lunch`, `dinner`, separated by commas';

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
  id: 'Id of a menu of the own unit.',
  day: 'Day of the menu, from 1.',
  meal: 'A meal of the menu: `breakfast`, `lunch` or `dinner`.',
  dish: 'Id of a dish.',
};

const sheet = {
  id: 'Id of a menu of the own unit; for the platform of any.',
  revision: `Which of its submissions, from 1. Absent or empty: the one that is live, else the menu as it is now, which is a
    draft.`,
};
const sheetFailures = {
  invalid_input: { parameters: { id: 1000006, revision: 0 } },
  menu_not_found: { parameters: { id: 2000001 } },
  revision_not_found: { parameters: { id: 1000006, revision: 9 } },
} as const;

const purchaseParameters = {
  id: 'Id of a menu of the own unit; for the platform of any.',
  revision:
    'Which of its submissions, from 1; 0: what it says now. Absent or empty: the live one, else what it says now.',
  from: 'The first day that is bought for. Absent: the first of the menu.',
  to: 'The last day that is bought for. Absent: the last of the menu.',
  reserve: 'How much more is bought than is needed, in percent, 0 to 100 with at most two decimals. Absent: 0.',
};

export const documentation: Documentation = {
  about: 'Menus of a unit: what it serves on up to seven days, with quantities',
  operations: {
    findMenus: {
      description: `With \`id\`, one menu: of the own unit, for the platform of any. Its \`ETag\` is for \`If-Match\` of
        \`POST /api/menu\`. Without \`id\`, menus of the own unit by page, newest first, those that meet all of the filters.
        Dishes are named as they were called when the menu was written last; a name that nobody has any more says that the
        dish is gone.`,
      parameters: {
        id: 'Id of the one menu that is asked for. All but `revision` then counts for nothing.',
        revision:
          'With `id`: what the menu said when it was submitted for that time, from 1. Absent: what it says now.',
        vender: 'Id of the unit: the own one, which is the default. The platform names one.',
        state: 'Only menus in this state: 草稿, 待审核, 已驳回 or 已发布. Empty or absent: all.',
        from: 'Only menus that have a day on this one or later. Absent: all.',
        to: 'Only menus that have a day on this one or earlier. Absent: all.',
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
      description: `A page of menus as \`GET /api/menu\` has it, as a workbook (\`.xlsx\`): the sheet \`食谱\` has a row for each
        menu, the sheet \`菜品\` one for each dish of each day and meal. It is to read and to reckon with: menus are not
        uploaded. The sheet for the notice board is \`GET /api/menu/sheet.xlsx\`.`,
      parameters: {
        vender: 'Id of the unit: the own one, which is the default. The platform names one.',
        state: 'Only menus in this state: 草稿, 待审核, 已驳回 or 已发布. Empty or absent: all.',
        from: 'Only menus that have a day on this one or later. Absent: all.',
        to: 'Only menus that have a day on this one or earlier. Absent: all.',
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
      description: 'All menus of the own unit, newest first and without pages. A keyword narrows them down.',
      examples: { week: { parameters: { keyword: '周' } } },
      failures: { invalid_input: { parameters: { keyword: '周'.repeat(101) } } },
    },
    createMenu: {
      description: 'Creates a menu in the own unit. It is a draft.',
      parameters: {
        name: 'Name, 1 to 100 characters; a unit may have several menus of one name.',
        start: 'The first day. Several menus may have the same.',
        days: 'How many days, 1 to 7. Absent: 5.',
        meals: `The meals that are served: ${MEALS}. Absent: all three.`,
        groups,
        standard:
          'Id of a standard that is assigned to the unit. Empty: none. Absent: the only one that there is, if any.',
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
      description: `Changes a menu of the own unit: what is absent stays. It is a draft then; what is live of it stays live.
        Items that stay as they are may name a dish that is gone; all others are refused where there is no such dish.`,
      parameters: {
        id: 'Id of a menu of the own unit.',
        name: 'New name, 1 to 100 characters.',
        start: 'The first day.',
        days: 'How many days, 1 to 7: not fewer than its items need.',
        meals: `The meals that are served: ${MEALS}. Groups that take all of the menu take these.`,
        groups,
        standard: 'Id of a standard that is assigned to the unit. Empty: none.',
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
      description: `Deletes menus of the own unit: all of them or, where one is not found, waits for review or is live,
        none. What was done with them stays on record.`,
      parameters: { ids: 'Ids of 1 to 30 menus, separated by commas.' },
      examples: { one: { parameters: { ids: '1000002' } } },
      failures: {
        invalid_input: { parameters: { ids: '' } },
        menu_not_found: { parameters: { ids: '1000002,2000001' } },
        menu_pending: { parameters: { ids: '1000004' } },
        menu_published: { parameters: { ids: '1000006' } },
      },
    },
    copyMenu: {
      description: `Gives the own unit a menu that says what another of its menus says. It is a draft. Dishes and standards
        that are gone are copied as they are.`,
      parameters: {
        id: 'Id of a menu of the own unit.',
        revision: 'Copies what it said when it was submitted for that time. Absent: what it says now.',
        start: 'The first day of the copy. Absent: as it was.',
        name: 'Name of the copy, 1 to 100 characters. Absent: as it was.',
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
      description: `Sets one dish of a menu, and leaves all others as they are, whoever changes them at the same moment. A
        dish that stands there already takes the portion; another one is served last.`,
      parameters: {
        ...place,
        portion: `How much of the dish as it is written, 0.1 to 10. Absent: as it is, for a new dish 1.`,
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
      description: `Removes one dish of a menu, and leaves all others as they are. What does not stand there does not
        matter.`,
      parameters: place,
      examples: { one: { parameters: { id: 1000001, day: 1, meal: 'lunch', dish: 1000001 } } },
      failures: {
        invalid_input: { parameters: { id: 1000001, day: 0, meal: 'lunch', dish: 1000001 } },
        menu_not_found: { parameters: { id: 2000001, day: 1, meal: 'lunch', dish: 1000001 } },
        menu_pending: { parameters: { id: 1000004, day: 1, meal: 'lunch', dish: 1000001 } },
      },
    },
    analyseMenu: {
      description: `What a menu gives each group that eats of it, a day and in the mean of the days, and how a standard
        judges that. The menu is analysed with its dishes, foods, marks, meal shares and standard as they are now; the
        \`ETag\` stands for all of them. \`value\` is the amount of a day's meals for one head, a lower bound where values
        are unknown: \`coverage\` is how much of the grams is known, 1 being all, \`missing\` names up to ten of the foods that
        are not. \`min\`, \`max\` and \`amount\` are the figures of the standard for the meals that are eaten; \`ul\` is that of
        the whole day. \`cost\`, where anything eaten has a price, is in yuan for one head, by the prices of the unit, of a
        submission by those of then: \`missing\` names up to ten of the foods without price. \`judgement\` is 不足, 适量, 过量 or, where less than 95 % is known, 数据不足; what the standard has no
        figure for has none. Shares of energy are parts of 1, salt is in g. With \`revision\`, the menu is analysed as it was
        submitted, with everything as it was then: the answer stays the same for ever. A menu whose dishes are made of more
        than 2,000 different foods is too large.`,
      parameters: {
        id: 'Id of a menu of the own unit; for the platform of any.',
        revision: 'Which of its submissions, from 1. Absent or empty: the menu as it is now.',
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
      description: `What is to be bought so that all groups are served, in kilograms as bought, for each day of the menu and in
        all, in the order of the codes; what the catalogue does not have comes last. Of an ingredient \`grams\` is what is
        served, \`kg\` = \`grams\` / (\`edible\` / 100) / 1000 × (1 + \`reserve\` / 100), rounded up to 0.01 kg, each figure by
        itself, totals too; \`cost\` is the exact amount times \`price\` in yuan, and in all that of everything that has a
        price. An edible share that is unknown or 0 counts as 100 % (flag \`edible_unknown\`), a code outside the catalogue
        has the flag \`unlisted\`. Where nobody eats, it is 0 kg. Items whose dish is gone are told as \`missingDishes\`. A
        submission is bought for as it was submitted, with the prices of then; one without prices has no costs.`,
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
      description: `The same as a workbook (\`.xlsx\`) of two sheets that are printed on A4: 采购汇总, by category with prices and
        costs, and 按日采购, with a column for each day.`,
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
      description: `The same of a menu that is not stored, as of one that is about to be. Dishes that there are not do not
        count, and are warned of. Nothing is stored.`,
      parameters: {
        name: 'Name, 1 to 100 characters. It does not matter.',
        start: 'The first day: dishes have their months.',
        days: 'How many days, 1 to 7. Absent: 5.',
        meals: `The meals that are served: ${MEALS}. Absent: all three.`,
        groups,
        standard:
          'Id of a standard that is assigned to the unit. Empty: none. Absent: the only one that there is, if any.',
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
      description: `The ten best other dishes for one place of a menu, the best first, by what a plan would weigh: the
        standard, variety, and cost where prices are known. Dishes of the same kind of course that are of the month, and
        have nothing to avoid. \`changes\` has, by level, the figures of the mean of the days that the standard judges and
        that would be others, each before and after; \`warnings\` what would have to be warned of that is not so now.
        \`DELETE\` and \`PUT /api/menu/dish\` put one in place of the other.`,
      parameters: {
        ...place,
        dish: 'Id of the dish that is served there.',
        library: 'Whether dishes of the library may be served, too: `true` or `false`, which is the default.',
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
      description: `Plans a menu: says what to serve so that the standard is met, at the least cost where prices are known.
        Nothing is stored; \`PUT /api/menu\` takes the \`items\` as they are. What is locked stays. Never served are dishes
        with ingredients to avoid, and out of their months. \`unmet\` names each rule that could not be met, where, and in
        \`by\` by how much; \`analysis\` is that of the menu with these items. \`cost\` is in yuan per head and day in the mean of
        all who eat, with the foods that have no price. The same input, on the same data, always has the same answer; another
        \`seed\` gives another menu.`,
      parameters: {
        name: 'Name, 1 to 100 characters. It does not matter.',
        start: 'The first day: dishes have their months.',
        days: 'How many days, 1 to 7. Absent: 5.',
        meals: `The meals that are served: ${MEALS}. Absent: all three.`,
        groups,
        standard:
          'Id of a standard that is assigned to the unit. Empty: none. Absent: the only one that there is, if any.',
        template,
        rules,
        locked: {
          ...items,
          about: `Items that stay as they are, as JSON text. They count for the template. Empty or absent: none.`,
        },
        library: 'Whether dishes of the library may be served, too: `true` or `false`, which is the default.',
        seed: 'Which of the many good menus is found, 0 to 4294967295. Absent: 1.',
        effort:
          '`quick`, which is the default, or `thorough`, which takes several times as long and comes closer to the least cost.',
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
      description: `A menu as a page for the notice board, to be printed on A4 landscape: the week by meal with dishes, their
        ingredients in grams for one head of each group, allergens of the eight groups of GB 7718-2025, what the groups get
        of the nutrients that the standard judges, who has submitted it and who has approved it. What is not live says so
        above the table, on each page. Units read 平台 in place of the platform's people. It needs nothing from elsewhere
        and runs no script.`,
      parameters: sheet,
      examples: { live: { parameters: { id: 1000006 } }, asSubmitted: { parameters: { id: 1000006, revision: 1 } } },
      failures: sheetFailures,
      excerpt: 300,
    },
    getMenuWorkbook: {
      description: `The same as a workbook (\`.xlsx\`) of texts, a column for each day, printed on A4 landscape as wide as one
        page.`,
      parameters: sheet,
      examples: { live: { parameters: { id: 1000006 } }, asSubmitted: { parameters: { id: 1000006, revision: 1 } } },
      failures: sheetFailures,
    },
  },
};
