import { comparableText, normaliseKey } from '../../text/normal-form.ts';
import { type EnergySource, energySources } from '../standard.ts';
import { isFiniteNumber, readProperties } from '../values/json.ts';
import { type Ratio, ratio, ZERO } from '../values/ratio.ts';
import { isFigureMaximum } from './categories.ts';
import type { AnalysisInput } from './content.ts';
import { menuNutrients } from './foods.ts';
import { type Tolerance, toTolerance } from './judgement.ts';

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
  /** Names that no nutrient has. */
  readonly unknown: readonly string[];
  /** Further names of nutrients that the level has under another name. */
  readonly repeated: readonly string[];
}

/** The figures of a food category, in grams. */
export interface CategoryFigure extends Pick<Range, 'min' | 'max'> {
  readonly name: string;
  /** The minimum, or the maximum for a category whose figure is one: see `isFigureMaximum`. */
  readonly amount: Ratio;
}

/** The figures of a standard as an analysis uses them. */
export interface Figures extends Tolerance {
  readonly day: readonly CategoryFigure[];
  readonly week: readonly CategoryFigure[];
  /** The parts of the energy that are judged. */
  readonly energyShares: ReadonlyMap<EnergySource, Range>;
  /** The figures of a level; undefined where the standard does not have it. */
  readonly findLevel: (level: string) => LevelFigures | undefined;
}

/** Reads the figures of a standard. Without a standard there are none. */
export function readFigures(standard: AnalysisInput['standard']): Figures {
  const levels = new Map(
    parseMembers(standard?.ingredient).map(([level, figures]) => [comparableText(level), figures]),
  );
  return {
    ...toTolerance(standard?.overflow),
    day: readCategories(standard?.foodCategoryDay, standard?.foodCategoryDayMax),
    week: readCategories(standard?.foodCategoryWeek, standard?.foodCategoryWeekMax),
    energyShares: readShares(standard?.energyShares),
    findLevel: (level) =>
      levels.has(comparableText(level)) ? readLevel(levels.get(comparableText(level))) : undefined,
  };
}

function parseMembers(text = '{}'): [string, unknown][] {
  return readProperties(JSON.parse(text)) ?? [];
}

/** Reads the figures of categories, in the order in which a standard has them. Of two maxima the lower one counts. */
function readCategories(text: string | undefined, maxText: string | undefined): CategoryFigure[] {
  const amounts = readAmounts(text);
  const maxima = readAmounts(maxText);
  return [...new Set([...amounts.keys(), ...maxima.keys()])].map((name) => {
    const amount = amounts.get(name) ?? ZERO;
    const max = maxima.get(name);
    if (!isFigureMaximum(name)) return { name, amount, min: amount, ...(max ? { max } : {}) };
    const lowerMax = max && (!amounts.has(name) || max.isBelow(amount)) ? max : amount;
    return { name, amount: lowerMax, max: lowerMax };
  });
}

function readAmounts(text: string | undefined): Map<string, Ratio> {
  return new Map(readFigureMembers(parseMembers(text)));
}

function readShares(text: string | undefined): Map<EnergySource, Range> {
  const ranges = new Map(parseMembers(text));
  return new Map(
    energySources.filter((source) => ranges.has(source)).map((source) => [source, readRange(ranges.get(source))]),
  );
}

function readLevel(nutrients: unknown): LevelFigures {
  const ranges = new Map<string, Range>();
  const unknown: string[] = [];
  const repeated: string[] = [];
  for (const [name, range] of readProperties(nutrients) ?? []) {
    const key = findNutrient(name);
    if (key === undefined) unknown.push(name);
    else if (ranges.has(key)) repeated.push(name);
    else ranges.set(key, readRange(range));
  }
  return { ranges, unknown, repeated };
}

function readRange(range: unknown): Range {
  return Object.fromEntries(readFigureMembers(readProperties(range) ?? []));
}

/** Reads the figures among members of JSON, each as the shortest decimal number that JSON parses to it. */
function readFigureMembers(members: readonly [string, unknown][]): [string, Ratio][] {
  return members.flatMap(([name, figure]) => (isFiniteNumber(figure) && figure >= 0 ? [[name, ratio(figure)]] : []));
}

/** Keys of nutrients by all their names. Every name of vitamin A stands for the unit in which menus count it. */
const keyByName = new Map([
  ...menuNutrients.flatMap(({ key, value }) => [key, value].map((name) => [normaliseKey(name), key] as const)),
  ...['vitamin-a', '维生素A'].map((name) => [normaliseKey(name), 'vitamin-a-rae'] as const),
]);

/** Finds the key of the nutrient with this code or Chinese name. */
export function findNutrient(name: string): string | undefined {
  return keyByName.get(normaliseKey(name));
}
