import { makeIcon } from '../../../../lib/picture/icon-picture.ts';
import { Attachment, toUpload } from '../../../support/attachment.ts';
import { paintPixels, toPng } from '../../../support/photos.ts';
import type { CallOptions } from '../../../support/service.ts';
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
  POLYS,
  targets,
} from '../dish-arguments.ts';
import { isFound, type ModelCaller } from '../gate.ts';
import { defineKind, type Kind } from '../kind.ts';
import { labelOf } from '../label.ts';
import { dishesOf, ID_FACTOR, type ModelDish, membersOf, type World } from '../world.ts';

/** What a dish is beside its id and time. */
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

/** Why the caller cannot give a dish to these units. */
function forbidUnits(world: World, caller: ModelCaller, units: readonly number[]): Expected | undefined {
  if (!caller.isPlatform && units.some((unit) => unit !== caller.unit)) return fails('foreign_unit');
  return units.every((unit) => world.units.has(unit)) ? undefined : fails('unknown_unit', 'vendors');
}

/** The units named, without any the caller's own. */
function unitsOr(caller: ModelCaller, named: readonly number[] = []): readonly number[] {
  return named.length > 0 ? named : [caller.unit];
}

/** Gives each unit a dish of its own under the next number. */
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
  choose: (draw, scene) => ({
    name: needed(draw, 'name', () => name(draw, 'name', DISH_NAMES, 100)),
    mark: needed(draw, 'mark', () => choice(draw, 'mark', MARKS)),
    vendors: targets(draw, scene),
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
  choose: (draw, scene) => ({
    id: needed(draw, 'id', () => id(draw, 'id', dishIds(scene))),
    name: maybe(draw, () => name(draw, 'name', DISH_NAMES, 100)),
    mark: maybe(draw, () => choice(draw, 'mark', MARKS)),
    vendors: draw.rarely(2) ? targets(draw, scene) : undefined,
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
 * Its own unit keeps the dish where it is among the units; the others get one of their own. False where nothing changes.
 */
function changeDish(world: World, dish: ModelDish, units: readonly number[], change: object): boolean {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const { id: own, modify, ...before } = dish;
  const content: Content = { ...before, ...structuredClone(given) };
  const others = units.filter((unit) => unit !== unitOf(own));
  const isMoved = others.length === units.length;
  const isSame = JSON.stringify(content) === JSON.stringify(before);
  // Every change shows in its time, even two at the same moment; what changes nothing does not.
  const changed = Math.max(world.now, modify + 1);
  if (isSame && others.length === 0) return false;
  if (isMoved) removeDish(world, dish);
  else Object.assign(dish, content, { modify: changed });
  placeDish(world, others, content, changed);
  return true;
}

/** Pictures, and the icons that they become: what of a picture is kept is no matter of the contract. */
const pictures = [
  [200, 30, 40],
  [20, 130, 60],
].map(([red = 0, green = 0, blue = 0]) => toPng(paintPixels(32, 32, () => [red, green, blue])));
const icons = await Promise.all(pictures.map(makeIcon));

const setDishIcon = defineKind({
  route: 'PUT /api/dish/icon',
  weight: 2,
  choose: (draw, scene) => ({
    id: needed(draw, 'id', () => id(draw, 'id', dishIds(scene))),
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
  choose: (draw, scene) => ({
    id: needed(draw, 'id', () => id(draw, 'id', dishIds(scene))),
    vendors: targets(draw, scene),
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
  choose: (draw, scene) => ({ ids: needed(draw, 'ids', () => chosenDishes(draw, scene)) }),
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

/** A unit asks for its own dishes and the library's, the platform for those of any unit that there is. */
function refuseUnit(world: World, caller: ModelCaller, unit: number | undefined): Expected | undefined {
  if (unit === undefined || unit === 0 || unit === caller.unit) return undefined;
  if (!caller.isPlatform) return fails('foreign_unit');
  return world.units.has(unit) ? undefined : fails('unit_not_found');
}

const findDishes = defineKind({
  route: 'GET /api/dish',
  weight: 5,
  choose: (draw, scene) => ({
    vender: draw.rarely(2) ? id(draw, 'vender', [scene.home, ...scene.world.units.keys()], 0) : undefined,
    id: draw.rarely(3) ? id(draw, 'id', dishIds(scene)) : undefined,
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
  choose: (draw, scene) => ({ ids: needed(draw, 'ids', () => chosenLabels(draw, scene)) }),
  answer: ({ world, caller }, { ids: wanted }) => {
    const dishes = wanted.map((one) => (maySee(caller, unitOf(one)) ? findDish(world, one) : undefined));
    if (dishes.includes(undefined)) return fails('dish_not_found', 'ids');
    return done(dishes.flatMap((dish) => (dish ? [labelOf(world, dish)] : [])));
  },
});

export const kinds: readonly Kind[] = [
  createDish,
  updateDish,
  setDishIcon,
  copyDish,
  deleteDishes,
  findDishes,
  selectDishes,
  getLabels,
];
