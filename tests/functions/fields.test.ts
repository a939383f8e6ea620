import { describe, expect, it } from 'vitest';
import { digestPassword } from '../../lib/auth/password.ts';
import { getRevision } from '../../lib/store/menu/menu-revision.ts';
import { Attachment } from '../support/files/attachment.ts';
import { makeBook, readSheetRows } from '../support/files/sheets.ts';
import { createMenu, MONDAY, menuItems } from '../support/nouns/menus.ts';
import { ICON } from '../support/nouns/units.ts';
import { openSetup } from '../support/service/open.ts';

type Facts = Readonly<Record<string, string | number>>;
// biome-ignore lint/suspicious/noExplicitAny: the tests compare whole answers
type Thing = Readonly<Record<string, any>>;
type Key = string | number;

/** Two values of a parameter: how they are sent, and how the answer tells them. */
type Values = readonly [parameter: string, sent: readonly [Key, Key], answered: readonly [Thing, Thing]];

/** A way on which a thing comes back, and what of it does not. */
interface Way {
  readonly lacks: readonly string[];
  readonly read: (key: Key) => Promise<Thing>;
}

/** A noun. Whoever gives its calls another parameter adds two values of it. */
interface Noun {
  /** The routes of its calls. */
  readonly create?: string;
  readonly change?: string;
  /** Parameters that tell which thing is meant, or what no answer tells. */
  readonly apart: readonly string[];
  /** What a new one must have. */
  readonly demanded: () => Facts;
  readonly values: () => readonly Values[];
  /** Makes one, and returns by what it is named. */
  readonly add: (facts: Facts) => Promise<Key>;
  readonly write: (key: Key, facts: Facts) => Promise<unknown>;
  readonly read: (key: Key) => Promise<Thing>;
  readonly ways: Readonly<Record<string, Way>>;
}

const { service, setup } = await openSetup();
const { admin, school } = setup;

/** The values of a parameter that are told as they are sent, or else as `told`, under the parameter's name or `as`. */
function two(name: string, sent: readonly [Key, Key], answered: readonly [unknown, unknown] = sent, as = name): Values {
  return [name, sent, [{ [as]: answered[0] }, { [as]: answered[1] }]];
}

/** The same of a parameter that takes JSON text. */
function twoTexts(name: string, one: unknown, other: unknown): Values {
  return two(name, [JSON.stringify(one), JSON.stringify(other)], [one, other]);
}

const ask = (route: string, facts: Facts = {}, token = school.token): Promise<Thing> =>
  setup.succeed(route, facts, token);
const find = (things: Thing, name: string, key: Key): Thing =>
  Object.values(things).find((one) => one[name] === key) ?? {};
const without = (thing: Thing, names: readonly string[]): Thing =>
  Object.fromEntries(Object.entries(thing).filter(([name]) => !names.includes(name)));
const mapped = (thing: Thing, change: (value: string) => unknown): Thing =>
  Object.fromEntries(Object.entries(thing).map(([name, value]) => [name, change(value)]));

/** Finds a thing in the list of its noun. */
function listed(route: string, token?: string): Way {
  return { lacks: [], read: async (id) => find((await ask(route, { pageSize: 200 }, token))['content'], 'id', id) };
}

/** Uploads the row of a thing, and of its parts, as those of a new one, and returns what that is named. */
async function renew(route: string, key: Key, anew: string): Promise<string> {
  const { bytes } = await service.call(`GET ${route}`, {}, { token: school.token });
  const sheets = Object.entries(readSheetRows(bytes)).map(([name, [header = [], ...rows]]) => {
    const own = rows.filter(([first]) => String(first) === String(key)).map(([, ...cells]) => [anew, ...cells]);
    return [name, [header, ...own]] as const;
  });
  const files = new Attachment('簿.xlsx', makeBook(sheets));
  const answer = await service.call(`PUT ${route}`, { files }, { token: school.token });
  return String(answer.headers['catering-ids']);
}

/** What is frozen of a menu that serves the dish. */
async function freeze(facts: Facts, dish: Key = dishId) {
  const menu = await createMenu(setup, { items: menuItems([1, 'lunch', Number(dish)]), ...facts });
  await ask('POST /api/menu/submit', { id: menu });
  return getRevision(service.deps.db, menu, 1);
}

const dishes: Noun = {
  ...{ create: 'PUT /api/dish', change: 'POST /api/dish', apart: ['id', 'vendors'] },
  demanded: () => ({ name: '菜', mark: '素菜' }),
  values: () => [
    two('name', ['酱茄子', '烧茄子']),
    two('icon', ['a.png', 'b.png']),
    two('month', ['1,2', '3'], [[1, 2], [3]]),
    two('meals', ['lunch', 'lunch,supper'], [['lunch'], ['lunch', 'supper']]),
    two('mark', ['半荤', '主食'], undefined, 'marks'),
    two('poly', ['炒', '蒸']),
    twoTexts('ingredient', [{ key: 'A', value: 5, isMain: true }], [{ key: 'A', value: 6 }]),
    two('liking', [0, 5]),
    two('notFor', ['3–5', '6-8,成人'], [['3–5'], ['6–8', '成人']]),
  ],
  add: (facts) => setup.create('PUT /api/dish', facts, school.token),
  write: (id, facts) => ask('POST /api/dish', { id, ...facts }),
  read: async (id) => (await service.call('GET /api/dish', { id }, { token: school.token })).json,
  ways: {
    list: listed('GET /api/dish'),
    copy: {
      lacks: ['id', 'modify'],
      read: async (id) => dishes.read(await setup.create('PUT /api/dish/copy', { id }, school.token)),
    },
    workbook: {
      lacks: ['id', 'modify', 'icon'],
      read: async (id) => dishes.read(await renew('/api/dish/sheet.xlsx', id, '')),
    },
    revision: {
      lacks: ['vender', 'modify', 'icon', 'iconVersion', 'meals', 'liking', 'notFor'],
      read: async (id) => {
        const { mark, ingredient, ...rest } = find((await freeze({}, id)).dishes, 'id', id);
        return {
          ...rest,
          marks: mark,
          ingredient: ingredient.map((one: Thing) => ({ ...one, value: Number(one['value']) })),
        };
      },
    },
  },
};

const foods: Noun = {
  ...{ create: 'PUT /api/ingredient', change: 'POST /api/ingredient', apart: ['code'] },
  demanded: () => ({ name: '自制', category: '其他' }),
  values: () => [
    two('name', ['红豆沙', '绿豆沙']),
    two('category', ['干豆类', '糕点']),
    two('alias', ['豆沙', '豆泥']),
    twoTexts('foodCategory', { name: '杂豆类', amount: 70, counts: 50 }, { name: '杂豆类', amount: 80, counts: 50 }),
    two('dark', ['true', 'true'], [true, true]),
    two('edible', ['80', '90'], [80, 90]),
    two('allergens', ['大豆', '无'], [['大豆'], []]),
    two('mayHaveOthers', ['true', 'false'], [true, false]),
    two('nutrient', ['{"protein":5.5}', '{"fat":2}'], [{ protein: 5.5 }, { fat: 2 }], 'nutrients'),
  ],
  add: async (facts) => {
    const code = setup.unique('ZZ');
    await ask('PUT /api/ingredient', { code, ...facts });
    return code;
  },
  write: (code, facts) => ask('POST /api/ingredient', { code, ...facts }),
  read: async (codes) => (await ask('GET /api/ingredient/select', { codes }))[0],
  ways: {
    list: {
      lacks: [],
      read: async (code) => {
        const { content } = await ask('GET /api/ingredient', { pageSize: 200 });
        return without(find(content, 'code', code), ['mark']);
      },
    },
    revision: {
      lacks: ['own', 'traces', 'source'],
      read: async (code) => {
        const dish = await setup.createDish({ ingredient: JSON.stringify([{ key: code, value: 9 }]) });
        const { foods: frozen, values } = await freeze({}, dish);
        const { edible, foodCategory, ...rest } = find(frozen, 'code', code);
        const { name, ...grams } = foodCategory;
        const counted = { name, ...mapped(grams, Number) };
        return { ...rest, edible: Number(edible), foodCategory: counted, nutrients: mapped(values, Number) };
      },
    },
  },
};

const standards: Noun = {
  ...{ create: 'PUT /api/nutrition', change: 'POST /api/nutrition', apart: ['id', 'from'] },
  demanded: () => ({ name: '标准', vendors: school.id, overflow: '0.5' }),
  values: () => [
    two('name', ['少年', '儿童']),
    two('vendors', [school.id, ''], [[school.id], []]),
    two('overflow', ['0.25', '0.1'], [0.25, 0.1]),
    twoTexts('foodCategoryDay', { 谷类: 250 }, { 蔬菜类: 300 }),
    twoTexts('foodCategoryWeek', { 谷类: 250 }, { 蔬菜类: 300 }),
    twoTexts('foodCategoryDayMax', { 畜禽肉类: 50 }, { 蛋类: 75 }),
    twoTexts('foodCategoryWeekMax', { 动物肝脏: 25 }, { 蛋类: 350 }),
    twoTexts('energyShares', { fat: { min: 0.2, max: 0.3 } }, { protein: { max: 0.15 } }),
    twoTexts('ingredient', { 轻体力: { 钙: { min: 800 } } }, { 轻体力: { 钙: { max: 900 } } }),
    two('forbidden', ['042110', '045412,051042'], [['042110'], ['045412', '051042']]),
    two('forbiddenMarks', ['冷荤', '凉菜'], [['冷荤'], ['凉菜']]),
    two('band', ['3–5', '12-14'], ['3–5', '12–14']),
    two('unitCategories', ['中学', '小学,幼儿园'], [['中学'], ['小学', '幼儿园']]),
  ],
  add: (facts) => setup.create('PUT /api/nutrition', facts, admin),
  write: (id, facts) => ask('POST /api/nutrition', { id, ...facts }, admin),
  read: (id) => ask('GET /api/nutrition/select', { id }, admin),
  ways: {
    list: listed('GET /api/nutrition', admin),
    revision: {
      lacks: ['vendors', 'unitCategories'],
      read: async (standard) => {
        const { overflow, ...frozen } = (await freeze({ standard })).standard ?? {};
        const parsed = mapped(frozen, (value) => (/^\{/.test(value) ? JSON.parse(value) : value));
        return { ...parsed, overflow: Number(overflow) };
      },
    },
  },
};

const units: Noun = {
  ...{ create: 'PUT /api/vender', change: 'POST /api/vender', apart: ['venderId', 'password', 'standard'] },
  demanded: () => ({
    ...{ account: setup.unique('u'), name: setup.unique('校'), category: '小学', expire: '2099-12-31' },
    password: digestPassword('x'),
  }),
  values: () => [
    two('account', [setup.unique('u'), setup.unique('u')]),
    two('name', [setup.unique('校'), setup.unique('校')]),
    two('category', ['小学', '中学']),
    two('expire', ['2090-01-01', '2091-01-01'], [Date.UTC(2090, 0, 1), Date.UTC(2091, 0, 1)]),
    two('status', ['true', 'false'], [true, false]),
    two('menuReview', ['true', 'true'], [true, true]),
    two('icon', [ICON, ICON]),
    ...['address', 'contacts', 'phone', 'email', 'province', 'city', 'area'].map((name) => {
      return two(name, [`一 ${name}`, `二 ${name}`]);
    }),
  ],
  add: (facts) => setup.create('PUT /api/vender', facts, admin),
  write: (venderId, facts) => ask('POST /api/vender', { venderId, ...facts }, admin),
  read: async (vender) => without(await ask('GET /api/vender/info', { vender }, admin), ['users', 'roles']),
  ways: { list: listed('GET /api/vender', admin) },
};

const shares = ['breakfast', 'lunch', 'dinner', 'morningSnack', 'afternoonSnack', 'supper'];

const configs: Noun = {
  ...{ change: 'POST /api/vender/config', apart: ['vender'] },
  demanded: () => ({}),
  values: () => [
    ...shares.map((name) => two(name, [20, 25])),
    twoTexts(
      'template',
      { lunch: [{ marks: ['主食'], min: 1, max: 1 }] },
      { dinner: [{ marks: ['汤羹', '粥'], min: 0, max: 2 }] },
    ),
    twoTexts('capacity', { 炒: 3, all: 6 }, { 蒸: 2 }),
  ],
  add: async () => school.id,
  write: (vender, facts) => ask('POST /api/vender/config', { vender, breakfast: 30, lunch: 40, dinner: 30, ...facts }),
  read: () => ask('GET /api/vender/config'),
  ways: {
    revision: { lacks: ['template', 'capacity'], read: async () => mapped((await freeze({})).shares, Number) },
  },
};

const users: Noun = {
  ...{ create: 'PUT /api/user', change: 'POST /api/user', apart: ['uid', 'password'] },
  demanded: () => ({ name: '人', roleId, password: digestPassword('x') }),
  values: () => [two('name', ['孙燕', '孙雁']), two('roleId', [roleId, secondRole]), two('phone', ['138', '139'])],
  add: async (facts) => {
    const uid = setup.unique('uid');
    await ask('PUT /api/user', { uid, ...facts });
    return uid;
  },
  write: (uid, facts) => ask('POST /api/user', { uid, ...facts }),
  read: async (uid) => without(find(await ask('GET /api/user'), 'uid', uid), ['roleName']),
  ways: {
    workbook: {
      lacks: ['uid', 'time'],
      read: async (uid) => users.read(await renew('/api/user/sheet.xlsx', uid, `${uid}b`)),
    },
  },
};

const group = { name: '甲', level: '轻体力', people: 5, factor: 1, meals: ['lunch'], avoid: ['花生'] };
const item = { day: 1, meal: 'lunch', dish: 0, portion: 2 };

const menus: Noun = {
  ...{ create: 'PUT /api/menu', change: 'POST /api/menu', apart: ['id'] },
  demanded: () => ({ name: '食谱', start: MONDAY, groups: JSON.stringify([group]), standard: '' }),
  values: () => [
    two('name', ['一周', '二周']),
    two('start', ['2027-01-04', '2027-01-11']),
    two('days', [3, 4]),
    two('meals', ['breakfast,lunch', 'lunch'], [['breakfast', 'lunch'], ['lunch']]),
    twoTexts('groups', [{ ...group, people: 6, standard: standardId }], [{ ...group, factor: 2 }]),
    two('standard', [standardId, standardId]),
    twoTexts('items', [{ ...item, dish: dishId }], [{ ...item, dish: secondDish, groups: ['甲'] }]),
  ],
  add: (facts) => setup.create('PUT /api/menu', facts, school.token),
  write: (id, facts) => ask('POST /api/menu', { id, ...facts }),
  read: async (id) => unnamed(await ask('GET /api/menu', { id })),
  ways: {
    list: { lacks: [], read: async (id) => unnamed(await listed('GET /api/menu').read(id)) },
    copy: {
      lacks: ['id', 'modify'],
      read: async (id) => menus.read(await setup.create('PUT /api/menu/copy', { id }, school.token)),
    },
    revision: {
      lacks: ['state', 'revision', 'published', 'modify'],
      read: async (id) => {
        await ask('POST /api/menu/submit', { id, confirm: 'allergen' });
        const { items, ...frozen } = unnamed(await ask('GET /api/menu', { id, revision: 1 }));
        // A revision tells the grams that were served, too.
        return { ...frozen, items: items.map(({ grams: _, ...item }: { grams?: number }) => item) };
      },
    },
  },
};

/** A menu without the names of its dishes, which nobody sends. */
function unnamed({ items, ...menu }: Thing): Thing {
  return { ...menu, items: items.map((one: Thing) => without(one, ['name'])) };
}

const screens: Noun = {
  ...{ create: 'PUT /api/screen', apart: [] },
  demanded: () => ({ name: '屏', form: 'wall' }),
  values: () => [
    two('name', ['一楼', '二楼']),
    two('form', ['led', 'phone']),
    two('levels', ['["轻体力"]', '["中体力"]'], [['轻体力'], ['中体力']]),
  ],
  add: async (facts) => (await ask('PUT /api/screen', facts))['id'],
  write: async () => undefined,
  read: async (id) => find(await ask('GET /api/screen'), 'id', id),
  ways: {},
};

const nouns = { dishes, foods, standards, units, configs, users, menus, screens };

const [roleId, secondRole] = [await setup.createRole(), await setup.createRole()];
const [dishId, secondDish] = [await setup.createDish(), await setup.createDish()];
const standardId = await setup.createStandard();

describe.each(Object.entries(nouns))('of %s', (title, noun) => {
  /** The parameters of a call that say what a thing is like. */
  const listParameters = (route = '') => {
    const names = Object.keys(service.endpoints.get(route)?.input.shape ?? {});
    return names.filter((name) => !noun.apart.includes(name));
  };
  /** What is sent and told where these parameters have their first or second values. */
  const choose = (names: readonly string[], index: 0 | 1) => {
    const known = new Map(
      noun.values().map(([name, sent, answered]) => [name, { sent: sent[index], answered: answered[index] }]),
    );
    const values = names.map((name) => {
      const value = known.get(name);
      if (!value) throw new Error(`Two values of \`${name}\` are missing among those of the ${title} in this file.`);
      return [name, value] as const;
    });
    const sent: Facts = Object.fromEntries(values.map(([name, value]) => [name, value.sent]));
    return { sent, answered: Object.assign({}, ...values.map(([, { answered }]) => answered)) };
  };
  const changing = listParameters(noun.change);
  const moving = ['modify', 'iconVersion', 'source'];

  it.each([noun.create ?? []].flat())('all that %s tells comes back', async (route) => {
    const { sent, answered } = choose(listParameters(route), 0);
    expect(await noun.read(await noun.add({ ...noun.demanded(), ...sent }))).toMatchObject(answered);
  });

  it.each(changing)('%s comes back where it alone is changed, and all else stays', async (name) => {
    const { sent, answered } = choose([name], 1);
    const key = await noun.add(noun.demanded());
    await noun.write(key, {});
    const before = await noun.read(key);
    await noun.write(key, sent);
    expect(without(await noun.read(key), moving)).toEqual(without({ ...before, ...answered }, moving));
  });

  it.each(Object.entries(noun.ways))('all that it may be comes back by %s', async (_, { lacks, read }) => {
    const key = await noun.add(noun.demanded());
    const { sent, answered } = choose(changing, 0);
    await noun.write(key, sent);
    const before = await noun.read(key);
    expect(before).toMatchObject(answered);
    expect(without(await read(key), lacks)).toEqual(without(before, lacks));
  });
});
