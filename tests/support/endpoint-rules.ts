import { digestPassword } from '../../lib/auth/password.ts';
import type { CallerSide } from '../../lib/auth/permissions.ts';
import type { Side } from '../../lib/http/endpoint.ts';
import type { School, Stage } from './stage.ts';

type Value = string | number | undefined;

/** One parameter of an endpoint. */
export interface Parameter {
  /** What its value names: a thing that must be the caller's own, a name that is claimed across units, or neither. */
  readonly names: 'unit' | 'user' | 'role' | 'standard' | 'dish' | 'account' | 'unit name' | 'nothing';
  /** A value that a caller of `home` can send with success; undefined: better none. */
  readonly make: (stage: Stage, home: School) => Value | Promise<Value>;
}

/** What the contract and the design say of one endpoint: written down anew here, not taken from its declaration. */
export interface EndpointRule {
  readonly side: Side;
  /** By side the items any of which suffices; `main`: being the main account. Absent: a session suffices. */
  readonly items?: Readonly<Partial<Record<CallerSide, readonly number[] | 'main'>>>;
  /** All parameters there are. */
  readonly parameters: Readonly<Record<string, Parameter>>;
}

const word = (names: Parameter['names']): Parameter => ({ names, make: (stage) => stage.unique('词') });
const value = (text: Value): Parameter => ({ names: 'nothing', make: () => text });
/** A value that only the admin side may send. */
const adminValue = (text: string): Parameter => ({
  names: 'nothing',
  make: (_, home) => (home.id === 0 ? text : undefined),
});

const ownUnit: Parameter = { names: 'unit', make: ({ school }, home) => home.id || school.id };
const newUnit: Parameter = { names: 'unit', make: async (stage) => (await stage.createSchool()).id };
const user: Parameter = { names: 'user', make: async (stage, home) => (await stage.createUser(undefined, home)).uid };
const role: Parameter = { names: 'role', make: (stage, home) => stage.createRole([], home) };
const standard: Parameter = { names: 'standard', make: (stage, home) => stage.createStandard(home) };
const dish: Parameter = { names: 'dish', make: (stage, home) => stage.createDish({}, home) };
/** With an id the call has its other form, which answers one thing. */
const oneInstead = (names: Parameter['names']): Parameter => ({ names, make: () => undefined });
const food: Parameter = { names: 'nothing', make: (stage) => stage.loadRice() };
const password = value(digestPassword('123456'));
const optional = value('');

const unitTexts = Object.fromEntries(
  ['address', 'contacts', 'phone', 'email', 'province', 'city', 'area', 'icon'].map((name) => [name, optional]),
);
/** Who may look up ingredients: every page that works with them. */
const foodItems = { admin: [9, 10, 11, 13], business: [23, 24, 25, 26, 27] };
/** The library for the platform, the own unit for a unit: what both have in common is that they may leave it out. */
const dishUnits: Parameter = { names: 'unit', make: (_, home) => home.id || undefined };
const dishFacts = {
  name: value('红烧肉'),
  vendors: dishUnits,
  icon: value('pork.png'),
  month: value('1,12'),
  mark: value('大荤'),
  poly: value('烧'),
  ingredient: value('[{"key":"012001x","value":10}]'),
};
const unitChoice: EndpointRule = {
  side: 'admin',
  items: { admin: [1, 2, 3, 6, 7, 10, 11] },
  parameters: { keyword: value('小学'), vendors: ownUnit },
};
const page = { keyword: value('小学'), pageSize: value(200), pageNo: value(0) };

/** By route. Every endpoint of the service has its row: what is not in here is tested by nobody. */
export const endpointRules: Readonly<Record<string, EndpointRule>> = {
  $default: { side: 'public', parameters: {} },
  'GET /docs': { side: 'public', parameters: {} },
  'GET /openapi.json': { side: 'public', parameters: {} },
  'GET /health': { side: 'public', parameters: {} },

  'POST /api/login': { side: 'public', parameters: { uid: user, password } },
  'POST /api/logout': { side: 'any', parameters: {} },
  'GET /api/me': { side: 'any', parameters: {} },
  'POST /api/me/password': {
    side: 'any',
    parameters: {
      oldPassword: { names: 'nothing', make: (_, home) => digestPassword(home.password) },
      newPassword: { names: 'nothing', make: (_, home) => digestPassword(home.password) },
    },
  },
  'GET /api/basic/enum': { side: 'any', parameters: {} },

  'GET /api/vender/check/account': { side: 'any', parameters: { account: word('account') } },
  'GET /api/vender/check/name': { side: 'any', parameters: { name: word('unit name') } },
  'GET /api/vender/info': {
    side: 'any',
    items: { admin: [1, 3], business: [34] },
    parameters: { vender: ownUnit },
  },
  'GET /api/vender/config': { side: 'business', items: { business: [21, 22] }, parameters: {} },
  'POST /api/vender/config': {
    side: 'business',
    items: { business: [22] },
    parameters: { vender: ownUnit, breakfast: value(20), lunch: value(50), dinner: value(30) },
  },
  'PUT /api/vender': {
    side: 'admin',
    items: { admin: [2] },
    parameters: {
      account: word('account'),
      password,
      name: word('unit name'),
      category: value('小学'),
      expire: value('2099-12-31'),
      ...unitTexts,
    },
  },
  'DELETE /api/vender': { side: 'admin', items: { admin: [4] }, parameters: { vender: newUnit } },
  'POST /api/vender': {
    side: 'any',
    items: { admin: [3], business: 'main' },
    parameters: {
      venderId: ownUnit,
      expire: adminValue('2098-12-31'),
      status: adminValue('true'),
      category: value('中学'),
      // A new account would end the sessions that the tests work with.
      account: { names: 'account', make: () => undefined },
      name: word('unit name'),
      ...unitTexts,
    },
  },
  'POST /api/vender/password': {
    side: 'admin',
    items: { admin: [3] },
    parameters: { venderId: newUnit, password },
  },
  'GET /api/vender': {
    side: 'admin',
    items: { admin: [1, 3, 4] },
    parameters: { ...page, category: value('小学'), status: value('true'), expireBefore: value('2100-01-01') },
  },
  'GET /api/vender/select': unitChoice,
  'POST /api/vender/select': unitChoice,

  'GET /api/user/check': { side: 'any', parameters: { uid: word('account') } },
  'PUT /api/user': {
    side: 'any',
    items: { admin: [15], business: [37] },
    parameters: { uid: word('account'), name: value('张三'), password, roleId: role, phone: optional },
  },
  'DELETE /api/user': { side: 'any', items: { admin: [15], business: [39] }, parameters: { uid: user } },
  'POST /api/user': {
    side: 'any',
    items: { admin: [15], business: [38] },
    parameters: { uid: user, name: value('李四'), password, roleId: role, phone: optional },
  },
  'GET /api/user': { side: 'any', items: { admin: [14, 15], business: [36, 37, 38, 39] }, parameters: {} },

  'GET /api/role/item': { side: 'any', items: { admin: [16, 17], business: [40, 41, 42] }, parameters: {} },
  'PUT /api/role': {
    side: 'any',
    items: { admin: [17], business: [41] },
    parameters: { roleName: word('nothing'), items: optional },
  },
  'DELETE /api/role': { side: 'any', items: { admin: [17], business: [43] }, parameters: { roleId: role } },
  'POST /api/role': {
    side: 'any',
    items: { admin: [17], business: [42] },
    parameters: { roleId: role, roleName: word('nothing'), items: optional },
  },
  'GET /api/role': {
    side: 'any',
    items: { admin: [14, 15, 16, 17], business: [36, 37, 38, 40, 41, 42, 43] },
    parameters: {},
  },

  'GET /api/log': {
    side: 'any',
    items: { admin: [1, 14], business: [34, 36] },
    parameters: { vender: ownUnit, from: optional, pageSize: page.pageSize },
  },

  'GET /api/nutrition': { side: 'any', items: { admin: [5, 7, 8], business: [21] }, parameters: page },
  'GET /api/nutrition/select': {
    side: 'any',
    items: { admin: [5, 7], business: [21, 29, 30, 31] },
    parameters: { id: oneInstead('standard'), vender: ownUnit, keyword: value('') },
  },
  'PUT /api/nutrition': {
    side: 'admin',
    items: { admin: [6] },
    parameters: { name: value('标准'), vendors: ownUnit, overflow: value('0.5') },
  },
  'POST /api/nutrition': {
    side: 'admin',
    items: { admin: [7] },
    parameters: {
      id: standard,
      name: value('标准'),
      vendors: ownUnit,
      overflow: value('0'),
      foodCategoryDay: value('{"谷类":250}'),
      foodCategoryWeek: value('{}'),
      ingredient: value('{}'),
    },
  },
  'DELETE /api/nutrition': { side: 'admin', items: { admin: [8] }, parameters: { id: standard } },

  'GET /api/ingredient': {
    side: 'any',
    items: foodItems,
    parameters: { ...page, category: value(''), mark: value('常用') },
  },
  'GET /api/ingredient/select': { side: 'any', items: foodItems, parameters: { codes: food } },
  'GET /api/ingredient/mark/template': {
    side: 'business',
    items: { business: [23, 24] },
    parameters: { keyword: value(''), category: value(''), mark: optional },
  },
  'GET /api/ingredient/mark': { side: 'business', items: { business: [23, 24] }, parameters: {} },
  'PUT /api/ingredient/mark': {
    side: 'business',
    items: { business: [24] },
    parameters: { nutrient: food, ingredient: oneInstead('nothing'), mark: value('常用') },
  },
  'DELETE /api/ingredient/mark': {
    side: 'business',
    items: { business: [24] },
    parameters: { nutrient: food, ingredient: oneInstead('nothing') },
  },

  'GET /api/dish': {
    side: 'any',
    items: { admin: [9, 10, 11, 12], business: [25, 26, 27, 28] },
    parameters: {
      ...page,
      id: oneInstead('dish'),
      vender: ownUnit,
      mark: value('素菜'),
      poly: optional,
      month: optional,
      ingredient: optional,
      icons: value('false'),
    },
  },
  'GET /api/dish/select': {
    side: 'any',
    items: { admin: [9, 10, 11], business: [25, 26, 27, 29, 30, 31] },
    parameters: { vender: ownUnit, keyword: value('') },
  },
  'GET /api/dish/label': { side: 'any', items: { admin: [9], business: [25] }, parameters: { ids: dish } },
  'GET /api/dish/label.html': { side: 'any', items: { admin: [9], business: [25] }, parameters: { ids: dish } },
  'GET /api/dish/label.svg': { side: 'any', items: { admin: [9], business: [25] }, parameters: { id: dish } },
  'PUT /api/dish': { side: 'any', items: { admin: [10], business: [26] }, parameters: dishFacts },
  'POST /api/dish': { side: 'any', items: { admin: [11], business: [27] }, parameters: { id: dish, ...dishFacts } },
  'DELETE /api/dish': { side: 'any', items: { admin: [12], business: [28] }, parameters: { ids: dish } },
  'PUT /api/dish/copy': {
    side: 'any',
    items: { admin: [10], business: [26] },
    parameters: { id: dish, vendors: dishUnits },
  },
};

/** The rule of a route. @throws Error where it has no row. */
export function ruleOf(route: string): EndpointRule {
  const rule = endpointRules[route];
  if (!rule) throw new Error(`no rule for ${route}: give it a row in tests/support/endpoint-rules.ts`);
  return rule;
}

/** Parameters with which a caller of `home` has success, made anew. */
export async function makeParameters(route: string, stage: Stage, home: School) {
  const made: Record<string, string | number> = {};
  for (const [name, { make }] of Object.entries(ruleOf(route).parameters)) {
    const given = await make(stage, home);
    if (given !== undefined) made[name] = given;
  }
  return made;
}
