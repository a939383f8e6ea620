import { comparableText, normaliseKey } from '../../text/normal-form.ts';
import { isFiniteNumber, readProperties } from '../values/json.ts';
import { ONE, type Ratio, ratio } from '../values/ratio.ts';
import type { AnalysisInput } from './content.ts';
import { counted } from './foods.ts';

/** The figures of a standard for one nutrient and a whole day. */
export interface Range {
  readonly min?: Ratio;
  readonly max?: Ratio;
  /** The tolerable upper level. */
  readonly ul?: Ratio;
}

/** The figures of a standard for one level. */
export interface LevelFigures {
  /** By the nutrient's key. */
  readonly ranges: ReadonlyMap<string, Range>;
  /** Names that are not those of a nutrient. */
  readonly unknown: readonly string[];
  /** Further names of nutrients that the level has under another name. */
  readonly repeated: readonly string[];
}

/** The figure of a food category, in grams. */
export type CategoryFigure = readonly [name: string, amount: Ratio];

/** The figures of a standard as an analysis uses them. */
export interface Figures {
  /** The share of a minimum that must be reached: 1 − overflow. */
  readonly minFactor: Ratio;
  /** The multiple of a maximum that must not be exceeded: 1 + overflow. */
  readonly maxFactor: Ratio;
  readonly day: readonly CategoryFigure[];
  readonly week: readonly CategoryFigure[];
  /** The figures of a level; undefined where the standard does not have it. */
  readonly findLevel: (level: string) => LevelFigures | undefined;
}

/** Reads the figures of a standard. Without a standard there are none. */
export function readFigures(standard: AnalysisInput['standard']): Figures {
  const overflow = standard?.overflow ?? '0';
  const levels = new Map(
    parseMembers(standard?.ingredient).map(([level, figures]) => [comparableText(level), figures]),
  );
  return {
    minFactor: ONE.minus(overflow),
    maxFactor: ONE.plus(overflow),
    day: readAmounts(standard?.foodCategoryDay),
    week: readAmounts(standard?.foodCategoryWeek),
    findLevel: (level) =>
      levels.has(comparableText(level)) ? readLevel(levels.get(comparableText(level))) : undefined,
  };
}

function parseMembers(text = '{}'): [string, unknown][] {
  return readProperties(JSON.parse(text)) ?? [];
}

function readAmounts(text: string | undefined): CategoryFigure[] {
  return parseMembers(text).flatMap(([name, amount]) => {
    const figure = readFigure(amount);
    return figure ? [[name, figure]] : [];
  });
}

function readLevel(nutrients: unknown): LevelFigures {
  const ranges = new Map<string, Range>();
  const [unknown, repeated]: [string[], string[]] = [[], []];
  for (const [name, range] of readProperties(nutrients) ?? []) {
    const key = findNutrient(name);
    if (key === undefined) unknown.push(name);
    else if (ranges.has(key)) repeated.push(name);
    else ranges.set(key, readRange(range));
  }
  return { ranges, unknown, repeated };
}

function readRange(range: unknown): Range {
  const bounds = (readProperties(range) ?? []).flatMap(([name, amount]): [string, Ratio][] => {
    const bound = readFigure(amount);
    return bound ? [[name, bound]] : [];
  });
  return Object.fromEntries(bounds);
}

/** Reads a figure of JSON as the shortest decimal number that JSON parses to it. */
function readFigure(figure: unknown): Ratio | undefined {
  return isFiniteNumber(figure) && figure >= 0 ? ratio(figure) : undefined;
}

/** Keys of nutrients by all their names. Every name of vitamin A stands for the unit in which menus count it. */
const keyByName = new Map([
  ...counted.flatMap(({ key, value }) => [key, value].map((name) => [normaliseKey(name), key] as const)),
  ...['vitamin-a', '维生素A'].map((name) => [normaliseKey(name), 'vitamin-a-rae'] as const),
]);

/** Finds the key of the nutrient with this code or Chinese name. */
export function findNutrient(name: string): string | undefined {
  return keyByName.get(normaliseKey(name));
}
