import {
  type DemoThings,
  empty,
  newDish,
  newName,
  otherForm,
  ownUnit,
  type Parameter,
  paging,
  type Statements,
  value,
  wordOf,
} from '../support/statement.ts';

/** The library for the platform, the own unit for a unit: what both have in common is that they may leave it out. */
const holders: Parameter = { names: 'unit', make: (_, home) => home.id || undefined };
const twoDishes: Parameter = {
  names: 'dish',
  make: async (stage, home) => `${await stage.createDish({}, home)},${await stage.createDish({}, home)}`,
};
const facts = {
  name: newName('nothing', '番茄 & 鸡蛋 + 100% '),
  vendors: holders,
  icon: value('data:image/png;base64,AA+/'),
  month: value('9,10'),
  mark: value('小荤'),
  poly: value('炒'),
  ingredient: value('[{"key":"012001x","value":100.5,"isMain":true},{"key":"自 & 编","value":20}]'),
};

/** Who may read dishes to print what is in them. */
const labelItems = { admin: [9], business: [25] };
const labels = {
  side: 'any',
  items: labelItems,
  parameters: { ids: newDish },
  demo: ({ dishes }: DemoThings) => ({ ids: dishes.join(',') }),
} as const;

export const statements: Statements = {
  'GET /api/dish': {
    side: 'any',
    items: { admin: [9, 10, 11, 12], business: [25, 26, 27, 28] },
    parameters: {
      id: otherForm('dish'),
      vender: ownUnit,
      keyword: wordOf('菜', newDish),
      mark: value('素菜'),
      poly: empty,
      month: empty,
      ingredient: empty,
      icons: value('false'),
      ...paging,
    },
    cost: [3, 9, 0],
  },
  'GET /api/dish/select': {
    side: 'any',
    items: { admin: [9, 10, 11], business: [25, 26, 27, 29, 30, 31] },
    parameters: { vender: ownUnit, keyword: wordOf('菜', newDish) },
    cost: [3, 6, 0],
  },
  'GET /api/dish/label': { ...labels, cost: [2, 6, 0] },
  'GET /api/dish/label.html': { ...labels, cost: [2, 7, 0] },
  'GET /api/dish/label.svg': {
    side: 'any',
    items: labelItems,
    parameters: { id: newDish },
    cost: [2, 7, 0],
    demo: ({ dishes: [id = 0] }) => ({ id }),
  },
  'PUT /api/dish': {
    side: 'any',
    items: { admin: [10], business: [26] },
    parameters: facts,
    operation: 'createDish',
    cost: [3, 6, 12],
  },
  'POST /api/dish': {
    side: 'any',
    items: { admin: [11], business: [27] },
    parameters: { id: newDish, ...facts, icon: value('egg.png'), month: empty },
    operation: 'updateDish',
    cost: [3, 5, 8],
  },
  'DELETE /api/dish': {
    side: 'any',
    items: { admin: [12], business: [28] },
    parameters: { ids: twoDishes },
    operation: 'deleteDishes',
    cost: [3, 6, 12],
  },
  'PUT /api/dish/copy': {
    side: 'any',
    items: { admin: [10], business: [26] },
    parameters: { id: newDish, vendors: holders },
    operation: 'copyDish',
    cost: [3, 7, 10],
  },
};
