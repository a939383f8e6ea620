import { makeIcon } from '../../../../lib/picture/icon-picture.ts';
import { readWorkbook } from '../../../../lib/spreadsheet/rows.ts';
import { Attachment, toUpload } from '../../../support/files/attachment.ts';
import { paintPixels, toPng } from '../../../support/files/photos.ts';
import { bookOf } from '../../../support/files/sheets.ts';
import type { CallOptions } from '../../../support/service/service.ts';
import { done, type Expected, fails } from '../answer.ts';
import { choice, given, id, keyword, maybe, name, needed, pageOf, paging } from '../arguments.ts';
import {
  chosenDishes,
  chosenLabels,
  DISH_NAMES,
  dishArguments,
  dishFilters,
  dishIds,
  MARKS,
  namedUnits,
  POLYS,
} from '../dish-arguments.ts';
import { isFound, type ModelCaller } from '../gate.ts';
import { defineKind, type Kind } from '../kind.ts';
import { labelOf } from '../label.ts';
import { dishesOf, ID_FACTOR, type ModelDish, type ModelIngredient, membersOf, type World } from '../world.ts';

/** The content of a dish, without its id and time. */
type Content = Omit<ModelDish, 'id' | 'modify'>;

export const unitOf = (dish: number) => Math.floor(dish / ID_FACTOR);

export function findDish(world: World, wanted: number): ModelDish | undefined {
  return dishesOf(world, unitOf(wanted)).find((dish) => dish.id === wanted);
}

function mayChange({ isPlatform, unit }: ModelCaller, owner: number): boolean {
  return isPlatform || owner === unit;
}

export function maySee(caller: ModelCaller, owner: number): boolean {
  return mayChange(caller, owner) || owner === 0;
}

/** The reason why the caller cannot give a dish to these units. */
function forbidUnits(world: World, caller: ModelCaller, units: readonly number[]): Expected | undefined {
  if (!caller.isPlatform && units.some((unit) => unit !== caller.unit)) return fails('foreign_unit');
  return units.every((unit) => world.units.has(unit)) ? undefined : fails('unknown_unit', 'vendors');
}

/** The named units, or else the caller's own. */
function unitsOr(caller: ModelCaller, named: readonly number[] = []): readonly number[] {
  return named.length > 0 ? named : [caller.unit];
}

/** Gives each unit a dish of its own with the next number. */
function placeDish(world: World, units: readonly number[], content: Content, modify: number): void {
  for (const unit of units) {
    const dishes = membersOf<ModelDish>(world, 'dish', unit);
    dishes.list.push({ ...structuredClone(content), id: unit * ID_FACTOR + dishes.next, modify });
    dishes.next += 1;
  }
}

function removeDish(world: World, dish: ModelDish): void {
  const dishes = membersOf<ModelDish>(world, 'dish', unitOf(dish.id));
  dishes.list = dishes.list.filter((one) => one !== dish);
}

const createDish = defineKind({
  route: 'PUT /api/dish',
  weight: 6,
  choose: (draw, viewpoint) => ({
    name: needed(draw, 'name', () => name(draw, 'name', DISH_NAMES, 100)),
    mark: needed(draw, 'mark', () => choice(draw, 'mark', MARKS)),
    vendors: namedUnits(draw, viewpoint),
    ...dishArguments(draw),
  }),
  answer: ({ world, caller }, { vendors, name: dishName, mark, ...more }) => {
    const units = unitsOr(caller, vendors);
    const refusal = forbidUnits(world, caller, units);
    if (refusal) return refusal;
    const { icon: picture = '', month = [], poly = '', ingredient = [] } = more;
    const content = { name: dishName, mark, icon: picture, month, poly, ingredient: [...ingredient] };
    placeDish(world, units, content, world.now);
    return done();
  },
});

const updateDish = defineKind({
  route: 'POST /api/dish',
  weight: 6,
  choose: (draw, viewpoint) => ({
    id: needed(draw, 'id', () => id(draw, 'id', dishIds(viewpoint))),
    name: maybe(draw, () => name(draw, 'name', DISH_NAMES, 100)),
    mark: maybe(draw, () => choice(draw, 'mark', MARKS)),
    vendors: draw.rarely(2) ? namedUnits(draw, viewpoint) : undefined,
    ...dishArguments(draw),
  }),
  answer: ({ world, caller }, { id: wanted, vendors, ...change }): Expected => {
    const owner = unitOf(wanted);
    if (!mayChange(caller, owner)) return fails('dish_not_found');
    const units = vendors?.length ? vendors : [owner];
    const isForeign = !caller.isPlatform && units.some((unit) => unit !== caller.unit);
    if (isForeign) return fails('foreign_unit');
    const dish = findDish(world, wanted);
    if (!dish) return fails('dish_not_found');
    if (!units.every((unit) => world.units.has(unit))) return fails('unknown_unit', 'vendors');
    return { kind: 'success', isIdle: !changeDish(world, dish, units, change) };
  },
});

/**
 * Changes a dish. Its own unit keeps it if it is among the units; the others get one of their own. False where nothing
 * changes.
 */
function changeDish(world: World, dish: ModelDish, units: readonly number[], change: object): boolean {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const { id: own, modify, ...before } = dish;
  const content: Content = { ...before, ...structuredClone(given) };
  const others = units.filter((unit) => unit !== unitOf(own));
  const isMoved = others.length === units.length;
  const isSame = JSON.stringify(content) === JSON.stringify(before);
  // `modify` grows with every change, even with two at the same moment, but not if nothing changes.
  const changed = Math.max(world.now, modify + 1);
  if (isSame && others.length === 0) return false;
  if (isMoved) removeDish(world, dish);
  else Object.assign(dish, content, { modify: changed });
  placeDish(world, others, content, changed);
  return true;
}

/** Pictures, and the icons made of them. The contract does not say how an icon looks. */
const pictures = [
  [200, 30, 40],
  [20, 130, 60],
].map(([red = 0, green = 0, blue = 0]) => toPng(paintPixels(32, 32, () => [red, green, blue])));
const icons = await Promise.all(pictures.map(makeIcon));

/** A dish as a row of a worksheet. */
const sheetRow = ({ id: one, name: dishName, mark, poly, month }: ModelDish) => [
  String(one),
  dishName,
  mark,
  poly,
  month.join(','),
];
const mainOf = ({ isMain }: ModelIngredient) => (isMain === undefined ? '' : isMain ? '是' : '否');

const getDishSheet = defineKind({
  route: 'GET /api/dish/sheet.xlsx',
  weight: 1,
  choose: (draw, viewpoint) => ({
    vender: draw.rarely(3) ? id(draw, 'vender', [viewpoint.home, ...viewpoint.world.units.keys()], 0) : undefined,
    keyword: maybe(draw, () => keyword(draw, '肉', 'rice')),
    mark: draw.rarely(5) ? choice(draw, 'mark', [...MARKS, '']) : undefined,
  }),
  read: (file) => {
    const [dishes, parts] = readWorkbook('dishes.xlsx', file).map(({ rows }) =>
      rows.slice(1).map(({ cells }) => Array.from({ length: 6 }, (_, index) => cells[index] ?? '')),
    );
    return { code: 200, desc: '成功', success: true, body: [dishes, parts] };
  },
  answer: ({ world, caller }, { vender, keyword: word, mark }) => {
    const wrong = refuseUnit(world, caller, vender);
    if (wrong) return wrong;
    const found = findAll(world, vender ?? caller.unit, word, mark).toReversed();
    const parts = found.flatMap(({ id: one, name: dishName, ingredient }) =>
      ingredient.map((part) => {
        const food = world.foods.find(({ code }) => code === part.key)?.name ?? '';
        return [String(one), dishName, part.key, food, String(part.value), mainOf(part)];
      }),
    );
    return done([found.map((dish) => [...sheetRow(dish), '']), parts]);
  },
});

/** A workbook with some dishes under another mark, some unchanged and some new ones; or with somebody else's. */
const setDishSheet = defineKind({
  route: 'PUT /api/dish/sheet.xlsx',
  weight: 2,
  choose: (draw, viewpoint) => {
    const own = draw.few(dishesOf(viewpoint.world, viewpoint.home), 0).slice(0, 3);
    const foreign = draw.rarely(8) ? dishIds(viewpoint).slice(0, 1) : [];
    const rows = own.map((dish) => ({ ...dish, mark: draw.rarely(2) ? draw.some('点心', '粥') : dish.mark }));
    const made = draw.few(DISH_NAMES, 0).map((dishName) => ({ name: dishName, mark: '其他' }));
    const sent: string[][] = [
      ...rows.map(sheetRow),
      ...foreign.map((one) => [String(one), '别的', '粥', '', '']),
      ...made.map((dish) => ['', dish.name, dish.mark, '', '']),
    ];
    return { files: given(JSON.stringify(sent), { rows, foreign, made }) };
  },
  send: ({ files }): CallOptions => {
    const rows: string[][] = JSON.parse(files.sent ?? '[]');
    const book = bookOf([['菜品', [['编号', '菜名', '标记', '烹饪方式', '月份'], ...rows]]]);
    const { contentType, body } = toUpload([['files', new Attachment('菜品.xlsx', book)]]);
    return { rawBody: body, encoding: 'base64', headers: { 'content-type': contentType } };
  },
  answer: ({ world, caller }, { files: { rows, foreign, made } }): Expected => {
    const named = [...rows.map((row) => row.id), ...foreign];
    const known = named.map((one) => (unitOf(one) === caller.unit ? findDish(world, one) : undefined));
    if (known.includes(undefined) || new Set(named).size < named.length) return fails('invalid_input', 'files');
    const rowOf = (one: number) =>
      rows.find((row) => row.id === one) ?? { name: '别的', mark: '粥', poly: '', month: [] };
    const facts = known.flatMap((dish) => {
      if (!dish) return [];
      const { name: dishName, mark, poly, month } = rowOf(dish.id);
      return [[dish, { name: dishName, mark, poly, month }] as const];
    });
    const differing = facts.filter(([dish, fact]) =>
      Object.entries(fact).some(([key, value]) => JSON.stringify(Object(dish)[key]) !== JSON.stringify(value)),
    );
    const lacks = (admin: number, business: number) => !caller.items.includes(caller.isPlatform ? admin : business);
    if (made.length > 0 && lacks(10, 26)) return fails('missing_permission');
    if (differing.length > 0 && lacks(11, 27)) return fails('missing_permission');
    for (const [dish, fact] of facts) changeDish(world, dish, [caller.unit], fact);
    for (const { name: dishName, mark } of made) {
      placeDish(
        world,
        [caller.unit],
        { name: dishName, mark, icon: '', month: [], poly: '', ingredient: [] },
        world.now,
      );
    }
    const desc = `成功：新建 ${made.length} 个，修改 ${differing.length} 个，未变 ${facts.length - differing.length} 个`;
    return { kind: 'success', desc, isIdle: made.length + differing.length === 0 };
  },
});

const setDishIcon = defineKind({
  route: 'PUT /api/dish/icon',
  weight: 2,
  choose: (draw, viewpoint) => ({
    id: needed(draw, 'id', () => id(draw, 'id', dishIds(viewpoint))),
    files: needed(draw, 'files', () => {
      const index = draw.some('0', '1', 'none');
      return given(index, icons[Number(index)]);
    }),
  }),
  send: ({ id: wanted, files }): CallOptions => {
    const sent = wanted.sent === undefined ? [] : ([['id', wanted.sent]] as const);
    const picture = pictures[Number(files.sent)] ?? 'no picture';
    const { contentType, body } = toUpload([
      ...sent,
      ...(files.sent === undefined ? [] : ([['files', new Attachment('photo.png', picture)]] as const)),
    ]);
    return { rawBody: body, encoding: 'base64', headers: { 'content-type': contentType } };
  },
  answer: ({ world, caller }, { id: wanted, files: icon }): Expected => {
    const dish = mayChange(caller, unitOf(wanted)) ? findDish(world, wanted) : undefined;
    if (!dish) return fails('dish_not_found');
    if (icon === undefined) return fails('invalid_input', 'files');
    return { kind: 'success', isIdle: !changeDish(world, dish, [unitOf(wanted)], { icon }) };
  },
});

const copyDish = defineKind({
  route: 'PUT /api/dish/copy',
  weight: 3,
  choose: (draw, viewpoint) => ({
    id: needed(draw, 'id', () => id(draw, 'id', dishIds(viewpoint))),
    vendors: namedUnits(draw, viewpoint),
  }),
  answer: ({ world, caller }, { id: wanted, vendors }) => {
    const dish = findDish(world, wanted);
    if (!dish || !maySee(caller, unitOf(wanted))) return fails('dish_not_found');
    const units = unitsOr(caller, vendors);
    const refusal = forbidUnits(world, caller, units);
    if (refusal) return refusal;
    const { id: _id, modify: _modify, ...content } = dish;
    placeDish(world, units, content, world.now);
    return done();
  },
});

const deleteDishes = defineKind({
  route: 'DELETE /api/dish',
  weight: 2,
  choose: (draw, viewpoint) => ({ ids: needed(draw, 'ids', () => chosenDishes(draw, viewpoint)) }),
  answer: ({ world, caller }, { ids: wanted }) => {
    const dishes = wanted.map((one) => (mayChange(caller, unitOf(one)) ? findDish(world, one) : undefined));
    if (dishes.includes(undefined)) return fails('dish_not_found', 'ids');
    for (const dish of dishes) if (dish) removeDish(world, dish);
    return done();
  },
});

function toRecord({ mark, ...dish }: ModelDish) {
  return { ...dish, vender: unitOf(dish.id), marks: mark };
}

function findAll(world: World, unit: number, word: string | undefined, mark?: string, poly?: string): ModelDish[] {
  const passes = (dish: ModelDish) =>
    isFound(dish.name, word) && (!mark || dish.mark === mark) && (!poly || dish.poly === poly);
  return dishesOf(world, unit).filter(passes).toReversed();
}

/** A unit asks for its own dishes and the library's, the platform for those of any existing unit. */
function refuseUnit(world: World, caller: ModelCaller, unit: number | undefined): Expected | undefined {
  if (unit === undefined || unit === 0 || unit === caller.unit) return undefined;
  if (!caller.isPlatform) return fails('foreign_unit');
  return world.units.has(unit) ? undefined : fails('unit_not_found');
}

const findDishes = defineKind({
  route: 'GET /api/dish',
  weight: 5,
  choose: (draw, viewpoint) => ({
    vender: draw.rarely(2) ? id(draw, 'vender', [viewpoint.home, ...viewpoint.world.units.keys()], 0) : undefined,
    id: draw.rarely(3) ? id(draw, 'id', dishIds(viewpoint)) : undefined,
    keyword: maybe(draw, () => keyword(draw, '肉', 'rice', 'E B', 'fqcd', 'fan q', 'an')),
    mark: draw.rarely(5) ? choice(draw, 'mark', [...MARKS, '']) : undefined,
    poly: draw.rarely(5) ? choice(draw, 'poly', [...POLYS, '']) : undefined,
    ...dishFilters(draw),
    ...paging(draw),
  }),
  answer: ({ world, caller }, { id: wanted, vender, keyword: word, mark, poly, month, ingredient, icons, ...page }) => {
    const shown = (dish: ModelDish) => ({ ...toRecord(dish), ...(icons === false ? { icon: '' } : {}) });
    if (wanted !== undefined) {
      const dish = findDish(world, wanted);
      const isVisible = dish !== undefined && maySee(caller, unitOf(wanted));
      return isVisible ? { kind: 'bare', body: shown(dish) } : fails('dish_not_found');
    }
    const wrong = refuseUnit(world, caller, vender);
    if (wrong) return wrong;
    const found = findAll(world, vender ?? caller.unit, word, mark, poly)
      .filter((dish) => month === undefined || dish.month.includes(month))
      .filter((dish) => ingredient === undefined || dish.ingredient.some(({ key }) => key === ingredient));
    return done(pageOf(found.map(shown), page));
  },
});

const selectDishes = defineKind({
  route: 'GET /api/dish/select',
  weight: 2,
  choose: (draw, { world, home }) => ({
    vender: draw.rarely(3) ? id(draw, 'vender', [home, 0, ...world.units.keys()], 0) : undefined,
    keyword: maybe(draw, () => keyword(draw, '肉', 'rice', 'shaorou')),
  }),
  answer: ({ world, caller }, { vender, keyword: word }) => {
    const wrong = refuseUnit(world, caller, vender);
    if (wrong) return wrong;
    const found = findAll(world, vender ?? caller.unit, word);
    return done(
      found.map(({ id: one, ingredient, mark, poly, name: dishName }) => ({
        id: one,
        ingredient,
        marks: mark,
        poly,
        name: dishName,
      })),
    );
  },
});

const getLabels = defineKind({
  route: 'GET /api/dish/label',
  weight: 3,
  choose: (draw, viewpoint) => ({ ids: needed(draw, 'ids', () => chosenLabels(draw, viewpoint)) }),
  answer: ({ world, caller }, { ids: wanted }) => {
    const dishes = wanted.map((one) => (maySee(caller, unitOf(one)) ? findDish(world, one) : undefined));
    if (dishes.includes(undefined)) return fails('dish_not_found', 'ids');
    return done(dishes.flatMap((dish) => (dish ? [labelOf(world, dish)] : [])));
  },
});

export const kinds: readonly Kind[] = [
  createDish,
  updateDish,
  getDishSheet,
  setDishSheet,
  setDishIcon,
  copyDish,
  deleteDishes,
  findDishes,
  selectDishes,
  getLabels,
];
