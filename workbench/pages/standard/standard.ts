import type { components } from '../../../.build/workbench/api.ts';
import { api, send } from '../../api/client.ts';
import { nameIn } from '../../api/enums.ts';
import { type Difference, differencesBetween } from '../../parts/conflict.tsx';
import { typedNumber } from '../../parts/format.ts';

export type Standard = components['schemas']['Standard'];

/** What is typed of a standard, and the version that it is based on. */
export interface StandardWork {
  readonly name: string;
  /** The tolerated deviation in per cent. */
  readonly overflow: string;
  readonly vendors: readonly number[];
  /** Figures as they are typed, by their places. */
  readonly figures: Readonly<Record<string, string>>;
  readonly etag: string | undefined;
}

/** What people call the parts of a path. */
export const partNames = {
  ...{ foodCategoryDay: '每天 g', foodCategoryWeek: '每周 g', ingredient: '每天' },
  ...{ min: '最少', max: '最多', ul: 'UL' },
} as const;

/** Where a figure stands in a standard, as a refusal names it: `ingredient`, `中体力`, `能量`, `min`. */
export type Path = readonly string[];
export const placeOf = (path: Path) => path.join('\t');

/** The paths of all figures that are typed. */
export function pathsOf({ figures }: StandardWork): Path[] {
  return Object.keys(figures).map((place) => place.split('\t'));
}

export const NEW_STANDARD: StandardWork = { name: '', overflow: '10', vendors: [], figures: {}, etag: undefined };

/** Reads a standard with its version; 0: a new one. */
export async function readStandard(id: number): Promise<StandardWork> {
  if (id === 0) return NEW_STANDARD;
  const { body, etag } = await send(api.GET('/api/nutrition/select', { params: { query: { id } } }));
  // Without an id the call answers a list.
  const [standard] = [body].flat();
  if (standard === undefined) return NEW_STANDARD;
  const { name, overflow, vendors, foodCategoryDay, foodCategoryWeek, ingredient } = standard;
  const figures = Object.fromEntries(listFigures({ foodCategoryDay, foodCategoryWeek, ingredient }));
  return { name, vendors, overflow: toPercent(overflow), figures, etag };
}

function listFigures(tree: object, path: Path = []): [place: string, text: string][] {
  return Object.entries(tree).flatMap(([name, below]) =>
    typeof below === 'object' ? listFigures(below, [...path, name]) : [[placeOf([...path, name]), String(below)]],
  );
}

/** A share in per cent: 0.07 is 7, not 7.000000000000001. */
export function toPercent(share: number): string {
  return String(Number((share * 100).toFixed(2)));
}

/** A standard as a call takes it, without its figures. */
export function toNaming({ name, overflow, vendors }: StandardWork) {
  return { name, vendors: vendors.join(), overflow: Number((typedNumber(overflow) / 100).toFixed(4)) };
}

/** The figures as a call takes them. What is empty is left out. */
export function toFigures({ figures }: StandardWork) {
  const all = { foodCategoryDay: {}, foodCategoryWeek: {}, ingredient: {} };
  const typed = Object.entries(figures).filter(([, text]) => text !== '');
  for (const [place, text] of typed) put(all, place.split('\t'), typedNumber(text));
  return all;
}

function put(tree: object, [first = '', ...rest]: Path, value: number): void {
  const below: object = Reflect.get(tree, first) ?? {};
  Reflect.set(tree, first, rest.length === 0 ? value : below);
  if (rest.length > 0) put(below, rest, value);
}

/** What two people have typed differently. */
export function differencesOf(mine: StandardWork, theirs: StandardWork): Difference[] {
  return differencesBetween(toTexts(mine), toTexts(theirs));
}

/** What a standard holds, as people read it. */
function toTexts({ name, overflow, vendors, figures }: StandardWork): Record<string, string> {
  const names = new Map<string, string>(Object.entries(partNames));
  const nameOf = (place: string) => place.replace(/[^\t]+/g, (part) => names.get(part) ?? nameIn('nutrient', part));
  const told = Object.entries(figures).map(([place, text]) => [nameOf(place).replace(/\t/g, ' '), text]);
  return { 名称: name, '允许偏差 %': overflow, 单位编号: vendors.join('、'), ...Object.fromEntries(told) };
}
