import type { PurchaseInput } from '../../../lib/domain/purchase/purchase.ts';
import { type Argument, given, id, maybe, name } from './arguments.ts';
import { dishIds } from './dish-arguments.ts';
import type { Draw } from './draw.ts';
import type { Viewpoint } from './kind.ts';
import { ID_FACTOR, membersOf, type World } from './world.ts';

export const MEALS = ['breakfast', 'lunch', 'dinner'];
const NAMES = ['第一周', '清真周', 'Week', 'WEEK two'];

/** Who eats. */
export interface ModelGroup {
  readonly level: string;
  readonly people: number;
  readonly factor: number;
  /** Undefined: those of the menu. */
  readonly meals?: readonly string[];
}

export interface ModelItem {
  readonly day: number;
  readonly meal: string;
  readonly dish: number;
  readonly portion: number;
}

export interface ModelMenu {
  id: number;
  name: string;
  start: string;
  days: number;
  meals: readonly string[];
  groups: readonly ModelGroup[];
  standard: number | undefined;
  items: readonly ModelItem[];
  /** Names of dishes, as of when the menu was written. */
  names: Record<number, string>;
  modify: number;
  state: string;
  /** Its revisions. */
  submitted: ModelSubmission[];
  /** The revision that is live. */
  live?: number | undefined;
  mustBeReviewed?: boolean;
  waits?: { readonly uid: string; readonly time: number } | undefined;
}

/** The content of a menu. */
export type ModelContent = Pick<
  ModelMenu,
  'name' | 'start' | 'days' | 'meals' | 'groups' | 'standard' | 'items' | 'names'
>;

/** A revision, with what followed from it at its submission. */
interface ModelSubmission extends ModelContent {
  readonly analysis: unknown;
  /** What had to be bought for then. */
  readonly bought: PurchaseInput;
}

export function contentOf(menu: ModelContent): ModelContent {
  const { name, start, days, meals, groups, standard, items, names } = menu;
  return structuredClone({ name, start, days, meals, groups, standard, items, names });
}

export function menusOf(world: World, unit: number) {
  return membersOf<ModelMenu>(world, 'menu', unit);
}

export function findMenu(world: World, wanted: number): ModelMenu | undefined {
  return menusOf(world, Math.floor(wanted / ID_FACTOR)).list.find((menu) => menu.id === wanted);
}

/** The ids of a unit's menus, the newest first; for the platform those of all units. */
export function menuIds({ world, home }: Viewpoint): number[] {
  const units = home === 0 ? [...world.units.keys()] : [home];
  return units.flatMap((unit) => menusOf(world, unit).list.map((menu) => menu.id)).reverse();
}

const orBad = <T>(draw: Draw, field: string, argument: Argument<T>, ...texts: readonly [string, ...string[]]) =>
  draw.rarely(20) ? { sent: draw.some(...texts), means: argument.means, bad: [field] } : argument;

/** A day near the others, so that menus overlap. */
export function start(draw: Draw, field = 'start'): Argument<string> {
  const day = draw.some('2026-09-07', '2026-09-10', '2026-09-14', '2026-12-31');
  return orBad(draw, field, given(day, day), '2026-02-30', '', 'x');
}

function days(draw: Draw): Argument<number> {
  const count = draw.some(5, 7, 1, 6);
  return orBad(draw, 'days', given(String(count), count), '0', '8', '1.5');
}

function meals(draw: Draw): Argument<readonly string[]> {
  const some = draw.some(MEALS, ['lunch'], ['breakfast', 'lunch']);
  return orBad(draw, 'meals', given(some.toReversed().join(','), some), '', 'supper', 'lunch;dinner');
}

export function groups(draw: Draw): Argument<readonly ModelGroup[]> {
  const usual = { level: '中体力', people: 120, factor: 1 };
  const two: ModelGroup[] = [
    { ...usual, meals: ['lunch'] },
    { level: '重体力', people: 0, factor: 1.5 },
  ];
  const some = draw.some<readonly ModelGroup[]>([usual], two);
  return orBad(draw, 'groups', given(JSON.stringify(some), some), '[]', '{', '{}');
}

function items(draw: Draw, viewpoint: Viewpoint): Argument<readonly ModelItem[]> {
  const known = dishIds(viewpoint);
  const count = draw.some(2, 0, 1, 3);
  const seen = new Set<string>();
  const list = Array.from({ length: count }, (): ModelItem => {
    const dish = draw.rarely(25) ? 987 : (draw.one(known) ?? 987);
    return {
      day: draw.some(1, 1, 2, 6),
      meal: draw.some('lunch', 'lunch', 'dinner'),
      dish,
      portion: draw.some(1, 0.5, 10),
    };
  }).filter(({ day, meal, dish }) => seen.size < seen.add(`${day} ${meal} ${dish}`).size);
  return orBad(draw, 'items', given(JSON.stringify(list), list), '{}', 'x');
}

function standard(draw: Draw, { world }: Viewpoint): Argument<number | 'none'> {
  if (draw.rarely(5)) return given('', 'none');
  return id(draw, 'standard', [...world.standards.keys()]);
}

/** The arguments of a menu beside name, start and groups. */
export function menuArguments(draw: Draw, viewpoint: Viewpoint) {
  return {
    days: maybe(draw, () => days(draw)),
    meals: maybe(draw, () => meals(draw)),
    standard: draw.rarely(4) ? standard(draw, viewpoint) : undefined,
    items: draw.rarely(2) ? items(draw, viewpoint) : undefined,
  };
}

export const menuName = (draw: Draw) => name(draw, 'name', NAMES, 100);

/** One place of a menu, and a dish. */
export function placeArguments(draw: Draw, viewpoint: Viewpoint) {
  const [day, meal] = [draw.some(1, 2, 6), draw.some('lunch', 'breakfast', 'dinner')];
  return {
    day: orBad(draw, 'day', given(String(day), day), '0', '8', 'x'),
    meal: orBad(draw, 'meal', given(meal, meal), 'supper', ''),
    dish: id(draw, 'dish', dishIds(viewpoint)),
  };
}

export function portion(draw: Draw): Argument<number> {
  const some = draw.some('1', '0.5', ' 2.50 ');
  return orBad(draw, 'portion', given(some, Number(some)), '0', '10.01', '-1', '');
}
