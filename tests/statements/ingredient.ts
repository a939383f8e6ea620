import { empty, food, paging, type Statements, value, wordOf } from '../support/statement.ts';

/** Who may look up ingredients: every page that works with them. */
const items = { admin: [9, 10, 11, 13], business: [23, 24, 25, 26, 27] };

export const statements: Statements = {
  'GET /api/ingredient': {
    side: 'any',
    items,
    parameters: { keyword: wordOf('稻米', food), category: value('谷类及制品'), mark: empty, ...paging },
    cost: [3, 6, 0],
  },
  'GET /api/ingredient/select': {
    side: 'any',
    items,
    parameters: { codes: food },
    cost: [2, 5, 0],
    demo: () => ({ codes: '012001x,043119' }),
  },
};
