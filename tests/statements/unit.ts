import {
  adminValue,
  empty,
  newName,
  newUnit,
  otherForm,
  ownUnit,
  paging,
  password,
  type Statements,
  value,
} from '../support/statement.ts';

const texts = {
  address: value('朝阳路 1 号'),
  contacts: value('王老师'),
  phone: value('010-1'),
  email: empty,
  province: empty,
  city: empty,
  area: empty,
  icon: empty,
};
const choice = {
  side: 'admin',
  items: { admin: [1, 2, 3, 6, 7, 10, 11] },
  parameters: { keyword: value('小学'), vendors: ownUnit },
} as const;

export const statements: Statements = {
  'GET /api/vender/check/account': {
    side: 'any',
    parameters: { account: newName('account', '新账号') },
    cost: [2, 5, 0],
    demo: () => ({ account: 'yangguang' }),
  },
  'GET /api/vender/check/name': {
    side: 'any',
    parameters: { name: newName('unit name', '新小学') },
    cost: [2, 5, 0],
    demo: () => ({ name: '成都市阳光实验小学' }),
  },
  'GET /api/vender/info': {
    side: 'any',
    items: { admin: [1, 3], business: [34] },
    parameters: { vender: ownUnit },
    cost: [2, 7, 0],
  },
  'GET /api/vender/config': { side: 'business', items: { business: [21, 22] }, parameters: {}, cost: [2, 5, 0] },
  'POST /api/vender/config': {
    side: 'business',
    items: { business: [22] },
    // Another breakfast each time: what changes nothing writes nothing.
    parameters: { vender: ownUnit, breakfast: newName('nothing', ''), lunch: value('40'), dinner: value('34.5') },
    operation: 'updateConfig',
    cost: [3, 5, 4],
  },
  'PUT /api/vender': {
    side: 'admin',
    items: { admin: [2] },
    parameters: {
      account: newName('account', '账号'),
      password,
      name: newName('unit name', '光明中学 & 附属 + 100% = '),
      category: value('初中'),
      expire: value('2099-12-31'),
      ...texts,
    },
    operation: 'createUnit',
    cost: [3, 5, 16],
  },
  'DELETE /api/vender': {
    side: 'admin',
    items: { admin: [4] },
    parameters: { vender: newUnit },
    operation: 'deleteUnit',
    cost: [14, 13, 22],
  },
  'POST /api/vender': {
    side: 'any',
    items: { admin: [3], business: 'main' },
    parameters: {
      venderId: ownUnit,
      expire: adminValue('2098-12-31'),
      status: adminValue('true'),
      category: value('中学'),
      // A new account would end the sessions that the tests work with.
      account: otherForm('account'),
      name: newName('unit name', '红旗小学'),
      ...texts,
    },
    operation: 'updateUnit',
    cost: [3, 5, 14],
  },
  'POST /api/vender/password': {
    side: 'admin',
    items: { admin: [3] },
    parameters: { venderId: newUnit, password },
    operation: 'setUnitPassword',
    cost: [3, 9, 8],
  },
  'GET /api/vender': {
    side: 'admin',
    items: { admin: [1, 3, 4] },
    parameters: {
      keyword: value('小学'),
      category: empty,
      status: empty,
      expireBefore: value('2100-01-01'),
      ...paging,
    },
    cost: [3, 8, 0],
  },
  'GET /api/vender/select': { ...choice, cost: [3, 5, 0] },
  'POST /api/vender/select': { ...choice, cost: [3, 5, 0] },
};
