import {
  newName,
  newStandard,
  otherForm,
  ownUnit,
  paging,
  type Statements,
  value,
  wordOf,
} from '../support/statement.ts';

export const statements: Statements = {
  'GET /api/nutrition': {
    side: 'any',
    items: { admin: [5, 7, 8], business: [21] },
    parameters: { keyword: wordOf('标准', newStandard), ...paging },
    cost: [3, 9, 0],
  },
  'GET /api/nutrition/select': {
    side: 'any',
    items: { admin: [5, 7], business: [21, 29, 30, 31] },
    parameters: { id: otherForm('standard'), vender: ownUnit, keyword: wordOf('标准', newStandard) },
    cost: [3, 11, 0],
  },
  'PUT /api/nutrition': {
    side: 'admin',
    items: { admin: [6] },
    parameters: { name: newName('nothing', '学龄儿童 & 100% + '), vendors: ownUnit, overflow: value('0.5') },
    operation: 'createStandard',
    cost: [3, 6, 10],
  },
  'POST /api/nutrition': {
    side: 'admin',
    items: { admin: [7] },
    parameters: {
      id: newStandard,
      name: newName('nothing', '青少年标准'),
      vendors: ownUnit,
      overflow: value('0.25'),
      foodCategoryDay: value('{"谷类 & 薯类":250.50}'),
      foodCategoryWeek: value('{"水产品":1e2}'),
      ingredient: value('{"轻体力":{"蛋白质":{"min":50,"max":75.0,"ul":100}}}'),
    },
    operation: 'updateStandard',
    cost: [3, 6, 10],
  },
  'DELETE /api/nutrition': {
    side: 'admin',
    items: { admin: [8] },
    parameters: { id: newStandard },
    operation: 'deleteStandard',
    cost: [3, 5, 8],
  },
};
