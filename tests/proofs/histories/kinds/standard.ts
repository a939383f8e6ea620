import { done, type Expected, fails } from '../answer.ts';
import { type Argument, decimal, given, id, ids, keyword, maybe, name, needed, pageOf, paging } from '../arguments.ts';
import type { Draw } from '../draw.ts';
import { isFound, type ModelCaller } from '../gate.ts';
import { defineKind, type Kind } from '../kind.ts';
import type { ModelStandard, World } from '../world.ts';
import { unitIds } from './unit.ts';

const STANDARD_NAMES = ['学龄儿童', '青少年标准', 'Adults 2025'];

/** Some units, now and then with one that does not exist. */
export function someUnits(draw: Draw, units: readonly number[], least: number, field = 'vendors') {
  const [first = 987, ...others] = units;
  const chosen = draw.few([draw.one(units) ?? first, ...others], least);
  const unknown = draw.rarely(15) ? [draw.some(987, 988)] : [];
  return ids(draw, field, [...new Set([...chosen, ...unknown])], least);
}

function isKnown(world: World, vendors: readonly number[]): boolean {
  return vendors.every((unit) => unit !== 0 && world.units.has(unit));
}

const ascending = (list: readonly number[]) => list.toSorted((a, b) => a - b);

/** The ids of all standards, the newest first. */
function standardIds(world: World): number[] {
  return [...world.standards.keys()].reverse();
}

/** JSON text, answered as it was sent; empty clears. */
function figures(draw: Draw, field: string, good: readonly string[], bad: readonly [string, string][]) {
  const [first = '{}', ...others] = good;
  if (draw.rarely(20)) {
    const [sent, ...fields] = draw.some(['{', field], ['[]', field], ...bad);
    return { sent, means: undefined, bad: fields } satisfies Argument<unknown>;
  }
  const sent = draw.some(first, ...others, '');
  return given<unknown>(sent, JSON.parse(sent || '{}'));
}

const amounts = (draw: Draw, field: string) => {
  const good = ['{"谷类":250.5,"水产品":0}', '{"__proto__":1}', '{"a":1e2}'];
  const bad = ['{"谷类":-1}', '{"谷类":"1"}'].map((text): [string, string] => [text, `${field}.谷类`]);
  return figures(draw, field, good, [
    ...bad,
    ['{"":1}', `${field}.`],
    ['{"a":1," ａ":2}', `${field}.a`],
    ['{"a\\u200b":1}', field],
  ]);
};

const ranges = (draw: Draw) => {
  const good = [
    '{"轻体力":{"蛋白质":{"min":1,"max":2.5,"ul":0.5}}}',
    '{"轻体力":{}}',
    '{"轻体力":{"钙":{"max":2}}}',
    '{"中":{"钙":{"min":0,"max":0}}}',
  ];
  return figures(draw, 'ingredient', good, [
    ['{"轻":1}', 'ingredient.轻'],
    ['{"轻":{"钙":{"min":2,"max":1}}}', 'ingredient.轻.钙'],
    ['{"轻":{"钙":{"ul":2}}}', 'ingredient.轻.钙'],
    ['{"轻":{"钙":{"min":1,"max":2,"up":3}}}', 'ingredient.轻.钙'],
  ]);
};

const createStandard = defineKind({
  route: 'PUT /api/nutrition',
  weight: 3,
  choose: (draw, { world }) => ({
    name: needed(draw, 'name', () => name(draw, 'name', STANDARD_NAMES, 100)),
    vendors: needed(draw, 'vendors', () => someUnits(draw, unitIds(world), 1)),
    overflow: needed(draw, 'overflow', () => decimal(draw, 'overflow', 4)),
  }),
  answer: ({ world }, { vendors, ...facts }) => {
    if (!isKnown(world, vendors)) return fails('unknown_unit', 'vendors');
    const one = world.nextStandard++;
    const empty = { foodCategoryDay: {}, foodCategoryWeek: {}, ingredient: {} };
    world.standards.set(one, { id: one, vendors: ascending(vendors), ...facts, ...empty });
    return done();
  },
});

const updateStandard = defineKind({
  route: 'POST /api/nutrition',
  weight: 4,
  choose: (draw, { world }) => ({
    id: needed(draw, 'id', () => id(draw, 'id', standardIds(world))),
    name: maybe(draw, () => name(draw, 'name', STANDARD_NAMES, 100)),
    vendors: draw.rarely(2) ? someUnits(draw, unitIds(world), 0) : undefined,
    overflow: maybe(draw, () => decimal(draw, 'overflow', 4)),
    foodCategoryDay: maybe(draw, () => amounts(draw, 'foodCategoryDay')),
    foodCategoryWeek: maybe(draw, () => amounts(draw, 'foodCategoryWeek')),
    ingredient: maybe(draw, () => ranges(draw)),
  }),
  answer: ({ world }, { id: wanted, vendors, ...facts }): Expected => {
    const one = world.standards.get(wanted);
    const hasUnknown = vendors !== undefined && !isKnown(world, vendors);
    if (!one) return fails('standard_not_found');
    if (hasUnknown) return fails('unknown_unit', 'vendors');
    const before = JSON.stringify(one);
    if (vendors) one.vendors = ascending(vendors);
    Object.assign(one, Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)));
    return { kind: 'success', isIdle: JSON.stringify(one) === before };
  },
});

const deleteStandard = defineKind({
  route: 'DELETE /api/nutrition',
  weight: 1,
  choose: (draw, { world }) => ({ id: needed(draw, 'id', () => id(draw, 'id', standardIds(world))) }),
  answer: ({ world }, { id: wanted }) => (world.standards.delete(wanted) ? done() : fails('standard_not_found')),
});

/** A unit sees only standards assigned to it, and only itself among their units. */
function visibleTo(world: World, caller: ModelCaller, word: string | undefined, unit: number | undefined) {
  const asked = caller.isPlatform ? unit : caller.unit;
  const found = [...world.standards.values()].filter(
    (one) => isFound(one.name, word) && (asked === undefined || one.vendors.includes(asked)),
  );
  return found.sort((a, b) => b.id - a.id).map((one) => toRecord(one, caller));
}

function toRecord(one: ModelStandard, { isPlatform, unit }: ModelCaller): ModelStandard {
  return { ...one, vendors: isPlatform ? one.vendors : one.vendors.filter((vendor) => vendor === unit) };
}

const listStandards = defineKind({
  route: 'GET /api/nutrition',
  weight: 2,
  choose: (draw) => ({ keyword: maybe(draw, () => keyword(draw, '标准', 'adult', 'biaozhun')), ...paging(draw) }),
  answer: ({ world, caller }, { keyword: word, ...page }) =>
    done(pageOf(visibleTo(world, caller, word, undefined), page)),
});

const selectStandards = defineKind({
  route: 'GET /api/nutrition/select',
  weight: 3,
  choose: (draw, { world, home }) => ({
    id: draw.rarely(2) ? id(draw, 'id', standardIds(world)) : undefined,
    vender: draw.rarely(3) ? id(draw, 'vender', [home || 1, home || 1, ...unitIds(world)]) : undefined,
    keyword: maybe(draw, () => keyword(draw, '标准', '2025')),
  }),
  answer: ({ world, caller }, { id: wanted, vender, keyword: word }) => {
    if (!caller.isPlatform && vender !== undefined && vender !== caller.unit) return fails('foreign_unit');
    const isUnknown = vender !== undefined && !world.units.has(vender);
    if (wanted === undefined && isUnknown) return fails('unit_not_found');
    if (wanted === undefined) return done(visibleTo(world, caller, word, vender));
    const one = world.standards.get(wanted);
    const isHidden = !caller.isPlatform && !one?.vendors.includes(caller.unit);
    return !one || isHidden ? fails('standard_not_found') : done(toRecord(one, caller));
  },
});

export const kinds: readonly Kind[] = [createStandard, updateStandard, deleteStandard, listStandards, selectStandards];
