import {
  empty,
  food,
  newName,
  otherForm,
  type Parameter,
  type Statements,
  value,
  wordOf,
} from '../support/statement.ts';

/** A code of the school's own that it has marked. */
const marked: Parameter = {
  names: 'nothing',
  make: async (stage, home) => {
    const nutrient = stage.unique('自编码');
    await stage.succeed('PUT /api/ingredient/mark', { nutrient, mark: '忌用' }, home.token);
    return nutrient;
  },
};

export const statements: Statements = {
  'GET /api/ingredient/mark': { side: 'business', items: { business: [23, 24] }, parameters: {}, cost: [2, 5, 0] },
  'GET /api/ingredient/mark/template': {
    side: 'business',
    items: { business: [23, 24] },
    parameters: { keyword: empty, category: wordOf('谷类及制品', food), mark: empty },
    cost: [3, 6, 0],
  },
  'PUT /api/ingredient/mark': {
    side: 'business',
    items: { business: [24] },
    parameters: {
      nutrient: newName('nothing', '自编码 & + '),
      ingredient: otherForm('nothing'),
      mark: value('常用'),
    },
    operation: 'setMark',
    cost: [3, 8, 8],
  },
  'DELETE /api/ingredient/mark': {
    side: 'business',
    items: { business: [24] },
    parameters: { nutrient: marked, ingredient: otherForm('nothing') },
    operation: 'removeMark',
    cost: [3, 7, 8],
  },
};
