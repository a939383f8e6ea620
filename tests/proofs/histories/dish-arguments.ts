import { enumLists } from '../../../lib/domain/enum.ts';
import { type Argument, choice, given, icon, ids, maybe } from './arguments.ts';
import type { Draw } from './draw.ts';
import type { Viewpoint } from './kind.ts';
import { someUnits } from './kinds/standard.ts';
import { dishesOf, type ModelIngredient } from './world.ts';

export const DISH_NAMES = ['番茄炒蛋', '红烧肉', 'Rice', 'RICE bowl'];
/** The allowed marks of dishes, from the service's lists. */
export const MARKS = enumLists.mark.map(({ key }) => key);
export const POLYS = enumLists.poly.map(({ key }) => key);

const INGREDIENTS: readonly (readonly ModelIngredient[])[] = [
  [{ key: '012001x', value: 100, isMain: true }],
  [
    { key: '042101', value: 33.335 },
    { key: '081101', value: 150.5, isMain: false },
    { key: '自编码', value: 0.01 },
  ],
  [{ key: 'Own-1', value: 100_000 }],
  [],
];

const BAD_INGREDIENTS: readonly [string, ...string[]][] = [
  ['{', 'ingredient'],
  ['{}', 'ingredient'],
  ['[{"key":"a","value":0},{"key":"","value":1}]', 'ingredient.0.value', 'ingredient.1.key'],
  ['[{"key":"a","value":1},{"key":" ａ","value":1}]', 'ingredient.1.key'],
  ['[{"key":"a","value":"1","isMain":1}]', 'ingredient.0.value', 'ingredient.0.isMain'],
  ['[3]', 'ingredient.0'],
];

function ingredients(draw: Draw): Argument<readonly ModelIngredient[]> {
  const [first = [], ...others] = INGREDIENTS;
  if (draw.rarely(15)) {
    const [bad, ...more] = BAD_INGREDIENTS;
    const [sent, ...fields] = draw.some(bad ?? ['{', 'ingredient'], ...more);
    return { sent, means: [], bad: fields };
  }
  const means = draw.some(first, ...others);
  return given(means.length === 0 && draw.rarely(2) ? '' : JSON.stringify(means), means);
}

function months(draw: Draw): Argument<number[]> {
  if (draw.rarely(15)) return { sent: draw.some('13', '0', '1,x', '1,,2'), means: [], bad: ['month'] };
  const chosen = draw.few([9, 1, 12, 3], 0);
  return { ...ids(draw, 'month', chosen, 0), means: chosen.toSorted((a, b) => a - b) };
}

/** The arguments of a dish beside name and mark. */
export function dishArguments(draw: Draw) {
  return {
    icon: maybe(draw, () => icon(draw, 'icon', 'egg.png')),
    month: maybe(draw, () => months(draw)),
    poly: maybe(draw, () => choice(draw, 'poly', [...POLYS, ''])),
    ingredient: draw.rarely(2) ? ingredients(draw) : undefined,
  };
}

/** The filters of a search beside name, mark and cooking method. */
export function dishFilters(draw: Draw) {
  const month = draw.some(1, 3, 9, 12);
  const code = draw.some('012001x', 'Own-1', '自编码', 'nowhere');
  const icons = draw.some('true', 'false', 'no');
  return {
    month: draw.rarely(6) ? given(String(month), month) : undefined,
    ingredient: draw.rarely(6) ? given(code, code) : undefined,
    icons: draw.rarely(6)
      ? { sent: icons, means: icons !== 'false', ...(icons === 'no' ? { bad: ['icons'] } : {}) }
      : undefined,
  };
}

/** The units that the caller names, mostly none: then it is his own. */
export function namedUnits(draw: Draw, { world, home }: Viewpoint) {
  const units = home === 0 || draw.rarely(6) ? [...world.units.keys()].reverse() : [home];
  return draw.rarely(2) ? someUnits(draw, units, 0) : undefined;
}

/** The ids of all dishes that the caller mostly works with, the newest first. */
export function dishIds({ world, home }: Viewpoint): number[] {
  const of = (unit: number) =>
    dishesOf(world, unit)
      .map((dish) => dish.id)
      .reverse();
  const units = [home, ...[...world.units.keys()].filter((unit) => unit !== home)];
  return home === 0 ? units.flatMap(of) : [...of(home), ...of(home), ...of(0)];
}

/** One dish or some. */
export function chosenDishes(draw: Draw, viewpoint: Viewpoint): Argument<number[]> {
  const all = [...new Set(dishIds(viewpoint))];
  const chosen = [draw.one(all) ?? 1_000_987, ...draw.few(all, 0), ...(draw.rarely(12) ? [draw.some(0, 987)] : [])];
  return ids(draw, 'ids', [...new Set(chosen)], 1);
}

/** The dishes of labels: one label for each id, repetitions included. */
export function chosenLabels(draw: Draw, viewpoint: Viewpoint): Argument<number[]> {
  const chosen = chosenDishes(draw, viewpoint);
  return chosen.bad ? chosen : { ...chosen, means: (chosen.sent ?? '').split(',').map(Number) };
}
