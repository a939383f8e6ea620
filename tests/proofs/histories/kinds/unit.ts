import { normaliseKey } from '../../../../lib/text/normal-form.ts';
import { done, type Expected, fails } from '../answer.ts';
import {
  type Argument,
  boolean,
  date,
  decimal,
  digest,
  freeText,
  icon,
  id,
  ids,
  inQuery,
  keyword,
  maybe,
  name,
  needed,
  pageOf,
  paging,
} from '../arguments.ts';
import type { Draw } from '../draw.ts';
import { isFound, isSameName } from '../gate.ts';
import { defineKind, type Kind, type Viewpoint } from '../kind.ts';
import { findUser, ID_FACTOR, type ModelUnit, nextEpoch, UNIT_TEXTS, type World } from '../world.ts';
import { ALL_BUSINESS_ITEMS } from './role.ts';

/** Nobody else may have this name. */
const PLATFORM_NAME = '平台';
const UNIT_NAMES = ['红旗小学', '东风中学', 'ABC school', '新建学校', 'Ａbc 幼儿园', PLATFORM_NAME];
export const UIDS = ['hong', 'dong', 'Anna', 'bob', 'carl', '厨师', 'dora', 'Emil', 'ｆritz', 'ops', 'root'];
const CATEGORIES = ['小学', '初中', '幼儿园'];

/** The name of a unit. */
function unitName(draw: Draw, names: readonly string[]): Argument<string> {
  const argument = name(draw, 'name', names, 100);
  return argument.means === PLATFORM_NAME ? { ...argument, bad: ['name'] } : argument;
}

/** The configuration of a new unit. */
const FIRST_CONFIG = { breakfast: 30, lunch: 40, dinner: 30 };

/** The optional texts of a unit, mostly left out. */
function textArguments(draw: Draw) {
  const entries = UNIT_TEXTS.map((field) => [field, maybe(draw, () => freeText(draw, field, '朝阳路 1 号', '010-1'))]);
  return Object.fromEntries(entries) as Record<(typeof UNIT_TEXTS)[number], ReturnType<typeof freeText> | undefined>;
}

/** The ids of all units without the platform, the oldest first. */
export function unitIds(world: World): number[] {
  return [...world.units.keys()].filter((unit) => unit !== 0);
}

/** The unit ids, the own unit first. */
function unitsFrom({ world, home }: Viewpoint): number[] {
  return [home, ...unitIds(world).filter((unit) => unit !== home)];
}

const createUnit = defineKind({
  route: 'PUT /api/vender',
  weight: 4,
  creates: true,
  choose: (draw, { world }) => ({
    account: needed(draw, 'account', () => name(draw, 'account', UIDS.slice(2), 64)),
    name: needed(draw, 'name', () => unitName(draw, UNIT_NAMES.slice(2))),
    password: needed(draw, 'password', () => digest(draw, 'password')),
    category: needed(draw, 'category', () => name(draw, 'category', CATEGORIES, 500)),
    expire: needed(draw, 'expire', () => date(draw, 'expire', world)),
    icon: maybe(draw, () => icon(draw, 'icon')),
    ...textArguments(draw),
  }),
  answer: ({ world }, meaning) => {
    if (findUser(world, meaning.account)) return fails('duplicate_account');
    if (isUnitName(world, meaning.name)) return fails('duplicate_unit_name');
    addUnit(world, meaning);
    return done();
  },
});

interface NewUnit extends Partial<Record<(typeof UNIT_TEXTS)[number], string | undefined>> {
  readonly account: string;
  readonly password: string;
  readonly name: string;
  readonly category: string;
  readonly expire: string;
  readonly menuReview?: boolean | undefined;
  readonly icon?: string | undefined;
}

/** Adds a unit with its system role, its main user and its first configuration. */
export function addUnit(world: World, { password: secret, icon: picture = '', ...facts }: NewUnit): void {
  const unit = world.nextUnit++;
  const texts = Object.fromEntries(UNIT_TEXTS.map((field) => [field, facts[field] ?? '']));
  const { account, name: unitName, category, expire, menuReview = false } = facts;
  const core = {
    id: unit,
    account,
    name: unitName,
    category,
    expire,
    status: true,
    menuReview,
    icon: picture,
    ...FIRST_CONFIG,
  };
  world.units.set(unit, { ...core, ...(texts as Record<(typeof UNIT_TEXTS)[number], string>) });
  const role = {
    id: systemRole(unit),
    roleName: '超级管理员',
    roleType: '系统角色',
    roleItems: [...ALL_BUSINESS_ITEMS],
  };
  world.rosters.set(unit, { next: 2, roles: [role] });
  const main = { uid: account, unit, name: unitName, phone: facts.phone ?? '', roleId: role.id, digest: secret };
  world.users.set(normaliseKey(account), { ...main, time: world.now, epoch: nextEpoch(world) });
}

function systemRole(unit: number): number {
  return unit * ID_FACTOR + 1;
}

/** Whether another unit has the name. Nobody has the platform's own name. */
function isUnitName(world: World, wanted: string, except = 0): boolean {
  return [...world.units.values()].some((unit) => unit.id !== 0 && unit.id !== except && isSameName(unit.name, wanted));
}

const deleteUnit = defineKind({
  route: 'DELETE /api/vender',
  weight: 1,
  choose: (draw, { world }) => ({
    vender: needed(draw, 'vender', () => id(draw, 'vender', unitIds(world).reverse())),
  }),
  answer: ({ world }, { vender }) => {
    if (!world.units.has(vender)) return fails('unit_not_found');
    world.units.delete(vender);
    for (const [key, user] of world.users) if (user.unit === vender) world.users.delete(key);
    for (const kept of [world.rosters, world.marks, world.prices, world.logs, ...world.members.values()])
      kept.delete(vender);
    for (const one of world.standards.values()) one.vendors = one.vendors.filter((unit) => unit !== vender);
    return done();
  },
});

const setUnitPassword = defineKind({
  route: 'POST /api/vender/password',
  weight: 1,
  choose: (draw, { world }) => ({
    venderId: needed(draw, 'venderId', () => id(draw, 'venderId', unitIds(world))),
    password: needed(draw, 'password', () => digest(draw, 'password')),
  }),
  answer: ({ world }, { venderId, password }) => {
    const user = findUser(world, world.units.get(venderId)?.account ?? '');
    if (!user) return fails('unit_not_found');
    Object.assign(user, { digest: password, epoch: nextEpoch(world) });
    return done();
  },
});

const updateUnit = defineKind({
  route: 'POST /api/vender',
  weight: 7,
  choose: (draw, viewpoint) => ({
    venderId: needed(draw, 'venderId', () => id(draw, 'venderId', unitsFrom(viewpoint))),
    name: maybe(draw, () => unitName(draw, UNIT_NAMES)),
    account: draw.rarely(4) ? name(draw, 'account', UIDS, 64) : undefined,
    expire: draw.rarely(6) ? date(draw, 'expire', viewpoint.world) : undefined,
    status: draw.rarely(6) ? boolean(draw, 'status') : undefined,
    menuReview: draw.rarely(4) ? boolean(draw, 'menuReview') : undefined,
    category: maybe(draw, () => name(draw, 'category', CATEGORIES, 500)),
    icon: maybe(draw, () => icon(draw, 'icon')),
    ...textArguments(draw),
  }),
  answer: ({ world, caller }, { venderId, account, ...facts }) => {
    if (!caller.isPlatform && venderId !== caller.unit) return fails('foreign_unit');
    if (!caller.isPlatform && (facts.expire ?? facts.status ?? facts.menuReview) !== undefined)
      return fails('admin_side_only');
    const unit = world.units.get(venderId);
    if (!unit) return fails('unit_not_found');
    const holder = account === undefined ? undefined : findUser(world, account);
    if (holder && holder.unit !== venderId) return fails('duplicate_account');
    if (facts.name !== undefined && isUnitName(world, facts.name, venderId)) return fails('duplicate_unit_name');
    const before = JSON.stringify([unit, ...world.users.values()]);
    if (account !== undefined) rebind(world, unit, account);
    Object.assign(unit, Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)));
    return { kind: 'success', isIdle: JSON.stringify([unit, ...world.users.values()]) === before };
  },
});

/** A user of the unit becomes its main account; a uid that nobody has becomes the main user's new one. */
function rebind(world: World, unit: ModelUnit, account: string): void {
  const main = findUser(world, unit.account);
  const holder = findUser(world, account);
  if (account === unit.account || !main) return;
  if (holder && holder !== main) {
    holder.roleId = systemRole(unit.id);
    unit.account = holder.uid;
    return;
  }
  world.users.delete(normaliseKey(main.uid));
  world.users.set(normaliseKey(account), { ...main, uid: account, epoch: nextEpoch(world) });
  unit.account = account;
}

const listUnits = defineKind({
  route: 'GET /api/vender',
  weight: 3,
  choose: (draw, { world }) => ({
    keyword: maybe(draw, () => keyword(draw, '学', 'abc', 'BC s', 'xx', 'xue')),
    category: draw.rarely(6) ? inQuery(name(draw, 'category', CATEGORIES, 500)) : undefined,
    status: draw.rarely(6) ? inQuery(boolean(draw, 'status')) : undefined,
    expireBefore: draw.rarely(6) ? inQuery(date(draw, 'expireBefore', world)) : undefined,
    ...paging(draw),
  }),
  answer: ({ world }, { keyword: word, category, status, expireBefore, ...page }) => {
    const found = findUnits(world, word).filter(
      (unit) =>
        (category === undefined || unit.category === category) &&
        (status === undefined || unit.status === status) &&
        (expireBefore === undefined || (unit.expire ?? '') < expireBefore),
    );
    return done(pageOf(found.map(toRecord), page));
  },
});

function findUnits(world: World, word: string | undefined): ModelUnit[] {
  const units = [...world.units.values()].filter((unit) => unit.id !== 0 && isFound(unit.name, word));
  return units.sort((a, b) => b.id - a.id);
}

function toRecord({ breakfast: _b, lunch: _l, dinner: _d, expire = '', ...unit }: ModelUnit) {
  return { ...unit, expire: Date.parse(`${expire}T00:00:00Z`) };
}

const selectUnits = defineKind({
  route: 'GET /api/vender/select',
  weight: 2,
  choose: (draw, { world }) => ({
    keyword: maybe(draw, () => keyword(draw, '学', 'abc', 'xiaox')),
    vendors: maybe(draw, () => ids(draw, 'vendors', draw.few([...unitIds(world), 987], 0), 0)),
  }),
  answer: ({ world }, { keyword: word, vendors }) => {
    const wanted = findUnits(world, word).filter((unit) => vendors?.includes(unit.id) ?? true);
    return done(
      wanted.map(({ account, category, id: unit, name: unitName }) => ({
        account,
        category,
        id: unit,
        name: unitName,
      })),
    );
  },
});

const chooseUnits: Kind = { ...selectUnits, route: 'POST /api/vender/select' };

const checkName = defineKind({
  route: 'GET /api/vender/check/name',
  weight: 1,
  choose: (draw) => ({ name: needed(draw, 'name', () => name(draw, 'name', UNIT_NAMES, 100)) }),
  answer: ({ world }, { name: wanted }) => done(wanted !== PLATFORM_NAME && !isUnitName(world, wanted)),
});

const getInfo = defineKind({
  route: 'GET /api/vender/info',
  weight: 2,
  choose: (draw, { world, home }) => ({
    vender: draw.rarely(2) ? id(draw, 'vender', [home || 1, ...unitIds(world)]) : undefined,
  }),
  answer: ({ world, caller }, { vender = caller.unit }): Expected => {
    if (!caller.isPlatform && vender !== caller.unit) return fails('foreign_unit');
    const unit = world.units.get(vender);
    if (!unit) return fails('unit_not_found');
    const record = { ...toRecord(unit), ...(unit.id === 0 ? { expire: Date.parse('9999-12-31T00:00:00Z') } : {}) };
    if (!caller.isPlatform) return done(record);
    const users = [...world.users.values()].filter((user) => user.unit === vender).length;
    return done({ ...record, users, roles: world.rosters.get(vender)?.roles.length ?? 0 });
  },
});

const getConfig = defineKind({
  route: 'GET /api/vender/config',
  weight: 2,
  choose: () => ({}),
  answer: ({ world, caller }): Expected => {
    const { breakfast = 0, dinner = 0, lunch = 0 } = world.units.get(caller.unit) ?? {};
    return done({ breakfast, dinner, lunch });
  },
});

const updateConfig = defineKind({
  route: 'POST /api/vender/config',
  weight: 2,
  choose: (draw, viewpoint) => ({
    vender: needed(draw, 'vender', () => id(draw, 'vender', [viewpoint.home, viewpoint.home, ...unitsFrom(viewpoint)])),
    breakfast: needed(draw, 'breakfast', () => decimal(draw, 'breakfast', 2)),
    dinner: needed(draw, 'dinner', () => decimal(draw, 'dinner', 2)),
    lunch: needed(draw, 'lunch', () => decimal(draw, 'lunch', 2)),
  }),
  answer: ({ world, caller }, { vender, ...config }) => {
    if (vender !== caller.unit) return fails('foreign_unit');
    const unit = world.units.get(vender);
    const before = JSON.stringify(unit);
    Object.assign(unit ?? {}, config);
    return { kind: 'success', isIdle: JSON.stringify(unit) === before };
  },
});

export const kinds: readonly Kind[] = [
  createUnit,
  deleteUnit,
  updateUnit,
  setUnitPassword,
  listUnits,
  selectUnits,
  chooseUnits,
  checkName,
  getInfo,
  getConfig,
  updateConfig,
];
