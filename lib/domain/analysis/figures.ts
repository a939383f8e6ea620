import { normaliseKey } from '../../text/normal-form.ts';
import { entriesOf, isFiniteNumber } from '../json.ts';
import type { AnalysisInput } from './content.ts';
import { counted } from './foods.ts';
import { minus, ONE, plus, type Ratio, readDecimal } from './ratio.ts';

/** What a standard has for a nutrient, for the whole day. */
export interface Range {
  readonly min?: Ratio;
  readonly max?: Ratio;
  /** The tolerable upper level. */
  readonly ul?: Ratio;
}

/** What a standard has for a level. */
export interface LevelFigures {
  /** By key of the nutrient. */
  readonly ranges: ReadonlyMap<string, Range>;
  /** Names that are of no nutrient. */
  readonly unknown: readonly string[];
  /** Names of nutrients that stand there under another name before. */
  readonly repeated: readonly string[];
}

/** The figure of a food category, in grams. */
export type CategoryFigure = readonly [name: string, amount: Ratio];

/** The figures of a standard as an analysis compares with them. */
export interface Figures {
  /** What of a least figure is still enough: 1 − overflow. */
  readonly enough: Ratio;
  /** How far a greatest figure may be passed: 1 + overflow. */
  readonly tolerated: Ratio;
  readonly day: readonly CategoryFigure[];
  readonly week: readonly CategoryFigure[];
  /** The figures of a level; undefined where there are none. */
  readonly ofLevel: (level: string) => LevelFigures | undefined;
}

/** Reads the figures of a standard; a menu without one is compared with nothing. */
export function readFigures(standard: AnalysisInput['standard']): Figures {
  const overflow = readDecimal(standard?.overflow ?? '0');
  const levels = new Map(membersOf(standard?.ingredient));
  return {
    enough: minus(ONE, overflow),
    tolerated: plus(ONE, overflow),
    day: readAmounts(standard?.foodCategoryDay),
    week: readAmounts(standard?.foodCategoryWeek),
    ofLevel: (level) => (levels.has(level) ? readLevel(levels.get(level)) : undefined),
  };
}

function membersOf(text = '{}'): [string, unknown][] {
  return entriesOf(JSON.parse(text)) ?? [];
}

function readAmounts(text: string | undefined): CategoryFigure[] {
  return membersOf(text).flatMap(([name, amount]) => {
    const figure = toRatio(amount);
    return figure ? [[name, figure]] : [];
  });
}

function readLevel(nutrients: unknown): LevelFigures {
  const ranges = new Map<string, Range>();
  const [unknown, repeated]: [string[], string[]] = [[], []];
  for (const [name, range] of entriesOf(nutrients) ?? []) {
    const key = findNutrient(name);
    if (key === undefined) unknown.push(name);
    else if (ranges.has(key)) repeated.push(name);
    else ranges.set(key, readRange(range));
  }
  return { ranges, unknown, repeated };
}

function readRange(range: unknown): Range {
  const bounds = (entriesOf(range) ?? []).flatMap(([name, amount]): [string, Ratio][] => {
    const bound = toRatio(amount);
    return bound ? [[name, bound]] : [];
  });
  return Object.fromEntries(bounds);
}

/** A figure of JSON stands for the shortest decimal number that JSON reads as the same. */
function toRatio(figure: unknown): Ratio | undefined {
  return isFiniteNumber(figure) && figure >= 0 ? readDecimal(String(figure)) : undefined;
}

/** Keys of nutrients by all that they are called. Vitamin A is always that of menus. */
const keys = new Map([
  ...counted.flatMap(({ key, value }) => [key, value].map((name) => [normaliseKey(name), key] as const)),
  ...['vitamin-a', '维生素A'].map((name) => [normaliseKey(name), 'vitamin-a-rae'] as const),
]);

/** The key of the nutrient that a code or Chinese name stands for, if any. */
export function findNutrient(name: string): string | undefined {
  return keys.get(normaliseKey(name));
}
